//! `onnx.Recurrent`: a layer with a state that each step changes. The products of the inputs with their weights are made before, for all steps
//! at once; a step adds those of the state, and computes the next one.
//!
//! A part of a batch that is shorter keeps its state behind its end, and shows zeros there. Halves compute in `f32`.

use half::{bf16, f16};
use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_numerics::blocks;
use tfrt_numerics::finish::Then;
use tfrt_numerics::panels::Panels;

use crate::ops::by_dtype::unsupported;
use crate::ops::host::HostThreads;
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use crate::ops::linear_algebra::prepared_factors::Prepared;
use crate::ops::memory::{filled, result_metadata, room};
use crate::ops::number::{Float, WorkFloat};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let bound = |_: OpAttrsRef<'_>| {
        let site = Site::default();
        Ok(OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| recurrent(frame, Some(&site))))
    };
    let unbound = |frame: &mut DispatchFrame<'_>| recurrent(frame, None);
    ops.add("onnx.Recurrent", OpEntry::new().dispatch(unbound).bind(bound));
}

/// The copies that a call site keeps of its constant weights: of those that are multiplied with the state, and those that are multiplied with
/// what a gate leaves of it.
#[derive(Default)]
struct Site([Prepared; 2]);

/// The activation of sums, in place.
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

/// A layer.
struct Layer<'l, W> {
    kind: Kind,
    /// Of gates, of what a state may become, and of what is shown of a memory.
    activations: [Activation; 3],
    resets_products: bool,
    is_coupled: bool,
    is_reversed: bool,
    /// Whether the state of each part of the batch is rounded to 256 numbers before its products, by a scale that its extremes make.
    quantizes_state: bool,
    clip: Option<W>,
    steps: usize,
    batch: usize,
    hidden: usize,
    /// Products of the inputs, for each step, part of the batch and gate.
    products: &'l [W],
    bias: &'l [W],
    peepholes: &'l [W],
    lengths: &'l [i32],
}

/// Where the results of a layer are written: what each step shows, and the state and the memory, which are those before the first step.
struct Results<'r, W> {
    shown: &'r mut [W],
    state: &'r mut [W],
    memory: &'r mut [W],
}

fn recurrent(frame: &mut DispatchFrame<'_>, site: Option<&Site>) -> Result<(), OpError> {
    frame.expect_args(7)?;
    match frame.dense(0)?.dtype() {
        DType::F32 => in_place::<f32>(frame, site),
        DType::F64 => in_place::<f64>(frame, site),
        DType::F16 => widened::<f16>(frame),
        DType::BF16 => widened::<bf16>(frame),
        other => Err(unsupported(other)),
    }
}

/// The layer of numbers of the type that it computes in.
fn in_place<W: Work>(frame: &mut DispatchFrame<'_>, site: Option<&Site>) -> Result<(), OpError> {
    let fresh = |i| DispatchFrame::fresh(result_metadata(frame, i)?);
    let (mut shown, mut state, mut memory) = (fresh(0)?, fresh(1)?, fresh(2)?);
    let results = Results {
        shown: shown.values_mut::<W>(),
        state: state.values_mut::<W>(),
        memory: memory.values_mut::<W>(),
    };
    results.state.copy_from_slice(frame.values::<W>(1)?);
    if !results.memory.is_empty() {
        results.memory.copy_from_slice(frame.values::<W>(2)?);
    }
    let layer = Layer::of(frame, [frame.values::<W>(0)?, frame.values::<W>(4)?, frame.values::<W>(5)?])?;
    layer.run(frame.dense(3)?, site, results, frame.context())?;
    frame.finish(0, shown);
    frame.finish(1, state);
    frame.finish(2, memory);
    Ok(())
}

