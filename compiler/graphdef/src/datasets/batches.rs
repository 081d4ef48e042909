//! Sources of elements that are put together or taken apart: batches, and datasets of datasets.

use rustc_hash::FxHashMap;

use super::body::{BOOL, Body, INT64, Tensor, VARIANT, types};
use super::sources::{all, all_types};
use super::{Maker, Source, first_axis, have_zeros, length};
use crate::names::{Reference, reference};
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value;

impl Maker {
    /// Elements put together, so many a time; the last may be fewer, unless a flag says no.
    pub(super) fn batched(&mut self, source: Source, size: Tensor, drops: Tensor) -> Source {
        let elements = source.elements.clone();
        let lists = vec![VARIANT; elements.len()];
        let pushed = [elements.clone(), lists.clone()].concat();
        let push = self.function(&pushed, false, |body| {
            let [components, lists] = body.arguments([elements.len(), elements.len()]);
            body.all_pushed(&lists, &components)
        });
        let same = self.function(&pushed, false, |body| {
            let [_, lists] = body.arguments([elements.len(), elements.len()]);
            lists
        });
        let lengths = [1, 1, elements.len(), source.state.len(), source.captured.len(), 1];
        let carried =
            [vec![BOOL, INT64], lists.clone(), all_types(&[&source.state, &source.captured]), vec![INT64]]
                .concat();
        let condition = self.function(&carried, false, |body| {
            let [has, count, _, _, _, size] = body.arguments(lengths);
            let below = body.compared("Less", &count[0], &size[0]);
            vec![body.and(&has[0], &below)]
        });
        let round = self.function(&carried, source.next.is_stateful, |body| {
            let [_, count, lists, state, captured, size] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let lists = body.either(&step.has, [&push, &same], &all(&[&step.elements, &lists]));
            let more = body.cast(&step.has, INT64);
            let count = body.uniform("AddV2", &[&count[0], &more]);
            [vec![step.has, count], lists, step.state, captured, size].concat()
        });
        let stack = self.function(&lists, false, |body| {
            let [lists] = body.arguments([elements.len()]);
            lists.iter().zip(&elements).map(|(list, &element)| body.stacked(list, element)).collect()
        });
        let none = self.zeros(&lists, &elements);
        let kinds = [all_types(&[&source.state, &source.captured]), vec![INT64, BOOL]].concat();
        let next = self.function(&kinds, source.next.is_stateful, |body| {
            let [state, captured, size, drops] =
                body.arguments([source.state.len(), source.captured.len(), 1, 1]);
            let (has, zero) = (body.boolean(true), body.integer(0));
            let lists: Vec<Tensor> = elements.iter().map(|&element| body.list(element)).collect();
            let inputs = [vec![has, zero.clone()], lists, state, captured, size.clone()].concat();
            let mut found = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
            let mut after = found.split_off(2 + elements.len());
            after.truncate(source.state.len());
            let lists = found.split_off(2);
            let has = body.is_batch(&found[1], &size[0], &drops[0]);
            let batch = body.either(&has, [&stack, &none], &all(&[&lists]));
            [vec![has], batch, after].concat()
        });
        Source { captured: [source.captured, vec![size, drops]].concat(), next, ..source }
    }

    /// The slices of elements along their first dimension.
    pub(super) fn unbatched(&mut self, source: Source, outer: &mut Body) -> Option<Source> {
        let elements = source.elements.clone();
        if elements.contains(&VARIANT) {
            return None;
        }
        let counted = self.function(&elements, false, |body| {
            let [components] = body.arguments([elements.len()]);
            components.first().map(|first| length(body, first)).into_iter().collect()
        });
        if counted.results.is_empty() {
            return None;
        }
        let none = self.zeros(&elements, &[INT64]);
        let start = [
            vec![outer.integer(0), outer.integer(0)],
            elements.iter().map(|&element| outer.zero(element)).collect(),
        ]
        .concat();
        let lengths = [1, 1, 1, elements.len(), source.state.len(), source.captured.len()];
        let carried =
            [vec![BOOL, INT64, INT64], elements.clone(), all_types(&[&source.state, &source.captured])]
                .concat();
        let condition = self.function(&carried, false, |body| {
            let [has, at, count, ..] = body.arguments(lengths);
            let ended = body.compared("GreaterEqual", &at[0], &count[0]);
            vec![body.and(&has[0], &ended)]
        });
        let round = self.function(&carried, source.next.is_stateful, |body| {
            let [_, _, _, _, state, captured] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let count = body.either(&step.has, [&counted, &none], &all(&[&step.elements]));
            let zero = body.integer(0);
            [vec![step.has, zero], count, step.elements, step.state, captured].concat()
        });
        let given = [vec![INT64], elements.clone()].concat();
        let slice = self.function(&given, false, |body| {
            let [at, components] = body.arguments([1, elements.len()]);
            components.iter().map(|component| first_axis(body, component, &at[0])).collect()
        });
        let no_slice = self.zeros(&given, &elements);
        let next = self.function(&carried[1..], source.next.is_stateful, |body| {
            let [inputs] = body.arguments([carried.len() - 1]);
            let has = body.boolean(true);
            let inputs = [vec![has], inputs].concat();
            let mut found = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
            found.truncate(carried.len() - source.captured.len());
            let [has, at] = [found[0].clone(), found[1].clone()];
            let given: Vec<&Tensor> = std::iter::once(&at).chain(&found[3..3 + elements.len()]).collect();
            let made = body.either(&has, [&slice, &no_slice], &given);
            let one = body.integer(1);
            let after = body.uniform("AddV2", &[&at, &one]);
            [vec![has], made, vec![after], found[2..].to_vec()].concat()
        });
        Some(Source { state: [start, source.state].concat(), next, ..source })
    }

