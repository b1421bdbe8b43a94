//! Nouns before their number and article are known: `pawn or rook beside the moving piece`.

use crate::english::{list, number, plural, with_article};

/// Singular or plural.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    One,
    Many,
}

/// A text in the singular and in the plural.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    pub one: String,
    pub many: String,
}

impl Forms {
    /// The same text for both.
    pub fn same(text: impl Into<String>) -> Forms {
        let one = text.into();
        Forms { many: one.clone(), one }
    }

    pub fn get(&self, form: Form) -> &str {
        match form {
            Form::One => &self.one,
            Form::Many => &self.many,
        }
    }
}

/// The main word of a noun.
#[derive(Clone, Debug)]
pub(super) enum Head {
    /// A known thing: `the moving piece`.
    Known(String, Form),
    /// Things of a kind. `single` is `true` if each side has at most one.
    Kind { name: Forms, single: bool },
    /// Any of several.
    List(Vec<Noun>),
}

/// The side to which things belong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// The side that is the topic of the sentence: `its`.
    Its,
    /// `friendly`, `enemy`, `white`.
    Side(String),
}

/// A noun with its descriptions.
#[derive(Clone, Debug)]
pub(super) struct Noun {
    pub owner: Option<Owner>,
    pub other: bool,
    /// Adjectives.
    pub before: Vec<String>,
    pub head: Head,
    /// Descriptions after the main word: `pieces on rank 8`.
    pub after: Vec<Forms>,
    /// `true` if a description holds for each piece or square separately.
    pub each: bool,
    /// `true` if the singular needs `the`: `the captured piece`.
    pub the: bool,
}

impl Noun {
    pub fn of(head: Head) -> Noun {
        Noun { owner: None, other: false, before: Vec::new(), head, after: Vec::new(), each: false, the: false }
    }

    pub fn known(text: impl Into<String>) -> Noun {
        Noun::of(Head::Known(text.into(), Form::One))
    }

    pub fn kind(name: &str) -> Noun {
        Noun::of(Head::Kind { name: Forms { one: name.to_owned(), many: plural(name) }, single: false })
    }

    /// The noun with a description after it.
    pub fn followed(mut self, forms: Forms) -> Noun {
        // A description after a list belongs to the whole list.
        self.after.push(forms);
        self
    }

    /// Returns `true` for a noun without adjectives and descriptions.
    pub fn is_plain(&self) -> bool {
        self.after.is_empty() && !self.other
    }

    fn is_known(&self) -> bool {
        matches!(self.head, Head::Known(..))
    }

    fn tail(&self, form: Form) -> String {
        let all = self.after.iter().map(|after| after.get(form));
        match &self.head {
            Head::Known(..) if !self.after.is_empty() => {
                let copula = if form == Form::One { "it is" } else { "they are" };
                let prefix = if form == Form::One { "that is " } else { "that are " };
                let all: Vec<&str> = all.map(|text| text.strip_prefix(prefix).unwrap_or(text)).collect();
                format!(" (if {copula} {})", all.join(" and "))
            }
            _ => described(&all.collect::<Vec<_>>()),
        }
    }

