//! Batches of elements of several sizes, which are padded to the largest.

use super::body::{BOOL, Body, Callee, INT32, INT64, Tensor, VARIANT, kind, types};
use super::sources::{all, all_types};
use super::{Maker, Source};
use crate::attr;

/// The sizes of a tensor.
fn sizes(body: &mut Body, of: &Tensor) -> Tensor {
    body.one("Shape", &[of], vec![("T", kind(of.data_type)), ("out_type", kind(INT64))], INT64)
}

impl Maker {
    /// Elements put together, so many a time; the last may be fewer, unless a flag says no. Each component has the sizes of its shape, where
    /// a negative one stands for the largest of the batch, and what is missing is its value.
    pub(super) fn padded(
        &mut self,
        source: Source,
        size: Tensor,
        shapes: Vec<Tensor>,
        values: Vec<Tensor>,
        drops: Tensor,
    ) -> Source {
        let elements = source.elements.clone();
        let n = elements.len();
        let (lists, largest) = (vec![VARIANT; n], vec![INT64; n]);
        let kept = [lists.clone(), largest.clone()].concat();
        let taken = [elements.clone(), kept.clone()].concat();
        let push = self.function(&taken, false, |body| {
            let [components, lists, largest] = body.arguments([n; 3]);
            let longer = body.all_pushed(&lists, &components);
            let grown = largest.iter().zip(&components).map(|(largest, component)| {
                let own = sizes(body, component);
                body.uniform("Maximum", &[largest, &own])
            });
            longer.into_iter().chain(grown.collect::<Vec<_>>()).collect()
        });
        let same = self.function(&taken, false, |body| {
            let [_, kept] = body.arguments([n, 2 * n]);
            kept
        });
        let lengths = [1, 1, 2 * n, source.state.len(), source.captured.len(), 1];
        let carried =
            [vec![BOOL, INT64], kept.clone(), all_types(&[&source.state, &source.captured]), vec![INT64]]
                .concat();
        let condition = self.function(&carried, false, |body| {
            let [has, count, _, _, _, size] = body.arguments(lengths);
            let below = body.compared("Less", &count[0], &size[0]);
            vec![body.and(&has[0], &below)]
        });
        let round = self.function(&carried, source.next.is_stateful, |body| {
            let [_, count, kept, state, captured, size] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let kept = body.either(&step.has, [&push, &same], &all(&[&step.elements, &kept]));
            let more = body.cast(&step.has, INT64);
            let count = body.uniform("AddV2", &[&count[0], &more]);
            [vec![step.has, count], kept, step.state, captured, size].concat()
        });
        let paddings: Vec<(Callee, Callee)> = elements.iter().map(|&element| self.padding(element)).collect();
        let finished = [kept.clone(), types(&shapes), types(&values)].concat();
        let stack = self.function(&finished, false, |body| {
            let [lists, largest, shapes, values] = body.arguments([n; 4]);
            let mut made = Vec::with_capacity(n);
            for (at, (condition, round)) in paddings.iter().enumerate() {
                let zero = body.uniform("ZerosLike", &[&shapes[at]]);
                let is_open = body.compared("Less", &shapes[at], &zero);
                let target = body.one(
                    "SelectV2",
                    &[&is_open, &largest[at], &shapes[at]],
                    vec![("T", kind(INT64))],
                    INT64,
                );
                let (first, count, empty) =
                    (body.integer32(0), body.count(&lists[at]), body.list(elements[at]));
                let given = [&first, &count, &empty, &lists[at], &target, &values[at]];
                let padded = body.repeated(condition, round, &given);
                made.push(body.stacked(&padded[2], elements[at]));
            }
            made
        });
        let none = self.zeros(&finished, &elements);
        let kinds = [
            all_types(&[&source.state, &source.captured]),
            vec![INT64, BOOL],
            types(&shapes),
            types(&values),
        ]
        .concat();
        let next = self.function(&kinds, source.next.is_stateful, |body| {
            let [state, captured, size, drops, shapes, values] =
                body.arguments([source.state.len(), source.captured.len(), 1, 1, n, n]);
            let (has, zero) = (body.boolean(true), body.integer(0));
            let lists: Vec<Tensor> = elements.iter().map(|&element| body.list(element)).collect();
            let largest: Vec<Tensor> =
                shapes.iter().map(|shape| body.uniform("ZerosLike", &[shape])).collect();
            let inputs = [vec![has, zero.clone()], lists, largest, state, captured, size.clone()].concat();
            let mut found = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
            let mut after = found.split_off(2 + 2 * n);
            after.truncate(source.state.len());
            let kept = found.split_off(2);
            let has = body.is_batch(&found[1], &size[0], &drops[0]);
            let batch = body.either(&has, [&stack, &none], &all(&[&kept, &shapes, &values]));
            [vec![has], batch, after].concat()
        });
        Source {
            captured: [source.captured, vec![size, drops], shapes, values].concat(),
            next,
            inside: Vec::new(),
            ..source
        }
    }

    /// The condition and the round of a loop that pads the tensors of a list: from a number, the count of tensors, the padded ones, the list,
    /// the sizes that they get, and the value.
    fn padding(&mut self, element: i32) -> (Callee, Callee) {
        let carried = [INT32, INT32, VARIANT, VARIANT, INT64, element];
        let condition = self.function(&carried, false, |body| {
            let [at, count] = body.arguments([1, 1]);
            vec![body.compared("Less", &at[0], &count[0])]
        });
        let round = self.function(&carried, false, |body| {
            let [at, count, made, list, target, value] = body.arguments([1; 6]);
            let item = body.item(&list[0], &at[0], element);
            let own = sizes(body, &item);
            let after = body.uniform("Sub", &[&target[0], &own]);
            let before = body.uniform("ZerosLike", &[&after]);
            let attrs = vec![("T", kind(INT64)), ("N", attr::int(2)), ("axis", attr::int(1))];
            let paddings = body.one("Pack", &[&before, &after], attrs, INT64);
            let attrs = vec![("T", kind(element)), ("Tpaddings", kind(INT64))];
            let padded = body.one("PadV2", &[&item, &paddings, &value[0]], attrs, element);
            let made = body.pushed(&made[0], &padded);
            let one = body.integer32(1);
            let next = body.uniform("AddV2", &[&at[0], &one]);
            [vec![next], count, vec![made], list, target, value].concat()
        });
        (condition, round)
    }
}
