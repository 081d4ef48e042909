//! Random numbers: the first operand is the shape.

use super::arrays::in_shape;
use super::elementwise::broadcast_dims;
use super::{Call, Dim, DimList, KnownShape, Outcome, Results, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    floats, takes(1).needing(&[0]).checked() => "tf.RandomUniform" "tf.RandomStandardNormal" "tf.TruncatedNormal";
    floats, takes(2).needing(&[0]).checked() =>
        "tf.StatelessRandomUniform" "tf.StatelessRandomNormal" "tf.StatelessTruncatedNormal";
    floats, takes(4).needing(&[0]).checked() =>
        "tf.StatelessRandomUniformV2" "tf.StatelessRandomNormalV2" "tf.StatelessTruncatedNormalV2";
    like_limits, takes(3).needing(&[0]).checked() => "tf.RandomUniformInt";
    like_limits, takes(4).needing(&[0]).checked() => "tf.StatelessRandomUniformInt";
    like_limits, takes(6).needing(&[0]).checked() => "tf.StatelessRandomUniformIntV2";
    any_integers, takes(1).needing(&[0]).checked() => "tf.NonDeterministicInts";
    full_integers, takes(2).needing(&[0]).checked() => "tf.StatelessRandomUniformFullInt";
    full_integers, takes(4).needing(&[0]).checked() => "tf.StatelessRandomUniformFullIntV2";
    for_each_parameter, takes(2).needing(&[0]).checked() => "tf.RandomGamma" "tf.RandomPoisson" "tf.RandomPoissonV2";
    gammas, takes(3).needing(&[0]).checked() => "tf.StatelessRandomGammaV2";
    gammas, takes(5).needing(&[0]).checked() => "tf.StatelessRandomGammaV3";
    poissons, takes(3).needing(&[0]).checked() => "tf.StatelessRandomPoisson";
    stateless_binomials, takes(4).needing(&[0]).checked() => "tf.StatelessRandomBinomial";
    stateful_floats, takes(3).needing(&[STATEFUL as i8]).checked() =>
        "tf.StatefulStandardNormalV2" "tf.StatefulUniform" "tf.StatefulTruncatedNormal";
    stateful_full_integers, takes(3).needing(&[STATEFUL as i8]).checked() => "tf.StatefulUniformFullInt";
    stateful_integers, takes(5).needing(&[STATEFUL as i8]).checked() => "tf.StatefulUniformInt";
    stateful_binomials, takes(5).needing(&[STATEFUL as i8]).checked() => "tf.StatefulRandomBinomial";
    shuffled, takes(4).unchecked() => "tf.StatelessShuffle";
    index, takes(3).unchecked() => "tf.RandomIndexShuffle";
    [sampled], takes(1).unchecked() =>
        "tf.UniformCandidateSampler" "tf.LogUniformCandidateSampler" "tf.FixedUnigramCandidateSampler" "tf.AllCandidateSampler";
};

/// The operand that is the shape, of ops whose generator is a variable.
const STATEFUL: usize = 2;

/// Numbers in the shape that operand `i` is.
fn numbers(call: &Call<'_>, i: usize, dtype: DType) -> Result<Outcome, OpError> {
    let shape = call.operands[i].shape;
    if !shape.may_have_rank(1) {
        return Err(format!("shape must be a vector of {{int32,int64}}, got shape {shape}").into());
    }
    if let Some(negative) = call.elements(i).and_then(|dims| dims.iter().find(|&&dim| dim < 0)) {
        return Err(format!("Dimension {negative} must be >= 0").into());
    }
    in_shape(Some(dtype), call, i)
}

fn floats(call: &Call<'_>) -> Result<Outcome, OpError> {
    numbers(call, 0, call.dtype("dtype", DType::F32))
}

/// Integers between the last two operands.
fn like_limits(call: &Call<'_>) -> Result<Outcome, OpError> {
    let Some(dtype) = call.operands[call.operands.len() - 2].dtype else { return Ok(Outcome::UNKNOWN) };
    numbers(call, 0, dtype)
}

