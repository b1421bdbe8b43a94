//! German: sentences that are read, pages that are written, and both without English.

use std::process::Command;

use ferz::Compiled;
use ferz::pages::render::in_language;
use ferz::pages::{Claim, Language, Options, Verdict, check};

/// Sentences with a variant, and whether they are true. They were written before the grammar was.
const SENTENCES: &str = include_str!("../pages/german.txt");

fn claims(text: &str, compiled: &Compiled) -> Vec<Claim> {
    let options = Options { language: Language::German, ..Options::default() };
    check("regeln.md", text.as_bytes(), compiled, &options).unwrap().claims
}

/// The verdict on a sentence: contradicted if one claim is, confirmed if all are.
fn verdict(sentence: &str, variant: &str) -> Option<Verdict> {
    let mut found = claims(sentence, &ferz::load(variant).unwrap());
    // A sentence alone need not state all moves of its piece.
    found.retain(|claim| claim.kind != "all moves");
    let all = |verdict: Verdict| !found.is_empty() && found.iter().all(|claim| claim.verdict == verdict);
    match found.iter().any(|claim| claim.verdict == Verdict::Contradicted) {
        true => Some(Verdict::Contradicted),
        false => all(Verdict::Confirmed).then_some(Verdict::Confirmed),
    }
}

#[test]
fn the_files_have_no_mistakes() {
    assert_eq!(Language::German.faults(), Vec::<String>::new());
}

/// The first half was read while the grammar was written, the second half was not.
#[test]
fn sentences_of_a_person_are_judged_right() {
    for (part, least) in [("read", READ), ("kept", KEPT)] {
        let mut wrong = Vec::new();
        let mut count = 0;
        for line in SENTENCES.lines().filter(|line| line.starts_with(part)) {
            let [_, variant, truth, sentence] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
            let wanted = if truth == "true" { Verdict::Confirmed } else { Verdict::Contradicted };
            let found = verdict(sentence, variant);
            count += 1;
            if found != Some(wanted) {
                wrong.push(format!("{found:?}: {sentence}"));
            }
            let opposite = if truth == "true" { Verdict::Contradicted } else { Verdict::Confirmed };
            assert_ne!(found, Some(opposite), "{sentence}");
        }
        assert!(count - wrong.len() >= least, "{part}: {} of {count}: {wrong:#?}", count - wrong.len());
    }
}

/// The sentences of each half that are judged right.
const READ: usize = 20;
const KEPT: usize = 18;

#[test]
fn each_kind_of_claim_is_read() {
    let cases = [
        ("Der Läufer zieht beliebig weit diagonal.", "chess", Some(Verdict::Confirmed)),
        ("Der Läufer zieht beliebig weit waagerecht.", "chess", Some(Verdict::Contradicted)),
        ("Diagonal zieht der Läufer beliebig weit.", "chess", Some(Verdict::Confirmed)),
        ("Der Bauer rückt ein Feld vor, ohne zu schlagen.", "chess", Some(Verdict::Confirmed)),
        ("Der Bauer rückt ein Feld zurück, ohne zu schlagen.", "chess", Some(Verdict::Contradicted)),
        ("Der Bauer schlägt ein Feld weit diagonal vorwärts.", "chess", Some(Verdict::Confirmed)),
        ("Der Bauer schlägt ein Feld weit diagonal rückwärts.", "chess", Some(Verdict::Contradicted)),
        ("Bauern dürfen im ersten Zug auch zwei Felder weit vorrücken.", "chess", Some(Verdict::Confirmed)),
        ("Bauern dürfen im ersten Zug auch drei Felder weit vorrücken.", "chess", Some(Verdict::Contradicted)),
        ("Springer können andere Figuren überspringen.", "chess", Some(Verdict::Confirmed)),
        ("Türme können andere Figuren überspringen.", "chess", Some(Verdict::Contradicted)),
        ("Türme können keine Figuren überspringen.", "chess", Some(Verdict::Confirmed)),
        ("Die weiße Dame steht auf d1.", "chess", Some(Verdict::Confirmed)),
        ("Die weiße Dame steht auf d8.", "chess", Some(Verdict::Contradicted)),
        ("Die Bauern stehen auf der zweiten Reihe.", "chess", Some(Verdict::Confirmed)),
        ("Die Bauern stehen auf der dritten Reihe.", "chess", Some(Verdict::Contradicted)),
        ("Jede Seite hat zwei Türme und einen König.", "chess", Some(Verdict::Confirmed)),
        ("Jede Seite hat drei Türme und einen König.", "chess", Some(Verdict::Contradicted)),
        ("Das Brett hat neun Linien und zehn Reihen.", "xiangqi", Some(Verdict::Confirmed)),
        ("Das Brett hat acht Linien und acht Reihen.", "xiangqi", Some(Verdict::Contradicted)),
        ("Weiß beginnt.", "chess", Some(Verdict::Confirmed)),
        ("Schwarz beginnt.", "chess", Some(Verdict::Contradicted)),
        // A word that is not known, a condition and a question leave it open.
        ("Der Läufer zieht beliebig weit diagonal, falls es regnet.", "chess", None),
        ("Der Läufer zieht sonntags beliebig weit diagonal.", "chess", None),
        ("Zieht der Läufer beliebig weit waagerecht?", "chess", None),
    ];
    for (sentence, variant, wanted) in cases {
        assert_eq!(verdict(sentence, variant), wanted, "{sentence}");
    }
}

