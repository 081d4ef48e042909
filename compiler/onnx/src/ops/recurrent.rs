//! Recurrent layers, step after step: the number of steps is known when the model is read.

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("RNN", |b, n| layer(b, n, &Cell { gates: 1, activations: &["Tanh"], step: rnn })),
    ("GRU", |b, n| layer(b, n, &Cell { gates: 3, activations: &["Sigmoid", "Tanh"], step: gru })),
    ("LSTM", |b, n| layer(b, n, &Cell { gates: 4, activations: &["Sigmoid", "Tanh", "Tanh"], step: lstm })),
];

/// A kind of layer.
struct Cell {
    gates: i64,
    activations: &'static [&'static str],
    step: fn(&mut Builder<'_>, &Direction<'_>, &Tensor, &State) -> Result<State>,
}

/// What a step hands to the next one: the output, and the memory of an LSTM.
#[derive(Clone)]
struct State {
    hidden: Tensor,
    memory: Option<Tensor>,
}

/// The parameters of one direction.
struct Direction<'d> {
    n: &'d Node<'d>,
    /// `[gates * hidden, input]`, `[gates * hidden, hidden]`.
    weights: [Tensor; 2],
    /// Two of `[gates * hidden]`.
    biases: Option<[Tensor; 2]>,
    /// Three of `[hidden]`.
    peepholes: Option<Vec<Tensor>>,
    activations: Vec<String>,
    gates: i64,
}

impl Direction<'_> {
    fn activate(&self, b: &mut Builder<'_>, which: usize, x: &Tensor) -> Result<Tensor> {
        let op = match &*self.activations[which].to_lowercase() {
            "sigmoid" => "tf.Sigmoid",
            "tanh" => "tf.Tanh",
            "relu" => "tf.Relu",
            "softsign" => "tf.Softsign",
            "softplus" => "tf.Softplus",
            other => return Err(self.n.refuse("activations", &format!("'{other}'"))),
        };
        b.op(op, &[x], NONE)
    }

    /// The products with the input and the state, of all gates apart.
    fn products(&self, b: &mut Builder<'_>, x: &Tensor, which: usize) -> Result<Vec<Tensor>> {
        let attrs = [("transpose_a", Attribute::Bool(false)), ("transpose_b", Attribute::Bool(true))];
        let mut product = b.op("tf.MatMul", &[x, &self.weights[which]], attrs)?;
        if let Some(biases) = &self.biases {
            product = b.op("tf.AddV2", &[&product, &biases[which]], NONE)?;
        }
        let axis = b.int32(1)?;
        b.ops(
            "tf.Split",
            &[&axis, &product],
            [("num_split", Attribute::Int(self.gates))],
            self.gates as usize,
        )
    }
}

fn sum(b: &mut Builder<'_>, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    b.op("tf.AddV2", &[x, y], NONE)
}

fn times(b: &mut Builder<'_>, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    b.op("tf.Mul", &[x, y], NONE)
}

fn rnn(b: &mut Builder<'_>, d: &Direction<'_>, x: &Tensor, state: &State) -> Result<State> {
    let (own, from) = (d.products(b, x, 0)?, d.products(b, &state.hidden, 1)?);
    let all = sum(b, &own[0], &from[0])?;
    Ok(State { hidden: d.activate(b, 0, &all)?, memory: None })
}

fn gru(b: &mut Builder<'_>, d: &Direction<'_>, x: &Tensor, state: &State) -> Result<State> {
    let own = d.products(b, x, 0)?;
    let from = d.products(b, &state.hidden, 1)?;
    let update = sum(b, &own[0], &from[0])?;
    let update = d.activate(b, 0, &update)?;
    let reset = sum(b, &own[1], &from[1])?;
    let reset = d.activate(b, 0, &reset)?;
    let hidden = if d.n.int("linear_before_reset", 0) != 0 {
        times(b, &reset, &from[2])?
    } else {
        let seen = times(b, &reset, &state.hidden)?;
        d.products(b, &seen, 1)?.swap_remove(2)
    };
    let hidden = sum(b, &own[2], &hidden)?;
    let hidden = d.activate(b, 1, &hidden)?;
    // (1 - update) * hidden + update * before
    let kept = times(b, &update, &state.hidden)?;
    let lost = times(b, &update, &hidden)?;
    let fresh = b.op("tf.Sub", &[&hidden, &lost], NONE)?;
    Ok(State { hidden: sum(b, &fresh, &kept)?, memory: None })
}

