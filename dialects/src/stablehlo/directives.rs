//! The parts of assembly formats that only this dialect has: lists in brackets, words, windows, dimension numbers.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Directive;
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter};

use super::attributes::{AlgorithmFields, DotAlgorithm, DotDimensionNumbers, parse_algorithm_fields};
use super::conv::{self, ConvDimensionNumbers};
use super::words;
use crate::dialect_attr::DialectAttr;

/// All directives.
pub(super) static DIRECTIVES: [Directive; 9] = [
    Directive { name: "Word", parse: parse_word, print: print_word },
    Directive { name: "I64Array", parse: parse_i64_array, print: print_i64_array },
    Directive { name: "Precision", parse: parse_precision, print: print_precision },
    Directive { name: "DotDimensions", parse: parse_dot_dimensions, print: print_dot_dimensions },
    Directive { name: "ConvolutionDimensions", parse: parse_conv_dimensions, print: print_conv_dimensions },
    Directive { name: "Window", parse: parse_window, print: print_window },
    Directive { name: "CallTarget", parse: parse_call_target, print: print_call_target },
    Directive { name: "ExponentMantissa", parse: parse_exponent_mantissa, print: print_exponent_mantissa },
    Directive { name: "SliceRanges", parse: parse_slice_ranges, print: print_slice_ranges },
];

/// The elements of `array<i64: …>`, or of a dense attribute of integers.
#[must_use]
pub fn integers(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { elem, data } if *elem == ctx.i64() => {
            Some(data.as_chunks().0.iter().map(|value| i64::from_le_bytes(*value)).collect())
        }
        AttrKind::DenseElements { .. } => DenseView::new(ctx, attr)?.integers().map(Iterator::collect),
        _ => None,
    }
}

/// The elements of `array<i1: …>`.
#[must_use]
pub fn booleans(ctx: &Context, attr: Attr) -> Option<Vec<bool>> {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { elem, data } if *elem == ctx.i1() => {
            Some(data.iter().map(|&value| value != 0).collect())
        }
        _ => None,
    }
}

/// `array<i64: …>`
#[must_use]
pub fn i64_array(ctx: &Context, values: &[i64]) -> Attr {
    let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i64(), data })
}

fn set(p: &OpParser<'_, '_>, state: &mut OpState, name: &str, value: Attr) {
    state.attrs.push((p.ctx().ident(name), value));
}

/// The list of words that an attribute's name stands for.
fn mnemonic(name: &str) -> &str {
    if name == "compare_type" { "comparison_type" } else { name }
}

fn parse_one_word(p: &mut OpParser<'_, '_>, mnemonic: &str) -> Result<Attr, Failed> {
    let at = p.offset();
    let word = p.keyword_or_string()?;
    match words::attr_of_word(p.ctx(), mnemonic, &word) {
        Some(attr) => Ok(attr),
        None => {
            let class: String =
                mnemonic.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect();
            let known = words::all_words(mnemonic).join(", ");
            Err(p.error(at, format!("expected ::mlir::stablehlo::{class} to be one of: {known}")))
        }
    }
}

fn parse_word(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    let attr = parse_one_word(p, mnemonic(names[0]))?;
    set(p, state, names[0], attr);
    Ok(())
}

fn print_one_word(p: &mut OpPrinter<'_>, attr: Attr) {
    match words::word_of_attr(p.ctx(), attr) {
        Some(word) => p.text(word),
        None => p.attr(attr),
    }
}

fn print_word(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    if let Some(attr) = op.attr(names[0]) {
        print_one_word(p, attr);
    }
}

/// `[1, 2]`
fn integer_list(p: &mut OpParser<'_, '_>) -> Result<Vec<i64>, Failed> {
    let mut values = Vec::new();
    p.list(Delimiter::Square, "", |p| {
        values.push(p.integer()?);
        Ok(())
    })?;
    Ok(values)
}

fn print_integer_list(p: &mut OpPrinter<'_>, values: &[i64]) {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    p.text(&format!("[{}]", texts.join(", ")));
}

fn parse_i64_array(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    let values = integer_list(p)?;
    set(p, state, names[0], i64_array(p.ctx(), &values));
    Ok(())
}

fn print_i64_array(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    let values = op.attr(names[0]).and_then(|attr| integers(op.ctx, attr));
    print_integer_list(p, &values.unwrap_or_default());
}

/// `[, precision = [HIGH, HIGH]] [, algorithm = <…>]`; the second only if there is a second name.
fn parse_precision(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    let algorithm = |p: &mut OpParser<'_, '_>, state: &mut OpState| {
        p.equal()?;
        let attr = parse_algorithm(p)?;
        set(p, state, names[1], attr);
        Ok(())
    };
    if !p.optional_comma() {
        return Ok(());
    }
    if names.len() > 1 && p.optional_keyword("algorithm") {
        return algorithm(p, state);
    }
    p.keyword("precision")?;
    p.equal()?;
    let mut words = Vec::new();
    p.list(Delimiter::Square, "", |p| {
        words.push(parse_one_word(p, "precision")?);
        Ok(())
    })?;
    let config = p.ctx().array_attr(&words);
    set(p, state, names[0], config);
    if names.len() > 1 && p.optional_comma() {
        p.keyword("algorithm")?;
        return algorithm(p, state);
    }
    Ok(())
}

