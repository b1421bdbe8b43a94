//! The variants and positions of requests.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::compile::{Loaded, shuffle};
use crate::diagnostic::{Record, shorten};
use crate::fairy::answers::{self, Origins};
use crate::fen::{self, ParseFenError};
use crate::game::{Compiled, PositionError};
use crate::load::missing_royal;
use crate::rules::{Rules, Setup};
use crate::variant::{VariantSource, library};

use super::fields::{Fault, Fields, Refusal};
use super::limits::Budget;
use super::played::Played;
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
    pub(super) fn played(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<Played, Refusal> {
        for other in ["pop", "push"] {
            if fields.value(other).is_some() {
                return Err(Refusal::new(format!("`{other}` needs `game`, the number of a game that is kept")));
            }
        }
        let (key, compiled, setup) = self.start(fields, budget)?;
        let refused = |error: PositionError| Refusal::new(error.to_string()).of(Fault::Position);
        // Fairy-Stockfish also accepts positions that no game can reach.
        if fields.flag("fairy")? {
            let game = compiled.game_unchecked(&setup).map_err(refused)?;
            let mut played = Played::new(key, compiled, setup, game);
            played.origins = Some(Origins::default());
            played.play(fields, budget)?;
            return Ok(played);
        }
        let given = fields.text("fen")?.and_then(|_| missing_royal(compiled.rules(), &setup));
        given.map_or(Ok(()), |message| Err(Refusal::new(message).of(Fault::Position)))?;
        let game = compiled.game(&setup).map_err(refused)?;
        let mut played = Played::new(key, compiled, setup, game);
        played.play(fields, budget)?;
        Ok(played)
    }

    /// The variant of a request, and the position before its moves.
    pub(super) fn start(
        &mut self,
        fields: Fields<'_>,
        budget: &Budget,
    ) -> Result<(Key, Arc<Compiled>, Setup), Refusal> {
        let chess960 = fields.flag("chess960")?;
        let key = self.key(fields, chess960)?;
        let compiled = self.of_key(&key, budget)?;
        let rules = compiled.rules();
        let setup = match (fields.text("fen")?, fields.number("start")?) {
            (Some(_), Some(_)) => return Err(Refusal::new("`fen` and `start` exclude each other")),
            (Some(text), None) => {
                let setup = match fields.flag("fairy")? {
                    true => answers::read(text, rules, chess960),
                    false => fen::read_with(text, rules, chess960),
                };
                setup.map_err(|error| fault_in_fen(text, &error))?
            }
            (None, Some(number)) => shuffled(rules, number)?,
            (None, None) => rules.setup.clone(),
        };
        Ok((key, compiled, setup))
    }

    /// The variant of a request that is about no position.
    pub(super) fn compiled(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<Arc<Compiled>, Refusal> {
        let key = self.key(fields, fields.flag("chess960")?)?;
        self.of_key(&key, budget)
    }

    fn of_key(&mut self, key: &Key, budget: &Budget) -> Result<Arc<Compiled>, Refusal> {
        self.release();
        let compiled = self.store.compiled(key, budget)?;
        self.holds = true;
        Ok(compiled)
    }

    /// The variant of a request as it was read.
    pub(super) fn loaded(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<Loaded, Refusal> {
        let key = self.key(fields, false)?;
        self.release();
        let _building = self.store.own(budget)?;
        store::load(&key, crate::compile::load)
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

    /// Answers a request about the text of a variant, while no other variant is compiled. `answer` also gets the variant of that text, if it has
    /// been compiled.
    pub(super) fn of_text<T>(
        &mut self,
        fields: Fields<'_>,
        budget: &Budget,
        answer: impl FnOnce(&Key, Option<Arc<Compiled>>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let key = self.key(fields, false)?;
        if !key.is_yaml {
            return Err(Refusal::new("`variant` must be {\"yaml\": …} here"));
        }
        self.release();
        let known = self.store.alone(&key);
        let _building = self.store.own(budget)?;
        answer(&key, known)
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
            Some(Value::String(name)) => Ok(Key { text: name.clone(), files: Vec::new(), is_yaml: false, chess960 }),
            Some(Value::Object(object)) => {
                let within = |refusal: Refusal| refusal.within("variant");
                let object = Fields(object);
                object.only("variant", &["yaml", "files"])?;
                let text = object.need_text("yaml").map_err(within)?.to_owned();
                let files = object.object("files").map_err(within)?.into_iter().flat_map(|files| files.0);
                let file = |(name, text): (&String, &Value)| {
                    let text = text.as_str().ok_or_else(|| Refusal::new(format!("`files`: `{name}` must be a string")));
                    Ok((name.clone(), text.map_err(within)?.to_owned()))
                };
                Ok(Key { text, files: files.map(file).collect::<Result<_, _>>()?, is_yaml: true, chess960 })
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
