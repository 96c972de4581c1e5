//! What is compared with what, and what comes of it.
//!
//! All rulesets that are played at a time play the games of the same numbers with the same random numbers. The games of
//! one number give one value for each contrast; games of different numbers are independent, so that the values of a
//! contrast are a sample of independent differences, and its error is told from their spread, whatever the rulesets
//! have in common. Where fractions are drawn anew, those of one fraction give one value.

use super::design::Shape;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::{HashMap, HashSet};

/// How many games of each ruleset are summed at a time, on one thread. Fixed, so that sums come out the same on
/// any number of threads.
const CHUNK: usize = 16;

/// An answer: a question and one of its choices, by their numbers.
pub type Answer = (usize, usize);

/// Every answer that is not the file's own.
pub(super) fn answers(shapes: &[Shape]) -> Vec<Answer> {
    shapes
        .iter()
        .enumerate()
        .flat_map(|(question, shape)| {
            (0..shape.choices)
                .filter(|&choice| choice != shape.own)
                .map(move |choice| (question, choice))
        })
        .collect()
}

/// What a contrast speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// All combinations: their mean.
    Everything,
    /// This answer, against the file's own answer to that question: the difference of the means.
    Answer(Answer),
    /// How the effect of one of these answers differs as the other is given, or the file's own: the difference
    /// of the differences.
    Pair(Answer, Answer),
}

/// A sum of means of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// What it speaks of.
    pub of: Of,
    /// With the answer, then with the file's own; for a pair: with both, with the second, with the first, with
    /// neither.
    cells: Vec<Cell>,
}

/// Combinations whose mean is taken.
#[derive(Clone, Debug, Default, PartialEq)]
struct Cell {
    /// How many.
    runs: i64,
    /// The rulesets they come to, and how often.
    rulesets: Vec<(usize, i64)>,
}

impl Contrast {
    /// Its value for one of the games, of which there is a list for each ruleset. All sums are of integers, so that what is equal cancels out exactly.
    fn value<const M: usize>(&self, facts: &[Vec<[i64; M]>], game: usize) -> [f64; M] {
        let mean = |cell: &Cell| {
            let mut sums = [0i64; M];
            for &(ruleset, times) in &cell.rulesets {
                for (sum, fact) in sums.iter_mut().zip(facts[ruleset][game]) {
                    *sum += times * fact;
                }
            }
            sums.map(|sum| sum as f64 / cell.runs.max(1) as f64)
        };
        let less = |mut from: [f64; M], other: [f64; M]| {
            for (from, other) in from.iter_mut().zip(other) {
                *from -= other;
            }
            from
        };
        match &self.cells[..] {
            [with, without] => less(mean(with), mean(without)),
            [both, second, first, neither] => less(
                less(mean(both), mean(second)),
                less(mean(first), mean(neither)),
            ),
            cells => mean(&cells[0]),
        }
    }

    /// Whether there is anything to compare: answers that contradict one another are never given together.
    pub fn is_possible(&self) -> bool {
        self.cells.iter().all(|cell| cell.runs > 0)
    }

    /// Whether it compares the same rules with the same rules, so that there is nothing to find.
    pub fn is_of_the_same_rules(&self) -> bool {
        let same = |one: &Cell, other: &Cell| {
            let mut sums: HashMap<usize, i64> = HashMap::new();
            for (cell, runs) in [(one, other.runs), (other, -one.runs)] {
                for &(ruleset, times) in &cell.rulesets {
                    *sums.entry(ruleset).or_default() += runs * times;
                }
            }
            sums.values().all(|&sum| sum == 0)
        };
        match &self.cells[..] {
            [with, without] => same(with, without),
            [both, second, first, neither] => {
                same(both, second) && same(first, neither)
                    || same(both, first) && same(second, neither)
            }
            _ => false,
        }
    }
}

/// Answers that cannot be given together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// One to three answers that are in none of the combinations that can be played; none, where no such few
    /// explain it.
    pub answers: Vec<Answer>,
    /// The combinations that this explains.
    pub runs: Vec<usize>,
}

