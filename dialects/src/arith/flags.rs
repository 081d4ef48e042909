//! The flags of arithmetic: `overflow<nsw, nuw>`, `fastmath<nnan,ninf>`, `exact`, and the rounding mode of
//! `arith.truncf`.
//!
//! Flags are attributes of the dialect, `#arith.overflow<nsw>`; in every spelling, their text is upstream's.

use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, AttrDefault};
use tfrt_ir::syntax::{OpParser, OpPrinter};

/// A set of flags.
pub(super) struct Flags {
    /// The word of the attribute and of the custom form.
    word: &'static str,
    /// The attribute of operations that holds them.
    pub(super) attr: &'static str,
    /// Upstream's name of the type.
    class: &'static str,
    /// The flags with their bits, the first for none; one with several bits stands for all of them.
    names: &'static [(&'static str, u32)],
    separator: &'static str,
}

pub(super) const OVERFLOW: Flags = Flags {
    word: "overflow",
    attr: "overflowFlags",
    class: "IntegerOverflowFlags",
    names: &[("none", 0), ("nsw", 1), ("nuw", 2)],
    separator: ", ",
};

pub(super) const FASTMATH: Flags = Flags {
    word: "fastmath",
    attr: "fastmath",
    class: "FastMathFlags",
    names: &[
        ("none", 0),
        ("reassoc", 1),
        ("nnan", 2),
        ("ninf", 4),
        ("nsz", 8),
        ("arcp", 16),
        ("contract", 32),
        ("afn", 64),
        ("fast", 127),
    ],
    separator: ",",
};

/// Flags written as a word and the unit attribute that holds them.
const EXACT: (&str, &str) = ("exact", "isExact");

/// The rounding modes of `arith.truncf`, in the order of their numbers.
const ROUNDING: [&str; 5] = ["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];
/// The attribute that holds the number.
pub(super) const ROUNDING_ATTR: &str = "roundingmode";

impl Flags {
    fn bits(&self, name: &str) -> Result<u32, String> {
        match self.names.iter().find(|(known, _)| *known == name) {
            Some((_, bits)) => Ok(*bits),
            None => {
                let known: Vec<&str> = self.names.iter().map(|(name, _)| *name).collect();
                Err(format!("expected ::mlir::arith::{} to be one of: {}", self.class, known.join(", ")))
            }
        }
    }

    /// The flags of a set, as they stand between brackets.
    fn text(&self, bits: u32) -> String {
        if let Some((name, _)) = self.names.iter().find(|(_, known)| *known == bits) {
            return (*name).to_owned();
        }
        let single = self.names.iter().filter(|(_, bit)| bit.is_power_of_two() && bits & bit != 0);
        single.map(|(name, _)| *name).collect::<Vec<_>>().join(self.separator)
    }

    fn build(&self, ctx: &Context, bits: u32) -> Attr {
        ctx.opaque_attr("arith", &format!("{}<{}>", self.word, self.text(bits)))
    }

    /// No flags.
    pub(super) fn none(&'static self) -> AttrDefault {
        AttrDefault::new(|ctx| self.build(ctx, 0))
    }

    /// Such attributes.
    pub(super) fn constraint(&'static self) -> AttrConstraint {
        let is_one = |ctx: &Context, attr: Attr| self.body(ctx, attr).is_some();
        AttrConstraint::new(format!("arith {} attribute", self.word), AttrClass::Own, is_one)
    }

    /// The text between the brackets of such an attribute.
    fn body<'c>(&self, ctx: &'c Context, attr: Attr) -> Option<&'c str> {
        let body = ctx.opaque_body(attr, "arith")?.strip_prefix(self.word)?;
        body.strip_prefix('<')?.strip_suffix('>')
    }
}

/// The flags that an operation carries.
pub(super) struct FlagSet<'a>(&'a str, &'static Flags);

impl FlagSet<'_> {
    /// Whether one of them is this, or stands for it.
    pub(super) fn contains(&self, name: &str) -> bool {
        let wanted = self.1.bits(name).unwrap_or(0);
        self.bits() & wanted == wanted
    }

    fn bits(&self) -> u32 {
        self.0.split(',').map(|flag| self.1.bits(flag.trim()).unwrap_or(0)).fold(0, |all, bits| all | bits)
    }

    /// The attribute with the flags that are in both.
    pub(super) fn both(&self, ctx: &Context, other: &Self) -> Attr {
        self.1.build(ctx, self.bits() & other.bits())
    }
}

fn flags_of<'a>(op: OpRef<'a>, flags: &'static Flags) -> FlagSet<'a> {
    FlagSet(op.attr(flags.attr).and_then(|attr| flags.body(op.ctx, attr)).unwrap_or("none"), flags)
}

