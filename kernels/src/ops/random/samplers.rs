//! Candidates for sampled losses: `tf.UniformCandidateSampler`, `tf.LogUniformCandidateSampler`, `tf.FixedUnigramCandidateSampler`,
//! `tf.AllCandidateSampler`.
//!
//! A sampler draws classes below a limit, with or without repetition, and tells how often each drawn class and each true class is to be
//! expected among them. Classes with given weights are drawn by the alias method (Vose, "A Linear Algorithm for Generating Random
//! Numbers with a Given Distribution", IEEE Transactions on Software Engineering 17, 1991).

use rustc_hash::FxHashSet;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};

use super::philox::Words;
use super::{Sequences, reserve_words};
use crate::ops::arrays::gather::positions;
use crate::ops::index_arguments::integer_vector;
use crate::ops::memory::{collected, filled, room};

/// Words that are set aside for each candidate of a call.
const WORDS_PER_CANDIDATE: usize = 2048;
/// Draws of a call after which a sampler without repetition gives up: the classes that are left have hardly any weight.
const MOST_DRAWS: usize = 1 << 28;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let mut add = |name: &str, sampler: fn(&DispatchFrame<'_>) -> Result<Sampler, OpError>| {
        let sequences = Sequences::default();
        ops.add(
            name,
            OpEntry::new()
                .dispatch(move |frame: &mut DispatchFrame<'_>| {
                    let sampler = sampler(frame)?;
                    sample(frame, &sequences, &sampler)
                })
                .side_effects(),
        );
    };
    add("tf.UniformCandidateSampler", |frame| Ok(Sampler::Uniform { classes: classes(frame)? }));
    add("tf.LogUniformCandidateSampler", |frame| Ok(Sampler::LogUniform { classes: classes(frame)? }));
    add("tf.FixedUnigramCandidateSampler", |frame| Weighted::of(frame).map(Sampler::Weighted));
    add("tf.AllCandidateSampler", |_| Ok(Sampler::All));
}

/// The distribution of classes.
enum Sampler {
    /// All classes below the limit alike.
    Uniform {
        classes: u64,
    },
    /// Class `k` by the logarithm of `(k + 2) / (k + 1)`, for classes in the order of their frequency.
    LogUniform {
        classes: u64,
    },
    Weighted(Weighted),
    /// No draw: each class below the number of candidates once.
    All,
}

impl Sampler {
    /// The number of classes that can be drawn.
    fn classes(&self) -> u64 {
        match self {
            Sampler::Uniform { classes } | Sampler::LogUniform { classes } => *classes,
            Sampler::Weighted(weighted) => {
                weighted.weights.iter().filter(|&&weight| weight > 0.0).count() as u64
            }
            Sampler::All => u64::MAX,
        }
    }

    fn draw(&self, words: &mut Words) -> i64 {
        match self {
            Sampler::Uniform { classes } => words.below_u64(*classes) as i64,
            Sampler::LogUniform { classes } => {
                let logarithm = (*classes as f64 + 1.0).ln();
                let drawn = (words.double() * logarithm).exp() as i64 - 1;
                // Rounding may reach the limit.
                drawn.rem_euclid(*classes as i64)
            }
            Sampler::Weighted(weighted) => weighted.draw(words) as i64,
            Sampler::All => 0,
        }
    }

    /// The probability of a class in one draw.
    fn probability(&self, class: i64) -> f32 {
        match self {
            Sampler::Uniform { classes } => (1.0 / *classes as f64) as f32,
            Sampler::LogUniform { classes } => {
                let class = class as f64;
                (((class + 2.0) / (class + 1.0)).ln() / (*classes as f64 + 1.0).ln()) as f32
            }
            Sampler::Weighted(weighted) => {
                let weight = usize::try_from(class).ok().and_then(|class| weighted.weights.get(class));
                weight.map_or(0.0, |&weight| (f64::from(weight) / weighted.sum) as f32)
            }
            Sampler::All => 1.0,
        }
    }
}

