//! The nodes of datasets as sources of elements.

use rustc_hash::FxHashMap;

use super::body::{BOOL, Body, Callee, INT64, Tensor, VARIANT, types};
use super::{Maker, Source, first_axis, have_zeros, length, windows};
use crate::names::{Reference, reference};
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value;

/// No more datasets are made of each other than this.
const DEEPEST: usize = 200;

/// The inputs of a node that are tensors.
pub(super) fn data(node: &NodeDef) -> Vec<&str> {
    node.input.iter().map(String::as_str).filter(|input| !input.starts_with('^')).collect()
}

/// A list of types that a node states.
pub(super) fn type_list(node: &NodeDef, attribute: &str) -> Option<Vec<i32>> {
    match &node.attr.get(attribute)?.value {
        Some(Value::List(list)) => Some(list.r#type.clone()),
        _ => None,
    }
}

/// Inputs from one on as tensors of these types.
pub(super) fn tensors(inputs: &[&str], first: usize, data_types: &[i32]) -> Option<Vec<Tensor>> {
    let given = inputs.get(first..first + data_types.len())?.iter();
    Some(
        given
            .zip(data_types)
            .map(|(name, &data_type)| Tensor { name: (*name).to_owned(), data_type })
            .collect(),
    )
}

/// References to tensors in groups.
pub(super) fn all<'a>(groups: &[&'a [Tensor]]) -> Vec<&'a Tensor> {
    groups.iter().copied().flatten().collect()
}

/// The types of tensors in groups.
pub(super) fn all_types(groups: &[&[Tensor]]) -> Vec<i32> {
    groups.iter().copied().flatten().map(|tensor| tensor.data_type).collect()
}

