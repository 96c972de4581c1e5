//! The words of the language, each once.
//!
//! Every block, clause, condition, pit and ruling stands in one table with the form in which it is
//! written, its meaning and an example. The reader of variant files ([`crate::rules`]) matches clauses
//! against these forms and takes "expected …" and "did you mean …" from them, so a word that is not
//! here does not exist, and one that is here must be handled where [`Word`] is matched, or the crate
//! does not compile. What a word does is said in `rules::lower` and in `engine`, under the same name.
//!
//! # Forms
//!
//! A form is written as an author would write the clause:
//!
//! | in a form | means |
//! | --- | --- |
//! | `sow` | the word itself |
//! | `pit\|pits` | either word; which one does not matter |
//! | `<own\|enemy>` | either word; which one does matter. A choice may have several words |
//! | `[the]` | may be left out |
//! | `<number>`, `<pits>` … | a [`Slot`] |

use std::sync::LazyLock;

/// The version of the language that this program speaks.
pub const LANGUAGE: u64 = 1;

/// A part of a file that has clauses of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Block {
    /// The file itself, outside of all braces.
    File,
    /// `source KEY { … }`
    Source,
    /// `question NAME "…" { … }`
    Question,
    /// The braces of a `choice`, which hold blocks of rules.
    Choice,
    /// `board { … }`
    Board,
    /// `setup { … }`
    Setup,
    /// `opening { … }`
    Opening,
    /// `turn { … }`
    Turn,
    /// `lap begins { … }`
    LapBegins,
    /// `seed falls { … }`
    SeedFalls,
    /// `lap ends { … }`
    LapEnds,
    /// The braces of a `capture` or an `also`.
    Takes,
    /// `turn ends { … }`
    TurnEnds,
    /// `ending { … }`
    Ending,
    /// `match { … }`
    Match,
    /// `example "…" { … }`
    Example,
}

impl Block {
    /// How an author writes its name.
    pub fn name(self) -> &'static str {
        match self {
            Block::File => "the file",
            Block::Source => "source",
            Block::Question => "question",
            Block::Choice => "choice",
            Block::Board => "board",
            Block::Setup => "setup",
            Block::Opening => "opening",
            Block::Turn => "turn",
            Block::LapBegins => "lap begins",
            Block::SeedFalls => "seed falls",
            Block::LapEnds => "lap ends",
            Block::Takes => "capture",
            Block::TurnEnds => "turn ends",
            Block::Ending => "ending",
            Block::Match => "match",
            Block::Example => "example",
        }
    }

    /// Whether its clauses are rules of the game, which are inherited and can be cited.
    pub fn has_rules(self) -> bool {
        matches!(
            self,
            Block::Board
                | Block::Setup
                | Block::Opening
                | Block::Turn
                | Block::LapBegins
                | Block::SeedFalls
                | Block::LapEnds
                | Block::TurnEnds
                | Block::Ending
                | Block::Match
        )
    }
}

/// What kind of word an entry is: where it can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A clause of a block.
    Clause(Block),
    /// One pit.
    Pit,
    /// A set of pits.
    Pits,
    /// A fact about a pit, after `is` or `was`.
    Fact,
    /// A number of seeds, after `holds`.
    Holding,
    /// A fact about the turn.
    TurnFact,
    /// Who gets what is taken, after `to`.
    Receiver,
    /// What becomes of the game.
    Outcome,
    /// What becomes of a relay that does not stop.
    Ruling,
}

/// Which moment a condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Any moment.
    Any,
    /// A lap that has just ended.
    LapEnd,
    /// The beginning of a turn.
    TurnStart,
    /// A turn that has begun in some pit.
    Begun,
    /// A move that is chosen: where it begins, and which way it is sown.
    Chosen,
    /// A lap that is about to be lifted.
    LapStart,
    /// A seed on its way.
    Sowing,
}

impl Moment {
    /// Whether what speaks of this moment can be asked at another.
    pub fn is_known_at(self, other: Moment) -> bool {
        self == Moment::Any
            || self == other
            || matches!(
                (self, other),
                (
                    Moment::Begun,
                    Moment::Chosen | Moment::LapStart | Moment::Sowing | Moment::LapEnd
                ) | (Moment::LapStart, Moment::Sowing | Moment::LapEnd)
                    | (Moment::Sowing, Moment::LapEnd)
            )
    }
}

/// What makes two clauses of a block the same clause, so that one in a child replaces one in its parent
/// and two in one file are a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// There is one of it.
    Once,
    /// One for each name in quotes; without a name there is one.
    ByName,
    /// One for each mark, question or other thing with a name that is not in quotes.
    ByMark,
    /// One for each mark and occasion, whether the mark is lost or kept.
    ByOccasion,
    /// One for each condition.
    ByCondition,
    /// One for each wording.
    ByText,
    /// As many as one likes.
    Many,
}

/// A place in a form for something that is not a fixed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A number in digits.
    Number,
    /// Several numbers: `2 or 3`, `1, 3 and 5`, `2 to 5`.
    Numbers,
    /// A text in quotes.
    Text,
    /// A new name.
    Name,
    /// A mark that the file or a parent declares.
    Mark,
    /// The name of a rule, in quotes.
    Rule,
    /// One pit.
    Pit,
    /// A set of pits, or one pit.
    Pits,
    /// A kind of pit: `an occupied own pit`, `an own pit that holds 2 or more`.
    Which,
    /// A kind of pits with something claimed of them: `enemy pits that hold 2 or 3`.
    Such,
    /// Sets of pits in a row: `opposite pit, last pit`.
    Takes,
    /// A [`Kind::Holding`].
    Holding,
    /// A [`Kind::Receiver`].
    Receiver,
    /// A condition.
    Condition,
    /// An [`Kind::Outcome`].
    Outcome,
    /// A [`Kind::Ruling`].
    Ruling,
    /// Pits in notation, with their seeds: `a2 b3 H5`.
    Placements,
    /// Pits in notation: `a c H`.
    PitNames,
    /// A move in notation.
    Move,
}

