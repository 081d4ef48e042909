//! Functions of elements.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Scaled, Tensor, strings};
use crate::node::Node;
use crate::small::{self, Element, Rounding};

pub(super) const OPS: Table = &[
    ("Abs", |b, n| unary(b, n, "tf.Abs")),
    ("Acos", |b, n| unary(b, n, "tf.Acos")),
    ("Acosh", |b, n| unary(b, n, "tf.Acosh")),
    ("Asin", |b, n| unary(b, n, "tf.Asin")),
    ("Asinh", |b, n| unary(b, n, "tf.Asinh")),
    ("Atan", |b, n| unary(b, n, "tf.Atan")),
    ("Atanh", |b, n| unary(b, n, "tf.Atanh")),
    ("Ceil", |b, n| unary(b, n, "tf.Ceil")),
    ("Cos", |b, n| unary(b, n, "tf.Cos")),
    ("Cosh", |b, n| unary(b, n, "tf.Cosh")),
    ("Erf", |b, n| unary(b, n, "tf.Erf")),
    ("Exp", |b, n| unary(b, n, "tf.Exp")),
    ("Floor", |b, n| unary(b, n, "tf.Floor")),
    ("IsNaN", |b, n| unary(b, n, "tf.IsNan")),
    ("Log", |b, n| unary(b, n, "tf.Log")),
    ("Neg", |b, n| unary(b, n, "tf.Neg")),
    ("Not", |b, n| unary(b, n, "tf.LogicalNot")),
    ("Reciprocal", |b, n| unary(b, n, "tf.Reciprocal")),
    ("Relu", rectify),
    ("Round", |b, n| unary(b, n, "tf.Rint")),
    ("Sigmoid", |b, n| unary(b, n, "tf.Sigmoid")),
    ("Sign", |b, n| unary(b, n, "tf.Sign")),
    ("Sin", |b, n| unary(b, n, "tf.Sin")),
    ("Sinh", |b, n| unary(b, n, "tf.Sinh")),
    ("Softplus", |b, n| unary(b, n, "tf.Softplus")),
    ("Softsign", |b, n| unary(b, n, "tf.Softsign")),
    ("Sqrt", |b, n| unary(b, n, "tf.Sqrt")),
    ("Tan", |b, n| unary(b, n, "tf.Tan")),
    ("Tanh", |b, n| unary(b, n, "tf.Tanh")),
    ("BitwiseNot", |b, n| unary(b, n, "tf.Invert")),
    ("Det", |b, n| Ok(vec![b.op("tf.MatrixDeterminant", &[n.input(0)?], NONE)?])),
    ("Identity", |_, n| Ok(vec![n.input(0)?.clone()])),
    ("Add", add),
    ("Sub", |b, n| binary(b, n, "tf.Sub")),
    ("Mul", |b, n| binary(b, n, "tf.Mul")),
    ("Div", divide),
    ("And", |b, n| binary(b, n, "tf.LogicalAnd")),
    ("Or", |b, n| binary(b, n, "tf.LogicalOr")),
    ("Xor", |b, n| binary(b, n, "tf.NotEqual")),
    ("Equal", equal),
    ("Greater", |b, n| binary(b, n, "tf.Greater")),
    ("GreaterOrEqual", |b, n| binary(b, n, "tf.GreaterEqual")),
    ("Less", |b, n| binary(b, n, "tf.Less")),
    ("LessOrEqual", |b, n| binary(b, n, "tf.LessEqual")),
    ("BitwiseAnd", |b, n| binary(b, n, "tf.BitwiseAnd")),
    ("BitwiseOr", |b, n| binary(b, n, "tf.BitwiseOr")),
    ("BitwiseXor", |b, n| binary(b, n, "tf.BitwiseXor")),
    ("BitShift", shift),
    ("Mod", modulo),
    ("Pow", power),
    ("Max", |b, n| many(b, n, "tf.Maximum")),
    ("Min", |b, n| many(b, n, "tf.Minimum")),
    ("Sum", |b, n| many(b, n, "tf.AddV2")),
    ("Mean", mean),
    ("Where", |b, n| {
        Ok(vec![b.elementwise("tf.SelectV2", &[n.input(0)?, n.input(1)?, n.input(2)?], NONE)?])
    }),
    ("Cast", cast),
    ("CastLike", |b, n| {
        let to = n.input(1)?.element()?;
        cast_to(b, n, to)
    }),
    ("BitCast", |b, n| {
        let dtype = n.dtype("to")?.ok_or("the attribute 'to' is missing")?;
        let x = n.input(0)?;
        match (x.dtype()?, dtype) {
            (DType::I1, DType::UI8 | DType::I8) => return Ok(vec![b.cast(x, dtype)?]),
            (DType::UI8 | DType::I8, DType::I1) => return Err(n.refuse("to", "bool")),
            _ => {}
        }
        Ok(vec![b.op("tf.Bitcast", &[n.input(0)?], [("type", Attribute::Type(dtype))])?])
    }),
    ("Clip", clip),
    ("IsInf", is_inf),
    ("Elu", |b, n| {
        let alpha = n.float("alpha", 1.0);
        elu(b, n.input(0)?, alpha, 1.0)
    }),
    ("Celu", |b, n| {
        let alpha = n.float("alpha", 1.0);
        elu(b, n.input(0)?, alpha, alpha)
    }),
    ("Selu", selu),
    ("LeakyRelu", |b, n| {
        let alpha = Attribute::Float(n.float("alpha", 0.01));
        Ok(vec![b.elementwise("tf.LeakyRelu", &[n.input(0)?], [("alpha", alpha)])?])
    }),
    ("PRelu", |b, n| {
        let (x, mut slope) = (n.input(0)?, n.input(1)?.clone());
        // The first versions have a slope for each channel.
        if n.opset < 7 && slope.rank() == Ok(1) && x.rank()? > 1 {
            let dims = [&[-1][..], &vec![1; x.rank()? - 2]].concat();
            slope = b.reshape(&slope, &dims)?;
        }
        let zero = b.number(x.dtype()?, 0.0)?;
        let negative = b.elementwise("tf.Less", &[x, &zero], NONE)?;
        let scaled = b.elementwise("tf.Mul", &[x, &slope], NONE)?;
        Ok(vec![b.elementwise("tf.SelectV2", &[&negative, &scaled, x], NONE)?])
    }),
    ("ThresholdedRelu", |b, n| {
        let x = n.input(0)?;
        let (dtype, alpha) = (x.dtype()?, n.float("alpha", 1.0));
        let (zero, alpha) = (b.number(dtype, 0.0)?, b.number(dtype, f64::from(alpha))?);
        let above = b.elementwise("tf.Greater", &[x, &alpha], NONE)?;
        Ok(vec![b.elementwise("tf.SelectV2", &[&above, x, &zero], NONE)?])
    }),
    ("HardSigmoid", |b, n| {
        let (alpha, beta) = (n.float("alpha", 0.2), n.float("beta", 0.5));
        Ok(vec![hard_sigmoid(b, n.input(0)?, f64::from(alpha), f64::from(beta))?])
    }),
    ("HardSwish", |b, n| {
        let gate = hard_sigmoid(b, n.input(0)?, 1.0 / 6.0, 0.5)?;
        Ok(vec![b.elementwise("tf.Mul", &[n.input(0)?, &gate], NONE)?])
    }),
    ("Mish", |b, n| {
        let soft = b.elementwise("tf.Softplus", &[n.input(0)?], NONE)?;
        let gate = b.elementwise("tf.Tanh", &[&soft], NONE)?;
        Ok(vec![b.elementwise("tf.Mul", &[n.input(0)?, &gate], NONE)?])
    }),
    ("Swish", |b, n| {
        let alpha = b.number(n.input(0)?.dtype()?, f64::from(n.float("alpha", 1.0)))?;
        let scaled = b.elementwise("tf.Mul", &[n.input(0)?, &alpha], NONE)?;
        let gate = b.elementwise("tf.Sigmoid", &[&scaled], NONE)?;
        Ok(vec![b.elementwise("tf.Mul", &[n.input(0)?, &gate], NONE)?])
    }),
    ("SwiGLU", |b, n| {
        let alpha = b.number(n.input(0)?.dtype()?, f64::from(n.float("alpha", 1.0)))?;
        let scaled = b.elementwise("tf.Mul", &[n.input(0)?, &alpha], NONE)?;
        let gate = b.elementwise("tf.Sigmoid", &[&scaled], NONE)?;
        let gate = b.elementwise("tf.Mul", &[n.input(0)?, &gate], NONE)?;
        Ok(vec![b.elementwise("tf.Mul", &[&gate, n.input(1)?], NONE)?])
    }),
    ("Gelu", gelu),
    ("Shrink", shrink),
];

