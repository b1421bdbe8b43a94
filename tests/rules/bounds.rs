//! Bounds on work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ferz::work::{Limits, Stopped, has_room, is_stopped, look, measured, spend, within};

/// Spends steps one by one as long as it may, and says how many that were.
fn work(steps: u64) -> u64 {
    (0..steps).take_while(|_| spend(1)).count() as u64
}

#[test]
fn work_ends_soon_after_its_steps_are_spent() {
    let limits = Limits { steps: Some(10_000), ..Limits::default() };
    assert_eq!(within(&limits, || work(9_000)), Ok(9_000));
    let mut made = 0;
    assert_eq!(within(&limits, || made = work(1_000_000)), Err(Stopped::Steps(10_000)));
    assert!((10_000..20_000).contains(&made), "{made}");
    // Outside nothing is bounded, and the next work begins anew.
    assert!(!is_stopped());
    assert_eq!(work(100_000), 100_000);
    assert_eq!(within(&limits, || work(9_000)), Ok(9_000));
}

#[test]
fn work_inside_of_other_work_counts_for_both() {
    let outer = Limits { steps: Some(50_000), ..Limits::default() };
    let inner = Limits { steps: Some(10_000), ..Limits::default() };
    let both = within(&outer, || {
        let first = within(&inner, || work(1_000_000));
        assert!(!is_stopped());
        (first, work(10_000))
    });
    assert_eq!(both, Ok((Err(Stopped::Steps(10_000)), 10_000)));
    let generous = Limits { steps: Some(1_000_000), ..Limits::default() };
    let both = within(&outer, || within(&generous, || work(900_000)).is_err() && work(10) == 0);
    assert_eq!(both, Err(Stopped::Steps(50_000)));
    let (made, steps) = measured(|| work(12_345) + within(&generous, || work(5)).unwrap());
    assert_eq!((made, steps), (12_350, 12_350));
}

/// Memory counts from the moment it is asked for, before it is allocated.
#[test]
fn bytes_count_before_they_are_asked_for() {
    let limits = Limits { bytes: Some(1 << 40), ..Limits::default() };
    assert_eq!(within(&limits, || has_room(1 << 30)), Ok(true));
    let mut rooms = Vec::new();
    let stopped = within(&limits, || rooms.extend([has_room(1 << 41), has_room(1), spend(1)]));
    assert_eq!(stopped, Err(Stopped::Bytes(1 << 40)));
    assert_eq!(rooms, [false, false, false]);
    assert!(has_room(usize::MAX) && !is_stopped());
}

#[test]
fn time_and_other_threads_end_work() {
    let deadline = Instant::now() + Duration::from_millis(20);
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    assert_eq!(within(&limits, || work(u64::MAX)), Err(Stopped::Deadline));
    assert!(deadline.elapsed() < Duration::from_secs(5));
    // Work that counts no steps asks.
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let mut looks = Vec::new();
    assert_eq!(within(&limits, || looks.extend([is_stopped(), look(), is_stopped()])), Err(Stopped::Deadline));
    assert_eq!(looks, [false, false, true]);
    assert!(look());
    let cancelled = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancelled: Some(cancelled.clone()), ..Limits::default() };
    let other = std::thread::spawn(move || cancelled.store(true, Ordering::Relaxed));
    assert_eq!(within(&limits, || work(u64::MAX)), Err(Stopped::Cancelled));
    other.join().unwrap();
}

/// A position whose moves were cut short lists all of them when it is asked again without a bound.
#[test]
fn moves_that_were_cut_short_are_not_remembered() {
    let compiled = ferz::load("pacifist2").unwrap();
    let game = compiled.start().unwrap();
    let mut list = ferz::MoveList::new();
    let limits = Limits { steps: Some(1), ..Limits::default() };
    assert!(within(&limits, || game.list(&mut list)).is_err());
    game.list(&mut list);
    assert_eq!(list.len(), 20);
}

/// A rule that adds steps without end stops the work with its index. Without limits, moves that have no end cannot be made.
#[test]
fn a_move_without_end_is_reported() {
    let rules = "pass: {forbid: pass}\n  on: {after: move by knight, then: move by mover}";
    let compiled = ferz::load_text(&format!("name: Endless\nextends: chess\nrules:\n  {rules}\n")).expect("it loads");
    let game = compiled.start().expect("a position");
    assert_eq!(within(&Limits::default(), || game.legal_moves()), Err(Stopped::Endless(1)));
    assert_eq!(game.legal_moves().len(), 16);
    assert!(!is_stopped());
}
