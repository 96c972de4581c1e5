//! Which combinations of answers are played: all of them, or balanced fractions, drawn again and again.
//!
//! A fraction is built as orthogonal arrays are (A. S. Hedayat, N. J. A. Sloane and J. Stufken, *Orthogonal
//! Arrays*, 1999, chapter 5). Each of its 2ᵏ combinations is a vector of k bits. A question is given a few linear
//! forms of those bits, one for two choices, two for up to four, three for up to eight; what they say of a vector
//! is the answer. Where the forms of any four questions are linearly independent, every combination of answers
//! to any four questions comes as often as every other: resolution V. What a question does, and what two do
//! together, is then free of what the others do, alone or in pairs.
//!
//! It is not free of what more do together, and where the answers of a game matter to one another that is not
//! little. So the fraction is drawn anew many times, each time *shifted* at random: the bits of a question's answer
//! are added to random ones. Every combination is then as likely in every place, so that a mean over shifted
//! fractions has no bias (as with the randomised arrays of A. B. Owen, *Statistica Sinica* 2, 1992), and what
//! more questions do together is seen as spread between the fractions, and counted as error.

use crate::players::rng::Random;

/// All combinations are played where there are no more than this.
pub const ALL_UP_TO: u128 = 256;

/// The most bits of a fraction: no more than 16,384 combinations are played.
const MOST_BITS: u32 = 14;

/// How often a fraction is sought anew with the forms tried in another order, before it is made larger.
const TRIES: u64 = 100;

/// How many choices a question has, and which of them is the file's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many choices: two at least.
    pub choices: usize,
    /// The file's own.
    pub own: usize,
}

impl Shape {
    /// How many bits tell the choices apart.
    fn bits(self) -> u32 {
        self.choices.next_power_of_two().trailing_zeros()
    }
}

/// How combinations are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    shapes: Vec<Shape>,
    /// How many combinations of answers there are, whether they are played or not.
    pub all: u128,
    /// Of a fraction: each question's forms, and how many bits they are of.
    fraction: Option<(Vec<Vec<u32>>, u32)>,
}

/// How many combinations of answers there are.
pub(super) fn combinations(shapes: &[Shape]) -> u128 {
    shapes.iter().fold(1, |all: u128, shape| {
        all.saturating_mul(shape.choices as u128)
    })
}

impl Design {
    /// The design for these questions: all combinations, if there are no more than [`ALL_UP_TO`] or a fraction would be
    /// no smaller; otherwise the smallest balanced fraction that is found. `None` if that has more than
    /// 16,384 combinations.
    ///
    /// In a fraction a question's choices come equally often if their number is 2, 4 or 8. Otherwise some come
    /// twice as often as others, the file's own first.
    ///
    /// ```
    /// use kiothi::analyse::sweep::design::{Design, Shape};
    /// let yes_or_no = Shape { choices: 2, own: 0 };
    /// assert_eq!(Design::of(&[yes_or_no; 3]).unwrap().size(), 8);
    /// // Of 65,536 combinations, 256 do.
    /// assert_eq!(Design::of(&[yes_or_no; 16]).unwrap().size(), 256);
    /// ```
    pub fn of(shapes: &[Shape]) -> Option<Design> {
        let all = combinations(shapes);
        let design = |fraction| Design {
            shapes: shapes.to_vec(),
            all,
            fraction,
        };
        if all <= ALL_UP_TO {
            return Some(design(None));
        }
        let bits: Vec<u32> = shapes.iter().map(|shape| shape.bits()).collect();
        // That any four are independent needs all sums of two different ones to differ.
        let sizes: Vec<u64> = bits.iter().map(|bits| (1 << bits) - 1).collect();
        let total: u64 = sizes.iter().sum();
        let pairs = (total * total - sizes.iter().map(|size| size * size).sum::<u64>()) / 2;
        let mut largest = bits.clone();
        largest.sort_unstable_by(|a, b| b.cmp(a));
        let four: u32 = largest.iter().take(4).sum();
        let least = (1 + total + pairs).next_power_of_two().trailing_zeros();
        for k in least.max(four)..=MOST_BITS {
            if 1u128 << k >= all {
                break;
            }
            if let Some(forms) = (0..TRIES).find_map(|order| independent(&bits, k, order)) {
                return Some(design(Some((forms, k))));
            }
        }
        (all <= 1 << MOST_BITS).then(|| design(None))
    }