/// `<…>`, or the whole attribute.
fn parse_algorithm(p: &mut OpParser<'_, '_>) -> Result<Attr, Failed> {
    if !p.at("<") {
        return p.attribute(None);
    }
    let at = p.offset();
    match parse_algorithm_fields(p.remaining_text()) {
        Ok((algorithm, read)) => {
            p.seek(at + read);
            Ok(algorithm.into_attr(p.ctx()))
        }
        Err(error) => Err(p.error(at + error.offset, error.message)),
    }
}

fn print_precision(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    if let Some(config) =
        op.attr(names[0]).and_then(|attr| op.ctx.array_elems(attr)).filter(|c| !c.is_empty())
    {
        p.text(", precision = [");
        for (index, &word) in config.iter().enumerate() {
            p.text(if index > 0 { ", " } else { "" });
            print_one_word(p, word);
        }
        p.text("]");
    }
    if let Some(attr) = names.get(1).and_then(|name| op.attr(name)) {
        p.text(", algorithm = ");
        match DotAlgorithm::of(op.ctx, attr) {
            Some(algorithm) => p.text(&AlgorithmFields(algorithm).to_string()),
            None => p.attr(attr),
        }
    }
}

/// `[batching_dims = [0] x [0],] contracting_dims = [1] x [0]`
fn parse_dot_dimensions(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    fn pair(p: &mut OpParser<'_, '_>) -> Result<(Vec<i64>, Vec<i64>), Failed> {
        p.equal()?;
        let lhs = integer_list(p)?;
        p.keyword("x")?;
        Ok((lhs, integer_list(p)?))
    }
    let mut numbers = DotDimensionNumbers::default();
    if p.optional_keyword("batching_dims") || p.optional_keyword("batch_dims") {
        (numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions) = pair(p)?;
        p.comma()?;
    }
    p.keyword("contracting_dims")?;
    (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions) = pair(p)?;
    let attr = numbers.into_attr(p.ctx());
    set(p, state, names[0], attr);
    Ok(())
}

fn print_dot_dimensions(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    let Some(numbers) = op.attr(names[0]).and_then(|attr| DotDimensionNumbers::of(op.ctx, attr)) else {
        return;
    };
    let mut pair = |name: &str, lhs: &[i64], rhs: &[i64]| {
        p.text(name);
        print_integer_list(p, lhs);
        p.text(" x ");
        print_integer_list(p, rhs);
    };
    if !numbers.lhs_batching_dimensions.is_empty() || !numbers.rhs_batching_dimensions.is_empty() {
        pair("batching_dims = ", &numbers.lhs_batching_dimensions, &numbers.rhs_batching_dimensions);
        pair(
            ", contracting_dims = ",
            &numbers.lhs_contracting_dimensions,
            &numbers.rhs_contracting_dimensions,
        );
    } else {
        pair("contracting_dims = ", &numbers.lhs_contracting_dimensions, &numbers.rhs_contracting_dimensions);
    }
}

fn parse_conv_dimensions(
    p: &mut OpParser<'_, '_>,
    names: &[&str],
    state: &mut OpState,
) -> Result<(), Failed> {
    let attr = if p.at("[") { conv::parse_in_op(p)?.into_attr(p.ctx()) } else { p.attribute(None)? };
    set(p, state, names[0], attr);
    Ok(())
}

fn print_conv_dimensions(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    let Some(attr) = op.attr(names[0]) else { return };
    match ConvDimensionNumbers::of(op.ctx, attr).and_then(ConvDimensionNumbers::to_lists_text) {
        Some(lists) => p.text(&lists),
        None => p.attr(attr),
    }
}

/// The words of a window, in the order of the attributes.
const WINDOW: [&str; 5] = ["stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"];

/// `stride = [1, 1], pad = [[0, 0], [0, 0]], …`
fn parse_window(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    let mut seen = [false; 5];
    let mut at = p.offset();
    while let Some(word) = p.optional_any_keyword() {
        let Some(index) = WINDOW.iter().position(|known| *known == word).filter(|&index| !seen[index]) else {
            return Err(p.error(at, format!("Unexpected keyword {word}")));
        };
        seen[index] = true;
        p.equal()?;
        let attr = match word {
            "pad" => parse_padding(p)?,
            "reverse" => {
                let mut data = Vec::new();
                p.list(Delimiter::Square, "", |p| {
                    let at = p.offset();
                    let value = p.optional_keyword("true");
                    if !value && !p.optional_keyword("false") {
                        match p.optional_integer()? {
                            Some(number) => data.push(u8::from(number != 0)),
                            None => return Err(p.error(at, "expected 'true' or 'false'")),
                        }
                        return Ok(());
                    }
                    data.push(u8::from(value));
                    Ok(())
                })?;
                p.ctx().intern_attr(AttrKind::DenseArray { elem: p.ctx().i1(), data: data.into() })
            }
            _ => {
                let values = integer_list(p)?;
                i64_array(p.ctx(), &values)
            }
        };
        set(p, state, names[index], attr);
        if !p.optional_comma() {
            break;
        }
        at = p.offset();
    }
    Ok(())
}

