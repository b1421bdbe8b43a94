//! Pages of `ferz export html`. `js/test/page.test.mjs` plays them in browsers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64;
use ferz::protocol::{Options, Request, Session};
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::{Value, json};

use crate::workshop::{ferz, folder};

/// The largest size of a page, in bytes.
const LARGEST: usize = 2_500_000;

fn ask(request: &Value) -> Value {
    let mut answer = Vec::new();
    let request = Request::new(request.to_string().as_bytes(), Arc::default());
    let options = Options { paths: false, ..Options::default() };
    Session::new(options).answer(&request, &mut |_| {}, &mut answer);
    serde_json::from_slice(&answer).unwrap()
}

/// The page of a variant.
fn page(folder: &Path, variant: &str) -> String {
    let output = ferz(folder, &["export", "html", variant, "-o", "page.html", "--force"], b"");
    assert!(output.status.success(), "{variant}: {}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.join("page.html")).unwrap()
}

/// The text of an element of a page with an id.
fn element<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    rest.split_once("</").unwrap().0
}

#[test]
fn a_page_has_all_that_it_needs() {
    let folder = folder("published");
    // The last one has the longest rules.
    for variant in ["chess", "crazyhouse+atomic", "tenjiku-shogi"] {
        let page = page(&folder, variant);
        assert!(page.len() <= LARGEST, "{variant}: {} bytes", page.len());
        let source: Value = serde_json::from_str(element(&page, "ferz-variant")).unwrap();
        let moves = |variant: &Value| ask(&json!({"do": "moves", "variant": variant}))["moves"].clone();
        assert_eq!(moves(&source), moves(&json!(variant)), "{source}");
        let packed = BASE64.decode(element(&page, "ferz-rules-page").as_bytes()).unwrap();
        let rules = whole(&decompress_to_vec_zlib(&packed).unwrap());
        assert!(rules.starts_with("<!DOCTYPE html>") && rules.trim_end().ends_with("</html>"));
        assert!(element(&page, "ferz-module").starts_with("/Td6WFo"), "a file of xz");
        assert!(!page.contains("<script src") && !page.contains("<link"), "no other file is needed");
        assert!(!page.contains("{title}") && page.trim_end().ends_with("</html>"));
    }
}

/// The page of which a file has the different parts and their numbers, as `js/page/main.js` puts it together.
fn whole(bytes: &[u8]) -> String {
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap()) as usize;
    let (length, rest) = bytes.split_at(4);
    let (parts, numbers) = rest.split_at(number(length));
    let parts: Vec<&str> = std::str::from_utf8(parts).unwrap().split('<').collect();
    numbers.chunks(4).map(|bytes| parts[number(bytes)]).collect::<Vec<_>>().join("<")
}

#[test]
fn a_page_has_the_texts_of_the_authors_files() {
    let folder = folder("published-own");
    fs::create_dir_all(folder.join("own/parts")).unwrap();
    fs::write(
        folder.join("own/parts/lone.yaml"),
        "name: Lone\nextends: chess\nsetup: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
    )
    .unwrap();
    let text = "name: Mine </script>\nextends: parts/lone.yaml\npieces: {king: {moves: KN}}\n";
    fs::write(folder.join("own/mine.yaml"), text).unwrap();
    let page = page(&folder, "own/mine.yaml");
    assert!(page.contains("<h1>Mine &lt;/script&gt;</h1>"));
    let variant: Value = serde_json::from_str(element(&page, "ferz-variant")).unwrap();
    assert_eq!(variant["yaml"], text);
    assert_eq!(
        ask(&json!({"do": "moves", "variant": variant, "texts": "uci"}))["moves"].as_array().unwrap().len(),
        15 + 4
    );
}

/// The module that is built into the program answers in the same protocol.
#[test]
fn the_module_of_the_pages_has_this_protocol() {
    let packed = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("js/page/ferz.json")).unwrap();
    let packed: Value = serde_json::from_str(&packed).unwrap();
    let own = ask(&json!({"do": "version"}));
    for field in ["version", "protocol"] {
        assert_eq!(packed[field], own[field], "{field}: run `js/build` and `node js/page/pack.mjs`");
    }
}
