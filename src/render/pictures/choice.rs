//! The choice of a picture for each piece.

use std::sync::{Arc, Mutex, PoisonError};

use crate::board::{Side, Topology};
use crate::compile::Ground;
use crate::render::emblem::Emblem;
use crate::rules::{Movement, Piece, Rules, Style};

use super::catalogue::{Catalogue, Entry, Model};
use super::parts::{Atoms, movement_of, share_a_leap};

/// The picture of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picture {
    /// Shapes, as an [`expression`](super::expression).
    Figure(String),
    /// Characters in a frame.
    Sign {
        /// White's.
        white: &'static str,
        /// Black's.
        black: &'static str,
        /// The style whose frame surrounds them.
        style: Style,
    },
    /// The author's own.
    Image {
        /// White's.
        white: Arc<str>,
        /// Black's.
        black: Arc<str>,
    },
}

/// Steps of the search for pictures. Each step is done for all pieces before the next; the surest step comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// The moves and the name fit the picture.
    MovesAndName,
    /// The same, for a name with a qualifier such as `promoted`.
    Qualified,
    /// The moves fit.
    Moves,
    /// The moves are a combination of the moves of other pictures.
    Parts,
    /// The name fits, and no picture has the moves.
    Name,
    /// The same, for a name with a qualifier.
    QualifiedName,
    /// A word of the name fits.
    Word,
}

const STEPS: [Step; 7] =
    [Step::MovesAndName, Step::Qualified, Step::Moves, Step::Parts, Step::Name, Step::QualifiedName, Step::Word];

/// A model with its moves on a board.
struct Known {
    entry: &'static Entry,
    models: Vec<(Model, Option<Movement>)>,
}

/// All pictures of a style, with the moves that they stand for on a board.
struct Models {
    known: Vec<Known>,
    atoms: Atoms,
}

/// The kind of board, the number of levels, and the style.
type Place = (Topology, usize, Style);

/// The last models that were asked for. An author's board is drawn at each key stroke, and to read the notations of all pictures takes
/// longer than to draw the board.
static LAST: Mutex<Vec<(Place, Arc<Models>)>> = Mutex::new(Vec::new());
/// How many models are kept.
const KEPT: usize = 4;

impl Models {
    fn of(ground: Ground, style: Style) -> Arc<Models> {
        let place = (ground.topology, ground.levels, style);
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, models)) = last().iter().find(|(known, _)| *known == place) {
            return models.clone();
        }
        let known = known(ground, style);
        let models = Arc::new(Models { atoms: atoms(&known, ground), known });
        let mut last = last();
        last.truncate(KEPT - 1);
        last.insert(0, (place, models.clone()));
        models
    }
}

/// The search for the pictures of a variant.
struct Search<'a> {
    rules: &'a Rules,
    ground: Ground,
    models: Arc<Models>,
    style: Style,
    /// `true` if any piece of the variant can be royal.
    has_royal: bool,
}

/// The pictures of all pieces of a variant, in their order. `None` for pieces that are drawn with their letters.
///
/// Two pieces of one side never have the same picture.
pub fn of_all(rules: &Rules) -> Vec<Option<Picture>> {
    let own = |index: usize| rules.look.images.get(index).cloned().flatten();
    let mut found: Vec<Option<Picture>> =
        (0..rules.pieces.len()).map(|index| own(index).map(|[white, black]| Picture::Image { white, black })).collect();
    let style = rules.look.style;
    if !matches!(style, Style::Figures | Style::Letters) {
        Search::new(rules, style).fill(&mut found);
    }
    // Figures do not stand among signs, except for pieces of the setup: a promoted piece without a sign has its letters.
    let signs = found.iter().any(|picture| matches!(picture, Some(Picture::Sign { .. })));
    let unsigned: Vec<usize> = (0..found.len()).filter(|index| found[*index].is_none()).collect();
    if style != Style::Letters {
        Search::new(rules, Style::Figures).fill(&mut found);
    }
    let stands = |index: usize| rules.setup.pieces.iter().flatten().any(|placed| placed.piece.index() == index);
    for index in unsigned.into_iter().filter(|index| signs && !stands(*index)) {
        found[index] = None;
    }
    found
}

/// The picture of a piece that is known only by its moves.
pub fn of_movement(movement: &Movement, ground: Ground) -> Option<Picture> {
    let models = Models::of(ground, Style::Figures);
    let common = |model: &Model| !model.named;
    let fits = |known: &&Known| known.models.iter().any(|model| common(&model.0) && same(movement, model, ground));
    let entry = models.known.iter().find(fits).map(|known| known.entry.picture.to_owned());
    entry.or_else(|| models.atoms.compose(movement)).map(Picture::Figure)
}

/// The entries of a style with their moves on a board.
fn known(ground: Ground, style: Style) -> Vec<Known> {
    let moves = |model: &Model| (model.clone(), movement_of(model.notation, ground));
    let known = |entry: &'static Entry| Known { entry, models: entry.models.iter().map(moves).collect() };
    Catalogue::get().entries(style).iter().map(known).collect()
}

