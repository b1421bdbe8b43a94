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
        if let (Some(white), Some(black)) = (&look.white, &look.black)
            && white.text == black.text
        {
            let message = format!("both sides are called `{}`", shorten(&black.text));
            self.problems
                .push(Diagnostic::warning(Code::BadName, black.span, message).help("give them different names"));
        }
        for (side, name) in [(Side::White, &look.white), (Side::Black, &look.black)] {
            let Some(name) = name.as_ref().filter(|name| name.text.eq_ignore_ascii_case((!side).name())) else {
                continue;
            };
            let message = format!("{} is called `{}`", side.name(), shorten(&name.text));
            let help = "`white` is the side with upper-case letters in a FEN: exchange the two names";
            self.problems.push(Diagnostic::warning(Code::BadName, name.span, message).help(help));
        }
    }
}
