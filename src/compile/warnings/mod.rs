//! Warnings about rules that can be played but are probably not intended: one file for each check.
//!
//! A check reads compiled rules, which include inherited rules. It reports only lines of the variant's own file: an
//! inherited rule without effect is not reported.

mod army;
mod blocked_square;
mod captured_as;
mod colour_bound;
mod dead_castling;
mod dead_end;
mod empty_hand;
mod free_drops;
mod hasty_end;
mod idle_modifier;
mod idle_pairs;
mod idle_piece;
mod idle_rule;
pub(super) mod idle_value;
mod instant_promotion;
mod jumping_step;
mod kingless_side;
mod lines;
mod mandatory_outside;
mod never_captures;
mod never_promotes;
mod no_end;
mod no_royal;
mod odd_castling;
mod odd_result;
mod odd_royal;
mod old_promotion;
mod open_end;
mod opponent_in_check;
mod own;
mod reach;
mod removal;
mod same_moves;
mod same_san;
mod several_royals;
mod shadowed_end;
mod short_list;
mod short_shuffle;
mod stranded_drop;
mod stuck_piece;
mod swapped_armies;
mod told;
mod undying_side;
mod uneven_rules;
mod uneven_sides;
mod unreached_zone;
mod unused_region;

use super::Compiler;
use crate::diagnostic::{Code, Diagnostic, shorten, suggest};
use crate::english::with_fitting_articles;
use crate::rules::Rules;
use crate::rules::tree::Tree;

use reach::Reach;

impl Compiler<'_> {
    /// Runs all checks.
    pub(super) fn warn(&mut self, rules: &Rules) {
        unused_region::check(&self.areas, self.problems);
        no_end::check(rules, self.spec, self.problems);
        undying_side::check(rules, self.root, self.problems);
        free_drops::check(rules, self.problems);
        idle_piece::check(rules, self.root, self.problems);
        same_moves::check(rules, self.spec, self.problems);
        shadowed_end::check(rules, self.problems);
        opponent_in_check::check(rules, self.spec, self.problems);
        dead_castling::check(rules, self.root, self.problems);
        colour_bound::check(rules, self.spec, self.root, self.problems);
        self.warn_of_starts(rules);
        no_royal::check(rules, self.problems);
        dead_end::check(rules, self.problems);
        idle_rule::check(rules, self.root, self.problems);
        told::check(rules, self.problems);
        odd_royal::changed(rules, self.problems);
        mandatory_outside::check(rules, self.problems);
        stranded_drop::check(rules, self.root, self.problems);
        captured_as::check(rules, self.root, self.problems);
        // Of more than two sides, some face east or west.
        if rules.tree.sides.order.len() <= 2 {
            let reach = Reach::of_promoting(rules);
            never_promotes::check(rules, self.spec, self.root, &reach, self.problems);
            unreached_zone::check(rules, self.spec, &reach, self.problems);
        }
        self.warn_of_slips(rules);
        for problem in self.problems.iter_mut() {
            problem.message = with_fitting_articles(&problem.message);
        }
    }

    /// Runs the checks for slips of new authors. Rules in the language, except the number of moves in a turn, may make any of these
    /// settings sensible.
    fn warn_of_slips(&mut self, rules: &Rules) {
        let beside_turns = Tree { turns: None, ..rules.tree.clone() };
        if !beside_turns.is_empty() {
            return;
        }
        empty_hand::check(rules, self.spec, self.root, self.problems);
        stuck_piece::check(rules, self.root, self.problems);
        never_captures::check(rules, self.spec, self.root, self.problems);
        instant_promotion::check(rules, self.spec, self.root, self.problems);
        jumping_step::check(rules, self.spec, self.problems);
        odd_castling::check(rules, self.problems);
        short_list::check(rules, self.problems);
        hasty_end::check(rules, self.problems);
        odd_result::check(rules, self.root, self.problems);
        odd_royal::check(rules, self.root, self.problems);
        open_end::check(rules, self.root, self.problems);
        idle_modifier::check(rules, self.spec, self.root, self.problems);
        uneven_sides::check(rules, self.root, self.problems);
        old_promotion::check(rules, self.root, self.problems);
        idle_pairs::check(rules, self.root, self.problems);
        same_san::check(rules, self.root, self.problems);
    }

    /// Runs the checks of the setup and of shuffled start positions.
    fn warn_of_starts(&mut self, rules: &Rules) {
        kingless_side::check(rules, self.root, self.problems);
        several_royals::check(rules, self.root, self.problems);
        swapped_armies::check(rules, self.root, self.problems);
        blocked_square::check(rules, self.spec, self.root, self.problems);
        short_shuffle::check(rules, self.root, self.problems);
    }

    /// Removes the warnings that the file allows.
    pub(super) fn allow(&mut self) {
        for phrase in self.spec.allow.iter().flatten() {
            match Code::from_name(&phrase.text) {
                Some(code) => self.problems.retain(|problem| problem.is_error() || problem.code != code),
                None => {
                    let message = format!("there is no check `{}`", shorten(&phrase.text));
                    let mut problem = Diagnostic::error(Code::BadValue, phrase.span, message);
                    problem.help = suggest(&phrase.text, Code::ALL.iter().map(|code| code.name()))
                        .or_else(|| Some("`ferz explain` lists all checks".to_owned()));
                    self.problems.push(problem.near(&phrase.text, Code::ALL.iter().map(|code| code.name())));
                }
            }
        }
    }
}