impl Slot {
    /// What an author is told is expected.
    pub fn describe(self) -> &'static str {
        match self {
            Slot::Number => "a number",
            Slot::Numbers => "a number or several",
            Slot::Text => "a text in quotes",
            Slot::Name => "a name",
            Slot::Mark => "a mark",
            Slot::Rule => "the name of a rule in quotes",
            Slot::Pit => "a pit",
            Slot::Pits => "a set of pits",
            Slot::Which => "a kind of pit",
            Slot::Such => "a kind of pits, with `that` and what is asked of them",
            Slot::Takes => "the pits to take",
            Slot::Holding => "a number of seeds",
            Slot::Receiver => "who gets them",
            Slot::Condition => "a condition",
            Slot::Outcome => "what becomes of the game",
            Slot::Ruling => "what becomes of the relay",
            Slot::Placements => "pits with their seeds, like `a2 H5`",
            Slot::PitNames => "pits, like `a c H`",
            Slot::Move => "a move, like `c4`",
        }
    }

    fn named(name: &str) -> Option<Slot> {
        Some(match name {
            "number" => Slot::Number,
            "numbers" => Slot::Numbers,
            "text" => Slot::Text,
            "name" => Slot::Name,
            "mark" => Slot::Mark,
            "rule" => Slot::Rule,
            "pit" => Slot::Pit,
            "pits" => Slot::Pits,
            "which" => Slot::Which,
            "such" => Slot::Such,
            "takes" => Slot::Takes,
            "holding" => Slot::Holding,
            "receiver" => Slot::Receiver,
            "condition" => Slot::Condition,
            "outcome" => Slot::Outcome,
            "ruling" => Slot::Ruling,
            "placements" => Slot::Placements,
            "pit names" => Slot::PitNames,
            "move" => Slot::Move,
            _ => return None,
        })
    }
}

/// A part of a form; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of these words (or symbols); which one does not matter.
    Literal(Vec<&'static str>),
    /// One of these, each of one or more words; which one matters.
    Choice(Vec<Vec<&'static str>>),
    /// Something that is not a fixed word.
    Slot(Slot),
    /// May be left out.
    Optional(Vec<Part>),
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name within this program.
    pub word: Word,
    /// Where it can stand.
    pub kind: Kind,
    /// How it is written.
    pub form: &'static str,
    /// The form, taken apart.
    pub parts: Vec<Part>,
    /// What it means, in a sentence or two.
    pub meaning: &'static str,
    /// A real use of it.
    pub example: &'static str,
    /// For a clause: what its braces hold, where it has braces.
    pub body: Option<Block>,
    /// For a clause: what makes it the same clause as another.
    pub identity: Identity,
    /// For a condition or a pit: the moment it speaks of.
    pub moment: Moment,
    /// For a rule: what holds where no file sets it, and that this is so; `None` where it must be set or
    /// where leaving it out means that there is no such rule.
    pub unstated: Option<&'static str>,
}

impl Entry {
    /// The word a clause begins with.
    pub fn keyword(&self) -> &'static str {
        match &self.parts[0] {
            Part::Literal(words) => words[0],
            _ => "",
        }
    }
}

impl Entry {
    /// What a clause is called where clauses are listed: the fixed words it begins with.
    pub fn name(&self) -> String {
        let words: Vec<&str> = self
            .parts
            .iter()
            .map_while(|part| match part {
                Part::Literal(words) if words[0].starts_with(char::is_alphabetic) => Some(words[0]),
                _ => None,
            })
            .collect();
        words.join(" ")
    }
}

macro_rules! vocabulary {
    (@field $entry:ident, body, $value:expr) => { $entry.body = Some($value); };
    (@field $entry:ident, identity, $value:expr) => { $entry.identity = $value; };
    (@field $entry:ident, moment, $value:expr) => { $entry.moment = $value; };
    (@field $entry:ident, unstated, $value:expr) => { $entry.unstated = Some($value); };
    ($( $word:ident = $kind:expr, $form:literal, $meaning:literal, $example:literal $(, $field:ident: $value:expr)*; )*) => {
        /// The name of each word of the language, within this program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Word { $( #[doc = concat!("`", $form, "`: ", $meaning)] $word, )* }

        fn table() -> Vec<Entry> {
            vec![$({
                #[allow(unused_mut)]
                let mut entry = Entry {
                    word: Word::$word,
                    kind: $kind,
                    form: $form,
                    parts: parse_form($form),
                    meaning: $meaning,
                    example: $example,
                    body: None,
                    identity: Identity::Once,
                    moment: Moment::Any,
                    unstated: None,
                };
                $( vocabulary!(@field entry, $field, $value); )*
                entry
            }),*]
        }
    };
}

use Block as B;
use Identity as I;
use Kind::{Clause, Fact, Holding, Outcome, Pit, Pits, Receiver, Ruling, TurnFact};
use Moment as M;

