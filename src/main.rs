//! The command `ferz`.

use std::process::ExitCode;

use ferz::Counting;

/// Counts the memory of the program, so that limits on memory can be enforced.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    ferz::cli::main()
}
