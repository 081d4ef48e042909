//! The decoder: from a BEF file back to IR.
//!
//! Named functions become `func.func` ops in file order, functions without a name the regions of the op they belong to. Files
//! have no names of values. Where the optional sections are missing, attributes are called `attr0`, `attr1`, …, all of them are
//! `-559038737 : i32` and all results of ops have type `none`: enough to inspect a program, seldom enough to verify it.
//!
//! Files hold the names of attributes that refer to functions, and operations that a dialect declares get them back. Existing tools give
//! every such reference back as the attribute `callee`, several times if need be. So does this where programs compare such output: for
//! `tfrt.cond`, `tfrt.while` and operations that are not declared, unless [`DecodeOptions::reference_names`] asks for the names there too.
//!
//! The result is not verified here.

mod attrs;
mod functions;
mod locations;

use crate::encode::{NATIVE_ATTR, SYNC_ATTR};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tfrt_bef::records::NONE;
use tfrt_bef::{AttrIx, BefError, BefFile, FunctionKind, FunctionView, LocationRecord, StringIx, TypeIx};
use tfrt_dialects::{TENSOR_TYPE_ATTR, signature};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::location::Positions;
use tfrt_ir::module::Module;
use tfrt_ir::opdef::Traits;

/// Options of decoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecodeOptions {
    /// Give the references to functions of every operation the names that their attributes had, also where existing tools say
    /// `callee`.
    pub reference_names: bool,
}

/// Opens the bytes of a file and decodes it. On failure the reason is in `diagnostics`, at `name:0:0`.
pub fn decode_bytes(
    ctx: &Arc<Context>,
    bytes: &[u8],
    name: &str,
    options: DecodeOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    match BefFile::from_bytes(bytes) {
        Ok(file) => decode(ctx, &file, name, options, diagnostics),
        Err(error) => {
            report_open_error(ctx, &error, name, diagnostics);
            Err(Failed)
        }
    }
}

/// Says why a file cannot be opened, at `name:0:0`.
pub fn report_open_error(ctx: &Context, error: &BefError, name: &str, diagnostics: &mut Diagnostics) {
    let loc = file_loc(ctx, name);
    match error {
        BefError::Empty => {
            diagnostics.error(loc, "BEF file is empty.");
        }
        BefError::NotBef => {
            diagnostics.error(loc, "Invalid BEF file header detected");
            diagnostics.error(loc, "Invalid BEF file header.");
        }
        BefError::Version0 | BefError::Version { .. } => {
            let message = error.to_string();
            let detail = message.split_once(": ").map_or("", |(_, detail)| detail);
            diagnostics.error(loc, format!("Unknown BEF format version detected: {detail}"));
            diagnostics.error(loc, "Invalid BEF file header.");
        }
        error => {
            diagnostics.error(loc, error.to_string());
        }
    }
}

/// Decodes a verified file; `name` is what locations and messages call it.
pub fn decode(
    ctx: &Arc<Context>,
    file: &BefFile,
    name: &str,
    options: DecodeOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let loc = file_loc(ctx, name);
    let mut module = Module::new(Arc::clone(ctx), loc);
    if file.register_types().is_none() || file.attribute_names().is_none() {
        diagnostics.warning(loc, "Missing AttributeTypes, AttributeNames or RegisterTypes sections.");
    }
    let mut decoder = Decoder::new(ctx, file, options);
    decoder.prepare_positions();
    decoder.types(name, loc, diagnostics)?;
    decoder.units(ctx, &mut module, loc, diagnostics)?;
    let contents = module.contents_mut();
    for function in file.functions().filter(|function| !function.is_region()) {
        let state = decoder.function(function);
        let op = contents.create_op(ctx, state);
        if let Some(block) = contents.root_block() {
            contents.append_op(block, op);
        }
    }
    Ok(module)
}

/// The location of the file as a whole.
fn file_loc(ctx: &Context, name: &str) -> Loc {
    ctx.file_loc(ctx.ident(name), 0, 0)
}

/// Declared operations whose references are called `callee`, as existing tools do it: programs compare that output.
const AS_EXISTING_TOOLS: [&str; 2] = ["tfrt.cond", "tfrt.while"];

/// The properties that the operations of one name share.
#[derive(Clone, Copy)]
struct Kernel {
    name: Ident,
    /// Whether the operations' regions see no outer values.
    is_isolated: bool,
    /// Whether references to functions get the names that their attributes had.
    keeps_names: bool,
}

/// The decoded parts so far, and names that are needed again and again.
struct Decoder<'a> {
    ctx: &'a Context,
    file: &'a BefFile,
    /// By type index.
    types: Vec<Type>,
    /// By kernel code.
    kernels: Vec<Kernel>,
    /// By attribute index.
    attrs: Vec<Option<Attr>>,
    /// By string index, where a string names attributes or files.
    idents: Vec<Option<Ident>>,
    locations: FxHashMap<LocationRecord, Loc>,
    /// Positions in the file, a string of this index, that most locations are in.
    positions: Option<(StringIx, Positions)>,
    callee: Ident,
    /// `attr0`, `attr1`, … for files without names.
    made_up_names: Vec<Ident>,
    return_name: Ident,
}

