//! The typed ruleset: what the engine compiles, whatever files it came from.
//!
//! Every rule carries where it was said and who says so ([`Provenance`]); a rule without provenance is
//! one that no file sets, with the ruling that the engine uses for it.

use super::questions::Answered;
use crate::diagnostics::FileId;
use crate::syntax::tree::Span;

/// The most marks that a variant can declare.
pub const MOST_MARKS: usize = 4;
/// The most rules that `lap ends` can have.
pub const MOST_LAP_RULES: usize = 32;

/// Who moves; also whose row or store it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player whose pits are `a`, `b`, …
    South,
    /// The player whose pits are `A`, `B`, …
    North,
}

impl Player {
    /// Both, South first.
    pub const BOTH: [Player; 2] = [Player::South, Player::North];

    /// The other one.
    pub fn opponent(self) -> Player {
        match self {
            Player::South => Player::North,
            Player::North => Player::South,
        }
    }

    /// `South` or `North`.
    pub fn name(self) -> &'static str {
        match self {
            Player::South => "South",
            Player::North => "North",
        }
    }
}

/// A citation of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The key of the source.
    pub source: String,
    /// What is quoted from it; may be empty.
    pub quote: String,
    /// Why the source is not clear here; `Some("")` where no reason is given.
    pub unclear: Option<String>,
}

/// Where a rule was said, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The file.
    pub file: FileId,
    /// The place of the clause.
    pub span: Span,
    /// The sources that say so.
    pub citations: Vec<Citation>,
    /// Why the author has decided so where no source does; `Some("")` where no reason is given.
    pub assumed: Option<String>,
    /// The answers that the rule comes from; none for a rule that is said in so many words.
    pub answers: Vec<Answered>,
}

/// A rule with its provenance.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule<T> {
    /// What the rule says.
    pub value: T,
    /// Where it was said; `None` where no file says it and this is the engine's ruling.
    pub said: Option<Provenance>,
}

impl<T> Rule<T> {
    /// A ruling that no file sets.
    pub fn unstated(value: T) -> Self {
        Rule { value, said: None }
    }
}

/// A source that rules cite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The word after `@`.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// Where it appeared.
    pub publication: String,
    /// The file that holds it.
    pub file: String,
    /// Its language.
    pub language: String,
    /// What a reader should know of it.
    pub note: String,
}

/// A row, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The mover's.
    Own,
    /// The opponent's.
    Enemy,
}

/// Left or right, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hand {
    /// Towards the mover's left.
    Left,
    /// Towards the mover's right.
    Right,
}

/// One pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pit {
    /// The pit the last seed of the lap fell in.
    Last,
    /// The pit facing it.
    Opposite,
    /// The pit after it.
    Next,
    /// The pit the turn began in.
    Origin,
    /// A pit of a row, counted from 0 at the left as the mover sees it.
    Numbered(Side, u8),
}

/// Whether pits must hold seeds to count among a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Filled {
    /// All of them.
    Whatever,
    /// Those that hold seeds.
    Occupied,
    /// Those that hold none.
    Empty,
}

/// A set of pits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pits {
    /// A single pit.
    One(Pit),
    /// The whole board.
    Every(Filled),
    /// A row.
    Row(Filled, Side),
    /// So many pits at an end of a row.
    End(Hand, u8, Side),
    /// Pits of a row, counted from 0 at the left as the mover sees it; ascending.
    Listed(Side, Vec<u8>),
    /// So many pits beside a pit, in its row; there is no such set where the row ends before.
    Beside(u8, Hand, Pit),
    /// The occupied pits beside a pit up to the first empty one, in its row.
    Run(Hand, Pit),
}

/// What is claimed of a pit. Negations stand only before a single fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// All of these.
    All(Vec<Claim>),
    /// One of these.
    Any(Vec<Claim>),
    /// A fact, or that it is not one.
    Fact {
        /// Whether the fact holds.
        holds: bool,
        /// The fact.
        fact: Fact,
    },
}