fn lstm(b: &mut Builder<'_>, d: &Direction<'_>, x: &Tensor, state: &State) -> Result<State> {
    let memory = state.memory.as_ref().ok_or("there is no memory")?;
    let (own, from) = (d.products(b, x, 0)?, d.products(b, &state.hidden, 1)?);
    let peep = |b: &mut Builder<'_>, gate: Tensor, memory: &Tensor, which: usize| match &d.peepholes {
        None => Ok(gate),
        Some(peepholes) => {
            let seen = times(b, &peepholes[which], memory)?;
            sum(b, &gate, &seen)
        }
    };
    // Input, output, forget, cell.
    let input = sum(b, &own[0], &from[0])?;
    let input = peep(b, input, memory, 0)?;
    let input = d.activate(b, 0, &input)?;
    let forget = sum(b, &own[2], &from[2])?;
    let forget = peep(b, forget, memory, 2)?;
    let forget = d.activate(b, 0, &forget)?;
    let cell = sum(b, &own[3], &from[3])?;
    let cell = d.activate(b, 1, &cell)?;
    let (kept, fresh) = (times(b, &forget, memory)?, times(b, &input, &cell)?);
    let memory = sum(b, &kept, &fresh)?;
    let output = sum(b, &own[1], &from[1])?;
    let output = peep(b, output, &memory, 1)?;
    let output = d.activate(b, 0, &output)?;
    let shown = d.activate(b, 2, &memory)?;
    Ok(State { hidden: times(b, &output, &shown)?, memory: Some(memory) })
}

