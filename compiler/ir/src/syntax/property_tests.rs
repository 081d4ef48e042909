//! Property tests for all types and attributes: printed text reads back as the same thing, and no text makes a
//! parser panic.

use proptest::prelude::*;

use super::tests::{context, parse_in};
use super::*;
use crate::affine::{AffineMap, AffineOp, ExprBuilder, IntegerSet};
use crate::apint::ApInt;
use crate::attributes::AttrKind;
use crate::context::Context;
use crate::dense::{element_layout, make_dense};
use crate::handles::{Attr, Loc, Type};
use crate::types::{DYNAMIC, FloatKind, Signedness, TypeKind};

/// Makes choices from a string of bytes; when they are used up every choice is the first.
struct Choices<'a> {
    ctx: &'a Context,
    bytes: std::slice::Iter<'a, u8>,
}

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    fn word(&mut self) -> u64 {
        (0..8).fold(0, |w, _| w << 8 | u64::from(self.byte()))
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| item(self)).collect()
    }

    fn text(&mut self) -> String {
        let alphabet = ["a", "Z", "_", "9", ".", "$", "-", " ", "\"", "\\", "\n", "é", "x", "<", ">"];
        self.list(|c| alphabet[c.below(alphabet.len())]).concat()
    }

    fn name(&mut self) -> crate::Ident {
        let text = self.text() + "n";
        self.ctx.ident(&text)
    }

    fn body(&mut self) -> &'static str {
        let bodies =
            ["chain", "a.b", "x<1, [2]>", "\"text\"", "", "9", "a<b> <c>", "b-c", "x -> y", "a-", "v<\">\">"];
        bodies[self.below(bodies.len())]
    }

    fn dims(&mut self, dynamic: bool) -> Vec<i64> {
        let sizes = [2, 1, 3, 0];
        self.list(|c| match c.below(5) {
            4 if dynamic => DYNAMIC,
            i => sizes[i % 4],
        })
    }

    fn integer_type(&mut self) -> Type {
        let widths = [32, 1, 8, 64, 7, 65, 128, 200, 0];
        let signs = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];
        let (width, sign) = (widths[self.below(widths.len())], signs[self.below(3)]);
        self.ctx.int_with_sign(width, sign)
    }

    fn number_type(&mut self) -> Type {
        match self.below(3) {
            0 => self.integer_type(),
            1 => self.ctx.float(FloatKind::ALL[self.below(FloatKind::ALL.len())]),
            _ => self.ctx.index(),
        }
    }

    fn element_type(&mut self) -> Type {
        match self.below(4) {
            0 => {
                let part = self.number_type();
                let part = if part == self.ctx.index() { self.ctx.f32() } else { part };
                self.ctx.complex(part)
            }
            _ => self.number_type(),
        }
    }

    fn ty(&mut self, depth: u32) -> Type {
        let ctx = self.ctx;
        let deeper = depth + 1;
        match self.below(if depth > 3 { 4 } else { 12 }) {
            0 | 1 => self.element_type(),
            2 => ctx.opaque_type(["d", "x", "d.e", "d-e"][self.below(2)], self.body()),
            3 => ctx.none(),
            4 => {
                let types = self.list(|c| c.ty(deeper));
                ctx.tuple(&types)
            }
            5 | 6 => {
                let (inputs, results) = (self.list(|c| c.ty(deeper)), self.list(|c| c.ty(deeper)));
                ctx.function(&inputs, &results)
            }
            7 => {
                let dims: Vec<i64> = self.dims(false).iter().map(|d| d + 1).collect();
                let mut scalable: Vec<bool> = dims.iter().map(|_| self.below(2) == 1).collect();
                if !scalable.contains(&true) {
                    scalable.clear();
                }
                let elem = self.number_type();
                ctx.intern_type(TypeKind::Vector { dims: dims.into(), scalable: scalable.into(), elem })
            }
            8 => {
                let encoding = (self.below(2) == 1).then(|| self.attr(deeper));
                let (dims, elem) = (self.dims(true).into(), self.element_type());
                ctx.intern_type(TypeKind::RankedTensor { dims, elem, encoding })
            }
            9 => ctx.unranked_tensor(self.element_type()),
            10 => {
                let dims = self.dims(true);
                let strides = dims.iter().map(|_| self.word() as i64 | 1).collect();
                let offset = [0, DYNAMIC, -7][self.below(3)];
                let layout =
                    (self.below(2) == 1).then(|| ctx.intern_attr(AttrKind::Strided { strides, offset }));
                let memory_space = (self.below(2) == 1).then(|| ctx.i64_attr(1));
                let elem = self.element_type();
                ctx.intern_type(TypeKind::MemRef { dims: dims.into(), elem, layout, memory_space })
            }
            _ => {
                let memory_space = (self.below(2) == 1).then(|| ctx.string_attr("space"));
                ctx.intern_type(TypeKind::UnrankedMemRef { elem: self.element_type(), memory_space })
            }
        }
    }

    fn integer(&mut self, ty: Type) -> ApInt {
        let width = self.ctx.int_or_float_width(ty).unwrap_or(64);
        ApInt::from_words(width, &[self.word(), self.word(), self.word(), self.word()])
    }

    /// The little-endian bytes of one element.
    fn element(&mut self, elem: Type) -> Vec<u8> {
        let Some(layout) = element_layout(self.ctx, elem) else { return vec![] };
        (0..layout.parts).flat_map(|_| self.integer(layout.part).to_le_bytes()).collect()
    }

    fn dense(&mut self) -> Attr {
        let dims = self.dims(false);
        let elem = self.element_type();
        let ty = self.ctx.tensor(&dims, elem);
        let count: i64 = dims.iter().product();
        let stored = if self.below(2) == 1 { count.min(1) } else { count };
        let data = (0..stored).flat_map(|_| self.element(elem)).collect();
        make_dense(self.ctx, ty, data)
    }

    fn expr(&mut self, e: &mut ExprBuilder, depth: u32) -> crate::affine::ExprId {
        match self.below(if depth > 4 { 3 } else { 8 }) {
            0 => e.dim(self.byte() as u32 % 2),
            1 => e.symbol(0),
            2 => e.constant(i64::from(self.byte()) - 100),
            op => {
                let left = self.expr(e, depth + 1);
                let constant = e.constant([2, 3, -1, 4, i64::MIN, i64::MAX][self.below(6)]);
                match op {
                    3 => e.binary(AffineOp::Mul, left, constant),
                    4 => e.binary(AffineOp::FloorDiv, left, constant),
                    5 => e.binary(AffineOp::CeilDiv, left, constant),
                    6 => e.binary(AffineOp::Mod, left, constant),
                    _ => {
                        let right = self.expr(e, depth + 1);
                        e.add(left, right)
                    }
                }
            }
        }
    }

    fn loc(&mut self, depth: u32) -> Loc {
        let ctx = self.ctx;
        let name = self.name();
        match self.below(if depth > 3 { 3 } else { 6 }) {
            0 => ctx.file_loc(name, self.word() as u32, u32::from(self.byte())),
            1 => ctx.unknown_loc(),
            2 => ctx.file_range_loc(name, (1, u32::from(self.byte())), (u32::from(self.byte()), 4)),
            3 => {
                let child = self.loc(depth + 1);
                ctx.name_loc(name, child)
            }
            4 => {
                let (callee, caller) = (self.loc(depth + 1), self.loc(depth + 1));
                ctx.callsite_loc(callee, caller)
            }
            _ => {
                let metadata = (self.below(2) == 1).then(|| self.attr(depth + 1));
                let locs = self.list(|c| c.loc(depth + 1));
                ctx.fused_loc(&locs, metadata)
            }
        }
    }

    fn attr(&mut self, depth: u32) -> Attr {
        let ctx = self.ctx;
        let deeper = depth + 1;
        match self.below(if depth > 3 { 5 } else { 18 }) {
            0 => {
                let ty = if self.below(4) == 3 { ctx.index() } else { self.integer_type() };
                let value = self.integer(ty);
                ctx.intern_attr(AttrKind::Integer { ty, value })
            }
            1 => {
                let kind = FloatKind::ALL[self.below(FloatKind::ALL.len())];
                let bits = u128::from(self.word()) << 64 | u128::from(self.word());
                ctx.float_bits_attr(kind, bits)
            }
            2 => {
                let text = self.list(|c| c.byte());
                let ty = (self.below(2) == 1).then(|| ctx.opaque_type("d", "string"));
                ctx.intern_attr(AttrKind::String { bytes: text.into(), ty })
            }
            3 => ctx.unit(),
            4 => {
                let root = self.name();
                let nested = self.list(|c| c.name());
                ctx.nested_symbol_ref(root, &nested)
            }
            5 | 6 => {
                let elems = self.list(|c| c.attr(deeper));
                ctx.array_attr(&elems)
            }
            7 | 8 => {
                let entries = self.list(|c| (c.name(), c.attr(deeper)));
                ctx.dict(entries)
            }
            9 => {
                let ty = self.ty(deeper);
                ctx.type_attr(ty)
            }
            10 | 11 => self.dense(),
            12 => {
                let kinds = [ctx.i1(), ctx.i8(), ctx.i64(), ctx.f32(), ctx.f64()];
                let elem = kinds[self.below(kinds.len())];
                let data = self.list(|c| c.element(elem)).concat().into();
                ctx.intern_attr(AttrKind::DenseArray { elem, data })
            }
            13 => {
                let mut e = ExprBuilder::default();
                let exprs = self.list(|c| c.expr(&mut e, 0));
                let (exprs, results) = e.finish(&exprs);
                ctx.affine_map_attr(AffineMap { dims: 2, symbols: 1, exprs, results })
            }
            14 => {
                let mut e = ExprBuilder::default();
                let root = self.expr(&mut e, 0);
                let (exprs, roots) = e.finish(&[root]);
                let constraints = roots.iter().map(|&r| (r, self.below(2) == 1)).collect();
                ctx.integer_set_attr(IntegerSet { dims: 2, symbols: 1, exprs, constraints })
            }
            15 => {
                let loc = self.loc(deeper);
                ctx.loc_attr(loc)
            }
            16 => {
                let ty = (self.below(2) == 1).then(|| self.ty(deeper)).filter(|&t| t != ctx.none());
                let (dialect, body) = (ctx.ident("d"), self.body().into());
                ctx.intern_attr(AttrKind::Opaque { dialect, body, ty })
            }
            _ => {
                // Printing counts them; another number would come back as this one.
                let (id, value) = (0, self.attr(deeper));
                ctx.intern_attr(AttrKind::Distinct { id, value })
            }
        }
    }
}

