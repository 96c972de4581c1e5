//! Sweeps through real play, on a board so small that many can be played.

use kiothi::analyse::sweep::{Bite, Effect, Given, Plan, Problem, Settings, Sweep, Verdict};
use kiothi::report;
use kiothi::rules::{Memory, Variant, load, load_answering};
use kiothi::simulate::Watch;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that is its own mirror image, so that which way is sown changes nothing, though every game goes
/// another way.
const TEXT: &str = r#"language 1
game "Mirror"
board { rows 2; pits 3 }
setup { place 2 seeds in each own pit }
turn { from an occupied own pit }
lap ends { stop }
ending {
  when mover has no move: remaining seeds to opponent
  position repeated 3 times: draw
}

question way "Which way is sown?" {
  choice left  "counterclockwise" { turn { sow counterclockwise } }
  choice right "clockwise" { turn { sow clockwise } }
}
question lifting "How many seeds are lifted?" {
  choice all  "all" { turn { lift all } }
  choice some "as many as one likes" { turn { lift any number } }
}
question words "Is any pit passed over?" {
  choice unsaid "nothing is said of it" {}
  choice said   "no" { turn { pass over no pit } }
}
question relays "What becomes of a relay that is too long? There is none." {
  choice forbidden "the move is not allowed" { ending { relay past 100 laps: forbidden } }
  choice cut       "the turn is over" { ending { relay past 100 laps: ends the turn } }
}
question capture "Is anything captured?" {
  choice facing "what is opposite" {
    lap ends {
      before stop capture "facing" when last pit is own and opposite pit is occupied { take opposite pit }
    }
  }
  choice nothing "no" {}
}
question bonus "Is anything taken besides?" {
  choice no   "no" {}
  choice home "the capturing seed" { lap ends { also "home" when "facing" captured { take last pit } } }
}
answer way: left
answer lifting: all
answer words: unsaid
answer relays: forbidden
answer capture: facing
answer bonus: no
"#;

const WAY: usize = 0;
const LIFTING: usize = 1;
const WORDS: usize = 2;
const RELAYS: usize = 3;
const CAPTURE: usize = 4;
const BONUS: usize = 5;

fn mirror() -> Variant {
    let loading = load("mirror.mancala", &Memory::from([("mirror.mancala", TEXT)]));
    assert!(loading.mistakes.is_empty(), "{:#?}", loading.mistakes);
    loading.variant.unwrap()
}

fn plan<'v>(variant: &'v Variant, questions: &[usize]) -> Plan<'v> {
    let files = Memory::from([("mirror.mancala", TEXT)]);
    Plan::new(variant, questions, move |answers| {
        let loading = load_answering("mirror.mancala", &files, answers);
        let first = loading.mistakes.first();
        let why = first.map(|mistake| mistake.message.clone());
        loading.variant.ok_or_else(|| why.unwrap())
    })
    .unwrap()
}

fn sweep(questions: &[usize], settings: Settings) -> Sweep {
    let variant = mirror();
    plan(&variant, questions)
        .play(settings, &Watch::default())
        .unwrap()
}

fn settings(games: u64) -> Settings {
    Settings {
        games: Some(games),
        max_turns: 1000,
        bites: 20,
        ..Settings::default()
    }
}

fn effect(sweep: &Sweep, question: &str, measure: &str) -> Effect {
    let mut questions = sweep.questions.iter();
    let asked = questions.find(|asked| asked.name == question).unwrap();
    let mut effects = asked.answers[0].effects.iter();
    *effects.find(|effect| effect.measure == measure).unwrap()
}

fn verdict(sweep: &Sweep, question: &str) -> Verdict {
    let mut questions = sweep.questions.iter();
    let asked = questions.find(|asked| asked.name == question).unwrap();
    asked.answers[0].verdict
}

#[test]
fn a_question_that_changes_nothing_seldom_raises_a_false_alarm_and_its_intervals_hold() {
    let variant = mirror();
    let plan = plan(&variant, &[WAY, LIFTING]);
    let (sweeps, level) = (200, 0.2);
    let (mut alarms, mut found, mut covered, mut all) = (0, 0, 0, 0);
    for seed in 0..sweeps {
        let settings = Settings {
            seed,
            level,
            bites: 1,
            ..settings(40)
        };
        let sweep = plan.play(settings, &Watch::default()).unwrap();
        let ways = sweep.questions.iter().filter(|asked| asked.name == "way");
        let mut effects = ways
            .flat_map(|asked| &asked.answers[0].effects)
            .chain(&sweep.interactions[0].effects);
        alarms += u64::from(effects.any(|effect| effect.told_apart));
        found += u64::from(effect(&sweep, "lifting", "branching").told_apart);
        for measure in ["advantage", "duration", "captures", "branching"] {
            let effect = effect(&sweep, "way", measure);
            all += 1;
            covered += u64::from(effect.low <= 0.0 && 0.0 <= effect.high);
        }
    }
    // The share of sweeps with an alarm is at most the level, which 200 sweeps tell to 8.5 % (three standard
    // errors); and there are some, so that an alarm can be raised at all.
    let share = alarms as f64 / sweeps as f64;
    assert!(share <= level + 0.085 && alarms > 0, "{alarms} of {sweeps}");
    // Of 800 intervals, not independent of one another, 95 % ± 3 %.
    let share = covered as f64 / all as f64;
    assert!((0.92..=0.98).contains(&share), "{covered} of {all}");
    // What does change the game is found all the while.
    assert_eq!(found, sweeps);
}

