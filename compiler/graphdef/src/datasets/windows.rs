//! Windows: datasets whose elements are datasets, of consecutive elements of another one. Shards: every n-th element of a dataset.

use super::body::{BOOL, Body, INT32, INT64, Tensor, VARIANT, kinds};
use super::sources::{all, all_types};
use super::{Maker, Source};
use crate::proto::tensorflow::{FunctionDef, NodeDef};

/// A name for the dataset that an argument of a function is, as a list of tensors. No graph has such a node.
pub(super) const ARGUMENT: &str = "dataset of an argument";

/// The first arguments of a function as datasets whose elements are of these types.
pub(super) fn arguments(function: &FunctionDef, inside: &[i32]) -> Vec<NodeDef> {
    let given = function.signature.iter().flat_map(|signature| &signature.input_arg);
    given
        .zip(inside)
        .map(|(argument, &element)| NodeDef {
            name: argument.name.clone(),
            op: ARGUMENT.to_owned(),
            attr: [("output_types".to_owned(), kinds(vec![element]))].into_iter().collect(),
            ..NodeDef::default()
        })
        .collect()
}

impl Maker {
    /// Windows over elements: how many elements are in each, how many lie between the starts of two, and how many between two elements of
    /// one. The last windows may have fewer elements, unless a flag says no.
    ///
    /// Elements in several windows are computed for each, so nothing that has state makes them.
    pub(super) fn windows(&mut self, source: Source, numbers: [Tensor; 3], drops: Tensor) -> Option<Source> {
        if source.next.is_stateful || !source.inside.is_empty() {
            return None;
        }
        let elements = source.elements.clone();
        let lists = vec![VARIANT; elements.len()];
        let taken = [elements.clone(), lists.clone()].concat();
        let push = self.function(&taken, false, |body| {
            let [components, lists] = body.arguments([elements.len(); 2]);
            body.all_pushed(&lists, &components)
        });
        let same = self.function(&taken, false, |body| {
            let [_, lists] = body.arguments([elements.len(); 2]);
            lists
        });
        // A flag that there are more elements, the number of elements that were looked at, and of those that the window has; at the end the window's size,
        // and the distance of two of its elements.
        let lengths = [1, 1, 1, elements.len(), source.state.len(), source.captured.len(), 1, 1];
        let own = all_types(&[&source.state, &source.captured]);
        let carried = [vec![BOOL, INT64, INT64], lists.clone(), own.clone(), vec![INT64, INT64]].concat();
        let collects = self.function(&carried, false, |body| {
            let [has, _, count, _, _, _, size, _] = body.arguments(lengths);
            let below = body.compared("Less", &count[0], &size[0]);
            vec![body.and(&has[0], &below)]
        });
        let collect = self.function(&carried, false, |body| {
            let [_, at, count, lists, state, captured, size, stride] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let (zero, one) = (body.integer(0), body.integer(1));
            let rest = body.uniform("FloorMod", &[&at[0], &stride[0]]);
            let is_next = body.compared("Equal", &rest, &zero);
            let takes = body.and(&step.has, &is_next);
            let lists = body.either(&takes, [&push, &same], &all(&[&step.elements, &lists]));
            let more = body.cast(&takes, INT64);
            let count = body.uniform("AddV2", &[&count[0], &more]);
            let at = body.uniform("AddV2", &[&at[0], &one]);
            [vec![step.has, at, count], lists, step.state, captured, size, stride].concat()
        });
        let lengths = [1, 1, source.state.len(), source.captured.len(), 1];
        let carried = [vec![BOOL, INT64], own.clone(), vec![INT64]].concat();
        let passes = self.function(&carried, false, |body| {
            let [has, at, _, _, shift] = body.arguments(lengths);
            let below = body.compared("Less", &at[0], &shift[0]);
            vec![body.and(&has[0], &below)]
        });
        let pass = self.function(&carried, false, |body| {
            let [_, at, state, captured, shift] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let one = body.integer(1);
            let at = body.uniform("AddV2", &[&at[0], &one]);
            [vec![step.has, at], step.state, captured, shift].concat()
        });
        let kinds = [own, vec![INT64, INT64, INT64, BOOL]].concat();
        let next = self.function(&kinds, false, |body| {
            let [state, captured, size, shift, stride, drops] =
                body.arguments([source.state.len(), source.captured.len(), 1, 1, 1, 1]);
            let (has, zero) = (body.boolean(true), body.integer(0));
            let lists: Vec<Tensor> = elements.iter().map(|&element| body.list(element)).collect();
            let inputs = [
                vec![has.clone(), zero.clone(), zero.clone()],
                lists,
                state.clone(),
                captured.clone(),
                size.clone(),
                stride,
            ]
            .concat();
            let found = body.repeated(&collects, &collect, &inputs.iter().collect::<Vec<_>>());
            let inputs = [vec![has, zero.clone()], state, captured, shift].concat();
            let passed = body.repeated(&passes, &pass, &inputs.iter().collect::<Vec<_>>());
            let has = body.is_batch(&found[2], &size[0], &drops[0]);
            let lists = found[3..3 + elements.len()].to_vec();
            [vec![has], lists, passed[2..2 + source.state.len()].to_vec()].concat()
        });
        Some(Source {
            captured: [source.captured, numbers.into(), vec![drops]].concat(),
            next,
            elements: lists,
            inside: elements,
            state: source.state,
        })
    }

