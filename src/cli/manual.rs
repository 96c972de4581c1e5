//! `kiothi manual`: what a shell and `man` want to know of the program, made from its arguments.

use super::{CLEAN, UNREADABLE, complain, print};
use clap::{CommandFactory, Subcommand};
use clap_complete::Shell;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A completion script, for the shell to read
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Manual pages, one a command, into a folder
    Pages {
        /// The folder; it is made if it is not there
        folder: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let mut command = super::Arguments::command();
    match &arguments.what {
        What::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "kiothi", &mut script);
            print(&String::from_utf8_lossy(&script));
            CLEAN
        }
        What::Pages { folder } => match pages(command, folder) {
            Ok(()) => CLEAN,
            Err(error) => {
                complain(&format!("error: {}: {error}\n", folder.display()));
                UNREADABLE
            }
        },
    }
}

fn pages(command: clap::Command, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command.disable_help_subcommand(true), folder)
}
