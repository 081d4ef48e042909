//! `FlexAttention`: attention whose scores and probabilities graphs of the model change.

use tfrt_ops::DType;

use super::outputs;
use crate::builder::{Builder, NONE, Tensor};
use crate::import::{Imported, Importer, Scope, Surroundings};
use crate::node::Node;
use crate::ops::{attention, linear};

impl Importer<'_> {
    /// Attention with graphs that change its scores and probabilities.
    pub(super) fn attention(
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
}
