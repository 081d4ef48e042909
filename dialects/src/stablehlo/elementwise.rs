//! Operations that compute each element of their results from the same elements of their operands.

use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};

use super::attributes::ResultAccuracy;
use super::types::{ANY, ANY_OR_AXIS, ranked};
use super::words::{ComparisonDirection, ComparisonType};
use super::{constraints, forms, op};

/// The format of operations whose types are all written.
pub(super) const PLAIN: &str = "operands attr-dict `:` functional-type(operands, results)";

/// Operations of one operand: name, operand elements, result elements, summary.
const UNARY: &[(&str, &str, &str, &str)] = &[
    ("abs", "SFCQ", "SFQ", "The absolute value of each element."),
    ("ceil", "FQ", "FQ", "Each element rounded up."),
    ("convert", "FBIC", "FBIC", "Each element as one of another type."),
    ("count_leading_zeros", "I", "I", "The number of zero bits before the first one of each element."),
    ("floor", "FQ", "FQ", "Each element rounded down."),
    ("imag", "FC", "F", "The imaginary part of each element."),
    ("negate", "IFCQ", "IFCQ", "Each element with the other sign."),
    ("not", "BI", "BI", "Each element with its bits inverted."),
    ("popcnt", "I", "I", "The number of one bits of each element."),
    ("real", "FC", "F", "The real part of each element."),
    (
        "round_nearest_afz",
        "FQ",
        "FQ",
        "Each element rounded to the nearest whole number, halves away from zero.",
    ),
    (
        "round_nearest_even",
        "FQ",
        "FQ",
        "Each element rounded to the nearest whole number, halves to the even one.",
    ),
    ("sign", "SFCQ", "SFCQ", "The sign of each element."),
    ("uniform_dequantize", "QA", "F", "The real numbers that quantized elements stand for."),
    ("uniform_quantize", "FQA", "QA", "The quantized elements that stand for real numbers."),
];

/// Elementary functions, whose accuracy can be asked for.
const FUNCTIONS: &[(&str, &str)] = &[
    ("cbrt", "The cube root of each element."),
    ("cosine", "The cosine of each element."),
    ("exponential", "The exponential of each element."),
    ("exponential_minus_one", "The exponential of each element, minus one."),
    ("log", "The natural logarithm of each element."),
    ("log_plus_one", "The natural logarithm of each element plus one."),
    ("logistic", "The logistic function of each element."),
    ("rsqrt", "The reciprocal of the square root of each element."),
    ("sine", "The sine of each element."),
    ("sqrt", "The square root of each element."),
    ("tan", "The tangent of each element."),
    ("tanh", "The hyperbolic tangent of each element."),
];

/// Operations of two operands: name, operand elements, result elements, whether operands may change places, summary.
const BINARY: &[(&str, &str, &str, bool, &str)] = &[
    ("add", ANY_OR_AXIS, ANY_OR_AXIS, true, "The sum of elements; of booleans, whether one is true."),
    ("and", "BI", ANY, true, "The bits that both elements have."),
    ("atan2", "FCQ", "FCQ", false, "The angle of the point with the elements as its coordinates."),
    ("divide", "IFCQ", "IFCQ", false, "The quotient of elements, of integers towards zero."),
    ("maximum", ANY, ANY, true, "The greater element."),
    ("minimum", ANY, ANY, true, "The lesser element."),
    ("multiply", ANY, ANY, true, "The product of elements; of booleans, whether both are true."),
    ("or", "BI", ANY, true, "The bits that one of the elements has."),
    ("power", "IFCQ", "IFCQ", false, "The left element to the power of the right one."),
    ("remainder", "IFCQ", "IFCQ", false, "The remainder of the division, with the sign of the dividend."),
    ("shift_left", "I", "I", false, "The left element shifted left by the right one."),
    ("shift_right_arithmetic", "I", "I", false, "The left element shifted right, keeping its sign."),
    ("shift_right_logical", "I", "I", false, "The left element shifted right, filled with zeros."),
    ("subtract", "IFCQ", "IFCQ", false, "The difference of elements."),
    ("xor", "BI", ANY, true, "The bits that exactly one of the elements has."),
];

