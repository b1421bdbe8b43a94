//! The variants and positions of requests.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::compile::{Loaded, shuffle};
use crate::diagnostic::{Record, shorten};
use crate::fen::{self, ParseFenError};
use crate::game::{Compiled, Game};
use crate::load::missing_royal;
use crate::notation;
use crate::rules::{Rules, Setup};
use crate::variant::{VariantSource, library};

use super::fields::{Fault, Fields, Refusal};
use super::limits::Budget;
use super::store::{self, Key, Store};

/// The access of one answering thread to the recently used variants.
pub(super) struct Variants {
    /// `true` if a variant may be a path.
    paths: bool,
    store: Arc<Store>,
    /// `true` if the present request uses a variant.
    holds: bool,
}

/// All problems of a variant.
#[derive(Debug, Serialize)]
pub(super) struct Problems {
    problems: Vec<Record>,
}

impl Variants {
    /// The access before the first request. Without `paths`, a variant must be a built-in name or a text.
    pub(super) fn new(paths: bool, store: Arc<Store>) -> Variants {
        Variants { paths, store, holds: false }
    }

    /// Ends the use of variants by the answered request.
    pub(super) fn release(&mut self) {
        if std::mem::take(&mut self.holds) {
            self.store.release();
        }
    }

    /// The game of a request, after its moves have been played.
    pub(super) fn game(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<Game, Refusal> {
        let (compiled, setup) = self.start(fields, budget)?;
        let given = fields.text("fen")?.and_then(|_| missing_royal(compiled.rules(), &setup));
        given.map_or(Ok(()), |message| Err(Refusal::new(message).of(Fault::Position)))?;
        let game = compiled.game(&setup);
        let mut game = game.map_err(|error| Refusal::new(error.to_string()).of(Fault::Position))?;
        for (index, text) in fields.texts("play")?.into_iter().enumerate() {
            budget.go_on()?;
            let refused = |error| Refusal::new(format!("`play`, move {}: {error}", index + 1)).of(Fault::Move);
            let made = notation::parse(&mut game, text).map_err(refused)?;
            game.play(&made);
        }
        Ok(game)
    }

    /// The variant of a request, and the position before its moves.
    pub(super) fn start(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<(Arc<Compiled>, Setup), Refusal> {
        let chess960 = fields.flag("chess960")?;
        let key = self.key(fields, chess960)?;
        self.release();
        let compiled = self.store.compiled(&key, budget)?;
        self.holds = true;
        let rules = compiled.rules();
        let setup = match (fields.text("fen")?, fields.number("start")?) {
            (Some(_), Some(_)) => return Err(Refusal::new("`fen` and `start` exclude each other")),
            (Some(text), None) => fen::read_with(text, rules, chess960).map_err(|error| fault_in_fen(text, &error))?,
            (None, Some(number)) => shuffled(rules, number)?,
            (None, None) => rules.setup.clone(),
        };
        Ok((compiled, setup))
    }

    /// All problems of the variant of a request.
    pub(super) fn check(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<Problems, Refusal> {
        let key = self.key(fields, false)?;
        self.release();
        let _building = self.store.own(budget)?;
        let read = || store::load(&key, crate::load::check);
        let problems = |loaded: Loaded| Problems {
            problems: loaded.problems.iter().map(|problem| problem.record(&loaded.sources)).collect(),
        };
        match self.store.within_share(budget, read)? {
            Some(loaded) => loaded.map(problems),
            None => {
                self.store.wait_for_others(budget)?;
                read().map(problems)
            }
        }
    }

    fn key(&self, fields: Fields<'_>, chess960: bool) -> Result<Key, Refusal> {
        match fields.value("variant") {
            None => Err(Refusal::new("`variant` is missing")),
            Some(Value::String(name)) if !self.paths && VariantSource::named(name).names_a_file() => {
                let near =
                    library::nearest_name(name).map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
                let message =
                    format!("`{}` is not a built-in variant, and files are not read here{near}", shorten(name));
                Err(Refusal::new(message).of(Fault::Variant))
            }
            Some(Value::String(name)) => Ok(Key { text: name.clone(), is_yaml: false, chess960 }),
            Some(Value::Object(object)) => {
                Fields(object).only("variant", &["yaml"])?;
                Ok(Key {
                    text: Fields(object).need_text("yaml").map_err(|refusal| refusal.within("variant"))?.to_owned(),
                    is_yaml: true,
                    chess960,
                })
            }
            Some(_) => Err(Refusal::new("`variant` must be a name, a path or {\"yaml\": …}")),
        }
    }
}

fn fault_in_fen(text: &str, error: &ParseFenError) -> Refusal {
    let help = error.help.iter().map(|help| format!(" ({help})")).collect::<String>();
    let column = text.get(..error.span.start).unwrap_or(text).chars().count() + 1;
    Refusal::at(format!("{}{help}", error.message), column).of(Fault::Position)
}

fn shuffled(rules: &Rules, number: u64) -> Result<Setup, Refusal> {
    let last = shuffle::count(rules) - 1;
    let message = || format!("`start`: there is no start position {number}, only 0 to {last}");
    shuffle::start(rules, number).ok_or_else(|| Refusal::new(message()).of(Fault::Position))
}