#[test]
fn combinations_with_the_same_rules_are_played_once() {
    let variant = mirror();
    let plan = plan(&variant, &[LIFTING, WORDS]);
    let watch = Watch::default();
    let sweep = plan.play(settings(30), &watch).unwrap();
    assert_eq!(sweep.combinations.chosen, 4);
    assert_eq!(sweep.combinations.rulesets, 2);
    assert_eq!(sweep.games_in_all, 60);
    // And the search for bites of what is lifted, under both.
    assert_eq!(watch.done.load(Ordering::Relaxed), 60 + 40);
    assert_eq!(plan.expected_games(settings(30)), 60 + 40);
    assert_eq!(verdict(&sweep, "words"), Verdict::SameRules);
    assert_eq!(sweep.questions[1].answers[0].bite, Bite::SameRules);
    assert!(
        report::sweep(&sweep).contains("said rather than unsaid is the same rules in other words.")
    );
}

#[test]
fn what_never_bites_changes_nothing_and_is_told_so() {
    let sweep = sweep(&[RELAYS, LIFTING], settings(30));
    assert_eq!(verdict(&sweep, "relays"), Verdict::NeverBites);
    assert_eq!(sweep.combinations.rulesets, 4);
    let effect = effect(&sweep, "relays", "duration");
    assert_eq!(
        (effect.difference, effect.low, effect.high, effect.p),
        (0.0, 0.0, 0.0, 1.0)
    );
    assert!(report::sweep(&sweep).contains("not told apart in 40 games"));
}

#[test]
fn what_changes_the_game_comes_first() {
    let sweep = sweep(&[RELAYS, WAY, LIFTING, WORDS], settings(200));
    let order: Vec<&str> = sweep
        .questions
        .iter()
        .map(|asked| asked.name.as_str())
        .collect();
    assert_eq!(order, ["lifting", "way", "relays", "words"]);
    assert_eq!(verdict(&sweep, "lifting"), Verdict::Changes);
    assert_eq!(verdict(&sweep, "way"), Verdict::BitesOnly);
}

#[test]
fn effects_are_differences_of_what_simulations_find() {
    // With one question, an effect is the difference of two runs of the same games.
    let sweep = sweep(&[LIFTING], settings(64));
    let mean = |choice: &str| {
        let files = Memory::from([("mirror.mancala", TEXT)]);
        let answers = [("lifting".to_owned(), choice.to_owned())];
        let variant = load_answering("mirror.mancala", &files, &answers)
            .variant
            .unwrap();
        let program = kiothi::engine::Program::compile(&variant.ruleset);
        let run = kiothi::simulate::Run {
            games: 64,
            seed: 1,
            max_turns: 1000,
            max_laps: u64::MAX,
        };
        let players = [kiothi::players::Uniform; 2];
        let watch = kiothi::simulate::Watch::default();
        let tally = kiothi::simulate::simulate(&program, players, run, None, &watch);
        let turns = tally.turns.iter().enumerate();
        turns
            .map(|(turns, &games)| turns as u64 * games)
            .sum::<u64>() as f64
            / 64.0
    };
    let found = effect(&sweep, "lifting", "duration").difference;
    assert!(
        (found - (mean("some") - mean("all"))).abs() < 1e-9,
        "{found}"
    );
}

#[test]
fn answers_that_contradict_one_another_are_told_and_left_out() {
    let sweep = sweep(&[CAPTURE, BONUS], settings(50));
    let [contradiction] = &sweep.combinations.contradictions[..] else {
        panic!("{:?}", sweep.combinations.contradictions);
    };
    let given = |question: &str, choice: &str| Given {
        question: question.to_owned(),
        choice: choice.to_owned(),
    };
    assert_eq!(
        contradiction.answers,
        [given("capture", "nothing"), given("bonus", "home")]
    );
    assert_eq!(contradiction.combinations, 1);
    assert!(
        contradiction.why.contains("facing"),
        "{}",
        contradiction.why
    );
    assert!(sweep.interactions.is_empty());
    // Each is compared where the other is the file's own.
    assert!(effect(&sweep, "capture", "captures").difference < 0.0);
    assert!(effect(&sweep, "bonus", "bonuses").difference > 0.0);
    let text = report::sweep(&sweep);
    assert!(
        text.contains("capture: nothing and bonus: home: 1 combination could not be played"),
        "{text}"
    );
}

