//! Types of a function's values for samples of the sizes that callers choose.
//!
//! A size of an argument that is not known is a *symbol*: one for the first dimensions, which count batches, one for each name in the signature
//! ([`SIZES_ATTR`]), and one for every other dimension. The name of a first dimension that other dimensions have as well is a symbol of its
//! own, unless it is that of the first argument. Each sample gives symbols other numbers, so that what is the same in both
//! is known, and the rest depends on symbols. Names such as `past + 1` are computed from others.
//!
//! Some symbols are equal in all calls that succeed, although the signature gives them different names. Where an op refuses a sample because two sizes of its operands differ,
//! the one by another symbol than the other, these symbols become equal; where one of the sizes is a symbol, that symbol becomes the other size.
//! Then everything is inferred again.
//!
//! A sample is no statement about other calls: users infer types anew for the arguments of a call.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_dialects::signature::{ValueSignature, argument_signatures};
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::{TensorTypes, written_types};

/// Samples of all symbols but that of the batch: small, so that texts do not exceed what models have tables for, and such that networks can halve
/// images several times. The multiples are odd, so no difference of two is another one, and no two differences are equal: what sums of symbols
/// differ in tells which symbols that are.
const UNIT: i64 = 32;
const MULTIPLES: [i64; 12] = [3, 5, 9, 17, 27, 43, 63, 91, 133, 163, 195, 247];

/// The largest number of times that a symbol gets another size. Each time everything is inferred again.
const MAX_CHANGES: usize = 8;

/// Factors and summands of a computed name at most.
const MAX_TERMS: usize = 8;

/// The types of a function's values for two choices of sizes, those of a batch among them.
#[must_use]
pub fn samples(function: OpRef<'_>, batches: [i64; 2]) -> [TensorTypes; 2] {
    let symbols = Symbols::of(function);
    [0, 1].map(|at| symbols.sampled(function, batches[at], at))
}

/// Where the size of a dimension comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Symbol<'a> {
    Batch,
    Named(&'a str),
    /// Of this argument and dimension.
    Place(usize, usize),
}

/// The symbols of a function's arguments.
struct Symbols<'a> {
    arguments: Vec<Option<Type>>,
    /// The symbol of each dimension that is not known.
    places: Vec<(usize, usize, Symbol<'a>)>,
}

impl<'a> Symbols<'a> {
    fn of(function: OpRef<'a>) -> Symbols<'a> {
        let ctx = function.ctx;
        let arguments = written_types(function, "arg_attrs");
        let signatures = argument_signatures(function);
        // Argument, dimension and name of each size that is not known.
        let mut open: Vec<(usize, usize, Option<&str>)> = Vec::new();
        for (argument, ty) in arguments.iter().enumerate() {
            let dims = ty.and_then(|ty| ctx.type_kind(ty).dims()).unwrap_or_default();
            for (at, _) in dims.iter().enumerate().filter(|&(_, &dim)| dim == DYNAMIC) {
                open.push((argument, at, size_name(ctx, signatures.get(argument), at)));
            }
        }
        let first =
            open.iter().find(|&&(_, at, name)| at == 0 && name.is_some()).and_then(|&(.., name)| name);
        let others: FxHashSet<&str> =
            open.iter().filter(|&&(_, at, _)| at > 0).filter_map(|&(.., name)| name).collect();
        let symbol = |&(argument, at, name): &(usize, usize, Option<&'a str>)| match name {
            Some(name) if Some(name) == first || at == 0 && !others.contains(name) => Symbol::Batch,
            Some(name) => Symbol::Named(name),
            None if at == 0 => Symbol::Batch,
            None => Symbol::Place(argument, at),
        };
        let places = open.iter().map(|place| (place.0, place.1, symbol(place))).collect();
        Symbols { arguments, places }
    }

    /// The types for the sizes of a sample: `shift` tells samples apart.
    fn sampled(&self, function: OpRef<'_>, batch: i64, shift: usize) -> TensorTypes {
        let ctx = function.ctx;
        let mut sizes: FxHashMap<Symbol<'_>, i64> = FxHashMap::from_iter([(Symbol::Batch, batch)]);
        let new = |sizes: &FxHashMap<Symbol<'_>, i64>| {
            MULTIPLES[(sizes.len() - 1 + shift) % MULTIPLES.len()] * UNIT
        };
        for &(.., symbol) in &self.places {
            if let Symbol::Named(name) = symbol {
                let size = computed(name, &mut |part| {
                    let size = new(&sizes);
                    *sizes.entry(Symbol::Named(part)).or_insert(size)
                });
                sizes.extend(size.map(|size| (symbol, size)));
            } else {
                let size = new(&sizes);
                sizes.entry(symbol).or_insert(size);
            }
        }
        let mut changes = 0;
        loop {
            let types = TensorTypes::in_lowering(function, &self.with_sizes(ctx, &sizes));
            let change = (changes < MAX_CHANGES).then(|| change(ctx, function, &types, &sizes)).flatten();
            let Some((from, to)) = change else { return types };
            changes += 1;
            for (_, size) in
                sizes.iter_mut().filter(|(symbol, size)| **symbol != Symbol::Batch && **size == from)
            {
                *size = to;
            }
        }
    }

