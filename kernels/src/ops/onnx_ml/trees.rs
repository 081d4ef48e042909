//! `onnx_ml.TreeEnsemble`: sums, means or extremes of what decision trees say of rows of features.
//!
//! [`tfrt_ops::trees`] says what a node is. The nodes that follow a decision come after it, so that every path ends; a path that breaks a rule
//! is an error.
//!
//! The weights of a row are added tree by tree in the dtype of the features: results depend neither on the number of rows nor on that of threads.
//! A score is what was added, and the base of its target. The largest is the first among those to which a leaf or a base contributed.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Element;
use tfrt_ops::trees::{LEAF, MISSING};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::number::Real;

/// Rows that go through a tree before the next tree is read.
const BLOCK: usize = 64;

/// Rows times trees from which on threads share the work.
const SHARED: usize = 1 << 14;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "onnx_ml.TreeEnsemble",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(7)?;
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats], run::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

/// The combination of the weights of a target.
#[derive(Clone, Copy, PartialEq)]
enum Aggregate {
    Sum,
    Average,
    Min,
    Max,
}

struct Forest<'f, T> {
    nodes: &'f [[i32; 4]],
    thresholds: &'f [T],
    roots: &'f [i32],
    targets: &'f [i32],
    weights: &'f [T],
    base: &'f [T],
    aggregate: Aggregate,
}

impl<T: Element + Real> Forest<'_, T> {
    /// The weights of the leaf that a row comes to; nothing if the path breaks a rule.
    #[inline]
    fn leaf(&self, root: i32, row: &[T]) -> Option<std::ops::Range<usize>> {
        let mut at = root as usize;
        loop {
            let [mode, feature, yes, no] = *self.nodes.get(at)?;
            if mode == LEAF {
                return Some(feature as usize..yes as usize);
            }
            let (value, threshold) = (*row.get(feature as usize)?, *self.thresholds.get(at)?);
            let holds = match mode & !MISSING {
                0 => value <= threshold,
                1 => value < threshold,
                2 => value >= threshold,
                3 => value > threshold,
                4 => value == threshold,
                5 => value != threshold,
                _ => return None,
            };
            let holds = holds || (mode & MISSING != 0 && value.is_nan());
            let next = if holds { yes } else { no } as usize;
            if next <= at {
                return None;
            }
            at = next;
        }
    }

    /// The scores of some rows, and the places of the largest.
    fn block(
        &self,
        rows: &[T],
        columns: usize,
        scores: &mut [T],
        largest: &mut [i64],
    ) -> Result<(), OpError> {
        let count = self.base.len();
        let mut seen = filled(false, scores.len())?;
        scores.fill(T::ZERO);
        let broken = || OpError::from("the nodes are no trees over these features and targets");
        for &root in self.roots {
            for at in 0..largest.len() {
                let range = self.leaf(root, &rows[at * columns..][..columns]).ok_or_else(broken)?;
                let targets = self.targets.get(range.clone()).ok_or_else(broken)?;
                let weights = self.weights.get(range).ok_or_else(broken)?;
                for (&target, &weight) in targets.iter().zip(weights) {
                    let target = usize::try_from(target).ok().filter(|&target| target < count);
                    let place = at * count + target.ok_or_else(broken)?;
                    let (score, is_first) = (scores[place], !std::mem::replace(&mut seen[place], true));
                    scores[place] = match self.aggregate {
                        Aggregate::Sum | Aggregate::Average => score.plus(weight),
                        _ if is_first => weight,
                        Aggregate::Min => score.smaller(weight),
                        Aggregate::Max => score.larger(weight),
                    };
                }
            }
        }
        // Bases that are all zero count as absent.
        let has_base = self.base.iter().any(|&base| base != T::ZERO);
        for ((scores, seen), largest) in scores.chunks_mut(count).zip(seen.chunks(count)).zip(largest) {
            for (score, &base) in scores.iter_mut().zip(self.base) {
                if self.aggregate == Aggregate::Average {
                    *score = T::mean(score.widen(), self.roots.len().max(1));
                }
                *score = score.plus(base);
            }
            let mut best: Option<usize> = None;
            for (at, &score) in scores.iter().enumerate().filter(|&(at, _)| has_base || seen[at]) {
                if best.is_none_or(|best| score > scores[best]) {
                    best = Some(at);
                }
            }
            *largest = best.unwrap_or(0) as i64;
        }
        Ok(())
    }
}

fn run<T: Element + Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut scores = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut largest = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let (nodes, rest) = frame.values::<i32>(1)?.as_chunks::<4>();
    let aggregate = match frame.attrs().get_str("aggregate") {
        None | Some("SUM") => Aggregate::Sum,
        Some("AVERAGE") => Aggregate::Average,
        Some("MIN") => Aggregate::Min,
        Some("MAX") => Aggregate::Max,
        Some(other) => return Err(format!("'{other}' is no way to aggregate").into()),
    };
    let forest = Forest {
        nodes,
        thresholds: frame.values::<T>(2)?,
        roots: frame.values::<i32>(3)?,
        targets: frame.values::<i32>(4)?,
        weights: frame.values::<T>(5)?,
        base: frame.values::<T>(6)?,
        aggregate,
    };
    if !rest.is_empty() || forest.base.is_empty() {
        return Err("a node has four integers, and there is at least one target".into());
    }
    let (rows, columns) = (frame.values::<T>(0)?, frame.dense(0)?.shape().dims()[1] as usize);
    let (all, places) = (scores.values_mut::<T>(), largest.values_mut::<i64>());
    let is_shared = places.len() > BLOCK && places.len().saturating_mul(forest.roots.len()) >= SHARED;
    let blocks = all.chunks_mut(BLOCK * forest.base.len()).zip(places.chunks_mut(BLOCK)).enumerate();
    let run = |at: usize, scores: &mut [T], places: &mut [i64]| {
        let rows = &rows[at * BLOCK * columns..][..places.len() * columns];
        forest.block(rows, columns, scores, places)
    };
    if is_shared {
        let failed = Mutex::new(None);
        let tasks: Vec<_> = blocks.map(|(at, (scores, places))| (at, Mutex::new((scores, places)))).collect();
        frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (at, task) in &tasks[begin..end] {
                let (scores, places) = &mut *task.lock();
                if let Err(error) = run(*at, scores, places) {
                    *failed.lock() = Some(error);
                }
            }
        });
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
    } else {
        for (at, (scores, places)) in blocks {
            run(at, scores, places)?;
        }
    }
    frame.finish(0, scores);
    frame.finish(1, largest);
    Ok(())
}