const ONE: &str = "$operand attr-dict `:` shared-type(operands, results)";
const TWO: &str = "$lhs `,` $rhs attr-dict `:` shared-type(operands, results)";

pub(super) fn ops() -> Vec<OpDefinition> {
    let mut ops: Vec<OpDefinition> = UNARY
        .iter()
        .map(|&(name, operand, result, summary)| {
            op(name, summary)
                .operand("operand", ranked(operand))
                .result("result", ranked(result))
                .traits(Traits::PURE)
                .format(ONE)
        })
        .collect();
    ops.extend(FUNCTIONS.iter().map(|&(name, summary)| {
        op(name, summary)
            .operand("operand", ranked("FCQ"))
            .result("result", ranked("FCQ"))
            .optional_attribute_with_default(
                "result_accuracy",
                constraints::own::<ResultAccuracy>("The requested accuracy of unary ops."),
                constraints::default_accuracy(),
            )
            .traits(Traits::PURE)
            .format(ONE)
    }));
    ops.extend(BINARY.iter().map(|&(name, operand, result, commutes, summary)| {
        let traits = if commutes { Traits::PURE | Traits::COMMUTATIVE } else { Traits::PURE };
        op(name, summary)
            .operand("lhs", ranked(operand))
            .operand("rhs", ranked(operand))
            .result("result", ranked(result))
            .traits(traits)
            .format(TWO)
    }));
    ops.extend([
        op("clamp", "Each element, but at least a minimum and at most a maximum.")
            .operand("min", ranked(ANY))
            .operand("operand", ranked(ANY))
            .operand("max", ranked(ANY))
            .result("result", ranked(ANY))
            .traits(Traits::PURE)
            .format("$min `,` $operand `,` $max attr-dict `:` shared-type(operands, results)"),
        op("compare", "Whether elements stand in a relation.")
            .operand("lhs", ranked(ANY))
            .operand("rhs", ranked(ANY))
            .attribute(
                "comparison_direction",
                constraints::own::<ComparisonDirection>("Which comparison operation to perform."),
            )
            .optional_attribute(
                "compare_type",
                constraints::own::<ComparisonType>("Which comparison type to use."),
            )
            .result("result", ranked("B"))
            .traits(Traits::PURE)
            .format(
                "custom<Word>($comparison_direction) `,` $lhs `,` $rhs (`,` custom<Word>($compare_type)^)? attr-dict \
                 `:` functional-type(operands, results)",
            ),
        op("complex", "Complex numbers from their real and imaginary parts.")
            .operand("lhs", ranked("G"))
            .operand("rhs", ranked("G"))
            .result("result", ranked("C"))
            .traits(Traits::PURE)
            .parse_hook(forms::parse_complex)
            .print_hook(forms::print_complex),
        op("is_finite", "Whether each element is a finite number.")
            .operand("x", ranked("FQ"))
            .result("y", ranked("B"))
            .traits(Traits::PURE)
            .format(PLAIN),
        op("reduce_precision", "Each element rounded to a float type of fewer bits.")
            .operand("operand", ranked("FQ"))
            .attribute("exponent_bits", constraints::positive(32))
            .attribute("mantissa_bits", constraints::non_negative(32))
            .result("output", ranked("FQ"))
            .traits(Traits::PURE)
            .format(
                "$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:` \
                 shared-type(operands, results)",
            ),
        op("select", "Elements of one of two tensors, as a predicate says.")
            .operand("pred", ranked("B"))
            .operand("on_true", ranked(ANY))
            .operand("on_false", ranked(ANY))
            .result("result", ranked(ANY))
            .traits(Traits::PURE)
            .parse_hook(forms::parse_select)
            .print_hook(forms::print_select),
        op("constant", "A tensor that the program contains.")
            .attribute("value", AttrConstraint::elements())
            .result("output", super::types::fixed(ANY_OR_AXIS))
            .traits(Traits::PURE | Traits::CONSTANT_LIKE)
            .parse_hook(forms::parse_constant)
            .print_hook(forms::print_constant)
            .result_names_hook(forms::name_constant),
    ]);
    ops
}