    /// The types of the arguments with sizes in the place of symbols.
    fn with_sizes(&self, ctx: &Context, sizes: &FxHashMap<Symbol<'_>, i64>) -> Vec<Option<Type>> {
        let mut arguments = self.arguments.clone();
        for &(argument, at, symbol) in &self.places {
            let (Some(ty), Some(&size)) = (&mut arguments[argument], sizes.get(&symbol)) else { continue };
            if let TypeKind::RankedTensor { dims, elem, .. } = ctx.type_kind(*ty) {
                let mut dims = dims.to_vec();
                dims[at] = size;
                *ty = ctx.tensor(&dims, *elem);
            }
        }
        arguments
    }
}

/// The name of a dimension, if the signature has one.
fn size_name<'c>(ctx: &'c Context, signature: Option<&ValueSignature>, at: usize) -> Option<&'c str> {
    let names = ctx.array_elems(signature?.sizes?)?;
    ctx.attr_as_str(*names.get(at)?).filter(|name| !name.is_empty())
}

/// The value of a name, a sum of products of numbers and of names; `None` if it is too long or no size.
fn computed<'a>(name: &'a str, size_of: &mut dyn FnMut(&'a str) -> i64) -> Option<i64> {
    if name.split(['+', '*']).count() > MAX_TERMS {
        return Some(size_of(name));
    }
    let mut factor = |part: &'a str| {
        let part = part.trim();
        part.parse::<i64>().unwrap_or_else(|_| size_of(part))
    };
    let mut sum = 0i64;
    for term in name.split('+') {
        let product = term.split('*').try_fold(1i64, |product, part| product.checked_mul(factor(part)))?;
        sum = sum.checked_add(product)?;
    }
    (sum >= 0).then_some(sum)
}

/// A symbol's size, and the one that it must be for an op that has failed.
fn change(
    ctx: &Context,
    function: OpRef<'_>,
    types: &TensorTypes,
    sizes: &FxHashMap<Symbol<'_>, i64>,
) -> Option<(i64, i64)> {
    let symbols: BTreeSet<i64> =
        sizes.iter().filter(|&(&symbol, _)| symbol != Symbol::Batch).map(|(_, &size)| size).collect();
    let body = function.region(0)?.body;
    types.failures().iter().find_map(|&(op, _)| {
        let operands = body.operands(op).filter_map(|value| ctx.type_kind(types.get(value)?).dims());
        let operands: Vec<&[i64]> = operands.collect();
        let pairs = operands.iter().enumerate().flat_map(|(at, a)| {
            operands[at + 1..].iter().flat_map(|b| {
                let alike = a.iter().rev().copied().zip(b.iter().rev().copied());
                // Rows and columns of a product.
                let crossed = a.iter().rev().take(2).copied().zip(b.iter().rev().take(2).rev().copied());
                alike.chain(crossed)
            })
        });
        let pairs: Vec<(i64, i64)> = pairs.filter(|&(a, b)| a != b && a > 1 && b > 1).collect();
        let by_difference = |&(a, b): &(i64, i64)| {
            let other = |&symbol: &i64| Some((symbol, symbol.checked_sub(a.checked_sub(b)?)?));
            symbols.iter().filter_map(other).find(|(_, other)| symbols.contains(other))
        };
        let by_size = |&(a, b): &(i64, i64)| match (symbols.contains(&a), symbols.contains(&b)) {
            (true, _) => Some((a, b)),
            (false, true) => Some((b, a)),
            (false, false) => None,
        };
        pairs.iter().find_map(by_difference).or_else(|| pairs.iter().find_map(by_size))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sums_of_products() {
        let of = |name: &'static str| {
            computed(name, &mut |part| match part {
                "past" => 3,
                "new" => 5,
                _ => 7,
            })
        };
        assert_eq!(of("past"), Some(3));
        assert_eq!(of("past + 1"), Some(4));
        assert_eq!(of("past+new"), Some(8));
        assert_eq!(of("2*past + new*new"), Some(31));
        assert_eq!(of("1+1+1+1+1+1+1+1+1"), Some(7));
        assert_eq!(of("-9 + past"), None);
    }
}
