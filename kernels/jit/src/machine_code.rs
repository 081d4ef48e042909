//! From Cranelift functions to memory that can be run.
//!
//! Each unit has a module of its own, which owns its memory: written first, then made executable and no longer writable. It
//! is unmapped when the last [`CompiledUnit`] that refers to it is dropped; programs keep theirs for as long as anybody can
//! run their functions.

#![expect(unsafe_code, reason = "turns memory into functions and gives it back")]

use crate::{
    jit::JitError,
    translate::{Callees, translate},
};
use cranelift_codegen::{
    Context,
    ir::{FuncRef, Function, Signature},
    isa::OwnedTargetIsa,
    settings::{self, Configurable},
};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::Arc,
    time::{Duration, Instant},
};
use tfrt_executor::jit::{CompiledUnit, NativeEntry, Unit};
use tfrt_kernels::basic::scalar::Lowering;

/// Machine code of a unit, and what it took.
pub struct Made {
    /// The code.
    pub unit: CompiledUnit,
    /// Its bytes.
    pub bytes: usize,
    /// How long it took to make.
    pub time: Duration,
    /// Cranelift's IR and the machine code as text, if asked for.
    pub text: Option<String>,
    /// Start, length and name of each function.
    pub functions: Vec<(usize, usize, String)>,
}

/// Makes machine code for this processor.
pub struct CodeMaker {
    isa: OwnedTargetIsa,
    lowerings: Vec<Lowering>,
}

/// A module that gives its memory back.
struct Memory(Mutex<Option<JITModule>>);

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(module) = self.0.get_mut().take() {
            // SAFETY: this is the last reference to the module, so nobody has its functions any more.
            unsafe { module.free_memory() };
        }
    }
}

struct InnerFunctions<'a> {
    module: &'a mut JITModule,
    name: &'a str,
    ids: BTreeMap<u32, FuncId>,
    failed: Option<String>,
}

impl Callees for InnerFunctions<'_> {
    fn refer(&mut self, function: u32, signature: &Signature, within: &mut Function) -> FuncRef {
        let id = *self.ids.entry(function).or_insert_with(|| {
            let name = format!("{}.{function}", self.name);
            self.module.declare_function(&name, Linkage::Local, signature).unwrap_or_else(|error| {
                self.failed = Some(error.to_string());
                FuncId::from_u32(0)
            })
        });
        self.module.declare_func_in_func(id, within)
    }
}

impl CodeMaker {
    /// For the processor this runs on.
    pub fn for_host(lowerings: Vec<Lowering>) -> Result<CodeMaker, JitError> {
        let mut flags = settings::builder();
        let set = |flags: &mut settings::Builder, name, value| {
            flags.set(name, value).map_err(|error| JitError(error.to_string()))
        };
        set(&mut flags, "opt_level", "speed")?;
        set(&mut flags, "is_pic", "false")?;
        set(&mut flags, "use_colocated_libcalls", "false")?;
        set(&mut flags, "enable_probestack", "true")?;
        set(&mut flags, "probestack_strategy", "inline")?;
        set(&mut flags, "unwind_info", "false")?;
        set(&mut flags, "enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })?;
        let isa = cranelift_native::builder()
            .map_err(|error| JitError(error.to_owned()))?
            .finish(settings::Flags::new(flags))
            .map_err(|error| JitError(error.to_string()))?;
        Ok(CodeMaker { isa, lowerings })
    }

    /// What the code is for: processor and settings.
    pub fn target(&self) -> String {
        let features: Vec<String> = self
            .isa
            .isa_flags()
            .iter()
            .filter(|flag| flag.as_bool() == Some(true))
            .map(|flag| flag.name.to_owned())
            .collect();
        format!("{} {}", self.isa.triple(), features.join(" "))
    }

    /// Compiles a unit.
    pub fn make(&self, unit: &Unit, name: &str, with_text: bool) -> Result<Made, JitError> {
        let start = Instant::now();
        let failed = |error: &dyn std::fmt::Display| JitError(format!("'{name}': {error}"));
        let builder = JITBuilder::with_isa(self.isa.clone(), default_libcall_names());
        let mut module = JITModule::new(builder);
        let mut callees = InnerFunctions { module: &mut module, name, ids: BTreeMap::new(), failed: None };
        let translated = translate(unit, &self.lowerings, &*self.isa, &mut callees);
        let InnerFunctions { ids, failed: declared, .. } = callees;
        if let Some(error) = declared {
            return Err(failed(&error));
        }
        let mut context = Context::new();
        let mut text = with_text.then(String::new);
        let (mut bytes, mut entry) = (0, None);
        let mut placed = Vec::new();
        for (number, (function, ir)) in translated.functions.into_iter().enumerate() {
            let id = match number {
                0 => module
                    .declare_function(name, Linkage::Export, &ir.signature)
                    .map_err(|error| failed(&error))?,
                _ => ids[&function],
            };
            entry.get_or_insert(id);
            context.clear();
            context.func = ir;
            context.set_disasm(with_text);
            if let Some(text) = &mut text {
                let _ = writeln!(text, "{}", context.func.display());
            }
            module.define_function(id, &mut context).map_err(|error| failed(&format!("{error:?}")))?;
            let code = context.compiled_code();
            let size = code.map_or(0, |code| code.code_info().total_size as usize);
            if let (Some(text), Some(assembly)) = (&mut text, code.and_then(|code| code.vcode.as_ref())) {
                let _ = writeln!(text, "; {size} bytes\n{assembly}");
            }
            bytes += size;
            let shown = if number == 0 { name.to_owned() } else { format!("{name}.{function}") };
            placed.push((id, size, shown));
        }
        module.finalize_definitions().map_err(|error| failed(&error))?;
        let entry = entry.ok_or_else(|| failed(&"there is nothing to compile"))?;
        let functions = placed
            .into_iter()
            .map(|(id, size, name)| (module.get_finalized_function(id) as usize, size, name))
            .collect();
        let entry = module.get_finalized_function(entry);
        // SAFETY: the function was compiled with this signature and keeps the contract of entries; it stays where it is as long
        // as `owner` is kept.
        let entry = unsafe { std::mem::transmute::<*const u8, NativeEntry>(entry) };
        let owner = Arc::new(Memory(Mutex::new(Some(module))));
        let unit = CompiledUnit { entry, exits: translated.exits, results: translated.results, owner };
        Ok(Made { unit, bytes, time: start.elapsed(), text, functions })
    }
}