impl<'a> Decoder<'a> {
    fn new(ctx: &'a Context, file: &'a BefFile, options: DecodeOptions) -> Decoder<'a> {
        let kernels = file
            .kernel_name_views()
            .map(|kernel| {
                let name = ctx.ident(kernel.name);
                let definition = ctx.definition(name);
                let is_own = definition.is_some() && !AS_EXISTING_TOOLS.contains(&kernel.name);
                Kernel {
                    name,
                    is_isolated: definition.is_some_and(|definition| definition.has(Traits::ISOLATED)),
                    keeps_names: options.reference_names || is_own,
                }
            })
            .collect();
        Decoder {
            ctx,
            file,
            types: Vec::new(),
            kernels,
            attrs: vec![None; file.attr_records().len()],
            idents: vec![None; file.string_records().len()],
            locations: FxHashMap::default(),
            positions: None,
            callee: ctx.ident("callee"),
            made_up_names: Vec::new(),
            return_name: ctx.ident("tfrt.return"),
        }
    }

    fn types(&mut self, name: &str, loc: Loc, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        let file = self.file;
        let names = (0..file.type_records().len() as u32).map(|ix| file.type_view(TypeIx(ix)).name);
        match crate::text::parse_types(self.ctx, name, names) {
            Ok(types) => {
                self.types = types;
                Ok(())
            }
            Err(text) => {
                diagnostics.error(loc, "Invalid Types section.");
                diagnostics.error(loc, format!("'{text}' is no type"));
                Err(Failed)
            }
        }
    }

    /// Puts the compilation units at the start of the module.
    fn units(
        &mut self,
        ctx: &Arc<Context>,
        module: &mut Module,
        loc: Loc,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        for ix in 0..self.file.unit_records().len() as u32 {
            let text = self.file.unit_text(tfrt_bef::UnitIx(ix));
            if crate::text::append_parsed(ctx, module, "compilation unit", text, diagnostics).is_err() {
                diagnostics.error(loc, "Failed to parse compilation unit.");
                diagnostics.error(loc, "Failed to add compilation units.");
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// The type of a function. Without types of registers, a value has type `none` also where it is returned.
    fn function_type(&self, function: FunctionView<'_>) -> Type {
        let types = |list: &[TypeIx]| list.iter().map(|ty| self.types[ty.index()]).collect::<Vec<Type>>();
        let args = types(function.arg_types());
        let mut results = types(function.result_types());
        if function.register_types().is_none() {
            for (result, &register) in results.iter_mut().zip(function.result_registers()) {
                *result = args.get(register as usize).copied().unwrap_or(self.ctx.none());
            }
        }
        self.ctx.function(&args, &results)
    }

    /// A `func.func` op with everything in it.
    fn function(&mut self, function: FunctionView<'a>) -> OpState {
        let ctx = self.ctx;
        let loc = function.location().map_or(ctx.unknown_loc(), |location| self.location(location));
        let mut body = Body::new();
        let region = body.add_root_region();
        let mut state = OpState::new(ctx.ident("func.func"), loc)
            .attr(ctx.ident("sym_name"), ctx.string_attr(function.name()))
            .attr(ctx.ident("function_type"), ctx.type_attr(self.function_type(function)));
        state.attrs.extend(self.signature(function));
        match function.kind() {
            FunctionKind::Native => {
                state = state
                    .attr(ctx.ident("sym_visibility"), ctx.string_attr("private"))
                    .attr(ctx.ident(NATIVE_ATTR), ctx.unit());
            }
            FunctionKind::Sync => state = state.attr(ctx.ident(SYNC_ATTR), ctx.unit()),
            FunctionKind::Async => {}
        }
        if function.kind() != FunctionKind::Native {
            self.fill(&mut body, region, function, loc);
        }
        state.nested(Box::new(body))
    }

    /// The attributes of arguments and results.
    fn signature(&mut self, function: FunctionView<'a>) -> Vec<NamedAttr> {
        let ctx = self.ctx;
        let num_args = function.num_args();
        let mut arguments = vec![ctx.empty_dict(); num_args];
        let mut results = vec![ctx.empty_dict(); function.num_results()];
        for (position, value) in function.signature() {
            let record = value.record();
            let mut attr = |name: &str, ix: AttrIx| (ix.0 != NONE).then(|| (ctx.ident(name), self.attr(ix)));
            let mut entries: Vec<NamedAttr> = [
                attr(TENSOR_TYPE_ATTR, record.tensor_type),
                attr(signature::SIZES_ATTR, record.sizes),
                attr(signature::DEFAULT_ATTR, record.default),
            ]
            .into_iter()
            .flatten()
            .collect();
            let text = |attr: &str, text: &str| (ctx.ident(attr), ctx.string_attr(text));
            entries.extend(value.name().map(|name| text(signature::NAME_ATTR, name)));
            entries.extend(value.small_type().map(|name| text(signature::SMALL_TYPE_ATTR, name)));
            match position.checked_sub(num_args) {
                None => arguments[position] = ctx.dict(entries),
                Some(index) => results[index] = ctx.dict(entries),
            }
        }
        [("arg_attrs", arguments), ("res_attrs", results)]
            .into_iter()
            .filter(|(_, dictionaries)| dictionaries.iter().any(|&dictionary| dictionary != ctx.empty_dict()))
            .map(|(name, dictionaries)| (ctx.ident(name), ctx.array_attr(&dictionaries)))
            .collect()
    }

    fn ident(&mut self, ix: StringIx) -> Ident {
        let file = self.file;
        *self.idents[ix.index()].get_or_insert_with(|| self.ctx.ident(file.string(ix)))
    }

    /// The attribute with this index, decoded once.
    fn attr(&mut self, ix: AttrIx) -> Attr {
        if let Some(attr) = self.attrs[ix.index()] {
            return attr;
        }
        let attr = self.new_attr(ix);
        self.attrs[ix.index()] = Some(attr);
        attr
    }
}