/// The layer of halves, which computes in `f32`.
fn widened<T: Float<Work = f32>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut wide: Vec<Vec<f32>> = room(6)?;
    for i in 0..6 {
        let values = frame.values::<T>(i)?;
        let mut own = room(values.len())?;
        own.extend(values.iter().map(|&value| value.work()));
        wide.push(own);
    }
    let [products, state, memory, weights, bias, peepholes] = &mut wide[..] else {
        return Err("an operand is missing".into());
    };
    let layer = Layer::of(frame, [products, bias, peepholes])?;
    let mut shown = filled(0.0, layer.steps * layer.batch * layer.hidden)?;
    let weights = DenseHostTensor::from_values(Shape::new(&[weights.len() as i64])?, weights)?;
    let results = Results { shown: &mut shown, state, memory };
    layer.run(&weights, None, results, frame.context())?;
    for (i, values) in [&shown, &*state, &*memory].into_iter().enumerate() {
        let mut out = DispatchFrame::fresh(result_metadata(frame, i)?)?;
        out.values_mut::<T>().iter_mut().zip(values).for_each(|(to, &value)| *to = T::unwork(value));
        frame.finish(i, out);
    }
    Ok(())
}

/// The weights of gates with the state of one step, transposed.
struct Weights<'w> {
    values: DenseHostTensor,
    product: Product,
    /// The copy of the site, or of this call: one row is then multiplied in the order of many.
    kept: Option<&'w Panels>,
    own: Option<Panels>,
}

impl Weights<'_> {
    fn multiply<W: Work>(&self, state: &[W], out: &mut [W], context: &dyn OpContext) {
        if out.is_empty() {
            return;
        }
        let threads = HostThreads::of(context);
        let (panels, split) = (self.kept.or(self.own.as_ref()), threads.split());
        let is_done = panels.is_some_and(|panels| {
            W::multiply_panels(self.product, state, panels, Then::default(), out, split)
        });
        if !is_done {
            W::multiply(self.product, state, self.values.values().unwrap_or_default(), out, split);
        }
    }
}

