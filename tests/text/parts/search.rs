//! Parts of the room `search`, each asked by itself.

mod clock {
    use std::time::Duration;

    use ferz::search::clock::*;

    #[test]
    fn a_share_never_empties_the_clock() {
        let overhead = Duration::from_millis(10);
        for left in [0, 5, 20, 100, 1000, 60_000] {
            for increment in [0, 100, 5000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let left = Duration::from_millis(left);
                    let time = Time::share(left, Duration::from_millis(increment), moves, overhead);
                    assert!(time.enough <= time.most && time.most > Duration::ZERO);
                    assert!(time.most <= left.max(Duration::from_millis(1)), "{left:?} {moves:?} {time:?}");
                }
            }
        }
    }
}
