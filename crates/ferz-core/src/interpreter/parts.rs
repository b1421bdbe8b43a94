//! Parts of the generator that stand out of line: what games with more rules ask for, and the moves of some pieces alone.
//!
//! As in `entries`, each is compiled for each way of indexing, and what it calls is inlined.

use crate::board::Bitboard;
use crate::position::Position;

use super::ends::{Ends, Wanted};
use super::engine::Engine;
use super::legality::{Guard, Masks};
use super::lookup::{Indexing, Multiply, Pext};
use super::moves::{Count, List, Sink};

impl<const W: usize> Engine<W> {
    /// The moves of a position in which the masks do not settle all.
    #[inline(never)]
    pub(super) fn pour_carefully<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        known: (&Guard<W>, &Masks<W>),
        sink: &mut S,
    ) {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe {
                self.pour_carefully_with_pext(position, wanted, known, sink)
            },
            _ => self.generate_carefully::<Multiply, S>(position, wanted, known, sink),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn pour_carefully_with_pext<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        known: (&Guard<W>, &Masks<W>),
        sink: &mut S,
    ) {
        self.generate_carefully::<Pext, S>(position, wanted, known, sink);
    }

    /// The moves of pieces with which walls come, where no other rule has a say; gives back the pieces that are left.
    #[inline(never)]
    pub(super) fn pour_walled<S: Sink<W>>(
        &self,
        position: &Position<W>,
        known: (Ends<W>, &Masks<W>),
        sink: &mut S,
    ) -> Bitboard<W> {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe { self.pour_walled_with_pext(position, known, sink) },
            _ => self.generate_walled::<Multiply, S>(position, known, sink),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn pour_walled_with_pext<S: Sink<W>>(
        &self,
        position: &Position<W>,
        known: (Ends<W>, &Masks<W>),
        sink: &mut S,
    ) -> Bitboard<W> {
        self.generate_walled::<Pext, S>(position, known, sink)
    }

    /// Adds the moves of some pieces to a list, as far as they end on some squares and the masks allow them.
    pub(super) fn list_pieces(
        &self,
        position: &Position<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        list: &mut List,
    ) {
        if pieces.is_empty() || ends.is_empty() {
            return;
        }
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe {
                self.list_pieces_with_pext(position, (pieces, ends), masks, list)
            },
            _ => self.list_pieces_with_multiply(position, (pieces, ends), masks, list),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn list_pieces_with_pext(
        &self,
        position: &Position<W>,
        chosen: (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        list: &mut List,
    ) {
        self.generate_common::<Pext, _>(position, chosen, masks, list);
    }

    fn list_pieces_with_multiply(
        &self,
        position: &Position<W>,
        chosen: (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        list: &mut List,
    ) {
        self.generate_common::<Multiply, _>(position, chosen, masks, list);
    }

    /// The number of moves of some pieces, as far as they end on some squares and the masks allow them.
    pub(super) fn count_pieces(
        &self,
        position: &Position<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
    ) -> u64 {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe {
                self.count_pieces_with_pext(position, (pieces, ends), masks)
            },
            _ => self.count_pieces_with_multiply(position, (pieces, ends), masks),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn count_pieces_with_pext(&self, position: &Position<W>, chosen: (Bitboard<W>, Ends<W>), masks: &Masks<W>) -> u64 {
        let mut count = Count::default();
        self.generate_common::<Pext, _>(position, chosen, masks, &mut count);
        count.0
    }

    fn count_pieces_with_multiply(
        &self,
        position: &Position<W>,
        chosen: (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
    ) -> u64 {
        let mut count = Count::default();
        self.generate_common::<Multiply, _>(position, chosen, masks, &mut count);
        count.0
    }
}
