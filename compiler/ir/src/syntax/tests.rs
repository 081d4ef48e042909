//! Tests of the parsers of types, attributes and locations: accepted texts, their printed form, and errors
//! with their places.

use super::*;
use crate::context::Context;
use crate::dialect::{Dialect, DialectRegistry, DialectSyntaxError};
use crate::handles::Attr;

/// A context with a dialect `known` that accepts the type `good` only and an attribute `#known.upper<…>` that it keeps in
/// lower case.
pub(super) fn context(allow_unregistered: bool) -> Context {
    fn error<T>(message: String) -> Result<T, DialectSyntaxError> {
        Err(DialectSyntaxError { offset: 0, message })
    }
    let known = Dialect::new("known")
        .type_hook(|ctx, body| match body {
            "good" => Ok(ctx.opaque_type("known", "good")),
            other => error(format!("unknown type: {other}")),
        })
        .attr_hook(|ctx, body| match body.strip_prefix("upper<") {
            Some(rest) => Ok(ctx.opaque_attr("known", &format!("upper<{}", rest.to_lowercase()))),
            None => error(format!("unknown attribute: {body}")),
        });
    let mut registry = DialectRegistry::new();
    registry.add_dialect(known).expect("there is no other");
    registry.allow_unregistered_dialects(allow_unregistered);
    Context::with_dialects(registry)
}

/// Parses alias definitions and then one attribute, up to the end of the text.
pub(super) fn parse_in(ctx: &Context, text: &str) -> Result<Attr, String> {
    let source = ctx.add_source("test.mlir", text.as_bytes()).ok_or("text too long")?;
    let mut p = ParserState::new(ParserInput { ctx, text, source });
    let result = (|| {
        loop {
            let defines = lexer::lex(text, p.token().end).kind == TokenKind::Equal;
            match p.token().kind {
                TokenKind::HashId if defines => p.parse_attr_alias_definition()?,
                TokenKind::ExclaimId if defines => p.parse_type_alias_definition()?,
                _ => break,
            }
        }
        let attr = p.parse_attribute(None)?;
        if p.at(TokenKind::Eof) { Ok(attr) } else { Err(p.error("trailing text")) }
    })();
    result.map_err(|e| {
        let crate::LocKind::FileLineCol { line, col, .. } = ctx.loc_kind(source.loc(e.offset)) else {
            return "no position".into();
        };
        format!("{line}:{col}: {}", e.message)
    })
}

/// Checks that a text prints as `expected`, and that this reads back as the same attribute.
fn prints(text: &str, expected: &str) {
    let ctx = context(true);
    let attr = match parse_in(&ctx, text) {
        Ok(attr) => attr,
        Err(e) => panic!("{text}: {e}"),
    };
    let printed = attr_to_string(&ctx, attr);
    assert_eq!(printed, expected, "{text}");
    assert_eq!(parse_in(&ctx, &printed), Ok(attr), "{printed}");
}

/// Checks that a text prints as it is.
fn same(text: &str) {
    prints(text, text);
}

fn refused(text: &str, expected: &str) {
    assert_eq!(parse_in(&context(true), text).map(|_| ()), Err(expected.to_owned()), "{text}");
}

#[test]
fn integers() {
    prints("true", "true");
    prints("1 : i1", "true");
    prints("7", "7 : i64");
    prints("0x1F : i32", "31 : i32");
    prints("255 : i8", "-1 : i8");
    prints("3000000000 : i32", "-1294967296 : i32");
    same("-128 : i8");
    same("5 : ui64");
    same("18446744073709551615 : ui64");
    same("-5 : si16");
    same("-9223372036854775808 : index");
    same("0 : i0");
    same("1 : ui1");
    same("-170141183460469231731687303715884105728 : i128");
    prints("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : i128", "-1 : i128");
    refused("256 : i8", "1:1: integer constant out of range for attribute");
    refused("-129 : i8", "1:2: integer constant out of range for attribute");
    refused("-0 : i8", "1:2: integer constant out of range for attribute");
    refused("128 : si8", "1:1: integer constant out of range for attribute");
    refused("-1 : ui8", "1:2: negative integer literal not valid for unsigned integer type");
    refused("9223372036854775808 : index", "1:1: integer constant out of range for attribute");
    refused("1 : none", "1:1: integer literal not valid for specified type");
    refused("1 : i16777216", "1:5: integer bitwidth is limited to 16777215 bits");
    refused("- x", "1:3: expected constant integer or floating point value");
}