/// The contrasts of combinations.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrasts {
    /// All of them, [`Of::Everything`] first, then each answer, then each two.
    pub all: Vec<Contrast>,
    /// Why some of the combinations are left out.
    pub contradictions: Vec<Contradiction>,
}

impl Contrasts {
    /// The contrasts of combinations that come to these rulesets; `None` where one cannot be played.
    ///
    /// A contrast is made of those combinations that can be played with the answer and with the file's own, so
    /// that it always compares like with like.
    pub fn of(shapes: &[Shape], runs: &[Vec<usize>], rulesets: &[Option<usize>]) -> Contrasts {
        let contradictions = contradictions(runs, rulesets);
        let known: HashMap<&[usize], bool> = runs
            .iter()
            .zip(rulesets)
            .map(|(run, ruleset)| (run.as_slice(), ruleset.is_some()))
            .collect();
        let complete = contradictions.is_empty();
        // Whether a combination could be played, also one that is not among these.
        let playable = |run: &[usize]| {
            known.get(run).copied().unwrap_or_else(|| {
                !contradictions.iter().any(|contradiction| {
                    !contradiction.answers.is_empty()
                        && contradiction.answers.iter().all(|&(q, c)| run[q] == c)
                })
            })
        };
        let cell = |given: &[Answer], corners: &[Vec<Answer>]| {
            let mut cell = Cell::default();
            let mut times: HashMap<usize, i64> = HashMap::new();
            for (run, ruleset) in runs.iter().zip(rulesets) {
                let Some(ruleset) = ruleset else { continue };
                if given
                    .iter()
                    .any(|&(question, choice)| run[question] != choice)
                {
                    continue;
                }
                let mut other = if complete { Vec::new() } else { run.clone() };
                if complete
                    || corners.iter().all(|corner| {
                        for &(question, choice) in corner {
                            other[question] = choice;
                        }
                        playable(&other)
                    })
                {
                    cell.runs += 1;
                    *times.entry(*ruleset).or_default() += 1;
                }
            }
            cell.rulesets = times.into_iter().collect();
            cell.rulesets.sort_unstable();
            cell
        };
        let answers = answers(shapes);
        let own = |(question, _): Answer| (question, shapes[question].own);
        let mut all = Vec::new();
        let mut add = |of: Of, corners: Vec<Vec<Answer>>| {
            let cells = corners.iter().map(|corner| cell(corner, &corners));
            let cells = cells.collect();
            all.push(Contrast { of, cells });
        };
        add(Of::Everything, vec![Vec::new()]);
        for &answer in &answers {
            add(Of::Answer(answer), vec![vec![answer], vec![own(answer)]]);
        }
        for (at, &one) in answers.iter().enumerate() {
            for &other in answers[at + 1..].iter().filter(|other| other.0 != one.0) {
                add(
                    Of::Pair(one, other),
                    vec![
                        vec![one, other],
                        vec![own(one), other],
                        vec![one, own(other)],
                        vec![own(one), own(other)],
                    ],
                );
            }
        }
        Contrasts {
            all,
            contradictions,
        }
    }
}

/// The fewest answers, up to three, that explain why combinations cannot be played.
fn contradictions(runs: &[Vec<usize>], rulesets: &[Option<usize>]) -> Vec<Contradiction> {
    let mut left: Vec<usize> = (0..rulesets.len())
        .filter(|&run| rulesets[run].is_none())
        .collect();
    let mut found = Vec::new();
    let contain = |run: usize, answers: &[Answer]| {
        answers
            .iter()
            .all(|&(question, choice)| runs[run][question] == choice)
    };
    for number in 1..=3 {
        let mut asked = HashSet::new();
        for run in left.clone() {
            for answers in subsets(&runs[run], number) {
                if !asked.insert(answers.clone())
                    || (0..rulesets.len())
                        .any(|run| rulesets[run].is_some() && contain(run, &answers))
                {
                    continue;
                }
                let (explained, others) = left.iter().partition(|&&run| contain(run, &answers));
                left = others;
                if !Vec::is_empty(&explained) {
                    found.push(Contradiction {
                        answers,
                        runs: explained,
                    });
                }
            }
        }
    }
    if !left.is_empty() {
        found.push(Contradiction {
            answers: Vec::new(),
            runs: left,
        });
    }
    found
}