    fn names(&self, form: Form, joint: &str) -> String {
        match &self.head {
            Head::Known(text, _) => text.clone(),
            Head::Kind { name, .. } => name.get(form).to_owned(),
            Head::List(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.bare(form, joint)).collect();
                list(&parts, joint)
            }
        }
    }

    fn adjectives(&self, owned: bool) -> String {
        let owner = match &self.owner {
            Some(Owner::Side(side)) if owned => format!("{side} "),
            _ => String::new(),
        };
        let other = if self.other { "other " } else { "" };
        format!("{other}{}{owner}", self.before.iter().map(|word| format!("{word} ")).collect::<String>())
    }

    /// Without an article: `friendly pawns beside the moving piece`.
    pub fn bare(&self, form: Form, joint: &str) -> String {
        let its = if self.owner == Some(Owner::Its) { "its " } else { "" };
        format!("{its}{}{}{}", self.adjectives(true), self.names(form, joint), self.tail(form))
    }

    fn is_single(&self) -> bool {
        matches!(self.head, Head::Kind { single: true, .. }) && self.owner.is_some()
    }

    /// The members of a list, if they have their own descriptions, so that each needs an article.
    fn members(&self) -> Option<&[Noun]> {
        let Head::List(parts) = &self.head else { return None };
        (self.owner.is_none() && self.before.is_empty() && !self.other).then_some(parts)
    }

    /// Any one of them: `a friendly pawn or a rook`.
    pub fn some(&self) -> String {
        if let Some(parts) = self.members() {
            let parts: Vec<String> = parts.iter().map(Noun::some).collect();
            return format!("{}{}", list(&parts, "or"), self.tail(Form::One));
        }
        let rest = format!("{}{}", self.names(Form::One, "or"), self.tail(Form::One));
        match &self.owner {
            _ if self.is_known() => self.bare(Form::One, "or"),
            _ if self.the => format!("the {}{rest}", self.adjectives(true)),
            Some(Owner::Its) if self.is_single() => format!("its {}{rest}", self.adjectives(false)),
            Some(Owner::Its) => format!("one of {}", self.bare(Form::Many, "and")),
            _ if self.is_single() => format!("the {}{rest}", self.adjectives(true)),
            _ if self.other => format!("an{}{rest}", self.adjectives(true)),
            _ => with_article(&format!("{}{rest}", self.adjectives(true))),
        }
    }

    /// None of them, with whether the verb is in the singular.
    pub fn none(&self) -> String {
        match &self.owner {
            Some(Owner::Its) if !self.is_single() => format!("none of {}", self.bare(Form::Many, "and")),
            Some(Owner::Its) => format!("no {}", self.bare(Form::One, "or").trim_start_matches("its ")),
            _ if self.is_known() => format!("not {}", self.bare(Form::One, "or")),
            _ => format!("no {}", self.bare(Form::One, "or")),
        }
    }

    /// The set as the subject of a sentence, and the form of the verb behind it: "all pawns" takes a plural.
    pub fn all(&self) -> (String, Form) {
        if let Head::Known(_, form) = &self.head {
            return (self.bare(*form, "and"), *form);
        }
        if self.is_single() {
            let its = matches!(self.owner, Some(Owner::Its));
            // A test of one known piece is a condition.
            let text = self.bare(Form::One, "or").replacen(" such that ", ", if ", 1);
            let comma = if self.each { "," } else { "" };
            return (format!("{}{text}{comma}", if its { "" } else { "the " }), Form::One);
        }
        if self.each
            && let Some(parts) = self.members()
        {
            let all: Vec<String> = parts.iter().map(|part| part.all().0).collect();
            return (format!("each of {}{}", list(&all, "and"), self.tail(Form::One)), Form::One);
        }
        if self.each {
            let text = self.bare(Form::One, "or");
            return (format!("each {}", text.trim_start_matches("its ")), Form::One);
        }
        match self.members() {
            Some(parts) => {
                let all: Vec<(String, Form)> = parts.iter().map(Noun::all).collect();
                let texts: Vec<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
                (format!("{}{}", list(&texts, "and"), self.tail(Form::Many)), Form::Many)
            }
            None => (format!("all {}", self.bare(Form::Many, "and")), Form::Many),
        }
    }

    /// Things in general, as the operand of a noun in a form: `captures of pawns`, `a capture of a pawn`.
    pub fn general(&self, form: Form) -> String {
        match form {
            Form::One => self.some(),
            Form::Many if self.is_single() => self.some(),
            Form::Many => self.plural("or"),
        }
    }

    /// The plural without an article: `friendly pawns`.
    pub fn plural(&self, joint: &str) -> String {
        match self.members() {
            Some(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.plural(joint)).collect();
                format!("{}{}", list(&parts, joint), self.tail(Form::Many))
            }
            None => self.bare(Form::Many, joint),
        }
    }

    /// The noun with a number before it: `two friendly pawns`.
    pub fn counted(&self, count: u16) -> (String, Form) {
        let form = if count == 1 { Form::One } else { Form::Many };
        let said = number(usize::from(count));
        match self.owner {
            Some(Owner::Its) => (format!("{said} of {}", self.bare(Form::Many, "and")), form),
            _ => (format!("{said} {}", self.bare(form, "or")), form),
        }
    }
}

/// Joins descriptions. Two of the same sort are joined by `and`, so that the second is not read as a part of the first.
fn described(all: &[&str]) -> String {
    let mut text = String::new();
    let leads_on = |next: &str| {
        ["that ", "such ", "each ", "whose ", "except ", "other ", "("].iter().any(|lead| next.starts_with(lead))
    };
    for (at, next) in all.iter().enumerate() {
        let follows_owner = at > 0 && all[at - 1].starts_with("of ") && !all[at - 1].starts_with("of the same ");
        let joint = match at == 0 || leads_on(next) || follows_owner {
            true => " ",
            false => " and ",
        };
        let joint = if next.starts_with("each ") { ", " } else { joint };
        text.push_str(&format!("{joint}{next}"));
    }
    text
}
