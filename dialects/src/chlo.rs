//! The `chlo` dialect: operations of frameworks that StableHLO has no name for.
//!
//! Elementary functions, operations that broadcast their operands, `top_k`, products of ragged batches. A conversion expands them
//! into `stablehlo`. Their words (`#chlo<comparison_direction LT>`) are those of `stablehlo`, as attributes of this dialect
//! ([`OfChlo`]).

use std::fmt;

use tfrt_ir::attributes::TypedAttr;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::{Dialect, DialectSyntaxError};
use tfrt_ir::handles::Attr;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, Traits};

use crate::attr_text::{AttrText, Read};
use crate::stablehlo::attributes::RaggedDotDimensionNumbers;
use crate::stablehlo::constraints;
use crate::stablehlo::forms;
use crate::stablehlo::types::{ANY, ANY_OR_AXIS, fixed, ranked, unranked};
use crate::stablehlo::verify;
use crate::stablehlo::words::{ComparisonDirection, ComparisonType, Precision};

/// A value of `stablehlo` as an attribute of `chlo`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OfChlo<T>(pub T);

impl<T: fmt::Display> fmt::Display for OfChlo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: std::any::Any> OfChlo<T> {
    /// The value that an attribute holds, if it is of this kind.
    #[must_use]
    pub fn of(ctx: &Context, attr: Attr) -> Option<&T> {
        ctx.typed_data::<OfChlo<T>>(attr).map(|value| &value.0)
    }
}

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("chlo")
        .summary(
            "Operations of frameworks that StableHLO has no name for. They are expanded into `stablehlo`.",
        )
        .attr_hook(parse_attr)
        .inlinable()
}

fn parse_attr(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    fn held<T: std::any::Any + Eq + std::hash::Hash + fmt::Debug + fmt::Display + Send + Sync>(
        ctx: &Context,
        value: Read<T>,
    ) -> Read<Attr> {
        // The words are those of `stablehlo`, under this dialect's name.
        let named = |mut error: DialectSyntaxError| {
            error.message = error.message.replace("::mlir::stablehlo::", "::mlir::chlo::");
            error
        };
        value.map(|value| ctx.typed_attr("chlo", TypedAttr::new(OfChlo(value)))).map_err(named)
    }
    let text = &mut AttrText::new(body);
    let at = text.offset();
    let attr = match text.word().unwrap_or_default() {
        "comparison_direction" => held(ctx, ComparisonDirection::parse(text))?,
        "comparison_type" => held(ctx, ComparisonType::parse(text))?,
        "precision" => held(ctx, Precision::parse(text))?,
        "ragged_dot" => held(ctx, RaggedDotDimensionNumbers::parse(text))?,
        _ => return Err(text.error_at(at, "unknown chlo attribute")),
    };
    text.end()?;
    Ok(attr)
}

/// Functions of one operand: name, operand elements, result elements, summary.
const UNARY: &[(&str, &str, &str, &str)] = &[
    ("_asin_acos_kernel", "C", "C", "What arc sine and arc cosine of complex numbers share."),
    ("acos", "FC", "FC", "The arc cosine of each element."),
    ("acosh", "FC", "FC", "The inverse hyperbolic cosine of each element."),
    ("asin", "FC", "FC", "The arc sine of each element."),
    ("asinh", "FC", "FC", "The inverse hyperbolic sine of each element."),
    ("atan", "FC", "FC", "The arc tangent of each element."),
    ("atanh", "FC", "FC", "The inverse hyperbolic tangent of each element."),
    ("bessel_i1e", "FC", "FC", "The scaled modified Bessel function of order 1 of each element."),
    ("conj", "FC", "FC", "The complex conjugate of each element."),
    ("cosh", "FC", "FC", "The hyperbolic cosine of each element."),
    ("digamma", "F", "F", "The derivative of the logarithm of the gamma function of each element."),
    ("erf", "F", "F", "The error function of each element."),
    ("erf_inv", "F", "F", "The inverse of the error function of each element."),
    ("erfc", "F", "F", "One minus the error function of each element."),
    ("is_inf", "F", "B", "Whether each element is infinite."),
    ("is_neg_inf", "F", "B", "Whether each element is negative infinity."),
    ("is_pos_inf", "F", "B", "Whether each element is positive infinity."),
    ("lgamma", "F", "F", "The logarithm of the gamma function of each element."),
    ("sinh", "FC", "FC", "The hyperbolic sine of each element."),
    ("square", "FC", "FC", "The square of each element."),
    ("tan", "FC", "FC", "The tangent of each element."),
];

/// Functions of two floats: name, the names of the operands, summary.
const BINARY: &[(&str, &str, &str, &str)] = &[
    ("next_after", "x", "y", "The number next to the left element in the direction of the right one."),
    ("polygamma", "n", "x", "A derivative of the logarithm of the gamma function."),
    ("zeta", "x", "q", "The Hurwitz zeta function."),
];

