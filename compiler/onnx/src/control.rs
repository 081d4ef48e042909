//! Operators with graphs: `If`, `Loop`, `Scan`, `SequenceMap` and `FlexAttention`.
//!
//! Graphs become private functions. What they use from around them, if it is not constant, is handed to them as arguments. A loop carries its
//! values, a list for each output that grows by one tensor with each step, and unchanged what it only reads. What is known of carried values
//! must hold in all steps: the function of a body is made again with less until it does.

use tfrt_convert::graph::{Call, Callee, FunctionBuilder};
use tfrt_ir::body::OpState;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Attr;
use tfrt_ops::DType;

use crate::MAIN;
use crate::builder::{Builder, Facts, NONE, Tensor};
use crate::import::{Imported, Importer, Scope, Surroundings, version};
use crate::node::{Node, axis};
use crate::ops::{attention, linear, sequences};
use crate::proto::{GraphProto, NodeProto};

/// The operators of the default domain that are here.
pub(crate) const OPS: &[&str] = &["If", "Loop", "Scan", "SequenceMap"];

/// The domain of operators that are not final, and the one of them that is here.
pub(crate) const PREVIEW: (&str, &str) = ("ai.onnx.preview", "FlexAttention");

/// What one step of a loop takes a part of.
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
        let node = Node { proto: node, opset, inputs, folder: self.folder };
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
            for (result, output) in results.iter_mut().zip(&branch.output) {
                let declared = output.r#type.as_ref().map(sequences::content_of).transpose()?;
                *result = sequences::as_content(&mut builder, result, declared.flatten())?;
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
        let facts = then.iter().zip(otherwise).map(|(a, c)| a.facts().or(&c.facts()));
        Ok(values.into_iter().zip(facts).map(|(value, facts)| Tensor::of_facts(value, &facts)).collect())
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

    /// A step for each slice of the inputs.
    fn scanned(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        if node.opset < 9 {
            return self.scanned_batch(node, b, scope, around);
        }
        let count = usize::try_from(node.int("num_scan_inputs", 0)).unwrap_or(0);
        if count == 0 || count > node.inputs.len() {
            return Err(format!("num_scan_inputs is {count} for {} inputs", node.inputs.len()).into());
        }
        let all: Vec<Tensor> = node.all()?.into_iter().cloned().collect();
        let (states, scanned) = all.split_at(all.len() - count);
        let body = node.graph("body")?;
        let made = body.output.len().saturating_sub(states.len());
        let list = |name: &str, count: usize| {
            let list = node.ints(name).unwrap_or_else(|| vec![0; count]);
            let fits = list.len() == count;
            fits.then_some(list).ok_or_else(|| format!("{name} is not for {count} values"))
        };
        let (axes, directions) = (list("scan_input_axes", count)?, list("scan_input_directions", count)?);
        let (out_axes, out_directions) =
            (list("scan_output_axes", made)?, list("scan_output_directions", made)?);
        let mut sources = Vec::new();
        for (i, tensor) in scanned.iter().enumerate() {
            let axis = axis(axes[i], tensor.rank()?)?;
            sources.push(Source::Slices { tensor: tensor.clone(), axis, is_reversed: directions[i] != 0 });
        }
        let Some(Source::Slices { tensor, axis: first, .. }) = sources.first() else {
            return Err("there is nothing to scan".into());
        };
        let (limit, known) = (size_of(b, tensor, *first)?, tensor.dim(*first));
        let iteration = Iteration { body, limit: Some(limit), goes: None, states: states.to_vec(), sources };
        let done = self.iterate(&iteration, b, scope, around)?;
        let mut results = done.states;
        for (i, (list, facts)) in done.collected.into_iter().enumerate() {
            let mut result = sequences::stacked(b, &list, &facts, known)?;
            if out_directions[i] != 0 {
                let front = b.int32s(&[0])?;
                result = b.op("tf.ReverseV2", &[&result, &front], NONE)?;
            }
            if out_axes[i] != 0 {
                let rank = result.rank()?;
                let at = axis(out_axes[i], rank)?;
                let mut order: Vec<i64> = (1..rank as i64).collect();
                order.insert(at, 0);
                result = b.transpose(&result, &order)?;
            }
            results.push(result);
        }
        Ok(results)
    }

    /// As version 8 has it: the first dimension of all values is that of a batch, of which each part is scanned along the second.
    fn scanned_batch(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        if node.optional(0).is_some() {
            return Err(node.refuse("sequence_lens", "").into());
        }
        let all: Vec<Tensor> = (1..node.inputs.len())
            .map(|i| node.input(i).cloned())
            .collect::<crate::builder::Result<Vec<Tensor>>>()?;
        let count = usize::try_from(node.int("num_scan_inputs", 0)).unwrap_or(0);
        let Some(states) = all.len().checked_sub(count).filter(|_| count > 0) else {
            return Err(format!("num_scan_inputs is {count} for {} inputs", all.len()).into());
        };
        let directions = node.ints("directions").unwrap_or_else(|| vec![0; count]);
        if directions.len() != count {
            return Err(format!("directions is not for {count} values").into());
        }
        let body = node.graph("body")?;
        let batch = all[0].dim(0).ok_or("the size of the batch is not known")?;
        let mut parts: Vec<Vec<Tensor>> = Vec::new();
        for at in crate::node::line(batch)? {
            let mut own = Vec::new();
            for tensor in &all {
                let (place, axis) = (b.int32(at)?, b.int32(0)?);
                let attrs = [("batch_dims", crate::builder::Attribute::Int(0))];
                own.push(b.op("tf.GatherV2", &[tensor, &place, &axis], attrs)?);
            }
            let (limit, known) = (size_of(b, &own[states], 0)?, own[states].dim(0));
            let sources = own.split_off(states).into_iter().zip(&directions);
            let sources = sources
                .map(|(tensor, &direction)| Source::Slices { tensor, axis: 0, is_reversed: direction != 0 })
                .collect();
            let iteration = Iteration { body, limit: Some(limit), goes: None, states: own, sources };
            let done = self.iterate(&iteration, b, scope, around)?;
            let mut results = done.states;
            for (list, facts) in done.collected {
                results.push(sequences::stacked(b, &list, &facts, known)?);
            }
            parts.push(results);
        }
        let mut results = Vec::new();
        for i in 0..parts.first().ok_or("the batch is empty")?.len() {
            let own: Vec<&Tensor> = parts.iter().map(|part| &part[i]).collect();
            let attrs =
                [("N", crate::builder::Attribute::Int(batch)), ("axis", crate::builder::Attribute::Int(0))];
            results.push(b.op("tf.Pack", &own, attrs)?);
        }
        Ok(results)
    }

    /// Attention with graphs that change its scores and probabilities.
    fn attention(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        let (query, key, value) = (node.input(0)?, node.input(1)?, node.input(2)?);
        let dtype = query.dtype()?;
        let of =
            |x: &Tensor, axis: usize| x.dim(axis).ok_or("a number of heads, or a size of them, is not known");
        let (heads, own, size) = (of(query, 1)?, of(key, 1)?, of(query, 3)?);
        if own < 1 || heads % own != 0 {
            return Err(format!("{own} heads of keys do not fit {heads} heads of queries").into());
        }
        let key = attention::repeated(b, key, heads / own)?;
        let value = attention::repeated(b, value, heads / own)?;
        let precision = match (node.dtype("softmax_precision")?, dtype) {
            (Some(precision), _) => precision,
            (None, DType::F64) => DType::F64,
            (None, _) => DType::F32,
        };
        let (query, key) = (b.cast(query, precision)?, b.cast(&key, precision)?);
        let key = b.transpose(&key, &[0, 1, 3, 2])?;
        let scores = linear::product(b, &query, &key)?;
        let scale = node.attr("scale").map_or(1.0 / (size as f64).sqrt(), |attr| f64::from(attr.f()));
        let scale = b.number(precision, scale)?;
        let scores = b.op("tf.Mul", &[&scores, &scale], NONE)?;
        let mut changed = |b: &mut Builder<'_>, name: &str, x: Tensor| -> Imported<Tensor> {
            if node.attr(name).is_none() {
                return Ok(x);
            }
            let graph = node.graph(name)?;
            let [input] = &graph.input[..] else {
                return Err(format!("{name} has {} inputs, but takes one", graph.input.len()).into());
            };
            let mut inner = scope.clone();
            inner.insert(input.name().to_owned(), x);
            self.graph(graph, b, &mut inner, around)?;
            let mut results = outputs(graph, &inner)?;
            match results.pop() {
                Some(result) if results.is_empty() => Ok(result),
                _ => Err(format!("{name} has {} outputs, but gives one", graph.output.len()).into()),
            }
        };
        let scores = changed(b, "score_mod", scores)?;
        let shares = b.op("tf.Softmax", &[&scores], NONE)?;
        let shares = changed(b, "prob_mod", shares)?;
        let value = b.cast(&value, precision)?;
        let result = linear::product(b, &shares, &value)?;
        Ok(vec![b.cast(&result, dtype)?])
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
            let joined: Vec<Facts> = facts.iter().zip(&after).map(|(now, next)| now.or(next)).collect();
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
                let list = Tensor::of_value(value, Some(DType::Variant), Some(&[])).with_item(item.dtype());
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
            *result = sequences::as_content(b, result, facts.content())?;
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

/// The results of a function that gives a chain.
fn given(b: &mut Builder<'_>, chain: Value, results: &[Tensor]) -> Imported<Vec<Value>> {
    let mut values = vec![chain];
    for result in results {
        values.push(b.value(result)?);
    }
    Ok(values)
}

/// A size, a scalar of 64 bits.
fn size_of(b: &mut Builder<'_>, tensor: &Tensor, axis: usize) -> crate::builder::Result<Tensor> {
    let shape = b.shape_of(tensor)?;
    let size = b.part(&shape, axis as i64, 1)?;
    b.reshape(&size, &[])
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

/// What the outputs of a graph are.
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