fn reads_back(bytes: &[u8]) -> Result<(), TestCaseError> {
    let ctx = context(true);
    let attr = Choices { ctx: &ctx, bytes: bytes.iter() }.attr(0);
    let text = attr_to_string(&ctx, attr);
    match parse_in(&ctx, &text) {
        Ok(back) => {
            let printed = attr_to_string(&ctx, back);
            prop_assert_eq!(back, attr, "{} gives {}", text, printed);
        }
        Err(e) => prop_assert!(false, "{text}: {e}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        reads_back(&bytes)?;
    }

    #[test]
    fn changed_text_gives_an_error_or_an_attribute(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40), 1..5),
    ) {
        let ctx = context(true);
        let attr = Choices { ctx: &ctx, bytes: bytes.iter() }.attr(0);
        let mut text: Vec<char> = attr_to_string(&ctx, attr).chars().collect();
        let pool: Vec<char> = "<>()[]{}\"\\,:=-+*?x0#!@%^.ilé \n/~|e".chars().collect();
        for (at, what) in changes {
            if text.is_empty() {
                break;
            }
            let at = at.index(text.len());
            match pool.get(what) {
                Some(&c) => text[at] = c,
                None => {
                    text.remove(at);
                }
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(attr) = parse_in(&ctx, &text) {
            let printed = attr_to_string(&ctx, attr);
            prop_assert_eq!(parse_in(&ctx, &printed), Ok(attr), "{} printed as {}", text, printed);
        }
    }

    #[test]
    fn no_text_is_too_odd(text in "\\PC*|[-<>()\\[\\]{}\":,=x0-9a-f#!@ ]{0,60}") {
        let _ = parse_in(&context(true), &text);
    }

    #[test]
    fn words_in_any_order(words in prop::collection::vec(prop::sample::select(vec![
        "dense", "<", ">", "[", "]", "(", ")", "{", "}", ":", ",", "tensor", "2x", "x", "f32", "i8", "affine_map",
        "affine_set", "->", "d0", "floordiv", "mod", "-", "1", "0x12", "1.5", "\"0x00\"", "sparse", "array", "loc",
        "fused", "callsite", "at", "strided", "offset", "?", "*", "memref", "vector", "complex", "tuple", "true",
        "#a", "!b", "!c.d", "@e", "::", "=", "distinct", "dense_resource", ">=", "==", "unit", "none", "to",
    ]), 0..25)) {
        let ctx = context(true);
        for text in [words.join(" "), words.concat()] {
            if let Ok(attr) = parse_in(&ctx, &text) {
                let printed = attr_to_string(&ctx, attr);
                prop_assert_eq!(parse_in(&ctx, &printed), Ok(attr), "{} printed as {}", text, printed);
            }
        }
    }
}
