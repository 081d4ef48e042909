//! Random numbers: the first operand is the shape.

use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    floats, takes(1).needing(&[0]) => "tf.RandomUniform" "tf.RandomStandardNormal" "tf.TruncatedNormal";
    floats, takes(2).needing(&[0]) =>
        "tf.StatelessRandomUniform" "tf.StatelessRandomNormal" "tf.StatelessTruncatedNormal";
    floats, takes(4).needing(&[0]) =>
        "tf.StatelessRandomUniformV2" "tf.StatelessRandomNormalV2" "tf.StatelessTruncatedNormalV2";
    integers, takes(4).needing(&[0]) => "tf.StatelessRandomUniformInt";
    integers_v2, takes(6).needing(&[0]) => "tf.StatelessRandomUniformIntV2";
    any_integers, takes(1).needing(&[0]) => "tf.NonDeterministicInts";
    stateful, takes(3).needing(&[2]) =>
        "tf.StatefulStandardNormalV2" "tf.StatefulUniform" "tf.StatefulTruncatedNormal" "tf.StatefulUniformFullInt";
    stateful, takes(5).needing(&[2]) => "tf.StatefulUniformInt" "tf.StatefulRandomBinomial";
    shuffled, takes(4).unchecked() => "tf.StatelessShuffle";
    index, takes(3).unchecked() => "tf.RandomIndexShuffle";
    [sampled], takes(1).unchecked() =>
        "tf.UniformCandidateSampler" "tf.LogUniformCandidateSampler" "tf.FixedUnigramCandidateSampler" "tf.AllCandidateSampler";
};

fn floats(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.dtype("dtype", DType::F32), call.shape_in(0)))
}

fn integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(0)))
}

fn integers_v2(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[4].dtype, call.shape_in(0)))
}

fn any_integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.dtype("dtype", DType::I64), call.shape_in(0)))
}

/// Numbers from a generator that is a variable.
fn stateful(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.attrs.get_dtype("dtype"), call.shape_in(2)))
}

fn shuffled(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[0].like())
}

/// A place for each of as many numbers, keys or limits as there are.
fn index(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [numbers, seed, most] = call.operands else { return Ok(Outcome::UNKNOWN) };
    let count = match (numbers.rank(), seed.rank(), most.rank()) {
        (Some(0), Some(1), Some(0)) => return Ok(numbers.like()),
        (Some(1), ..) => numbers.dim(0),
        (_, _, Some(1)) => most.dim(0),
        (_, Some(2), _) => seed.dim(0),
        _ => return Ok(Outcome::unranked(numbers.dtype)),
    };
    Ok(Outcome::open(numbers.dtype, Some(DimList::from_slice(&[count]))))
}

/// Candidates, and how often the true classes and the candidates are to be expected.
fn sampled(call: &Call<'_>) -> Result<Results, OpError> {
    let count = Dim::of(call.int("num_sampled", -1));
    let candidates = |dtype| Outcome::open(dtype, Some(DimList::from_slice(&[count])));
    Ok(Results::from_iter([
        candidates(DType::I64),
        call.operands[0].with_dtype(DType::F32),
        candidates(DType::F32),
    ]))
}