/// The overflow flags of an operation.
pub(super) fn overflow_of(op: OpRef<'_>) -> FlagSet<'_> {
    flags_of(op, &OVERFLOW)
}

/// The fast-math flags of an operation on floats.
pub(super) fn fastmath_of(op: OpRef<'_>) -> FlagSet<'_> {
    flags_of(op, &FASTMATH)
}

/// The constraint on rounding modes.
pub(super) fn rounding() -> AttrConstraint {
    let is_one = |ctx: &Context, attr: Attr| {
        ctx.attr_type(attr) == Some(ctx.i32())
            && ctx.attr_as_i64(attr).is_some_and(|number| (0..ROUNDING.len() as i64).contains(&number))
    };
    let description = "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4";
    AttrConstraint::new(description, AttrClass::Own, is_one)
}

const QUOTE: char = '\u{22}';

/// Parses the text after `#arith.`: flags, in any order and spelling.
pub(super) fn parse_attr(ctx: &Context, text: &str) -> Result<Attr, DialectSyntaxError> {
    let error = |offset, message: &str| Err(DialectSyntaxError { offset, message: message.to_owned() });
    let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    let Some(flags) = [&OVERFLOW, &FASTMATH].into_iter().find(|flags| flags.word == word) else {
        return error(0, &format!("unknown attribute `{word}` in dialect `arith`"));
    };
    let Some(list) = text[word.len()..].strip_prefix('<') else { return error(word.len(), "expected '<'") };
    let Some(list) = list.strip_suffix('>') else { return error(text.len(), "expected '>'") };
    let start = word.len() + 1;
    let (mut bits, mut at) = (0, start);
    for part in list.split(',') {
        let name = part.trim();
        let name = name.strip_prefix(QUOTE).and_then(|name| name.strip_suffix(QUOTE)).unwrap_or(name);
        if name.is_empty() {
            return error(at, "expected valid keyword or string");
        }
        match flags.bits(name) {
            Ok(more) => bits |= more,
            Err(message) => return error(start, &message),
        }
        at += part.len() + 1;
    }
    Ok(flags.build(ctx, bits))
}

/// Whether operations of the name in `state` have an attribute.
fn declares(ctx: &Context, state: &OpState, attr: &str) -> bool {
    let definition = ctx.definition(state.name);
    definition.is_some_and(|definition| definition.attribute_definitions().iter().any(|a| a.name == attr))
}

/// Reads the flags that the operation may have.
pub(crate) fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    if declares(ctx, state, ROUNDING_ATTR)
        && let Some(number) = ROUNDING.iter().position(|word| p.optional_keyword(word))
    {
        state.attrs.push((ctx.ident(ROUNDING_ATTR), ctx.int_attr(ctx.i32(), number as i64)));
    }
    let (word, attr) = EXACT;
    if declares(ctx, state, attr) && p.optional_keyword(word) {
        state.attrs.push((ctx.ident(attr), ctx.unit()));
    }
    for flags in [&OVERFLOW, &FASTMATH] {
        if declares(ctx, state, flags.attr) && p.optional_keyword(flags.word) {
            p.less()?;
            let (start, mut bits) = (p.offset(), 0);
            loop {
                let name = p.keyword_or_string()?;
                match flags.bits(&name) {
                    Ok(more) => bits |= more,
                    Err(message) => return Err(p.error(start, message)),
                }
                if !p.optional_comma() {
                    break;
                }
            }
            p.greater()?;
            state.attrs.push((ctx.ident(flags.attr), flags.build(ctx, bits)));
        }
    }
    Ok(())
}

/// Writes the flags that say something; returns the attributes that need not be written otherwise.
pub(crate) fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) -> Vec<&'static str> {
    let ctx = op.ctx;
    let mut written = Vec::new();
    let rounding = op.attr(ROUNDING_ATTR).and_then(|number| ctx.attr_as_i64(number));
    if let Some(word) = rounding.and_then(|number| ROUNDING.get(usize::try_from(number).ok()?)) {
        p.text(&format!(" {word}"));
        written.push(ROUNDING_ATTR);
    }
    let (word, attr) = EXACT;
    if op.attr(attr) == Some(ctx.unit()) {
        p.text(&format!(" {word}"));
        written.push(attr);
    }
    for flags in [&OVERFLOW, &FASTMATH] {
        if let Some(body) = op.attr(flags.attr).and_then(|value| flags.body(ctx, value)) {
            if body != "none" {
                p.text(&format!(" {}<{body}>", flags.word));
            }
            written.push(flags.attr);
        }
    }
    written
}
