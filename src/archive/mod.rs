//! The archive of runs: an SQLite file that keeps what was counted, block by block, so that nothing is played twice
//! and nothing is lost when a run is stopped.
//!
//! A run is told by its [`Identity`]: the rules, the players, the seed, the limits, and what played it. How many games
//! were asked for is no part of it, so a longer run begins with what a shorter one has kept. Its games are kept in
//! blocks of [`BLOCK`]; of a block the first games are kept, or all. Beside the [tally](Tally) of a block stand the
//! sums that compare it with a reference, if it was compared.
//!
//! While an archive is open for writing a transaction is open too, so that nobody else writes to it, while whoever
//! reads sees what is kept. Each block is committed as it comes: what `kill -9` can take are the blocks in hand, and a
//! power cut the last few. The write-ahead log is folded into the file at the end.
//!
//! The form of the file is `schema.sql`; `docs/archive.md` tells it to those who read it from elsewhere. Nothing here
//! plays or prints.

mod error;
mod rows;

pub use error::Error;

use crate::analyse::measures::MEASURES;
use crate::analyse::paired::{Played, Sums};
use crate::engine::{Program, RuleKind};
use crate::players::{Player, Uniform, rng};
use crate::rules::Variant;
use crate::simulate::{BLOCK, Keeper, Run, Tally};
use rows::TallyRow;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// The version of the form, kept in the file as `user_version`.
pub const VERSION: i64 = 1;

/// The edition of the games: raised whenever the same rules, players and seed come to other games, or something else is
/// counted or measured of them (`tests/edition.rs` sees to it). What another edition has played is not gone on with.
pub const EDITION: u32 = 5;

/// By this SQLite's `application_id` tells an archive of runs from other files: “Kiot”.
pub const APPLICATION: i64 = 0x4B69_6F74;

/// What the tables are.
pub const SCHEMA: &str = include_str!("schema.sql");

/// How long to wait for somebody who is at the file just now.
const PATIENCE: Duration = Duration::from_millis(300);

/// By what a run is told from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The hash of the rules.
    pub ruleset: String,
    /// The name of the variant that was first played; others may have the same rules.
    pub variant: String,
    /// What that variant calls the game.
    pub title: String,
    /// The rules, in the [text](crate::rules::ruleset::Ruleset::canonical_text) that the hash is taken from.
    pub rules: String,
    /// The rules for the end of a lap, in the order in which a tally counts them.
    pub lap_rules: Vec<LapRule>,
    /// The seeds of the game.
    pub seeds: u64,
    /// South's player and North's.
    pub players: [String; 2],
    /// The master seed.
    pub seed: u64,
    /// The turn after which a game is left unfinished.
    pub max_turns: u32,
    /// The lap after which a game is left unfinished, if there is one.
    pub max_laps: Option<u64>,
    /// The random number generator.
    pub rng: String,
    /// What played: the [edition](EDITION) of its games.
    pub engine: String,
}

/// A rule for the end of a lap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LapRule {
    /// Its name.
    pub name: String,
    /// `relay`, `capture`, `also`, `again` or `stop`.
    pub kind: String,
}

impl Identity {
    /// The identity of a run of a variant, which is compiled to this program.
    pub fn of(variant: &Variant, program: &Program, players: [Uniform; 2], run: Run) -> Identity {
        let lap_rules = program.rule_names.iter().enumerate();
        let kind = |rule| match program.rule_kind(rule) {
            RuleKind::Relay => "relay",
            RuleKind::Capture => "capture",
            RuleKind::Also => "also",
            RuleKind::Again => "again",
            RuleKind::Stop => "stop",
        };
        Identity {
            ruleset: variant.hash.clone(),
            variant: variant.name.clone(),
            title: variant.ruleset.title.clone(),
            rules: variant.ruleset.canonical_text(),
            lap_rules: lap_rules
                .map(|(rule, name)| LapRule {
                    name: name.clone(),
                    kind: kind(rule).to_owned(),
                })
                .collect(),
            seeds: program.start().seeds().into(),
            players: players.map(|player| player.name().to_owned()),
            seed: run.seed,
            max_turns: run.max_turns,
            max_laps: (run.max_laps < u64::MAX).then_some(run.max_laps),
            rng: rng::NAME.to_owned(),
            engine: format!("edition {EDITION}"),
        }
    }

    fn lap_rules_as_kept(&self) -> String {
        serde_json::to_string(&self.lap_rules).expect("names have a form in JSON")
    }
}

