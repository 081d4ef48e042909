//! Encoding runs of functions on several threads.
//!
//! Each thread encodes the next few functions with an encoder and a writer of its own, which number things independently, and records
//! everything that it meets for the first time. One thread joins the parts in order: it replays the records of each part, in the same
//! order, which gives everything the number that it has when one thread writes the whole file; the records are renumbered on the way.
//!
//! A part is accepted only if it has no error. One thread encodes the functions from the first rejected part on, and finds the errors.
//! So neither the bytes nor the diagnostics depend on the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_bef::{
    AttrIx, BefWriter, FunctionId, KernelCode, Renumbering, StringIx, TypeIx, WriteError, WriteOptions,
};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::op_ref::OpRef;

use super::streams::StreamFinder;
use super::{Encoder, ModuleItem, classify, count_regions, ops_of};
use crate::streams::analysis::StreamOptions;

/// Fewer operations than this in all are not worth another thread.
const THRESHOLD: usize = 20_000;
/// About how many operations make a part: their records stay in a cache until they are joined.
const PART: usize = 8_000;

/// Something that a part met for the first time, with its number there.
#[derive(Clone, Copy)]
pub(super) enum Thing {
    Name(Ident, StringIx),
    Type(Type, TypeIx),
    Kernel(Ident, KernelCode),
    Attr(Attr, AttrIx),
    Location(Loc),
}

/// The things that a part met, in its order.
#[derive(Default)]
pub(super) struct Met {
    things: Vec<Thing>,
    locations: usize,
}

impl Met {
    /// The number of numbered locations.
    pub(super) fn num_locations(&self) -> usize {
        self.locations
    }
}

/// Functions of a module that follow each other and are encoded together.
struct Part {
    /// Their start among those of the module.
    first: usize,
    end: usize,
    /// The number of the first function that they make.
    first_function: u32,
}

/// The outcome of a part.
struct Written {
    writer: BefWriter,
    met: Met,
    names: FxHashSet<Ident>,
}

/// Encodes parts, on any thread.
struct PartEncoder<'p, 'a> {
    ctx: &'a Context,
    options: WriteOptions,
    diagnostics: Diagnostics,
    numbers: Arc<FxHashMap<Ident, FunctionId>>,
    functions: &'p [OpRef<'a>],
    streams: StreamOptions,
    parts: &'p [Part],
    next: AtomicUsize,
}

impl PartEncoder<'_, '_> {
    /// Encodes the next part, with its number; none of them if something is wrong in it.
    fn encode_next(&self) -> Option<(usize, Option<Written>)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        Some((number, self.encode(self.parts.get(number)?)))
    }

    fn encode(&self, part: &Part) -> Option<Written> {
        let streams = StreamFinder::here();
        let mut encoder =
            Encoder::new(self.ctx, self.diagnostics.fork(), self.options, streams, Arc::clone(&self.numbers));
        encoder.met = Some(Met::default());
        encoder.first_function = part.first_function;
        for &op in &self.functions[part.first..part.end] {
            let streams = self.streams.with_attrs_of(op);
            match classify(op) {
                ModuleItem::NativeFunction => encoder.native_function(op).ok()?,
                _ => encoder.function(op, &streams).ok()?,
            }
        }
        let Encoder { mut writer, streams, met, encoded, undefined, diagnostics, .. } = encoder;
        if !undefined.is_empty() || !diagnostics.is_empty() {
            return None;
        }
        for (function, streams) in streams.finish() {
            writer.set_streams(function, streams.root, &streams.of_op).ok()?;
        }
        Some(Written { writer, met: met?, names: encoded })
    }
}

impl<'a> Encoder<'a> {
    /// Records a thing that a part meets.
    pub(super) fn meet(&mut self, thing: Thing) {
        if let Some(met) = &mut self.met {
            met.locations += usize::from(matches!(thing, Thing::Location(_)));
            met.things.push(thing);
        }
    }

