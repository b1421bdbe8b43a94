//! Programs that are started: the command, `ferz batch`, a browser; and the helpers for the tests of other crates.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod chromium;
mod cli;
mod contests;
mod crowds;
mod engines;
mod files;
mod fixes;
mod fuzz;
mod heavy;
mod limits;
mod lsp;
mod manifest;
mod migrate;
mod neovim;
mod new_files;
mod pages;
mod protocol;
mod published;
mod referee;
// The scripts of the action are for bash.
#[cfg(unix)]
mod repository;
mod resume;
// Output with paths is compared as Unix writes them.
#[cfg(unix)]
mod review;
mod serve;
mod sessions;
mod testing;
// The same, and a file has a colon in its name.
#[cfg(unix)]
mod verify;
mod vscode;
mod workshop;
