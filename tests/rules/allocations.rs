//! Listing, making, taking back, and asking for the end take no memory from the system, once the lists have grown. Lists of captures that
//! moves refer to are freed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ferz::game::{Compiled, Game, MoveList, Position};
use ferz::interpreter::Captures;
use ferz::work;
use ferz::{Move, Side, Square};

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
    /// The bytes that this thread has got and not given back.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, which counts how often this thread has asked for memory.
struct Asking;

fn note(bytes: usize) {
    // A thread that ends has no counter any more.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
    hold(bytes as isize);
}

fn hold(bytes: isize) {
    let _ = HELD.try_with(|held| held.set(held.get() + bytes));
}

// SAFETY: each function passes its arguments to the system's allocator and returns its result; counting changes
// neither.
unsafe impl GlobalAlloc for Asking {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        // SAFETY: the block came from `System` with this layout, as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        hold(-(layout.size() as isize));
        note(bytes);
        // SAFETY: the block came from `System` with this layout, and `bytes` is not 0, as the caller promises.
        unsafe { System.realloc(block, layout, bytes) }
    }
}

#[global_allocator]
static ALLOCATOR: Asking = Asking;

/// The number of requests for memory while `work` runs.
fn asked(work: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    work();
    ASKED.get() - before
}

/// Lists, makes and takes back every move of a tree.
fn make_each(position: &mut Position<'_>, lists: &mut [MoveList]) {
    let Some((list, lists)) = lists.split_first_mut() else { return };
    position.legal_moves(list);
    for made in &*list {
        let undo = position.make(*made);
        make_each(position, lists);
        position.unmake(undo);
    }
}

/// Plays a game. Returns the requests for memory of its lists and of the questions about its end.
fn play(mut game: Game, list: &mut MoveList, seed: &mut u64) -> u64 {
    let mut requests = 0;
    loop {
        let mut over = true;
        requests += asked(|| {
            over = game.end().is_some();
            game.list(list);
        });
        if over || list.is_empty() {
            return requests;
        }
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        game.play(&list[(*seed >> 33) as usize % list.len()]);
    }
}

fn compiled(name: &str) -> Compiled {
    crate::common::variant(name)
}

#[test]
fn trees_take_no_memory() {
    let games =
        ["chess", "atomic", "crazyhouse", "capablanca", "racingkings", "antichess", "spartan", "shogi", "xiangqi"];
    for (name, plies) in games.iter().flat_map(|name| [0, 7, 20].map(|plies| (name, plies))) {
        let compiled = compiled(name);
        // Later in a game some moves have to be verified.
        let (mut game, mut seed) = (compiled.start().expect("it can be played"), 7_u64);
        for _ in 0..plies {
            game.play_any(&mut |moves| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as usize % moves
            });
        }
        let (mut position, mut lists) = (game.position(), vec![MoveList::new(); 3]);
        make_each(&mut position, &mut lists);
        assert_eq!(asked(|| make_each(&mut position, &mut lists)), 0, "{name}");
    }
}

/// Lists every move of a tree, and makes it on a copy.
fn copy_each(position: &Position<'_>, lists: &mut [MoveList]) {
    let Some((list, lists)) = lists.split_first_mut() else { return };
    position.legal_moves(list);
    for made in &*list {
        copy_each(&position.after(made), lists);
    }
}

#[test]
fn a_position_of_a_small_game_is_256_bytes_with_all_that_it_owns() {
    assert_eq!(size_of::<Position<'_>>(), 256);
    for name in ["chess", "crazyhouse", "minixiangqi", "breakthrough"] {
        let compiled = compiled(name);
        let (position, mut lists) = (compiled.position(), vec![MoveList::new(); 3]);
        copy_each(&position, &mut lists);
        assert_eq!(asked(|| copy_each(&position, &mut lists)), 0, "{name}");
    }
}

/// Up to 255 pieces of a kind in hand are in the position itself. With one more, hands and squares move elsewhere.
#[test]
fn a_hand_may_outgrow_a_byte_while_moves_are_made_and_taken_back() {
    let compiled = compiled("crazyhouse");
    let mut setup = compiled.start().expect("it can be played").setup();
    let pawn = compiled.rules().piece_named("pawn").expect("it has pawns");
    setup.hands.white[pawn.index()] = 255;
    setup.hands.black[pawn.index()] = 250;
    let mut outgrown = 0;
    for seed in 0..20 {
        let mut position = compiled.position_from(&setup).expect("it is a position");
        let (mut list, mut seed, mut made) = (MoveList::new(), seed, Vec::new());
        for _ in 0..60 {
            let before = position.setup();
            let again = compiled.position_from(&before).expect("it is a position");
            position.legal_moves(&mut list);
            assert_eq!(again.perft(2), position.perft(2), "{before:?}");
            for each in &list {
                let undo = position.make(each);
                position.unmake(undo);
            }
            assert_eq!(position.setup(), before);
            outgrown += usize::from(position.in_hand(Side::White, pawn) > 255);
            seed = u64::wrapping_add(seed, 1).wrapping_mul(6_364_136_223_846_793_005);
            let captures: Vec<&Move> = list.iter().filter(|each| each.is_capture()).collect();
            let Some(chosen) =
                captures.first().copied().or_else(|| list.get((seed >> 33) as usize % list.len().max(1)))
            else {
                break;
            };
            made.push((position.make(chosen), before));
        }
        while let Some((undo, before)) = made.pop() {
            position.unmake(undo);
            assert_eq!(position.setup(), before);
        }
    }
    assert!(outgrown > 0);
}

#[test]
fn lists_and_ends_of_games_take_no_memory() {
    for name in ["chess", "crazyhouse", "atomic"] {
        let start = compiled(name).start().expect("it can be played");
        let mut list = MoveList::new();
        // What the first round finds out once for the variant is known in the second.
        for round in 0..2 {
            let mut seed = 1;
            for _ in 0..10 {
                let requests = play(start.clone(), &mut list, &mut seed);
                assert!(round == 0 || requests == 0, "{name}: {requests}");
            }
        }
    }
}

#[test]
fn lists_of_captures_are_freed() {
    let list = |number: u32| [number & 0x3ff, number >> 10 & 0x3ff, number >> 20].map(|at| Square::new(at as u16));
    let [used, unused] = [list(0), list(1)];
    let [of_used, of_unused] = [Captures::of(&used), Captures::of(&unused)];
    assert_eq!((&*of_used.squares(), &*of_unused.squares()), (&used[..], &unused[..]));
    let before = HELD.get();
    for number in 2..4_000_000 {
        let squares = list(number);
        assert_eq!(*Captures::of(&squares).squares(), squares);
        if number % 100_000 == 0 {
            assert_eq!(*of_used.squares(), used);
        }
    }
    // All of these lists would take more than 500 million bytes.
    assert!(HELD.get() - before < 200_000_000, "{}", HELD.get() - before);
    assert!(Captures::of(&used) == of_used && of_unused.squares().is_empty());
    // An answer that would use it is stopped.
    let read = work::within(&work::Limits::default(), || of_unused.squares().len());
    assert_eq!(read, Err(work::Stopped::Captures));
    // A list that has been freed is another one when it is stored again.
    assert!(Captures::of(&unused) != of_unused && *Captures::of(&unused).squares() == unused);
}