impl Maker {
    /// The dataset that an input is. Tensors that it needs are computed in `outer`.
    pub(super) fn source(
        &mut self,
        nodes: &FxHashMap<&str, &NodeDef>,
        input: &str,
        outer: &mut Body,
        depth: usize,
    ) -> Option<Source> {
        let (Reference::Output(name, 0) | Reference::Named(name, _, 0)) = reference(input)? else {
            return None;
        };
        let node = *nodes.get(name)?;
        if depth == DEEPEST {
            return None;
        }
        let inputs = data(node);
        let elements = type_list(node, "output_types").or_else(|| type_list(node, "Toutput_types"));
        if !have_zeros(elements.as_deref().unwrap_or_default()) {
            return None;
        }
        let inner = |maker: &mut Maker, outer: &mut Body, at: usize| {
            maker.source(nodes, inputs.get(at)?, outer, depth + 1)
        };
        let number = |at: usize| Some(tensors(&inputs, at, &[INT64])?.swap_remove(0));
        let flag = |at: usize| Some(tensors(&inputs, at, &[BOOL])?.swap_remove(0));
        let others = || tensors(&inputs, 1, &type_list(node, "Targuments")?);
        match &*node.op {
            "TensorSliceDataset" => {
                let components = tensors(&inputs, 0, &elements?)?;
                self.slices(components, outer)
            }
            "TensorDataset" => {
                let components = tensors(&inputs, 0, &elements?)?;
                Some(self.only(components, outer))
            }
            "RangeDataset" => {
                let [element] = elements?[..] else { return None };
                Some(self.range(number(0)?, [number(1)?, number(2)?], element))
            }
            "OptionsDataset"
            | "PrefetchDataset"
            | "ModelDataset"
            | "CacheDataset"
            | "CacheDatasetV2"
            | "RewriteDataset"
            | "AssertCardinalityDataset"
            | "MaxIntraOpParallelismDataset"
            | "PrivateThreadPoolDataset"
            | "OptimizeDataset"
            | "OptimizeDatasetV2" => inner(self, outer, 0),
            "MapDataset" | "ParallelMapDataset" | "ParallelMapDatasetV2" => {
                let source = inner(self, outer, 0)?;
                self.mapped(node, source, others()?)
            }
            "FilterDataset" | "ParallelFilterDataset" => {
                let source = inner(self, outer, 0)?;
                self.filtered(node, source, others()?)
            }
            "TakeWhileDataset" => {
                let source = inner(self, outer, 0)?;
                self.taken_while(node, source, others()?, outer)
            }
            "ScanDataset" => {
                let source = inner(self, outer, 0)?;
                let kinds = type_list(node, "Tstate")?;
                let start = tensors(&inputs, 1, &kinds)?;
                let others = tensors(&inputs, 1 + kinds.len(), &type_list(node, "Targuments")?)?;
                self.scanned(node, source, start, others, elements?)
            }
            "TakeDataset" => {
                let source = inner(self, outer, 0)?;
                Some(self.taken(source, number(1)?, outer))
            }
            "SkipDataset" => {
                let source = inner(self, outer, 0)?;
                Some(self.skipped(source, number(1)?, outer))
            }
            "RepeatDataset" => {
                let source = inner(self, outer, 0)?;
                Some(self.again(source, number(1)?, outer))
            }
            "ConcatenateDataset" => {
                let [first, second] = [inner(self, outer, 0)?, inner(self, outer, 1)?];
                (first.elements == second.elements && first.inside == second.inside)
                    .then(|| self.joined(first, second))
            }
            "ZipDataset" => {
                let sources =
                    (0..inputs.len()).map(|at| inner(self, outer, at)).collect::<Option<Vec<_>>>()?;
                Some(self.zipped(&sources))
            }
            "BatchDataset" | "BatchDatasetV2" => {
                let source = inner(self, outer, 0)?;
                let drops = if node.op == "BatchDataset" { outer.boolean(false) } else { flag(2)? };
                Some(self.batched(source, number(1)?, drops))
            }
            "ParallelBatchDataset" => {
                let source = inner(self, outer, 0)?;
                Some(self.batched(source, number(1)?, flag(3)?))
            }
            "MapAndBatchDataset" => {
                let source = inner(self, outer, 0)?;
                let others = others()?;
                let at = 1 + others.len();
                let source = self.mapped(node, source, others)?;
                Some(self.batched(source, number(at)?, flag(at + 2)?))
            }
            "UnbatchDataset" => {
                let source = inner(self, outer, 0)?;
                self.unbatched(source, outer)
            }
            "FlatMapDataset" => {
                let source = inner(self, outer, 0)?;
                self.flattened(node, source, others()?, elements?, depth, outer)
            }
            "PaddedBatchDataset" | "PaddedBatchDatasetV2" => {
                let source = inner(self, outer, 0)?;
                let elements = elements?;
                let shapes = tensors(&inputs, 2, &vec![INT64; elements.len()])?;
                let values = tensors(&inputs, 2 + elements.len(), &elements)?;
                let drops = match &*node.op {
                    "PaddedBatchDataset" => outer.boolean(false),
                    _ => flag(2 + 2 * elements.len())?,
                };
                let size = number(1)?;
                (source.elements == elements).then(|| self.padded(source, size, shapes, values, drops))
            }
            "ShardDataset" => {
                let source = inner(self, outer, 0)?;
                Some(self.sharded(source, number(1)?, number(2)?, outer))
            }
            "WindowDataset" => {
                let source = inner(self, outer, 0)?;
                self.windows(source, [number(1)?, number(2)?, number(3)?], flag(4)?)
            }
            windows::ARGUMENT => {
                let [element] = elements?[..] else { return None };
                let list = Tensor { name: name.to_owned(), data_type: VARIANT };
                Some(self.listed(list, element, outer))
            }
            _ => None,
        }
    }

    /// The slices of tensors along their first dimension.
    fn slices(&mut self, components: Vec<Tensor>, outer: &mut Body) -> Option<Source> {
        // Variants in a row have no slices here.
        if types(&components).contains(&VARIANT) {
            return None;
        }
        let count = length(outer, components.first()?);
        let start = outer.integer(0);
        let elements = types(&components);
        let given = [vec![INT64], elements.clone()].concat();
        let slice = self.function(&given, false, |body| {
            let [at, components] = body.arguments([1, elements.len()]);
            components.iter().map(|component| first_axis(body, component, &at[0])).collect()
        });
        let none = self.zeros(&given, &elements);
        let captured = [components, vec![count]].concat();
        let next = self.function(&[vec![INT64], types(&captured)].concat(), false, |body| {
            let [at, components, count] = body.arguments([1, elements.len(), 1]);
            let has = body.compared("Less", &at[0], &count[0]);
            let found = body.either(&has, [&slice, &none], &all(&[&at, &components]));
            let one = body.integer(1);
            let after = body.uniform("AddV2", &[&at[0], &one]);
            [vec![has], found, vec![after]].concat()
        });
        Some(Source { state: vec![start], captured, next, elements, inside: Vec::new() })
    }

    /// One element.
    fn only(&mut self, components: Vec<Tensor>, outer: &mut Body) -> Source {
        let start = outer.boolean(true);
        let elements = types(&components);
        let next = self.function(&[vec![BOOL], elements.clone()].concat(), false, |body| {
            let [has, components] = body.arguments([1, elements.len()]);
            let after = body.boolean(false);
            [has, components, vec![after]].concat()
        });
        Source { state: vec![start], captured: components, next, elements, inside: Vec::new() }
    }