/// All so many of the answers of a combination.
fn subsets(run: &[usize], number: usize) -> Vec<Vec<Answer>> {
    let mut sets: Vec<Vec<Answer>> = vec![Vec::new()];
    for _ in 0..number {
        sets = sets
            .iter()
            .flat_map(|set| {
                let from = set.last().map_or(0, |(question, _)| question + 1);
                (from..run.len()).map(move |question| {
                    let mut set = set.clone();
                    set.push((question, run[question]));
                    set
                })
            })
            .collect();
    }
    sets
}

/// The mean of a sample and the sum of the squares of what its values are away from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moments {
    mean: f64,
    squares: f64,
}

/// The samples of all contrasts, for each of several measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples<const M: usize> {
    /// How many values each has.
    pub number: u64,
    of: Vec<[Moments; M]>,
}

impl<const M: usize> Samples<M> {
    /// Empty samples of so many contrasts.
    pub fn new(contrasts: usize) -> Self {
        Samples {
            number: 0,
            of: vec![[Moments::default(); M]; contrasts],
        }
    }

    /// Adds games: of each ruleset as many, those of the same place played with the same random numbers.
    pub fn add(&mut self, contrasts: &[Contrast], facts: &[Vec<[i64; M]>]) {
        let games = facts.first().map_or(0, Vec::len);
        let chunks: Vec<Samples<M>> = (0..games.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut samples = Samples::new(contrasts.len());
                for game in chunk * CHUNK..((chunk + 1) * CHUNK).min(games) {
                    samples.number += 1;
                    for (contrast, moments) in contrasts.iter().zip(&mut samples.of) {
                        let values = contrast.value(facts, game);
                        for (moments, value) in moments.iter_mut().zip(values) {
                            let away = value - moments.mean;
                            moments.mean += away / samples.number as f64;
                            moments.squares += away * (value - moments.mean);
                        }
                    }
                }
                samples
            })
            .collect();
        for chunk in &chunks {
            self.join(chunk);
        }
    }

    /// Adds another sample (T. F. Chan, G. H. Golub and R. J. LeVeque, *The American Statistician* 37, 1983).
    fn join(&mut self, other: &Samples<M>) {
        let [one, more] = [self.number, other.number].map(|number| number as f64);
        for (into, from) in self.of.iter_mut().zip(&other.of) {
            for (into, from) in into.iter_mut().zip(from) {
                let away = from.mean - into.mean;
                into.mean += away * more / (one + more);
                into.squares += from.squares + away * away * one * more / (one + more);
            }
        }
        self.number += other.number;
    }

    /// What each sample says, in the order of the contrasts and measures.
    pub fn estimates(&self) -> Vec<[Found; M]> {
        let n = self.number as f64;
        let student = StudentsT::new(0.0, 1.0, (n - 1.0).max(1.0)).ok();
        let quantile = student
            .as_ref()
            .map_or(f64::INFINITY, |student| student.inverse_cdf(0.975));
        let found = |moments: &Moments| {
            let error = (moments.squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt();
            let p = match &student {
                // Nothing varies: what differs at all differs surely.
                _ if error == 0.0 => f64::from(u8::from(moments.mean == 0.0)),
                Some(student) => 2.0 * student.cdf(-(moments.mean / error).abs()),
                None => 1.0,
            };
            Found {
                estimate: moments.mean,
                half_width: quantile * error,
                p,
            }
        };
        self.of
            .iter()
            .map(|moments| moments.each_ref().map(found))
            .collect()
    }
}

/// What a sample says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Its mean.
    pub estimate: f64,
    /// Half the width of the 95 % interval.
    pub half_width: f64,
    /// How likely a mean so far from nothing is, if there is nothing to find: Student's test.
    pub p: f64,
}

#[cfg(test)]
mod tests {
    use super::super::design::Design;
    use super::super::holm;
    use super::*;
    use crate::players::rng::Random;

    fn shapes(choices: &[usize]) -> Vec<Shape> {
        choices
            .iter()
            .map(|&choices| Shape { choices, own: 0 })
            .collect()
    }

