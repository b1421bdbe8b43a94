//! `ferz new`.

mod write;

use std::path::Path;

use super::common::{Failure, Terminal, Verdict, rules, variant_file};
use super::files::{self, Replace};
use crate::compile;
use crate::fen;
use crate::game::Compiled;
use crate::render::text::columns;
use crate::rules::Rules;
use crate::variant::{DiskLoader, Problems, VariantSource};
use crate::variant::{library, merge};

/// Begin a variant file: with comments, and free of problems.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz new \"Knights of the Hill\"                 # a whole game to change, in knights-of-the-hill.yaml
  $ ferz new \"Grand Hill\" --from grand             # a file that extends a built-in variant
  $ ferz new \"My Grand\" --from grand --copy        # all rules of it, with nothing inherited
  $ ferz new -o -                                  # to standard output")]
pub(super) struct Arguments {
    /// The name of the variant, or the file to write
    #[arg(default_value = "My Variant")]
    name: String,
    /// The variant to begin with
    #[arg(long, value_name = "VARIANT", visible_alias = "extends")]
    from: Option<String>,
    /// Copy all its rules instead of extending it
    #[arg(long, requires = "from")]
    copy: bool,
    /// The file to write; `-` is standard output. Without it, a file named after the variant
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// The file for a variant that extends nothing.
const SCRATCH: &str = include_str!("scratch.yaml");

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let (name, file) = name_and_file(&arguments.name);
    let file = arguments.output.clone().unwrap_or(file);
    let body = match &arguments.from {
        None => scratch(&name),
        Some(from) if arguments.copy => copy(&name, from, terminal)?,
        Some(from) => extension(&name, from, terminal)?,
    };
    let text = head(&file) + &body;
    if file == "-" {
        terminal.print(&text)?;
        return Ok(Verdict::Fine);
    }
    let from = arguments.from.as_deref().and_then(variant_file);
    files::spare_inputs(Path::new(&file), from.as_deref())?;
    save(&file, &text, arguments.force)?;
    terminal.print(&format!("{file}: {name}\nnext: ferz check {file}, ferz show {file}, ferz test {file}\n"))?;
    Ok(Verdict::Fine)
}

/// The name of a variant and the file it goes to, from either.
pub fn name_and_file(word: &str) -> (String, String) {
    let path = Path::new(word);
    if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
        return (stem, word.to_owned());
    }
    let slug: String = word.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let slug = slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    (word.to_owned(), format!("{}.yaml", if slug.is_empty() { "variant" } else { &slug }))
}

/// Writes a new file.
fn save(file: &str, text: &str, force: bool) -> Result<(), Failure> {
    files::write(Path::new(file), text, if force { Replace::Any } else { Replace::None })
}

fn head(file: &str) -> String {
    let file = if file == "-" { "FILE" } else { file };
    format!(
        "# yaml-language-server: $schema=variant.schema.json\n\
         # `ferz schema > variant.schema.json` writes what that line names: editors then complete and explain every key.\n\
         # `ferz check {file}` tells what is wrong, `ferz show {file}` draws it, `ferz moves {file}` lists moves.\n"
    )
}

fn scratch(name: &str) -> String {
    let name = write::scalar(name);
    format!("name: {name}\ndescription: The game in a sentence.\n\n{SCRATCH}")
}

/// A file that extends a built-in variant, with comments that show what can be changed.
fn extension(name: &str, from: &str, terminal: &Terminal) -> Result<String, Failure> {
    let parent = rules(from, terminal)?;
    let Some(built_in) = library::get(from) else {
        let message = format!(
            "`{from}` is not a built-in variant, so a new file cannot extend it\nhelp: `--copy` copies its rules"
        );
        return Err(Failure::Usage(message));
    };
    let title = &parent.title;
    let mut text = format!(
        "# Everything that is not written here is as in {title}; null takes something away.\n\
         name: {}\n\
         description: {}\n\
         extends: {}\n\n",
        write::scalar(name),
        write::scalar(&format!("The difference from {}, in a sentence.", write::comment(title))),
        built_in.name
    );
    text += &pieces_to_change(&parent);
    text += &format!(
        "# The position at the start, as a FEN. The inherited one of {}:\n# setup: {}\n\n",
        write::comment(title),
        fen::write(&parent.setup, &parent)
    );
    text += "# How the game ends. Change an end by its name, or remove it with null. The inherited ends:\n";
    for end in &parent.ends {
        text += &format!("#   {}\n", write::comment(&end.name));
    }
    text += "# end:\n#   stalemate: {result: loss}\n\n";
    text +=
        "# Expected results, checked by `ferz test`: the numbers of move sequences of length 1 and 2 from the start.\n";
    text += &format!("tests:\n  perft: [{}]\n", counts(parent).join(", "));
    Ok(text)
}

fn pieces_to_change(parent: &Rules) -> String {
    let row = |piece: &crate::rules::Piece| {
        [format!("#   {}", piece.name), piece.symbol.white.clone(), format!("\"{}\"", piece.notation)]
    };
    let rows: Vec<[String; 3]> = parent.pieces.iter().map(row).collect();
    format!(
        "# The pieces: change them in part, add some, or remove one with null. Those there are:\n{}\
         # pieces:\n#   archer: {{symbol: {}, moves: \"WD\"}}\n\n",
        columns(&rows, 0),
        free_letter(parent)
    )
}

/// A letter that no piece of the variant uses.
fn free_letter(rules: &Rules) -> char {
    let taken = |letter: &char| {
        let symbols = rules.pieces.iter().flat_map(|piece| [&piece.symbol.white, &piece.symbol.black]);
        symbols.into_iter().any(|symbol| symbol.eq_ignore_ascii_case(&letter.to_string()))
    };
    ('A'..='Z').find(|letter| !taken(letter)).unwrap_or('A')
}

/// The first two perft counts of a variant.
fn counts(rules: Rules) -> Vec<String> {
    let start = Compiled::new(rules).start();
    let count = |depth: u32| start.as_ref().map(|game| game.clone().perft(depth).to_string()).ok();
    (1..=2).filter_map(count).collect()
}

/// All rules of a variant in one file.
fn copy(name: &str, from: &str, terminal: &Terminal) -> Result<String, Failure> {
    let rules = rules(from, terminal)?;
    let (mut sources, mut problems) = (crate::source::SourceMap::default(), Problems::new());
    let root = merge::load(&VariantSource::named(from), &DiskLoader, &mut sources, &mut problems)?;
    let Some(root) = root else { return Err(Failure::Input(format!("`{from}` cannot be read"))) };
    let head = format!("# All rules of {}.\nname: {}\n", write::comment(&rules.title), write::scalar(name));
    let text = head + &write::sections(&root, &["name", "extends", "rules_pages", "allow"]);
    Ok(text.clone() + &allowed(text))
}

/// The section that allows the warnings about a text. The copy needs it, because the file and its parents allow these
/// warnings.
fn allowed(text: String) -> String {
    let Ok(loaded) = compile::load(&VariantSource::Text { name: "copy".to_owned(), text }, &DiskLoader) else {
        return String::new();
    };
    let mut codes: Vec<&str> = loaded.problems.iter().filter(|it| !it.is_error()).map(|it| it.code.name()).collect();
    codes.sort_unstable();
    codes.dedup();
    if codes.is_empty() {
        return String::new();
    }
    format!("\n# Warnings that do not matter for this game.\nallow: [{}]\n", codes.join(", "))
}
