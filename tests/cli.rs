//! The command: what it prints and its exit codes, as `tests/cmd` says.

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").run();
}
