//! What a comparison says: of the games that `simulate` counts, the same on any number of threads, and the other way round
//! for another reference.

use kiothi::experiment::{Experiment, Length, NoReference};
use kiothi::rules::{Memory, Variant, load};
use kiothi::simulate::Watch;

const SMALL: &str = "language 1\ngame \"Small\"\nboard { rows 2; pits 4 }\nsetup { place 3 seeds in each own pit }\n\
     turn { from an occupied own pit; lift all; sow counterclockwise }\n\
     lap ends { relay when last pit was occupied\n\
     capture when last pit is own and was empty { take last pit, opposite pit }; stop }\n\
     ending { when mover has no move: remaining seeds to opponent }\n\
     match { win by exactly 2 counts as 2 }\n";

/// The small game, with these changes of its text.
fn variant(name: &str, changes: &[(&str, &str)]) -> Variant {
    let text = changes
        .iter()
        .fold(SMALL.to_owned(), |text, (from, to)| text.replace(from, to));
    load(name, &Memory::from([(name, text.as_str())]))
        .variant
        .expect("the rules are right")
}

fn three(games: u64) -> Experiment {
    Experiment {
        length: Length::Games(games),
        ..Experiment::of(vec![
            variant("small", &[]),
            variant("fewer", &[("place 3", "place 2")]),
            variant(
                "same",
                &[("take last pit, opposite pit", "take opposite pit, last pit")],
            ),
        ])
    }
}

#[test]
fn a_comparison_measures_the_games_that_simulate_counts() {
    let experiment = three(700);
    let (watch, played) = (Watch::default(), Watch::default());
    let comparison = experiment.compare(None, &watch);
    for (compared, simulated) in comparison
        .results
        .results
        .iter()
        .zip(experiment.play(None, &played))
    {
        let mut alone = serde_json::to_value(compared).unwrap();
        for field in ["measures", "differs", "against"] {
            alone.as_object_mut().unwrap().remove(field);
        }
        assert_eq!(alone, serde_json::to_value(&simulated).unwrap());
        let measures = compared.measures.as_ref().unwrap();
        let games = simulated.games as f64;
        let won = [simulated.outcomes.south, simulated.outcomes.north];
        let apart = simulated.match_.wins_by_exactly_two;
        for (name, expected) in [
            ("south", won[0] as f64 / games),
            ("north", won[1] as f64 / games),
            ("drawishness", simulated.outcomes.draw as f64 / games),
            ("balance", 1.0 - won[0].abs_diff(won[1]) as f64 / games),
            ("duration", simulated.turns.mean),
            ("laps", simulated.laps_per_turn),
            ("branching", simulated.branching),
            ("captures", simulated.captures_per_game),
            ("margin", simulated.margin.mean),
            ("counted-wins", apart as f64 / (won[0] + won[1]) as f64),
            ("match-1", won[0] as f64 / (won[0] + won[1]) as f64),
            ("match-2", {
                let points = simulated.match_.points;
                points.south as f64 / (points.south + points.north) as f64
            }),
        ] {
            let found = measures[name];
            assert!((found.value - expected).abs() < 1e-12, "{name}: {found:?}");
            assert!(
                found.low <= found.value && found.value <= found.high,
                "{name}"
            );
        }
    }
    // Those with the same rules are played once.
    assert_eq!(watch.done.into_inner(), 1_400);
}

#[test]
fn a_comparison_is_the_same_on_any_number_of_threads() {
    let experiment = three(600);
    let told = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let comparison = pool.install(|| experiment.compare(None, &Watch::default()));
        serde_json::to_string(&comparison.results).unwrap()
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_reference_is_one_of_the_variants_by_its_name_or_its_file() {
    let names = ["a/small.mancala", "b/small.mancala", "b/fewer.mancala"];
    let mut experiment = Experiment::of(names.map(|name| variant(name, &[])).to_vec());
    assert_eq!(experiment.refer_to("fewer", "fewer"), Ok(()));
    assert_eq!(experiment.reference, 2);
    assert_eq!(experiment.refer_to("", "b/small.mancala"), Ok(()));
    assert_eq!(experiment.reference, 1);
    assert_eq!(
        experiment.refer_to("small", "small"),
        Err(NoReference::Several(
            names[..2].iter().map(|name| (*name).to_owned()).collect()
        ))
    );
    let unknown = experiment.refer_to("fever", "fever").unwrap_err();
    assert!(
        matches!(&unknown, NoReference::Unknown { near: Some(near), .. } if near == "fewer"),
        "{unknown:?}"
    );
    assert_eq!(experiment.reference, 1);
    // One that is not among them is put first.
    experiment.refer_to_variant(variant("other", &[("place 3", "place 2")]));
    assert_eq!((experiment.reference, experiment.variants.len()), (0, 4));
    experiment.refer_to_variant(variant("c/fewer.mancala", &[]));
    assert_eq!((experiment.reference, experiment.variants.len()), (3, 4));
}

#[test]
fn another_reference_turns_the_differences_round() {
    let experiment = three(600);
    let turned = Experiment {
        reference: 1,
        ..experiment.clone()
    };
    let watch = Watch::default();
    let (one, other) = (
        experiment.compare(None, &watch),
        turned.compare(None, &watch),
    );
    let to_small = one.results.results[1].against.as_ref().unwrap();
    let to_fewer = other.results.results[0].against.as_ref().unwrap();
    assert_eq!(
        (to_small.reference.as_str(), to_fewer.reference.as_str()),
        ("small", "fewer")
    );
    for (name, there) in &to_small.measures {
        let back = to_fewer.measures[name];
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(
            close(there.difference, -back.difference),
            "{name}: {there:?} {back:?}"
        );
        assert!(
            close(there.low, -back.high) && close(there.p, back.p),
            "{name}"
        );
        assert_eq!(there.told_apart, back.told_apart, "{name}");
    }
    let (there, back) = (to_small.distributions.turns, to_fewer.distributions.turns);
    assert!((there.delta + back.delta).abs() < 1e-12 && (there.p - back.p).abs() < 1e-12);
    // The same rules are no comparison, whichever is asked.
    assert!(one.results.results[2].against.is_none());
    assert!(other.results.results[1].against.is_none());
    assert!(one.differences[0].is_empty() && !other.differences[0].is_empty());
}

#[test]
fn all_play_as_many_games_as_the_one_that_needs_most() {
    let experiment = Experiment {
        length: Length::Until(0.01),
        ..three(1)
    };
    let comparison = experiment.compare(None, &Watch::default());
    let games: Vec<u64> = comparison.results.results.iter().map(|r| r.games).collect();
    assert!(games.iter().all(|&number| number == games[0]), "{games:?}");
    assert!(games[0] > 4_096 && games[0].is_multiple_of(4_096));
}

#[test]
fn only_what_is_asked_can_be_told_apart() {
    let experiment = Experiment {
        measures: kiothi::analyse::measures::chosen(&["branching"]).ok(),
        ..three(3_000)
    };
    let comparison = experiment.compare(None, &Watch::default());
    let against = comparison.results.results[1].against.as_ref().unwrap();
    assert_eq!(
        against.asked,
        ["branching", "south", "drawishness", "duration"]
    );
    assert!(against.measures["branching"].told_apart);
    let captures = against.measures["captures"];
    assert!(captures.p < 1e-6 && !captures.told_apart, "{captures:?}");
}
