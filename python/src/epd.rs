//! Positions with operations for Python.

use ferz::notation::epd::{Epd, Operand};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList};

use crate::moves::Move;

/// Reads an EPD: the position as FEN, and its operations.
pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<(String, Py<PyDict>)> {
    let epd: Epd = text
        .trim()
        .parse()
        .map_err(|error: ferz::notation::epd::ParseEpdError| PyValueError::new_err(error.to_string()))?;
    let operations = PyDict::new(py);
    for (name, operands) in &epd.operations {
        let values: Vec<Bound<'_, PyAny>> =
            operands.iter().map(|operand| value(py, operand)).collect::<PyResult<_>>()?;
        match values.as_slice() {
            [] => operations.set_item(name, py.None())?,
            [one] => operations.set_item(name, one)?,
            several => operations.set_item(name, several)?,
        }
    }
    Ok((epd.fen, operations.unbind()))
}

/// A number, or a text. An operand in quotes is always a text.
fn value<'py>(py: Python<'py>, operand: &Operand) -> PyResult<Bound<'py, PyAny>> {
    if !operand.is_quoted {
        if let Ok(whole) = operand.text.parse::<i64>() {
            return Ok(whole.into_pyobject(py)?.into_any());
        }
        let is_number = operand.text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        if let Some(number) = operand.text.parse::<f64>().ok().filter(|number| is_number && number.is_finite()) {
            return Ok(number.into_pyobject(py)?.into_any());
        }
    }
    Ok(operand.text.as_str().into_pyobject(py)?.into_any())
}

/// Writes an EPD.
pub(crate) fn write(game: &ferz::Game, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut epd = Epd::of(&mut game.clone());
    for (name, value) in operations.into_iter().flatten() {
        let name: String = name.extract()?;
        let is_list = value.is_instance_of::<PyList>() || value.is_instance_of::<pyo3::types::PyTuple>();
        let operands = match value {
            value if value.is_none() => Vec::new(),
            value if is_list => value.try_iter()?.map(|item| operand(&name, &item?)).collect::<PyResult<_>>()?,
            value => vec![operand(&name, &value)?],
        };
        epd.operations.push((name, operands));
    }
    let text = epd.to_string();
    // Refuses a name or a text that would be read back as something else.
    match text.parse::<Epd>() {
        Ok(again) if again == epd && !text.contains(char::is_control) => Ok(text),
        _ => Err(PyValueError::new_err(
            "the name of an operation has only letters, digits and `_`, and its texts have one line",
        )),
    }
}

/// Operations whose texts are moves, which are written without quotes.
const OF_MOVES: [&str; 5] = ["am", "bm", "pm", "pv", "sm"];

fn operand(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Operand> {
    if let Ok(made) = value.cast::<Move>() {
        let san = made.get().written.san.clone();
        return Ok(Operand { text: san, is_quoted: false });
    }
    let is_number = value.extract::<i64>().is_ok() || value.is_instance_of::<PyFloat>();
    let text = value.str()?.to_string();
    Ok(Operand { is_quoted: !is_number && !OF_MOVES.contains(&name), text })
}
