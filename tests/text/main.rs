//! What is read and written: notations, variant files, pages, schemas, and the source itself.

#[path = "../common/mod.rs"]
mod common;

mod any_text;
mod architecture;
mod assist;
mod betza_random;
mod betza_wrong;
mod book;
mod cannot;
mod diagrams;
mod english;
mod extends;
mod fairy;
mod language_forms;
mod language_messages;
mod language_state;
mod library;
mod notation;
mod parts;
mod pictures;
mod piece_pictures;
mod prose;
mod rule_book;
mod rules_claims;
mod rules_contrary;
mod rules_doubts;
mod rules_drafts;
mod rules_fragments;
mod rules_german;
mod rules_gist;
mod rules_language;
mod rules_moving;
mod rules_pages;
mod rules_proofs;
mod rules_prose;
mod rules_random;
mod rules_sentences;
mod rules_told;
mod rules_twins;
mod rules_words;
mod schema;
mod values;
mod why;
mod wrong_files;
