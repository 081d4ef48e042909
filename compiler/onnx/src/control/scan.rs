//! `Scan`: a step for each slice of the inputs.

use super::{Iteration, Source};
use crate::builder::{Attribute, Builder, NONE, Tensor};
use crate::import::{Imported, Importer, Scope, Surroundings};
use crate::node::{Node, axis, line};
use crate::ops::sequences;
use crate::proto::GraphProto;

/// Parts of a batch that are scanned at most: each has ops of its own in the program.
const MOST_PARTS: i64 = 256;

/// A list of numbers, one for each of some values; all zero if the node has none.
fn numbers(node: &Node<'_>, name: &str, count: usize) -> crate::builder::Result<Vec<i64>> {
    let list = node.ints(name).unwrap_or_else(|| vec![0; count]);
    let fits = list.len() == count;
    fits.then_some(list).ok_or_else(|| format!("{name} is not for {count} values"))
}

/// The initial values, and what is scanned.
fn parts_of<'t>(node: &Node<'_>, all: &'t [Tensor]) -> crate::builder::Result<(&'t [Tensor], &'t [Tensor])> {
    let count = usize::try_from(node.int("num_scan_inputs", 0)).unwrap_or(0);
    let states = all.len().checked_sub(count).filter(|_| count > 0);
    let states = states.ok_or_else(|| format!("num_scan_inputs is {count} for {} inputs", all.len()))?;
    Ok(all.split_at(states))
}

impl Importer<'_> {
    /// A step for each slice of the inputs.
    pub(super) fn scanned(
        &self,
        node: &Node<'_>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        if node.opset < 9 {
            return self.scanned_batch(node, b, scope, around);
        }
        let all: Vec<Tensor> = node.all()?.into_iter().cloned().collect();
        let (states, scanned) = parts_of(node, &all)?;
        let body = node.graph("body")?;
        let made = body.output.len().saturating_sub(states.len());
        let count = scanned.len();
        let axes = numbers(node, "scan_input_axes", count)?;
        let directions = numbers(node, "scan_input_directions", count)?;
        let out_axes = numbers(node, "scan_output_axes", made)?;
        let out_directions = numbers(node, "scan_output_directions", made)?;
        let mut sources = Vec::new();
        for (i, tensor) in scanned.iter().enumerate() {
            let axis = axis(axes[i], tensor.rank()?)?;
            sources.push(Source::Slices { tensor: tensor.clone(), axis, is_reversed: directions[i] != 0 });
        }
        let mut results = self.scan(body, states, sources, b, scope, around)?;
        for (i, result) in results.iter_mut().skip(states.len()).enumerate() {
            if out_directions[i] != 0 {
                let front = b.int32s(&[0])?;
                *result = b.op("tf.ReverseV2", &[result, &front], NONE)?;
            }
            if out_axes[i] != 0 {
                let rank = result.rank()?;
                let at = axis(out_axes[i], rank)?;
                let mut order: Vec<i64> = (1..rank as i64).collect();
                order.insert(at, 0);
                *result = b.transpose(result, &order)?;
            }
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
            return Err(node.refuse("the input", "sequence_lens").into());
        }
        let all = (1..node.inputs.len()).map(|i| node.input(i).cloned());
        let all = all.collect::<crate::builder::Result<Vec<Tensor>>>()?;
        let (states, scanned) = parts_of(node, &all)?;
        let directions = numbers(node, "directions", scanned.len())?;
        let body = node.graph("body")?;
        let batch = all[0].dim(0).ok_or("the size of the batch is not known")?;
        if !(1..=MOST_PARTS).contains(&batch) {
            return Err(node.refuse("a batch", &format!("of {batch} (1 to {MOST_PARTS} are)")).into());
        }
        let mut parts: Vec<Vec<Tensor>> = Vec::new();
        for at in line(batch)? {
            let part = |b: &mut Builder<'_>, tensor: &Tensor| {
                let (place, axis) = (b.int32(at)?, b.int32(0)?);
                b.op("tf.GatherV2", &[tensor, &place, &axis], [("batch_dims", Attribute::Int(0))])
            };
            let mut own = Vec::new();
            for tensor in states {
                own.push(part(b, tensor)?);
            }
            let mut sources = Vec::new();
            for (tensor, &direction) in scanned.iter().zip(&directions) {
                let tensor = part(b, tensor)?;
                sources.push(Source::Slices { tensor, axis: 0, is_reversed: direction != 0 });
            }
            parts.push(self.scan(body, &own, sources, b, scope, around)?);
        }
        let count = parts.first().map_or(0, Vec::len);
        let mut results = Vec::new();
        for i in 0..count {
            let own: Vec<&Tensor> = parts.iter().map(|part| &part[i]).collect();
            results.push(b.op(
                "tf.Pack",
                &own,
                [("N", Attribute::Int(batch)), ("axis", Attribute::Int(0))],
            )?);
        }
        Ok(results)
    }

    /// The values behind the last step, and what the steps gave, along a new first dimension.
    fn scan(
        &self,
        body: &GraphProto,
        states: &[Tensor],
        sources: Vec<Source>,
        b: &mut Builder<'_>,
        scope: &Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        let Some(Source::Slices { tensor, axis, .. }) = sources.first() else {
            return Err("there is nothing to scan".into());
        };
        let (limit, known) = (b.size_of(tensor, *axis)?, tensor.dim(*axis));
        let iteration = Iteration { body, limit: Some(limit), goes: None, states: states.to_vec(), sources };
        let done = self.iterate(&iteration, b, scope, around)?;
        let mut results = done.states;
        for (list, facts) in done.collected {
            results.push(sequences::stacked(b, &list, &facts, known)?);
        }
        Ok(results)
    }
}
