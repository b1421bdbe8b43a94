//! The command `ferz`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::cli::main()
}
