//! The functions that the module imports and exports.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferz::machine::{Counting, set_clock};
use ferz::protocol::{Options, Request, Session};

/// Counts the memory of the module, so that limits on memory can be enforced.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[link(wasm_import_module = "ferz")]
unsafe extern "C" {
    /// The time in milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Receives the bytes of a line of progress.
    fn tell(line: *const u8, length: usize);
}

/// The session, with the texts that go in and out.
struct Module {
    session: Session,
    cancelled: Arc<AtomicBool>,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::new());
}

impl Module {
    fn new() -> Module {
        set_clock(|| Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default());
        let options = Options { paths: false, ..Options::default() };
        Module { session: Session::new(options), cancelled: Arc::default(), request: Vec::new(), answer: Vec::new() }
    }

    fn answer(&mut self) -> usize {
        self.cancelled.store(false, Ordering::Relaxed);
        self.answer.clear();
        let request = Request::new(&self.request, self.cancelled.clone());
        // SAFETY: the host only reads the bytes of the line, and does not call the module before it returns.
        let mut news = |line: &[u8]| unsafe { tell(line.as_ptr(), line.len()) };
        self.session.answer(&request, &mut news, &mut self.answer);
        self.answer.len()
    }
}

/// Memory for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_room(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.request.resize(length, 0);
        module.request.as_mut_ptr()
    })
}

/// Answers the request in the memory of [`ferz_room`]. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_answer() -> usize {
    MODULE.with_borrow_mut(Module::answer)
}

/// The first byte of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_at() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}

/// The byte that cancels the request that is being answered, once it is 1.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_cancel() -> *const u8 {
    MODULE.with_borrow(|module| module.cancelled.as_ptr().cast())
}