/// The attribute that limits the classes.
fn classes(frame: &DispatchFrame<'_>) -> Result<u64, OpError> {
    let limit = positive(frame, "range_max")?;
    Ok(limit as u64)
}

/// An attribute that counts something.
fn positive(frame: &DispatchFrame<'_>, name: &str) -> Result<usize, OpError> {
    let count = frame.attrs().get_int(name).ok_or_else(|| format!("missing '{name}' attribute"))?;
    let positive = usize::try_from(count).ok().filter(|&count| count >= 1);
    positive.ok_or_else(|| format!("attribute {name} must be at least 1, but is {count}").into())
}

/// Classes with weights, and the table by which they are drawn.
struct Weighted {
    weights: Vec<f32>,
    sum: f64,
    /// For each class: the share of its column that is its own, and the class that has the rest.
    columns: Vec<(f32, usize)>,
}

impl Weighted {
    /// As the attributes say: weights from a list, or from the last column of a file's lines, after reserved classes without weight.
    fn of(frame: &DispatchFrame<'_>) -> Result<Weighted, OpError> {
        let attrs = frame.attrs();
        let limit = positive(frame, "range_max")?;
        let number = |name: &str, default: i64| attrs.get_int(name).unwrap_or(default);
        let (shards, shard) = (number("num_shards", 1), number("shard", 0));
        if !(0..shards).contains(&shard) {
            return Err(format!("attribute shard must be in [0, {shards}), but is {shard}").into());
        }
        let distortion = attrs.get_float("distortion").unwrap_or(1.0) as f32;
        let file = attrs.get_string("vocab_file").unwrap_or_default();
        let listed: Vec<f32> = match attrs.get_array::<f32>("unigrams") {
            Some(listed) => listed.to_vec(),
            None => Vec::new(),
        };
        let given = match (file.is_empty(), listed.is_empty()) {
            (true, false) => listed,
            (false, true) => weights_in(file)?,
            _ => return Err("one of the attributes vocab_file and unigrams must say the weights".into()),
        };
        // Each shard has every so-manieth class, the reserved ones counted for themselves.
        let is_here = |number: usize| number as i64 % shards == shard;
        let reserved = number("num_reserved_ids", 0);
        let first = (reserved.saturating_sub(shard).max(0) as usize).div_ceil(shards as usize);
        if reserved < 0 || first > limit {
            return Err(format!("{reserved} reserved classes are not some of {limit}").into());
        }
        let (mut weights, mut sum) = (filled(0.0_f32, first)?, 0.0);
        for (at, weight) in given.into_iter().enumerate() {
            if is_here(first + at) {
                let weight = weight.powf(distortion);
                if !(weight >= 0.0 && weight.is_finite()) {
                    return Err(format!("the weight of class {} is {weight}", weights.len()).into());
                }
                sum += f64::from(weight);
                weights.push(weight);
            }
        }
        if weights.len() != limit {
            return Err(format!(
                "range_max is {limit}, but unigrams or vocab_file and reserved ids make {} classes",
                weights.len()
            )
            .into());
        }
        if sum <= 0.0 {
            return Err("no class has a weight".into());
        }
        let columns = columns(&weights)?;
        Ok(Weighted { weights, sum, columns })
    }

    fn draw(&self, words: &mut Words) -> usize {
        let share = words.float();
        let column = words.below(self.columns.len() as u32) as usize;
        let (own, other) = self.columns[column];
        if share < own { column } else { other }
    }
}

/// The weights in a file: the last of each line's parts between commas.
fn weights_in(path: &[u8]) -> Result<Vec<f32>, OpError> {
    let name = String::from_utf8_lossy(path);
    let text = std::fs::read_to_string(&*name)
        .map_err(|error| OpError::from(format!("cannot read vocab_file '{name}': {error}")))?;
    let weight = |(at, line): (usize, &str)| {
        let last = line.rsplit(',').next().unwrap_or(line).trim();
        last.parse()
            .map_err(|_| OpError::from(format!("line {} of '{name}' ends in no number: '{last}'", at + 1)))
    };
    text.lines().enumerate().filter(|(_, line)| !line.is_empty()).map(weight).collect()
}

