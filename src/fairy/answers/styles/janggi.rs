//! The notation of janggi: both points of a move, each as rank (from the top, the tenth is 0) and file.

use crate::board::Square;

use super::scene::Scene;

pub(super) fn write(scene: &Scene<'_>) -> String {
    let geometry = &scene.rules().geometry;
    let point = |at: Square| format!("{}{}", scene.rank_from_top(at) % 10, geometry.file(at) + 1);
    let way = if scene.is_drop() { "@".to_owned() } else { point(scene.made.from) + scene.sign("-") };
    scene.letter() + &way + &point(scene.made.to) + &scene.promotion() + scene.check()
}
