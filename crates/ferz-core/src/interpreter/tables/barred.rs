//! Pieces that can neither pass over nor capture certain pieces: their barrier pieces.
//!
//! Only a hop needs care, because the hurdle may be a barrier piece. The reach of such a piece is read from tables
//! without barriers, and the squares behind a hurdle that is a barrier piece are removed.

use std::sync::Arc;

use crate::board::{Bitboard, Line, Square};
use crate::walker::{Ray, RayCell, RayKind};

use super::ends::Ends;
use super::lookup::Index;
use super::patterns::Mode;
use super::rays::SharedRay;
use super::reach::{self, Reach, Reaches};

/// The reach of a piece with barrier pieces from one square.
#[derive(Clone, Debug)]
pub(crate) struct Barred<const W: usize> {
    /// Reach if there were no barrier pieces.
    reaches: Vec<(Mode, Reach<W>)>,
    /// The squares on which a hurdle could stand.
    watched: Bitboard<W>,
    /// For each square of `watched`, in order, the squares before it and behind it on its ray.
    hurdles: Vec<(Bitboard<W>, Bitboard<W>)>,
    /// Rays that are followed one by one.
    lines: Vec<(BarredLine<W>, Mode)>,
}

impl<const W: usize> Barred<W> {
    /// The rays from one square, compiled.
    pub fn of(rays: &[(SharedRay, Mode)], reaches: &mut reach::Builder<W>) -> Barred<W> {
        let mut barred =
            Barred { reaches: Vec::new(), watched: Bitboard::EMPTY, hurdles: Vec::new(), lines: Vec::new() };
        if !are_apart(rays) {
            barred.lines = rays.iter().map(|(ray, mode)| (BarredLine::of(ray), *mode)).collect();
            return barred;
        }
        for mode in [Mode::Both, Mode::Quiet, Mode::Capture, Mode::Royal] {
            if rays.iter().any(|(_, other)| *other == mode) {
                barred.reaches.push((mode, reaches.reach(rays, mode)));
            }
        }
        let mut hurdles: Vec<(Square, (Bitboard<W>, Bitboard<W>))> = Vec::new();
        for (ray, _) in rays.iter().filter(|(ray, _)| ray.kind == RayKind::Over) {
            let squares: Vec<Square> = ray.cells.iter().map(|cell| cell.square).collect();
            for (index, square) in squares.iter().enumerate().skip(ray.skip) {
                if barred.watched.contains(*square) {
                    continue;
                }
                barred.watched.insert(*square);
                let before = squares[ray.skip..index].iter().copied().collect();
                hurdles.push((*square, (before, squares[index + 1..].iter().copied().collect())));
            }
        }
        hurdles.sort_unstable_by_key(|(square, _)| *square);
        barred.hurdles = hurdles.into_iter().map(|(_, squares)| squares).collect();
        barred
    }

    /// Destinations of the piece, with the given occupied squares and barrier pieces.
    #[inline(always)]
    pub fn targets<I: Index>(
        &self,
        reaches: &Reaches<W>,
        (occupied, barriers): (&Bitboard<W>, &Bitboard<W>),
        ends: Ends<W>,
    ) -> Bitboard<W> {
        let mut targets = Bitboard::EMPTY;
        for (mode, reach) in &self.reaches {
            targets |= reaches.reach::<I>(reach, occupied) & ends.of_mode(*mode);
        }
        targets &= !self.cut_off(occupied, barriers);
        for (line, mode) in &self.lines {
            targets |= line.reach(occupied, barriers) & ends.of_mode(*mode);
        }
        targets & !*barriers
    }

    /// Squares that the piece attacks, empty or not.
    #[inline(always)]
    pub fn attacks<I: Index>(
        &self,
        reaches: &Reaches<W>,
        (occupied, barriers): (&Bitboard<W>, &Bitboard<W>),
    ) -> Bitboard<W> {
        let mut attacked = Bitboard::EMPTY;
        for (_, reach) in self.reaches.iter().filter(|(mode, _)| mode.takes()) {
            attacked |= reaches.reach::<I>(reach, occupied);
        }
        attacked &= !self.cut_off(occupied, barriers);
        for (line, _) in self.lines.iter().filter(|(_, mode)| mode.takes()) {
            attacked |= line.reach(occupied, barriers);
        }
        attacked
    }

    /// The squares behind hurdles that are barriers.
    #[inline(always)]
    fn cut_off(&self, occupied: &Bitboard<W>, barriers: &Bitboard<W>) -> Bitboard<W> {
        let mut cut_off = Bitboard::EMPTY;
        for barrier in self.watched & *barriers {
            let (before, behind) = &self.hurdles[self.watched.count_below(barrier)];
            if !before.intersects(occupied) {
                cut_off |= *behind;
            }
        }
        cut_off
    }
}

/// A ray that does not pass over pieces of some kinds.
#[derive(Clone, Debug)]
enum BarredLine<const W: usize> {
    /// A line. For a hopper, the second line has the squares up to the hurdle.
    Line(Line<W>, Option<Line<W>>),
    /// A ray that is followed square by square.
    Scan(Arc<Ray>),
}

impl<const W: usize> BarredLine<W> {
    /// The ray as a line if possible; otherwise as a scan.
    fn of(ray: &SharedRay) -> BarredLine<W> {
        match ray.line() {
            None => BarredLine::Scan(ray.shared()),
            Some(line) => BarredLine::Line(line, (ray.kind == RayKind::Over).then(|| Line::along(&ray.passed()))),
        }
    }

    /// The squares reached with the given occupancy. The ray ends on the first barrier piece at the latest.
    fn reach(&self, occupied: &Bitboard<W>, barriers: &Bitboard<W>) -> Bitboard<W> {
        match self {
            BarredLine::Scan(ray) => ray.reach_up_to(occupied, barriers),
            BarredLine::Line(line, None) => line.reach(occupied),
            BarredLine::Line(line, Some(before)) => match before.reach(occupied).intersects(barriers) {
                true => Bitboard::EMPTY,
                false => line.reach(occupied),
            },
        }
    }
}

/// Returns `true` if tables and hurdles describe the rays completely: different rays share no square, and each ray
/// depends only on the pieces in its way.
fn are_apart(rays: &[(SharedRay, Mode)]) -> bool {
    let plain = |ray: &Ray| {
        let unconditional = ray.cells.iter().all(RayCell::is_free);
        unconditional && ray.kind != RayKind::Next
    };
    let squares = |ray: &Ray| ray.cells.iter().map(|cell| cell.square).collect::<Vec<Square>>();
    let apart = |one: &Ray, two: &Ray| one == two || !squares(one).iter().any(|square| squares(two).contains(square));
    let once = |ray: &Ray| {
        let squares = squares(ray);
        squares.iter().enumerate().all(|(index, square)| !squares[..index].contains(square))
    };
    rays.iter().all(|(ray, _)| plain(ray) && once(ray))
        && rays.iter().enumerate().all(|(index, (one, _))| rays[..index].iter().all(|(two, _)| apart(one, two)))
}
