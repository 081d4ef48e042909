//! `onnx.Recurrent`: a layer with a state that each step changes. The products of the inputs with their weights are made before, for all steps
//! at once; a step adds those of the state, and computes the next one.
//!
//! A part of a batch that is shorter keeps its state behind its end, and shows zeros there. Halves compute in `f32`.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_numerics::blocks;
use tfrt_numerics::finish::Then;
use tfrt_numerics::panels::Panels;
use tfrt_numerics::split::Split;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::host::HostThreads;
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use crate::ops::memory::{filled, result_metadata, room};
use crate::ops::number::{Float, WorkFloat};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.Recurrent", OpEntry::new().dispatch(recurrent));
}

/// What is computed of sums, in place.
#[derive(Clone, Copy, PartialEq)]
enum Activation {
    Sigmoid,
    Tanh,
    Relu,
    Softsign,
    Softplus,
}

impl Activation {
    fn of(attrs: OpAttrsRef<'_>, name: &str) -> Result<Activation, OpError> {
        match attrs.get_str(name) {
            Some("Sigmoid") => Ok(Activation::Sigmoid),
            None | Some("Tanh") => Ok(Activation::Tanh),
            Some("Relu") => Ok(Activation::Relu),
            Some("Softsign") => Ok(Activation::Softsign),
            Some("Softplus") => Ok(Activation::Softplus),
            Some(other) => Err(format!("{name} '{other}' is not known").into()),
        }
    }
}

/// The type that steps are computed in.
trait Work: WorkFloat + MatrixElement {
    fn activate(activation: Activation, values: &mut [Self]);
}

macro_rules! work {
    ($($ty:ty: $($blocks:ident)::+;)*) => {$(
        impl Work for $ty {
            fn activate(activation: Activation, values: &mut [Self]) {
                use $($blocks)::+ as functions;
                match activation {
                    Activation::Sigmoid => functions::sigmoid_in_place(values),
                    Activation::Tanh => functions::tanh_in_place(values),
                    Activation::Relu => values.iter_mut().for_each(|x| *x = x.max(0.0)),
                    Activation::Softsign => values.iter_mut().for_each(|x| *x /= 1.0 + x.abs()),
                    Activation::Softplus => functions::softplus_in_place(values),
                }
            }
        }
    )*};
}

work! {
    f32: blocks;
    f64: blocks::doubles;
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Rnn,
    Gru,
    Lstm,
}

/// A layer, and the memory of one step.
struct Layer<'l, W> {
    kind: Kind,
    /// Of gates, of what a state may become, and of what is shown of a memory.
    activations: [Activation; 3],
    resets_products: bool,
    is_coupled: bool,
    clip: Option<W>,
    hidden: usize,
    bias: &'l [W],
    peepholes: &'l [W],
}

fn recurrent(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(7)?;
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [floats halves], steps::<T>(frame), else Err(unsupported(dtype)))
}

/// A matrix of weights that each step multiplies its state with, transposed.
struct Weights<'w, W> {
    values: &'w [W],
    panels: Option<Panels>,
    product: Product,
}

impl<'w, W: Work> Weights<'w, W> {
    /// Of so many gates, for a batch; copied into panels if there are many steps.
    fn of(values: &'w [W], [batch, hidden, gates]: [usize; 3], is_copied: bool, split: Split<'_>) -> Self {
        let product = Product {
            rows: batch,
            inner: hidden,
            columns: gates * hidden,
            transpose_a: false,
            transpose_b: true,
            conjugate: [false; 2],
        };
        let is_copied = is_copied && batch > 1 && !values.is_empty();
        let panels = if is_copied { W::prepare(product, values, split) } else { None };
        Weights { values, panels, product }
    }

    fn multiply(&self, state: &[W], out: &mut [W], split: Split<'_>) {
        if out.is_empty() {
            return;
        }
        if let Some(panels) = &self.panels
            && W::multiply_prepared(self.product, state, panels, Then::default(), out, split)
        {
            return;
        }
        W::multiply(self.product, state, self.values, out, split);
    }
}

/// Steps from which weights are worth a copy.
const MANY_STEPS: usize = 4;

