//! Translates moves described in words into Betza notation: distances, eight directions, leaps, and moves like those of
//! another piece.

use crate::pages::context::Context;
use crate::pages::grammar::Note;

use super::told::Told;

/// How far, as it was said.
#[derive(Clone, Default, Debug)]
struct Far {
    any: bool,
    step: bool,
    most: bool,
    numbers: Vec<u32>,
}

/// The eight ways on the board, as Betza writes them: four straight and four slanting ones.
const COMPASS: [&str; 8] = ["f", "b", "l", "r", "fl", "fr", "bl", "br"];

/// The ways that a word means, by bit; how an atom's modifiers narrow it.
pub fn compass(atom: char, modifiers: &str) -> u8 {
    let all: u8 = match atom {
        'W' => 0x0f,
        'F' => 0xf0,
        _ => 0xff,
    };
    let some = match modifiers {
        "f" => 0x31,
        "b" => 0xc2,
        "s" if atom == 'W' => 0x0c,
        "v" => 0x03,
        _ => 0xff,
    };
    all & some
}

/// The notation of a reach in some of the eight ways.
pub fn in_ways(ways: u8, straight: &str, slanting: &str) -> String {
    let part = |mask: u8, atom: &str| match ways & mask {
        0 => String::new(),
        some if some == mask => atom.to_owned(),
        some => (0..8).filter(|bit| some & 1 << bit != 0).map(|bit| format!("{}{atom}", COMPASS[bit])).collect(),
    };
    part(0x0f, straight) + &part(0xf0, slanting)
}

/// One way to move: a distance and directions.
#[derive(Clone, Default, Debug)]
struct Way {
    far: Far,
    /// The ways that are named, by bit.
    ways: u8,
    /// The word that is being read: an atom and its modifiers.
    word: Option<(char, String)>,
    /// `true` if the text that follows is an exception.
    except: bool,
    leap: Option<String>,
    ahead: bool,
}

impl Way {
    /// The word that has been read is done.
    fn close(&mut self) {
        if let Some((atom, modifiers)) = self.word.take() {
            let ways = compass(atom, &modifiers);
            self.ways = if self.except { self.ways & !ways } else { self.ways | ways };
        }
    }

    /// Returns `true` if it says nothing.
    fn is_empty(&self) -> bool {
        self.leap.is_none() && self.ways == 0 && self.far.numbers.is_empty() && !self.far.any && !self.far.step
    }

    /// The notations that it may stand for, the first being the plainest; none if it says too little.
    fn notations(&self) -> Option<Vec<String>> {
        if let Some(leap) = &self.leap {
            let ahead = |prefix: &str| format!("{prefix}{leap}");
            return Some(if self.ahead { vec![ahead("ff"), ahead("f")] } else { vec![leap.clone()] });
        }
        if self.ways == 0 {
            return None;
        }
        let limited = |most: u32| in_ways(self.ways, &format!("R{most}"), &format!("B{most}"));
        let exact = |far: u32| {
            let (straight, slanting) = match far {
                1 => ("W", "F"),
                2 => ("D", "A"),
                3 => ("H", "G"),
                _ => return None,
            };
            Some(in_ways(self.ways, straight, slanting))
        };
        let far = &self.far;
        if far.any {
            return Some(vec![in_ways(self.ways, "R", "B")]);
        }
        match far.numbers.as_slice() {
            [] if far.step => Some(vec![exact(1)?]),
            [] => None,
            [most] if far.most => Some(vec![limited(*most)]),
            [one] => Some(vec![exact(*one)?]),
            several => {
                let most = several.iter().copied().max()?;
                let each: Option<String> = several.iter().map(|far| exact(*far)).collect();
                let run = (1..=most).eq(several.iter().copied()).then(|| limited(most));
                Some(run.into_iter().chain(each).collect())
            }
        }
    }
}

impl Way {
    /// The part of a rider's or stepper's moves that keeps to this distance and these ways: `like a rook, but only
    /// forward`.
    fn narrowed(&self, notation: &str) -> Option<String> {
        let (mask, rides) = match notation {
            "R" => (0x0f_u8, true),
            "B" => (0xf0, true),
            "Q" => (0xff, true),
            "W" => (0x0f, false),
            "F" => (0xf0, false),
            "K" => (0xff, false),
            "N" if self.ways == 1 && self.far.numbers.is_empty() => return Some("ffN".to_owned()),
            _ => return None,
        };
        // `Forward` is said of slanting ways too.
        let slanting = if self.ways & 1 != 0 { 0x30 } else { 0 } | if self.ways & 2 != 0 { 0xc0 } else { 0 };
        let ways = match mask & self.ways {
            _ if self.ways == 0 => mask,
            0 => mask & slanting,
            some => some,
        };
        let far = &self.far;
        let unsaid = far.numbers.is_empty() && !far.step;
        let far = match (unsaid, rides) {
            (true, true) => Far { any: true, ..Far::default() },
            (true, false) => Far { step: true, ..Far::default() },
            _ => far.clone(),
        };
        let said = Way { far, ways, ..Way::default() };
        said.notations()?.into_iter().next()
    }
}

/// Name of a leap by two numbers of squares.
fn leap(first: u32, second: u32) -> Option<String> {
    let pair = (first.min(second), first.max(second));
    let atom = match pair {
        (1, 2) => "N",
        (1, 3) => "C",
        (2, 3) => "Z",
        (0, 2) => "D",
        (2, 2) => "A",
        (0, 3) => "H",
        (3, 3) => "G",
        _ => return None,
    };
    Some(atom.to_owned())
}

