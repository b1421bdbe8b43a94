//! One-token changes of the shipped variants do not go unnoticed. The whole run is `examples/mutation.rs`;
//! `FERZ_MUTATIONS` sets the number of changes for each variant here.

use std::sync::Mutex;

use crate::common;
use crate::common::mutation::{Tally, examine};
use ferz::variant::library;

#[test]
fn changes_do_not_go_unnoticed() {
    let count = common::setting("FERZ_MUTATIONS", 3);
    let names: Vec<&str> = library::names().collect();
    let tally = Mutex::new(Tally::default());
    common::check_all(&names, |name| {
        let text = library::get(name).ok_or("no text")?.text;
        tally.lock().map_err(|error| error.to_string())?.add(examine(name, text, count, 1));
        Ok(())
    });
    let tally = tally.into_inner().unwrap();
    println!("{}", tally.summary());
    println!("reported elsewhere:\n{}\nthe same rules:\n{}", tally.elsewhere.join("\n"), tally.equivalent.join("\n"));
    assert_eq!(tally.total(), count * names.len());
    assert!(tally.reported > 0 && tally.shown > 0, "{}", tally.summary());
    let allowed = tally.total() / 100;
    assert!(tally.missed.len() <= allowed, "{}{}", tally.summary(), tally.missed.join("\n"));
}
