//! The keywords of `svg` in Python.

use ferz::{Arrow, Colour, Rules, Shown, Side, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::moves::Move;

/// The largest width of a picture, in pixels.
const WIDEST: u32 = 20_000;

/// Reads the keywords of `svg`.
pub(crate) fn shown(rules: &Rules, options: &Bound<'_, PyDict>) -> PyResult<Shown> {
    let mut shown = Shown::default();
    for (name, value) in options {
        let name: String = name.extract()?;
        let is_none = value.is_none();
        match name.as_str() {
            "coordinates" => shown.coordinates = value.extract()?,
            "legend" => shown.legend = value.extract()?,
            "orientation" | "last_move" | "check" | "size" | "colours" | "fill" | "arrows" if is_none => {}
            "orientation" => shown.orientation = side(&value)?,
            "last_move" => shown.last_move = squares_of(rules, &value)?,
            "check" => shown.check = Some(square(rules, &value)?),
            "size" => shown.size = Some(size(&value)?),
            "colours" => colours(&mut shown, &value)?,
            "fill" => shown.fill = fill(rules, &value)?,
            "arrows" => {
                shown.arrows = value.try_iter()?.map(|arrow| self::arrow(rules, &arrow?)).collect::<PyResult<_>>()?
            }
            _ => return Err(PyTypeError::new_err(format!("svg() got an unexpected keyword argument '{name}'"))),
        }
    }
    Ok(shown)
}

fn side(value: &Bound<'_, PyAny>) -> PyResult<Side> {
    let word: String = value.extract()?;
    let found = Side::ALL.into_iter().find(|side| side.name() == word);
    found.ok_or_else(|| PyValueError::new_err("`orientation` is \"white\" or \"black\""))
}

fn square(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Square> {
    let name: String = value.extract()?;
    let found = rules.geometry.square(&name);
    found.ok_or_else(|| PyValueError::new_err(format!("there is no square `{name}` on this board")))
}

/// The squares of a `Move`, of a text in UCI notation, or of a list of names.
fn squares_of(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    if let Ok(text) = value.extract::<String>() {
        return squares_in(rules, &text);
    }
    match value.cast::<Move>() {
        Ok(made) => {
            let made = made.get().written.made;
            Ok(if made.from == made.to { vec![made.to] } else { vec![made.from, made.to] })
        }
        Err(_) => value.try_iter()?.map(|name| square(rules, &name?)).collect(),
    }
}

/// The two squares at the start of a text such as `e7e8q`, or the square of a drop such as `N@e4`.
fn squares_in(rules: &Rules, text: &str) -> PyResult<Vec<Square>> {
    let geometry = &rules.geometry;
    // A square has one or two letters and a number of one or two digits.
    let head = |text: &str| {
        (2..=4)
            .rev()
            .filter(|end| text.is_char_boundary(*end))
            .find_map(|end| Some((geometry.square(text.get(..end)?)?, end)))
    };
    let found = match text.split_once('@') {
        Some((_, behind)) => head(behind).map(|(to, _)| vec![to]),
        None => head(text).and_then(|(from, end)| Some(vec![from, head(&text[end..])?.0])),
    };
    found.ok_or_else(|| PyValueError::new_err(format!("`{text}` does not name the squares of a move, as `e2e4` does")))
}

fn size(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let size: u32 = value.extract()?;
    match size {
        1..=WIDEST => Ok(size),
        _ => Err(PyValueError::new_err(format!("`size` is a number of pixels from 1 to {WIDEST}"))),
    }
}

fn colour(value: &Bound<'_, PyAny>) -> PyResult<Colour> {
    let text: String = value.extract()?;
    let message = "a colour is `#` with 3, 4, 6 or 8 hexadecimal digits, or a name such as `teal`";
    Colour::parse(&text).ok_or_else(|| PyValueError::new_err(message))
}

fn colours(shown: &mut Shown, value: &Bound<'_, PyAny>) -> PyResult<()> {
    for (name, value) in value.cast::<PyDict>()? {
        let name: String = name.extract()?;
        let known = ferz::Colours::NAMES.join(", ");
        let place = shown.colours.named(&name);
        *place.ok_or_else(|| PyValueError::new_err(format!("no colour `{name}`: there are {known}")))? =
            colour(&value)?;
    }
    Ok(())
}

fn fill(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Vec<(Square, Colour)>> {
    value.cast::<PyDict>()?.iter().map(|(at, value)| Ok((square(rules, &at)?, colour(&value)?))).collect()
}

/// An arrow: two squares, and a colour if wanted.
fn arrow(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Arrow> {
    let parts: Vec<Bound<'_, PyAny>> = value.try_iter()?.collect::<PyResult<_>>()?;
    match parts.as_slice() {
        [from, to] => Ok(Arrow { from: square(rules, from)?, to: square(rules, to)?, colour: None }),
        [from, to, tint] => {
            Ok(Arrow { from: square(rules, from)?, to: square(rules, to)?, colour: Some(colour(tint)?) })
        }
        _ => Err(PyValueError::new_err("an arrow is two squares, or two squares and a colour")),
    }
}