    /// The tensors of a list.
    pub(super) fn listed(&mut self, list: Tensor, element: i32, outer: &mut Body) -> Source {
        let (start, count) = (outer.integer32(0), outer.count(&list));
        let given = [VARIANT, INT32];
        let item = self.function(&given, false, |body| {
            let [list, at] = body.arguments([1, 1]);
            vec![body.item(&list[0], &at[0], element)]
        });
        let none = self.zeros(&given, &[element]);
        let next = self.function(&[INT32, VARIANT, INT32], false, |body| {
            let [at, list, count] = body.arguments([1, 1, 1]);
            let has = body.compared("Less", &at[0], &count[0]);
            let found = body.either(&has, [&item, &none], &[&list[0], &at[0]]);
            let one = body.integer32(1);
            let after = body.uniform("AddV2", &[&at[0], &one]);
            [vec![has], found, vec![after]].concat()
        });
        Source {
            state: vec![start],
            captured: vec![list, count],
            next,
            elements: vec![element],
            inside: Vec::new(),
        }
    }

    /// A shard: of each `count` elements the one of this number.
    pub(super) fn sharded(
        &mut self,
        source: Source,
        count: Tensor,
        number: Tensor,
        outer: &mut Body,
    ) -> Source {
        let start = outer.integer(0);
        let lengths = [1, 1, source.elements.len(), source.state.len(), source.captured.len(), 1, 1];
        let carried = [
            vec![BOOL, INT64],
            source.elements.clone(),
            all_types(&[&source.state, &source.captured]),
            vec![INT64, INT64],
        ]
        .concat();
        let condition = self.function(&carried, false, |body| {
            let [has, at, _, _, _, count, number] = body.arguments(lengths);
            let rest = body.uniform("FloorMod", &[&at[0], &count[0]]);
            let other = body.compared("NotEqual", &rest, &number[0]);
            vec![body.and(&has[0], &other)]
        });
        let round = self.function(&carried, source.next.is_stateful, |body| {
            let [_, at, _, state, captured, count, number] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let one = body.integer(1);
            let at = body.uniform("AddV2", &[&at[0], &one]);
            [vec![step.has, at], step.elements, step.state, captured, count, number].concat()
        });
        let kinds = [vec![INT64], all_types(&[&source.state, &source.captured]), vec![INT64, INT64]].concat();
        let next = self.function(&kinds, source.next.is_stateful, |body| {
            let [at, state, captured, count, number] =
                body.arguments([1, source.state.len(), source.captured.len(), 1, 1]);
            let step = source.step(body, &state, &captured);
            let inputs = [vec![step.has], at, step.elements, step.state, captured, count, number].concat();
            let mut found = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
            found.truncate(2 + source.elements.len() + source.state.len());
            let one = body.integer(1);
            let after = body.uniform("AddV2", &[&found[1], &one]);
            let state = found.split_off(2 + source.elements.len());
            let elements = found.split_off(2);
            [vec![found.swap_remove(0)], elements, vec![after], state].concat()
        });
        Source {
            state: [vec![start], source.state].concat(),
            captured: [source.captured, vec![count, number]].concat(),
            next,
            elements: source.elements,
            inside: source.inside,
        }
    }
}