/// A run that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedRun {
    /// Its number in the archive, from 1.
    pub number: i64,
    /// What was played.
    pub identity: Identity,
    /// How many blocks are kept.
    pub blocks: u64,
    /// What all of them come to.
    pub tally: Tally,
    /// The numbers of the runs it was compared with, and over how many games.
    pub compared: Vec<(i64, u64)>,
}

/// An archive, open to be read, or to be written to by nobody else.
#[derive(Debug)]
pub struct Archive {
    file: Mutex<File>,
}

#[derive(Debug)]
struct File {
    connection: Connection,
    failure: Option<Error>,
}

impl Archive {
    /// Opens an archive to write to it. A file that is not there is made; one that is there and is no archive, or a
    /// damaged one, is left as it is.
    ///
    /// # Errors
    ///
    /// See [`Error`]; [`Error::Busy`] if somebody else has opened it so.
    pub fn open(path: &Path) -> Result<Archive, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = connect(path, flags)?;
        if kind(&connection)? == Kind::Empty {
            let making = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Somebody else may have made it meanwhile.
            if kind(&making)? == Kind::Empty {
                making.execute_batch(SCHEMA)?;
                making.pragma_update(None, "application_id", APPLICATION)?;
                making.pragma_update(None, "user_version", VERSION)?;
            }
            making.commit()?;
        }
        sound(&connection)?;
        // The name of the mode that is in force comes back; where a log cannot be had, a journal does.
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok(Archive::of(connection))
    }

    /// Opens an archive to read it, whoever may be writing to it.
    ///
    /// # Errors
    ///
    /// See [`Error`].
    pub fn read(path: &Path) -> Result<Archive, Error> {
        if !path.exists() {
            return Err(Error::Missing);
        }
        match Archive::read_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
            // Whoever wrote to it last was killed, and SQLite must take back what he left half done.
            Err(Error::Forbidden) => Archive::read_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE),
            opened => opened,
        }
    }

    fn read_with(path: &Path, flags: OpenFlags) -> Result<Archive, Error> {
        let connection = connect(path, flags)?;
        connection.pragma_update(None, "query_only", true)?;
        if kind(&connection)? == Kind::Empty {
            return Err(Error::NotSqlite);
        }
        sound(&connection)?;
        Ok(Archive::of(connection))
    }

    fn of(connection: Connection) -> Archive {
        Archive {
            file: Mutex::new(File {
                connection,
                failure: None,
            }),
        }
    }

    /// Where the blocks of a run are kept. With a reference, what compares it with that is kept too.
    pub fn shelf(&self, run: &Identity, reference: Option<&Identity>) -> Shelf<'_> {
        let number = |identity| self.on_file(|file| file.run(identity));
        Shelf {
            archive: self,
            run: number(run),
            reference: reference.and_then(number),
            rules: run.lap_rules.len(),
            seeds: run.seeds as usize,
        }
    }

    /// Saves everything and lets others write.
    ///
    /// # Errors
    ///
    /// The first thing that went wrong since the archive was opened. What was saved before is there.
    pub fn close(self) -> Result<(), Error> {
        let mut file = self
            .file
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        if let Some(failure) = file.failure.take() {
            return Err(failure);
        }
        file.connection.execute_batch("COMMIT")?;
        // A single file is easier to send, and can be read where nothing can be written. If somebody is reading just
        // now, it stays as it is, and is as good.
        let _ = file
            .connection
            .pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()));
        Ok(())
    }

    /// The runs that are kept.
    ///
    /// # Errors
    ///
    /// See [`Error`].
    pub fn runs(&self) -> Result<Vec<ArchivedRun>, Error> {
        let file = self.lock();
        let mut runs = file.runs()?;
        for run in &mut runs {
            let sql = format!("SELECT {} FROM block WHERE run = ?1", rows::columns());
            let mut statement = file.connection.prepare(&sql)?;
            let mut found = statement.query([run.number])?;
            while let Some(row) = found.next()? {
                let tally = TallyRow::read(row)?;
                let (rules, seeds) = (run.identity.lap_rules.len(), run.identity.seeds as usize);
                run.tally.add(&tally.tally(rules, seeds)?);
                run.blocks += 1;
            }
            let mut statement = file.connection.prepare(
                "SELECT reference, sum(games) FROM paired WHERE run = ?1 AND measure = 'south' \
                 GROUP BY reference ORDER BY reference",
            )?;
            run.compared = statement
                .query_map([run.number], |row| {
                    let games: i64 = row.get(1)?;
                    Ok((row.get(0)?, games.unsigned_abs()))
                })?
                .collect::<Result<_, _>>()?;
        }
        Ok(runs)
    }

    /// Does something with the file. After the first thing that goes wrong nothing is done any more.
    fn on_file<T>(&self, work: impl FnOnce(&mut File) -> Result<T, Error>) -> Option<T> {
        let mut file = self.lock();
        if file.failure.is_some() {
            return None;
        }
        match work(&mut file) {
            Ok(found) => Some(found),
            Err(error) => {
                file.failure = Some(error);
                None
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, File> {
        self.file
            .lock()
            .unwrap_or_else(|broken| broken.into_inner())
    }
}

/// What an SQLite file is.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    Archive,
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Error> {
    if path.is_dir() {
        return Err(Error::Folder);
    }
    // Whatever it is called, a file is meant; SQLite knows names that mean something else.
    let path = &std::path::absolute(path).map_err(|_| Error::Missing)?;
    if path.parent().is_some_and(|parent| !parent.is_dir()) {
        return Err(Error::Missing);
    }
    let connection = Connection::open_with_flags(path, flags).map_err(|error| {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::CannotOpen) => Error::Closed,
            _ => error.into(),
        }
    })?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Whether a file is an archive that this program can read, or nothing yet.
fn kind(connection: &Connection) -> Result<Kind, Error> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = pragma("application_id")?;
    let version = pragma("user_version")?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, version) {
        (0, 0) if tables == 0 => Ok(Kind::Empty),
        (APPLICATION, VERSION) => Ok(Kind::Archive),
        (APPLICATION, newer) if newer > VERSION => Err(Error::Newer(newer)),
        _ => Err(Error::Foreign),
    }
}

