//! The typed ruleset: what the engine compiles, whatever files it came from.
//!
//! Every rule carries where it was said and who says so ([`Provenance`]); a rule without provenance is
//! one that no file sets, with the ruling that the engine uses for it.

use super::questions::Answered;
use crate::diagnostics::FileId;
use crate::syntax::tree::Span;

/// The most marks that a variant can declare.
pub const MOST_MARKS: usize = 4;
/// The most rules that `lap ends`, `seed falls` and `lap begins` can have together.
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
    /// The pit facing that one.
    OppositeOrigin,
    /// A pit of a row, counted from 0 at the left as the mover sees it.
    Numbered(Side, u8),
    /// So many pits on from the last one along the sowing, or back where it is less than 0; neither 0 nor 1.
    Along(i8),
    /// The pit facing the one so many pits on from the last one; not 0.
    Facing(i8),
    /// The pit of the other player that has the number of the last pit, each counted from its owner's left.
    Twin,
    /// A store.
    Store(Side),
}

/// How far a row is from the middle of a board of four rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// Next to the enemy's rows.
    Inner,
    /// Next to the player.
    Outer,
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
    /// The pits of a set of which a claim holds.
    Such(Box<Pits>, Box<Claim>),
    /// The pits met one after the other from a pit on, along the sowing or against it, as long as each is of
    /// a set and a claim holds of it.
    Chain(Box<Chain>),
    /// The inner or the outer row, of one player or of both.
    Depth(Filled, Option<Side>, Depth),
    /// Columns of the board, counted from 0 at South's left; ascending.
    Columns(Vec<u8>),
    /// The pits of a player in the column of a pit.
    InColumn(Filled, Side, Pit),
    /// The pits that face those of a set.
    Opposite(Box<Pits>),
    /// So many pits of a set at this end of the board, as the mover sees it; all of it where it has no more.
    Outermost(Hand, u8, Box<Pits>),
    /// Pits of South or North, counted from 0 at his left; ascending.
    Of(Player, Vec<u8>),
}

/// Which way pits are met one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Going {
    /// Against the sowing.
    Before,
    /// Along the sowing.
    After,
    /// Clockwise.
    Clockwise,
    /// Counterclockwise.
    Counterclockwise,
}

/// Pits met one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chain {
    /// The set that each must be of,
    pub of: Pits,
    /// and what must hold of it.
    pub claim: Claim,
    /// Which way they are met.
    pub going: Going,
    /// Whether there is one empty pit before each of them.
    pub gaps: bool,
    /// How many there are at most; `None` for as many as there are.
    pub most: Option<u8>,
    /// Whether the pit before the first is one of them too, where they are met all the way round to it.
    pub and_back: bool,
    /// The pit before the first.
    pub from: Pit,
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

/// What the seeds of a pit are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Than {
    /// This pit.
    Pit(Pit),
    /// The pit that faces it.
    Facing,
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
    /// The pit that faces it is occupied, or empty.
    Facing(bool),
    /// It holds as many seeds as this.
    AsFullAs(Than),
    /// It holds more seeds than this.
    FullerThan(Than),
    /// It bears the mark of this number, which belongs to the player on this side.
    MarkedBy(usize, Side),
    /// It was empty when the opening was over.
    EmptyAtOpening,
    /// It was empty when the turn began.
    EmptyAtStart,
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
    /// More than half of all the seeds of the game.
    MoreThanHalf,
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
    /// How many seeds these pits hold together, or do not.
    Together {
        /// The pits and stores.
        pits: Vec<Pits>,
        /// How many.
        count: Count,
        /// Whether they do.
        holds: bool,
    },
    /// How many seeds the lap had that has ended, or not.
    LapOf {
        /// How many.
        count: Count,
        /// Whether it had.
        holds: bool,
    },
    /// How many seeds lay in all the pits together when the lap began, besides those of the lap, or not.
    LapBegunWith {
        /// How many.
        count: Count,
        /// Whether they did.
        holds: bool,
    },
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
    /// It is one of the mover's first so many turns.
    FirstTurns(u8),
    /// It is one of the first so many turns of the game.
    FirstTurnsOfGame(u8),
    /// The seed that has just fallen is the last of its lap.
    LastSeed,
    /// The mover has made the turn before too, which gave him this one.
    ExtraTurn,
    /// The move would put a single seed back where the turn before took it from.
    StraightBack,
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
    /// As the player chooses.
    EitherWay,
    /// As the player chooses the first time, and so for the rest of the game.
    EitherWayForGood,
    /// The same, and his opponent the other way: who chooses first binds both.
    OppositeWays,
}