/// A fact about a pit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// It holds so many seeds; `was` speaks of the moment before the last seed fell.
    Holds {
        /// Whether it is the moment before the last seed fell.
        was: bool,
        /// How many.
        count: Count,
    },
    /// It bears the mark of this number.
    Marked(usize),
    /// It was empty when the opening was over.
    EmptyAtOpening,
    /// It has been lifted from since the opening.
    SownFrom,
    /// A seed has been sown into it since the opening.
    SownInto,
    /// It is one of these pits.
    OneOf(Pits),
}

/// A number of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Count {
    /// One at least.
    Some,
    /// One of these numbers; ascending.
    OneOf(Vec<u32>),
    /// At least so many.
    AtLeast(u32),
    /// At most so many.
    AtMost(u32),
    /// An even number, or an odd one.
    Even(bool),
}

/// For how many pits of a set a claim is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// For each.
    Each,
    /// For one at least.
    Any,
}

/// A condition. Negations stand only before a single fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// All of these; none of them: always.
    All(Vec<Condition>),
    /// One of these; none of them: never.
    Any(Vec<Condition>),
    /// A claim about pits.
    Pits(Quantifier, Pits, Claim),
    /// A fact about the turn, or that it is not one.
    Turn {
        /// Whether the fact holds.
        holds: bool,
        /// The fact.
        fact: TurnFact,
    },
}

/// A fact about the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TurnFact {
    /// The lap that has ended is the first.
    FirstLap,
    /// Some lap has dropped a seed in the opponent's row.
    Crossed,
    /// Some rule has captured.
    CapturedThisTurn,
    /// The lap rule of this number has applied.
    RuleCaptured(usize),
    /// The player on this side (own: the mover) has no legal move.
    NoMove(Side),
}

/// How many pits a redistribution empties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Just so many.
    Exactly(u8),
    /// None, or as many as this.
    UpTo(u8),
}

/// What each player does before the sowing begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redistribution {
    /// How many pits are emptied.
    pub quantity: Quantity,
    /// Which pits may be; only occupied ones are.
    pub from: Pits,
    /// Where their seeds may go.
    pub into: Pits,
}

/// How many seeds a player lifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lift {
    /// All that the pit holds.
    All,
    /// As many as he likes, one at least.
    AnyNumber,
}

/// Which way seeds are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `a`, `b`, …
    Counterclockwise,
    /// `b`, `a`, …
    Clockwise,
}

/// Which pits a sowing leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassOver {
    /// None.
    NoPit,
    /// The pit the lap was lifted from.
    Origin,
}

/// Whose pits a rule about marks speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Everyone's.
    Every,
    /// Those of this side.
    Of(Side),
}

/// What may make a pit lose a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// Seeds are lifted from it, by hand or by a relay.
    LiftedFrom,
    /// Such a lift leaves it empty.
    Emptied,
    /// It is captured from.
    CapturedFrom,
}

/// A rule by which pits lose a mark, or do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clearing {
    /// The mark, by its number.
    pub mark: usize,
    /// Whose pits.
    pub whose: Whose,
    /// When.
    pub occasion: Occasion,
    /// Whether the mark is lost; otherwise the rule says that it is kept.
    pub clears: bool,
}

/// A rule by which a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbid {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Judged at the end of each lap.
    pub when: Condition,
}

/// What a lap rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LapAction {
    /// The last pit is lifted and sown on.
    Relay,
    /// These pits are taken, and the turn ends.
    Capture(Vec<Pits>),
    /// These pits are taken besides, when the turn ends.
    Also(Vec<Pits>),
    /// The turn ends.
    Stop,
}

/// A rule for the end of a lap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LapRule {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// When it applies.
    pub when: Condition,
    /// What it does.
    pub action: LapAction,
}

impl LapRule {
    /// Its name in results: as the file gives it, or else its kind.
    pub fn title(&self) -> &str {
        match (&self.name, &self.action) {
            (Some(name), _) => name,
            (None, LapAction::Relay) => "relay",
            (None, LapAction::Capture(_)) => "capture",
            (None, LapAction::Also(_)) => "also",
            (None, LapAction::Stop) => "stop",
        }
    }
}

