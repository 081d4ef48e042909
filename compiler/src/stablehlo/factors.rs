//! Dimensions of an operation's operands and results that go together, by the meaning of the operation alone.
//!
//! A place is the number of a tensor, as each function says, and one of its dimensions.

use std::ops::Range;

use tfrt_dialects::stablehlo::attributes::{
    DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers,
};

/// The dimensions of a product that go together: of the left operand (0), the right one (1), and the result (2).
pub(super) fn product(numbers: &DotDimensionNumbers, ranks: [usize; 2]) -> Vec<Vec<(usize, usize)>> {
    let mut factors = Vec::new();
    let mut to = 0;
    for (&a, &b) in numbers.lhs_batching_dimensions.iter().zip(&numbers.rhs_batching_dimensions) {
        factors.push(vec![(0, a as usize), (1, b as usize), (2, to)]);
        to += 1;
    }
    let own = [
        (&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions),
        (&numbers.rhs_batching_dimensions, &numbers.rhs_contracting_dimensions),
    ];
    for (tensor, (batch, contracted)) in own.into_iter().enumerate() {
        for dim in 0..ranks[tensor] {
            if !batch.contains(&(dim as i64)) && !contracted.contains(&(dim as i64)) {
                factors.push(vec![(tensor, dim), (2, to)]);
                to += 1;
            }
        }
    }
    for (&a, &b) in numbers.lhs_contracting_dimensions.iter().zip(&numbers.rhs_contracting_dimensions) {
        factors.push(vec![(0, a as usize), (1, b as usize)]);
    }
    factors
}

/// The places of slices of one tensor in another, at places that a tensor of indices says.
pub(super) struct Indexed<'a> {
    /// The dimensions of the tensor of slices that run through a slice.
    window: &'a [i64],
    /// The dimensions that only the whole tensor has.
    gone: &'a [i64],
    batching: &'a [i64],
    indices_batching: &'a [i64],
    index_vector_dim: i64,
}

impl<'a> From<&'a GatherDimensionNumbers> for Indexed<'a> {
    fn from(numbers: &'a GatherDimensionNumbers) -> Indexed<'a> {
        Indexed {
            window: &numbers.offset_dims,
            gone: &numbers.collapsed_slice_dims,
            batching: &numbers.operand_batching_dims,
            indices_batching: &numbers.start_indices_batching_dims,
            index_vector_dim: numbers.index_vector_dim,
        }
    }
}

impl<'a> From<&'a ScatterDimensionNumbers> for Indexed<'a> {
    fn from(numbers: &'a ScatterDimensionNumbers) -> Indexed<'a> {
        Indexed {
            window: &numbers.update_window_dims,
            gone: &numbers.inserted_window_dims,
            batching: &numbers.input_batching_dims,
            indices_batching: &numbers.scatter_indices_batching_dims,
            index_vector_dim: numbers.index_vector_dim,
        }
    }
}

impl Indexed<'_> {
    /// The dimensions that go together: of the whole tensor (0), the indices (1), and the slices (2). A dimension of which slices have
    /// a part stands alone.
    pub(super) fn factors(&self, whole: &[i64], indices: usize, slices: &[i64]) -> Vec<Vec<(usize, usize)>> {
        let mut factors = Vec::new();
        let is_among = |dims: &[i64], at: usize| dims.contains(&(at as i64));
        let outer = (0..slices.len()).filter(|&at| !is_among(self.window, at));
        let index = (0..indices).filter(|&at| at as i64 != self.index_vector_dim);
        for (to, from) in outer.zip(index) {
            let mut factor = vec![(1, from), (2, to)];
            let batch = self.indices_batching.iter().position(|&dim| dim == from as i64);
            factor.extend(batch.and_then(|at| self.batching.get(at)).map(|&dim| (0, dim as usize)));
            factors.push(factor);
        }
        let inner = (0..whole.len()).filter(|&at| !is_among(self.gone, at) && !is_among(self.batching, at));
        for (from, &to) in inner.zip(self.window) {
            if slices.get(to as usize) == Some(&whole[from]) {
                factors.push(vec![(0, from), (2, to as usize)]);
            }
        }
        factors
    }
}