/// Which way seeds from certain pits are sown, or at certain times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SowFrom {
    /// Which way.
    pub direction: Direction,
    /// Of which set the pit must be,
    pub pits: Pits,
    /// what must hold of it,
    pub claim: Claim,
    /// and when.
    pub when: Condition,
}

/// Which pits the sowing goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// All pits of the board.
    Board,
    /// The sower's own.
    Own,
}

/// Which stores are sown into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoresIn {
    /// None.
    Outside,
    /// The sower's own.
    Own,
    /// Both.
    Both,
}

/// Where the first seed of a lap goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstSeed {
    /// Into the next pit.
    Next,
    /// Back into the pit lifted from, when this holds; else into the next.
    Origin(Condition),
}

/// Which pits a sowing leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassOver {
    /// None.
    NoPit,
    /// The pit the lap was lifted from.
    Origin,
}

/// Which other pits a sowing leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassOverPits {
    /// Of which set they are,
    pub pits: Pits,
    /// what holds of them,
    pub claim: Claim,
    /// and when.
    pub when: Condition,
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
    /// When it is judged.
    pub kind: ForbidKind,
    /// The condition.
    pub when: Condition,
}

/// When a `forbid` is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbidKind {
    /// At the end of each lap.
    Lap,
    /// Before the sowing.
    Move,
    /// When the turn is over.
    Turn {
        /// Whether nothing is forbidden where that would forbid every move.
        unless_every: bool,
    },
}

/// What a lap rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LapAction {
    /// A pit is lifted and sown on.
    Relay(Relay),
    /// Pits are taken, and the turn ends unless it says otherwise.
    Capture(Capture),
    /// Pits are taken besides, when the turn ends.
    Also(Capture),
    /// The turn ends, and the mover has another.
    Again,
    /// The turn ends.
    Stop,
}

/// How a relay goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relay {
    /// The pit that is lifted, or the mover's store.
    pub from: Pit,
    /// Whether it is sown the other way than the lap before.
    pub turns_round: bool,
}

impl Relay {
    /// The last pit, sown on the same way.
    pub const PLAIN: Relay = Relay {
        from: Pit::Last,
        turns_round: false,
    };
}

/// What a capture does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capture {
    /// What is taken.
    pub takes: Vec<Taken>,
    /// Pits that get a mark.
    pub marks: Vec<(usize, Pits)>,
    /// Nothing is taken or marked when this would hold afterwards.
    pub unless: Option<Condition>,
    /// What comes after it, the first of which the condition holds.
    pub then: Vec<Then>,
}

impl Capture {
    /// Pits that the mover takes, and no more.
    pub fn of(takes: Vec<Pits>) -> Self {
        let taken = |pits| Taken {
            pits,
            to: To::Mover,
            most: None,
        };
        Capture {
            takes: takes.into_iter().map(taken).collect(),
            ..Capture::default()
        }
    }

    /// The pits that the mover takes, where it says no more than that.
    pub fn plain(&self) -> Option<impl Iterator<Item = &Pits>> {
        let plain = self.marks.is_empty()
            && self.unless.is_none()
            && self.then.is_empty()
            && self
                .takes
                .iter()
                .all(|taken| taken.kind() == (&To::Mover, None) && taken.store().is_none());
        plain.then(|| self.takes.iter().map(|taken| &taken.pits))
    }
}

/// Pits that are taken, and who gets the seeds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taken {
    /// The pits.
    pub pits: Pits,
    /// Who gets them.
    pub to: To,
    /// How many of each pit at most; `None` for all.
    pub most: Option<u16>,
}

