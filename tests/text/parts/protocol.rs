//! Parts of the room `protocol`, each asked by itself.

mod dialect {
    use ferz::protocol::dialect::*;

    #[test]
    fn a_position_in_the_words_of_usi_is_a_fen() {
        let words = ["9/9/9/9/4k4/9/9/9/4K4", "w", "2Pb10p", "3"];
        assert_eq!(Dialect::Usi.fen(&words), "9/9/9/9/4k4/9/9/9/4K4[PPbpppppppppp] b - - 0 2");
        assert_eq!(Dialect::Usi.fen(&["9/9", "b", "-", "1"]), "9/9[] w - - 0 1");
    }
}

mod fields {
    use serde_json::Value;

    use ferz::protocol::fields::*;

    #[test]
    fn an_id_comes_back_as_it_was_written() {
        let id = |line: &str| raw_id(line.as_bytes()).map(|id| String::from_utf8(id.to_vec()).unwrap());
        assert_eq!(id(r#"{"id":1,"do":"x"}"#).as_deref(), Some("1"));
        assert_eq!(
            id(r#" { "id" : 123456789012345678901234567890 } "#).as_deref(),
            Some("123456789012345678901234567890")
        );
        assert_eq!(id(r#"{"a":{"id":2},"id":[1,{"x":"]\""}],"b":"\\"}"#).as_deref(), Some(r#"[1,{"x":"]\""}]"#));
        assert_eq!(id(r#"{"id":"a\"b,}"}"#).as_deref(), Some(r#""a\"b,}""#));
        assert_eq!(id(r#"{"id":1,"id":2}"#), None);
        assert_eq!(id(r#"{"x":"id","y":[]}"#), None);
        assert_eq!(id("{}"), None);
    }

    #[test]
    fn a_field_of_the_wrong_type_is_named() {
        let value: Value = serde_json::from_str(r#"{"fen": 3, "depth": -1, "play": ["a", 2], "x": null}"#).unwrap();
        let fields = Fields(value.as_object().unwrap());
        assert_eq!(fields.text("fen").unwrap_err().message, "`fen` must be a string, not such a number");
        assert!(fields.number("depth").is_err() && fields.texts("play").is_err());
        assert_eq!(fields.text("x"), Ok(None));
        assert_eq!(fields.need_text("betza").unwrap_err().message, "`betza` is missing");
    }

    #[test]
    fn a_field_that_nobody_knows_is_refused() {
        let value: Value = serde_json::from_str(r#"{"depht": 3}"#).unwrap();
        let fields = Fields(value.as_object().unwrap());
        let message = fields.only("perft", &["fen", "depth"]).unwrap_err().message;
        assert_eq!(message, "`depht` is not a field of `perft`: did you mean `depth`?");
        assert!(fields.only("perft", &["depht"]).is_ok());
    }
}

mod lines {
    use ferz::protocol::lines::*;

    fn collect(input: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            all.push(match line {
                Line::Bytes(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
        }
        all
    }

    #[test]
    fn lines_end_with_a_newline_or_the_input() {
        let some = |text: &str| Some(text.as_bytes().to_vec());
        assert_eq!(collect(b""), []);
        assert_eq!(collect(b"a\r\n\nb"), [some("a"), some(""), some("b")]);
        assert_eq!(collect(b"a\n"), [some("a")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let mut input = vec![b'x'; LONGEST];
        input.extend_from_slice(b"\n");
        input.extend(std::iter::repeat_n(b'y', LONGEST + 1));
        input.extend_from_slice(b"\nz\n");
        let lines = collect(&input);
        assert_eq!(lines[0].as_ref().map(Vec::len), Some(LONGEST));
        assert_eq!(lines[1..], [None, Some(b"z".to_vec())]);
    }
}

mod order {
    use std::io::{self, Write};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ferz::protocol::order::{AHEAD, Order};

    /// Counts the lines that are written.
    struct Counted<'a> {
        text: Vec<u8>,
        lines: &'a AtomicUsize,
    }

    impl Write for Counted<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.text.extend_from_slice(bytes);
            self.lines.fetch_add(bytes.iter().filter(|byte| **byte == b'\n').count(), Ordering::SeqCst);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn answers_come_out_in_order_and_nobody_runs_far_ahead() {
        let lines = AtomicUsize::new(0);
        let mut output = Counted { text: Vec::new(), lines: &lines };
        let order = Order::new(&mut output);
        std::thread::scope(|scope| {
            for worker in 0..4usize {
                let (order, lines) = (&order, &lines);
                scope.spawn(move || {
                    // The first worker is always the last to come.
                    for number in (0..2000).filter(|number| number % 4 == worker) {
                        if worker == 0 {
                            std::thread::yield_now();
                        }
                        order.put(number, format!("{number}\n").into_bytes()).unwrap();
                        assert!(number < lines.load(Ordering::SeqCst) + AHEAD);
                    }
                });
            }
        });
        drop(order);
        let expected: String = (0..2000).map(|number| format!("{number}\n")).collect();
        assert_eq!(String::from_utf8(output.text).unwrap(), expected);
    }
}