/// The table of the alias method: columns of equal height, each of at most two classes.
fn columns(weights: &[f32]) -> Result<Vec<(f32, usize)>, OpError> {
    let count = weights.len();
    let mut sum = 0.0;
    weights.iter().for_each(|&weight| sum += f64::from(weight));
    let mut shares = room(count)?;
    shares.extend(weights.iter().map(|&weight| f64::from(weight * count as f32) / sum));
    let (mut high, mut low): (Vec<usize>, Vec<usize>) = (0..count).partition(|&at| shares[at] >= 1.0);
    let mut columns: Vec<(f32, usize)> = (0..count).map(|at| (1.0, at)).collect();
    while let (Some(&large), Some(&small)) = (high.last(), low.last()) {
        high.pop();
        low.pop();
        columns[small] = (shares[small] as f32, large);
        shares[large] -= 1.0 - shares[small];
        if shares[large] < 1.0 { low.push(large) } else { high.push(large) }
    }
    // What is left has a column of its own: its share is one but for rounding.
    Ok(columns)
}

/// Draws candidates, and tells how often they and the true classes are to be expected among them.
fn sample(frame: &mut DispatchFrame<'_>, sequences: &Sequences, sampler: &Sampler) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let (columns, wanted) = (positive(frame, "num_true")?, positive(frame, "num_sampled")?);
    let shape = frame.dense(0)?.shape().clone();
    if shape.rank() != 2 || shape.dim(1) != columns as i64 {
        return Err(format!(
            "true_classes must be a matrix with {columns} columns (num_true), got shape {shape}"
        )
        .into());
    }
    let unique = frame.attrs().get_bool("unique").ok_or("missing 'unique' attribute")?;
    if unique && wanted as u64 > sampler.classes() {
        return Err(format!(
            "num_sampled is {wanted}, but only {} different classes can be drawn",
            sampler.classes()
        )
        .into());
    }
    let out_of_memory =
        |error: OpError| OpError::from(format!("num_sampled is {wanted}: {}", error.message()));
    let mut candidates = room(wanted).map_err(out_of_memory)?;
    let mut draws = wanted;
    let count = wanted.checked_mul(WORDS_PER_CANDIDATE).ok_or("num_sampled is too large")?;
    let mut words = reserve_words(sequences, frame, count).words();
    match sampler {
        Sampler::All => candidates.extend(0..wanted as i64),
        _ if unique => {
            let mut seen = FxHashSet::default();
            seen.try_reserve(wanted).map_err(|_| format!("out of memory for {wanted} candidates"))?;
            draws = 0;
            while candidates.len() < wanted {
                draws += 1;
                if draws >= MOST_DRAWS {
                    return Err(
                        format!("{MOST_DRAWS} draws do not give {wanted} different candidates").into()
                    );
                }
                let drawn = sampler.draw(&mut words);
                if seen.insert(drawn) {
                    candidates.push(drawn);
                }
            }
        }
        _ => candidates.extend((0..wanted).map(|_| sampler.draw(&mut words))),
    }
    let expected = |&class: &i64| match (sampler, sampler.probability(class)) {
        (Sampler::All, _) => 1.0,
        (_, probability) if draws == wanted => probability * wanted as f32,
        // The chance to be among them at all.
        (_, probability) => -(draws as f32 * (-probability).ln_1p()).exp_m1(),
    };
    let of_true = collected(positions(frame, 0)?.iter().map(expected))?;
    let of_candidates = collected(candidates.iter().map(expected))?;
    let length = Shape::new(&[wanted as i64])?;
    frame.set(0, integer_vector(DType::I64, &candidates)?);
    frame.set(1, DenseHostTensor::from_values(shape, &of_true)?);
    frame.set(2, DenseHostTensor::from_values(length, &of_candidates)?);
    Ok(())
}