fn unary(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let is_unsigned = matches!(x.known_dtype(), Some(DType::UI8 | DType::UI16 | DType::UI32 | DType::UI64));
    if is_unsigned && op == "tf.Abs" {
        return Ok(vec![x.clone()]);
    }
    Ok(vec![b.elementwise(op, &[x], NONE)?])
}

/// The second operand of an op that broadcasts as versions before 7 do: from `axis` on.
fn broadcast(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Tensor> {
    let (x, y) = (n.input(0)?, n.input(1)?);
    let Some(axis) = n.attr("axis").filter(|_| n.opset < 7 && n.int("broadcast", 0) != 0) else {
        return Ok(y.clone());
    };
    let (rank, own) = (x.rank()?, y.rank()?);
    let at = crate::node::axis(axis.i(), rank)?;
    let mut dims = y.open_sizes()?;
    dims.resize(own.max(rank.saturating_sub(at)), 1);
    b.reshape(y, &dims)
}

fn binary(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let y = broadcast(b, n)?;
    Ok(vec![b.elementwise(op, &[n.input(0)?, &y], NONE)?])
}

/// A sum, also of integers times scales.
fn add(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, y) = (n.input(0)?, broadcast(b, n)?);
    let sum = b.elementwise("tf.AddV2", &[x, &y], NONE)?;
    Ok(vec![match Scaled::sum(x, &y) {
        Some(scaled) => sum.with_scaled(scaled),
        None => sum,
    }])
}