    fn range(&mut self, start: Tensor, ends: [Tensor; 2], element: i32) -> Source {
        let next = self.function(&[INT64; 3], false, |body| {
            let [at, stop, step] = body.arguments([1, 1, 1]);
            let zero = body.integer(0);
            let grows = body.compared("Greater", &step[0], &zero);
            let below = body.compared("Less", &at[0], &stop[0]);
            let above = body.compared("Greater", &at[0], &stop[0]);
            let upwards = body.and(&grows, &below);
            let falls = body.not(&grows);
            let downwards = body.and(&falls, &above);
            let has = body.or(&upwards, &downwards);
            let number = body.cast(&at[0], element);
            let after = body.uniform("AddV2", &[&at[0], &step[0]]);
            vec![has, number, after]
        });
        Source {
            state: vec![start],
            captured: ends.into(),
            next,
            elements: vec![element],
            inside: Vec::new(),
        }
    }

    fn mapped(&mut self, node: &NodeDef, source: Source, others: Vec<Tensor>) -> Option<Source> {
        let given = [source.elements.clone(), types(&others)].concat();
        let f = self.callee(node, "f", &given).filter(|f| have_zeros(&f.results))?;
        let none = self.zeros(&given, &f.results);
        let kinds = all_types(&[&source.state, &source.captured, &others]);
        let next = self.function(&kinds, source.next.is_stateful || f.is_stateful, |body| {
            let [state, captured, others] =
                body.arguments([source.state.len(), source.captured.len(), others.len()]);
            let step = source.step(body, &state, &captured);
            let made = body.either(&step.has, [&f, &none], &all(&[&step.elements, &others]));
            [vec![step.has], made, step.state].concat()
        });
        Some(Source {
            captured: [source.captured, others].concat(),
            next,
            elements: f.results,
            inside: Vec::new(),
            ..source
        })
    }

    /// A predicate of elements and other tensors.
    fn predicate(&self, node: &NodeDef, given: &[i32]) -> Option<Callee> {
        self.callee(node, "predicate", given).filter(|f| f.results == [BOOL])
    }

    fn filtered(&mut self, node: &NodeDef, source: Source, others: Vec<Tensor>) -> Option<Source> {
        let given = [source.elements.clone(), types(&others)].concat();
        let f = self.predicate(node, &given)?;
        let is_stateful = source.next.is_stateful || f.is_stateful;
        let refuses = self.function(&given, f.is_stateful, |body| {
            let [given] = body.arguments([given.len()]);
            let keeps = body.call(&f, &all(&[&given]));
            vec![body.not(&keeps[0])]
        });
        let none = self.zeros(&given, &[BOOL]);
        let lengths = [1, source.elements.len(), source.state.len(), source.captured.len(), others.len()];
        let carried =
            [vec![BOOL], source.elements.clone(), all_types(&[&source.state, &source.captured, &others])]
                .concat();
        let condition = self.function(&carried, f.is_stateful, |body| {
            let [has, elements, _, _, others] = body.arguments(lengths);
            body.either(&has[0], [&refuses, &none], &all(&[&elements, &others]))
        });
        let round = self.function(&carried, is_stateful, |body| {
            let [_, _, state, captured, others] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            [vec![step.has], step.elements, step.state, captured, others].concat()
        });
        let kinds = all_types(&[&source.state, &source.captured, &others]);
        let next = self.function(&kinds, is_stateful, |body| {
            let [state, captured, others] =
                body.arguments([source.state.len(), source.captured.len(), others.len()]);
            let step = source.step(body, &state, &captured);
            let inputs = [vec![step.has], step.elements, step.state, captured, others].concat();
            let mut found = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
            found.truncate(1 + source.elements.len() + source.state.len());
            found
        });
        Some(Source { captured: [source.captured, others].concat(), next, ..source })
    }

    fn taken_while(
        &mut self,
        node: &NodeDef,
        source: Source,
        others: Vec<Tensor>,
        outer: &mut Body,
    ) -> Option<Source> {
        let given = [source.elements.clone(), types(&others)].concat();
        let f = self.predicate(node, &given)?;
        let start = outer.boolean(true);
        let none = self.zeros(&given, &[BOOL]);
        let mut body =
            Body::function(&[vec![BOOL], all_types(&[&source.state, &source.captured, &others])].concat());
        let [goes, state, captured, inner_others] =
            body.arguments([1, source.state.len(), source.captured.len(), others.len()]);
        let step = self.step_if(&source, &mut body, &goes[0], &state, &captured);
        let keeps = body.either(&step.has, [&f, &none], &all(&[&step.elements, &inner_others]));
        let results = [keeps.clone(), step.elements, keeps, step.state].concat();
        let next = self.finish(body, &results, source.next.is_stateful || f.is_stateful);
        Some(Source {
            state: [vec![start], source.state].concat(),
            captured: [source.captured, others].concat(),
            next,
            elements: source.elements,
            inside: source.inside,
        })
    }