/// Looks at every page of a file.
fn sound(connection: &Connection) -> Result<(), Error> {
    let said: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if said == "ok" {
        Ok(())
    } else {
        Err(Error::Damaged(said.replace('\n', " ")))
    }
}

impl File {
    /// The number of a run, which is entered if it is new.
    fn run(&mut self, identity: &Identity) -> Result<i64, Error> {
        let fits = |number: u64| {
            i64::try_from(number)
                .map_err(|_| Error::Other(format!("{number} is too large to keep")))
        };
        let Identity {
            ruleset,
            variant,
            title,
            rules,
            lap_rules: _,
            seeds,
            players: [south, north],
            seed,
            max_turns,
            max_laps,
            rng,
            engine,
        } = identity;
        let lap_rules = identity.lap_rules_as_kept();
        let (seed, seeds) = (fits(*seed)?, fits(*seeds)?);
        let max_laps = max_laps.map(fits).transpose()?;
        let known: Option<(i64, String)> = self
            .connection
            .query_row(
                "SELECT run, rules FROM run WHERE ruleset = ?1 AND lap_rules = ?2 AND player_south = ?3 \
                 AND player_north = ?4 AND seed = ?5 AND max_turns = ?6 AND max_laps IS ?7 AND rng = ?8 \
                 AND engine = ?9",
                params![
                    ruleset, lap_rules, south, north, seed, max_turns, max_laps, rng, engine
                ],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        if let Some((number, known)) = known {
            if known != *rules {
                return Err(Error::Damaged(format!(
                    "the rules of run {number} are not those of its hash"
                )));
            }
            return Ok(number);
        }
        self.connection.execute(
            "INSERT INTO run (ruleset, variant, title, rules, lap_rules, seeds, player_south, player_north, \
             seed, max_turns, max_laps, rng, engine) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            params![
                ruleset, variant, title, rules, lap_rules, seeds, south, north, seed, max_turns,
                max_laps, rng, engine
            ],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The runs, with nothing counted yet.
    fn runs(&self) -> Result<Vec<ArchivedRun>, Error> {
        let mut statement = self.connection.prepare(
            "SELECT run, ruleset, variant, title, rules, lap_rules, seeds, player_south, player_north, seed, \
             max_turns, max_laps, rng, engine FROM run ORDER BY run",
        )?;
        let mut found = statement.query([])?;
        let mut runs = Vec::new();
        while let Some(row) = found.next()? {
            let lap_rules: String = row.get(5)?;
            let (seeds, seed): (i64, i64) = (row.get(6)?, row.get(9)?);
            let max_laps: Option<i64> = row.get(11)?;
            let damaged = |what| Error::Damaged(format!("a run has no {what} that can be read"));
            let identity = Identity {
                ruleset: row.get(1)?,
                variant: row.get(2)?,
                title: row.get(3)?,
                rules: row.get(4)?,
                lap_rules: serde_json::from_str(&lap_rules).map_err(|_| damaged("rules"))?,
                seeds: u64::try_from(seeds)
                    .ok()
                    .filter(|seeds| *seeds <= 1_000_000)
                    .ok_or_else(|| damaged("number of seeds"))?,
                players: [row.get(7)?, row.get(8)?],
                seed: seed.unsigned_abs(),
                max_turns: row.get(10)?,
                max_laps: max_laps.map(i64::unsigned_abs),
                rng: row.get(12)?,
                engine: row.get(13)?,
            };
            runs.push(ArchivedRun {
                number: row.get(0)?,
                tally: Tally {
                    applied: vec![0; identity.lap_rules.len()],
                    margins: vec![0; 2 * identity.seeds as usize + 1],
                    ..Tally::default()
                },
                identity,
                blocks: 0,
                compared: Vec::new(),
            });
        }
        Ok(runs)
    }

    /// The tally of so many games of a block, if just that is kept.
    fn tally(&self, run: i64, [block, games]: [i64; 2]) -> Result<Option<TallyRow>, Error> {
        let sql = format!(
            "SELECT {} FROM block WHERE run = ?1 AND block = ?2 AND games = ?3",
            rows::columns()
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut found = statement.query([run, block, games])?;
        found.next()?.map(|row| TallyRow::read(row)).transpose()
    }

    /// The sums of so many games of a block against a reference, if just that is kept of every measure.
    fn sums(
        &self,
        [run, reference]: [i64; 2],
        [block, games]: [i64; 2],
    ) -> Result<Option<Vec<Sums>>, Error> {
        let sql = format!(
            "SELECT measure, games, {} FROM paired \
             WHERE run = ?1 AND reference = ?2 AND block = ?3 AND games = ?4",
            Sums::NAMES.join(", ")
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut found = statement.query([run, reference, block, games])?;
        let mut sums: HashMap<String, Sums> = HashMap::new();
        while let Some(row) = found.next()? {
            let (measure, of_measure) = rows::sums(row)?;
            sums.insert(measure, of_measure);
        }
        Ok(MEASURES
            .iter()
            .map(|measure| sums.remove(measure.name))
            .collect())
    }

    /// Keeps a tally, unless more of the block is there already.
    fn keep_tally(
        &mut self,
        run: i64,
        [block, games]: [i64; 2],
        row: &TallyRow,
    ) -> Result<(), Error> {
        let connection = &self.connection;
        connection
            .prepare_cached("DELETE FROM block WHERE run = ?1 AND block = ?2 AND games < ?3")?
            .execute([run, block, games])?;
        let values: Vec<&dyn rusqlite::ToSql> = [&run as &dyn rusqlite::ToSql, &block]
            .into_iter()
            .chain(row.values())
            .collect();
        let places = vec!["?"; values.len()].join(", ");
        let sql = format!(
            "INSERT OR IGNORE INTO block (run, block, {}) VALUES ({places})",
            rows::columns()
        );
        connection.prepare_cached(&sql)?.execute(&values[..])?;
        Ok(())
    }

    /// Keeps the sums against a reference, unless those of more games are there already.
    fn keep_sums(
        &mut self,
        [run, reference]: [i64; 2],
        [block, games]: [i64; 2],
        sums: &[Sums],
    ) -> Result<(), Error> {
        let connection = &self.connection;
        connection
            .prepare_cached(
                "DELETE FROM paired WHERE run = ?1 AND reference = ?2 AND block = ?3 AND games < ?4",
            )?
            .execute([run, reference, block, games])?;
        let sql = format!(
            "INSERT OR IGNORE INTO paired (run, reference, block, measure, games, {}) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            Sums::NAMES.join(", ")
        );
        let mut statement = connection.prepare_cached(&sql)?;
        for (measure, sums) in MEASURES.iter().zip(sums) {
            let numbers = sums.numbers.map(rows::number);
            let mut values: Vec<&dyn rusqlite::ToSql> =
                vec![&run, &reference, &block, &measure.name, &games];
            values.extend(numbers.iter().map(|number| number as &dyn rusqlite::ToSql));
            statement.execute(&values[..])?;
        }
        Ok(())
    }

    /// Makes sure that what is kept stays, and goes on being the only one to write.
    fn commit(&mut self) -> Result<(), Error> {
        self.connection.execute_batch("COMMIT; BEGIN IMMEDIATE")?;
        Ok(())
    }
}

/// Where the blocks of one run are kept. If something goes wrong with the file nothing more is kept or found, and
/// [`Archive::close`] tells why.
#[derive(Debug)]
pub struct Shelf<'a> {
    archive: &'a Archive,
    run: Option<i64>,
    reference: Option<i64>,
    rules: usize,
    seeds: usize,
}

/// The number of the block that these games are of, and how many they are.
fn place(games: &Range<u64>) -> [i64; 2] {
    [games.start / BLOCK, games.end - games.start].map(|number| number as i64)
}

impl Keeper<Tally> for Shelf<'_> {
    fn kept(&self, games: &Range<u64>) -> Option<Tally> {
        let run = self.run?;
        let row = self
            .archive
            .on_file(|file| file.tally(run, place(games)))??;
        let tally = row.tally(self.rules, self.seeds);
        // Parsed while others are at the file; what is wrong with it is noted as if it had been found there.
        self.archive.on_file(|_| tally)
    }

    fn keep(&self, games: &Range<u64>, tally: &Tally) -> bool {
        let Some(run) = self.run else {
            return false;
        };
        let row = TallyRow::of(tally);
        let kept = self.archive.on_file(|file| {
            file.keep_tally(run, place(games), &row?)?;
            file.commit()
        });
        kept.is_some()
    }
}

impl Keeper<Played> for Shelf<'_> {
    fn kept(&self, games: &Range<u64>) -> Option<Played> {
        let pair = [self.run?, self.reference?];
        let sums = self
            .archive
            .on_file(|file| file.sums(pair, place(games)))??;
        let tally = Keeper::<Tally>::kept(self, games)?;
        Some(Played { tally, sums })
    }

    fn keep(&self, games: &Range<u64>, played: &Played) -> bool {
        let (Some(run), Some(reference)) = (self.run, self.reference) else {
            return false;
        };
        let row = TallyRow::of(&played.tally);
        let kept = self.archive.on_file(|file| {
            file.keep_tally(run, place(games), &row?)?;
            file.keep_sums([run, reference], place(games), &played.sums)?;
            file.commit()
        });
        kept.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Memory, load};
    use crate::simulate::play_block;

    /// A run of a small game, and a file for a test.
    fn small(test: &str) -> (Identity, impl Fn(u64) -> Tally, std::path::PathBuf) {
        let text = "language 1\ngame \"x\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
             turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }";
        let variant = load("v", &Memory::from([("v", text)])).variant.unwrap();
        let program = Program::compile(&variant.ruleset);
        let run = Run {
            games: 1,
            seed: 1,
            max_turns: 100,
            max_laps: u64::MAX,
        };
        let identity = Identity::of(&variant, &program, [Uniform; 2], run);
        let block = move |block| {
            let first = block * BLOCK;
            play_block(&program, [Uniform; 2], run, first..first + 64)
        };
        let path =
            std::env::temp_dir().join(format!("kiothi-{test}-{}.sqlite", std::process::id()));
        let _ = std::fs::remove_file(&path);
        (identity, block, path)
    }

