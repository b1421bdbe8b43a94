//! What the rules amount to: moves, counts, ends and reasons, against other programs, the walker and by chance.

#[path = "../common/mod.rs"]
mod common;

mod allocations;
mod attacks;
mod authors_games;
mod betza_vectors;
mod betza_walks;
mod bounds;
mod en_passant;
mod exchanges;
mod grammar_files;
mod held_pieces;
mod known_perft;
mod language_games;
mod made_files;
mod many_sides;
mod mixed_rules;
mod mixtures;
mod mutated_games;
mod mutation;
mod oracle;
mod oracle_faults;
mod oracle_files;
mod oracle_positions;
mod parity_counts;
mod parity_endings;
mod parity_moves;
mod parity_perft;
mod parity_repetition;
mod parts;
mod play;
mod positions;
mod random_games;
mod restate;
mod several_legs;
mod side_by_side;
mod silent_answers;
mod snapshots;
mod unmade_files;
mod unmoved_files;
mod walker;
mod why;
mod why_language;
