//! Loading: finds the kernels of a file and checks every use of them. The result is [`Loaded`].
//!
//! After this, a function can be prepared and run without checking kinds again: each scalar operand's register holds
//! the scalar its kernel takes, each attribute (as [`Loaded::attr`] gives it) has the kind its kernel reads, calls agree with their callees.

mod bodies;
mod objects;
mod purity;

use crate::{
    jit::JitCompiler,
    kernel::{AttrSpec, Control, Converted, KernelDef, KernelRegistry, NativeFn},
    value::{ScalarKind, SourceLocation},
};
use bodies::Refused;
use objects::Objects;
use purity::Purity;
use rustc_hash::FxHashMap;
use std::{fmt, sync::Arc};
use tfrt_bef::{
    AttrIx, AttrView, BefError, BefFile, FunctionKind, FunctionView, KernelView, TypeCode, TypeIx,
};

/// The reason why a program cannot be opened.
#[derive(Debug)]
pub struct LoadError {
    /// The fault.
    pub message: String,
    /// Where.
    pub location: SourceLocation,
    /// The error of the file reader, if the fault is one.
    pub source: Option<BefError>,
}

impl LoadError {
    fn at(location: SourceLocation, message: String) -> LoadError {
        LoadError { message, location, source: None }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            SourceLocation::Unknown => f.write_str(&self.message),
            location => write!(f, "{location}: {}", self.message),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<BefError> for LoadError {
    fn from(error: BefError) -> LoadError {
        LoadError { message: error.to_string(), location: SourceLocation::Unknown, source: Some(error) }
    }
}

/// A loaded program: its file with the kernels found for it, checked.
pub(crate) struct Loaded {
    pub(in crate::program) file: Arc<BefFile>,
    /// By their codes in the file.
    pub(in crate::program) kernels: Vec<Arc<KernelDef>>,
    /// Native functions, by their numbers.
    pub(in crate::program) natives: FxHashMap<u32, NativeFn>,
    pub(in crate::program) purity: Purity,
    pub(in crate::program) converted: Arc<Converted>,
    /// Registers of objects whose types are scalars.
    pub(in crate::program) objects: Objects,
    /// The compiler of hot functions, if there is one.
    pub(in crate::program) jit: Option<Arc<dyn JitCompiler>>,
}

impl Loaded {
    /// Finds a file's kernels and native functions, and checks their uses. The caller that opened an unverified file answers for its
    /// content.
    pub(in crate::program) fn new(file: BefFile, registry: &KernelRegistry) -> Result<Loaded, LoadError> {
        let kernels = find_kernels(&file, registry)?;
        let refused = Refused::of(&file);
        let mut converted = Converted::default();
        let mut natives = FxHashMap::default();
        for function in file.functions() {
            match function.kind() {
                FunctionKind::Native => {
                    let native = registry.native(function.name()).ok_or_else(|| {
                        let detail = "unable to find native function in global registry";
                        LoadError::at(
                            SourceLocation::Unknown,
                            format!("invalid FunctionIndex section in BEF file: {detail}"),
                        )
                    })?;
                    natives.insert(function.id().0, native.clone());
                }
                FunctionKind::Async | FunctionKind::Sync => {
                    check_function(&file, function, &kernels, &refused, &mut converted)?;
                }
            }
        }
        let objects = Objects::of(&file, &kernels);
        let purity = Purity::of(&file, &kernels, &objects);
        Ok(Loaded {
            file: Arc::new(file),
            kernels,
            natives,
            purity,
            converted: Arc::new(converted),
            objects,
            jit: registry.jit().cloned(),
        })
    }

    /// An attribute as a kernel with this requirement reads it.
    #[inline]
    pub(in crate::program) fn attr(&self, ix: AttrIx, spec: AttrSpec) -> AttrView<'_> {
        self.converted.view(&self.file, ix, spec)
    }
}

/// Looks up every kernel name the file uses.
fn find_kernels(file: &BefFile, registry: &KernelRegistry) -> Result<Vec<Arc<KernelDef>>, LoadError> {
    let mut kernels = Vec::with_capacity(file.kernel_names().len());
    for view in file.kernel_name_views() {
        let Some(def) = registry.get(view.name) else {
            // Upstream knows the place only before it has read any type.
            let typed = file.functions().any(|function| function.num_args() + function.num_results() > 0);
            let user = (!typed)
                .then(|| {
                    file.functions().flat_map(|function| function.kernels()).find(|k| k.code() == view.code)
                })
                .flatten();
            let location =
                user.map_or(SourceLocation::Unknown, |kernel| SourceLocation::of(kernel.location()));
            return Err(LoadError::at(location, format!("unknown kernel name '{}'", view.name)));
        };
        kernels.push(def.clone());
    }
    Ok(kernels)
}

fn kind_name(kind: Option<ScalarKind>) -> &'static str {
    kind.map_or("an object", ScalarKind::type_name)
}

fn type_kind(file: &BefFile, ix: TypeIx) -> Option<ScalarKind> {
    ScalarKind::of_type(file.type_view(ix).code)
}

