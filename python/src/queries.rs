//! Methods that positions and games share. A macro generates them for both classes, with their docs.

/// Writes the methods for a class with the fields `game` and `variant` and a method `past`.
macro_rules! queries {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The variant.
            #[getter]
            fn variant(&self) -> Variant {
                self.variant.clone()
            }

            /// The position as FEN.
            #[getter]
            fn fen(&self) -> String {
                shared::fen(&self.game)
            }

            /// `"white"` or `"black"`.
            #[getter]
            fn turn(&self) -> &'static str {
                self.game.turn().name()
            }

            /// The legal moves, sorted by UCI. There are none if the game is over by the position alone.
            #[getter]
            fn legal_moves(&self) -> Vec<Move> {
                shared::listed(&self.game, &self.variant, |_| true)
            }

            /// The legal moves that capture, sorted by UCI.
            #[getter]
            fn legal_captures(&self) -> Vec<Move> {
                shared::listed(&self.game, &self.variant, ferz::Move::is_capture)
            }

            /// The legal moves in UCI notation, sorted. Faster than `legal_moves`, which also computes SAN.
            fn uci_moves(&self) -> Vec<String> {
                shared::uci_moves(&self.game)
            }

            /// The legal move that a text stands for, in UCI notation or in SAN. Raises `IllegalMoveError`.
            fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
                shared::parse(py, &self.game, &self.variant, text)
            }

            /// The legal move that a text in SAN stands for. Marks such as `+` may be missing or superfluous. Raises
            /// `IllegalMoveError`.
            fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
                shared::parse_san(py, &self.game, &self.variant, text)
            }

            /// `True` if a move, or the text of one in UCI notation or SAN, is legal.
            fn is_legal(&self, made: &Bound<'_, PyAny>) -> PyResult<bool> {
                shared::is_legal(made, &self.game)
            }

            /// `True` if a legal move gives check. Raises `IllegalMoveError`.
            fn gives_check(&self, made: &Bound<'_, PyAny>) -> PyResult<bool> {
                shared::gives_check(made, &self.game)
            }

            /// `True` if the side to move is in check.
            #[getter]
            fn in_check(&self) -> bool {
                self.game.in_check()
            }

            /// `True` if the side to move is in check.
            fn is_check(&self) -> bool {
                self.game.in_check()
            }

            /// Explains why a move is legal, or which rule forbids it.
            fn why(&self, made: &str) -> PyResult<Why> {
                explain(&self.game, &self.variant, made)
            }

            /// The pieces on the board: from a square's name to the symbol of the piece, as FENs write it.
            #[getter]
            fn board(&self) -> BTreeMap<String, String> {
                shared::board(&self.game)
            }

            /// The piece on a square, or `None`.
            fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
                shared::piece_at(&self.game, square)
            }

            /// The squares with pieces: all of them, or those with this name, of this side, or both.
            #[pyo3(signature = (name=None, side=None))]
            fn pieces(&self, name: Option<&str>, side: Option<&str>) -> PyResult<Vec<String>> {
                shared::pieces(&self.game, name, side)
            }

            /// The squares with pieces of a side that attack a square: pieces that could capture an enemy there if it
            /// were the side's turn, without regard to the safety of its royal pieces.
            fn attackers(&self, side: &str, square: &str) -> PyResult<Vec<String>> {
                shared::attackers(&self.game, side, square)
            }

            /// The pieces that a side, `"white"` or `"black"`, holds in hand, by name.
            fn hand(&self, side: &str) -> PyResult<BTreeMap<String, u16>> {
                shared::hand(&self.game, side)
            }

            /// The view of a side, as FEN: a square that it does not see is a wall, `*`. In a game without hidden
            /// squares it is the whole position.
            fn view(&self, side: &str) -> PyResult<String> {
                shared::view(&self.game, side)
            }

            /// Possible results of the dice: a dictionary from the name of a piece to the FEN after that result. Empty
            /// in games without dice.
            fn rolls(&self) -> BTreeMap<String, String> {
                shared::rolls(&self.game)
            }

            /// Static evaluation for the side to move, in hundredths of a weak piece.
            fn evaluate(&self) -> i32 {
                self.variant.evaluate(&self.game)
            }

            /// Searches for the best move with the built-in engine: to a depth, for a number of positions, for a time in seconds, or
            /// to the first of these that is reached. `hash` is the size of the hash table in megabytes.
            #[pyo3(signature = (*, depth=None, nodes=None, time=None, hash=16))]
            fn search(
                &self,
                py: Python<'_>,
                depth: Option<i64>,
                nodes: Option<i64>,
                time: Option<f64>,
                hash: usize,
            ) -> PyResult<Found> {
                search::search(py, &self.game, &self.past(), &self.variant, Asked::new(depth, nodes, time, hash)?)
            }

            /// The position as EPD, with operations: moves, numbers, texts, lists of them, or `None`.
            #[pyo3(signature = (**operations))]
            fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
                crate::epd::write(&self.game, operations)
            }

            /// The number of sequences of `depth` legal moves from here.
            #[pyo3(signature = (depth, *, threads=1, hash=0))]
            fn perft(&self, py: Python<'_>, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
                shared::perft(py, &self.game, depth, threads, hash)
            }

            /// The number of leaf nodes below each move, by its UCI notation.
            fn divide(&self, py: Python<'_>, depth: u32) -> BTreeMap<String, u64> {
                shared::divide(py, &self.game, depth)
            }

            /// A picture of the position. Keywords: `orientation` (`"white"` or `"black"`), `last_move` (a `Move`, its text, or squares),
            /// `arrows` (pairs of squares, a colour behind them if wanted), `check` (a square), `fill` (from squares to colours),
            /// `size` (the width in pixels), `colours` (of `light`, `middle`, `dark`, `last_move`, `check`, `arrow`),
            /// `coordinates` and `legend` (`False` leaves them out).
            #[pyo3(signature = (**options))]
            fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
                shared::picture(self.game.rules(), &self.game.setup(), options)
            }

            fn _repr_svg_(&self) -> PyResult<String> {
                self.svg(None)
            }

            fn __str__(&self) -> String {
                shared::drawn(&self.game)
            }
        }
    };
}

pub(crate) use queries;
