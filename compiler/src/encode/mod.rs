//! The encoder: from IR to a BEF file.
//!
//! Functions are numbered in the order in which a post-order walk meets them: the regions of an op come before the op, so
//! they, each of which becomes a function without a name, precede the function they stand in. Modules that are marked
//! `tfrt.compiled` are not walked; they are kept as text for a compiler in the executor. Each reference of an op to a
//! function (by a symbol, a list of symbols, or a region) becomes a function of its kernel, everything else an attribute.
//!
//! The first op that a file cannot hold ends the walk with an error at that op; references to functions that do not
//! exist are all reported at the end. The module must have been verified.
//!
//! Encoding is deterministic: the walk numbers everything as it meets it. Other threads may find streams ([`streams`]), whose
//! result does not depend on timing; of many functions, each thread writes parts that are joined in order ([`parts`]).

mod attrs;
mod functions;
mod locations;
mod parts;
mod streams;

use self::parts::{Met, Thing};
use self::streams::StreamFinder;
use crate::dtype::type_code_of;
use crate::streams::analysis::StreamOptions;
use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::thread;
use tfrt_bef::{
    AttrIx, BefWriter, FunctionId, KernelCode, LocationRecord, StringIx, TypeIx, UnitIx, WriteError,
    WriteOptions,
};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, RegionRef};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::resources::Resources;

type Result<T = ()> = std::result::Result<T, Failed>;

/// Attribute of a module that is kept as text.
pub const COMPILED_ATTR: &str = "tfrt.compiled";
/// Attribute of a function that the host implements.
pub const NATIVE_ATTR: &str = "tfrt.native";
/// Attribute of a function that runs in textual order on the calling thread.
pub const SYNC_ATTR: &str = "tfrt.sync";
/// Attribute that only the stream analysis reads.
pub const COST_ATTR: &str = "_tfrt_cost";

/// Attribute with the attributes of an op, as pairs of name and value.
const OP_ATTRS: &str = "op_attrs";

/// Encodes a verified module. On failure the reason is in `diagnostics`.
pub fn encode(module: &Module, options: WriteOptions, diagnostics: &mut Diagnostics) -> Result<Vec<u8>> {
    let writer = encode_to_writer(module, options, diagnostics)?;
    writer.finish().map_err(|error| {
        diagnostics.error(module.top().loc(), error.to_string());
        Failed
    })
}

/// As [`encode`], for callers that write the file themselves.
pub fn encode_to_writer(
    module: &Module,
    options: WriteOptions,
    diagnostics: &mut Diagnostics,
) -> Result<BefWriter> {
    let spare = streams::spare_threads(count_ops(module.ctx(), module.contents()));
    encode_on_threads(module, options, spare, diagnostics)
}

/// As [`encode_to_writer`], with so many threads besides this one. Their number changes nothing but the time it takes.
pub fn encode_on_threads(
    module: &Module,
    options: WriteOptions,
    spare_threads: usize,
    diagnostics: &mut Diagnostics,
) -> Result<BefWriter> {
    if spare_threads == 0 {
        return walk(module, options, StreamFinder::here(), 0, diagnostics);
    }
    let jobs = Mutex::default();
    thread::scope(|scope| {
        let streams = StreamFinder::elsewhere(spare_threads, scope, &jobs);
        walk(module, options, streams, spare_threads, diagnostics)
    })
}

fn walk<'a>(
    module: &'a Module,
    options: WriteOptions,
    streams: StreamFinder<'a>,
    spare_threads: usize,
    diagnostics: &mut Diagnostics,
) -> Result<BefWriter> {
    let mut numbers = Numbers::default();
    numbers.number(module.ctx(), module.contents(), &mut 0);
    let functions = Arc::new(numbers.functions);
    let mut encoder = Encoder::new(module.ctx(), diagnostics.fork(), options, streams, functions);
    encoder.resources = module.resources();
    encoder.compiled = numbers.compiled;
    encoder.spare_threads = spare_threads;
    let walked = encoder.module(module.contents(), &StreamOptions::default().with_attrs_of(module.top()));
    let Encoder { diagnostics: found, mut writer, streams, undefined, .. } = encoder;
    diagnostics.append(found);
    walked?;
    for (loc, name) in &undefined {
        diagnostics.error(*loc, format!("function @{} not defined", module.ctx().str(*name)));
    }
    if !undefined.is_empty() {
        return Err(Failed);
    }
    for (function, streams) in streams.finish() {
        let set = writer.set_streams(function, streams.root, &streams.of_op);
        set.expect("each function that was asked for was written, and has a stream for each of its kernels");
    }
    Ok(writer)
}