#[test]
fn floats() {
    prints("1.0", "1.000000e+00 : f64");
    prints("1.5 : bf16", "1.500000e+00 : bf16");
    prints("-2. : f32", "-2.000000e+00 : f32");
    prints("0.1 : f16", "9.997550e-02 : f16");
    same("0x7F800000 : f32");
    same("0xFFFFFFFF : f32");
    prints("0x3F800000 : f32", "1.000000e+00 : f32");
    prints("0x7FF0000000000000", "9218868437227405312 : i64");
    same("0x7FF0000000000000 : f64");
    same("[0x7FF0000000000000 : f64, 1.000000e+00]");
    prints("3.0 : f8E4M3FN", "3.000000e+00 : f8E4M3FN");
    prints("3.0 : tf32", "3.000000e+00 : tf32");
    prints("3.0 : f80", "3.000000e+00 : f80");
    prints("3.0 : f128", "3.000000e+00 : f128");
    prints("0.1 : f64", "1.000000e-01 : f64");
    refused("1 : f32", "1:1: unexpected decimal integer literal for a floating point value");
    refused("-0x1 : f32", "1:2: hexadecimal float literal should not have a leading minus");
    refused("0x1FFFFFFFF : f32", "1:1: hexadecimal float constant out of range for type");
    refused("1.5 : i32", "1:9: floating point value not valid for specified type");
}

