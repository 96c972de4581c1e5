//! Pits and moves in notation, both ways.
//!
//! South's pits are `a`, `b`, … from South's left, North's `A`, `B`, … from North's left, so that the
//! counterclockwise path runs `a … j A … J` and back to `a`. A move is a pit, with a number where the
//! player chooses how many seeds he lifts: `c`, `c4`; and with `>` for counterclockwise or `<` for clockwise
//! where he chooses the way: `c>`. A pit that is taken and not sown from is `xC`. A redistribution names the pits it empties and where
//! their seeds go: `de = a2 b3 H5`; one that empties nothing is `-`.
//!
//! What a pit *is* (its row, what it faces) is the engine's business.

use crate::engine::Way;
use std::fmt;

/// The number of a pit along the counterclockwise path: South's from 0, then North's.
pub type PitIndex = usize;

/// What is wrong with a pit or move in notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// What is wrong, in words.
    pub message: String,
    /// Where, in bytes of the text given.
    pub at: std::ops::Range<usize>,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotationError {}

fn wrong<T>(message: String, at: std::ops::Range<usize>) -> Result<T, NotationError> {
    Err(NotationError { message, at })
}

/// The letter of a pit on a board with so many pits a row.
///
/// ```
/// use kiothi::notation::pit_name;
/// assert_eq!((pit_name(0, 10), pit_name(10, 10)), ('a', 'A'));
/// ```
pub fn pit_name(pit: PitIndex, pits: usize) -> char {
    let (at, letters) = if pit < pits {
        (pit, &LETTERS[0])
    } else {
        (pit - pits, &LETTERS[1])
    };
    letters.get(at).copied().unwrap_or('?')
}

/// The letters of South's pits and of North's: the Latin ones, and where those do not suffice the Greek and
/// Cyrillic ones that look like no other, small or large.
const LETTERS: [[char; 50]; 2] = [
    [
        'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r',
        's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'γ', 'δ', 'θ', 'λ', 'ξ', 'π', 'σ', 'φ', 'ψ', 'ω',
        'б', 'д', 'ж', 'з', 'и', 'ц', 'ч', 'ш', 'щ', 'ъ', 'ы', 'э', 'ю', 'я',
    ],
    [
        'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R',
        'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'Γ', 'Δ', 'Θ', 'Λ', 'Ξ', 'Π', 'Σ', 'Φ', 'Ψ', 'Ω',
        'Б', 'Д', 'Ж', 'З', 'И', 'Ц', 'Ч', 'Ш', 'Щ', 'Ъ', 'Ы', 'Э', 'Ю', 'Я',
    ],
];

/// The pit of a letter.
pub fn pit_of(letter: char, pits: usize) -> Option<PitIndex> {
    LETTERS.iter().enumerate().find_map(|(player, letters)| {
        let at = letters.iter().position(|&other| other == letter)?;
        (at < pits).then_some(player * pits + at)
    })
}

fn pit_at(text: &str, at: usize, pits: usize) -> Result<(PitIndex, usize), NotationError> {
    let letter = text[at..].chars().next().unwrap_or(' ');
    let end = at + letter.len_utf8();
    match pit_of(letter, pits) {
        Some(pit) => Ok((pit, end)),
        None => wrong(
            format!(
                "`{letter}` is not a pit of this board; they are a to {} and A to {}",
                pit_name(pits - 1, pits),
                pit_name(2 * pits - 1, pits)
            ),
            at..end.min(text.len()).max(at),
        ),
    }
}

fn digits_end(text: &str, from: usize) -> usize {
    text[from..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |length| from + length)
}

fn skip_blanks(text: &str, from: usize) -> usize {
    text[from..]
        .find(|c: char| !c.is_whitespace())
        .map_or(text.len(), |length| from + length)
}

/// Pits with their seeds, as in `a2 b3 H5`. Each pit may be named once.
///
/// # Errors
///
/// What is no pit, lacks its number, or is named twice.
pub fn placements(text: &str, pits: usize) -> Result<Vec<(PitIndex, u32)>, NotationError> {
    let mut placed: Vec<(PitIndex, u32)> = Vec::new();
    let mut at = skip_blanks(text, 0);
    while at < text.len() {
        let (pit, end) = pit_at(text, at, pits)?;
        let after = digits_end(text, end);
        let Ok(seeds) = text[end..after].parse::<u32>() else {
            return wrong(
                format!("how many seeds in `{}`?", pit_name(pit, pits)),
                at..after.max(end),
            );
        };
        if seeds > 65_535 {
            return wrong("no pit holds more than 65535 seeds".to_owned(), end..after);
        }
        if placed.iter().any(|(other, _)| *other == pit) {
            return wrong(
                format!("`{}` is named twice", pit_name(pit, pits)),
                at..after,
            );
        }
        placed.push((pit, seeds));
        at = skip_blanks(text, after);
    }
    Ok(placed)
}