#[test]
fn a_precision_is_reached() {
    let settings = Settings {
        games: None,
        until: Some(0.03),
        ..settings(0)
    };
    let sweep = sweep(&[LIFTING, WAY], settings);
    for asked in &sweep.questions {
        let effect = asked.answers[0].effects[0];
        assert!((effect.high - effect.low) / 2.0 <= 0.03);
    }
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| report::json(&sweep(&[WAY, LIFTING, CAPTURE], settings(150))))
    });
    assert_eq!(one, three);
}

/// Five more questions, by each of which a little more is taken: 512 combinations with four others.
fn asking_more() -> Memory {
    let mut text = TEXT.to_owned();
    for (number, name) in (1..).zip(["a", "b", "c", "d", "e"]) {
        text += &format!(
            "question more-{name} \"Is more taken?\" {{\n choice no \"no\" {{}}\n choice yes \"yes\" {{ lap ends {{ \
             also \"more {number}\" when \"facing\" captured and last pit holds {number} {{ take last pit }} }} }}\n}}\n\
             answer more-{name}: no\n"
        );
    }
    Memory::from([("mirror.mancala", text)])
}

/// The four others, and these.
const MANY: [usize; 9] = [WAY, LIFTING, WORDS, RELAYS, 6, 7, 8, 9, 10];

#[test]
fn fractions_of_many_combinations_are_drawn_and_what_changes_nothing_is_not_told_apart() {
    let files = asking_more();
    let loading = load("mirror.mancala", &files);
    assert!(loading.mistakes.is_empty(), "{:#?}", loading.mistakes);
    let variant = loading.variant.unwrap();
    let plan = Plan::new(&variant, &MANY, |answers| {
        let loading = load_answering("mirror.mancala", &files, answers);
        Ok(loading.variant.unwrap())
    })
    .unwrap();
    let play = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| plan.play(settings(32), &Watch::default()).unwrap())
    };
    let sweep = play(2);
    let combinations = &sweep.combinations;
    assert_eq!(
        (
            combinations.all,
            combinations.at_a_time,
            combinations.rounds
        ),
        (512, 128, 4)
    );
    assert!(combinations.chosen > 128 && combinations.chosen <= 512);
    assert_eq!(verdict(&sweep, "lifting"), Verdict::Changes);
    assert_eq!(verdict(&sweep, "way"), Verdict::BitesOnly);
    assert_eq!(verdict(&sweep, "relays"), Verdict::NeverBites);
    assert_eq!(verdict(&sweep, "words"), Verdict::SameRules);
    assert_eq!(report::json(&sweep), report::json(&play(1)));
}

/// The same as if it had been asked for no more games, but for what was not searched.
fn is_of_so_many_games(stopped: &Sweep, plan: &Plan<'_>) {
    assert!(stopped.partial);
    let whole = plan.play(settings(stopped.games), &Watch::default());
    let whole = whole.unwrap();
    let told = |sweep: &Sweep| {
        let mut questions = sweep.questions.clone();
        questions.sort_by(|one, other| one.name.cmp(&other.name));
        let answers = questions.into_iter().flat_map(|asked| asked.answers);
        let effects: Vec<_> = answers.map(|answer| answer.effects).collect();
        (sweep.combinations.clone(), sweep.games_in_all, effects)
    };
    assert_eq!(told(stopped), told(&whole));
}

#[test]
fn a_fraction_in_which_the_run_is_stopped_is_not_told() {
    let files = asking_more();
    let variant = load("mirror.mancala", &files).variant.unwrap();
    let watch = Watch::default();
    let loaded = AtomicU64::new(0);
    let plan = Plan::new(&variant, &MANY, |answers| {
        // Amid the third fraction, but for those that are loaded once for each answer.
        if loaded.fetch_add(1, Ordering::Relaxed) == 300 {
            watch.stop.store(true, Ordering::Relaxed);
        }
        let loading = load_answering("mirror.mancala", &files, answers);
        Ok(loading.variant.unwrap())
    })
    .unwrap();
    let sweep = plan.play(settings(1_000_000), &watch).unwrap();
    assert_eq!((sweep.games, sweep.combinations.rounds), (16, 2));
    assert!(loaded.load(Ordering::Relaxed) < 300 + 50);
    is_of_so_many_games(&sweep, &plan);
}

#[test]
fn a_sweep_that_is_stopped_ends_with_the_games_in_hand() {
    let variant = mirror();
    let plan = plan(&variant, &[LIFTING, WAY]);
    let watch = Watch::default();
    let sweep = std::thread::scope(|scope| {
        scope.spawn(|| {
            while watch.done.load(Ordering::Relaxed) < 4_000 {
                std::thread::yield_now();
            }
            watch.stop.store(true, Ordering::Relaxed);
        });
        plan.play(settings(1_000_000), &watch).unwrap()
    });
    // Not with the 65,536 that are played between two looks at the precision.
    assert!(sweep.games_in_all < 30_000, "{}", sweep.games_in_all);
    is_of_so_many_games(&sweep, &plan);
}

#[test]
fn a_file_that_asks_nothing_is_not_swept() {
    let variant = mirror();
    let problem = Plan::new(&variant, &[], |_| Err(String::new())).err();
    assert_eq!(problem, Some(Problem::NothingAsked));
}
