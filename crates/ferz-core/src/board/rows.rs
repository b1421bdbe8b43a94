//! Pieces that face each other: on one rank or file, with nothing between.

use smallvec::SmallVec;

use super::bitboard::Bitboard;
use super::square::Square;
use super::surroundings::along_rows;
use super::topology::Geometry;

/// The ranks and files of a board; empty in games without rules about facing pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows<const W: usize> {
    /// For each square, the squares on its rank and file.
    in_line: Vec<Bitboard<W>>,
    /// For each square and each square in line with it (in order), the squares between them: one set for each way,
    /// because a cylinder has two.
    between: Vec<Vec<SmallVec<[Bitboard<W>; 1]>>>,
}

impl<const W: usize> Rows<W> {
    /// Ranks and files of a board.
    pub fn of(geometry: &Geometry) -> Rows<W> {
        let mut rows = Rows::default();
        for from in (0..geometry.len()).map(|index| Square::new(index as u16)) {
            let ways = along_rows(geometry, from);
            let in_line: Bitboard<W> = ways.iter().flatten().copied().collect();
            let between = |to: Square| {
                let before = |way: &Vec<Square>| Some(way[..way.iter().position(|square| *square == to)?].to_vec());
                ways.iter().filter_map(before).map(|squares| squares.into_iter().collect()).collect()
            };
            rows.between.push(in_line.iter().map(between).collect());
            rows.in_line.push(in_line);
        }
        rows
    }

    /// Returns `true` if a piece of `some` stands in line with a piece of `others`, with nothing between.
    #[inline(always)]
    pub fn face_each_other(&self, some: Bitboard<W>, others: Bitboard<W>, occupied: Bitboard<W>) -> bool {
        for one in some {
            let in_line = &self.in_line[one.index()];
            for other in others & *in_line {
                let ways = &self.between[one.index()][in_line.count_below(other)];
                if ways.iter().any(|between| !between.intersects(&occupied)) {
                    return true;
                }
            }
        }
        false
    }
}
