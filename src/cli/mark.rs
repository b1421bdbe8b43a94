//! Marks in files that commands write. A mark holds a hash of the rest of the file, so that a change by hand is found before a
//! command overwrites it.

/// The mark of the files that one command writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The words of the command, without `ferz`.
    pub command: &'static str,
    /// The kind of comment that the mark stands in.
    pub comment: Comment,
}

/// How comments are written in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comment {
    /// `# ...`: YAML and configuration files.
    Hash,
    /// `<!-- ... -->`: HTML, SVG and Markdown.
    Markup,
    /// `.\" ...`: manual pages.
    Roff,
}

impl Comment {
    fn opening(self) -> &'static str {
        match self {
            Comment::Hash => "# ",
            Comment::Markup => "<!-- ",
            Comment::Roff => ".\\\" ",
        }
    }

    fn closing(self) -> &'static str {
        match self {
            Comment::Markup => " -->\n",
            Comment::Hash | Comment::Roff => "\n",
        }
    }

    /// The byte position of a mark in a text: as early as the format allows.
    fn place(self, text: &str) -> usize {
        const DOCTYPE: &str = "<!DOCTYPE html>";
        match self {
            Comment::Markup if text.starts_with(DOCTYPE) => DOCTYPE.len(),
            Comment::Markup if text.starts_with("<svg") => text.find('\n').map_or(0, |end| end + 1),
            _ => 0,
        }
    }
}

impl Mark {
    /// The text with the mark.
    pub fn stamped(self, text: &str) -> String {
        let (before, after) = text.split_at(self.comment.place(text));
        let (begin, end) = (self.beginning(), self.comment.closing());
        format!("{before}{begin}{:016x}{end}{after}", hash([before, after]))
    }

    /// Returns `true` if the command has written this text and nothing in it has changed since, ends of lines aside.
    pub fn is_intact(self, text: &str) -> bool {
        let text = text.replace("\r\n", "\n");
        let begin = self.beginning();
        let Some((before, rest)) = text.split_once(&begin) else { return false };
        let Some((written, after)) = rest.split_once(self.comment.closing()) else { return false };
        written == format!("{:016x}", hash([before, after]))
    }

    fn beginning(self) -> String {
        format!("{}Written by ferz {}, hash ", self.comment.opening(), self.command)
    }
}

/// FNV-1a with 64 bits: the same in every version of the program, and any change by hand alters it.
pub(super) fn hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = parts.into_iter().flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