    /// Encodes the first functions of a module on several threads, as far as they are worth it and nothing is wrong with them; how
    /// many items of the module these are.
    pub(super) fn in_parts(&mut self, body: &'a Body, streams: &StreamOptions) -> usize {
        if self.spare_threads == 0 || !self.compiled.is_empty() {
            return 0;
        }
        let items: Vec<OpRef<'a>> = ops_of(self.ctx, body).collect();
        let functions = self.leading_functions(&items);
        let parts = self.cut(functions);
        if parts.len() < 2 {
            return 0;
        }
        let mut sizes = [0; 3];
        for body in functions.iter().filter_map(|op| op.body.nested(op.op)) {
            sizes[0] += body.op_capacity();
            sizes[1] += body.operand_capacity();
            sizes[2] += body.value_capacity();
        }
        self.writer.reserve(sizes[0], sizes[1], sizes[2]);

        let encoder = PartEncoder {
            ctx: self.ctx,
            options: self.writer.options(),
            diagnostics: self.diagnostics.fork(),
            numbers: Arc::clone(&self.functions),
            functions,
            streams: *streams,
            parts: &parts,
            next: AtomicUsize::new(0),
        };
        let (sender, receiver) = mpsc::channel();
        let joined = thread::scope(|scope| {
            for _ in 0..self.spare_threads.min(parts.len() - 1) {
                let (sender, encoder) = (sender.clone(), &encoder);
                scope.spawn(move || {
                    while let Some(written) = encoder.encode_next() {
                        if sender.send(written).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut joined = 0;
            while joined < parts.len() {
                waiting.extend(receiver.try_iter());
                if let Some(written) = waiting.remove(&joined) {
                    if !written.is_some_and(|written| self.join(&written, &parts[joined])) {
                        // No thread begins another part.
                        encoder.next.store(parts.len(), Ordering::Relaxed);
                        break;
                    }
                    joined += 1;
                } else if let Some((number, written)) = encoder.encode_next() {
                    waiting.insert(number, written);
                } else {
                    // Should a thread have panicked, its scope says so.
                    let Ok((number, written)) = receiver.recv() else { break };
                    waiting.insert(number, written);
                }
            }
            joined
        });
        parts[..joined].last().map_or(0, |part| part.end)
    }

    /// The functions that a module begins with, up to one with a name that another has.
    fn leading_functions<'i>(&self, items: &'i [OpRef<'a>]) -> &'i [OpRef<'a>] {
        let mut names = FxHashSet::default();
        let is_new = |op: &&OpRef<'a>| {
            matches!(classify(**op), ModuleItem::Function | ModuleItem::NativeFunction)
                && tfrt_ir::symbol::name(**op)
                    .is_some_and(|name| !self.encoded.contains(&name) && names.insert(name))
        };
        &items[..items.iter().take_while(is_new).count()]
    }

    /// Cuts functions into parts; none if one thread would have most of the work alone.
    fn cut(&self, functions: &[OpRef<'a>]) -> Vec<Part> {
        let size = |op: &OpRef<'_>| op.body.nested(op.op).map_or(0, Body::op_capacity);
        let total: usize = functions.iter().map(size).sum();
        let largest = functions.iter().map(size).max().unwrap_or(0);
        if total < THRESHOLD || largest > total / (self.spare_threads + 1) {
            return Vec::new();
        }
        let mut parts = Vec::new();
        let mut part = Part { first: 0, end: 0, first_function: self.writer.num_functions() as u32 };
        let (mut made, mut ops) = (part.first_function, 0);
        for (number, function) in functions.iter().enumerate() {
            made += 1;
            if matches!(classify(*function), ModuleItem::Function) {
                made += function.regions().map(count_regions).sum::<u32>();
            }
            ops += size(function);
            if ops >= PART || number + 1 == functions.len() {
                part.end = number + 1;
                parts.push(std::mem::replace(
                    &mut part,
                    Part { first: number + 1, end: number + 1, first_function: made },
                ));
                ops = 0;
            }
        }
        parts
    }

    /// Appends a part; false if that is impossible.
    fn join(&mut self, written: &Written, part: &Part) -> bool {
        if part.first_function as usize != self.writer.num_functions()
            || written.names.iter().any(|name| self.encoded.contains(name))
        {
            return false;
        }
        let Ok(Some(to)) = self.renumbering(&written.met) else { return false };
        let joined = self.writer.append(&written.writer, &to).is_ok();
        if joined {
            self.encoded.extend(&written.names);
        }
        joined
    }

    /// Meets the things that a part met; none if a file cannot hold it.
    fn renumbering(&mut self, met: &Met) -> Result<Option<Renumbering>, WriteError> {
        let mut to = Renumbering::default();
        for thing in &met.things {
            match *thing {
                Thing::Name(name, ix) => set(&mut to.strings, ix.index(), self.name(name)?, StringIx(0)),
                Thing::Type(ty, ix) => set(&mut to.types, ix.index(), self.ty(ty)?, TypeIx(0)),
                Thing::Kernel(name, code) => {
                    set(&mut to.kernels, code.index(), self.kernel(name)?, KernelCode(0));
                }
                Thing::Attr(attr, ix) => match self.attr(attr)? {
                    Some(new) => set(&mut to.attrs, ix.index(), new, AttrIx(0)),
                    None => return Ok(None),
                },
                Thing::Location(loc) => to.locations.push(self.location(loc)?),
            }
        }
        Ok(Some(to))
    }
}

/// Sets an element of a list that may have to become longer.
fn set<T: Copy>(list: &mut Vec<T>, at: usize, value: T, filler: T) {
    if at >= list.len() {
        list.resize(at + 1, filler);
    }
    list[at] = value;
}
