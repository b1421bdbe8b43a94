//! How the game is shown.

use super::Compiler;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::rules::{Look, Sight, Squares};
use crate::variant::spec;

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
        let diagonals = written.diagonals.as_ref().and_then(|area| self.areas.area(area, self.problems));
        look.diagonals = diagonals.into_iter().flat_map(|area| [area.white, area.black]).collect();
        look
    }

    /// Reports names and a river that cannot be meant.
    fn check_look(&mut self, look: &spec::Look) {
        let ranks = self.geometry.ranks();
        if let Some(gap) = look.gap.as_ref().filter(|gap| !(1..ranks).contains(&(gap.value as usize))) {
            let message =
                format!("the gap is behind one of the ranks 1 to {}, not {}", ranks.saturating_sub(1), gap.value);
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