vocabulary! {
    // The file.
    Language = Clause(B::File), "language <number>",
        "The version of the language; the first clause of every file.",
        "language 1";
    Game = Clause(B::File), "game <text>",
        "What the variant is called in tables and reports.",
        "game \"Kiothi, as the Czech account tells it\"";
    Extends = Clause(B::File), "extends <text>",
        "The file whose rules hold wherever this one says nothing else; a path from this file.",
        "extends \"kiothi.mancala\"";
    Source = Clause(B::File), "source <name>",
        "A text that rules can cite, with `@` and its name.",
        "source es { title \"Kiothi\"; language \"es\" }", body: B::Source, identity: I::Many;
    Mark = Clause(B::File), "mark <name> [, owned]",
        "Something a pit can bear, which stays until a rule clears it. One that is owned belongs to the player \
         who was the mover when the pit was marked.",
        "mark tuz, owned", identity: I::ByMark;
    Board = Clause(B::File), "board", "The board.", "board { rows 2; pits 10 }", body: B::Board;
    Setup = Clause(B::File), "setup", "How the game stands before the first move.",
        "setup { place 5 seeds in each of the rightmost 6 own pits }", body: B::Setup;
    Opening = Clause(B::File), "opening", "What each player does once, in turn, before the sowing begins.",
        "opening { redistribute exactly 2 occupied own pits into any pits }", body: B::Opening;
    Turn = Clause(B::File), "turn", "How a player lifts and sows.",
        "turn { from an occupied own pit; lift any number; sow counterclockwise }", body: B::Turn;
    LapBegins = Clause(B::File), "lap begins",
        "What is captured before a lap is lifted: the first rule that applies decides. `origin` is the pit that \
         is about to be lifted.",
        "lap begins { capture when origin holds 1 { take the pit opposite origin } }",
        body: B::LapBegins;
    SeedFalls = Clause(B::File), "seed falls",
        "What happens in passing, whenever a seed has fallen: the first rule that applies decides. `last pit` \
         is the pit it fell in.",
        "seed falls { capture when last pit holds 4 { take last pit to the row's owner } }",
        body: B::SeedFalls;
    LapEnds = Clause(B::File), "lap ends",
        "What happens when the last seed of a lap has fallen: the first rule that applies decides.",
        "lap ends { relay when last pit was occupied; stop }", body: B::LapEnds;
    TurnEnds = Clause(B::File), "turn ends",
        "What is taken whenever a turn is over, whatever happened in it. Whoever made the turn is the mover.",
        "turn ends { take all pits that are own tuz }", body: B::TurnEnds;
    Ending = Clause(B::File), "ending", "When the game is over and who has won.",
        "ending { when mover has no move: remaining seeds to opponent }", body: B::Ending;
    Match = Clause(B::File), "match", "What a won game counts.",
        "match { win by exactly 2 counts as 2 }", body: B::Match;
    Question = Clause(B::File), "question <name> <text>",
        "A point on which accounts differ or keep silent, asked once, with the choices there are.",
        "question lifting \"How many seeds are lifted?\" { choice all \"all\" { turn { lift all } }; \
         choice some \"as many as one likes\" { turn { lift any number } } }",
        body: B::Question, identity: I::ByMark;
    Answer = Clause(B::File), "answer <name> :|= <name>",
        "Which choice of a question holds here. Of a file and its parents the nearest one decides.",
        "answer lifting: all", identity: I::ByMark;
    Example = Clause(B::File), "example <text>",
        "A position, moves, and what must follow; `check` plays it.",
        "example \"two seeds\" { board e2; move e2; then board f1 g1 }",
        body: B::Example, identity: I::ByName;

    // source
    Title = Clause(B::Source), "title <text>", "What the text is called.", "title \"Kiothi\"";
    Author = Clause(B::Source), "author <text>", "Who wrote it.", "author \"Bernardo Bernardi\"";
    Publication = Clause(B::Source), "publication <text>", "Where it appeared.",
        "publication \"Mancala World\"";
    SourceFile = Clause(B::Source), "file <text>", "The file that holds it.", "file \"kiothi-es.txt\"";
    SourceLanguage = Clause(B::Source), "language <text>", "The language it is written in.",
        "language \"es\"";
    SourceNote = Clause(B::Source), "note <text>", "What a reader should know of it.",
        "note \"machine-translated\"";

    // question
    Choice = Clause(B::Question), "choice <name> <text>",
        "One of the choices: the blocks of rules in its braces hold where a file answers with its name, as if \
         they stood in place of the question. A choice that says no rule has empty braces.",
        "choice all \"all\" @enwiki { turn { lift all } }", body: B::Choice, identity: I::ByMark;

    // board
    Rows = Clause(B::Board), "rows <number>",
        "How many rows the board has: two, one for each player; four, two for each; or three, of which the \
         middle one is shared: each player owns the half on his right.", "rows 2";
    PitsInRow = Clause(B::Board), "pits <number> [called <text>]",
        "How many pits each row has, and what a pit is called in reports. A player can own at most 50.",
        "pits 10 called \"boma\"";
    SeedsCalled = Clause(B::Board), "seeds called <text>", "What a seed is called in reports.",
        "seeds called \"warrior\"", unstated: "a seed is called a seed";
    Stores = Clause(B::Board),
        "stores <number> [called <text>] [, <outside|own store in|both stores in> the sowing path]",
        "The stores, one for each player, which hold what he has captured; and whether they are sown into: not, \
         unless said. A store in the path lies after its owner's last pit, counterclockwise; a clockwise sowing \
         comes to it before that pit.",
        "stores 2 called \"prison\", outside the sowing path",
        unstated: "two stores, outside the sowing path";

    Path = Clause(B::Board), "path round <the whole board|own pits>",
        "Which pits the sowing goes round: all of them, or the sower's own.",
        "path round own pits",
        unstated: "the whole board, or the sower's own pits where the board has four rows";

    // setup
    Place = Clause(B::Setup), "place <number> seed|seeds in each|every [of] <pits>",
        "The seeds that lie on the board at the start, the same for both players.",
        "place 5 seeds in each of the rightmost 6 own pits";
    Except = Clause(B::Setup), "except <number> seed|seeds in each|every [of] <pits>",
        "Pits that hold another number at the start than `place` says: the same for both players, unless \
         they are named as South's or North's.",
        "except 5 seeds in each of the rightmost 1 own pits", identity: I::ByText;
    SetupMark = Clause(B::Setup), "mark <mark> on <pits>",
        "Pits that bear a mark from the start. Own pits are each player's own.",
        "mark nki on every pit", identity: I::ByMark;
    First = Clause(B::Setup), "first to move is <south|north>", "Who moves first.",
        "first to move is south", unstated: "South moves first";

    // opening
    Redistribute = Clause(B::Opening), "redistribute <exactly|up to> <number> <pits> into <pits>",
        "Each player in turn empties so many of these pits and places their seeds, one by one as he \
         likes, into those pits.",
        "redistribute exactly 2 occupied own pits into any pits";
    Refill = Clause(B::Opening), "emptied pits <may be filled again|stay empty>",
        "Whether a redistribution may place seeds in the pits that it empties.",
        "emptied pits stay empty", unstated: "emptied pits may be filled again";
    OpeningMark = Clause(B::Opening), "mark <mark> on <pits>",
        "Pits that get a mark once both players have redistributed.",
        "mark nki on occupied pits", identity: I::ByMark;

    // turn
    From = Clause(B::Turn), "from <which>", "The pits a move may begin in.",
        "from an occupied own pit";
    Lift = Clause(B::Turn), "lift <all|any number>",
        "How many seeds the player takes up: all, or as many as he likes, one at least.",
        "lift any number";
    Sow = Clause(B::Turn),
        "sow <counterclockwise|clockwise|opposite ways for good|either way for good|either way>",
        "Which way the seeds are sown, one into each pit from the next one on; or that the player chooses, \
         each time or once for the rest of the game. `opposite ways`: who chooses first binds the other to the \
         other way.",
        "sow counterclockwise";
    SowFrom = Clause(B::Turn),
        "sow <counterclockwise|clockwise|opposite ways for good|either way for good|either way> \
         from <which> [when <condition>]",
        "Which way a turn sows that begins in such a pit, or at such a time. The first of these that fits \
         decides, and where none does, the plain `sow`.",
        "sow clockwise from own pits 1 and 2", identity: I::ByText, moment: M::Begun;
    FirstSeed = Clause(B::Turn), "first seed into <next pit|origin> [when <condition>]",
        "Where the first seed of a lap goes: into the next pit, or back into the pit the lap was lifted from, \
         always or when the condition holds before the lifting; else into the next pit. `origin` is that pit.",
        "first seed into origin when origin holds 2 or more",
        unstated: "the first seed goes into the next pit";
    Pass = Clause(B::Turn), "pass when [the] mover has no [legal] move",
        "Who has no legal move passes, and his opponent has a turn; where he has no move either, the game is \
         over.",
        "pass when mover has no move";
    PassOver = Clause(B::Turn), "pass over <no pit|origin>",
        "Which pits a sowing leaves out: none, or the one that the lap was lifted from, when a lap comes \
         round to it.",
        "pass over no pit", unstated: "no pit is passed over, the one lifted from included";
    PassOverPits = Clause(B::Turn), "pass over <which> [when <condition>]",
        "Pits that a sowing leaves out, as they stand when a seed would fall there; always, or when the \
         condition holds.",
        "pass over an enemy pit that holds 2", identity: I::ByText;
    Clear = Clause(B::Turn), "clear <mark> from <every|own|enemy> pit|pits <lifted from|emptied|captured from>",
        "When a pit loses a mark: as soon as seeds are lifted from it (by hand or by a relay), only when \
         such a lift empties it, or when it is captured from. Own and enemy are the mover's.",
        "clear nki from every pit lifted from", identity: I::ByOccasion;
    Keep = Clause(B::Turn), "keep <mark> on <every|own|enemy> pit|pits <lifted from|emptied|captured from>",
        "Says that a pit does not lose its mark by this.",
        "keep nki on every pit captured from", identity: I::ByOccasion;
    Forbid = Clause(B::Turn), "forbid [<text>] a <first lap|lap> that ends in <which> [when <condition>]",
        "A move that would do this is not legal. `occupied` and `empty` speak of the pit before the last \
         seed fell.",
        "forbid a first lap that ends in an occupied own pit", identity: I::ByName;

    ForbidMove = Clause(B::Turn), "forbid [<text>] a move when <condition>",
        "A move is not legal when this holds before it. `origin` is the pit it would begin in.",
        "forbid \"single\" a move when origin holds 1 and any own pit holds 2 or more", identity: I::ByName;
    ForbidTurn = Clause(B::Turn), "forbid [<text>] a turn after which <condition> [, <unless every move is such|even if every move is such>]",
        "A move is not legal when this would hold once its turn is over; `was` speaks of the beginning of the \
         turn. `unless every move is such` lets all of them be where none would be left.",
        "forbid \"must feed\" a turn after which each enemy pit is empty and was empty",
        identity: I::ByName;

    // lap begins
    CaptureBefore = Clause(B::LapBegins), "capture [<text>] when <condition>",
        "The pits in its braces are taken, and then the lap is lifted and sown, with what the pit still holds.",
        "capture \"singles\" when any own pit holds 1 { take the pits opposite all own pits that hold 1 }",
        body: B::Takes, identity: I::ByName;

    // seed falls
    CaptureInPassing = Clause(B::SeedFalls), "capture [<text>] when <condition>",
        "The pits in its braces are taken at once, and the sowing goes on.",
        "capture \"fours\" when last pit holds 4 { take last pit to the row's owner }",
        body: B::Takes, identity: I::ByName;

    // lap ends
    Relay = Clause(B::LapEnds),
        "relay [<text>] [from <last pit|next pit|own store>] [<the same way|turned round>] when <condition>",
        "The contents of the last pit, of the one after it, or of one's own store where that is sown into, are lifted \
         and sown on as another lap, the same way or the other. Where the last or the next is a store, it is not lifted.",
        "relay when last pit was occupied", identity: I::ByName;
    Again = Clause(B::LapEnds), "again [<text>] when <condition>",
        "The turn ends, and the mover has another.",
        "again when last pit is own store", identity: I::ByName;
    Capture = Clause(B::LapEnds), "capture [<text>] when <condition>",
        "The pits in its braces are taken to the mover's store, and the turn ends.",
        "capture \"opposite\" when last pit is own and opposite pit is occupied { take opposite pit }",
        body: B::Takes, identity: I::ByName;
    Also = Clause(B::LapEnds), "also [<text>] when <condition>",
        "Judged when the turn ends here, after the rule that decided: its pits are taken too.",
        "also \"leftmost bonus\" when \"opposite\" captured and last pit is leftmost own { take enemy pit 1 }",
        body: B::Takes, identity: I::ByName;
    Call = Clause(B::LapEnds), "call [it] <text> when <condition>",
        "Gives a condition a name, by which rules ask for it: `\"…\" holds`. A part of a rule that is a \
         question of its own is set apart in this way.",
        "call it \"bonus due\" when \"opposite\" captured and last pit is leftmost own", identity: I::ByName;
    Stop = Clause(B::LapEnds), "stop", "The turn ends.", "stop";
    Take = Clause(B::Takes), "take [<number> seed|seeds from] <takes> [to <receiver>]",
        "The pits whose seeds are taken, all that each holds or so many at most; and who gets them: the mover, \
         unless said.",
        "take opposite pit, last pit";
    MarkPits = Clause(B::Takes), "mark <mark> on <pits>",
        "A set of pits that get a mark; a further set has a `mark` of its own. One that is owned then belongs to the mover.",
        "mark tuz on last pit", identity: I::Many;
    Unless = Clause(B::Takes), "unless <condition>",
        "Judged as the board would stand afterwards: where it holds, nothing is taken or marked after all.",
        "unless each enemy pit is empty";
    ThenAgain = Clause(B::Takes), "then again [when <condition>]",
        "The mover has another turn, after the capture; always, or when this holds then.",
        "then again";
    ThenRelay = Clause(B::Takes), "then relay [from <last|next> pit] [when <condition>]",
        "The last pit, or the one after it, is lifted and sown on after the capture, if it holds seeds then; always, \
         or when this holds then.",
        "then relay from next pit";
    ThenSow = Clause(B::Takes), "then sow what was taken [after <last pit|start of lap>] [when <condition>]",
        "What the mover has just taken does not stay with him: it is sown on as another lap, which begins after the \
         last pit, or after the pit that this lap began from; always, or when this holds then.",
        "then sow what was taken after last pit";
    ThenPick = Clause(B::Takes), "then pick <which> [when <condition>]",
        "After the capture the mover also takes one of these pits, as he chooses, if there is one.",
        "then pick an occupied enemy pit";
    ThenPut = Clause(B::Takes), "then put <takes> into <which> [when <condition>]",
        "After the capture the mover puts what these pits and stores hold into one of those pits, as he chooses, if there \
         is one and there is something to put into it.",
        "then put own store into an enemy pit";

    // turn ends
    TakeAtEnd = Clause(B::TurnEnds), "take [<number> seed|seeds from] <takes> [to <receiver>]",
        "The pits whose seeds are taken, all that each holds or so many at most; and who gets them: the mover, \
         unless said.",
        "take all pits that are enemy tuz to opponent", identity: I::ByText;

    // ending
    When = Clause(B::Ending), "when <condition> : <outcome>",
        "Judged at the beginning of a turn: when it holds, the game is over. The first that holds decides.",
        "when mover has no move: remaining seeds to opponent", identity: I::ByCondition;
    EndlessRelay = Clause(B::Ending), "endless relay : <ruling>",
        "A relay that comes back to a state it was in would never end; what becomes of it.",
        "endless relay: forbidden", unstated: "forbidden";
    LongRelay = Clause(B::Ending), "relay past <number> laps : <ruling>",
        "A relay may end, but not within this many laps; what becomes of it.",
        "relay past 10000 laps: forbidden", unstated: "past 10000 laps: forbidden";
    Repeated = Clause(B::Ending), "position repeated <number> times : <outcome>",
        "The same position, with the same player to move, stands for the so-manieth time.",
        "position repeated 3 times: draw", unstated: "a repeated position has no consequence";
    Winner = Clause(B::Ending), "winner has most seeds", "Who has won: whose store holds most.",
        "winner has most seeds", unstated: "the winner has most seeds";
    Tie = Clause(B::Ending), "tie is a draw", "Equal stores at the end are a draw.",
        "tie is a draw", unstated: "a tie is a draw";

    // match
    Win = Clause(B::Match), "win by exactly <number> counts as <number> [, at times up to <number>]",
        "A win by this margin counts as so many; `at times up to` records the most it has been counted as.",
        "win by exactly 2 counts as 2, at times up to 10", unstated: "every win counts as one";

    // example
    GivenBoard = Clause(B::Example), "board <placements>",
        "The position: each pit with its seeds; pits not named are empty.", "board d1 e2 G4";
    GivenStart = Clause(B::Example), "board at the start", "The position before the first move.",
        "board at the start";
    GivenStores = Clause(B::Example), "stores south <number> [,] north <number>",
        "What lies in the stores; nothing unless said.", "stores south 3, north 0";
    GivenMover = Clause(B::Example), "mover <south|north>", "Who is to move; South unless said.",
        "mover north";
    GivenMarked = Clause(B::Example), "marked <mark> <pit names>", "The pits that bear the mark.",
        "marked nki a c H", identity: I::ByMark;
    GivenSownFrom = Clause(B::Example), "sown from <pit names>",
        "The pits that have been sown from since the opening.", "sown from a c";
    GivenSownInto = Clause(B::Example), "sown into <pit names>",
        "The pits that have been sown into since the opening.", "sown into a c";
    GivenEmptyAtOpening = Clause(B::Example), "empty at opening <pit names>",
        "The pits that were empty after the opening.", "empty at opening a b J";
    GivenMade = Clause(B::Example), "turns made south <number> [,] north <number>",
        "How many turns each player has made; none unless said.", "turns made south 3, north 2";
    GivenSouthBound = Clause(B::Example), "south is bound <counterclockwise|clockwise>",
        "Which way South has chosen to sow for good.", "south is bound clockwise";
    GivenNorthBound = Clause(B::Example), "north is bound <counterclockwise|clockwise>",
        "Which way North has chosen to sow for good.", "north is bound clockwise";
    GivenExtra = Clause(B::Example), "extra turn", "The turn before has given the mover this one.",
        "extra turn";
    GivenSingle = Clause(B::Example), "single moved <counterclockwise|clockwise> into <pit names>",
        "The turn before has moved a single seed into this pit, and which way.",
        "single moved clockwise into A";
    GivenPick = Clause(B::Example), "to pick by <rule>",
        "The mover is to choose a pit that he takes, or puts seeds into, as the rule of this name gives him.",
        "to pick by \"capture\"";
    GivenOpenings = Clause(B::Example), "redistributions to come <number>",
        "How many redistributions of the opening are still to be made: none, unless said.",
        "redistributions to come 1";
    GivenMove = Clause(B::Example), "move <move>",
        "A move. Several are played one after the other; the last one is judged.",
        "move e2", identity: I::Many;
    ThenBoard = Clause(B::Example), "then board <placements>", "How the board stands afterwards.",
        "then board f1 g1", identity: I::Many;
    ThenStores = Clause(B::Example), "then stores south <number> [,] north <number>",
        "What lies in the stores afterwards.", "then stores south 5, north 0", identity: I::Many;
    ThenMover = Clause(B::Example), "then mover <south|north>", "Who moves next.",
        "then mover north", identity: I::Many;
    ThenMarked = Clause(B::Example), "then marked <mark> [<pit names>]",
        "The pits that bear the mark afterwards; none unless named.",
        "then marked nki a H", identity: I::Many;
    ThenLaps = Clause(B::Example), "then laps <number>", "How many laps the move had.",
        "then laps 3", identity: I::Many;
    ThenTakes = Clause(B::Example), "then <rule> takes <placements>",
        "The rule applied and took these seeds from these pits.",
        "then \"opposite\" takes G4 e1", identity: I::Many;
    ThenNot = Clause(B::Example), "then no <rule>", "The rule did not apply.",
        "then no \"leftmost bonus\"", identity: I::Many;
    ThenRefused = Clause(B::Example),
        "then refused by <rule>", "The move is not legal, because of the `forbid` of this name.",
        "then refused by \"first lap\"", identity: I::Many;
    ThenRefusedAs = Clause(B::Example),
        "then refused by <from|lift|redistribute|forbid|endless relay|long relay>",
        "The move is not legal, because of this clause.",
        "then refused by endless relay", identity: I::Many;
    ThenEnds = Clause(B::Example), "then game ends , south <number> [,] north <number>",
        "The game is over, with this in the stores.", "then game ends, south 31, north 29",
        identity: I::Many;
    ThenOn = Clause(B::Example), "then game goes on", "The game is not over.", "then game goes on",
        identity: I::Many;

    // one pit
    LastPit = Pit, "[the] last pit", "The pit the last seed of the lap fell in.", "last pit",
        moment: M::LapEnd;
    OppositePit = Pit, "[the] opposite [pit]", "The pit that faces the last pit.", "opposite pit",
        moment: M::LapEnd;
    NextPit = Pit, "[the] next pit", "The pit after the last pit, in the direction of the sowing.",
        "next pit", moment: M::LapEnd;
    Origin = Pit, "[the] origin", "The pit the turn began in.", "origin", moment: M::Begun;
    OppositeOrigin = Pit, "[the] pit opposite [the] origin",
        "The pit that faces the one the turn began in.", "the pit opposite origin", moment: M::Begun;
    EndPit = Pit, "[the] <leftmost|rightmost> <own|enemy> [pit]",
        "The pit at that end of the mover's or the opponent's row, as the mover sees it.",
        "leftmost own";
    NumberedPit = Pit, "<own|enemy> pit <number>",
        "A pit of that row, counted from the left as the mover sees it.", "enemy pit 1";

    NumberedDepthPit = Pit, "<own|enemy> <inner|outer> pit <number>",
        "A pit of the inner or the outer row of a player, counted from the left as the mover sees it.",
        "own inner pit 1";
    AfterNext = Pit, "[the] pit after [the] next [pit]",
        "The pit two on from the last pit, in the direction of the sowing.",
        "the pit after next pit", moment: M::LapEnd;
    BeforeLast = Pit, "[the] pit before [the] last [pit]",
        "The pit one back from the last pit, against the direction of the sowing.",
        "the pit before last pit", moment: M::LapEnd;
    AlongPit = Pit, "[the] pit <number> <after|before> [the] last [pit]",
        "The pit so many on from the last pit, or back, along the sowing: at most as many as a player has pits.",
        "pit 3 after last pit", moment: M::LapEnd;
    FacingNext = Pit, "[the] pit opposite [the] next [pit]",
        "The pit that faces the next pit.", "the pit opposite next pit", moment: M::LapEnd;
    FacingAfterNext = Pit, "[the] pit opposite [the] pit after [the] next [pit]",
        "The pit that faces the one after the next pit.", "the pit opposite the pit after next pit",
        moment: M::LapEnd;
    TwinPit = Pit, "[the] twin pit",
        "The pit of the other player with the same number as the last pit, each counted from its owner's \
         left.", "twin pit", moment: M::LapEnd;
    StorePit = Pit, "<own|enemy> store",
        "A store. What it holds can be asked, and whether the last seed fell in it; and it can be taken for the \
         other player.",
        "own store";

    // sets of pits
    EveryPit = Pits, "[every|each|any|all] [<occupied|empty>] pit|pits",
        "All pits of the board, or those that are occupied or empty.", "any pits";
    RowPits = Pits, "[every|each|any|all] [<occupied|empty>] <own|enemy> pit|pits|row",
        "The pits of the mover's or the opponent's row, or those that are occupied or empty.",
        "occupied own pits";
    EndPits = Pits, "[the] <leftmost|rightmost> <number> <own|enemy> pit|pits",
        "So many pits at that end of a row, as the mover sees it.", "the rightmost 6 own pits";
    ListedPits = Pits, "<own|enemy> pits <numbers>",
        "These pits of a row, counted from the left as the mover sees it.", "own pits 1, 3 and 5";
    BesidePits = Pits, "[the] <number> pit|pits <right|left> of <pit>",
        "So many pits beside a pit, in its row, as the mover sees it. Where the row ends before, there \
         is no such set, and a condition on it does not hold.",
        "the 3 pits right of opposite pit";
    RunOfPits = Pits, "[the] unbroken run of occupied pits <right|left> of <pit>",
        "The occupied pits beside a pit, in its row, as the mover sees it, up to the first empty one.",
        "the unbroken run of occupied pits right of opposite pit", moment: M::LapEnd;
    SuchPits = Pits, "every|each|any|all <such>",
        "Those pits of a set of which something holds.", "all enemy pits that hold 2 or 3";
    ChainOfPits = Pits, "[the] unbroken run of [up to <number>] <which> <before and back to|after and back to|before|after|clockwise from|counterclockwise from> <pit>",
        "The pits met one after the other from a pit on, before it against the sowing, after it along the \
         sowing, or one way round whichever way was sown, as long as they are such pits, or so many of them at \
         most. The pit itself is not one of them; with `and back to` it is the last, if they are met all the way round and it is such a pit.",
        "the unbroken run of enemy pits that hold 2 or 3 before last pit";
    ChainAcrossGaps = Pits, "[the] run across gaps of [up to <number>] <which> <before and back to|after and back to|before|after|clockwise from|counterclockwise from> <pit>",
        "The same, where one empty pit lies before each of them: pit, gap, pit, gap.",
        "the run across gaps of occupied pits after last pit";
    DepthPits = Pits, "[every|each|any|all] [<occupied|empty>] [<own|enemy>] <inner|outer> pit|pits|row|rows",
        "On a board of four rows: the rows in the middle, or those at the players.",
        "own inner pits";
    ListedDepthPits = Pits, "<own|enemy> <inner|outer> pits <numbers>",
        "These pits of an inner or an outer row, counted from the left as the mover sees it.",
        "own inner pits 1 and 2";
    ColumnPits = Pits, "[the] pits in column|columns <numbers>",
        "All pits of these columns of the board, counted from South's left, whoever moves.",
        "pits in columns 1, 3 and 5";
    InColumnPits = Pits, "[every|each|any|all] [<occupied|empty>] <own|enemy> pit|pits in the column of <pit>",
        "The pits of a player in the column of a pit, one behind the other.",
        "enemy pits in the column of last pit";
    OutermostPits = Pits, "[the] <leftmost|rightmost> [<number>] of <which>",
        "The pit of a set that lies furthest to that side as the mover sees the board, or so many of them; of two in one \
         column the mover's own comes first.",
        "the leftmost of occupied enemy pits";
    OppositePits = Pits, "[the] pits opposite <pits>", "The pits that face the pits of a set.",
        "the pits opposite empty own pits";
    PlayersPits = Pits, "<south|north> pit|pits <numbers>",
        "These pits of South or of North, whoever moves, counted from his left.", "south pits 3 and 5";
    Them = Pits, "them", "The set of pits that the rule named last.", "take them",
        moment: M::LapEnd;

    // facts about a pit
    IsOwn = Fact, "own", "It is in the mover's row.", "last pit is own";
    IsEnemy = Fact, "enemy", "It is in the opponent's row.", "last pit is enemy";
    IsOwnedBy = Fact, "owned by <mover|opponent>", "It belongs to that player.",
        "last pit is owned by mover";
    IsOccupied = Fact, "occupied",
        "It holds seeds. With `was`: it held some before the last seed fell.", "last pit was occupied";
    IsEmpty = Fact, "empty",
        "It holds no seed. With `was`: it held none before the last seed fell.", "last pit was empty";
    IsMarked = Fact, "[marked] <mark>",
        "It bears the mark. That can be asked only as it stands, not with `was`.", "opposite pit is nki";
    IsMarkedBy = Fact, "[marked] <own|enemy> <mark>",
        "It bears the mark, and the mark is the mover's, or the opponent's.", "last pit is enemy tuz";
    IsDeep = Fact, "<inner|outer>", "On a board of four rows: it is in a row in the middle, or in one at a player.",
        "last pit is inner";
    IsAsFull = Fact, "<as full as|fuller than> <pit>",
        "It holds as many seeds as that pit, or more.", "last pit is as full as opposite pit";
    IsAsFullAsFacing = Fact, "<as full as|fuller than> what faces it|them",
        "It holds as many seeds as the pit that faces it, or more.",
        "each of them is as full as what faces it";
    IsFacing = Fact, "facing [an] <occupied|empty> pit",
        "The pit that faces it is occupied, or empty. For how many seeds it holds see `one of`.",
        "last pit is facing an occupied pit";
    EmptyAtOpening = Fact, "empty at opening",
        "It was empty when the opening was over (in a game without one, at the start).",
        "opposite pit was empty at opening";
    EmptyAtStart = Fact, "empty at [the] start of [the] turn",
        "It was empty when this turn began.", "each enemy pit was empty at start of turn", moment: M::LapEnd;
    SownFrom = Fact, "sown from",
        "Seeds have been lifted from it, by hand or by a relay, since the opening.",
        "opposite pit was sown from";
    SownInto = Fact, "sown into", "A seed has been sown into it since the opening.",
        "opposite pit was sown into";
    IsPit = Fact, "<pit>", "It is that very pit.", "last pit is leftmost own";
    IsOutermost = Fact, "[the] <leftmost|rightmost> of <which>",
        "It is the pit of a set that lies furthest to that side as the mover sees the board.",
        "last pit is the leftmost of occupied enemy pits";
    IsOneOf = Fact, "one of <pits>",
        "It is one of those pits. That it faces a pit of some kind is said like this too: `one of the pits opposite \
         all enemy pits that hold 1 or 2`.",
        "last pit is one of the leftmost 3 own pits";

    // after `holds`
    HoldsExactly = Holding, "<numbers> [seed|seeds]", "It holds one of these numbers of seeds.",
        "last pit holds 2 or 3";
    HoldsAtLeast = Holding, "<number> or more [seeds]", "It holds at least so many seeds; more than 3 is `4 or more`.",
        "last pit holds 4 or more";
    HoldsAtMost = Holding, "<number> or fewer [seeds]", "It holds at most so many seeds; fewer than 3 is `2 or fewer`.",
        "last pit holds 2 or fewer";
    HoldsParity = Holding, "an <even|odd> number [of seeds]",
        "It holds an even or an odd number of seeds; none is an even number.",
        "last pit holds an even number";

    HoldsMoreThanHalf = Holding, "more than half [of all seeds]",
        "It holds more than half of all the seeds of the game.", "own store holds more than half";

    // facts about the turn
    FirstLap = TurnFact, "[this is the] first lap",
        "The lap that has ended, or is about to be lifted or sown, is the first of the turn.", "first lap",
        moment: M::LapStart;
    Crossed = TurnFact, "[the sowing] crossed [the] enemy|enemy's row",
        "Some lap of this turn has dropped a seed in the opponent's row.", "crossed the enemy row",
        moment: M::LapEnd;
    CapturedThisTurn = TurnFact, "captured this turn", "A rule has taken seeds in this turn.",
        "captured this turn", moment: M::LapEnd;
    RuleCaptured = TurnFact, "<rule> captured", "The rule of this name has applied in this turn.",
        "\"opposite\" captured", moment: M::LapEnd;
    Holds = TurnFact, "<rule> holds", "The condition that a `call` gives this name holds.",
        "\"bonus due\" holds", moment: M::LapEnd;
    FirstTurn = TurnFact, "[the mover's] first turn", "It is the mover's first turn.", "first turn";
    FirstTurns = TurnFact, "[the mover's] first <number> turns",
        "It is one of the mover's first so many turns.", "first 2 turns";
    FirstTurnOfGame = TurnFact, "[the] first turn of the game", "Nobody has made a turn before this one.",
        "first turn of the game";
    FirstTurnsOfGame = TurnFact, "[the] first <number> turns of the game",
        "Both players together have made fewer turns than that before this one, those counted that a player had besides.",
        "first 2 turns of the game";
    ExtraTurn = TurnFact, "[this is an] extra turn",
        "The mover has made the turn before too, which gave him this one.", "extra turn";
    StraightBack = TurnFact, "straight back",
        "The move would put a single seed back into the pit from which the turn before, in one lap, moved it.",
        "straight back", moment: M::Chosen;
    LastSeed = TurnFact, "[the] last seed [of the lap]",
        "The seed that has fallen, or after `pass over` is about to fall, is the last one of its lap.",
        "last seed", moment: M::Sowing;
    LapOf = TurnFact, "lap of <holding>", "How many seeds the lap had that has ended, one that went back into its pit counted.", "lap of 1 seed",
        moment: M::LapEnd;
    LapBegunWith = TurnFact, "lap begun with <holding> on [the] board",
        "How many seeds lay in all the pits together when the lap began, those of the lap not counted.",
        "lap begun with 8 or fewer on the board", moment: M::LapStart;
    SeedsIn = TurnFact, "[the] seeds in <takes> are <holding>",
        "How many seeds lie in all these pits and stores together.",
        "seeds in all pits are 4 or fewer";
    NoMove = TurnFact, "<mover|opponent> has no [legal] move",
        "That player has no legal move in this position (the opponent, if it were his turn).",
        "mover has no move", moment: M::TurnStart;
    NeitherMoves = TurnFact, "neither player has a [legal] move", "Neither of them has a legal move.",
        "neither player has a move", moment: M::TurnStart;

    // who gets what is taken
    ToMover = Receiver, "[the] mover", "It goes to the mover's store.", "mover";
    ToOpponent = Receiver, "[the] opponent", "It goes to the opponent's store.", "opponent";
    ToRowOwner = Receiver, "the row's owner",
        "What was in a row goes to the store of its owner.", "the row's owner";
    ToPit = Receiver, "<pits>",
        "It is put into that pit; of several into the first, South's from his left and then North's. Where there is \
         no such pit, nothing is taken.",
        "all pits that are own tuz";

    // what becomes of the game
    RestTo = Outcome, "remaining seeds to <opponent|mover|nobody>",
        "The game is over; what is left on the board goes to that player, or counts for nobody.",
        "remaining seeds to opponent";
    RestToOwner = Outcome, "remaining seeds to [the|each] row's owner",
        "The game is over; what is left in a row goes to its owner.",
        "remaining seeds to the row's owner";
    RestDivided = Outcome, "remaining seeds divided",
        "The game is over; what is left on the board is divided evenly, and an odd seed counts for nobody.",
        "remaining seeds divided";
    Wins = Outcome, "<mover|opponent> wins",
        "The game is over and that player has won, whatever the stores hold.", "opponent wins";
    Draw = Outcome, "[a] draw", "The game is over and drawn, whatever the stores hold.", "draw";

    // what becomes of a relay
    Forbidden = Ruling, "forbidden", "The move is not legal.", "forbidden";
    EndsTurn = Ruling, "ends the turn",
        "The sowing stops where it stands, and the turn is over; nothing is captured.",
        "ends the turn";
    DrawnGame = Ruling, "[a] draw", "The game is over and drawn.", "draw";
}