fn steps<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError>
where
    T::Work: Work,
{
    let mut wide: Vec<Vec<T::Work>> = room(6)?;
    for i in 0..6 {
        let values = frame.values::<T>(i)?;
        let mut own = room(values.len())?;
        own.extend(values.iter().map(|&value| value.work()));
        wide.push(own);
    }
    let [products, state, memory, weights, bias, peepholes] = &mut wide[..] else {
        return Err("an operand is missing".into());
    };
    let attrs = frame.attrs();
    let kind = match attrs.get_str("cell") {
        Some("RNN") => Kind::Rnn,
        Some("GRU") => Kind::Gru,
        _ => Kind::Lstm,
    };
    let clip = attrs.get_float("clip").filter(|&clip| clip > 0.0);
    let dims = frame.dense(0)?.shape().dims();
    let (count, batch) = (dims[0] as usize, dims[1] as usize);
    let hidden = frame.dense(3)?.shape().dims()[1] as usize;
    let layer = Layer {
        kind,
        activations: [
            Activation::of(attrs, "gate_activation")?,
            Activation::of(attrs, "state_activation")?,
            Activation::of(attrs, "shown_activation")?,
        ],
        resets_products: attrs.get_bool("linear_before_reset").unwrap_or(false),
        is_coupled: attrs.get_bool("input_forget").unwrap_or(false),
        clip: clip.map(<T::Work as crate::ops::number::num_traits_like::Functions>::of),
        hidden,
        bias,
        peepholes,
    };
    let is_reversed = attrs.get_bool("is_reversed").unwrap_or(false);
    let lengths = frame.values::<i32>(6)?;
    let threads = HostThreads::of(frame.context());
    let split = threads.split();
    let gates = layer.gates();
    // The products of gates that are multiplied with the state itself; the last gate of some is multiplied with what is left of it.
    let first = if layer.resets_state() { 2 } else { gates };
    let (left, right) = weights.split_at(first * hidden * hidden);
    let is_copied = count >= MANY_STEPS;
    let left = Weights::of(left, [batch, hidden, first], is_copied, split);
    let right = Weights::of(right, [batch, hidden, gates - first], is_copied, split);
    let zero = <T::Work as crate::ops::number::Number>::ZERO;
    let mut own: Vec<T::Work> = filled(zero, batch * first * hidden)?;
    let mut rest: Vec<T::Work> = filled(zero, batch * (gates - first) * hidden)?;
    let mut kept: Vec<T::Work> = filled(zero, if layer.resets_state() { batch * hidden } else { 0 })?;
    let mut scratch: Vec<T::Work> = filled(zero, gates.max(2) * hidden)?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let shown = out.values_mut::<T>();
    let row = gates * hidden;
    for step in 0..count {
        let at = if is_reversed { count - 1 - step } else { step };
        let products = &mut products[at * batch * row..][..batch * row];
        let is_alive = |item: usize| lengths.get(item).is_none_or(|&length| i64::from(length) > at as i64);
        left.multiply(state, &mut own, split);
        if layer.resets_state() {
            for item in 0..batch {
                let state = &state[item * hidden..][..hidden];
                let to = &mut kept[item * hidden..][..hidden];
                layer.reset(&mut products[item * row..][..row], &own[item * 2 * hidden..], state, to);
            }
            right.multiply(&kept, &mut rest, split);
        }
        for item in 0..batch {
            let to = &mut shown[(at * batch + item) * hidden..][..hidden];
            if !is_alive(item) {
                to.fill(T::ZERO);
                continue;
            }
            let state = &mut state[item * hidden..][..hidden];
            let products = &products[item * row..][..row];
            let own = &own[item * first * hidden..][..first * hidden];
            let rest = &rest[item * (gates - first) * hidden..][..(gates - first) * hidden];
            let memory = memory.get_mut(item * hidden..(item + 1) * hidden).unwrap_or_default();
            layer.step(products, own, rest, state, memory, &mut scratch);
            to.iter_mut().zip(state).for_each(|(to, &mut state)| *to = T::unwork(state));
        }
    }
    frame.finish(0, out);
    for (i, values) in [(1, &*state), (2, &*memory)] {
        let mut out = DispatchFrame::fresh(result_metadata(frame, i)?)?;
        out.values_mut::<T>().iter_mut().zip(values).for_each(|(to, &value)| *to = T::unwork(value));
        frame.finish(i, out);
    }
    Ok(())
}

