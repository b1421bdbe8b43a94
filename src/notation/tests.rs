use super::shared::*;
use crate::board::{Geometry, Topology};

#[test]
fn squares_are_named_as_the_board_names_them() {
    let geometry = Geometry::new(30, 12, Topology::Rectangle).unwrap();
    for square in geometry.squares() {
        let mut text = String::new();
        push_square(&mut text, &geometry, square);
        assert_eq!(text, geometry.name(square));
    }
}

#[test]
fn only_equal_texts_are_grouped() {
    let texts = ["a", "b", "a", "c", "b", "a"].map(String::from);
    let mut groups = groups_of_equals(&texts);
    groups.iter_mut().for_each(|group| group.sort_unstable());
    assert_eq!(groups, [vec![0, 2, 5], vec![1, 4]]);
}
