//! The places and the shape of cells in a picture.

use crate::board::{Geometry, Square, Topology};

/// Half the square root of three: the distance between the lines of hexagons.
const CLOSE: f64 = 0.866_025_403_784_438_6;

/// The space between levels that stand side by side.
const GAP: f64 = 0.6;

/// The space between rows of levels, with room for the names of the files.
const ROW_GAP: f64 = 0.8;

/// Levels of up to so many cells together stand side by side. In a wider picture, cells are too small on a phone.
const WIDEST: f64 = 18.0;

/// The places of the cells of a board, in units of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The width and the height of the whole board.
    pub(crate) size: (f64, f64),
    /// Offset that is subtracted from the places of hexagons so that all of them lie inside.
    origin: (f64, f64),
}

impl Layout {
    pub(crate) fn of(geometry: &Geometry) -> Layout {
        if !geometry.topology().is_hexagonal() {
            let abreast = abreast(geometry);
            let (columns, rows) = (abreast as f64, geometry.levels().div_ceil(abreast) as f64);
            let wide = columns * geometry.files() as f64 + (columns - 1.0) * GAP;
            let high = rows * geometry.ranks_of_a_level() as f64 + (rows - 1.0) * ROW_GAP;
            return Layout { size: (wide, high), origin: (0.0, 0.0) };
        }
        let (wide, high) = half(geometry.topology());
        let centres: Vec<(f64, f64)> = geometry.squares().iter().map(|square| centre(geometry, square)).collect();
        let least = |part: fn(&(f64, f64)) -> f64| centres.iter().map(part).fold(f64::INFINITY, f64::min);
        let most = |part: fn(&(f64, f64)) -> f64| centres.iter().map(part).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(|place| place.0) - wide, least(|place| place.1) - high);
        Layout { size: (most(|place| place.0) + wide - left, most(|place| place.1) + high - top), origin: (left, top) }
    }

    /// The upper left corner of a square, which may lie beyond the edges.
    pub(crate) fn square(geometry: &Geometry, file: i32, rank: i32) -> (f64, f64) {
        let high = geometry.ranks_of_a_level() as i32;
        let level = if geometry.levels() > 1 { rank.div_euclid(high) } else { 0 };
        let abreast = abreast(geometry) as i32;
        let rows_above = (geometry.levels() as i32 - 1) / abreast - level.div_euclid(abreast);
        let aside = f64::from(level.rem_euclid(abreast)) * (geometry.files() as f64 + GAP);
        let down = f64::from(rows_above) * (f64::from(high) + ROW_GAP);
        (f64::from(file) + aside, f64::from(high - 1 - (rank - level * high)) + down)
    }

    /// The upper left corner of the box in which the content of a square is drawn.
    pub(crate) fn corner(&self, geometry: &Geometry, square: Square) -> (f64, f64) {
        let (x, y) = centre(geometry, square);
        (x - self.origin.0 - 0.5, y - self.origin.1 - 0.5)
    }
}

/// The number of levels that stand side by side, the lowest on the left of the lowest row.
fn abreast(geometry: &Geometry) -> usize {
    let fitting = (WIDEST + GAP) / (geometry.files() as f64 + GAP);
    (fitting as usize).clamp(1, geometry.levels())
}

/// The centre of a hexagon.
fn centre(geometry: &Geometry, square: Square) -> (f64, f64) {
    let (file, rank) = (geometry.file(square) as f64, geometry.rank(square) as f64);
    match geometry.topology() {
        Topology::HexagonalRanks => (file - rank / 2.0, -rank * CLOSE),
        _ => (file * CLOSE, file / 2.0 - rank),
    }
}

/// Half the width and half the height of a hexagon.
fn half(topology: Topology) -> (f64, f64) {
    match topology {
        Topology::HexagonalRanks => (0.5, 0.5 / CLOSE),
        _ => (0.5 / CLOSE, 0.5),
    }
}

/// The corners of a hexagon around the centre of a box of side 1.
pub(crate) fn hexagon(topology: Topology) -> [(f64, f64); 6] {
    let (wide, high) = half(topology);
    let corners = match topology {
        Topology::HexagonalRanks => [
            (0.0, -high),
            (wide, -high / 2.0),
            (wide, high / 2.0),
            (0.0, high),
            (-wide, high / 2.0),
            (-wide, -high / 2.0),
        ],
        _ => [
            (-wide / 2.0, -high),
            (wide / 2.0, -high),
            (wide, 0.0),
            (wide / 2.0, high),
            (-wide / 2.0, high),
            (-wide, 0.0),
        ],
    };
    corners.map(|(x, y)| (x + 0.5, y + 0.5))
}
