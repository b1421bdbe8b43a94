//! How the game is shown.

use std::sync::Arc;

use super::Compiler;
use crate::board::{Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::image;
use crate::rules::{Look, Sight, Squares, Style};
use crate::variant::{Phrase, spec};

impl Compiler<'_> {
    /// How the game is shown.
    pub(super) fn look(&mut self) -> Look {
        let mut look = Look::default();
        let Some(written) = &self.spec.look else { return look };
        self.check_look(written);
        for (side, name) in [(Side::White, &written.white), (Side::Black, &written.black)] {
            if let Some(name) = name {
                look.sides[side].clone_from(&name.text);
            }
        }
        look.squares = match written.squares {
            Some(spec::Squares::Points) => Squares::Points,
            Some(spec::Squares::Plain) => Squares::Plain,
            Some(spec::Squares::Checked) | None => Squares::Checked,
        };
        look.gap = written.gap.as_ref().map(|gap| gap.value as usize);
        look.sight = match written.sight {
            Some(spec::Sight::Own) => Sight::Own,
            Some(spec::Sight::Reached) => Sight::Reached,
            Some(spec::Sight::All) | None => Sight::All,
        };
        look.style = written.style.map_or(Style::default(), |style| match style {
            spec::Style::Figures => Style::Figures,
            spec::Style::Chinese => Style::Chinese,
            spec::Style::Korean => Style::Korean,
            spec::Style::Japanese => Style::Japanese,
            spec::Style::Letters => Style::Letters,
        });
        look.wall = written.wall.as_ref().map(|wall| wall.text.clone());
        look.images = self.images(written);
        look.colours = self.colours(written);
        let diagonals = written.diagonals.as_ref().and_then(|area| self.areas.area(area, self.problems));
        look.diagonals = diagonals.into_iter().flat_map(|area| [area.white, area.black]).collect();
        look
    }

    /// The colours of squares, in the file's order.
    fn colours(&mut self, look: &spec::Look) -> Vec<(SquareSet, Arc<str>)> {
        let mut colours = Vec::new();
        for (name, place, colour) in look.colours.iter().flat_map(|colours| colours.iter()) {
            let Some(region) = self.areas.named(name, place, self.problems) else { continue };
            if !image::is_colour(&colour.text) {
                let message = format!("`{}` is no colour", shorten(&colour.text));
                let problem = Diagnostic::error(Code::BadValue, colour.span, message);
                self.problems.push(problem.help(image::COLOUR));
                continue;
            }
            colours.push((region.white | region.black, Arc::from(&*colour.text)));
        }
        colours
    }

    /// The author's own pictures, by piece.
    fn images(&mut self, look: &spec::Look) -> Vec<Option<[Arc<str>; 2]>> {
        let mut images = Vec::new();
        for (name, place, written) in look.images.iter().flat_map(|images| images.iter()) {
            let Some(id) = self.names.get(name) else {
                self.problems.push(self.names.unknown(name, place));
                continue;
            };
            let (white, black) = match written {
                spec::Image::Both(both) => (both, both),
                spec::Image::Each(each) => (&each.white, &each.black),
            };
            let index = id.index();
            let white = self.image(white, &format!("p{index}w-"));
            // An error in a picture for both sides is reported once.
            let black = white.as_ref().and_then(|_| self.image(black, &format!("p{index}b-")));
            if images.len() <= index {
                images.resize(index + 1, None);
            }
            images[index] = white.zip(black).map(|(white, black)| [white, black]);
        }
        images
    }

    /// The checked picture, which contains only shapes; `None` if it has errors.
    fn image(&mut self, written: &Phrase, prefix: &str) -> Option<Arc<str>> {
        match image::clean(&written.text, prefix) {
            Ok(picture) => Some(picture.into()),
            Err(fault) => {
                let problem = Diagnostic::error(Code::BadValue, written.at(fault.at), fault.message);
                self.problems.push(problem.help("a picture is SVG that contains only paths and other shapes"));
                None
            }
        }
    }

    /// Reports empty or equal names of the sides, and a river outside the board.
    fn check_look(&mut self, look: &spec::Look) {
        let ranks = self.geometry.ranks();
        if let Some(gap) = look.gap.as_ref().filter(|gap| !(1..ranks).contains(&(gap.value as usize))) {
            let message =
                format!("the gap must be above one of the ranks 1 to {}, not {}", ranks.saturating_sub(1), gap.value);
            self.problems.push(Diagnostic::error(Code::BadValue, gap.span, message));
        }
        let names = [&look.white, &look.black].map(|name| name.as_ref().map(|name| name.text.as_str()));
        let place = look.black.as_ref().or(look.white.as_ref()).map(|name| name.span);
        let [white, black] = [names[0].unwrap_or("White"), names[1].unwrap_or("Black")];
        if let Some(place) = place.filter(|_| white == black) {
            let message = format!("both sides are called `{}`", shorten(black));
            self.problems.push(Diagnostic::warning(Code::BadName, place, message).help("give them different names"));
        }
    }
}