    fn games(block: u64) -> Range<u64> {
        block * BLOCK..block * BLOCK + 64
    }

    /// Keeps blocks until that fails; how many were kept.
    fn fill(archive: &Archive, identity: &Identity, block: &impl Fn(u64) -> Tally) -> u64 {
        let shelf = archive.shelf(identity, None);
        (0..1_000)
            .find(|&number| !shelf.keep(&games(number), &block(number)))
            .unwrap()
    }

    #[test]
    fn a_full_disk_stops_the_run_and_loses_nothing_that_was_kept() {
        let (identity, block, path) = small("full");
        let archive = Archive::open(&path).unwrap();
        archive
            .lock()
            .connection
            .pragma_update_and_check(None, "max_page_count", 20, |_| Ok(()))
            .unwrap();
        let kept = fill(&archive, &identity, &block);
        assert!(kept > 3);
        // From now on nothing is kept, even if it would fit.
        assert!(!archive.shelf(&identity, None).keep(&games(0), &block(0)));
        assert_eq!(archive.close(), Err(Error::Full));
        let archive = Archive::open(&path).unwrap();
        let shelf = archive.shelf(&identity, None);
        for number in 0..kept {
            assert_eq!(
                Keeper::<Tally>::kept(&shelf, &games(number)),
                Some(block(number))
            );
        }
        assert!(shelf.keep(&games(kept), &block(kept)));
        archive.close().unwrap();
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_that_can_no_longer_be_written_to_stops_the_run() {
        let (identity, block, path) = small("forbidden");
        let archive = Archive::open(&path).unwrap();
        archive
            .lock()
            .connection
            .pragma_update(None, "query_only", true)
            .unwrap();
        let shelf = archive.shelf(&identity, None);
        assert!(!shelf.keep(&games(0), &block(0)));
        assert_eq!(archive.close(), Err(Error::Forbidden));
        std::fs::remove_file(&path).unwrap();
    }
}