/// Zero for negative numbers, also for sums of integers times scales.
fn rectify(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let mut results = unary(b, n, "tf.Relu")?;
    if let (Some(scaled), [result]) = (n.input(0)?.scaled(), &mut results[..]) {
        *result = result.clone().with_scaled(Scaled { is_rectified: true, ..(*scaled).clone() });
    }
    Ok(results)
}

fn divide(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let real = matches!(n.input(0)?.dtype()?, DType::F16 | DType::BF16 | DType::F32 | DType::F64);
    binary(b, n, if real { "tf.RealDiv" } else { "tf.TruncateDiv" })
}

/// By as many bits as the element type has or more, or by less than none, everything goes: signs stay.
fn shift(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, by) = (n.input(0)?, n.input(1)?);
    let op = match n.text("direction", "")? {
        "LEFT" => "tf.LeftShift",
        "RIGHT" => "tf.RightShift",
        other => return Err(n.refuse("direction", &format!("'{other}'"))),
    };
    let dtype = x.dtype()?;
    let bits = 8 * dtype.size().ok_or("the elements are no integers")? as i64;
    if by.ints().is_some_and(|by| by.iter().all(|by| (0..bits).contains(by))) {
        return binary(b, n, op);
    }
    let (zero, width) = (b.number(dtype, 0.0)?, b.number(dtype, bits as f64)?);
    let is_less = b.op("tf.Less", &[by, &width], NONE)?;
    let is_positive = b.op("tf.GreaterEqual", &[by, &zero], NONE)?;
    let fits = b.op("tf.LogicalAnd", &[&is_less, &is_positive], NONE)?;
    let own = b.op("tf.SelectV2", &[&fits, by, &zero], NONE)?;
    let shifted = b.op(op, &[x, &own], NONE)?;
    let is_signed = matches!(dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64);
    let rest = match is_signed && op == "tf.RightShift" {
        false => zero,
        true => {
            let most = b.number(dtype, (bits - 1) as f64)?;
            b.op(op, &[x, &most], NONE)?
        }
    };
    Ok(vec![b.op("tf.SelectV2", &[&fits, &shifted, &rest], NONE)?])
}

fn modulo(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    binary(b, n, if n.int("fmod", 0) == 0 { "tf.FloorMod" } else { "tf.TruncateMod" })
}

