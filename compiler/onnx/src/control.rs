//! Operators with graphs: `If`, `Loop`, `Scan`, `SequenceMap` and `FlexAttention`.
//!
//! Graphs become private functions. What they use from around them, if it is not constant, is handed to them as arguments. A loop carries its
//! values, a list for each output that grows by one tensor with each step, and unchanged what it only reads. What is known of carried values
//! must hold in all steps: the function of a body is made again with less until it does.

mod attention;
mod scan;

use tfrt_convert::graph::{Call, Callee, FunctionBuilder};
use tfrt_ir::body::OpState;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Attr;
use tfrt_ops::DType;

use crate::MAIN;
use crate::builder::{Builder, Content, Facts, Items, NONE, Tensor};
use crate::import::{Imported, Importer, Scope, Surroundings, version};
use crate::node::Node;
use crate::ops::sequences;
use crate::proto::{GraphProto, NodeProto};

/// The operators of the default domain that are here.
pub(crate) const OPS: &[&str] = &["If", "Loop", "Scan", "SequenceMap"];

/// The domain of operators that are not final, and the one of them that is here.
pub(crate) const PREVIEW: (&str, &str) = ("ai.onnx.preview", "FlexAttention");

/// The source of the parts that the steps of a loop take.
enum Source {
    /// A tensor that each step takes whole.
    Whole(Tensor),
    /// The tensors of a sequence.
    Items(Tensor),
    /// The slices of a tensor along an axis, the last one first if it is reversed.
    Slices { tensor: Tensor, axis: usize, is_reversed: bool },
}

impl Source {
    fn tensor(&self) -> &Tensor {
        match self {
            Source::Whole(tensor) | Source::Items(tensor) | Source::Slices { tensor, .. } => tensor,
        }
    }
}

/// A loop: calls of a body, whose outputs are its carried values and, behind them, what is collected.
struct Iteration<'g> {
    body: &'g GraphProto,
    /// The number of steps at most, a scalar of 64 bits.
    limit: Option<Tensor>,
    /// Whether there is a first step. The body takes the number of the step and this, and gives it anew.
    goes: Option<Tensor>,
    /// The initial values of what is carried.
    states: Vec<Tensor>,
    sources: Vec<Source>,
}

/// The results of a loop.
struct Iterated {
    states: Vec<Tensor>,
    /// Sequences of what was collected, with what is known of their tensors.
    collected: Vec<(Tensor, Facts)>,
}

/// The values of a step, as arguments of the functions of a loop.
struct Step {
    at: Tensor,
    goes: Option<Tensor>,
    states: Vec<Tensor>,
    lists: Vec<Tensor>,
    limit: Option<Tensor>,
    sources: Vec<Tensor>,
    captured: Vec<Tensor>,
}

/// Arguments of a function: those that are constants are written in it.
fn arguments(
    out: &mut FunctionBuilder<'_>,
    tensors: &[Tensor],
    facts: &[Facts],
    ctx: &tfrt_ir::context::Context,
) -> Vec<Tensor> {
    let unknown = ctx.unknown_loc();
    let argument = |(tensor, facts): (&Tensor, &Facts)| match tensor.constant() {
        Some(_) => tensor.elsewhere(),
        None => Tensor::of_facts(out.tensor_argument([], unknown), facts),
    };
    tensors.iter().zip(facts).map(argument).collect()
}

fn facts_of(tensors: &[Tensor]) -> Vec<Facts> {
    tensors.iter().map(Tensor::facts).collect()
}