    /// The elements of datasets that a function makes of elements.
    pub(super) fn flattened(
        &mut self,
        node: &NodeDef,
        source: Source,
        others: Vec<Tensor>,
        elements: Vec<i32>,
        depth: usize,
        outer: &mut Body,
    ) -> Option<Source> {
        let given = [source.elements.clone(), types(&others)].concat();
        let f = self.callee(node, "f", &given).filter(|f| f.results == [VARIANT])?;
        let mut definition = self.known.get(&f.name)?.clone();
        // What the function makes beside its dataset: the state and the captured tensors of that.
        let returned = definition.ret.values().next()?.clone();
        let mut beside = Body::beside("dataset");
        let windows = super::windows::arguments(&definition, &source.inside);
        let inner = {
            let mut nodes: FxHashMap<&str, &NodeDef> =
                definition.node_def.iter().map(|node| (&*node.name, node)).collect();
            nodes.extend(windows.iter().map(|node| (&*node.name, node)));
            let mut returned = &*returned;
            // A function gives what nodes pass on.
            while let Some(node) = reference(returned).and_then(|reference| match reference {
                Reference::Output(name, 0) | Reference::Named(name, _, 0) => nodes.get(name),
                _ => None,
            }) && node.op == "Identity"
            {
                returned = node.input.first()?;
            }
            self.source(&nodes, returned, &mut beside, depth + 1)?
        };
        if inner.elements != elements || !have_zeros(&all_types(&[&inner.state, &inner.captured])) {
            return None;
        }
        let made = [inner.state.clone(), inner.captured.clone()].concat();
        definition.node_def.retain(|node| !super::is_dataset(node));
        let removed = |input: &String| !(input.starts_with('^') && input.contains("Dataset"));
        for node in &mut definition.node_def {
            node.input.retain(removed);
        }
        definition.node_def.retain(|node| {
            !(node.op == "Identity"
                && node.attr.get("T").and_then(|attr| attr.value.as_ref()) == Some(&Value::Type(VARIANT)))
        });
        definition.node_def.append(&mut beside.nodes);
        let start = self.restated(definition, &made, f.is_stateful)?;

        let lengths = [
            1,
            1,
            elements.len(),
            1,
            inner.state.len(),
            inner.captured.len(),
            source.state.len(),
            source.captured.len(),
            others.len(),
        ];
        let own = [vec![BOOL], types(&made), types(&source.state)].concat();
        let carried =
            [vec![BOOL, BOOL], elements.clone(), own.clone(), types(&source.captured), types(&others)]
                .concat();
        let is_stateful = source.next.is_stateful || inner.next.is_stateful || f.is_stateful;
        let condition = self.function(&carried, false, |body| {
            let [has, found, ..] = body.arguments(lengths);
            let missing = body.not(&found[0]);
            vec![body.and(&has[0], &missing)]
        });
        // Where a dataset is open its next element, else the next dataset.
        let mut round = Body::function(&carried);
        let [_, _, _, open, state, captured, outer_state, outer_captured, rest] = round.arguments(lengths);
        let step = self.step_if(&inner, &mut round, &open[0], &state, &captured);
        let closed = round.not(&step.has);
        let opened = self.step_if(&source, &mut round, &closed, &outer_state, &outer_captured);
        let kept = [step.state.clone(), captured].concat();
        let chosen = all_types(&[&opened.elements, &rest, &kept]);
        let started = self.function(&chosen, f.is_stateful, |body| {
            let [given] = body.arguments([given.len()]);
            body.call(&start, &all(&[&given]))
        });
        let same = self.function(&chosen, false, |body| {
            let [_, kept] = body.arguments([given.len(), made.len()]);
            kept
        });
        let inner_now = round.either(&opened.has, [&started, &same], &all(&[&opened.elements, &rest, &kept]));
        let is_open = round.or(&step.has, &opened.has);
        let results = [
            vec![is_open.clone(), step.has],
            step.elements,
            vec![is_open],
            inner_now,
            opened.state,
            outer_captured,
            rest,
        ]
        .concat();
        let round = self.finish(round, &results, is_stateful);
        let none: Vec<Tensor> = made.iter().map(|tensor| outer.zero(tensor.data_type)).collect();
        let closed = outer.boolean(false);
        let kinds = [own.clone(), types(&source.captured), types(&others)].concat();
        let next = self.function(&kinds, is_stateful, |body| {
            let [inputs] = body.arguments([kinds.len()]);
            let (has, found) = (body.boolean(true), body.boolean(false));
            let absent: Vec<Tensor> = elements.iter().map(|&element| body.zero(element)).collect();
            let inputs = [vec![has, found], absent, inputs].concat();
            let mut found = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
            found.truncate(2 + elements.len() + own.len());
            found.split_off(1)
        });
        Some(Source {
            state: [vec![closed], none, source.state].concat(),
            captured: [source.captured, others].concat(),
            next,
            elements,
            inside: inner.inside,
        })
    }
}