fn any_integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    numbers(call, 0, call.dtype("dtype", DType::I64))
}

fn full_integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    numbers(call, 0, call.dtype("dtype", DType::UI64))
}

/// The element type that the attribute says, or else that of the last operand, a parameter of the distribution.
fn parameter_dtype(call: &Call<'_>) -> Option<DType> {
    call.attrs.get_dtype("dtype").or(call.operands[call.operands.len() - 1].dtype)
}

/// So many numbers for each element of the parameter: its dimensions follow the shape.
fn for_each_parameter(call: &Call<'_>) -> Result<Outcome, OpError> {
    let Some(dtype) = parameter_dtype(call) else { return Ok(Outcome::UNKNOWN) };
    let samples = numbers(call, 0, dtype)?;
    let (Some(mut dims), Some(inner)) = (samples.shape.view().dims(), call.operands[1].dims()) else {
        return Ok(Outcome::unranked(dtype));
    };
    dims.extend(inner);
    Ok(Outcome::new(Some(dtype), KnownShape::of(&dims)?))
}

fn gammas(call: &Call<'_>) -> Result<Outcome, OpError> {
    ending_with(call, 0, "alpha", call.operands[call.operands.len() - 1].dims())
}

fn poissons(call: &Call<'_>) -> Result<Outcome, OpError> {
    ending_with(call, 0, "lam", call.operands[2].dims())
}

fn stateless_binomials(call: &Call<'_>) -> Result<Outcome, OpError> {
    binomials(call, 0)
}

fn stateful_floats(call: &Call<'_>) -> Result<Outcome, OpError> {
    numbers(call, STATEFUL, call.dtype("dtype", DType::F32))
}

fn stateful_full_integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    numbers(call, STATEFUL, call.dtype("dtype", DType::UI64))
}

fn stateful_integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (wanted, Some(given)) = (call.attrs.get_dtype("dtype"), call.operands[STATEFUL + 1].dtype) else {
        return Ok(Outcome::UNKNOWN);
    };
    if wanted.is_some_and(|wanted| wanted != given) {
        return Err(format!("attribute dtype must be that of minval, {}", given.label()).into());
    }
    numbers(call, STATEFUL, given)
}

fn stateful_binomials(call: &Call<'_>) -> Result<Outcome, OpError> {
    binomials(call, STATEFUL)
}

/// Numbers in a shape that ends with the one that both parameters, the last operands, are broadcast to.
fn binomials(call: &Call<'_>, shape: usize) -> Result<Outcome, OpError> {
    let [.., counts, chances] = call.operands else { return Ok(Outcome::UNKNOWN) };
    let inner = match (counts.dims(), chances.dims()) {
        (Some(counts), Some(chances)) => Some(broadcast_dims(&counts, &chances)?),
        _ => None,
    };
    ending_with(call, shape, "counts and probs, broadcast,", inner)
}

/// Numbers in the shape that an operand is, which ends with the dimensions of the distribution's parameters.
fn ending_with(
    call: &Call<'_>,
    shape: usize,
    parameters: &str,
    inner: Option<DimList>,
) -> Result<Outcome, OpError> {
    let Some(dtype) = parameter_dtype(call) else { return Ok(Outcome::UNKNOWN) };
    let result = numbers(call, shape, dtype)?;
    if let (Some(dims), Some(inner)) = (result.shape.view().dims(), inner) {
        let start = dims.len().checked_sub(inner.len());
        if !start.is_some_and(|start| dims[start..].iter().zip(&inner).all(|(dim, inner)| dim.agrees(*inner)))
        {
            let inner = KnownShape::of(&inner)?;
            return Err(format!(
                "Shape passed in must end with the shape of {parameters} {}, but is {}",
                inner.view(),
                result.shape.view()
            )
            .into());
        }
    }
    Ok(result)
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