/// Pits without seeds, as in `a c H` or `acH`.
///
/// # Errors
///
/// What is no pit.
pub fn pit_names(text: &str, pits: usize) -> Result<Vec<PitIndex>, NotationError> {
    let mut named = Vec::new();
    let mut at = skip_blanks(text, 0);
    while at < text.len() {
        let (pit, end) = pit_at(text, at, pits)?;
        named.push(pit);
        at = skip_blanks(text, end);
    }
    Ok(named)
}

/// A move as it is written, before anyone has judged it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenMove {
    /// A pit to sow from, with the number of seeds where it is written.
    Sow {
        /// The pit.
        pit: PitIndex,
        /// How many seeds; `None` where it is not said.
        seeds: Option<u32>,
        /// Which way, where it is said.
        way: Way,
    },
    /// Pits to empty, and where their seeds go.
    Redistribute {
        /// The pits that are emptied, as they are named.
        emptied: Vec<PitIndex>,
        /// The pits that get seeds, with how many.
        placed: Vec<(PitIndex, u32)>,
    },
}

/// Reads a move.
///
/// ```
/// use kiothi::engine::Way;
/// use kiothi::notation::{WrittenMove, written_move};
/// let lifted = WrittenMove::Sow { pit: 2, seeds: Some(4), way: Way::Set };
/// assert_eq!(written_move("c4", 10).unwrap(), lifted);
/// assert!(written_move("de = a2 b3 H5", 10).is_ok());
/// assert!(written_move("k4", 10).is_err());
/// ```
///
/// # Errors
///
/// What cannot be read, and where.
pub fn written_move(text: &str, pits: usize) -> Result<WrittenMove, NotationError> {
    if text.trim() == "-" {
        return Ok(WrittenMove::Redistribute {
            emptied: Vec::new(),
            placed: Vec::new(),
        });
    }
    if let Some(equals) = text.find('=') {
        let emptied = pit_names(&text[..equals], pits)?;
        let placed = placements(&text[equals + 1..], pits).map_err(|error| NotationError {
            at: error.at.start + equals + 1..error.at.end + equals + 1,
            ..error
        })?;
        return Ok(WrittenMove::Redistribute { emptied, placed });
    }
    let at = skip_blanks(text, 0);
    if at == text.len() {
        return wrong("there is no move".to_owned(), 0..text.len());
    }
    let takes = text[at..].starts_with('x') && text[at + 1..].starts_with(char::is_alphabetic);
    let at = if takes { at + 1 } else { at };
    let (pit, end) = pit_at(text, at, pits)?;
    let after = digits_end(text, end);
    let seeds = match &text[end..after] {
        "" => None,
        digits => match digits.parse() {
            Ok(seeds) => Some(seeds),
            Err(_) => return wrong("no pit holds so many seeds".to_owned(), end..after),
        },
    };
    let rest = skip_blanks(text, after);
    let (way, rest) = match text[rest..].chars().next() {
        _ if takes => (Way::Taken, rest),
        Some('>') => (Way::Counterclockwise, skip_blanks(text, rest + 1)),
        Some('<') => (Way::Clockwise, skip_blanks(text, rest + 1)),
        _ => (Way::Set, rest),
    };
    if rest < text.len() {
        return wrong(
            format!("`{}` does not belong to a move like `c4`", &text[rest..]),
            rest..text.len(),
        );
    }
    Ok(WrittenMove::Sow { pit, seeds, way })
}

impl WrittenMove {
    /// The move in notation, on a board with so many pits a row.
    pub fn text(&self, pits: usize) -> String {
        match self {
            WrittenMove::Sow { pit, seeds, way } => {
                let seeds = seeds.map_or_else(String::new, |seeds| seeds.to_string());
                let (before, after) = match way {
                    Way::Set => ("", ""),
                    Way::Counterclockwise => ("", ">"),
                    Way::Clockwise => ("", "<"),
                    Way::Taken => ("x", ""),
                };
                format!("{before}{}{seeds}{after}", pit_name(*pit, pits))
            }
            WrittenMove::Redistribute { emptied, .. } if emptied.is_empty() => "-".to_owned(),
            WrittenMove::Redistribute { emptied, placed } => {
                let emptied: String = emptied.iter().map(|&pit| pit_name(pit, pits)).collect();
                format!("{emptied} = {}", placements_text(placed, pits))
            }
        }
    }
}

/// Pits with their seeds, in notation.
pub fn placements_text(placed: &[(PitIndex, u32)], pits: usize) -> String {
    placed
        .iter()
        .map(|(pit, seeds)| format!("{}{seeds}", pit_name(*pit, pits)))
        .collect::<Vec<_>>()
        .join(" ")
}
