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
mod neovim;
mod new_files;
mod pages;
mod protocol;
mod referee;
mod repository;
mod resume;
mod review;
mod testing;
mod verify;
mod workshop;
