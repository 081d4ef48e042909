//! `onnx.TfIdfVectorizer`: how often sequences of words of a pool are in texts.
//!
//! The pool has all sequences of one word, then those of two, and so on; the operand `counts` says where those of each length begin.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Tensor;

use crate::ops::memory::{result_metadata, room};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.TfIdfVectorizer", OpEntry::new().strings().dispatch(vectorize));
}

/// The sequences that are counted: lengths, and the largest distance of two words less one.
struct Range {
    least: usize,
    most: usize,
    skips: usize,
}

fn vectorize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let attrs = frame.attrs();
    let number = |name: &str, default: i64| -> Result<usize, OpError> {
        let number = attrs.get_int(name).unwrap_or(default);
        usize::try_from(number).map_err(|_| format!("{name} must not be negative, but is {number}").into())
    };
    let range = Range {
        least: number("min_gram_length", 1)?.max(1),
        most: number("max_gram_length", 1)?,
        skips: number("max_skip_count", 0)?,
    };
    let mode = attrs.get_str("mode").unwrap_or("TF").to_owned();
    let made = result_metadata(frame, 0)?;
    let width = made.shape.dims().last().copied().unwrap_or(0) as usize;
    let mut out = DispatchFrame::fresh(made)?;
    let columns = frame.values::<i64>(3)?;
    let weights = frame.values::<f32>(4)?;
    if weights.len() < width {
        return Err(format!("there are {} weights for {width} columns", weights.len()).into());
    }
    let dims = frame.tensor(0)?.shape().dims();
    let words = dims.last().copied().unwrap_or(0) as usize;
    let counts = frame.values::<i64>(2)?;
    let to = out.values_mut::<f32>();
    to.fill(0.0);
    let found = |row: usize, gram: usize| {
        let column = columns[gram] as usize;
        let own = &mut to[row * width + column];
        match &*mode {
            "IDF" => *own = weights[column],
            "TFIDF" => *own += weights[column],
            _ => *own += 1.0,
        }
    };
    match frame.tensor(0)? {
        Tensor::String(x) => {
            let all = grams(frame.strings(1)?.strings(), counts, columns.len())?;
            count(x.strings(), words, &all, &range, found);
        }
        _ => {
            let all = grams(frame.values::<i64>(1)?, counts, columns.len())?;
            count(frame.values::<i64>(0)?, words, &all, &range, found);
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// The numbers of the sequences of a pool.
fn grams<'p, W: Eq + Hash>(
    pool: &'p [W],
    counts: &[i64],
    columns: usize,
) -> Result<FxHashMap<&'p [W], usize>, OpError> {
    let mut all = FxHashMap::default();
    let mut starts = room(counts.len() + 1)?;
    for &start in counts {
        let start = usize::try_from(start).ok().filter(|&start| start <= pool.len());
        starts.push(start.ok_or_else(|| {
            format!("ngram_counts {counts:?} are not places in a pool of {} words", pool.len())
        })?);
    }
    starts.push(pool.len());
    let mut number = 0;
    for (length, ends) in (1..).zip(starts.windows(2)) {
        let part = pool.get(ends[0]..ends[1]).unwrap_or_default();
        for gram in part.chunks_exact(length) {
            all.entry(gram).or_insert(number);
            number += 1;
        }
    }
    match number <= columns {
        true => Ok(all),
        false => {
            let words = pool.len();
            Err(format!("a pool of shape [{words}] has {number} sequences, but there are {columns} columns")
                .into())
        }
    }
}

/// Calls `found` for each sequence of a row of words that is in the pool.
fn count<W: Eq + Hash + Clone>(
    x: &[W],
    words: usize,
    all: &FxHashMap<&[W], usize>,
    range: &Range,
    mut found: impl FnMut(usize, usize),
) {
    let longest = all.keys().map(|gram| gram.len()).max().unwrap_or(0);
    let mut gram = Vec::new();
    for (row, text) in x.chunks_exact(words.max(1)).enumerate() {
        for length in range.least..=range.most.min(longest).min(words) {
            // A single word skips nothing.
            let skips = if length == 1 { 0 } else { range.skips.min(words) };
            for step in 1..=skips + 1 {
                let reach = (length - 1) * step;
                for start in 0..words.saturating_sub(reach) {
                    gram.clear();
                    gram.extend((0..length).map(|i| text[start + i * step].clone()));
                    if let Some(&number) = all.get(&gram[..]) {
                        found(row, number);
                    }
                }
            }
        }
    }
}