impl Taken {
    /// Who gets them, and how many of each pit.
    pub fn kind(&self) -> (&To, Option<u16>) {
        (&self.to, self.most)
    }

    /// The store that is taken from, if it is one.
    pub fn store(&self) -> Option<Side> {
        match self.pits {
            Pits::One(Pit::Store(side)) => Some(side),
            _ => None,
        }
    }

    /// Those of a kind together, in the order in which they are taken: a part before the rest.
    pub fn by_kind(takes: &[Taken]) -> Vec<Vec<&Taken>> {
        let mut kinds: Vec<_> = takes.iter().map(Taken::kind).collect();
        kinds.sort_by_key(|(to, most)| (most.is_none(), *to, *most));
        kinds.dedup();
        let of = |kind| takes.iter().filter(|taken| taken.kind() == kind).collect();
        kinds.into_iter().map(of).collect()
    }
}

/// Who gets what is taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum To {
    /// The mover.
    Mover,
    /// His opponent.
    Opponent,
    /// Whose pit it is.
    RowOwner,
    /// Nobody: they are put into the first of these pits, South's before North's; where there is none, nothing is
    /// taken.
    Into(Pits),
}

/// What comes after a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// What.
    pub next: Next,
    /// When.
    pub when: Condition,
}

/// Where a lap of what was taken begins: its first seed falls after this pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The last pit.
    Last,
    /// The pit from which the lap that has just ended began.
    StartOfLap,
}

/// What comes after a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The mover has another turn.
    Again,
    /// A pit is lifted and sown on: the last one, or the one after it.
    Relay(Pit),
    /// What the mover has taken is sown on.
    Sow(After),
    /// The mover takes one of these pits, of his choice.
    Pick(Pits, Claim),
    /// The mover puts what these pits and stores hold into one of those pits, of his choice.
    Put {
        /// What is put.
        from: Vec<Pits>,
        /// Of which set the pit must be,
        pits: Pits,
        /// and what must hold of it.
        claim: Claim,
    },
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
            (None, LapAction::Relay(_)) => "relay",
            (None, LapAction::Capture(_)) => "capture",
            (None, LapAction::Also(_)) => "also",
            (None, LapAction::Again) => "again",
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
    /// What is left is divided evenly; an odd seed counts for nobody.
    RestDivided,
    /// This side (own: the mover) has won, whatever the stores hold.
    Wins(Side),
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
    /// For each mark, whether it belongs to a player.
    pub owned: Vec<bool>,
    /// How many pits a row has.
    pub pits: Rule<u8>,
    /// How many rows: two.
    pub rows: Rule<u8>,
    /// What a pit, a seed and a store are called.
    pub called: Called,
    /// Which stores are sown into.
    pub stores: Rule<StoresIn>,
    /// Which pits the sowing goes round.
    pub path: Rule<Path>,
    /// The seeds placed at the start: how many, in which pits.
    pub place: Rule<(u32, Pits)>,
    /// Pits that hold another number at the start.
    pub excepts: Vec<Rule<(u32, Pits)>>,
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
    /// Which way they are sown from certain pits; the first that fits decides.
    pub sow_from: Vec<Rule<SowFrom>>,
    /// Where the first seed goes.
    pub first_seed: Rule<FirstSeed>,
    /// Whether the pit lifted from is left out.
    pub pass_over: Rule<PassOver>,
    /// Which other pits are left out.
    pub pass_over_pits: Vec<Rule<PassOverPits>>,
    /// How marks are lost.
    pub clearings: Vec<Rule<Clearing>>,
    /// Which moves are not legal.
    pub forbids: Vec<Rule<Forbid>>,
    /// Whether a mover without a move passes.
    pub pass: Option<Rule<()>>,
    /// What happens before a lap is lifted, in order: captures.
    pub begin_rules: Vec<Rule<LapRule>>,
    /// What happens when a seed falls, in order: captures.
    pub seed_rules: Vec<Rule<LapRule>>,
    /// What happens when a lap ends, in order.
    pub lap_rules: Vec<Rule<LapRule>>,
    /// What is taken when a turn ends.
    pub turn_ends: Vec<Rule<Vec<Taken>>>,
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