/// `[[0, 0], [1, 1]]` as a tensor.
fn parse_padding(p: &mut OpParser<'_, '_>) -> Result<Attr, Failed> {
    let at = p.offset();
    let mut rows: Vec<Vec<i64>> = Vec::new();
    p.list(Delimiter::Square, "", |p| {
        rows.push(integer_list(p)?);
        Ok(())
    })?;
    if let Some(row) = rows.iter().find(|row| row.len() != 2) {
        let count = row.len();
        return Err(p.error(at, format!("Expected array with 2 elements, got {count} elements instead")));
    }
    let ctx = p.ctx();
    let ty = ctx.tensor(&[rows.len() as i64, 2], ctx.i64());
    let data = rows.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    Ok(tfrt_ir::dense::make_dense(ctx, ty, data))
}

fn print_window(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    let mut separator = "";
    for (word, name) in WINDOW.iter().zip(names) {
        let Some(attr) = op.attr(name) else { continue };
        p.text(&format!("{separator}{word} = "));
        separator = ", ";
        if let Some(values) = booleans(op.ctx, attr) {
            let texts: Vec<String> = values.iter().map(bool::to_string).collect();
            p.text(&format!("[{}]", texts.join(", ")));
        } else if *word == "pad" {
            let values = integers(op.ctx, attr).unwrap_or_default();
            p.text("[");
            for (index, pair) in values.chunks(2).enumerate() {
                p.text(if index > 0 { ", " } else { "" });
                print_integer_list(p, pair);
            }
            p.text("]");
        } else {
            print_integer_list(p, &integers(op.ctx, attr).unwrap_or_default());
        }
    }
}

/// `@target`
fn parse_call_target(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    let name = p.symbol_name()?;
    let ctx = p.ctx();
    set(p, state, names[0], ctx.string_attr(ctx.str(name)));
    Ok(())
}

fn print_call_target(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    if let Some(name) = op.attr(names[0]).and_then(|attr| op.ctx.attr_as_str(attr)) {
        p.symbol(op.ctx.ident(name));
    }
}

/// `e5m10`
fn parse_exponent_mantissa(
    p: &mut OpParser<'_, '_>,
    names: &[&str],
    state: &mut OpState,
) -> Result<(), Failed> {
    let at = p.offset();
    let word = p.any_keyword()?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = word.strip_prefix('e').and_then(|rest| rest.split_once('m'));
    let Some((exponent, mantissa)) = parts.filter(|(e, m)| digits(e) && digits(m)) else {
        return Err(p.error(at, format!("expected exponent mantissa in format e#m#, saw {word}")));
    };
    for (name, text, what) in [(names[0], exponent, "exponent"), (names[1], mantissa, "mantissa")] {
        let Ok(value) = text.parse::<i32>() else {
            return Err(p.error(at, format!("unable to parse {what} '{text}'")));
        };
        let attr = p.ctx().i32_attr(value);
        set(p, state, name, attr);
    }
    Ok(())
}

fn print_exponent_mantissa(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    for (letter, name) in ["e", "m"].into_iter().zip(names) {
        let value = op.attr(name).and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or_default();
        p.text(&format!("{letter}{value}"));
    }
}

/// `[0:2, 1:3:2]`
fn parse_slice_ranges(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    let mut ranges: [Vec<i64>; 3] = Default::default();
    p.l_square()?;
    while !p.optional_r_square() {
        if !ranges[0].is_empty() {
            p.comma()?;
        }
        ranges[0].push(p.integer()?);
        p.colon()?;
        ranges[1].push(p.integer()?);
        ranges[2].push(if p.optional_colon() { p.integer()? } else { 1 });
    }
    for (name, values) in names.iter().zip(&ranges) {
        set(p, state, name, i64_array(p.ctx(), values));
    }
    Ok(())
}

fn print_slice_ranges(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    let values = |name: &str| op.attr(name).and_then(|attr| integers(op.ctx, attr)).unwrap_or_default();
    let (starts, limits, strides) = (values(names[0]), values(names[1]), values(names[2]));
    p.text("[");
    for (index, ((start, limit), stride)) in starts.iter().zip(&limits).zip(&strides).enumerate() {
        p.text(if index > 0 { ", " } else { "" });
        p.text(&format!("{start}:{limit}"));
        if *stride != 1 {
            p.text(&format!(":{stride}"));
        }
    }
    p.text("]");
}