/// The pictures of a single shape, with their notations.
fn atoms(known: &[Known], ground: Ground) -> Atoms {
    let is_atom = |known: &&Known| !known.entry.picture.contains(['+', '>', '~']);
    let notation = |known: &Known| known.entry.models.iter().find(|model| !model.named && !model.royal);
    let list: Vec<(&'static str, &str)> = known
        .iter()
        .filter(is_atom)
        .filter_map(|known| notation(known).map(|model| (known.entry.picture, model.notation)))
        .collect();
    Atoms::new(&list, ground)
}

/// Returns `true` if the moves are those of a model.
fn same(movement: &Movement, (model, moves): &(Model, Option<Movement>), ground: Ground) -> bool {
    match moves {
        Some(moves) => moves.same_moves(movement),
        None => model.notation == "P" && Emblem::of_movement(movement, ground) == Some(Emblem::P),
    }
}

/// The moves that a piece keeps after its first move.
fn lasting(movement: &Movement) -> Movement {
    Movement { patterns: movement.patterns.iter().filter(|pattern| !pattern.initial).cloned().collect() }
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, style: Style) -> Search<'a> {
        let ground = Ground::from(&rules.geometry);
        let models = Models::of(ground, style);
        let has_royal = rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
        Search { rules, ground, models, style, has_royal }
    }

    /// Finds pictures for the pieces that have none.
    fn fill(&self, found: &mut [Option<Picture>]) {
        for step in STEPS {
            for index in 0..found.len() {
                if found[index].is_some() {
                    continue;
                }
                let candidates = self.candidates(&self.rules.pieces[index], step);
                found[index] = candidates.into_iter().find(|picture| self.is_free(index, picture, found));
            }
        }
    }

    /// Returns `true` if no other piece of the same side has the picture.
    fn is_free(&self, index: usize, picture: &Picture, found: &[Option<Picture>]) -> bool {
        let piece = &self.rules.pieces[index];
        let meets = |other: &Piece| {
            Side::ALL.iter().any(|side| !piece.symbol[*side].is_empty() && !other.symbol[*side].is_empty())
        };
        let others = self.rules.pieces.iter().zip(found);
        !others.into_iter().any(|(other, taken)| taken.as_ref() == Some(picture) && meets(other))
    }

    fn candidates(&self, piece: &Piece, step: Step) -> Vec<Picture> {
        let badge = Catalogue::get().badge(&piece.name);
        match step {
            Step::MovesAndName => self.by_moves_and_name(piece, &piece.name, None),
            Step::Qualified => {
                badge.map_or(Vec::new(), |(badge, name)| self.by_moves_and_name(piece, name, Some(badge)))
            }
            Step::Moves => self.by_moves(piece),
            Step::Parts => self.by_parts(piece),
            Step::Name => self.by_name(piece, &piece.name, None),
            Step::QualifiedName => badge.map_or(Vec::new(), |(badge, name)| self.by_name(piece, name, Some(badge))),
            Step::Word => {
                let words: Vec<&str> = piece.name.split('-').rev().collect();
                words.into_iter().flat_map(|word| self.by_name(piece, word, None)).collect()
            }
        }
    }

    fn by_moves_and_name(&self, piece: &Piece, name: &str, badge: Option<&str>) -> Vec<Picture> {
        let movement = lasting(&piece.movement);
        let fits = |model: &(Model, Option<Movement>)| {
            self.fits_royalty(piece, &model.0)
                && (same(&movement, model, self.ground) || same(&piece.movement, model, self.ground))
        };
        let named = self.models.known.iter().filter(|known| known.entry.names.contains(&name));
        let named = named.filter(|known| known.models.iter().any(fits));
        named.map(|known| self.picture(piece, known, badge)).collect()
    }

    fn by_moves(&self, piece: &Piece) -> Vec<Picture> {
        if !piece.extra.is_empty() || piece.movement.patterns.is_empty() {
            return Vec::new();
        }
        let fits = |model: &(Model, Option<Movement>)| {
            !model.0.named && self.fits_royalty(piece, &model.0) && same(&piece.movement, model, self.ground)
        };
        let known = self.models.known.iter().filter(|known| known.models.iter().any(fits));
        known.map(|known| self.picture(piece, known, None)).collect()
    }

    /// Returns `true` if the model fits the royalty of the piece. In a game without royal pieces, the king counts as
    /// royal.
    fn fits_royalty(&self, piece: &Piece, model: &Model) -> bool {
        !model.royal || piece.royalty.is_ever_royal() || !self.has_royal
    }

    fn by_parts(&self, piece: &Piece) -> Vec<Picture> {
        if self.style != Style::Figures || !piece.extra.is_empty() {
            return Vec::new();
        }
        let royal = if piece.royalty.is_ever_royal() { "*" } else { "" };
        let parts = self.models.atoms.compose(&lasting(&piece.movement));
        parts.map(|parts| Picture::Figure(parts + royal)).into_iter().collect()
    }

    fn by_name(&self, piece: &Piece, name: &str, badge: Option<&str>) -> Vec<Picture> {
        let named = self.models.known.iter().filter(|known| known.entry.names.contains(&name));
        // If a piece shares no leap with a picture of its name, it is a different piece with the same name.
        let related = |known: &&Known| {
            let models = known.models.iter().filter(|model| !model.0.named);
            let mut moves = models.filter_map(|model| model.1.as_ref()).peekable();
            self.style != Style::Figures
                || piece.movement.patterns.is_empty()
                || moves.peek().is_none()
                || moves.any(|moves| share_a_leap(moves, &piece.movement))
        };
        named.filter(related).map(|known| self.picture(piece, known, badge)).collect()
    }

    /// The picture of an entry. A royal piece gets a crown if the picture is not one of royal pieces.
    fn picture(&self, piece: &Piece, known: &Known, badge: Option<&str>) -> Picture {
        let text = known.entry.picture;
        if self.style != Style::Figures {
            let (white, black) = text.split_once('/').unwrap_or((text, text));
            return Picture::Sign { white, black, style: self.style };
        }
        let crowned = piece.royalty.is_ever_royal() && !known.models.iter().any(|model| model.0.royal);
        let badge = badge.map_or(String::new(), |badge| format!("~{badge}"));
        Picture::Figure(format!("{text}{}{badge}", if crowned { "*" } else { "" }))
    }
}