impl<'l, W: Work> Layer<'l, W> {
    /// The layer of a call, of which these are the products, the bias and the peepholes.
    fn of(frame: &'l DispatchFrame<'_>, [products, bias, peepholes]: [&'l [W]; 3]) -> Result<Self, OpError> {
        let attrs = frame.attrs();
        let kind = match attrs.get_str("cell") {
            Some("RNN") => Kind::Rnn,
            Some("GRU") => Kind::Gru,
            _ => Kind::Lstm,
        };
        let clip = attrs.get_float("clip").filter(|&clip| clip > 0.0);
        let dims = frame.dense(0)?.shape().dims();
        Ok(Layer {
            kind,
            activations: [
                Activation::of(attrs, "gate_activation")?,
                Activation::of(attrs, "state_activation")?,
                Activation::of(attrs, "shown_activation")?,
            ],
            resets_products: attrs.get_bool("linear_before_reset").unwrap_or(false),
            is_coupled: attrs.get_bool("input_forget").unwrap_or(false),
            is_reversed: attrs.get_bool("is_reversed").unwrap_or(false),
            quantizes_state: attrs.get_bool("quantizes_state").unwrap_or(false),
            clip: clip.map(<W as crate::ops::number::num_traits_like::Functions>::of),
            steps: dims[0] as usize,
            batch: dims[1] as usize,
            hidden: frame.dense(3)?.shape().dims()[1] as usize,
            products,
            bias,
            peepholes,
            lengths: frame.values::<i32>(6)?,
        })
    }

    /// A part of the weights, so many gates from one on.
    fn weights<'w>(
        &self,
        all: &DenseHostTensor,
        [first, count]: [usize; 2],
        site: Option<&'w Prepared>,
        context: &dyn OpContext,
    ) -> Result<Weights<'w>, OpError> {
        let gate = self.hidden * self.hidden;
        let part = all.buffer().slice(first * gate * size_of::<W>(), count * gate * size_of::<W>());
        let part = part.ok_or("the weights are too small")??;
        let shape = Shape::new(&[(count * gate) as i64])?;
        let values = DenseHostTensor::from_buffer(TensorMetadata::new(all.dtype(), shape), part)
            .map_err(|error| OpError::from(error.to_string()))?;
        let product =
            Product { transpose_b: true, ..Product::plain([self.batch, self.hidden, count * self.hidden]) };
        let threads = HostThreads::of(context);
        let kept = site.and_then(|site| site.panels::<W>(product, &values, threads.split()));
        let own = match kept {
            Some(_) => None,
            None if product.columns == 0 => None,
            None => W::prepare(product, values.values().unwrap_or_default(), threads.split()),
        };
        Ok(Weights { values, product, kept, own })
    }

    /// All steps.
    fn run(
        &self,
        weights: &DenseHostTensor,
        site: Option<&Site>,
        results: Results<'_, W>,
        context: &dyn OpContext,
    ) -> Result<(), OpError> {
        let (hidden, batch, gates) = (self.hidden, self.batch, self.gates());
        // The products of gates that are multiplied with the state itself; the last gate of some is multiplied with what is left of it.
        let first = if self.resets_state() { 2 } else { gates };
        let left = self.weights(weights, [0, first], site.map(|site| &site.0[0]), context)?;
        let right = self.weights(weights, [first, gates - first], site.map(|site| &site.0[1]), context)?;
        let zero = <W as crate::ops::number::Number>::ZERO;
        let mut own: Vec<W> = filled(zero, batch * first * hidden)?;
        let mut rest: Vec<W> = filled(zero, batch * (gates - first) * hidden)?;
        let mut kept: Vec<W> = filled(zero, if self.resets_state() { batch * hidden } else { 0 })?;
        let mut scratch: Vec<W> = filled(zero, gates.max(2) * hidden)?;
        let mut coarse: Vec<W> = filled(zero, if self.quantizes_state { batch * hidden } else { 0 })?;
        let Results { shown, state, memory } = results;
        let row = gates * hidden;
        for step in 0..self.steps {
            let at = if self.is_reversed { self.steps - 1 - step } else { step };
            let products = &self.products[at * batch * row..][..batch * row];
            if self.quantizes_state {
                for (row, to) in state.chunks_exact(hidden.max(1)).zip(coarse.chunks_exact_mut(hidden.max(1)))
                {
                    quantize(row, to);
                }
                left.multiply(&coarse, &mut own, context);
            } else {
                left.multiply(state, &mut own, context);
            }
            if self.resets_state() {
                for item in 0..batch {
                    let state = &state[item * hidden..][..hidden];
                    let to = &mut kept[item * hidden..][..hidden];
                    self.reset(
                        &products[item * row..],
                        &mut own[item * 2 * hidden..][..2 * hidden],
                        state,
                        to,
                    );
                }
                right.multiply(&kept, &mut rest, context);
            }
            for item in 0..batch {
                let to = &mut shown[(at * batch + item) * hidden..][..hidden];
                if self.lengths.get(item).is_some_and(|&length| i64::from(length) <= at as i64) {
                    to.fill(zero);
                    continue;
                }
                let state = &mut state[item * hidden..][..hidden];
                let products = &products[item * row..][..row];
                let own = &own[item * first * hidden..][..first * hidden];
                let rest = &rest[item * (gates - first) * hidden..][..(gates - first) * hidden];
                let memory = memory.get_mut(item * hidden..(item + 1) * hidden).unwrap_or_default();
                self.step(products, own, rest, state, memory, &mut scratch);
                to.copy_from_slice(state);
            }
        }
        Ok(())
    }
}

/// Numbers rounded to one of 256, of which zero is one, that reach from the smallest to the largest.
fn quantize<W: Work>(values: &[W], out: &mut [W]) {
    let zero = <W as crate::ops::number::Number>::ZERO;
    let most = W::of(255.0);
    let (low, high) =
        values.iter().fold((zero, zero), |(low, high), &value| (low.smaller(value), high.larger(value)));
    let scale = if low == high { W::of(1.0) } else { high.minus(low).over(most) };
    let within = |x: W| x.round_even().larger(zero).smaller(most);
    let origin = within(zero.minus(low.over(scale)));
    for (out, &value) in out.iter_mut().zip(values) {
        let code = within(value.over(scale).round_even().plus(origin));
        *out = code.minus(origin).times(scale);
    }
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

    /// An activation, applied to sums, which are bounded before.
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

    /// The first two gates in place of their products with the state, and what the second leaves of the state.
    fn reset(&self, products: &[W], gates: &mut [W], state: &[W], to: &mut [W]) {
        gates.iter_mut().zip(products).for_each(|(gate, &product)| *gate = product.plus(*gate));
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
                    gates.copy_from_slice(own);
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
