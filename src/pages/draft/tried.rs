//! A variant file held against the page that it is drafted from.

use std::time::Duration;

use crate::compile;
use crate::game::Compiled;
use crate::pages::claim::{Claim, Verdict};
use crate::pages::context::Context;
use crate::pages::model::Page;
use crate::pages::sentence::Row;
use crate::pages::{endgame, kinds};
use crate::variant::{NoFiles, VariantSource};

use super::file::File;

/// A file, and the page's claims about it.
#[derive(Clone, Debug)]
pub struct Try {
    /// The file.
    pub file: File,
    /// Its rules.
    pub compiled: Compiled,
    /// The page's claims, compared with the rules.
    pub claims: Vec<Claim>,
    /// Moves that the page gives a piece and the rules do not: its name, the notation, the line.
    pub differs: Vec<(String, String, usize)>,
    /// Rows of tables of pieces.
    pub rows: Vec<Row>,
}

impl Try {
    /// Reads the page against a file; none if the file has errors.
    pub fn of(page: &Page, file: File) -> Option<Try> {
        let source = VariantSource::Text { name: "draft".to_owned(), text: file.rules() };
        let loaded = compile::load(&source, &NoFiles).ok()?;
        let compiled = Compiled::new(loaded.variant?.rules);
        compiled.start().ok()?;
        let watch = endgame::Unwatched(Duration::ZERO);
        let mut cx = Context::new(&compiled, page, &watch);
        kinds::find_all(&mut cx);
        let name = |piece| cx.name(piece).to_owned();
        let differs =
            cx.differs.iter().map(|(piece, notation, line)| (name(*piece), notation.clone(), *line)).collect();
        let rows = std::mem::take(&mut cx.rows);
        let claims = std::mem::take(&mut cx.claims);
        Some(Try { file, compiled, claims, differs, rows })
    }

    /// How well the page and the rules agree.
    pub fn score(&self) -> i64 {
        self.claims.iter().map(weight).sum()
    }
}

/// Weight of a claim for or against a game.
fn weight(claim: &Claim) -> i64 {
    match claim.verdict {
        Verdict::Confirmed => 8,
        Verdict::Contradicted => -24,
        Verdict::Incomplete | Verdict::Stronger => 2,
        // Of a game with pieces and rules that the page never names, less is said.
        Verdict::Silent => -1,
        Verdict::NotUnderstood if claim.may_differ => -6,
        _ => 0,
    }
}
