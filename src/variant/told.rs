//! The language of rules in the schema: sections, rules, effects and ends that are written in it.
//!
//! The module `language` reads these keys, and this module cannot import it. `tests/text/schema.rs` checks that both
//! agree.

use serde_json::{Value, json};

/// Adds the language to a schema of variant files.
pub(super) fn add(schema: &mut Value) {
    for (key, section) in sections() {
        schema["properties"][key] = section;
    }
    for (name, definition) in definitions() {
        schema["$defs"][name] = definition;
    }
    // `rules:` and `end:` hold older keys and named entries in the language side by side.
    schema["$defs"]["General"]["additionalProperties"] = named("ToldRule");
    // A rule in the language may have the name of an older key if the mapping has no older key.
    if let Some(forms) = schema["properties"]["rules"]["anyOf"].as_array_mut() {
        forms.insert(1, reference("ToldRules"));
    }
    if let Some(forms) = schema["$defs"]["Ends"]["anyOf"].as_array_mut() {
        for form in forms.iter_mut().filter(|form| form["type"] == "object") {
            if let Some(ends) = form["additionalProperties"]["anyOf"].as_array_mut() {
                ends.insert(0, reference("ToldEnd"));
            }
        }
    }
    schema["$defs"]["Piece"]["properties"]["worth"] = json!({
        "type": ["number", "null"],
        "minimum": 0,
        "description": "The worth of the piece, for `worth of S` in the language of rules.",
    });
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

/// A reference with a description of its own.
fn said(name: &str, description: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}"), "description": description})
}

/// A definition, or `null`, which removes the inherited one.
fn named(name: &str) -> Value {
    json!({"anyOf": [reference(name), {"type": "null"}]})
}

fn word(word: &str, description: &str) -> Value {
    json!({"const": word, "description": description})
}

fn flag(description: &str) -> Value {
    json!({"type": "boolean", "description": description})
}

fn section(name: &str, description: &str) -> Value {
    json!({"type": ["object", "null"], "additionalProperties": named(name), "maxProperties": 1000, "description": description})
}

fn sections() -> Vec<(&'static str, Value)> {
    vec![
        (
            "define",
            section("ToldSet", "Names for sets and conditions in the language of rules. Each may use names above it."),
        ),
        (
            "state",
            section(
                "ToldState",
                "The state of a position besides pieces on squares: marks, counters, and pieces off the board.",
            ),
        ),
        ("sides", said("ToldSides", "Neutral pieces, and more than two sides.")),
        ("turns", said("ToldTurns", "How many moves a turn has.")),
    ]
}

fn object(description: &str, properties: Value) -> Value {
    json!({"type": "object", "additionalProperties": false, "properties": properties, "description": description})
}

/// A rule: effects, and the keys of the five kinds of rules.
fn rule() -> Value {
    let mut rule = block();
    let keys = [
        ("pieces", said("ToldSet", "The rule changes the moves of these pieces.")),
        ("forbid", said("ToldDeeds", "Such moves are illegal; `attack` takes away checks and guards, too.")),
        ("must", said("ToldDeeds", "If a legal move is of such a kind, all others are illegal.")),
        ("after", said("ToldDeeds", "The effects follow such a move.")),
        (
            "may_replace",
            said("ToldText", "In place of such a move, a side may choose these effects. Without effects, it passes."),
        ),
        (
            "most",
            said("ToldNumber", "Among the moves that must be made, only those with the largest number are legal."),
        ),
        ("also_moves", said("ToldTexts", "Moves in Betza notation, in addition to their own.")),
        ("also_moves_as", said("ToldSet", "The moves of these pieces, in addition to their own.")),
        ("also_moves_to", said("ToldSet", "Moves to these squares, in addition to their own.")),
        ("moves_only", said("ToldTexts", "Moves in Betza notation, in place of their own.")),
        ("through", said("ToldSet", "The only squares that count as empty on the path of these moves.")),
        (
            "taker",
            json!({"enum": ["goes", "stays", "vanishes"], "description": "The fate of a piece that captures by these moves."}),
        ),
        (
            "moved_by",
            json!({"enum": ["own", "both"], "description": "The side that moves these pieces, whichever side they belong to."}),
        ),
        ("ignores", said("ToldSet", "Squares that these pieces see as empty.")),
        (
            "skips",
            said("ToldSet", "Squares over which steps of these pieces go on as if they were not part of the board."),
        ),
        ("captures", said("ToldSet", "The pieces that are enemies of these pieces. All other pieces are their own.")),
        ("also_checks", said("ToldSet", "Royal pieces to which these pieces give check, too.")),
        (
            "told_apart",
            flag("Moves that pass different squares are different moves, even if they end on the same square."),
        ),
        ("even_in_check", flag("Moves by this rule may leave royal pieces attacked.")),
    ];
    for (key, value) in keys {
        rule["properties"][key] = value;
    }
    rule["description"] = json!(
        "A rule in the language of rules: one of `pieces`, `forbid`, `must`, `after` and `may_replace`, with further keys."
    );
    rule
}