    fn runs(shapes: &[Shape]) -> Vec<Vec<usize>> {
        Design::of(shapes)
            .unwrap()
            .runs(&mut Random::for_game(1, 0))
    }

    /// Every combination a ruleset of its own.
    fn each(runs: &[Vec<usize>]) -> Vec<Option<usize>> {
        (0..runs.len()).map(Some).collect()
    }

    fn value(contrasts: &Contrasts, of: Of, facts: &[i64]) -> f64 {
        let contrast = contrasts
            .all
            .iter()
            .find(|contrast| contrast.of == of)
            .unwrap();
        contrast.value(&one_game(facts), 0)[0]
    }

    /// The facts of one game of each ruleset.
    fn one_game(facts: &[i64]) -> Vec<Vec<[i64; 1]>> {
        facts.iter().map(|&fact| vec![[fact]]).collect()
    }

    /// Solves `a x = b` by elimination, plainly.
    fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
        for at in 0..n {
            let pivot = (at..n)
                .max_by(|&i, &j| a[i][at].abs().total_cmp(&a[j][at].abs()))
                .unwrap();
            a.swap(at, pivot);
            b.swap(at, pivot);
            for row in 0..n {
                if row != at {
                    let factor = a[row][at] / a[at][at];
                    let pivot = a[at].clone();
                    for (into, from) in a[row].iter_mut().zip(pivot) {
                        *into -= factor * from;
                    }
                    b[row] -= factor * b[at];
                }
            }
        }
        (0..n).map(|at| b[at] / a[at][at]).collect()
    }

    #[test]
    fn contrasts_are_the_coefficients_of_a_regression() {
        // Nine questions in a fraction, and the results have main effects, two-way interactions, and noise. The
        // regression has a column for each answer that is not the file's own, centred, and their products.
        let shapes = shapes(&[2, 2, 3, 2, 4, 2, 2, 2, 2]);
        let runs = runs(&shapes);
        assert!(runs.len() < 512);
        let mut random = Random::for_game(7, 7);
        let facts: Vec<i64> = runs
            .iter()
            .map(|run| {
                let [a, b, c, d] = [run[0], run[2], run[4], run[8]].map(|choice| choice as i64);
                100 * a - 30 * b + 7 * c * c + 20 * a * b - 5 * b * c
                    + 11 * a * d
                    + i64::from(random.below(9))
            })
            .collect();
        let contrasts = Contrasts::of(&shapes, &runs, &each(&runs));
        let mut answers: Vec<Vec<Answer>> = vec![Vec::new()];
        for contrast in &contrasts.all {
            match contrast.of {
                Of::Everything => {}
                Of::Answer(answer) => answers.push(vec![answer]),
                Of::Pair(one, other) => answers.push(vec![one, other]),
            }
        }
        let share = |(question, choice): Answer| {
            let given = runs.iter().filter(|run| run[question] == choice);
            given.count() as f64 / runs.len() as f64
        };
        let rows: Vec<Vec<f64>> = runs
            .iter()
            .map(|run| {
                answers
                    .iter()
                    .map(|answers| {
                        answers
                            .iter()
                            .map(|&(question, choice)| {
                                f64::from(u8::from(run[question] == choice))
                                    - share((question, choice))
                            })
                            .product()
                    })
                    .collect()
            })
            .collect();
        let n = answers.len();
        let (mut a, mut b) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        for (row, &fact) in rows.iter().zip(&facts) {
            for i in 0..n {
                b[i] += row[i] * fact as f64;
                for j in 0..n {
                    a[i][j] += row[i] * row[j];
                }
            }
        }
        let coefficients = solve(a, b);
        for (contrast, coefficient) in contrasts.all.iter().zip(coefficients) {
            let found = contrast.value(&one_game(&facts), 0)[0];
            assert!(
                (found - coefficient).abs() < 1e-6,
                "{:?}: {found} {coefficient}",
                contrast.of
            );
        }
    }

    #[test]
    fn a_pair_is_the_difference_of_differences() {
        let shapes = shapes(&[2, 2]);
        let runs = runs(&shapes);
        let contrasts = Contrasts::of(&shapes, &runs, &each(&runs));
        // Neither, the first, the second, both.
        let facts = [10, 13, 15, 28];
        assert_eq!(value(&contrasts, Of::Answer((0, 1)), &facts), 8.0);
        assert_eq!(value(&contrasts, Of::Answer((1, 1)), &facts), 10.0);
        assert_eq!(value(&contrasts, Of::Pair((0, 1), (1, 1)), &facts), 10.0);
    }

    #[test]
    fn the_same_rules_are_not_compared() {
        let shapes = shapes(&[2, 2]);
        let runs = runs(&shapes);
        let contrasts = Contrasts::of(&shapes, &runs, &[Some(0), Some(0), Some(1), Some(1)]);
        let same = |contrast: &&Contrast| contrast.is_of_the_same_rules();
        let same: Vec<Of> = contrasts
            .all
            .iter()
            .filter(same)
            .map(|contrast| contrast.of)
            .collect();
        assert_eq!(same, [Of::Answer((0, 1)), Of::Pair((0, 1), (1, 1))]);
    }

    #[test]
    fn contradicting_answers_are_named_and_left_out_on_both_sides() {
        // The first question's second choice and the second's third cannot be given together.
        let shapes = shapes(&[2, 3, 2]);
        let runs = runs(&shapes);
        let rulesets: Vec<Option<usize>> = runs
            .iter()
            .enumerate()
            .map(|(at, run)| (run[0] != 1 || run[1] != 2).then_some(at))
            .collect();
        let contrasts = Contrasts::of(&shapes, &runs, &rulesets);
        let [contradiction] = &contrasts.contradictions[..] else {
            panic!("{:?}", contrasts.contradictions);
        };
        assert_eq!(contradiction.answers, [(0, 1), (1, 2)]);
        assert_eq!(contradiction.runs.len(), 2);
        let impossible = contrasts
            .all
            .iter()
            .filter(|contrast| !contrast.is_possible());
        let impossible: Vec<Of> = impossible.map(|contrast| contrast.of).collect();
        assert_eq!(impossible, [Of::Pair((0, 1), (1, 2))]);
        // The second question's third choice adds much, and only where the first can be chosen either way does
        // the first's effect show: it is 5, not 5 less a part of the much.
        let facts: Vec<i64> = runs
            .iter()
            .map(|run| 5 * run[0] as i64 + 1000 * i64::from(run[1] == 2))
            .collect();
        assert_eq!(value(&contrasts, Of::Answer((0, 1)), &facts), 5.0);
        assert_eq!(value(&contrasts, Of::Answer((1, 2)), &facts), 1000.0);
    }

    /// Normal enough: the sum of twelve even ones.
    fn noise(random: &mut Random) -> i64 {
        (0..12).map(|_| i64::from(random.below(1001))).sum::<i64>() - 6000
    }

    #[test]
    fn intervals_of_95_percent_cover_95_percent_and_false_alarms_are_as_rare_as_stated() {
        // Rulesets whose results have much in common, as games from the same random numbers have, and effects
        // that are known: 700 of an answer, and 300 more together.
        let shapes = shapes(&[2, 3, 2]);
        let runs = runs(&shapes);
        let contrasts = Contrasts::of(&shapes, &runs, &each(&runs));
        let mut random = Random::for_game(1, 3);
        let (mut covered, mut all, mut alarms) = (0, 0, 0);
        for _ in 0..300 {
            let mut samples = Samples::new(contrasts.all.len());
            let mut facts = vec![Vec::new(); runs.len()];
            for _ in 0..40 {
                let common = 3 * noise(&mut random);
                for (run, facts) in runs.iter().zip(&mut facts) {
                    let effect =
                        700 * i64::from(run[0] == 1) + 300 * i64::from(run[0] == 1 && run[1] == 2);
                    facts.push([common + effect + noise(&mut random)]);
                }
            }
            samples.add(&contrasts.all, &facts);
            let estimates = samples.estimates();
            let ps: Vec<f64> = estimates[1..].iter().map(|[found]| found.p).collect();
            let mut alarm = false;
            for ((contrast, [found]), adjusted) in contrasts
                .all
                .iter()
                .zip(&estimates)
                .zip([1.0].into_iter().chain(holm(&ps)))
            {
                let truth = match contrast.of {
                    Of::Everything => 350.0 + 50.0,
                    Of::Answer((0, 1)) => 800.0,
                    Of::Answer((1, 2)) => 150.0,
                    Of::Pair((0, 1), (1, 2)) => 300.0,
                    _ => 0.0,
                };
                all += 1;
                covered += i32::from((found.estimate - truth).abs() <= found.half_width);
                alarm |= truth == 0.0 && adjusted <= 0.05;
            }
            alarms += i32::from(alarm);
        }
        // Of 3,000 intervals, 95 % ± 1.2 % (three standard errors).
        let share = f64::from(covered) / f64::from(all);
        assert!((0.938..=0.962).contains(&share), "{share} of {all}");
        // At most 5 % of 300 sweeps, and what chance adds (three standard errors).
        assert!((1..=15 + 11).contains(&alarms), "{alarms}");
    }

    #[test]
    fn what_more_questions_do_together_is_counted_as_error_where_fractions_are_drawn_anew() {
        // Nine questions that matter only where the first four, or the last three, are answered otherwise. In one
        // fraction that could be taken for what others do; over many its mean is nothing.
        let shapes = shapes(&[2; 9]);
        let design = Design::of(&shapes).unwrap();
        let (mut covered, mut all, mut alarms) = (0, 0, 0);
        for sweep in 0..40 {
            let mut random = Random::for_game(2, sweep);
            let mut samples = Samples::new(46);
            let mut contrasts = Vec::new();
            for _ in 0..16 {
                let runs = design.runs(&mut random);
                contrasts = Contrasts::of(&shapes, &runs, &each(&runs)).all;
                let facts: Vec<Vec<[i64; 1]>> = runs
                    .iter()
                    .map(|run| {
                        let together = |of: std::ops::Range<usize>| {
                            i64::from(run[of].iter().all(|&choice| choice == 1))
                        };
                        vec![[160_000 * together(0..4)
                            + 80_000 * together(6..9)
                            + noise(&mut random)]]
                    })
                    .collect();
                samples.add(&contrasts, &facts);
            }
            let estimates = samples.estimates();
            let ps: Vec<f64> = estimates[1..].iter().map(|[found]| found.p).collect();
            let adjusted = [1.0].into_iter().chain(holm(&ps));
            let mut alarm = false;
            for ((contrast, [found]), adjusted) in contrasts.iter().zip(&estimates).zip(adjusted) {
                let of = |question: usize| match question {
                    0..4 => 1,
                    6..9 => 2,
                    _ => 0,
                };
                let truth = match contrast.of {
                    Of::Everything => 20_000.0,
                    Of::Answer((question, _)) => [0.0, 20_000.0, 20_000.0][of(question)],
                    Of::Pair((one, _), (other, _)) if of(one) == of(other) => {
                        [0.0, 40_000.0, 40_000.0][of(one)]
                    }
                    Of::Pair(..) => 0.0,
                };
                all += 1;
                covered += i32::from((found.estimate - truth).abs() <= found.half_width + 1e-6);
                alarm |= truth == 0.0 && adjusted <= 0.05;
            }
            alarms += i32::from(alarm);
        }
        let share = f64::from(covered) / f64::from(all);
        assert!((0.93..=0.97).contains(&share), "{share} of {all}");
        assert!(alarms <= 2 + 4, "{alarms} of 40");
    }

    #[test]
    fn sums_are_the_same_on_any_number_of_threads() {
        let shapes = shapes(&[2, 2]);
        let runs = runs(&shapes);
        let contrasts = Contrasts::of(&shapes, &runs, &each(&runs));
        let mut random = Random::for_game(1, 4);
        let facts: Vec<Vec<[i64; 1]>> = (0..4)
            .map(|_| (0..1000).map(|_| [noise(&mut random)]).collect())
            .collect();
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let mut samples = Samples::new(contrasts.all.len());
            pool.install(|| samples.add(&contrasts.all, &facts));
            samples
        });
        assert_eq!(one, three);
    }
}
