//! The diagrams of a page, each with the caption below it.

use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::model::Kind;

use super::{caption, diagram};

/// The largest number of diagrams that are read.
const MOST: usize = 5_000;

/// Reads all diagrams of the page with their captions.
pub fn find(cx: &mut Context<'_>) {
    let blocks = &cx.page.blocks;
    let (mut index, mut count) = (0, 0);
    while index < blocks.len() {
        if !diagram::is_diagram(&blocks[index]) {
            index += 1;
            continue;
        }
        count += 1;
        if count > MOST {
            let finding = Finding::not_understood("there are too many diagrams: those from here on have not been read");
            cx.claim("diagram", blocks[index].line, "(the rest of the diagrams)", finding);
            return;
        }
        let mut shown = Vec::new();
        while index < blocks.len() && diagram::is_diagram(&blocks[index]) {
            // One that cannot be read keeps its part of the caption.
            shown.push(diagram::read(cx, &blocks[index]));
            (index, count) = (index + 1, count + 1);
            if count > MOST {
                break;
            }
        }
        let caption = blocks.get(index).filter(|block| block.kind == Kind::Caption);
        caption::check(cx, &shown, caption);
    }
}
