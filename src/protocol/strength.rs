//! Options of playing strength, shared by the engine protocols.

use crate::search::Skill;

/// Playing strength of an engine, as set by options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    level: u32,
    elo: u32,
    /// `true` if the Elo decides, and not the level.
    is_limited: bool,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { level: Skill::FULL, elo: Skill::strongest(), is_limited: false }
    }
}

impl Strength {
    /// The options with their types, in the words of UCI.
    pub(super) fn options() -> [(&'static str, String); 3] {
        let spin = |default: u32, least: u32, most: u32| format!("spin default {default} min {least} max {most}");
        let (least, most) = (Skill::weakest(), Skill::strongest());
        [
            ("Skill Level", spin(Skill::FULL, 0, Skill::FULL)),
            ("UCI_LimitStrength", "check default false".to_owned()),
            ("UCI_Elo", spin(most, least, most)),
        ]
    }

    /// The same options as features of XBoard.
    pub(super) fn features() -> String {
        let (least, most, full) = (Skill::weakest(), Skill::strongest(), Skill::FULL);
        format!(
            "feature option=\"Skill Level -spin {full} 0 {full}\"\nfeature option=\"UCI_LimitStrength -check 0\"\n\
             feature option=\"UCI_Elo -spin {most} {least} {most}\""
        )
    }

    /// Sets an option. A value that is not readable is the default. Other options change nothing.
    pub(super) fn set(&mut self, option: &str, value: &str) {
        let number = value.trim().parse::<u32>().ok();
        match option {
            "Skill Level" => self.level = number.unwrap_or(Skill::FULL).min(Skill::FULL),
            "UCI_Elo" => {
                self.elo = number.unwrap_or(Skill::strongest()).clamp(Skill::weakest(), Skill::strongest());
            }
            "UCI_LimitStrength" => self.is_limited = ["true", "1"].contains(&value.trim().to_lowercase().as_str()),
            _ => {}
        }
    }

    /// The skill level of the next search; `None` for full strength.
    pub(super) fn skill(self) -> Option<Skill> {
        if self.is_limited { Skill::of_elo(self.elo) } else { Skill::new(self.level) }
    }
}
