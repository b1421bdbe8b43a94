//! `ferz migrate`.

use std::path::Path;

use super::common::{Failure, Terminal, Verdict};
use super::fmt::{Rewriting, Wording, text_of};
use crate::assist::{self, Document};
use crate::variant::{DiskLoader, VariantSource};

/// Rewrite variant files with keys of earlier versions in their new form.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Each old key becomes a rule of the language, or the key that took its place. Comments stay with what they describe, and a file without
old keys stays as it is. A file with an old key that has no new form is left as it is: the key is reported with its line and the reason.

Examples:
  $ ferz migrate my-variant.yaml
  $ ferz migrate --check *.yaml            # exit code 1 if a file has old keys
  $ ferz migrate --diff my-variant.yaml
  $ ferz migrate - < my-variant.yaml       # to standard output")]
pub(super) struct Arguments {
    #[command(flatten)]
    rewriting: Rewriting,
}

const WORDING: Wording = Wording { would: "has old keys", command: "migrate", done: "migrated" };

/// Runs the subcommand. A file that cannot be rewritten does not keep the others from it.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Fine;
    for file in &arguments.rewriting.files {
        let text = text_of(file)?;
        let source = match file.as_str() {
            "-" => VariantSource::Text { name: "standard input".to_owned(), text: text.clone() },
            _ => VariantSource::File(Path::new(file).to_owned()),
        };
        match assist::migrate(&Document::read(&source, &text, &DiskLoader)) {
            Err(left) => {
                let line = |at: usize| text[..at].matches('\n').count() + 1;
                for assist::Left { at, key, why } in left {
                    let place = if key.is_empty() { String::new() } else { format!(":{}: `{key}`", line(at)) };
                    terminal.complain(&format!("error: {file}{place}: {why}\n"));
                }
                terminal.complain(&format!("error: `{file}` is left as it is\n"));
                verdict = Verdict::Problems;
            }
            Ok(new) => {
                if arguments.rewriting.put((file, &text, &new), &WORDING, terminal)? == Verdict::Problems {
                    verdict = Verdict::Problems;
                }
            }
        }
    }
    Ok(verdict)
}