impl Importer<'_> {
    /// Converts a node with graphs.
    pub(crate) fn controlled(
        &self,
        node: &NodeProto,
        inputs: Vec<Option<Tensor>>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        let opset = version(around.opsets, node.domain());
        let node = Node { proto: node, opset, inputs, model: self.facts };
        match node.proto.op_type() {
            "If" => self.conditional(&node, b, scope, around),
            "Loop" => self.looped(&node, b, scope, around),
            "Scan" => self.scanned(&node, b, scope, around),
            "FlexAttention" => self.attention(&node, b, scope, around),
            _ => self.mapped(&node, b, scope, around),
        }
    }

    /// A branch that is not known becomes two functions of all that they use.
    fn conditional(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        let condition = node.input(0)?;
        let branches = [node.graph("then_branch")?, node.graph("else_branch")?];
        if let Some(known) = condition.ints() {
            let branch = branches[usize::from(known.first() == Some(&0))];
            let mut inner = scope.clone();
            self.graph(branch, b, &mut inner, around)?;
            return outputs(branch, &inner);
        }
        let names = captured(&branches, scope, &[]);
        let outer: Vec<Tensor> = names.iter().map(|name| scope[name].clone()).collect();
        let optional = optional_results(branches)?;
        let mut callees = Vec::new();
        let mut outcomes: Vec<Vec<Tensor>> = Vec::new();
        for branch in branches {
            let name = self.next_name("branch", around);
            let place = self.reserve(around);
            let mut out = FunctionBuilder::new(self.ctx);
            let chain = out.chain_argument(self.ctx.unknown_loc());
            let values = arguments(&mut out, &outer, &facts_of(&outer), self.ctx);
            let mut inner = constants(scope);
            inner.extend(names.iter().cloned().zip(values));
            let mut builder = Builder::new(self.ctx, out.graph(), self.ctx.unknown_loc());
            self.graph(branch, &mut builder, &mut inner, around)?;
            let mut results = outputs(branch, &inner)?;
            for (result, is_optional) in results.iter_mut().zip(&optional) {
                if *is_optional {
                    *result = sequences::optional(&mut builder, result)?;
                }
            }
            let given = given(&mut builder, chain, &results)?;
            drop(builder);
            around.functions[place] = out.finish(&name, Some("private"), &given, self.ctx.unknown_loc());
            callees.push(self.ctx.symbol_ref(&name));
            outcomes.push(results);
        }
        let (then, otherwise) = (&outcomes[0], &outcomes[1]);
        if then.len() != otherwise.len() {
            return Err("its branches give different numbers of results".into());
        }
        let condition = b.value(condition)?;
        let callee = Callee::Cond { condition, then: callees[0], otherwise: callees[1] };
        let values = self.call(b, callee, &outer, then.len())?;
        let mut results = Vec::new();
        for (value, (a, c)) in values.into_iter().zip(then.iter().zip(otherwise)) {
            results.push(Tensor::of_facts(value, &either(&a.facts(), &c.facts())?));
        }
        Ok(results)
    }

    /// Steps as long as there are more, up to a number, and a condition holds.
    fn looped(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        let scalar =
            |b: &mut Builder<'_>, i: usize| node.optional(i).map(|input| b.reshape(input, &[])).transpose();
        let limit = scalar(b, 0)?;
        let goes = match scalar(b, 1)? {
            Some(goes) => goes,
            None => b.number(DType::I1, 1.0)?,
        };
        let states = (2..node.inputs.len())
            .map(|i| node.input(i).cloned())
            .collect::<crate::builder::Result<Vec<Tensor>>>()?;
        let body = node.graph("body")?;
        let iteration = Iteration { body, limit, goes: Some(goes), states, sources: Vec::new() };
        let done = self.iterate(&iteration, b, scope, around)?;
        let mut results = done.states;
        for (list, facts) in done.collected {
            results.push(sequences::stacked(b, &list, &facts, None)?);
        }
        Ok(results)
    }

    /// A step for each tensor of a sequence.
    fn mapped(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        let all: Vec<Tensor> = node.all()?.into_iter().cloned().collect();
        let first = all.first().filter(|first| first.is_sequence());
        let first = first.ok_or("input 0 is not a sequence")?;
        let limit = sequences::length(b, first)?;
        let source = |tensor: &Tensor| match tensor.is_sequence() {
            true => Source::Items(tensor.clone()),
            false => Source::Whole(tensor.clone()),
        };
        let body = node.graph("body")?;
        let sources = all.iter().map(source).collect();
        let iteration = Iteration { body, limit: Some(limit), goes: None, states: Vec::new(), sources };
        let done = self.iterate(&iteration, b, scope, around)?;
        Ok(done.collected.into_iter().map(|(list, _)| list).collect())
    }

    fn iterate(
        &self,
        it: &Iteration<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Iterated> {
        /// After so many bodies nothing is assumed of the values that change.
        const MOST_TRIES: usize = 4;
        let own = usize::from(it.goes.is_some());
        let takes = 2 * own + it.states.len() + it.sources.len();
        if it.body.input.len() != takes || it.body.output.len() < own + it.states.len() {
            return Err(format!(
                "its body has {} inputs and {} outputs, but takes {takes} and gives at least {}",
                it.body.input.len(),
                it.body.output.len(),
                own + it.states.len()
            )
            .into());
        }
        let formal: Vec<&str> = it.body.input.iter().map(|input| input.name()).collect();
        let names = captured(&[it.body], scope, &formal);
        let outer: Vec<Tensor> = names.iter().map(|name| scope[name].clone()).collect();
        let mut facts = facts_of(&it.states);
        let place = around.functions.len();
        for tries in 0.. {
            around.functions.truncate(place);
            let (body, after, collected) = self.body(it, &facts, &names, &outer, scope, around)?;
            let joined = facts.iter().zip(&after).map(|(now, next)| either(now, next));
            let joined = joined.collect::<Imported<Vec<Facts>>>()?;
            if joined != facts {
                facts = match tries < MOST_TRIES {
                    true => joined,
                    false => return Err("a value changes its rank or its element type in each step".into()),
                };
                continue;
            }
            let cond = self.goes_on(it, &facts, collected.len(), &outer, around)?;
            let mut operands = vec![b.number(DType::I64, 0.0)?];
            operands.extend(it.goes.clone());
            operands.extend(it.states.iter().cloned());
            for item in &collected {
                operands.push(sequences::empty(b, item.dtype())?);
            }
            let carried = operands.len();
            let others = it.limit.iter().chain(it.sources.iter().map(Source::tensor)).chain(&outer);
            operands.extend(others.filter(|tensor| tensor.constant().is_none()).cloned());
            let count = operands.len();
            let values = self.call(b, Callee::While { cond, body }, &operands, count)?;
            let mut values = values.into_iter().take(carried).skip(1 + own);
            let states: Vec<Tensor> = values
                .by_ref()
                .take(facts.len())
                .zip(&facts)
                .map(|(value, facts)| Tensor::of_facts(value, facts))
                .collect();
            let lists = values.zip(&collected).map(|(value, item)| {
                let list = Tensor::of_value(value, Some(DType::Variant), Some(&[]));
                let list = list.with_item(item.dtype()).with_items(Items::of(item.dims()));
                (list, item.clone())
            });
            return Ok(Iterated { states, collected: lists.collect() });
        }
        Err("it has no body".into())
    }

    /// The arguments of the functions of a loop.
    fn step(
        &self,
        out: &mut FunctionBuilder<'_>,
        it: &Iteration<'_>,
        facts: &[Facts],
        lists: usize,
        outer: &[Tensor],
    ) -> Step {
        let ctx = self.ctx;
        let unknown = ctx.unknown_loc();
        let mut plain =
            |dtype: DType| Tensor::of_value(out.tensor_argument([], unknown), Some(dtype), Some(&[]));
        let at = plain(DType::I64);
        let goes = it.goes.as_ref().map(|_| plain(DType::I1));
        let states =
            facts.iter().map(|facts| Tensor::of_facts(out.tensor_argument([], unknown), facts)).collect();
        let list = |_| Tensor::of_value(out.tensor_argument([], unknown), Some(DType::Variant), Some(&[]));
        let lists = (0..lists).map(list).collect();
        let limit: Vec<Tensor> = it.limit.iter().cloned().collect();
        let limit = arguments(out, &limit, &facts_of(&limit), ctx).pop();
        let sources: Vec<Tensor> = it.sources.iter().map(|source| source.tensor().clone()).collect();
        let sources = arguments(out, &sources, &facts_of(&sources), ctx);
        let captured = arguments(out, outer, &facts_of(outer), ctx);
        Step { at, goes, states, lists, limit, sources, captured }
    }

    /// The function of a step; what is known of the carried values after it, and of what it collects.
    fn body(
        &self,
        it: &Iteration<'_>,
        facts: &[Facts],
        names: &[String],
        outer: &[Tensor],
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<(Attr, Vec<Facts>, Vec<Facts>)> {
        let ctx = self.ctx;
        let unknown = ctx.unknown_loc();
        let own = usize::from(it.goes.is_some());
        let lists = it.body.output.len() - own - it.states.len();
        let name = self.next_name("body", around);
        let place = self.reserve(around);
        let mut out = FunctionBuilder::new(ctx);
        let chain = out.chain_argument(unknown);
        let step = self.step(&mut out, it, facts, lists, outer);
        let mut builder = Builder::new(ctx, out.graph(), unknown);
        let b = &mut builder;
        let mut taken: Vec<Tensor> = Vec::new();
        if let Some(goes) = &step.goes {
            taken.extend([step.at.clone(), goes.clone()]);
        }
        taken.extend(step.states.iter().cloned());
        for (source, tensor) in it.sources.iter().zip(&step.sources) {
            taken.push(match source {
                Source::Whole(_) => tensor.clone(),
                Source::Items(_) => sequences::item(b, tensor, &step.at)?,
                Source::Slices { axis, is_reversed, .. } => slice(b, tensor, *axis, *is_reversed, &step)?,
            });
        }
        let mut inner = constants(scope);
        inner.extend(names.iter().cloned().zip(step.captured.iter().cloned()));
        inner.extend(it.body.input.iter().map(|input| input.name().to_owned()).zip(taken));
        self.graph(it.body, b, &mut inner, around)?;
        let mut results = outputs(it.body, &inner)?;
        for (result, facts) in results[own..].iter_mut().zip(facts) {
            if facts.content().is_some_and(Content::is_optional) {
                *result = sequences::optional(b, result)?;
            }
        }
        let (first, collected) = results.split_at(own + it.states.len());
        let one = b.number(DType::I64, 1.0)?;
        let mut given_back = vec![b.op("tf.AddV2", &[&step.at, &one], NONE)?];
        if own == 1 {
            given_back.push(b.reshape(&first[0], &[])?);
        }
        given_back.extend(first[own..].iter().cloned());
        for (list, tensor) in step.lists.iter().zip(collected) {
            given_back.push(sequences::pushed(b, list, tensor)?);
        }
        let others = step.limit.iter().chain(&step.sources).chain(&step.captured);
        given_back.extend(others.filter(|tensor| tensor.constant().is_none()).cloned());
        let values = given(b, chain, &given_back)?;
        drop(builder);
        around.functions[place] = out.finish(&name, Some("private"), &values, unknown);
        Ok((ctx.symbol_ref(&name), facts_of(&first[own..]), facts_of(collected)))
    }

    /// The function that says whether there is another step.
    fn goes_on(
        &self,
        it: &Iteration<'_>,
        facts: &[Facts],
        lists: usize,
        outer: &[Tensor],
        around: &mut Surroundings<'_>,
    ) -> Imported<Attr> {
        let ctx = self.ctx;
        let unknown = ctx.unknown_loc();
        let name = self.next_name("cond", around);
        let mut out = FunctionBuilder::new(ctx);
        let chain = out.chain_argument(unknown);
        let step = self.step(&mut out, it, facts, lists, outer);
        let mut builder = Builder::new(ctx, out.graph(), unknown);
        let b = &mut builder;
        let is_below = match &step.limit {
            Some(limit) => Some(b.op("tf.Less", &[&step.at, limit], NONE)?),
            None => None,
        };
        let goes = match (is_below, step.goes) {
            (Some(is_below), Some(goes)) => b.op("tf.LogicalAnd", &[&is_below, &goes], NONE)?,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Err("it has no end".into()),
        };
        let values = given(b, chain, &[goes])?;
        drop(builder);
        around.functions.push(out.finish(&name, Some("private"), &values, unknown));
        Ok(ctx.symbol_ref(&name))
    }

    fn call(
        &self,
        b: &mut Builder<'_>,
        callee: Callee<'_>,
        operands: &[Tensor],
        results: usize,
    ) -> Imported<Vec<Value>> {
        let mut values = Vec::with_capacity(operands.len());
        // Branches write constants themselves.
        let is_loop = matches!(callee, Callee::While { .. });
        for operand in operands.iter().filter(|operand| is_loop || operand.constant().is_none()) {
            values.push(b.value(operand)?);
        }
        let built = b.graph.call(&Call {
            callee,
            chain: Some(b.chain),
            gives_chain: true,
            operands: &values,
            results,
            discardable: &[],
            loc: b.loc,
        });
        Ok(built.tensors.into_iter().collect())
    }

    fn next_name(&self, what: &str, around: &Surroundings<'_>) -> String {
        format!("{MAIN}.{what}.{}", around.functions.len())
    }

    /// A place among the functions, before those that the next one needs.
    fn reserve(&self, around: &mut Surroundings<'_>) -> usize {
        around.functions.push(OpState::new(self.ctx.ident("func.func"), self.ctx.unknown_loc()));
        around.functions.len() - 1
    }
}

/// The common kind of two values of which a program takes one: both are optional, or neither is.
fn either(a: &Facts, b: &Facts) -> Imported<Facts> {
    let is_optional = |facts: &Facts| facts.content().is_some_and(Content::is_optional);
    match is_optional(a) == is_optional(b) && (!is_optional(a) || a.content() == b.content()) {
        true => Ok(a.or(b)),
        false => Err("a value is optional in one place, and not, or of another kind, in another".into()),
    }
}

/// Which results of two graphs are optional, as one of them declares.
fn optional_results(graphs: [&GraphProto; 2]) -> Imported<Vec<bool>> {
    let mut all = vec![false; graphs.iter().map(|graph| graph.output.len()).max().unwrap_or(0)];
    for graph in graphs {
        for (is_optional, output) in all.iter_mut().zip(&graph.output) {
            let declared = output.r#type.as_ref().map(sequences::content_of).transpose()?.flatten();
            *is_optional |= declared.is_some_and(Content::is_optional);
        }
    }
    Ok(all)
}

/// The results of a function that gives a chain.
fn given(b: &mut Builder<'_>, chain: Value, results: &[Tensor]) -> Imported<Vec<Value>> {
    let mut values = vec![chain];
    for result in results {
        values.push(b.value(result)?);
    }
    Ok(values)
}

/// The slice of a step.
fn slice(
    b: &mut Builder<'_>,
    tensor: &Tensor,
    axis: usize,
    is_reversed: bool,
    step: &Step,
) -> crate::builder::Result<Tensor> {
    let at = match (is_reversed, &step.limit) {
        (true, Some(limit)) => {
            let one = b.number(DType::I64, 1.0)?;
            let last = b.op("tf.Sub", &[limit, &one], NONE)?;
            b.op("tf.Sub", &[&last, &step.at], NONE)?
        }
        _ => step.at.clone(),
    };
    let axis = b.int32(axis as i64)?;
    b.op("tf.GatherV2", &[tensor, &at, &axis], [("batch_dims", crate::builder::Attribute::Int(0))])
}

/// The kinds of a graph's outputs.
fn outputs(graph: &GraphProto, scope: &Scope) -> Imported<Vec<Tensor>> {
    let output = |output: &crate::proto::ValueInfoProto| {
        let tensor = scope.get(output.name()).cloned();
        tensor.ok_or_else(|| format!("nothing computes the output '{}'", output.name()).into())
    };
    graph.output.iter().map(output).collect()
}

/// The constants of a scope, for another function.
fn constants(scope: &Scope) -> Scope {
    let constants = scope.iter().filter(|(_, tensor)| tensor.constant().is_some());
    constants.map(|(name, tensor)| (name.clone(), tensor.elsewhere())).collect()
}

/// The values, other than constants, that graphs use from around them, by name.
fn captured(graphs: &[&GraphProto], scope: &Scope, own: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    graphs.iter().for_each(|graph| uses(graph, &mut names));
    names.retain(|name| {
        !own.contains(&&**name) && scope.get(name).is_some_and(|tensor| tensor.constant().is_none())
    });
    names.sort_unstable();
    names.dedup();
    names
}

/// The names that a graph takes from around it, and perhaps others.
fn uses(graph: &GraphProto, names: &mut Vec<String>) {
    for node in &graph.node {
        names.extend(node.input.iter().cloned());
        for attr in &node.attribute {
            attr.g.iter().chain(&attr.graphs).for_each(|inner| uses(inner, names));
        }
    }
    names.extend(graph.output.iter().map(|output| output.name().to_owned()));
}
