//! What can be wrong with an archive, and how it is said.

use rusqlite::ErrorCode;
use std::fmt;

/// Why an archive cannot be used. What is in the file stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no such file, or no such folder to make it in.
    Missing,
    /// It is a folder.
    Folder,
    /// It is not an SQLite file.
    NotSqlite,
    /// It is an SQLite file of something else.
    Foreign,
    /// It was written by a newer program, in this version of its form.
    Newer(i64),
    /// What is in it contradicts itself.
    Damaged(String),
    /// Another program writes to it.
    Busy,
    /// There is no room left.
    Full,
    /// It may not be opened, or made.
    Closed,
    /// It may not be written to.
    Forbidden,
    /// Anything else, in the words of SQLite.
    Other(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing => f.write_str("there is no such file, or no such folder"),
            Error::Folder => f.write_str("it is a folder; name a file in it"),
            Error::NotSqlite => {
                f.write_str("it is there already and is no archive of runs; name another file")
            }
            Error::Foreign => f.write_str(
                "it is an SQLite file of something else, no archive of runs; name another file",
            ),
            Error::Newer(version) => write!(
                f,
                "it was written by a newer Kiothi, in version {version} of its form; this one reads version {}",
                super::VERSION
            ),
            Error::Damaged(how) => write!(
                f,
                "it is damaged and is left as it is: {how}\n  `sqlite3 FILE .recover` may save some of it; \
                 without it, the games can be played again"
            ),
            Error::Busy => f.write_str(
                "another program is writing to it; wait until that has ended, or name another file",
            ),
            Error::Full => f.write_str(
                "there is no room left on the disk; what is saved stays, and the same command goes on from it",
            ),
            Error::Closed => f.write_str("it may not be opened, or not be made there"),
            Error::Forbidden => f.write_str("it may not be written to"),
            Error::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        let damaged = || Error::Damaged(error.to_string());
        match &error {
            rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
                ErrorCode::NotADatabase => Error::NotSqlite,
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Error::Busy,
                ErrorCode::DiskFull => Error::Full,
                ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Error::Forbidden,
                ErrorCode::DatabaseCorrupt => damaged(),
                _ => Error::Other(error.to_string()),
            },
            rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..) => damaged(),
            _ => Error::Other(error.to_string()),
        }
    }
}
