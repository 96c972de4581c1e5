//! Recordings that tell the board by rows and columns, brought to the form that names pits.

use crate::engine::Program;
use crate::notation::pit_name;
use serde_json::{Map, Value, json};

/// A trace that names pits, from one that tells rows: `rows[r][c]`, from South's outer left corner.
pub(super) fn told_by_pits(trace: Value, program: &Program) -> Result<Value, String> {
    let number = |name: &str| trace.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
    if number("rows") != program.rows() {
        return Err(format!(
            "the trace has {} rows, the variant {}",
            number("rows"),
            program.rows()
        ));
    }
    let teller = Teller { program };
    let mut game = object(&trace)?.clone();
    game.remove("rows");
    if number("pits") != program.pits() {
        return Ok(Value::Object(game));
    }
    let start = trace.get("start").ok_or("there is no start")?;
    // A position is told the same way for all boards.
    if !start.is_string() {
        game.insert("start".to_owned(), teller.state(start)?);
    }
    let mut moves: Vec<Value> = Vec::new();
    let told = trace.get("moves").and_then(Value::as_array);
    for entry in told.into_iter().flatten() {
        if entry.get("move").is_none_or(Value::is_null) {
            // A pass is no move of its own: who moved before it moves again.
            if let Some(before) = moves.last_mut().and_then(Value::as_object_mut) {
                before.insert("passed".to_owned(), json!(true));
                before.insert(
                    "next".to_owned(),
                    entry.get("next").cloned().unwrap_or_default(),
                );
            }
            continue;
        }
        let mut state = teller.state(entry)?;
        let made = state.as_object_mut().ok_or("a move is no object")?;
        let legal: Vec<Value> = entry
            .get("legal")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let written: Result<Vec<String>, String> = legal
            .iter()
            .map(|played| teller.written(played, &legal))
            .collect();
        made.insert("legal".to_owned(), json!(written?));
        let played = teller.written(&entry["move"], &legal)?;
        if played.starts_with('x') {
            // Nothing is sown when a pit is taken.
            made.remove("laps");
        }
        made.insert("move".to_owned(), json!(played));
        moves.push(state);
    }
    game.insert("moves".to_owned(), Value::Array(moves));
    Ok(Value::Object(game))
}

fn object(value: &Value) -> Result<&Map<String, Value>, String> {
    value.as_object().ok_or_else(|| "not an object".to_owned())
}

struct Teller<'p> {
    program: &'p Program,
}

impl Teller<'_> {
    fn pit(&self, row: usize, column: usize) -> usize {
        self.program.pit_at(row, column)
    }

    fn name(&self, place: &Value) -> Result<char, String> {
        let at = |index: usize| place.get(index).and_then(Value::as_u64);
        match (at(0), at(1)) {
            (Some(row), Some(column)) => Ok(pit_name(
                self.pit(row as usize, column as usize),
                self.program.half(),
            )),
            _ => Err(format!("`{place}` is no pit")),
        }
    }

    /// A state with a board instead of rows.
    fn state(&self, told: &Value) -> Result<Value, String> {
        let mut state = object(told)?.clone();
        let rows = state.remove("rows").ok_or("there are no rows")?;
        let mut board = vec![Value::from(0); 2 * self.program.half()];
        for (row, seeds) in rows.as_array().into_iter().flatten().enumerate() {
            for (column, seeds) in seeds.as_array().into_iter().flatten().enumerate() {
                if let Some(pit) = board.get_mut(self.pit(row, column)) {
                    *pit = seeds.clone();
                }
            }
        }
        state.insert("board".to_owned(), Value::Array(board));
        if let Some(tuz) = state.remove("tuz") {
            let mut owners = Map::new();
            for (owner, place) in ["S", "N"].iter().zip(tuz.as_array().into_iter().flatten()) {
                if !place.is_null() {
                    owners.insert(self.name(place)?.to_string(), json!(owner));
                }
            }
            state.insert("child".to_owned(), Value::Object(owners));
        }
        // Moves whose relay never stops are not legal, and were never played.
        state.remove("endless");
        Ok(Value::Object(state))
    }

    /// A move in notation: with a way only where either can be chosen.
    fn written(&self, played: &Value, legal: &[Value]) -> Result<String, String> {
        let pit = played.get("pit").unwrap_or(&Value::Null);
        let name = self.name(pit)?;
        if played.get("take").and_then(Value::as_bool) == Some(true) {
            return Ok(format!("x{name}"));
        }
        let same = |other: &&Value| other.get("pit") == Some(pit);
        let way = match played.get("dir").and_then(Value::as_str) {
            Some("ccw") if legal.iter().filter(same).count() > 1 => ">",
            Some("cw") if legal.iter().filter(same).count() > 1 => "<",
            _ => "",
        };
        Ok(format!("{name}{way}"))
    }
}
