//! Long algebraic notation: both squares of a move, `e2-e4`, `Ng1xf3`.

use super::scene::Scene;

pub(super) fn write(scene: &Scene<'_>) -> String {
    let geometry = &scene.rules().geometry;
    let (from, to) = (geometry.name(scene.made.from), geometry.name(scene.made.to));
    let letter = if scene.is_pawn() && !scene.is_drop() { String::new() } else { scene.letter() };
    let way = if scene.is_drop() { "@".to_owned() } else { from + scene.sign("-") };
    letter + &way + &to + &scene.promotion() + scene.check()
}