    /// Whether it is a fraction.
    pub fn is_fraction(&self) -> bool {
        self.fraction.is_some()
    }

    /// How many combinations are played at a time.
    pub fn size(&self) -> usize {
        match &self.fraction {
            None => self.all as usize,
            Some((_, k)) => 1 << k,
        }
    }

    /// The combinations to play: for each question the number of its choice. Of a fraction the one that these
    /// random numbers shift it to, in which a combination may come more than once where choices are no power of
    /// two; otherwise all, the file's own first.
    pub fn runs(&self, random: &mut Random) -> Vec<Vec<usize>> {
        let Some((forms, _)) = &self.fraction else {
            return (0..self.size()).map(|run| self.numbered(run)).collect();
        };
        let shifts: Vec<u32> = self
            .shapes
            .iter()
            .map(|shape| random.below(1 << shape.bits()))
            .collect();
        (0..self.size() as u32)
            .map(|run| {
                let questions = self.shapes.iter().zip(forms).zip(&shifts);
                questions
                    .map(|((shape, forms), shift)| {
                        let level = forms
                            .iter()
                            .rev()
                            .fold(0, |level, form| level << 1 | (form & run).count_ones() & 1);
                        choice(*shape, (level ^ shift) as usize)
                    })
                    .collect()
            })
            .collect()
    }

    /// The combination of this number, of all.
    fn numbered(&self, mut number: usize) -> Vec<usize> {
        self.shapes
            .iter()
            .map(|shape| {
                let level = number % shape.choices;
                number /= shape.choices;
                choice(*shape, level)
            })
            .collect()
    }

    /// How large a part of the combinations has this answer.
    pub fn share(&self, question: usize, answer: usize) -> f64 {
        let shape = self.shapes[question];
        let levels = match self.fraction {
            None => shape.choices,
            Some(_) => 1 << shape.bits(),
        };
        let with = (0..levels).filter(|&level| choice(shape, level) == answer);
        with.count() as f64 / levels as f64
    }
}

/// The choice for a level: the file's own first, then the others in order, and again from the beginning where
/// there are more levels than choices.
fn choice(shape: Shape, level: usize) -> usize {
    match level % shape.choices {
        0 => shape.own,
        at if at <= shape.own => at - 1,
        at => at,
    }
}

