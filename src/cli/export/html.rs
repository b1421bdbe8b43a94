//! `ferz export html`.

use std::path::Path;

use data_encoding::BASE64;
use indexmap::IndexSet;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Value, json};

use super::super::common::{Failure, Terminal, Verdict, diagnostics, load, parent, variant_file};
use super::super::files;
use super::super::mark::{Comment, Mark};
use crate::board::Side;
use crate::compile::Loaded;
use crate::game::Compiled;
use crate::pages::render::Page;

/// Write a page on which the variant is played: one file, which needs no network.
///
/// The page has the board, the engine and the rules page. It opens from disk, or from any web space.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz export html grand -o grand.html
  $ ferz export html my-variant.yaml -o my-variant.html --engine black")]
pub(super) struct Arguments {
    /// The variant: a built-in name or a path to a YAML file
    variant: String,
    /// Write to FILE
    #[arg(long, short, value_name = "FILE")]
    output: String,
    /// The side that the engine plays at first; the player can choose another one
    #[arg(long, value_name = "SIDE", default_value = "black")]
    engine: Engine,
    /// Overwrite files that this command has not written
    #[arg(long)]
    force: bool,
}

/// A side for the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Engine {
    White,
    Black,
    None,
}

/// The compression level of the rules: pages of large games have hundreds of boards.
const LEVEL: u8 = 9;

const MARK: Mark = Mark { command: "export html", comment: Comment::Markup };

/// The template of the page, with placeholders.
const PAGE: &str = include_str!("game.html");
/// The script of the page: `js/page/build.mjs` makes it.
const PLAYER: &str = include_str!("../../../js/page/player.js");

/// The WebAssembly module, compressed by `js/page/pack.mjs`.
static MODULE: &[u8] = include_bytes!("../../../js/page/ferz.xz");

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut loaded = load(&arguments.variant)?;
    let parent = parent(&arguments.variant, &loaded);
    let Some(variant) = loaded.variant.take() else {
        return Err(diagnostics(loaded.problems, &loaded.sources, terminal));
    };
    let source = source(&arguments.variant, &loaded);
    let description = variant.description.unwrap_or_default();
    let compiled = Compiled::new(variant.rules);
    let rules = compiled.rules();
    let page = Page::new(&compiled).described(Some(description.as_str()).filter(|text| !text.is_empty()));
    let rules_page = page.beside(parent.as_ref()).html();
    let page = filled(&[
        ("title", escaped(&rules.title)),
        ("description", escaped(&description)),
        ("sides", sides(&compiled, arguments.engine)),
        ("rules", BASE64.encode(&compress_to_vec_zlib(&numbered(&rules_page), LEVEL))),
        // `</` is escaped, so that the text cannot close its script element.
        ("variant", source.to_string().replace("</", "<\\/")),
        ("module", BASE64.encode(MODULE)),
        ("player", PLAYER.to_owned()),
    ]);
    let output = Path::new(&arguments.output);
    files::spare_inputs(output, variant_file(&arguments.variant).as_deref())?;
    files::write_marked(output, &page, MARK, arguments.force)?;
    Ok(Verdict::Fine)
}

/// Packs a page as a list of its different parts, and the sequence of their numbers. A part begins with `<`. Boards of large games repeat
/// the same elements, but farther apart than zlib looks back. Without this step, the page of Tai Shogi would be eight times as large.
///
/// The result has the length of the parts, the parts, and the number of each part in the order of the page. Numbers have four bytes,
/// little-endian.
fn numbered(page: &str) -> Vec<u8> {
    let mut parts = IndexSet::new();
    let numbers: Vec<u32> = page.split('<').map(|part| parts.insert_full(part).0 as u32).collect();
    let parts: Vec<&str> = parts.into_iter().collect();
    let parts = parts.join("<");
    let length = (parts.len() as u32).to_le_bytes();
    let numbers = numbers.into_iter().flat_map(u32::to_le_bytes);
    length.into_iter().chain(parts.bytes()).chain(numbers).collect()
}

/// The variant as a request names it: by its name, or with the texts of its own files.
fn source(name: &str, loaded: &Loaded) -> Value {
    let sources = &loaded.sources;
    let mut own = sources.ids().filter(|id| !sources.is_built_in(*id));
    let Some(first) = own.next() else { return Value::from(name) };
    let folder = Path::new(sources.name(first)).parent().unwrap_or(Path::new(""));
    let relative = |name: &str| {
        Path::new(name).strip_prefix(folder).map_or(name.to_owned(), |path| path.to_string_lossy().into_owned())
    };
    let files: serde_json::Map<String, Value> =
        own.map(|id| (relative(sources.name(id)), Value::from(sources.text(id)))).collect();
    json!({ "yaml": sources.text(first), "files": files })
}

/// The choices of the opponent.
fn sides(compiled: &Compiled, engine: Engine) -> String {
    let names = &compiled.rules().look.sides;
    let choice = |value: &str, text: &str, chosen: bool| {
        let selected = if chosen { " selected" } else { "" };
        format!("<option value=\"{value}\"{selected}>{}</option>", escaped(text))
    };
    choice("black", &names[Side::Black], engine == Engine::Black)
        + &choice("white", &names[Side::White], engine == Engine::White)
        + &choice("", "no side", engine == Engine::None)
}

/// The page with its placeholders filled. Texts that were filled in are not searched for placeholders.
fn filled(parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        page += before;
        let part = parts.iter().find(|(name, _)| after[1..].strip_prefix(name).is_some_and(|end| end.starts_with('}')));
        match part {
            Some((name, text)) => {
                page += text;
                rest = &after[name.len() + 2..];
            }
            None => {
                page.push('{');
                rest = &after[1..];
            }
        }
    }
    page + rest
}

/// A text for HTML, also within a value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