    fn scanned(
        &mut self,
        node: &NodeDef,
        source: Source,
        start: Vec<Tensor>,
        others: Vec<Tensor>,
        elements: Vec<i32>,
    ) -> Option<Source> {
        let own = start.len();
        let given = [types(&start), source.elements.clone(), types(&others)].concat();
        let f = self
            .callee(node, "f", &given)
            .filter(|f| f.results == [types(&start), elements.clone()].concat())?;
        let none = self.function(&given, false, |body| {
            let [same] = body.arguments([own]);
            same.into_iter().chain(elements.iter().map(|&element| body.zero(element))).collect()
        });
        let kinds = all_types(&[&start, &source.state, &source.captured, &others]);
        let next = self.function(&kinds, source.next.is_stateful || f.is_stateful, |body| {
            let [before, state, captured, others] =
                body.arguments([own, source.state.len(), source.captured.len(), others.len()]);
            let step = source.step(body, &state, &captured);
            let mut after = body.either(&step.has, [&f, &none], &all(&[&before, &step.elements, &others]));
            let made = after.split_off(own);
            [vec![step.has], made, after, step.state].concat()
        });
        Some(Source {
            state: [start, source.state].concat(),
            captured: [source.captured, others].concat(),
            next,
            elements,
            inside: Vec::new(),
        })
    }

    /// As many elements as a number says; all, if it is negative.
    fn taken(&mut self, source: Source, count: Tensor, outer: &mut Body) -> Source {
        let start = outer.integer(0);
        let mut body = Body::function(
            &[vec![INT64], all_types(&[&source.state, &source.captured]), vec![INT64]].concat(),
        );
        let [at, state, captured, limit] = body.arguments([1, source.state.len(), source.captured.len(), 1]);
        let zero = body.integer(0);
        let endless = body.compared("Less", &limit[0], &zero);
        let below = body.compared("Less", &at[0], &limit[0]);
        let more = body.or(&endless, &below);
        let step = self.step_if(&source, &mut body, &more, &state, &captured);
        let one = body.integer(1);
        let after = body.uniform("AddV2", &[&at[0], &one]);
        let results = [vec![step.has], step.elements, vec![after], step.state].concat();
        let next = self.finish(body, &results, source.next.is_stateful);
        source.counted(start, count, next)
    }

    /// The elements after as many as a number says; none, if it is negative.
    fn skipped(&mut self, source: Source, count: Tensor, outer: &mut Body) -> Source {
        let start = outer.integer(0);
        let lengths = [1, 1, source.state.len(), source.captured.len(), 1];
        let carried =
            [vec![BOOL, INT64], all_types(&[&source.state, &source.captured]), vec![INT64]].concat();
        let condition = self.function(&carried, false, |body| {
            let [has, at, _, _, count] = body.arguments(lengths);
            let zero = body.integer(0);
            let endless = body.compared("Less", &count[0], &zero);
            let below = body.compared("Less", &at[0], &count[0]);
            let more = body.or(&endless, &below);
            vec![body.and(&has[0], &more)]
        });
        let round = self.function(&carried, source.next.is_stateful, |body| {
            let [_, at, state, captured, count] = body.arguments(lengths);
            let step = source.step(body, &state, &captured);
            let one = body.integer(1);
            let after = body.uniform("AddV2", &[&at[0], &one]);
            [vec![step.has, after], step.state, captured, count].concat()
        });
        let mut body = Body::function(&carried[1..]);
        let [at, state, captured, limit] = body.arguments([1, source.state.len(), source.captured.len(), 1]);
        let has = body.boolean(true);
        let inputs = [vec![has], at, state, captured.clone(), limit].concat();
        let passed = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
        let state = &passed[2..2 + source.state.len()];
        let step = self.step_if(&source, &mut body, &passed[0], state, &captured);
        let results = [vec![step.has], step.elements, vec![passed[1].clone()], step.state].concat();
        let next = self.finish(body, &results, source.next.is_stateful);
        source.counted(start, count, next)
    }