/// The walk's state: the numbers so far.
struct Encoder<'a> {
    ctx: &'a Context,
    diagnostics: Diagnostics,
    writer: BefWriter,
    streams: StreamFinder<'a>,
    names: FxHashMap<Ident, StringIx>,
    kernels: FxHashMap<Ident, KernelCode>,
    types: FxHashMap<Type, TypeIx>,
    /// Attributes met so far; none for those a file cannot hold.
    attrs: FxHashMap<Attr, Option<AttrIx>>,
    /// Locations other than file positions.
    locations: FxHashMap<Loc, LocationRecord>,
    /// Numbers that named functions will have.
    functions: Arc<FxHashMap<Ident, FunctionId>>,
    /// Named functions that have been written.
    encoded: FxHashSet<Ident>,
    compiled: FxHashMap<Ident, CompiledModule<'a>>,
    /// Data behind the program that attributes refer to.
    resources: &'a Resources,
    /// References to functions that do not exist.
    undefined: Vec<(Loc, Ident)>,
    /// The number of the first function of the writer: other than zero only in parts.
    first_function: u32,
    /// In a part: the things that it met, in its order.
    met: Option<Met>,
    /// The number of further threads that may write parts.
    spare_threads: usize,
}

/// The resources of parts, which only number attributes.
static NO_RESOURCES: Resources = Resources { dialect: Vec::new(), external: Vec::new() };

/// Facts about the functions of a program, collected before any is written.
#[derive(Default)]
struct Numbers<'a> {
    functions: FxHashMap<Ident, FunctionId>,
    compiled: FxHashMap<Ident, CompiledModule<'a>>,
}

/// A module that is kept as text, and its unit once something refers to it.
struct CompiledModule<'a> {
    op: OpRef<'a>,
    unit: Option<UnitIx>,
}

/// The kinds of operations directly in a module, as far as encoding distinguishes them.
enum ModuleItem {
    Function,
    NativeFunction,
    Module,
    CompiledModule,
    Other,
}

fn classify(op: OpRef<'_>) -> ModuleItem {
    match op.name_str() {
        "func.func" if op.attr(NATIVE_ATTR).is_some() => ModuleItem::NativeFunction,
        "func.func" => ModuleItem::Function,
        "builtin.module" if op.attr(COMPILED_ATTR).is_some() => ModuleItem::CompiledModule,
        "builtin.module" => ModuleItem::Module,
        _ => ModuleItem::Other,
    }
}

/// The operations directly in a module's body.
fn ops_of<'a>(ctx: &'a Context, body: &'a Body) -> impl Iterator<Item = OpRef<'a>> {
    body.root_regions().iter().flat_map(move |&region| RegionRef { body, region }.entry_ops(ctx))
}

impl<'a> Numbers<'a> {
    /// Finds the number that each named function will get, and the modules kept as text.
    fn number(&mut self, ctx: &'a Context, body: &'a Body, next: &mut u32) {
        for op in ops_of(ctx, body) {
            let name = tfrt_ir::symbol::name(op);
            match classify(op) {
                ModuleItem::Function | ModuleItem::NativeFunction => {
                    if matches!(classify(op), ModuleItem::Function) {
                        for region in op.regions() {
                            *next += count_regions(region);
                        }
                    }
                    if let Some(name) = name {
                        self.functions.entry(name).or_insert(FunctionId(*next));
                    }
                    *next += 1;
                }
                ModuleItem::Module => {
                    for region in op.regions() {
                        self.number(ctx, region.body, next);
                    }
                }
                ModuleItem::CompiledModule => {
                    if let Some(name) = name {
                        self.compiled.entry(name).or_insert(CompiledModule { op, unit: None });
                    }
                }
                ModuleItem::Other => {}
            }
        }
    }
}

