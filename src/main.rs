//! The command `ferz`.

use std::process::ExitCode;

use ferz::Counting;

/// Counts what the program holds, so that no variant takes more than there is.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    ferz::cli::main()
}