/// Forms of `k` bits for each question, so many for each, those of any four questions independent; found
/// greedily, the questions with the most bits first, the forms tried in an order told by its number. `None` if
/// they are not found.
fn independent(bits: &[u32], k: u32, order: u64) -> Option<Vec<Vec<u32>>> {
    let mut candidates: Vec<u32> = (1..1 << k).collect();
    if order > 0 {
        let mut random = Random::for_game(0, order);
        for at in (1..candidates.len()).rev() {
            candidates.swap(at, random.below(at as u32 + 1) as usize);
        }
    }
    let mut questions: Vec<usize> = (0..bits.len()).collect();
    questions.sort_by_key(|&question| std::cmp::Reverse(bits[question]));
    let mut forms = vec![Vec::new(); bits.len()];
    // The sums of forms of up to one, two and three different questions.
    let mut sums = [(); 3].map(|()| vec![false; 1 << k]);
    for question in questions {
        // All sums of the forms chosen so far, nothing among them.
        let mut span = vec![0];
        for _ in 0..bits[question] {
            let form = candidates.iter().copied().find(|form| {
                !span.contains(form) && span.iter().all(|sum| !sums[2][(sum ^ form) as usize])
            })?;
            forms[question].push(form);
            let more: Vec<u32> = span.iter().map(|sum| sum ^ form).collect();
            span.extend(more);
        }
        for up_to in (1..3).rev() {
            let (fewer, more) = sums.split_at_mut(up_to);
            for (sum, _) in fewer[up_to - 1].iter().enumerate().filter(|(_, is)| **is) {
                for other in &span {
                    more[0][sum ^ *other as usize] = true;
                }
            }
        }
        for sums in &mut sums {
            for sum in &span[1..] {
                sums[*sum as usize] = true;
            }
        }
    }
    Some(forms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shapes(choices: &[usize]) -> Vec<Shape> {
        choices
            .iter()
            .enumerate()
            .map(|(at, &choices)| Shape {
                choices,
                own: at % choices,
            })
            .collect()
    }

    /// How often each combination of answers to these questions comes.
    fn counts(runs: &[Vec<usize>], shapes: &[Shape], of: &[usize]) -> Vec<usize> {
        let mut counts = vec![0; of.iter().map(|&q| shapes[q].choices).product()];
        for run in runs {
            let at = of.iter().fold(0, |at, &question| {
                at * shapes[question].choices + run[question]
            });
            counts[at] += 1;
        }
        counts
    }

    /// Any so many of a number of questions.
    fn any(of: usize, number: usize) -> Vec<Vec<usize>> {
        (0..1u32 << of)
            .filter(|set| set.count_ones() as usize == number)
            .map(|set| (0..of).filter(|at| set >> at & 1 == 1).collect())
            .collect()
    }

    fn runs(design: &Design, number: u64) -> Vec<Vec<usize>> {
        design.runs(&mut Random::for_game(1, number))
    }

    #[test]
    fn few_combinations_are_all_played_once() {
        let shapes = shapes(&[2, 3, 4]);
        let design = Design::of(&shapes).unwrap();
        assert!(!design.is_fraction());
        let runs = runs(&design, 0);
        assert_eq!(counts(&runs, &shapes, &[0, 1, 2]), [1; 24]);
        assert_eq!(runs[0], [0, 1, 2]);
    }

    #[test]
    fn a_fraction_is_a_small_part() {
        for (choices, runs) in [
            (vec![2; 9], 128),
            (vec![2; 17], 256),
            (vec![4; 5], 256),
            (vec![3; 6], 512),
            (vec![2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4], 512),
        ] {
            let design = Design::of(&shapes(&choices)).unwrap();
            assert!(design.size() <= runs, "{choices:?}: {}", design.size());
        }
    }

    #[test]
    fn too_many_questions_are_refused() {
        assert_eq!(Design::of(&shapes(&[8; 12])), None);
    }

    #[test]
    fn shifted_fractions_come_to_all_combinations() {
        let shapes = shapes(&[2; 9]);
        let design = Design::of(&shapes).unwrap();
        let mut times = vec![0; 512];
        for number in 0..400 {
            for (combination, count) in counts(
                &runs(&design, number),
                &shapes,
                &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            )
            .into_iter()
            .enumerate()
            {
                times[combination] += count;
            }
        }
        // Each is in a quarter of 400 fractions: 100, give or take four standard errors of 8.7.
        assert!(
            times.iter().all(|times| (65..=135).contains(times)),
            "{times:?}"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

        /// Answers to any four questions come in proportion to how often each comes, and so do those to any
        /// fewer.
        #[test]
        fn answers_to_any_four_questions_meet_in_proportion(
            choices in prop::collection::vec(2usize..=5, 2..=9)
        ) {
            let shapes = shapes(&choices);
            let design = Design::of(&shapes).unwrap();
            let runs = runs(&design, 1);
            prop_assert_eq!(runs.len(), design.size());
            let alone: Vec<Vec<usize>> =
                (0..shapes.len()).map(|question| counts(&runs, &shapes, &[question])).collect();
            for four in any(shapes.len(), shapes.len().min(4)) {
                let mut together = counts(&runs, &shapes, &four).into_iter();
                let mut expected = vec![1usize];
                for &question in &four {
                    expected = expected
                        .iter()
                        .flat_map(|so_far| alone[question].iter().map(move |count| so_far * count))
                        .collect();
                }
                for expected in expected {
                    prop_assert_eq!(
                        together.next().unwrap() * runs.len().pow(four.len() as u32 - 1), expected
                    );
                }
            }
            for question in 0..shapes.len() {
                let most = *alone[question].iter().max().unwrap();
                prop_assert_eq!(alone[question][shapes[question].own], most);
                for (choice, &count) in alone[question].iter().enumerate() {
                    prop_assert!(2 * count >= most && count > 0);
                    prop_assert_eq!(design.share(question, choice), count as f64 / runs.len() as f64);
                }
            }
        }
    }
}
