//! Memory and processors of the machine, its clock, and the bytes that the program has allocated.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod instant;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use instant::{Instant, set_clock};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// Bytes that the program has allocated.
static USED: AtomicUsize = AtomicUsize::new(0);
/// The largest value of [`USED`] that was recorded since memory was last given back.
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Memory is given back if the program holds this many bytes less than at the peak.
const UNUSED: usize = 24 << 20;

/// Bytes that the program has allocated; 0 if its allocator is not [`Counting`].
pub fn used() -> usize {
    USED.load(Ordering::Relaxed)
}

/// The same as [`used`]. It also records the peak for a later [`give_back`].
pub(crate) fn noted() -> usize {
    let used = used();
    PEAK.fetch_max(used, Ordering::Relaxed);
    used
}

/// Gives memory back to the system if the program holds much less than at its peak. Otherwise each thread would keep
/// the memory that it has freed.
pub fn give_back() {
    let used = used();
    if PEAK.load(Ordering::Relaxed).saturating_sub(used) > UNUSED {
        PEAK.store(used, Ordering::Relaxed);
        trim();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // SAFETY: the function of the system's allocator takes any number, and may be called at any time from any thread.
    unsafe { malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}

/// Lets all threads share one heap, so that a thread can use memory that another has freed. Large blocks go back to the
/// system as soon as they are freed. Threads that have already allocated keep their own heap.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_memory() {
    const M_ARENA_MAX: std::ffi::c_int = -8;
    const M_MMAP_THRESHOLD: std::ffi::c_int = -3;
    unsafe extern "C" {
        fn mallopt(option: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
    }
    // SAFETY: the function of the system's allocator knows these options and values. It refuses others.
    unsafe {
        mallopt(M_ARENA_MAX, 1);
        mallopt(M_MMAP_THRESHOLD, 256 << 10);
    }
}

/// Does nothing: the allocator of this system has no such setting.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_memory() {}

/// The bytes that the program can still allocate: the free memory of the system or of its container. `None` if they are
/// unknown.
pub fn available() -> Option<usize> {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1 << 10)
    });
    let number = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?.trim().parse().ok();
    let left = number("max").zip(number("current")).map(|(most, now): (usize, usize)| most.saturating_sub(now));
    free.into_iter().chain(left).min()
}

/// Returns `true` if the machine has this much free memory, or if its free memory is unknown.
pub fn has_room(bytes: usize) -> bool {
    available().is_none_or(|available| bytes <= available)
}

/// The largest number of threads for a task: four for each processor, and at least sixteen.
pub fn most_threads() -> usize {
    (4 * thread::available_parallelism().map_or(1, NonZero::get)).max(16)
}

/// The system's allocator with a count of the allocated bytes. A program that limits its memory installs it:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: ferz_core::machine::Counting = ferz_core::machine::Counting;
///
/// let before = ferz_core::machine::used();
/// let room = vec![1_u8; 1 << 20];
/// assert!(ferz_core::machine::used() >= before + room.len());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

impl Counting {
    /// Counts a block that has been asked for, unless there is none.
    fn counted(block: *mut u8, bytes: usize) -> *mut u8 {
        if !block.is_null() {
            USED.fetch_add(bytes, Ordering::Relaxed);
        }
        block
    }
}

// SAFETY: each function passes its arguments to the system's allocator and returns its result; counting changes
// neither.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is the same.
        Counting::counted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        Counting::counted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the block came from `System` with this layout, as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the block came from `System` with this layout, and `bytes` is not 0, as the caller promises.
        let moved = unsafe { System.realloc(block, layout, bytes) };
        if !moved.is_null() {
            USED.fetch_add(bytes, Ordering::Relaxed);
            USED.fetch_sub(layout.size(), Ordering::Relaxed);
        }
        moved
    }
}
