//! The `kiothi` program; see [`kiothi::cli`].

fn main() -> std::process::ExitCode {
    kiothi::cli::main()
}