impl<'a> Encoder<'a> {
    fn new(
        ctx: &'a Context,
        diagnostics: Diagnostics,
        options: WriteOptions,
        streams: StreamFinder<'a>,
        functions: Arc<FxHashMap<Ident, FunctionId>>,
    ) -> Self {
        Encoder {
            ctx,
            diagnostics,
            writer: BefWriter::new(options),
            streams,
            names: FxHashMap::default(),
            kernels: FxHashMap::default(),
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            locations: FxHashMap::default(),
            functions,
            encoded: FxHashSet::default(),
            compiled: FxHashMap::default(),
            resources: &NO_RESOURCES,
            undefined: Vec::new(),
            first_function: 0,
            met: None,
            spare_threads: 0,
        }
    }

    fn module(&mut self, body: &'a Body, streams: &StreamOptions) -> Result {
        let written = self.in_parts(body, streams);
        for op in ops_of(self.ctx, body).skip(written) {
            let streams = streams.with_attrs_of(op);
            match classify(op) {
                ModuleItem::Function => self.function(op, &streams)?,
                ModuleItem::NativeFunction => self.native_function(op)?,
                ModuleItem::Module => {
                    for region in op.regions() {
                        self.module(region.body, &streams)?;
                    }
                }
                ModuleItem::CompiledModule => {}
                ModuleItem::Other => {
                    return self
                        .op_error(op, "operations outside of functions cannot be emitted to BEF files");
                }
            }
        }
        Ok(())
    }

    /// Reports an error about an op, and shows the op.
    fn op_error<T>(&mut self, op: OpRef<'_>, message: impl Into<String>) -> Result<T> {
        self.diagnostics.error_at_op(op, message);
        Err(Failed)
    }

    /// Reports that the format has no room for something.
    fn fits<T>(&mut self, loc: Loc, result: std::result::Result<T, WriteError>) -> Result<T> {
        result.map_err(|error| {
            self.diagnostics.error(loc, error.to_string());
            Failed
        })
    }

    fn name(&mut self, name: Ident) -> std::result::Result<StringIx, WriteError> {
        if let Some(&ix) = self.names.get(&name) {
            return Ok(ix);
        }
        let ix = self.writer.string(self.ctx.str(name))?;
        self.names.insert(name, ix);
        self.meet(Thing::Name(name, ix));
        Ok(ix)
    }

    fn kernel(&mut self, name: Ident) -> std::result::Result<KernelCode, WriteError> {
        if let Some(&code) = self.kernels.get(&name) {
            return Ok(code);
        }
        let code = self.writer.kernel_name(self.ctx.str(name))?;
        self.kernels.insert(name, code);
        self.meet(Thing::Kernel(name, code));
        Ok(code)
    }

    fn ty(&mut self, ty: Type) -> std::result::Result<TypeIx, WriteError> {
        if let Some(&ix) = self.types.get(&ty) {
            return Ok(ix);
        }
        let text = tfrt_ir::syntax::type_to_string(self.ctx, ty);
        let ix = self.writer.type_named(&text, type_code_of(self.ctx, ty))?;
        self.types.insert(ty, ix);
        self.meet(Thing::Type(ty, ix));
        Ok(ix)
    }
}

/// About how many ops the functions of a module have.
fn count_ops(ctx: &Context, body: &Body) -> usize {
    let mut count = 0;
    for op in ops_of(ctx, body) {
        if let Some(nested) = op.body.nested(op.op) {
            count += match classify(op) {
                ModuleItem::Module => count_ops(ctx, nested),
                ModuleItem::Function => nested.op_capacity(),
                ModuleItem::NativeFunction | ModuleItem::CompiledModule | ModuleItem::Other => 0,
            };
        }
    }
    count
}

/// The number of regions below a region: each becomes a function.
fn count_regions(region: RegionRef<'_>) -> u32 {
    if region.body.is_flat() {
        return 0;
    }
    let mut count = 0;
    for block in region.blocks() {
        for op in region.body.ops(block) {
            for inner in region.body.regions(op) {
                count += 1 + count_regions(inner);
            }
        }
    }
    count
}