/// Operations of two operands that are broadcast to one shape: name, operand elements, result elements.
const BROADCAST: &[(&str, &str, &str)] = &[
    ("add", ANY_OR_AXIS, ANY_OR_AXIS),
    ("and", "BI", ANY_OR_AXIS),
    ("atan2", ANY_OR_AXIS, ANY_OR_AXIS),
    ("complex", "F", "C"),
    ("divide", ANY_OR_AXIS, ANY_OR_AXIS),
    ("maximum", ANY_OR_AXIS, ANY_OR_AXIS),
    ("minimum", ANY_OR_AXIS, ANY_OR_AXIS),
    ("multiply", ANY_OR_AXIS, ANY_OR_AXIS),
    ("next_after", ANY_OR_AXIS, ANY_OR_AXIS),
    ("or", "BI", ANY_OR_AXIS),
    ("polygamma", ANY_OR_AXIS, ANY_OR_AXIS),
    ("power", ANY_OR_AXIS, ANY_OR_AXIS),
    ("remainder", ANY_OR_AXIS, ANY_OR_AXIS),
    ("shift_left", ANY_OR_AXIS, ANY_OR_AXIS),
    ("shift_right_arithmetic", ANY_OR_AXIS, ANY_OR_AXIS),
    ("shift_right_logical", ANY_OR_AXIS, ANY_OR_AXIS),
    ("subtract", ANY_OR_AXIS, ANY_OR_AXIS),
    ("xor", "BI", ANY_OR_AXIS),
    ("zeta", "F", "F"),
];

fn op(name: impl fmt::Display, summary: impl Into<std::borrow::Cow<'static, str>>) -> OpDefinition {
    OpDefinition::new(format!("chlo.{name}")).summary(summary).traits(Traits::PURE)
}

fn word<T: std::any::Any>(description: &'static str) -> AttrConstraint {
    AttrConstraint::new(description, AttrClass::Own, |ctx, attr| OfChlo::<T>::of(ctx, attr).is_some())
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let mut ops: Vec<OpDefinition> = UNARY
        .iter()
        .map(|&(name, operand, result, summary)| {
            op(name, summary)
                .operand("operand", unranked(operand))
                .result("result", unranked(result))
                .format("$operand attr-dict `:` type($operand) `->` type($result)")
        })
        .collect();
    ops.extend(BINARY.iter().map(|&(name, first, second, summary)| {
        op(name, summary)
            .operand(first, unranked("F"))
            .operand(second, unranked("F"))
            .result("result", unranked("F"))
            .format(format!(
                "${first} `,` ${second} attr-dict `:` type(${first}) `,` type(${second}) `->` type($result)"
            ))
    }));
    ops.push(
        op("mulhi", "The high half of the bits of each product of integers.")
            .operand("lhs", ranked("I"))
            .operand("rhs", ranked("I"))
            .result("result", ranked("I"))
            .format("$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"),
    );
    ops.extend(BROADCAST.iter().map(|&(name, operand, result)| {
        op(
            format!("broadcast_{name}"),
            format!("As `stablehlo.{name}`, or `chlo.{name}`, of operands that are broadcast."),
        )
        .operand("lhs", unranked(operand))
        .operand("rhs", unranked(operand))
        .optional_attribute("broadcast_dimensions", constraints::i64_list())
        .result("result", unranked(result))
        .format("$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)")
    }));
    ops.extend(others());
    ops.into_iter().map(verify::attach).collect()
}

fn others() -> Vec<OpDefinition> {
    vec![
        op("broadcast_compare", "Whether elements of operands that are broadcast stand in a relation.")
            .operand("lhs", unranked(ANY_OR_AXIS))
            .operand("rhs", unranked(ANY_OR_AXIS))
            .optional_attribute("broadcast_dimensions", constraints::i64_list())
            .attribute(
                "comparison_direction",
                word::<ComparisonDirection>("Which comparison operation to perform."),
            )
            .optional_attribute("compare_type", word::<ComparisonType>("Which comparison type to use."))
            .result("result", unranked("B"))
            .format("$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"),
        op("broadcast_select", "Elements of one of two tensors, which are broadcast, as a predicate says.")
            .operand("pred", ranked("B"))
            .operand("on_true", unranked(ANY_OR_AXIS))
            .operand("on_false", unranked(ANY_OR_AXIS))
            .result("result", unranked(ANY_OR_AXIS))
            .format("operands attr-dict `:` functional-type(operands, results)"),
        op("constant", "A tensor that the program contains.")
            .attribute("value", AttrConstraint::elements())
            .result("output", fixed(ANY))
            .traits(Traits::CONSTANT_LIKE)
            .parse_hook(forms::parse_constant)
            .print_hook(forms::print_constant),
        op("constant_like", "A number in each element of a tensor of the operand's shape.")
            .operand("operand", unranked(ANY_OR_AXIS))
            .attribute("value", AttrConstraint::any())
            .result("result", unranked(ANY_OR_AXIS)),
        op("ragged_dot", "A product one of whose dimensions is divided into groups of different sizes.")
            .operand("lhs", unranked(ANY_OR_AXIS))
            .operand("rhs", unranked(ANY_OR_AXIS))
            .operand("group_sizes", ranked("I"))
            .attribute(
                "ragged_dot_dimension_numbers",
                word::<RaggedDotDimensionNumbers>(
                    "Attribute that models the dimension information for ragged dot.",
                ),
            )
            .optional_attribute(
                "precision_config",
                AttrConstraint::new("Precision Config attribute", AttrClass::Array, |ctx, attr| {
                    let items = ctx.array_elems(attr).unwrap_or_default();
                    items.iter().all(|&item| OfChlo::<Precision>::of(ctx, item).is_some())
                }),
            )
            .result("result", unranked(ANY_OR_AXIS)),
        op("top_k", "The greatest elements along the last dimension, and where they are.")
            .operand("operand", unranked(ANY_OR_AXIS))
            .attribute("k", AttrConstraint::integer(64))
            .result("values", unranked(ANY_OR_AXIS))
            .result("indices", unranked(ANY_OR_AXIS))
            .result_names_hook(|_, name| {
                name(0, "values");
                name(1, "indices");
            })
            .format(
                "`(` $operand `,` `k` `=` $k `)` attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`",
            ),
    ]
}