/// The exponent may have another element type; the result has the base's.
fn power(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, y) = (n.input(0)?, broadcast(b, n)?);
    let (of, to) = (y.dtype()?, x.dtype()?);
    let is_real = |dtype| matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64);
    if is_real(of) && !is_real(to) {
        let wide = b.cast(x, DType::F64)?;
        let y = b.cast(&y, DType::F64)?;
        let power = b.elementwise("tf.Pow", &[&wide, &y], NONE)?;
        return Ok(vec![b.cast(&power, to)?]);
    }
    let y = b.cast(&y, to)?;
    Ok(vec![b.elementwise("tf.Pow", &[x, &y], NONE)?])
}

fn fold(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Tensor> {
    let all = n.all()?;
    let (first, rest) = all.split_first().ok_or("there are no inputs")?;
    let mut result = (*first).clone();
    for next in rest {
        result = b.elementwise(op, &[&result, next], NONE)?;
    }
    Ok(result)
}

fn many(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    Ok(vec![fold(b, n, op)?])
}

fn mean(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let sum = fold(b, n, "tf.AddV2")?;
    let count = b.number(sum.dtype()?, n.inputs.len() as f64)?;
    Ok(vec![b.elementwise("tf.RealDiv", &[&sum, &count], NONE)?])
}

/// Whether elements are equal. Numbers that are known choose branches, and sizes depend on those.
fn equal(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    if let (Some(x), Some(y)) = (n.input(0)?.ints(), n.input(1)?.ints())
        && let ([x], [y]) = (&x[..], &y[..])
        && n.input(0)?.rank() == Ok(0)
        && n.input(1)?.rank() == Ok(0)
    {
        return Ok(vec![b.number(DType::I1, f64::from(u8::from(x == y)))?]);
    }
    binary(b, n, "tf.Equal")
}

fn cast(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let to = match n.attr("to") {
        // The first versions name it.
        Some(attr) if attr.s.is_some() => {
            let names = [
                ("FLOAT", 1),
                ("UINT8", 2),
                ("INT8", 3),
                ("UINT16", 4),
                ("INT16", 5),
                ("INT32", 6),
                ("INT64", 7),
                ("STRING", 8),
                ("BOOL", 9),
                ("FLOAT16", 10),
                ("DOUBLE", 11),
                ("UINT32", 12),
                ("UINT64", 13),
            ];
            let name = n.text("to", "")?;
            let number = names.iter().find(|(known, _)| *known == name).map(|(_, number)| *number);
            crate::tensor::element(number.unwrap_or(0))?
        }
        _ => n.element("to")?.ok_or("the attribute 'to' is missing")?,
    };
    cast_to(b, n, to)
}

fn cast_to(b: &mut Builder<'_>, n: &Node<'_>, to: Element) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let of = x.dtype()?;
    if let Some(small) = to.small {
        let number = match of {
            DType::String => b.op("tf.StringToNumber", &[x], [("out_type", Attribute::Type(DType::F32))])?,
            _ => x.clone(),
        };
        return Ok(vec![small::cast(b, &number, small, Rounding::of(n)?)?]);
    }
    let dtype = to.dtype;
    if x.small().is_some() && of == dtype {
        return Ok(vec![x.clone().with_small(None)]);
    }
    Ok(vec![match (of, dtype) {
        (DType::String, DType::String) => x.clone(),
        (DType::String, DType::F32 | DType::F64 | DType::I32 | DType::I64) => {
            b.op("tf.StringToNumber", &[x], [("out_type", Attribute::Type(dtype))])?
        }
        (DType::String, DType::F16 | DType::BF16) => {
            let wide = b.op("tf.StringToNumber", &[x], [("out_type", Attribute::Type(DType::F32))])?;
            b.cast(&wide, dtype)?
        }
        (DType::String, DType::I8 | DType::I16 | DType::UI8 | DType::UI16 | DType::UI32) => {
            let wide = b.op("tf.StringToNumber", &[x], [("out_type", Attribute::Type(DType::I64))])?;
            b.cast(&wide, dtype)?
        }
        (DType::String, _) => return Err(format!("a cast from strings to {dtype} is not supported")),
        (_, DType::String) => text_of(b, x, of)?,
        (_, DType::I1) => {
            let zero = b.number(of, 0.0)?;
            b.elementwise("tf.NotEqual", &[x, &zero], NONE)?
        }
        _ => b.cast(x, dtype)?,
    }])
}

