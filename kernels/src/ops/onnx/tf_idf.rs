//! `onnx.TfIdfVectorizer`: how often sequences of words of a pool are in texts.
//!
//! The pool has all sequences of one word, then those of two, and so on; the operand `counts` says where those of each length begin. Words
//! are numbered once, so that sequences are lists of numbers, of strings as of integers.

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
    if weights.len() < columns.len() {
        let (weights, columns) = (weights.len(), columns.len());
        return Err(format!("there are {weights} weights for {columns} sequences").into());
    }
    let dims = frame.tensor(0)?.shape().dims();
    let words = dims.last().copied().unwrap_or(0) as usize;
    let counts = frame.values::<i64>(2)?;
    let to = out.values_mut::<f32>();
    to.fill(0.0);
    let found = |row: usize, gram: usize| {
        let own = &mut to[row * width + columns[gram] as usize];
        match &*mode {
            "IDF" => *own = weights[gram],
            "TFIDF" => *own += weights[gram],
            _ => *own += 1.0,
        }
    };
    let (pool, text) = match frame.tensor(0)? {
        Tensor::String(x) => numbered(frame.strings(1)?.strings(), x.strings())?,
        _ => numbered(frame.values::<i64>(1)?, frame.values::<i64>(0)?)?,
    };
    let all = grams(&pool, counts, columns.len())?;
    count(&text, words, &all, &range, found);
    frame.finish(0, out);
    Ok(())
}

/// The number of a word that is not in the pool.
const OTHER: u32 = u32::MAX;

/// The words of a pool and of texts as numbers, equal words as equal ones.
fn numbered<W: Eq + Hash>(pool: &[W], text: &[W]) -> Result<(Vec<u32>, Vec<u32>), OpError> {
    let mut all: FxHashMap<&W, u32> = FxHashMap::default();
    let (mut of_pool, mut of_text) = (room(pool.len())?, room(text.len())?);
    for word in pool {
        let next = u32::try_from(all.len()).ok().filter(|&next| next != OTHER);
        let next = next.ok_or_else(|| format!("a pool of {} words is too large", pool.len()))?;
        of_pool.push(*all.entry(word).or_insert(next));
    }
    of_text.extend(text.iter().map(|word| all.get(word).copied().unwrap_or(OTHER)));
    Ok((of_pool, of_text))
}

/// The numbers of the sequences of a pool.
fn grams<'p>(
    pool: &'p [u32],
    counts: &[i64],
    columns: usize,
) -> Result<FxHashMap<&'p [u32], usize>, OpError> {
    let mut all = FxHashMap::default();
    let wrong =
        || format!("ngram_counts {counts:?} are not ascending places in a pool of shape [{}]", pool.len());
    let mut number = 0;
    for (at, &start) in counts.iter().enumerate() {
        let end = counts.get(at + 1).map_or(Ok(pool.len()), |&end| usize::try_from(end));
        let range = usize::try_from(start).ok().zip(end.ok());
        let part = range.and_then(|(start, end)| pool.get(start..end)).ok_or_else(wrong)?;
        for gram in part.chunks_exact(at + 1) {
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
fn count(
    text: &[u32],
    words: usize,
    all: &FxHashMap<&[u32], usize>,
    range: &Range,
    mut found: impl FnMut(usize, usize),
) {
    let longest = all.keys().map(|gram| gram.len()).max().unwrap_or(0);
    let (mut gram, mut starts) = (Vec::new(), Vec::new());
    for (row, text) in text.chunks_exact(words.max(1)).enumerate() {
        // Most words of a text are in no sequence.
        starts.clear();
        starts.extend((0..words).filter(|&start| text[start] != OTHER));
        for length in range.least..=range.most.min(longest).min(words) {
            // A single word skips nothing; no more are skipped than there are.
            let skips = if length == 1 { 0 } else { range.skips.min(words / (length - 1)) };
            for step in 1..=skips + 1 {
                let end = words.saturating_sub((length - 1) * step);
                for &start in starts.iter().take_while(|&&start| start < end) {
                    gram.clear();
                    gram.extend((0..length).map(|i| text[start + i * step]));
                    if let Some(&number) = all.get(&gram[..]) {
                        found(row, number);
                    }
                }
            }
        }
    }
}
