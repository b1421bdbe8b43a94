//! Ferz as a WebAssembly module.
//!
//! The module has one session of `ferz batch`. The host writes a request into the memory that `ferz_room` returns,
//! calls `ferz_answer`, and reads the answer at `ferz_at`. That is the whole interface: requests and answers are
//! those of `docs/batch.md`.
//!
//! The host supplies two functions of the module `ferz`: `now` returns the time in milliseconds since some fixed
//! moment, and `tell` receives a line of progress while a request is worked on. To cancel that request, the host writes
//! 1 to the byte at `ferz_cancel` in either function.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod surface;
