//! Texts that people write.

use std::io::Cursor;
use std::sync::OnceLock;

use ferz::betza::{self, Notation};
use ferz::compile::{self, Loaded};
use ferz::diagnostic::{Style, render_all};
use ferz::game::Compiled;
use ferz::pages::{self, Options};
use ferz::protocol::{self, Limits};
use ferz::variant::{NoFiles, VariantSource};
use ferz::{fairy, fen, notation as moves};

use super::games;

/// A notation: what is printed reads back as the same, and it can be explained and compiled.
pub(crate) fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(read) = Notation::parse(text) else { return };
    let printed = read.to_string();
    let again = Notation::parse(&printed).unwrap_or_else(|error| panic!("`{text}` prints as `{printed}`: {error:?}"));
    assert_eq!(again.to_string(), printed, "`{text}`");
    betza::explain(&read);
    let _ = compile::movement(&read);
}

/// A variant file: problems can be drawn, and what has no errors can be played.
pub(crate) fn yaml(data: &[u8]) {
    let loaded = load(&String::from_utf8_lossy(data));
    render_all(&loaded.problems, &loaded.sources, Style::Plain);
    if let Some(variant) = loaded.variant {
        games::play(&Compiled::new(variant.rules), data, 8);
    }
}

/// A FEN of a variant that the first byte chooses: what is written reads back as the same.
pub(crate) fn fen(data: &[u8]) {
    let Some((which, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let compiled = &some_variants()[usize::from(*which) % some_variants().len()];
    for chess960 in [false, true] {
        let Ok(setup) = fen::read_with(text, compiled.rules(), chess960) else { continue };
        let written = fen::write_with(&setup, compiled.rules(), chess960);
        let again = fen::read_with(&written, compiled.rules(), chess960);
        // Not asked yet of file letters where account is kept of unmoved pieces.
        assert!(again.is_ok() || chess960, "`{text}` is written as `{written}`: {:?}", again.err());
        // What only the other way of writing castling can say is not written and read here.
        if let (false, Ok(mut game)) = (chess960, compiled.game(&setup)) {
            games::agree(compiled, &mut game);
        }
    }
}

/// Lines of requests: each is answered.
pub(crate) fn batch(data: &[u8]) {
    let options = protocol::Options { paths: false, most: Limits { seconds: 0.2, nodes: 100_000 }, jobs: 1 };
    let mut answers = Vec::new();
    protocol::run(Cursor::new(data.to_vec()), &mut answers, &options).expect("memory can be written to");
    let asked = data.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
    let answered = answers.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    assert_eq!(asked, answered);
    for answer in answers.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let shown = String::from_utf8_lossy(answer);
        assert!(answer.starts_with(b"{\"id\":") && answer.ends_with(b"}"), "{shown}");
        // `ferz batch` catches a panic and answers with this fault.
        assert!(!shown.contains("\"fault\":\"internal\""), "{shown}");
    }
}

/// A rules page; the first byte chooses its form.
pub(crate) fn page(data: &[u8]) {
    let Some((form, page)) = data.split_first() else { return };
    let name = ["page.html", "page.md", "page.pug", "page.txt"][usize::from(*form) % 4];
    if let Ok(report) = pages::check(name, page, &some_variants()[0], &Options::default()) {
        assert!(report.claims.iter().all(|claim| claim.line > 0));
    }
}

/// A variants.ini: what comes of it is a variant file.
pub(crate) fn ini(data: &[u8]) {
    let import = fairy::import("fuzz.ini", data);
    render_all(&import.problems, &import.sources, Style::Plain);
    for file in import.files.iter().take(4) {
        load(&file.text);
    }
}

/// The moves of a game of a variant that the first byte chooses.
pub(crate) fn pgn(data: &[u8]) {
    let Some((which, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let compiled = &some_variants()[usize::from(*which) % some_variants().len()];
    let mut game = compiled.start().expect("it can be played");
    let _ = moves::play_line(&mut game, text);
    games::agree(compiled, &mut game);
}

pub(crate) fn load(text: &str) -> Loaded {
    let source = VariantSource::Text { name: "fuzz".to_owned(), text: text.to_owned() };
    compile::load(&source, &NoFiles).expect("a text can be read")
}

/// Variants with different rules about positions.
fn some_variants() -> &'static [Compiled] {
    static VARIANTS: OnceLock<Vec<Compiled>> = OnceLock::new();
    let names =
        ["chess", "crazyhouse", "duck", "shogi", "xiangqi", "atomic", "seirawan", "makruk", "3check", "cylinder"];
    VARIANTS.get_or_init(|| names.iter().filter_map(|name| ferz::load(name).ok()).collect())
}
