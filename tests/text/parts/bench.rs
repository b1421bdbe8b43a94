//! Parts of the room `bench`, each asked by itself.

mod whole {
    use std::time::Duration;

    use ferz::bench::*;

    #[test]
    fn medians() {
        let mut times = [5, 1, 3].map(Duration::from_secs);
        assert_eq!(median(&mut times), Duration::from_secs(3));
        assert_eq!(median(&mut []), Duration::ZERO);
    }
}