fn definitions() -> Vec<(&'static str, Value)> {
    vec![
        (
            "ToldText",
            json!({"type": "string", "minLength": 1, "maxLength": 10000, "description": "An expression in the language of rules: docs/rules-language.md."}),
        ),
        (
            "ToldTexts",
            json!({"anyOf": [reference("ToldText"), {"type": "array", "items": reference("ToldText"), "minItems": 1}], "description": "An expression, or several."}),
        ),
        (
            "ToldSet",
            json!({"anyOf": [reference("ToldText"), {"type": "array", "items": reference("ToldText"), "minItems": 1}], "description": "A set in the language of rules; a list is the union of its sets. Under `define:` it may be a condition."}),
        ),
        (
            "ToldDeeds",
            json!({"anyOf": [reference("ToldText"), {"type": "array", "items": reference("ToldText"), "minItems": 1}], "description": "A kind of move in the language of rules, or any of several: `capture of pawn by knight`."}),
        ),
        (
            "ToldNumber",
            json!({"type": ["string", "number"], "description": "A number in the language of rules: `3`, `count of own pieces`."}),
        ),
        ("ToldRule", rule()),
        (
            "ToldRules",
            json!({"type": "object", "additionalProperties": named("ToldRule"), "description": "Named rules in the language of rules."}),
        ),
        ("ToldBlock", block()),
        ("ToldState", state()),
        (
            "ToldEnd",
            object(
                "An end in the language of rules: one of `win`, `loss`, `draw` and `out`. It is tested for each side as the own side.",
                json!({
                    "win": said("ToldText", "The own side wins if this holds."),
                    "loss": said("ToldText", "The own side loses if this holds."),
                    "draw": said("ToldText", "The game is drawn if this holds."),
                    "out": said("ToldText", "The own side drops out if this holds, and the others go on."),
                    "for": {"type": "string", "description": "The only side for which the end is tested."},
                }),
            ),
        ),
        (
            "ToldSides",
            object(
                "The sides of a game.",
                json!({
                    "neutral": said("ToldTexts", "Pieces that belong to no side."),
                    "order": {"type": "array", "items": {"type": "string"}, "description": "The names of the sides in the order in which they move."},
                    "partners": {"type": "array", "items": {"type": "string"}, "description": "Sides that win together: pairs of names."},
                    "facing": {"type": "object", "additionalProperties": {"type": "string"},
                        "description": "The direction in which the pieces of each side face: `north`, `east`, `south` or `west`."},
                    "dropouts": {"enum": ["stay", "block", "vanish"],
                        "description": "The pieces of a side that drops out: they stay and can be captured, they block their squares, or they leave the board."},
                }),
            ),
        ),
        (
            "ToldTurns",
            object(
                "How many moves a turn has.",
                json!({
                    "moves": {"anyOf": [reference("ToldNumber"), sides_with(&reference("ToldNumber"))], "description": "The number of moves of a turn, for both sides or for each."},
                    "first": said("ToldNumber", "The number of moves of the first turn of the game."),
                    "until": said("ToldText", "The turn ends early if this holds after a move."),
                    "while": said("ToldText", "The turn goes on with one more move if this holds after a move."),
                    "roll": word("kind", "Before each move, dice choose which kind of piece may move: `rolled`."),
                    "boards": with_help(sides_with(&reference("ToldText")), "Two boards on which the sides take turns separately: the one on which White begins, and the one on which Black begins."),
                }),
            ),
        ),
    ]
}