/// The smallest groups of neighbouring dimensions of a reshape that have as many elements as one another.
pub(super) fn groups(from: &[i64], to: &[i64]) -> Vec<[Range<usize>; 2]> {
    let mut found = Vec::new();
    if from.iter().chain(to).any(|&dim| dim <= 0) {
        return found;
    }
    let (mut a, mut b) = (0, 0);
    while a < from.len() && b < to.len() {
        // Dimensions of one element are passed by.
        if from[a] == 1 && to[b] != 1 {
            a += 1;
            continue;
        }
        if to[b] == 1 && from[a] != 1 {
            b += 1;
            continue;
        }
        let start = [a, b];
        let (mut left, mut right) = (from[a], to[b]);
        (a, b) = (a + 1, b + 1);
        while left != right {
            let (size, at, dims) =
                if left < right { (&mut left, &mut a, from) } else { (&mut right, &mut b, to) };
            let Some(&dim) = dims.get(*at) else { return found };
            *size = size.saturating_mul(dim);
            *at += 1;
        }
        found.push([start[0]..a, start[1]..b]);
    }
    found
}

/// How many of the axes that divide a group's dimensions divide each dimension of the other group: they come in order, the outermost first, as
/// long as they cut dimensions into equal parts. `axes` are the sizes of the axes of each dimension.
pub(super) fn carried(from: &[i64], axes: &[Vec<i64>], to: &[i64]) -> Vec<usize> {
    let mut all = Vec::new();
    for (&dim, own) in from.iter().zip(axes) {
        let mut left = dim;
        for &size in own.iter().take_while(|&&size| size > 0) {
            if left % size != 0 {
                break;
            }
            left /= size;
            all.push(size);
        }
        if left != 1 {
            break;
        }
    }
    let mut counts = vec![0; to.len()];
    let mut at = 0;
    let mut left = to.first().copied().unwrap_or(1);
    for size in all {
        while left == 1 && at + 1 < to.len() {
            at += 1;
            left = to[at];
        }
        if left % size != 0 || left == 1 && size != 1 {
            break;
        }
        left /= size;
        counts[at] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reshapes_have_groups_of_as_many_elements() {
        assert_eq!(groups(&[8, 4], &[32]), [[0..2, 0..1]]);
        assert_eq!(groups(&[2, 3, 4], &[6, 4]), [[0..2, 0..1], [2..3, 1..2]]);
        assert_eq!(groups(&[1, 5, 6], &[5, 1, 6]), [[1..2, 0..1], [2..3, 2..3]]);
        assert!(groups(&[0, 3], &[3, 0]).is_empty());
        assert!(groups(&[], &[1, 1]).is_empty());
    }

    #[test]
    fn axes_go_from_the_outermost_dimension_to_the_next() {
        assert_eq!(carried(&[8], &[vec![2, 2]], &[2, 4]), [1, 1]);
        assert_eq!(carried(&[2, 4], &[vec![2], vec![2]], &[8]), [2]);
        // What divides the inner dimension alone is no division of both.
        assert_eq!(carried(&[2, 4], &[vec![], vec![2]], &[8]), [0]);
        assert_eq!(carried(&[6, 4], &[vec![2], vec![2]], &[24]), [1]);
        assert_eq!(carried(&[6], &[vec![4]], &[6]), [0]);
        assert_eq!(carried(&[8], &[vec![4]], &[2, 4]), [0, 0]);
    }

    #[test]
    fn slices_keep_the_dimensions_that_they_have_whole() {
        let indexed =
            Indexed { window: &[1], gone: &[0], batching: &[], indices_batching: &[], index_vector_dim: 1 };
        assert_eq!(indexed.factors(&[8, 6], 2, &[2, 6]), [vec![(1, 0), (2, 0)], vec![(0, 1), (2, 1)]]);
        assert_eq!(indexed.factors(&[8, 6], 2, &[2, 3]), [vec![(1, 0), (2, 0)]]);
        let batched =
            Indexed { window: &[], gone: &[1], batching: &[0], indices_batching: &[0], index_vector_dim: 2 };
        assert_eq!(
            batched.factors(&[8, 6], 3, &[8, 2]),
            [vec![(1, 0), (2, 0), (0, 0)], vec![(1, 1), (2, 1)]]
        );
    }
}