fn layer(b: &mut Builder<'_>, n: &Node<'_>, cell: &Cell) -> Result<Vec<Tensor>> {
    let is_batch_first = n.int("layout", 0) != 0;
    let x = match is_batch_first {
        true => b.transpose(n.input(0)?, &[1, 0, 2])?,
        false => n.input(0)?.clone(),
    };
    if n.attr("clip").is_some() || n.int("input_forget", 0) != 0 {
        return Err(n.refuse("clip or input_forget", "set"));
    }
    if n.attr("activation_alpha").is_some() || n.attr("activation_beta").is_some() {
        return Err(n.refuse("activation_alpha or activation_beta", "set"));
    }
    let directions = match n.text("direction", "forward")? {
        "forward" => vec![false],
        "reverse" => vec![true],
        "bidirectional" => vec![false, true],
        other => return Err(n.refuse("direction", &format!("'{other}'"))),
    };
    let dtype = x.dtype()?;
    let steps = x.dim(0).ok_or("the number of steps is not known")?;
    let batch = x.dim(1).ok_or("the size of the batch is not known")?;
    let hidden = n.input(2)?.dim(2).ok_or("the size of the state is not known")?;
    let lengths = n.optional(4).cloned();
    let named: Vec<String> = match n.attr("activations") {
        Some(attr) => attr.strings.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect(),
        None => directions.iter().flat_map(|_| cell.activations).map(|name| (*name).to_owned()).collect(),
    };
    if named.len() != cell.activations.len() * directions.len() {
        return Err(n.refuse("activations", &format!("{named:?}")));
    }
    /// Steps that are written one after the other.
    const MOST_STEPS: i64 = 1 << 12;
    let inputs = match steps {
        ..=0 => return Err("there are no steps".into()),
        MOST_STEPS.. => return Err(n.refuse("steps", &steps.to_string())),
        _ => b.ops(
            "tf.Unpack",
            &[&x],
            [("num", Attribute::Int(steps)), ("axis", Attribute::Int(0))],
            steps as usize,
        )?,
    };
    let zero = {
        let (dims, zero) = (b.int64s(&[batch, hidden])?, b.number(dtype, 0.0)?);
        b.op("tf.Fill", &[&dims, &zero], NONE)?
    };
    let (mut outputs, mut last_hidden, mut last_memory) = (Vec::new(), Vec::new(), Vec::new());
    for (at, &is_reverse) in directions.iter().enumerate() {
        let of = |b: &mut Builder<'_>, i: usize, axis: i64| match n.optional(i) {
            None => Ok(None),
            Some(all) => {
                let (place, axis) = (b.int32(at as i64)?, b.int32(axis)?);
                b.op("tf.GatherV2", &[all, &place, &axis], NONE).map(Some)
            }
        };
        let weights = [of(b, 1, 0)?.ok_or("input 1 is missing")?, of(b, 2, 0)?.ok_or("input 2 is missing")?];
        let halves = |b: &mut Builder<'_>, x: Tensor, count: usize| {
            let axis = b.int32(0)?;
            b.ops("tf.Split", &[&axis, &x], [("num_split", Attribute::Int(count as i64))], count)
        };
        let biases = match of(b, 3, 0)? {
            None => None,
            Some(all) => {
                let mut parts = halves(b, all, 2)?;
                let second = parts.pop().ok_or("no bias")?;
                Some([parts.pop().ok_or("no bias")?, second])
            }
        };
        let peepholes = match (cell.gates == 4, of(b, 7, 0)?) {
            (true, Some(all)) => Some(halves(b, all, 3)?),
            _ => None,
        };
        let count = cell.activations.len();
        let direction = Direction {
            n,
            weights,
            biases,
            peepholes,
            activations: named[at * count..][..count].to_vec(),
            gates: cell.gates,
        };
        let axis = if is_batch_first { 1 } else { 0 };
        let mut state = State {
            hidden: of(b, 5, axis)?.unwrap_or_else(|| zero.clone()),
            memory: (cell.gates == 4).then_some(match of(b, 6, axis)? {
                Some(memory) => memory,
                None => zero.clone(),
            }),
        };
        let mut shown = vec![zero.clone(); steps as usize];
        let order: Vec<i64> = if is_reverse { (0..steps).rev().collect() } else { (0..steps).collect() };
        for step in order {
            let next = (cell.step)(b, &direction, &inputs[step as usize], &state)?;
            // Sequences that have ended keep their state and show nothing.
            let (own, next) = match &lengths {
                None => (next.hidden.clone(), next),
                Some(lengths) => {
                    let step = b.number(lengths.dtype()?, step as f64)?;
                    let is_alive = b.op("tf.Greater", &[lengths, &step], NONE)?;
                    let is_alive = b.reshape(&is_alive, &[-1, 1])?;
                    let mut select = |x: &Tensor, y: &Tensor| b.op("tf.SelectV2", &[&is_alive, x, y], NONE);
                    let own = select(&next.hidden, &zero)?;
                    let hidden = select(&next.hidden, &state.hidden)?;
                    let memory = match (&next.memory, &state.memory) {
                        (Some(next), Some(before)) => Some(select(next, before)?),
                        _ => None,
                    };
                    (own, State { hidden, memory })
                }
            };
            shown[step as usize] = own;
            state = next;
        }
        outputs.push(packed(b, &shown, 0)?);
        last_hidden.push(state.hidden);
        last_memory.extend(state.memory);
    }
    // [steps, directions, batch, hidden], or [batch, steps, directions, hidden].
    let all = packed(b, &outputs, 1)?;
    let all = if is_batch_first { b.transpose(&all, &[2, 0, 1, 3])? } else { all };
    let axis = if is_batch_first { 1 } else { 0 };
    let mut results = vec![all, packed(b, &last_hidden, axis)?];
    if cell.gates == 4 {
        results.push(packed(b, &last_memory, axis)?);
    }
    Ok(results)
}

fn packed(b: &mut Builder<'_>, parts: &[Tensor], axis: i64) -> Result<Tensor> {
    let attrs = [("N", Attribute::Int(parts.len() as i64)), ("axis", Attribute::Int(axis))];
    b.op("tf.Pack", &parts.iter().collect::<Vec<_>>(), attrs)
}