/// A value for each side.
fn sides_with(value: &Value) -> Value {
    let of = |side: &str| {
        let mut value = value.clone();
        value["description"] = format!("For {side}.").into();
        value
    };
    json!({"type": "object", "additionalProperties": false, "properties": {"white": of("White"), "black": of("Black")}})
}

/// A value with a description.
fn with_help(mut value: Value, help: &str) -> Value {
    value["description"] = help.into();
    value
}

fn state() -> Value {
    let number = reference("ToldNumber");
    object(
        "A part of the state of a position: one of `marks`, `counts` and `keeps`.",
        json!({
            "marks": {"enum": ["pieces", "squares"], "description": "A mark that pieces carry, or squares."},
            "counts": {"enum": ["game", "each side"], "description": "A number of the game, or one of each side."},
            "keeps": word("pieces", "Pieces that each side keeps off the board."),
            "letter": {"type": "string", "deprecated": true, "description": "Has no effect: a FEN lists the squares of marked pieces."},
            "royal": flag("A marked piece is royal."),
            "start": {"anyOf": [number, sides_with(&number)], "description": "The number at the start, for both sides or for each."},
        }),
    )
}

/// Effects with their choices and conditions.
fn block() -> Value {
    object(
        "Effects, with choices of the player and conditions.",
        json!({
            "when": said("ToldText", "Applies only if this holds."),
            "unless": said("ToldText", "Applies only if this does not hold."),
            "choose": {"anyOf": [reference("ToldSet"), {"type": "object", "additionalProperties": reference("ToldText")}],
                "description": "The player chooses an element of this set, called `chosen`; or several choices, each with a name."},
            "if_none": word("forbid", "The move is illegal if there is nothing to choose, or no further step."),
            "do": {"type": "array", "items": reference("ToldBlock"), "description": "Several effects, one after the other."},
            "repeat": word("until nothing changes", "The effects are repeated as long as they change the position."),
            "may": said("ToldBlock", "Effects that the player may decline."),
            "capture": said("ToldSet", "These pieces are captured."),
            "remove": said("ToldSet", "These pieces leave the board."),
            "move": said("ToldSet", "These pieces go to `to`."),
            "swap": said("ToldSet", "This piece changes places with the piece of `with`."),
            "place": said("ToldText", "A kind of piece, or a piece off the board, that comes onto `on`."),
            "give": said("ToldSet", "These pieces go to the hand or store of `to`."),
            "flip": said("ToldSet", "These pieces change sides."),
            "change": said("ToldSet", "These pieces become pieces of the kind in `into`."),
            "mark": said("ToldSet", "These pieces or squares get the mark of `as`."),
            "unmark": said("ToldSet", "These pieces or squares lose the mark of `as`."),
            "build": said("ToldSet", "These squares become walls."),
            "clear": said("ToldSet", "Walls on these squares are removed."),
            "trail": said("ToldSet", "Squares on which the mover can be captured en passant in the next move."),
            "add": said("ToldNumber", "The counter of `to` grows by this number."),
            "set": said("ToldText", "This counter becomes the number of `to`."),
            "require": said("ToldText", "If this does not hold at this point, the move is illegal."),
            "then": said("ToldText", "The same move goes on with a step of this kind."),
            "to": {"anyOf": [reference("ToldNumber"), reference("ToldSet")], "description": "The squares to which pieces go, or on which moves of `pieces` may end; the counter that grows; the new value of a counter."},
            "on": said("ToldSet", "The square on which a piece comes onto the board."),
            "with": said("ToldText", "The piece with which another changes places."),
            "for": {"type": "string", "description": "The side of a piece that is placed."},
            "as": said("ToldText", "The mark; the kind as which a piece goes to a hand or store."),
            "into": {"anyOf": [reference("ToldText"), {"type": "array", "items": reference("ToldText")}, {"type": "object", "additionalProperties": reference("ToldText")}],
                "description": "A kind of piece, the kind of a set, kinds to choose from, or a table of kinds."},
            "moves_only_as": said("ToldText", "The moves of these pieces in place of their own."),
            "may_stop": flag("The player may stop although the move could go on."),
            "removal": json!({"enum": ["at once", "at the end"], "description": "The moment at which captured pieces leave the board."}),
        }),
    )
}
