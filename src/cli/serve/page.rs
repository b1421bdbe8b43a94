//! The page that is built into the program: `web/dist`.

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// The type of a file, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A file of the page with its type. The start page contains a mark that tells its scripts that `ferz serve` has sent it.
pub(super) fn file(path: &str) -> Option<(Vec<u8>, &'static str)> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    let (_, bytes) = PAGE.iter().find(|(known, _)| *known == name)?;
    if name != "index.html" {
        return Some((bytes.to_vec(), kind(name)));
    }
    let text = String::from_utf8_lossy(bytes).replacen("<head>", "<head><meta name=\"ferz-serve\" content=\"1\">", 1);
    // The program itself is the engine, so the WebAssembly module is left out.
    let lines = text.lines().filter(|line| !line.contains("ferz.bin"));
    Some((lines.collect::<Vec<_>>().join("\n").into_bytes(), kind(name)))
}

/// The answer of a program that was built without the page.
pub(super) const MISSING: &str = "This build of Ferz has no page: run `web/build`, then build Ferz again.";