/// Numbers as texts, as ONNX Runtime writes them: floats of any width with eight digits, booleans as digits.
fn text_of(b: &mut Builder<'_>, x: &Tensor, of: DType) -> Result<Tensor> {
    match of {
        DType::F64 | DType::F32 | DType::F16 | DType::BF16 => {}
        DType::I1 => {
            let digits = b.cast(x, DType::I32)?;
            return b.op("tf.AsString", &[&digits], NONE);
        }
        _ => return b.op("tf.AsString", &[x], NONE),
    }
    let wide = if of == DType::F64 { x.clone() } else { b.cast(x, DType::F32)? };
    let attrs = [("precision", Attribute::Int(8)), ("shortest", Attribute::Bool(true))];
    let mut text = b.op("tf.AsString", &[&wide], attrs)?;
    let zero = b.number(wide.dtype()?, 0.0)?;
    let is_infinite = b.op("tf.IsInf", &[&wide], NONE)?;
    let is_above = b.op("tf.Greater", &[&wide, &zero], NONE)?;
    let is_positive = b.op("tf.LogicalAnd", &[&is_infinite, &is_above], NONE)?;
    let is_nan = b.op("tf.IsNan", &[&wide], NONE)?;
    for (is_special, word) in [(is_infinite, "-INF"), (is_positive, "INF"), (is_nan, "NaN")] {
        let word = Tensor::of_constant(strings(&[], vec![word.as_bytes().to_vec()]))?;
        text = b.op("tf.SelectV2", &[&is_special, &word, &text], NONE)?;
    }
    Ok(text)
}

fn clip(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let dtype = x.dtype()?;
    let bound = |b: &mut Builder<'_>, name: &str, i: usize| match (n.attr(name), n.optional(i)) {
        (Some(attr), _) => b.number(dtype, f64::from(attr.f())).map(Some),
        (None, Some(input)) => Ok(Some(input.clone())),
        (None, None) => Ok(None),
    };
    let (least, most) = (bound(b, "min", 1)?, bound(b, "max", 2)?);
    let mut result = x.clone();
    if let Some(least) = least {
        result = b.elementwise("tf.Maximum", &[&result, &least], NONE)?;
    }
    if let Some(most) = most {
        result = b.elementwise("tf.Minimum", &[&result, &most], NONE)?;
    }
    Ok(vec![result])
}

fn is_inf(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let infinite = b.elementwise("tf.IsInf", &[x], NONE)?;
    let zero = b.number(x.dtype()?, 0.0)?;
    let sign = match (n.int("detect_negative", 1) != 0, n.int("detect_positive", 1) != 0) {
        (true, true) => return Ok(vec![infinite]),
        (false, true) => b.elementwise("tf.Greater", &[x, &zero], NONE)?,
        (true, false) => b.elementwise("tf.Less", &[x, &zero], NONE)?,
        (false, false) => b.elementwise("tf.LogicalNot", &[&infinite], NONE)?,
    };
    Ok(vec![b.elementwise("tf.LogicalAnd", &[&infinite, &sign], NONE)?])
}

/// `x` where it is positive, else `alpha * (exp(x / scale) - 1)`.
fn elu(b: &mut Builder<'_>, x: &Tensor, alpha: f32, scale: f32) -> Result<Vec<Tensor>> {
    if alpha == 1.0 && scale == 1.0 {
        return Ok(vec![b.elementwise("tf.Elu", &[x], NONE)?]);
    }
    let dtype = x.dtype()?;
    let zero = b.number(dtype, 0.0)?;
    let scaled = match scale == 1.0 {
        true => x.clone(),
        false => {
            let scale = b.number(dtype, f64::from(scale))?;
            b.elementwise("tf.RealDiv", &[x, &scale], NONE)?
        }
    };
    let alpha = b.number(dtype, f64::from(alpha))?;
    let below = b.elementwise("tf.Expm1", &[&scaled], NONE)?;
    let below = b.elementwise("tf.Mul", &[&below, &alpha], NONE)?;
    let positive = b.elementwise("tf.Greater", &[x, &zero], NONE)?;
    Ok(vec![b.elementwise("tf.SelectV2", &[&positive, x, &below], NONE)?])
}