impl<W: Work> Layer<'_, W> {
    fn gates(&self) -> usize {
        match self.kind {
            Kind::Rnn => 1,
            Kind::Gru => 3,
            Kind::Lstm => 4,
        }
    }

    /// Whether a gate of the state is applied before its last product, not to that product.
    fn resets_state(&self) -> bool {
        self.kind == Kind::Gru && !self.resets_products
    }

    /// What an activation makes of sums, which are bounded before.
    fn activate(&self, which: usize, values: &mut [W]) {
        if let Some(clip) = self.clip {
            values.iter_mut().for_each(|x| *x = x.smaller(clip).larger(clip.negated()));
        }
        W::activate(self.activations[which], values);
    }

    /// The sum of what comes from the input and from the state, of the gates from one on.
    fn sum(&self, gate: usize, products: &[W], own: &[W], to: &mut [W]) {
        for ((to, &x), &y) in to.iter_mut().zip(products).zip(own) {
            *to = x.plus(y);
        }
        if let Some(bias) = self.bias.get(gate * self.hidden..) {
            to.iter_mut().zip(bias).for_each(|(to, &bias)| *to = to.plus(bias));
        }
    }

    /// The first two gates of a row in place of its products, and what the second leaves of the state.
    fn reset(&self, products: &mut [W], own: &[W], state: &[W], to: &mut [W]) {
        let gates = &mut products[..2 * self.hidden];
        gates.iter_mut().zip(own).for_each(|(gate, &own)| *gate = gate.plus(own));
        gates.iter_mut().zip(self.bias).for_each(|(gate, &bias)| *gate = gate.plus(bias));
        self.activate(0, gates);
        for ((to, &gate), &state) in to.iter_mut().zip(&gates[self.hidden..]).zip(state) {
            *to = gate.times(state);
        }
    }

    /// The next state of one part of the batch, and its memory.
    fn step(
        &self,
        products: &[W],
        own: &[W],
        rest: &[W],
        state: &mut [W],
        memory: &mut [W],
        scratch: &mut [W],
    ) {
        let n = self.hidden;
        match self.kind {
            Kind::Rnn => {
                self.sum(0, products, own, state);
                self.activate(0, state);
            }
            Kind::Gru => {
                let (gates, next) = scratch.split_at_mut(2 * n);
                let next = &mut next[..n];
                if self.resets_state() {
                    gates.copy_from_slice(&products[..2 * n]);
                    self.sum(2, &products[2 * n..], rest, next);
                } else {
                    self.sum(0, &products[..2 * n], &own[..2 * n], gates);
                    self.activate(0, gates);
                    next.copy_from_slice(&own[2 * n..]);
                    if let Some(bias) = self.bias.get(2 * n..) {
                        next.iter_mut().zip(bias).for_each(|(next, &bias)| *next = next.plus(bias));
                    }
                    for ((next, &gate), &x) in next.iter_mut().zip(&gates[n..]).zip(&products[2 * n..]) {
                        *next = gate.times(*next).plus(x);
                    }
                }
                self.activate(1, next);
                for ((state, &next), &update) in state.iter_mut().zip(&*next).zip(&gates[..n]) {
                    *state = next.minus(update.times(next)).plus(update.times(*state));
                }
            }
            Kind::Lstm => {
                let gates = &mut scratch[..4 * n];
                self.sum(0, products, own, gates);
                // Input, output, forget, cell.
                let (input, others) = gates.split_at_mut(n);
                let (output, others) = others.split_at_mut(n);
                let (forget, cell) = others.split_at_mut(n);
                let peep = |gate: &mut [W], memory: &[W], which: usize| {
                    if let Some(factors) = self.peepholes.get(which * n..(which + 1) * n) {
                        for ((gate, &memory), &factor) in gate.iter_mut().zip(memory).zip(factors) {
                            *gate = gate.plus(factor.times(memory));
                        }
                    }
                };
                peep(input, memory, 0);
                peep(forget, memory, 2);
                self.activate(0, input);
                match self.is_coupled {
                    true => forget
                        .iter_mut()
                        .zip(&*input)
                        .for_each(|(forget, &input)| *forget = W::ONE.minus(input)),
                    false => self.activate(0, forget),
                }
                self.activate(1, cell);
                for (i, memory) in memory.iter_mut().enumerate() {
                    *memory = forget[i].times(*memory).plus(input[i].times(cell[i]));
                }
                peep(output, memory, 1);
                self.activate(0, output);
                cell.copy_from_slice(memory);
                W::activate(self.activations[2], cell);
                for ((state, &output), &cell) in state.iter_mut().zip(&*output).zip(&*cell) {
                    *state = output.times(cell);
                }
            }
        }
    }
}