    /// The elements several times; without end, if the number is negative and there are any.
    fn again(&mut self, source: Source, count: Tensor, outer: &mut Body) -> Source {
        let start = outer.integer(0);
        let own = source.state.len();
        // The state at the start is among what is captured.
        let kinds =
            [vec![INT64], types(&source.state), types(&source.state), types(&source.captured), vec![INT64]]
                .concat();
        let mut body = Body::function(&kinds);
        let [round, state, first, captured, limit] = body.arguments([1, own, own, source.captured.len(), 1]);
        let [zero, one] = [body.integer(0), body.integer(1)];
        let endless = body.compared("Less", &limit[0], &zero);
        let below = body.compared("Less", &round[0], &limit[0]);
        let goes = body.or(&endless, &below);
        let step = self.step_if(&source, &mut body, &goes, &state, &captured);
        let following = body.uniform("AddV2", &[&round[0], &one]);
        let below = body.compared("Less", &following, &limit[0]);
        let more = body.or(&endless, &below);
        let ended = body.not(&step.has);
        let restarts = body.and(&ended, &more);
        let found = [vec![step.has], step.elements, step.state].concat();
        let given = all_types(&[&first, &captured, &found]);
        let restarted = self.function(&given, source.next.is_stateful, |body| {
            let [first, captured] = body.arguments([own, source.captured.len()]);
            let step = source.step(body, &first, &captured);
            [vec![step.has], step.elements, step.state].concat()
        });
        let same = self.function(&given, false, |body| {
            let [_, found] = body.arguments([first.len() + captured.len(), found.len()]);
            found
        });
        let results = body.either(&restarts, [&restarted, &same], &all(&[&first, &captured, &found]));
        let step = source.step_of(results);
        let grown = body.cast(&restarts, INT64);
        let after = body.uniform("AddV2", &[&round[0], &grown]);
        let results = [vec![step.has], step.elements, vec![after], step.state].concat();
        let next = self.finish(body, &results, source.next.is_stateful);
        Source {
            state: [vec![start], source.state.clone()].concat(),
            captured: [source.state, source.captured, vec![count]].concat(),
            next,
            elements: source.elements,
            inside: source.inside,
        }
    }

    fn joined(&mut self, first: Source, second: Source) -> Source {
        let is_stateful = first.next.is_stateful || second.next.is_stateful;
        let lengths = [first.state.len(), second.state.len(), first.captured.len(), second.captured.len()];
        let kinds = all_types(&[&first.state, &second.state, &first.captured, &second.captured]);
        let mut body = Body::function(&kinds);
        let [a, b, captured, others] = body.arguments(lengths);
        let found = first.step(&mut body, &a, &captured);
        let elements = [vec![found.has.clone()], found.elements].concat();
        let given = all_types(&[&b, &others, &elements]);
        let same = self.function(&given, false, |body| {
            let [b, _, elements] = body.arguments([b.len(), others.len(), elements.len()]);
            [elements, b].concat()
        });
        let after = self.function(&given, second.next.is_stateful, |body| {
            let [b, others] = body.arguments([b.len(), others.len()]);
            let step = second.step(body, &b, &others);
            [vec![step.has], step.elements, step.state].concat()
        });
        let results = body.either(&found.has, [&same, &after], &all(&[&b, &others, &elements]));
        let step = second.step_of(results);
        let results = [vec![step.has], step.elements, found.state, step.state].concat();
        let next = self.finish(body, &results, is_stateful);
        Source {
            state: [first.state, second.state].concat(),
            captured: [first.captured, second.captured].concat(),
            next,
            elements: first.elements,
            inside: first.inside,
        }
    }

    fn zipped(&mut self, sources: &[Source]) -> Source {
        let state: Vec<Tensor> = sources.iter().flat_map(|source| source.state.clone()).collect();
        let captured: Vec<Tensor> = sources.iter().flat_map(|source| source.captured.clone()).collect();
        let is_stateful = sources.iter().any(|source| source.next.is_stateful);
        let mut body = Body::function(&all_types(&[&state, &captured]));
        let [mut states, mut others] = body.arguments([state.len(), captured.len()]);
        let mut has = body.boolean(true);
        let (mut elements, mut after) = (Vec::new(), Vec::new());
        for source in sources {
            let own: Vec<Tensor> = states.drain(..source.state.len()).collect();
            let given: Vec<Tensor> = others.drain(..source.captured.len()).collect();
            // Those after one that ended are not asked.
            let mut step = self.step_if(source, &mut body, &has, &own, &given);
            has = step.has;
            elements.append(&mut step.elements);
            after.append(&mut step.state);
        }
        let kinds = types(&elements);
        let next = self.finish(body, &[vec![has], elements, after].concat(), is_stateful);
        Source { state, captured, next, elements: kinds, inside: Vec::new() }
    }
}