#[test]
fn strings_symbols_and_collections() {
    same(r#""str""#);
    prints(r#""quote \" \\ \n tab\t""#, r#""quote \22 \\ \0A tab\09""#);
    same(r#""typed" : !d.string"#);
    prints(r#""x" : none"#, r#""x""#);
    same("@fn");
    same(r#"@"odd name"::@nested::@"\0A""#);
    prints(r#"@"plain""#, "@plain");
    same("[]");
    prints(
        "[1 : i32, [2.0 : f32], \"n\", 3, 4.0]",
        "[1 : i32, [2.000000e+00 : f32], \"n\", 3, 4.000000e+00]",
    );
    prints("{b, a = 1, \"odd key\" = unit, c = {}}", "{a = 1 : i64, b, c = {}, \"odd key\"}");
    same("unit");
    refused("[1, 2", "1:5: expected ',' or ']'");
    refused("{a = 1, a = 2}", "1:9: duplicate key 'a' in dictionary attribute");
    refused("{1}", "1:2: expected attribute name");
    refused("{a = 1", "1:6: expected '}' in attribute dictionary");
    refused("{a = }", "1:5: expected attribute value");
    refused("[1,\n\n  ]", "1:4: expected attribute value");
    refused(r#""abc"#, "1:5: expected '\"' in string literal");
}

#[test]
fn types() {
    for text in [
        "i1",
        "si8",
        "ui64",
        "i16777215",
        "index",
        "none",
        "bf16",
        "f8E5M2FNUZ",
        "complex<f32>",
        "complex<i8>",
        "tuple<>",
        "tuple<i32, tuple<f32>>",
        "vector<f32>",
        "vector<4x[8]xf32>",
        "tensor<f32>",
        "tensor<0x?x4xi1>",
        "tensor<?x2xf32, #enc.x<a = 1>>",
        "tensor<2xf32, \"encoding\">",
        "tensor<*xf64>",
        "tensor<2x!d.string>",
        "memref<2x?xf32>",
        "memref<2x?xf32, strided<[?, 1], offset: ?>>",
        "memref<4xf32, strided<[-1]>, 3>",
        "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, \"gpu\">",
        "memref<*xi32, 1>",
        "memref<*xi32, 1 : i32>",
        "memref<2xmemref<3xi32>>",
        "(i32) -> f32",
        "() -> ()",
        "(i32, f32) -> (i1, i2)",
        "() -> (() -> ())",
        "!tfrt.chain",
        "!x.y<a, b : \"<\", (c -> d)>",
        "!x<\"body\">",
        "!ts.fixed_rank_shape.2",
        "!x<>",
    ] {
        same(text);
    }
    prints("tensor<4 x 2 x f32>", "tensor<4x2xf32>");
    prints("tensor<0xf32>", "tensor<0xf32>");
    prints("!x<good>", "!x.good");
    prints("memref<2xf32, affine_map<(d0) -> (d0)>, 0>", "memref<2xf32>");
    refused("tensor<4xnope>", "1:10: expected non-function type");
    refused("tensor<4f32>", "1:9: expected 'x' in dimension list");
    refused("vector<?xf32>", "1:8: expected non-function type");
    refused("vector<0xf32>", "1:1: vector types must have positive constant sizes but got 0");
    refused("vector<2xnone>", "1:1: failed to verify 'elementType': VectorElementTypeInterface instance");
    refused("tensor<2xtuple<>>", "1:10: invalid tensor element type");
    refused("memref<2x!d.x>", "1:10: invalid memref element type");
    refused("complex<index>", "1:9: invalid element type for complex");
    refused("tensor<*xf32, 1>", "1:16: cannot apply encoding to unranked tensor");
    refused("memref<2xf32, strided<[1, 2]>>", "1:1: expected the number of strides to match the rank");
    refused("!x<a", "1:3: unbalanced '<' character in pretty dialect name");
    refused("!x<a)>", "1:3: unbalanced '<' character in pretty dialect name");
    refused("!.x", "1:1: expected the name of a dialect");
    refused("!unknown", "1:8: undefined symbol alias id 'unknown'");
}

#[test]
fn dialects_decide_about_their_own() {
    same("!known.good");
    prints("!known<good>", "!known.good");
    prints("#known.upper<ABC>", "#known.upper<abc>");
    refused("!known.bad", "1:8: unknown type: bad");
    refused("#known.bad", "1:8: unknown attribute: bad");
    let refused = parse_in(&context(false), "!other.x");
    let message = "`!other.x` type created with unregistered dialect. If this is intended, please use \
                   -allow-unregistered-dialect";
    assert_eq!(refused, Err(format!("1:8: {message}")));
}

#[test]
fn dense_elements() {
    same("dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>");
    same("dense<true> : tensor<3xi1>");
    same("dense<[true, false, true]> : tensor<3xi1>");
    prints("dense<[1, 1, 1]> : tensor<3xi8>", "dense<1> : tensor<3xi8>");
    same("dense<5> : tensor<i32>");
    prints("dense<[5]> : tensor<1xi32>", "dense<5> : tensor<1xi32>");
    same("dense<> : tensor<0xi32>");
    prints("dense<[[], []]> : tensor<2x0xi32>", "dense<> : tensor<2x0xi32>");
    same("dense<[1.500000e+00, 0x7F800000]> : tensor<2xf32>");
    same("dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>");
    same("dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>");
    same("dense<[-1, 2]> : vector<2xindex>");
    same("dense<7> : vector<[4]xi32>");
    same("dense<[255, 1]> : tensor<2xui8>");
    same(r#"dense<["a", "b\22"]> : tensor<2x!d.string>"#);
    same(r#"dense<"a"> : tensor<2x!d.string>"#);
    prints(r#"dense<"0x0100000002000000"> : tensor<2xi32>"#, "dense<[1, 2]> : tensor<2xi32>");
    prints(r#"dense<"0x05"> : tensor<3xi1>"#, "dense<[true, false, true]> : tensor<3xi1>");
    same("dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi4>");
    same("dense_resource<blob> : tensor<4xf32>");
    same("array<i64: 1, -2>");
    same("array<i1: true, false>");
    same("array<f32>");
    prints("array<f32: 1.0>", "array<f32: 1.000000e+00>");
    same("sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>");
    refused(
        "sparse<[0, 0], [1]> : tensor<3x4xi32>",
        "1:1: expected shape ([3, 4]); inferred shape of indices literal ([2]); inferred shape of values literal ([1])",
    );
    refused(
        "sparse<[[0, 0]], [[1]]> : tensor<3x4xi32>",
        "1:1: expected 1-d tensor for sparse element values",
    );
    refused(
        "sparse<[[0, 1], [3, 2]], [1, 2]> : tensor<3x4xi32>",
        "1:1: sparse index #1 is not contained within the value shape, with index=[3, 2], and \
         type='tensor<3x4xi32>'",
    );
    prints(r#"sparse<[[0, 1]], "0x07000000"> : tensor<3x4xi32>"#, "sparse<[[0, 1]], 7> : tensor<3x4xi32>");
    prints("sparse<[[0, 1]], [1]> : tensor<3x4xi32>", "sparse<[[0, 1]], 1> : tensor<3x4xi32>");
    same("sparse<[[1, 1], [1, 1]], [4, 4]> : tensor<3x4xi32>");
    same("sparse<0, 1> : tensor<3xi32>");
    same("sparse<[1, 2], [3, 4]> : tensor<3xi32>");
    same("sparse<[[1], [2]], [3, 4]> : tensor<3xi32>");
    same("sparse<0, 1> : tensor<3x4xi32>");
    same("sparse<> : tensor<3xi32>");
    refused(
        "sparse<[[0, 0]], [1, 2]> : tensor<3x4xi32>",
        "1:1: expected shape ([3, 4]); inferred shape of indices literal ([1, 2]); inferred shape of values literal ([2])",
    );
    same("dense<1> : tensor<0xi32>");
    same("dense<1> : memref<2xi32>");
    same(r#"dense<"a"> : tensor<0x!d.string>"#);
    refused(
        "dense<[1, [2]]> : tensor<2xi32>",
        "1:11: tensor literal is invalid; ranks are not consistent between elements",
    );
    refused(
        "dense<[[1], [2, 3]]> : tensor<2xi32>",
        "1:19: tensor literal is invalid; ranks are not consistent between elements",
    );
    refused(
        "dense<[[1], 2]> : tensor<2xi32>",
        "1:13: tensor literal is invalid; ranks are not consistent between elements",
    );
    refused(
        "dense<[1, 2]> : tensor<3xi32>",
        "1:1: inferred shape of elements literal ([2]) does not match type ([3])",
    );
    refused(
        "dense<> : tensor<3xi32>",
        "1:1: parsed zero elements, but type ('tensor<3xi32>') expected at least 1",
    );
    refused("dense<1> : i32", "1:1: elements literal must be a shaped type");
    refused("dense<1> : tensor<?xi32>", "1:1: elements literal type must have static shape");
    refused("dense<[1.5]> : tensor<1xi32>", "1:8: expected integer elements, but parsed floating-point");
    refused(
        "dense<[1]> : tensor<1xf32>",
        "1:8: unexpected decimal integer literal for a floating point value",
    );
    refused("dense<[300]> : tensor<1xi8>", "1:8: integer constant out of range for type");
    refused("dense<[true]> : tensor<1xi8>", "1:8: expected i1 type for 'true' or 'false' values");
    refused("dense<[x]> : tensor<1xi8>", "1:8: expected element literal of primitive type");
    refused(r#"dense<"zz"> : tensor<1xi8>"#, "1:7: expected string containing hex digits starting with `0x`");
    refused("dense<true> : tensor<f32>", "1:7: expected floating point literal");
    refused(
        "dense<1.0> : tensor<2xcomplex<f32>>",
        "1:1: parsed 1 elements, but type ('complex<f32>') expected 2 elements",
    );
    refused(
        "dense<[1, 2]> : tensor<2xcomplex<i8>>",
        "1:1: parsed 2 elements, but type ('tensor<2xcomplex<i8>>') expected 4 elements",
    );
    refused(r#"dense<["a", 1]> : tensor<2x!d.s>"#, "1:1: expected string token, got 1");
    refused("array<i1: 1>", "1:11: expected 'true' or 'false' values for i1 type");
    refused("array<i32: true>", "1:12: expected i1 type for 'true' or 'false' values");
    refused("array<f32: 1>", "1:12: unexpected decimal integer literal for a floating point value");
    refused("array<f32: x>", "1:12: expected floating point literal");
    refused("array<i8: 300>", "1:14: integer constant out of range");
    refused("array<i8: (1,2)>", "1:11: expected integer literal");
    refused("array<!d.x: 1>", "1:7: expected integer or float type, got: '!d.x'");
    refused(
        r#"dense<"0x0102"> : tensor<2xi1>"#,
        "1:1: elements hex data size is invalid for provided type: 'tensor<2xi1>'",
    );
    refused(
        r#"dense<"0x010203"> : tensor<2xi8>"#,
        "1:1: elements hex data size is invalid for provided type: 'tensor<2xi8>'",
    );
}

#[test]
fn booleans_in_hexadecimal_are_bits_or_bytes() {
    let ctx = context(true);
    let values = ["true"; 4].join(", ") + &", false".repeat(5);
    let listed = parse_in(&ctx, &format!("dense<[{values}]> : tensor<9xi1>")).unwrap();
    assert_eq!(parse_in(&ctx, r#"dense<"0x0F00"> : tensor<9xi1>"#).unwrap(), listed);
    assert_eq!(parse_in(&ctx, r#"dense<"0x010101010000000000"> : tensor<9xi1>"#).unwrap(), listed);
}

#[test]
fn many_elements_print_in_hexadecimal_or_not_at_all() {
    let ctx = context(true);
    let values: Vec<String> = (0..101).map(|i| i.to_string()).collect();
    let text = format!("dense<[{}]> : tensor<101xi8>", values.join(", "));
    let attr = parse_in(&ctx, &text).unwrap();
    let printed = attr_to_string(&ctx, attr);
    assert!(printed.starts_with(r#"dense<"0x00010203"#), "{printed}");
    assert_eq!(parse_in(&ctx, &printed), Ok(attr));
    let print = |options| {
        let mut printer = AttrPrinter::new(&ctx).with_options(options);
        printer.print_attr(attr);
        printer.out
    };
    assert_eq!(print(AttrPrintOptions { elide_elements_larger: None, hex_elements_larger: None }), text);
    let elided = AttrPrintOptions { elide_elements_larger: Some(100), ..AttrPrintOptions::default() };
    assert_eq!(print(elided), "dense_resource<__elided__> : tensor<101xi8>");
    let bools: Vec<&str> = (0..101).map(|i| if i % 3 == 0 { "true" } else { "false" }).collect();
    let attr = parse_in(&ctx, &format!("dense<[{}]> : tensor<101xi1>", bools.join(", "))).unwrap();
    let printed = attr_to_string(&ctx, attr);
    assert!(printed.starts_with(r#"dense<"0x4992"#), "{printed}");
    assert_eq!(parse_in(&ctx, &printed), Ok(attr));
}

#[test]
fn affine_maps_and_sets() {
    let map = |text: &str, expected: &str| {
        prints(&format!("affine_map<{text}>"), &format!("affine_map<{expected}>"))
    };
    map("() -> ()", "() -> ()");
    map("(i, j)[n] -> (i + n, j * 2)", "(d0, d1)[s0] -> (d0 + s0, d1 * 2)");
    map("(i) -> (2 + i, i - 1, -i, i - 2 * i)", "(d0) -> (d0 + 2, d0 - 1, -d0, -d0)");
    map("(i, j) -> (i - j, i - 3 * j, i - (i + j))", "(d0, d1) -> (d0 - d1, d0 - d1 * 3, d0 - (d0 + d1))");
    map(
        "(i)[s] -> (i floordiv 4, i ceildiv s, i mod 3)",
        "(d0)[s0] -> (d0 floordiv 4, d0 ceildiv s0, d0 mod 3)",
    );
    map(
        "(i) -> ((i * 4) floordiv 2, (i * 6) mod 3, i - (i floordiv 4) * 4)",
        "(d0) -> (d0 * 2, 0, d0 mod 4)",
    );
    map("(i) -> ((i + 1) * 5, (i + 1) * 5 + 2)", "(d0) -> ((d0 + 1) * 5, (d0 + 1) * 5 + 2)");
    map("(i) -> (-9223372036854775808)", "(d0) -> (-9223372036854775808)");
    map("(i, j) -> (i + (j + (i + 1)))", "(d0, d1) -> (d0 * 2 + d1 + 1)");
    map("(i) -> (i + -9223372036854775808)", "(d0) -> (d0 + -9223372036854775808)");
    same("affine_set<(d0)[s0] : (d0 >= 0, d0 - s0 == 0)>");
    prints("affine_set<(d0) : ()>", "affine_set<(d0) : (0 == 0)>");
    prints("affine_set<(d0) : (d0 <= 10)>", "affine_set<(d0) : (-d0 + 10 >= 0)>");
    refused("affine_map<(i) -> (j)>", "1:20: use of undeclared identifier");
    refused("affine_map<(i, i) -> (i)>", "1:16: redefinition of identifier 'i'");
    refused(
        "affine_map<(i, j) -> (i * j)>",
        "1:25: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
    );
    refused(
        "affine_map<(i, j) -> (i mod j)>",
        "1:25: non-affine expression: right operand of mod has to be either a constant or symbolic",
    );
    map("(i) -> (i floordiv 0, i ceildiv 0, i mod 0)", "(d0) -> (d0 floordiv 0, d0 ceildiv 0, d0 mod 0)");
    map(
        "(i, j)[m, n] -> (j + i, n + m, n * m, j * 2 + i)",
        "(d0, d1)[s0, s1] -> (d0 + d1, s0 + s1, s0 * s1, d1 * 2 + d0)",
    );
    refused("affine_map<(i) -> (+ i)>", "1:20: missing left operand of binary operator");
    refused("affine_map<(i) i>", "1:15: expected '->' or ':'");
}

#[test]
fn locations() {
    for text in [
        "loc(unknown)",
        "loc(\"named\")",
        "loc(\"named\"(\"other.file\":3:4))",
        "loc(\"file\":3:4)",
        "loc(\"file\":3:4 to 5:6)",
        "loc(\"file\":3:4 to :6)",
        "loc(callsite(\"inner\" at \"outer.file\":10:20))",
        "loc(fused[\"a\", \"other.file\":3:4])",
        "loc(fused<\"why\">[\"a\"])",
    ] {
        same(text);
    }
    prints("loc(fused[\"a\", unknown, \"a\"])", "loc(\"a\")");
    prints(
        "loc(fused<1>[\"a\", fused<1>[\"b\"], fused[\"c\", \"d\"]])",
        "loc(fused<1 : i64>[\"a\", \"b\", fused[\"c\", \"d\"]])",
    );
    prints("loc(fused<1>[])", "loc(fused<1 : i64>[unknown])");
    refused("loc(nope)", "1:5: expected location instance");
    refused("loc(callsite(\"a\" \"b\"))", "1:17: expected 'at' in callsite location");
    prints("loc(\"f\":1)", "loc(\"f\":1:0)");
    refused("loc(\"f\":1:2 to 3)", "1:17: expected either integer or `:` post `to` in FileLineColRange");
    refused("loc(\"a\"", "1:7: expected ')' in inline location");
    refused("loc(\"f\":x:1)", "1:9: expected integer line number in FileLineColRange");
    refused("loc(\"f\":1:x)", "1:11: expected integer column number in FileLineColRange");
}

#[test]
fn aliases() {
    prints("#a = 1 : i32\n#b = [#a, #a]\n{x = #b}", "{x = [1 : i32, 1 : i32]}");
    prints("!t = i32\n!u = tuple<!t>\n(!u) -> !t", "(tuple<i32>) -> i32");
    prints("#loc = loc(\"a\")\nloc(fused[#loc, \"b\"])", "loc(fused[\"a\", \"b\"])");
    prints("#m = affine_map<(d0) -> (d0)>\n#m", "affine_map<(d0) -> (d0)>");
    refused("#a = 1\n#a = 2\n#a", "2:1: redefinition of attribute alias id 'a'");
    refused("#a.b = 1\n1", "1:1: attribute names with a '.' are reserved for dialect-defined names");
    refused("#a", "1:2: undefined symbol alias id 'a'");
    refused("#a = 1\nloc(#a)", "2:5: expected location, but found '1 : i64'");
}

#[test]
fn nesting_is_bounded() {
    let too_deep = format!("nested deeper than {} levels", state::MAX_NESTING);
    for (open, close) in
        [("[", "]"), ("{a = ", "}"), ("tuple<", ">"), ("() -> (", ")"), ("distinct[0]<", ">")]
    {
        let text = |n: usize| format!("{}i32{}", open.repeat(n), close.repeat(n));
        assert!(parse_in(&context(true), &text(200)).is_ok(), "{open}");
        let error = parse_in(&context(true), &text(100_000)).unwrap_err();
        assert!(error.ends_with(&too_deep), "{open}: {error}");
    }
    let mut text = String::from("#a0 = [1]\n");
    for i in 1..1000 {
        text += &format!("#a{i} = [#a{}]\n", i - 1);
    }
    let error = parse_in(&context(true), &text).unwrap_err();
    assert_eq!(error, format!("257:10: {too_deep}"));
    let parens = format!("affine_map<(i) -> ({}i{})>", "(".repeat(100_000), ")".repeat(100_000));
    assert!(parse_in(&context(true), &parens).unwrap_err().ends_with(&too_deep));
    // What is not nested may be as long as it wants.
    let sum = format!("affine_map<(i)[s] -> (i{})>", " + i * s".repeat(1000));
    let ctx = context(true);
    let attr = parse_in(&ctx, &sum).unwrap();
    assert_eq!(parse_in(&ctx, &attr_to_string(&ctx, attr)), Ok(attr));
    let ranks = format!("dense<{}1{}> : tensor<{}i8>", "[".repeat(5000), "]".repeat(5000), "1x".repeat(5000));
    assert!(parse_in(&ctx, &ranks).is_ok());
}

#[test]
fn wide_integers_take_no_more_memory_than_their_text_warrants() {
    let ctx = context(true);
    let many = vec!["-7 : i16777215"; 20_000].join(", ");
    assert!(parse_in(&ctx, &format!("[{many}]")).is_ok());
    let elements: Vec<String> = (0..1000).map(|i| i.to_string()).collect();
    let elements = elements.join(", ");
    let error = parse_in(&ctx, &format!("dense<[{elements}]> : tensor<1000xi16777208>")).unwrap_err();
    assert_eq!(error, "1:7: the elements would take 2097151000 bytes, too many for their text");
    assert!(parse_in(&ctx, &format!("array<i16777208: {elements}>")).is_err());
    assert!(parse_in(&ctx, &format!("dense<[{elements}]> : tensor<1000xi4096>")).is_ok());
}

#[test]
fn errors_at_the_start_of_a_line_point_at_the_line_before() {
    refused("[1, 2 // more\n  // still\n\n  3]", "1:6: expected ',' or ']'");
    refused("[1\n", "1:3: expected ',' or ']'");
    refused("", "1:1: expected attribute value");
    refused("// only a comment", "1:17: expected attribute value");
}

#[test]
fn names_of_aliases_follow_the_order_of_visits() {
    let ctx = context(true);
    let file = |line| ctx.file_loc(ctx.ident("f"), line, 1);
    let fused = ctx.fused_loc(&[file(2), file(3)], None);
    let map = ctx.affine_map_attr(crate::affine::AffineMap::identity(1));
    let mut aliases = AliasCollector::new(&ctx);
    aliases.visit_loc(file(1), true);
    aliases.visit_loc(fused, true);
    aliases.visit_attr(ctx.array_attr(&[map]));
    aliases.visit_loc(file(4), true);
    aliases.visit_loc(file(3), false);
    let names = aliases.finish();
    let (mut early, mut late) = (String::new(), String::new());
    let mut numbers = super::print::DistinctNumbers::default();
    names.write_definitions(&ctx, (AttrPrintOptions::default(), false), false, &mut numbers, &mut early);
    names.write_definitions(&ctx, (AttrPrintOptions::default(), false), true, &mut numbers, &mut late);
    assert_eq!(early, "#loc2 = loc(\"f\":3:1)\n#map = affine_map<(d0) -> (d0)>\n");
    assert_eq!(
        late,
        "#loc = loc(\"f\":1:1)\n#loc1 = loc(\"f\":2:1)\n#loc3 = loc(\"f\":4:1)\n#loc4 = loc(fused[#loc1, #loc2])\n"
    );
    let mut printer = AttrPrinter::with_aliases(&ctx, AttrPrintOptions::default(), &names);
    printer.print_loc(fused);
    printer.print_attr(map);
    assert_eq!(printer.out, "loc(#loc4)#map");
}