/// The notations that the words behind the subject may stand for.
pub fn notations(cx: &Context<'_>, told: &Told<'_>, notes: &[Note]) -> Option<Vec<String>> {
    let mut whole = vec![String::new()];
    let mut way = Way::default();
    let mut like = false;
    let mut everywhere = false;
    let mut numbers: Vec<u32> = Vec::new();
    let mut kind: Option<&str> = None;
    let mut close = |way: &mut Way, numbers: &mut Vec<u32>, kind: &mut Option<&str>| -> Option<()> {
        match (kind.take(), numbers.as_slice()) {
            (Some("leap"), [first, second]) => way.leap = Some(leap(*first, *second)?),
            (Some("bend"), [first, second]) => way.leap = Some(leap(first + second, *second)?),
            _ => way.far.numbers = std::mem::take(numbers),
        }
        numbers.clear();
        way.close();
        let said = std::mem::take(way);
        if said.is_empty() {
            return Some(());
        }
        let ways = said.notations()?;
        let add = |before: &String, way: &String| {
            if before.ends_with(way.as_str()) { before.clone() } else { format!("{before}{way}") }
        };
        whole = whole.iter().flat_map(|before| ways.iter().map(move |way| add(before, way))).collect();
        Some(())
    };
    let mut likes: Vec<String> = Vec::new();
    let mut last_far: Option<Far> = None;
    let (mut limit, mut limited, mut loose) = (None, false, false);
    for note in notes {
        match note.tag {
            "limit" => limited = true,
            "loose" => loose = true,
            // `One square, like a rook or diagonally forward`: the distance holds for both.
            "likes" => {
                let numbers = std::mem::take(&mut numbers);
                let far = Far { numbers, ..std::mem::take(&mut way.far) };
                last_far = Some(far.clone());
                limit = Some(Way { far, ..Way::default() });
                limited = false;
            }
            "or" => {
                way.close();
                let far = way.far.any || way.far.step || !numbers.is_empty();
                // `One square, diagonally`, `diagonally or straight, one square`: what belongs together is one way.
                if kind.is_some() || way.leap.is_some() || far && way.ways != 0 || way.ways != 0 && last_far.is_some() {
                    if !far && kind.is_none() {
                        way.far = last_far.clone().unwrap_or_default();
                    }
                    let said =
                        Far { numbers: if far { numbers.clone() } else { way.far.numbers.clone() }, ..way.far.clone() };
                    if !far {
                        numbers = way.far.numbers.clone();
                    }
                    last_far = Some(said).filter(|_| kind.is_none() && way.leap.is_none());
                    close(&mut way, &mut numbers, &mut kind)?;
                }
            }
            "any" => way.far.any = true,
            "step" => way.far.step = true,
            "upto" => way.far.most = true,
            "number" => numbers.extend(told.number(note)),
            "W" | "F" | "K" => {
                way.close();
                way.word = Some((note.tag.chars().next()?, String::new()));
            }
            "except" => {
                way.close();
                way.except = true;
            }
            "f" | "b" | "s" | "v" => {
                way.ahead |= note.tag == "f";
                if let Some((_, modifiers)) = &mut way.word {
                    modifiers.push_str(note.tag);
                }
            }
            "leap" | "bend" => kind = Some(note.tag),
            "leap2" => way.leap = Some("N".to_owned()),
            "orth" => everywhere = true,
            "like" => like = true,
            "piece" | "foreign" if like => {
                likes.push(told.notation(cx, note, std::mem::take(&mut everywhere))?);
                like = false;
            }
            "own" => {
                let subject = *told.subjects.first()?;
                likes.push(cx.grammar.known_moves(cx.name(subject))?.to_owned());
            }
            _ => {}
        }
    }
    way.close();
    if limited {
        way.far.numbers = std::mem::take(&mut numbers);
        limit = Some(std::mem::take(&mut way));
    }
    // `Straight ahead like a rook`, `like a bishop, one step`: both say the same moves.
    let joined = notes.iter().any(|note| note.tag == "or");
    let both = !joined && likes.len() == 1 && kind.is_none() && way.leap.is_none() && way.ways != 0;
    if limit.is_none() && both {
        // The ways of hexagons have no such parts.
        if cx.rules.geometry.topology().is_hexagonal() {
            return Some(Vec::new());
        }
        let said = Way { far: Far { numbers: numbers.clone(), ..way.far.clone() }, ways: way.ways, ..Way::default() };
        if let Some(narrowed) = said.narrowed(&likes[0]) {
            return Some(vec![narrowed]);
        }
    }
    if let Some(limit) = limit {
        likes = likes.iter().map(|notation| limit.narrowed(notation)).collect::<Option<_>>()?;
    }
    // `Slides diagonally` says how far.
    let slides = notes.iter().any(|note| note.tag == "slides");
    way.far.any |= slides && way.ways != 0 && numbers.is_empty() && !way.far.step && last_far.is_none();
    let bare = way.ways != 0 && numbers.is_empty() && !way.far.any && !way.far.step && kind.is_none();
    if let Some(far) = last_far.filter(|_| bare) {
        numbers.clone_from(&far.numbers);
        way.far = far;
    }
    // `Like a rook: any number of squares orthogonally` says the same twice.
    let counted = !numbers.is_empty();
    let spelled = close(&mut way, &mut numbers, &mut kind);
    if likes.is_empty() || counted {
        spelled?;
    }
    // `Like a restricted knight: two squares forward and one to the side`.
    if loose && whole.iter().any(|way| !way.is_empty()) {
        likes.clear();
    } else if loose {
        return None;
    }
    likes.dedup();
    let joined = likes.concat();
    let add = |way: String| if way == joined { way } else { format!("{joined}{way}") };
    let all: Vec<String> = whole.into_iter().map(add).collect();
    Some(all).filter(|all| all.iter().all(|notation| !notation.is_empty()))
}