/// `drop`, and the words that place a clause; they are not clauses but stand before one.
pub mod prefix {
    /// Takes away a clause of the parent.
    pub const DROP: &str = "drop";
    /// Places a clause before another.
    pub const BEFORE: &str = "before";
    /// Places a clause after another.
    pub const AFTER: &str = "after";
}

/// `@assumed "why"`: no source says it, the author has decided.
pub const ASSUMED: &str = "assumed";
/// `@es @unclear "why"`: the source just cited is not clear here.
pub const UNCLEAR: &str = "unclear";

static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(table);

/// The table, in the order of the language reference.
pub fn entries() -> &'static [Entry] {
    &TABLE
}

/// The entry of a word.
pub fn entry(word: Word) -> &'static Entry {
    // The table is in the order of the enumeration.
    &entries()[word as usize]
}

/// The entries of one kind.
pub fn of_kind(kind: Kind) -> impl Iterator<Item = &'static Entry> {
    entries().iter().filter(move |entry| entry.kind == kind)
}

/// What the braces hold of the block that a word begins at the top of a file, if it begins one.
pub fn body_of(word: &str) -> Option<Block> {
    of_kind(Kind::Clause(Block::File))
        .find(|entry| entry.keyword() == word)
        .and_then(|entry| entry.body)
}