fn selu(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    const ALPHA: f32 = 1.673_263_2;
    const GAMMA: f32 = 1.050_701;
    let (alpha, gamma) = (n.float("alpha", ALPHA), n.float("gamma", GAMMA));
    if (alpha, gamma) == (ALPHA, GAMMA) {
        return Ok(vec![b.elementwise("tf.Selu", &[n.input(0)?], NONE)?]);
    }
    let inner = elu(b, n.input(0)?, alpha, 1.0)?;
    let gamma = b.number(n.input(0)?.dtype()?, f64::from(gamma))?;
    Ok(vec![b.elementwise("tf.Mul", &[&inner[0], &gamma], NONE)?])
}

fn hard_sigmoid(b: &mut Builder<'_>, x: &Tensor, alpha: f64, beta: f64) -> Result<Tensor> {
    let dtype = x.dtype()?;
    let numbers = [alpha, beta, 0.0, 1.0].map(|value| b.number(dtype, value));
    let [alpha, beta, zero, one] = numbers;
    let scaled = b.elementwise("tf.Mul", &[x, &alpha?], NONE)?;
    let moved = b.elementwise("tf.AddV2", &[&scaled, &beta?], NONE)?;
    let most = b.elementwise("tf.Minimum", &[&moved, &one?], NONE)?;
    b.elementwise("tf.Maximum", &[&most, &zero?], NONE)
}

fn gelu(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let by_tanh = match n.text("approximate", "none")? {
        "none" => false,
        "tanh" => true,
        other => return Err(n.refuse("approximate", &format!("'{other}'"))),
    };
    Ok(vec![gelu_of(b, n.input(0)?, by_tanh)?])
}

/// `x` times the normal distribution's integral up to it, which `tanh` approximates.
pub(super) fn gelu_of(b: &mut Builder<'_>, x: &Tensor, by_tanh: bool) -> Result<Tensor> {
    let dtype = x.dtype()?;
    let times = |b: &mut Builder<'_>, x: &Tensor, value: f64| {
        let value = b.number(dtype, value)?;
        b.elementwise("tf.Mul", &[x, &value], NONE)
    };
    let gate = match by_tanh {
        false => {
            let scaled = times(b, x, std::f64::consts::FRAC_1_SQRT_2)?;
            b.elementwise("tf.Erf", &[&scaled], NONE)?
        }
        true => {
            let square = b.elementwise("tf.Mul", &[x, x], NONE)?;
            let cube = b.elementwise("tf.Mul", &[&square, x], NONE)?;
            let cube = times(b, &cube, 0.044_715)?;
            let sum = b.elementwise("tf.AddV2", &[x, &cube], NONE)?;
            let scaled = times(b, &sum, (2.0 / std::f64::consts::PI).sqrt())?;
            b.elementwise("tf.Tanh", &[&scaled], NONE)?
        }
    };
    let one = b.number(dtype, 1.0)?;
    let gate = b.elementwise("tf.AddV2", &[&gate, &one], NONE)?;
    let half = times(b, x, 0.5)?;
    b.elementwise("tf.Mul", &[&half, &gate], NONE)
}

fn shrink(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let dtype = x.dtype()?;
    let (bias, limit) = (f64::from(n.float("bias", 0.0)), f64::from(n.float("lambd", 0.5)));
    let numbers = [bias, limit, -limit, 0.0].map(|value| b.number(dtype, value));
    let [bias, limit, least, zero] = numbers;
    let (limit, least, bias, zero) = (limit?, least?, bias?, zero?);
    let above = b.elementwise("tf.Greater", &[x, &limit], NONE)?;
    let below = b.elementwise("tf.Less", &[x, &least], NONE)?;
    let less = b.elementwise("tf.Sub", &[x, &bias], NONE)?;
    let more = b.elementwise("tf.AddV2", &[x, &bias], NONE)?;
    let inner = b.elementwise("tf.SelectV2", &[&below, &more, &zero], NONE)?;
    Ok(vec![b.elementwise("tf.SelectV2", &[&above, &less, &inner], NONE)?])
}
