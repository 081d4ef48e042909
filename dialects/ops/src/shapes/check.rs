//! Tests the rules of shape functions on a call: hides known facts, part by part, and compares the answers.

use super::{Call, Dim, DimList, KnownShape, Operand, Outcome, Results, ShapeRow, ShapeView};
use crate::OpError;

/// Whether both may describe one tensor.
fn is_compatible(less: &Outcome, more: &Outcome) -> bool {
    let dtype = match (less.dtype, more.dtype) {
        (Some(less), Some(more)) => less == more,
        _ => true,
    };
    dtype && less.shape.view().agrees(&more.shape.view())
}

impl ShapeRow {
    /// Compares the answer to a call of which everything is known, or the metadata of what the op computed, with the answers to the call
    /// and to calls of which less is known.
    ///
    /// # Errors
    /// An answer from less knowledge contradicts `answer`, or refuses a call that is right; the text says which.
    pub fn check(&self, call: &Call<'_>, answer: &Results) -> Result<(), String> {
        self.agrees(call, answer, self.infer(call), "nothing")?;
        for hidden in 0..call.operands.len() {
            let operand = call.operands[hidden];
            let dims = operand.dims().unwrap_or_default();
            self.compare(call, answer, hidden, Operand::UNKNOWN)?;
            self.compare(
                call,
                answer,
                hidden,
                Operand { shape: ShapeView::Unranked, elements: None, ..operand },
            )?;
            if operand.elements.is_some() {
                self.compare(call, answer, hidden, Operand { elements: None, ..operand })?;
            }
            let all: DimList = dims.iter().map(|_| Dim::UNKNOWN).collect();
            for axis in 0..dims.len() {
                let mut one = dims.clone();
                one[axis] = Dim::UNKNOWN;
                let shape = ShapeView::Partial(&one);
                self.compare(call, answer, hidden, Operand { shape, elements: None, ..operand })?;
            }
            if !all.is_empty() {
                let shape = ShapeView::Partial(&all);
                self.compare(call, answer, hidden, Operand { shape, elements: None, ..operand })?;
            }
        }
        let unknown: Vec<KnownShape> = call
            .operands
            .iter()
            .map(|operand| match operand.rank() {
                Some(rank) if rank > 0 => KnownShape::Partial(vec![Dim::UNKNOWN; rank].into()),
                _ => operand.shape.to_known(),
            })
            .collect();
        let operands: Vec<Operand<'_>> = call
            .operands
            .iter()
            .zip(&unknown)
            .map(|(operand, shape)| Operand { shape: shape.view(), ..*operand })
            .collect();
        self.agrees(call, answer, self.infer(&Call { operands: &operands, ..*call }), "all dimensions")
    }

    fn compare(
        &self,
        call: &Call<'_>,
        answer: &Results,
        hidden: usize,
        instead: Operand<'_>,
    ) -> Result<(), String> {
        let mut operands = call.operands.to_vec();
        operands[hidden] = instead;
        let less = self.infer(&Call { operands: &operands, ..*call });
        self.agrees(call, answer, less, &format!("operand {hidden} but {instead}"))
    }

    fn agrees(
        &self,
        call: &Call<'_>,
        answer: &Results,
        less: Result<Results, OpError>,
        hidden: &str,
    ) -> Result<(), String> {
        let of = || {
            let operands: Vec<String> = call.operands.iter().map(ToString::to_string).collect();
            format!("{} of {} without {hidden}", self.op, operands.join(", "))
        };
        let less = less.map_err(|error| format!("{} is refused: {error}", of()))?;
        // Who takes fewer results than there are need not know of them.
        let has_more = less.len() > answer.len() && call.num_results.is_none();
        if has_more || less.iter().zip(answer).any(|(less, more)| !is_compatible(less, more)) {
            let text =
                |results: &Results| results.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            return Err(format!("{} gives {}, not {}", of(), text(&less), text(answer)));
        }
        Ok(())
    }
}
