//! Articles, plurals, possessives and lists of English words, for all texts for people.
//!
//! Names of pieces and sides are the authors' own: `hour glass`, `mouse`, `Geese`. These functions know the usual
//! endings, and irregular nouns that are used as names of pieces.

/// Words that begin with a vowel letter and a consonant sound.
const CONSONANT_SOUNDS: [&str; 7] = ["one", "uni", "use", "usu", "eu", "ewe", "once"];
/// Words that begin with a silent letter.
const VOWEL_SOUNDS: [&str; 4] = ["hour", "heir", "honest", "honour"];
/// Nouns with an irregular plural.
const IRREGULAR: [(&str, &str); 17] = [
    ("goose", "geese"),
    ("mouse", "mice"),
    ("louse", "lice"),
    ("ox", "oxen"),
    ("man", "men"),
    ("woman", "women"),
    ("child", "children"),
    ("wolf", "wolves"),
    ("elf", "elves"),
    ("thief", "thieves"),
    ("calf", "calves"),
    ("half", "halves"),
    ("knife", "knives"),
    ("hero", "heroes"),
    ("buffalo", "buffaloes"),
    ("sheep", "sheep"),
    ("deer", "deer"),
];

/// The indefinite article that fits a word: `a` or `an`.
///
/// ```
/// # use ferz::english::article;
/// assert_eq!(["immobilizer", "unicorn", "heir", "rook"].map(article), ["an", "a", "an", "a"]);
/// ```
pub fn article(word: &str) -> &'static str {
    let word = word.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']) && !begins(&CONSONANT_SOUNDS);
    if vowel || begins(&VOWEL_SOUNDS) { "an" } else { "a" }
}

/// A noun with its article: `an immobilizer`.
pub fn with_article(noun: &str) -> String {
    format!("{} {noun}", article(noun))
}

/// A sentence in which each `a` or `an` fits the next word. Backticks before that word are ignored.
pub fn with_fitting_articles(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let fitting = |(at, word): (usize, &&str)| {
        let next = words.get(at + 1).map(|next| next.trim_start_matches(['`', '"', '“']));
        let next = next.filter(|next| next.starts_with(char::is_alphabetic));
        match (*word, next) {
            ("a" | "an", Some(next)) => article(next).to_owned(),
            ("A" | "An", Some(next)) => if article(next) == "an" { "An" } else { "A" }.to_owned(),
            (word, _) => word.to_owned(),
        }
    };
    words.iter().enumerate().map(fitting).collect::<Vec<_>>().join(" ")
}

/// The plural of a noun, or of a name that ends with one: `kings`, `foot soldiers`, `swordsmen`.
///
/// ```
/// # use ferz::english::plural;
/// assert_eq!(["fers", "archbishop", "cavalry", "gold goose"].map(plural), ["ferses", "archbishops", "cavalries", "gold geese"]);
/// ```
pub fn plural(noun: &str) -> String {
    let last = noun.rfind([' ', '-', '_']).map_or(0, |at| at + 1);
    let (before, word) = noun.split_at(last);
    // `swordsman` has the plural of `man`. (`ottoman` is never a piece.)
    let irregular = IRREGULAR.iter().find(|(one, _)| word == *one || (*one == "man" && word.ends_with("man")));
    if let Some((one, many)) = irregular {
        return format!("{before}{}{many}", &word[..word.len() - one.len()]);
    }
    let consonant_y = word.ends_with('y') && !word.ends_with(['a', 'e', 'i', 'o', 'u', 'y']);
    let vowel_before_y = ["ay", "ey", "iy", "oy", "uy"].iter().any(|ending| word.ends_with(ending));
    if word.ends_with('y') && !vowel_before_y && (consonant_y || word.len() > 1) {
        return format!("{before}{}ies", &word[..word.len() - 1]);
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|ending| word.ends_with(ending));
    format!("{noun}{}", if hisses { "es" } else { "s" })
}

/// A number and a noun: `one king`, `two kings`, `12 pawns`.
pub fn many(count: usize, noun: &str) -> String {
    format!("{} {}", number(count), if count == 1 { noun.to_owned() } else { plural(noun) })
}

/// A number in words up to nine.
pub fn number(count: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Returns `true` if the name of a side is a plural: `Geese`, `Muscovites`.
pub fn is_plural(name: &str) -> bool {
    let name = name.to_lowercase();
    let word = name.rsplit([' ', '-', '_']).next().unwrap_or_default();
    let irregular = IRREGULAR.iter().any(|(one, many)| one != many && word.ends_with(many));
    let regular = word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    irregular || (regular && word.len() > 2)
}

/// The form of a verb after the name of a side: `White moves`, `Geese move`. The argument is the plural.
pub fn verb(name: &str, verb: &str) -> String {
    match (is_plural(name), verb) {
        (true, _) => verb.to_owned(),
        (false, "have") => "has".to_owned(),
        (false, "are") => "is".to_owned(),
        (false, _) if verb.ends_with(['s', 'x', 'z']) || verb.ends_with("ch") => format!("{verb}es"),
        (false, _) => format!("{verb}s"),
    }
}

/// The possessive of a name: `White's`, `the Muscovites'`.
pub fn possessive(name: &str) -> String {
    let mark = if is_plural(name) && name.ends_with('s') { "'" } else { "'s" };
    format!("{name}{mark}")
}

/// `a, b or c`, with the word that joins the last two.
pub fn list(items: &[impl AsRef<str>], joint: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {joint} {}", first.join(", "), last.as_ref())
        }
    }
}

/// A piece of a side: `white king`, `Muscovites' king`.
pub fn owned(side: &str, noun: &str) -> String {
    if is_plural(side) { format!("{} {noun}", possessive(side)) } else { format!("{side} {noun}") }
}

/// A text with a capital at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