/// What becomes of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// What is left goes to this side (own: the mover); then most seeds win.
    RestTo(Side),
    /// What is left counts for nobody.
    RestToNobody,
    /// What is left in a row goes to its owner.
    RestToOwner,
    /// The game is drawn.
    Draw,
}

/// What becomes of a relay that does not stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The move is not legal.
    Forbidden,
    /// The sowing stops where it stands.
    EndsTurn,
    /// The game is drawn.
    Draw,
}

/// When a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Judged at the beginning of a turn.
    pub when: Condition,
    /// What becomes of the game.
    pub outcome: Outcome,
}

/// What a win by a certain margin counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Win {
    /// The margin.
    pub margin: u32,
    /// What it counts.
    pub counts: u32,
    /// The most it is said to have been counted as.
    pub up_to: u32,
}

/// The rules of one variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruleset {
    /// What the variant is called.
    pub title: String,
    /// The sources its rules cite.
    pub sources: Vec<Source>,
    /// The names of its marks.
    pub marks: Vec<String>,
    /// How many pits a row has.
    pub pits: Rule<u8>,
    /// How many rows: two.
    pub rows: Rule<u8>,
    /// What a pit, a seed and a store are called.
    pub called: Called,
    /// That the stores are not sown into.
    pub stores: Rule<()>,
    /// The seeds placed at the start: how many, in which pits.
    pub place: Rule<(u32, Pits)>,
    /// Marks from the start.
    pub setup_marks: Vec<Rule<(usize, Pits)>>,
    /// Who moves first.
    pub first: Rule<Player>,
    /// The opening, where there is one.
    pub redistribution: Option<Rule<Redistribution>>,
    /// Whether a redistribution may fill the pits that it empties.
    pub refill: Rule<bool>,
    /// Marks given once the opening is over.
    pub opening_marks: Vec<Rule<(usize, Pits)>>,
    /// Where a move may begin: own pits for which this claim holds.
    pub from: Rule<(Pits, Claim)>,
    /// How many seeds are lifted.
    pub lift: Rule<Lift>,
    /// Which way they are sown.
    pub sow: Rule<Direction>,
    /// Which pits are left out.
    pub pass_over: Rule<PassOver>,
    /// How marks are lost.
    pub clearings: Vec<Rule<Clearing>>,
    /// Which moves are not legal.
    pub forbids: Vec<Rule<Forbid>>,
    /// What happens when a lap ends, in order.
    pub lap_rules: Vec<Rule<LapRule>>,
    /// When the game is over, in order.
    pub endings: Vec<Rule<Ending>>,
    /// What becomes of an endless relay.
    pub endless: Rule<Ruling>,
    /// What becomes of a relay of more than so many laps.
    pub long_relay: Rule<(u32, Ruling)>,
    /// What becomes of a position that stands for the so-manieth time.
    pub repeated: Rule<Option<(u32, Outcome)>>,
    /// That most seeds win.
    pub winner: Rule<()>,
    /// That equal stores are a draw.
    pub tie: Rule<()>,
    /// What a win by a margin counts.
    pub win: Rule<Option<Win>>,
    /// Clauses of parents that were dropped, with who says that there is no such rule.
    pub dropped: Vec<Dropped>,
}

/// A clause of a parent that was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The file the clause stands in.
    pub path: String,
    /// Where it stands there.
    pub span: Span,
    /// Where it was dropped, and who says so.
    pub said: Provenance,
}

/// What things are called in reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// A pit.
    pub pit: String,
    /// A seed.
    pub seed: String,
    /// A store.
    pub store: String,
}

impl Default for Called {
    fn default() -> Self {
        Called {
            pit: "pit".to_owned(),
            seed: "seed".to_owned(),
            store: "store".to_owned(),
        }
    }
}