/// The kinds of a function's registers.
pub(crate) fn register_kinds(function: FunctionView<'_>) -> Box<[Option<ScalarKind>]> {
    let kind = |&code: &u8| TypeCode::from_code(code).and_then(ScalarKind::of_type);
    function.register_codes().iter().map(kind).collect()
}

fn check_function(
    file: &BefFile,
    function: FunctionView<'_>,
    kernels: &[Arc<KernelDef>],
    refused: &Refused,
    converted: &mut Converted,
) -> Result<(), LoadError> {
    let kinds = register_kinds(function);
    let here = |what: String| {
        let message = format!("{what} in function '{}'", function.name());
        LoadError::at(SourceLocation::of(function.location()), message)
    };
    for (i, &ty) in function.arg_types().iter().enumerate() {
        if type_kind(file, ty) != kinds[i] {
            return Err(here(format!("the register of argument {i} is no {}", file.type_view(ty).name)));
        }
    }
    for (i, (&ty, &register)) in function.result_types().iter().zip(function.result_registers()).enumerate() {
        if type_kind(file, ty) != kinds[register as usize] {
            return Err(here(format!("the register of result {i} is no {}", file.type_view(ty).name)));
        }
    }
    for kernel in function.kernels() {
        let def = &kernels[kernel.code().index()];
        check_kernel(file, &kernel, def, &kinds, refused, converted).map_err(|what| {
            let message = format!("kernel '{}' in function '{}': {what}", def.name(), function.name());
            LoadError::at(SourceLocation::of(kernel.location()), message)
        })?;
    }
    Ok(())
}

fn check_kernel(
    file: &BefFile,
    kernel: &KernelView<'_>,
    def: &KernelDef,
    kinds: &[Option<ScalarKind>],
    refused: &Refused,
    converted: &mut Converted,
) -> Result<(), String> {
    let signature = def.signature();
    let operands = kernel.operands();
    if operands.len() < signature.operands.len() {
        return Err(format!("takes {} operands, but got {}", signature.operands.len(), operands.len()));
    }
    for (i, &register) in operands.iter().enumerate() {
        let Some(spec) = signature.operands.get(i).copied().or(signature.rest) else { break };
        let kind = kinds[register as usize];
        if !spec.accepts(kind) {
            return Err(format!("operand {i} must be {spec}, but is {}", kind_name(kind)));
        }
    }
    let results = kernel.results();
    let enough = if signature.any_results {
        results.len() >= signature.results.len()
    } else {
        results.len() == signature.results.len()
    };
    if !enough {
        return Err(format!(
            "gives {} results, but {} are asked for",
            signature.results.len(),
            results.len()
        ));
    }
    for (i, (register, spec)) in results.zip(&signature.results).enumerate() {
        let kind = kinds[register as usize];
        if !spec.accepts(kind) {
            return Err(format!("result {i} is {spec}, but its register holds {}", kind_name(kind)));
        }
    }
    let attrs = kernel.attrs();
    if attrs.len() < signature.attrs.len() {
        return Err(format!("takes {} attributes, but got {}", signature.attrs.len(), attrs.len()));
    }
    for (i, &ix) in attrs.iter().enumerate() {
        let Some(spec) = signature.attrs.get(i).copied().or(signature.rest_attrs) else { break };
        if !spec.accepts(&file.attr(ix)) {
            converted.add(file, ix, spec).map_err(|what| format!("attribute {i} {what}"))?;
        }
    }
    refused.check(file, attrs)?;
    if kernel.functions().len() < signature.functions {
        return Err(format!("takes {} functions, but got {}", signature.functions, kernel.functions().len()));
    }
    match def.control() {
        Some(control) => check_control(file, kernel, control, kinds),
        None => Ok(()),
    }
}

/// Checks that a control flow kernel agrees with the functions it calls.
fn check_control(
    file: &BefFile,
    kernel: &KernelView<'_>,
    control: Control,
    kinds: &[Option<ScalarKind>],
) -> Result<(), String> {
    let skip = usize::from(control != Control::Call);
    let args: Vec<_> = kernel.operands()[skip..].iter().map(|&r| kinds[r as usize]).collect();
    let mut results: Vec<_> = kernel.results().map(|r| kinds[r as usize]).collect();
    match control {
        Control::While => results.push(Some(ScalarKind::I1)),
        Control::Repeat if args != results => return Err("its results are not what its operands are".into()),
        _ => {}
    }
    if control == Control::While && args != results[..results.len() - 1] {
        return Err("its results are not what its operands are".into());
    }
    let called = match control {
        Control::Call | Control::Repeat | Control::While => &kernel.functions()[..1],
        Control::If => &kernel.functions()[..2],
        Control::Case => kernel.functions(),
    };
    for &id in called {
        let callee = file.function(id);
        let name = callee.name();
        if callee.kind() == FunctionKind::Sync {
            return Err(format!("calls the sync function '{name}'"));
        }
        if !callee.arg_types().iter().map(|&ty| type_kind(file, ty)).eq(args.iter().copied()) {
            return Err(format!("its operands are not what the function '{name}' takes"));
        }
        if !callee.result_types().iter().map(|&ty| type_kind(file, ty)).eq(results.iter().copied()) {
            return Err(format!("its results are not what the function '{name}' gives"));
        }
    }
    Ok(())
}