/// The page says all moves of a piece: it would be `incomplete` if it named only a part.
#[test]
fn pages_in_german_are_confirmed() {
    let names = [
        "chess",
        "grand",
        "capablanca",
        "amazon",
        "almost",
        "chigorin",
        "shatranj",
        "makruk",
        "courier",
        "knightmate",
        "xiangqi",
        "shogi",
        "minishogi",
        "judkins",
        "spartan",
        "hoppelpoppel",
        "horde",
        "berolina",
        "losalamos",
        "convert",
        "ordamirror",
    ];
    let mut sentences = 0;
    for name in names {
        let compiled = ferz::load(name).unwrap();
        let page = in_language(&compiled, Language::German, &mut |_| 0);
        sentences += page.parts.iter().map(|(_, all)| all.len()).sum::<usize>();
        for claim in claims(&page.markdown(), &compiled).iter().filter(|claim| claim.kind != "all moves") {
            assert_eq!(claim.verdict, Verdict::Confirmed, "{name}: {}: {}", claim.text, claim.detail);
        }
    }
    assert!(sentences > 250, "{sentences}");
}

/// Numbers by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }
}

/// The moves of pieces, one and another that differs from it.
const MOVES: [(&str, &str); 17] = [
    ("W", "F"),
    ("fWbF", "bWfF"),
    ("R", "R3"),
    ("B2", "R2"),
    ("N", "C"),
    ("Z", "N"),
    ("BN", "BC"),
    ("RF", "BW"),
    ("WfF", "FfW"),
    ("mRcB", "mBcR"),
    ("mfWcfF", "mfFcfW"),
    ("DA", "HG"),
    ("vR", "sR"),
    ("fN", "N"),
    ("KNA", "KCA"),
    ("mWcQ", "mQcW"),
    ("fRbB", "bRfB"),
];

/// A game with pieces by chance on squares by chance. The second game has one piece that moves otherwise, or stands elsewhere.
fn games(chance: &mut Chance) -> [String; 2] {
    let names = ["queen", "rook", "bishop", "knight", "lance", "elephant", "camel"];
    let letters = ['q', 'r', 'b', 'n', 'l', 'e', 'c'];
    let moves: Vec<(&str, &str)> = names.iter().map(|_| MOVES[chance.below(MOVES.len())]).collect();
    let changed = chance.below(names.len());
    let mut files: Vec<usize> = (0..names.len()).collect();
    for at in 0..files.len() {
        let other = chance.below(files.len());
        files.swap(at, other);
    }
    let moved = chance.below(2) == 0;
    [false, true].map(|second| {
        let mut pieces = String::new();
        for (at, name) in names.iter().enumerate() {
            let (one, other) = moves[at];
            let moves = if second && !moved && at == changed { other } else { one };
            pieces += &format!("  {name}: {{symbol: {}, moves: {moves}}}\n", letters[at].to_uppercase());
        }
        let mut row: Vec<char> = files.iter().map(|at| letters[*at]).collect();
        if second && moved {
            row.swap(changed, (changed + 1) % names.len());
        }
        let row: String = row.into_iter().collect();
        let white = row.to_uppercase();
        format!(
            "name: Zufall\nboard: {{files: 8, ranks: 8}}\npieces:\n  king: {{symbol: K, moves: K, royal: true}}\n  \
             pawn: {{symbol: P, moves: fmWcfF}}\n{pieces}setup: {row}k/pppppppp/8/8/8/8/PPPPPPPP/{white}K w - - 0 1\n"
        )
    })
}

/// The number of games by chance.
const COUNT: usize = 60;

#[test]
fn games_by_chance_are_read_as_they_were_written() {
    let (mut written, mut missed) = (0, Vec::new());
    for seed in 1..=COUNT as u64 {
        let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let [game, other] =
            games(&mut chance).map(|text| ferz::load_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        let page = in_language(&game, Language::German, &mut |count| chance.below(count));
        assert_eq!(page.left_out, Vec::<String>::new(), "{seed}");
        let text = page.markdown();
        let found = claims(&text, &game);
        for claim in &found {
            assert_eq!(claim.verdict, Verdict::Confirmed, "{seed}: {}: {}", claim.text, claim.detail);
        }
        written += found.len();
        let differs = |claim: &Claim| claim.verdict != Verdict::Confirmed;
        if !claims(&text, &other).iter().any(differs) {
            missed.push(format!("{seed}: {text}"));
        }
    }
    assert!(written > 30 * COUNT, "{written}");
    assert!(missed.is_empty(), "games that differ in one thing are not the same: {}", missed.join("\n"));
}

/// Set in the process that does nothing but this.
const ALONE: &str = "FERZ_GERMAN_ALONE";

#[test]
fn german_is_read_and_written_without_english() {
    let chess = ferz::load("chess").unwrap();
    let page = in_language(&chess, Language::German, &mut |_| 0).markdown() + "Das Brett ist 10x10 Felder groß.\n";
    let found = claims(&page, &chess);
    assert!(found.iter().filter(|claim| claim.verdict == Verdict::Confirmed).count() > 20);
    if std::env::var_os(ALONE).is_some() {
        assert!(Language::German.is_read() && !Language::English.is_read());
        return;
    }
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "rules_german::german_is_read_and_written_without_english"]).env(ALONE, "1");
    assert!(again.output().unwrap().status.success(), "German needs the grammar of English");
}
