//! Notations for boards with joined edges, in the form of XBoard.

/// A notation with `mark` before each atom. In XBoard and in the Interactive Diagram, a move crosses a joined edge only
/// if its atom has `o` (for the side edges) or `oo` (for all edges). Moves of several legs stay unchanged.
pub fn wrapped(notation: &str, mark: &str) -> String {
    let (mut text, mut rest) = (String::new(), notation);
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '[' => rest.find(']').map_or(rest.len(), |at| at + 1),
            _ => atom_end(rest),
        };
        let (atom, behind) = rest.split_at(end);
        let modifiers = atom.split(|c: char| c.is_ascii_uppercase()).next().unwrap_or_default();
        if first.is_ascii_alphabetic() && !modifiers.contains(['a', 'o']) {
            text.push_str(mark);
        }
        text.push_str(atom);
        rest = behind;
    }
    text
}

/// The end of the first atom of a notation: after its modifiers, its letter, a doubled letter, and a range.
fn atom_end(text: &str) -> usize {
    let letter = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
    let Some(atom) = text[letter..].chars().next() else { return text.len() };
    let behind = letter + atom.len_utf8();
    let more = text[behind..].find(|c: char| c != atom && !c.is_ascii_digit()).unwrap_or(text.len() - behind);
    behind + more
}