/// The entries whose form has this word.
pub fn entries_with(word: &str) -> impl Iterator<Item = &'static Entry> {
    fn has(parts: &[Part], word: &str) -> bool {
        parts.iter().any(|part| match part {
            Part::Literal(words) => words.contains(&word),
            Part::Choice(choices) => choices.iter().any(|words| words.contains(&word)),
            Part::Slot(_) => false,
            Part::Optional(inner) => has(inner, word),
        })
    }
    entries()
        .iter()
        .filter(move |entry| has(&entry.parts, word))
}

/// Whether a word begins a clause of a block.
pub fn begins_a_clause(block: Block, word: &str) -> bool {
    of_kind(Kind::Clause(block)).any(|entry| entry.keyword() == word)
}

/// Takes a form apart. Forms are part of this file, so a wrong one is a bug that the tests find.
fn parse_form(form: &'static str) -> Vec<Part> {
    let mut rest = form.trim_start();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let after;
        if let Some(inner) = rest.strip_prefix('[') {
            let end = inner.find(']').expect("a `[` is closed");
            parts.push(Part::Optional(parse_form(&inner[..end])));
            after = &inner[end + 1..];
        } else if let Some(inner) = rest.strip_prefix('<') {
            let end = inner.find('>').expect("a `<` is closed");
            let name = &inner[..end];
            parts.push(match Slot::named(name) {
                Some(slot) => Part::Slot(slot),
                None => Part::Choice(
                    name.split('|')
                        .map(|choice| choice.split(' ').collect())
                        .collect(),
                ),
            });
            after = &inner[end + 1..];
        } else {
            let end = rest.find(' ').unwrap_or(rest.len());
            parts.push(Part::Literal(rest[..end].split('|').collect()));
            after = &rest[end..];
        }
        rest = after.trim_start();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enumeration() {
        for entry in entries() {
            assert_eq!(super::entry(entry.word).word, entry.word);
        }
    }

    #[test]
    fn every_choice_in_a_form_is_a_choice_and_not_a_misspelt_slot() {
        for entry in entries() {
            visit(&entry.parts, &mut |part| {
                if let Part::Choice(choices) = part {
                    assert!(choices.len() > 1, "{}: {:?}", entry.form, choices);
                }
            });
        }
    }

    #[test]
    fn every_clause_begins_with_a_word() {
        for entry in entries() {
            if matches!(entry.kind, Kind::Clause(_)) {
                assert!(!entry.keyword().is_empty(), "{}", entry.form);
            }
        }
    }

    #[test]
    fn every_entry_says_what_it_means() {
        for entry in entries() {
            assert!(entry.meaning.ends_with('.'), "{}", entry.form);
            assert!(!entry.example.is_empty(), "{}", entry.form);
        }
    }

    fn visit(parts: &[Part], look: &mut impl FnMut(&Part)) {
        for part in parts {
            look(part);
            if let Part::Optional(inner) = part {
                visit(inner, look);
            }
        }
    }
}
