//! From units to executable memory.
//!
//! [`CodeMaker::make`] compiles a unit to an [`Image`], whose functions are linked only to each other;
//! [`CodeMaker::place`] puts an image, new or from a file, into memory of its own.

#![expect(unsafe_code, reason = "takes what was compiled for a function")]

use crate::{
    image::{Image, ImageFunction},
    jit::JitError,
    memory::CodeMemory,
    rounds, scalar,
    translate::translate,
};
use cranelift_codegen::{
    Context, FinalizedMachReloc, FinalizedRelocTarget,
    control::ControlPlane,
    ir::{ExternalName, Function},
    isa::OwnedTargetIsa,
    settings::{self, Configurable},
};
use std::{
    fmt::Write as _,
    sync::Arc,
    time::{Duration, Instant},
};
use tfrt_executor::jit::{
    CompiledUnit, Unit,
    loops::CompiledLoop,
    rounds::{CompiledRounds, RoundsBody},
};
use tfrt_scalars::table::ScalarKernel;

/// Machine code of a unit in memory.
pub struct Placed {
    /// The code.
    pub unit: CompiledUnit,
    /// Its bytes.
    pub bytes: usize,
    /// Start, length and name of each function.
    pub functions: Vec<(usize, usize, String)>,
}

/// Machine code of rounds.
pub(crate) struct MadeRounds {
    pub compiled: CompiledRounds,
    /// Its bytes.
    pub bytes: usize,
    pub time: Duration,
    /// The address of the code.
    pub start: usize,
}

impl std::fmt::Debug for Placed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Placed")
            .field("bytes", &self.bytes)
            .field("functions", &self.functions)
            .finish_non_exhaustive()
    }
}

/// Makes machine code for this processor.
pub struct CodeMaker {
    isa: OwnedTargetIsa,
    kernels: Vec<&'static ScalarKernel>,
}

impl std::fmt::Debug for CodeMaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeMaker").field("target", &self.target()).finish_non_exhaustive()
    }
}

impl CodeMaker {
    /// For the processor this runs on, and units that know these kernels by number.
    pub fn for_host(kernels: Vec<&'static ScalarKernel>) -> Result<CodeMaker, JitError> {
        let mut flags = settings::builder();
        let set = |flags: &mut settings::Builder, name, value| {
            flags.set(name, value).map_err(|error| JitError(error.to_string()))
        };
        set(&mut flags, "opt_level", "speed")?;
        set(&mut flags, "is_pic", "false")?;
        set(&mut flags, "enable_probestack", "true")?;
        set(&mut flags, "probestack_strategy", "inline")?;
        set(&mut flags, "unwind_info", "false")?;
        set(&mut flags, "enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })?;
        let isa = cranelift_native::builder()
            .map_err(|error| JitError(error.to_owned()))?
            .finish(settings::Flags::new(flags))
            .map_err(|error| JitError(error.to_string()))?;
        Ok(CodeMaker { isa, kernels })
    }

    /// The name of a kernel that is translated.
    pub fn name(&self, number: u32) -> &'static str {
        self.kernels[number as usize].name
    }

    /// The target of the code: processor and settings.
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

    /// Compiles a unit. Cranelift's IR and the machine code are appended to `text`, if there is one.
    pub fn make(&self, unit: &Unit, mut text: Option<&mut String>) -> Result<Image, JitError> {
        let failed = |error: &dyn std::fmt::Display| JitError(error.to_string());
        let translated = translate(unit, &self.kernels, &*self.isa);
        let mut context = Context::new();
        let mut control = ControlPlane::default();
        let mut section = self.isa.text_section_builder(translated.functions.len());
        let mut functions = Vec::with_capacity(translated.functions.len());
        let numbers: Vec<u32> = translated.functions.iter().map(|(function, _)| *function).collect();
        for (function, ir) in translated.functions {
            context.clear();
            context.func = ir;
            context.set_disasm(text.is_some());
            if let Some(text) = &mut text {
                let _ = writeln!(text, "{}", context.func.display());
            }
            let code =
                context.compile(&*self.isa, &mut control).map_err(|error| failed(&format!("{error:?}")))?;
            let alignment = self.isa.function_alignment();
            let alignment = code.buffer.alignment.max(alignment.minimum).max(alignment.preferred);
            let data = code.buffer.data();
            let start = section.append(true, data, alignment, &mut control);
            if let (Some(text), Some(assembly)) = (&mut text, &code.vcode) {
                let _ = writeln!(text, "; {} bytes\n{assembly}", data.len());
            }
            let (relocations, length) = (code.buffer.relocs().to_vec(), data.len() as u32);
            for relocation in &relocations {
                let target = target_of(&context.func, relocation, &numbers)
                    .ok_or_else(|| failed(&format!("the code refers to {:?}", relocation.target)))?;
                let offset = start + u64::from(relocation.offset);
                if !section.resolve_reloc(offset, relocation.kind, relocation.addend, target) {
                    return Err(failed(&format!("the code has a relocation of kind {:?}", relocation.kind)));
                }
            }
            let start = u32::try_from(start).map_err(|error| failed(&error))?;
            functions.push(ImageFunction { function, start, length });
        }
        Ok(Image {
            code: section.finish(&mut control),
            functions,
            exits: translated.exits,
            results: translated.results,
            called: translated.called,
        })
    }

    /// Compiles rounds; `loops` has the code of each loop over several elements, in order. Cranelift's IR and the machine code are appended to
    /// `text`, if there is one.
    pub(crate) fn make_rounds(
        &self,
        body: &RoundsBody,
        loops: Vec<Arc<CompiledLoop>>,
        mut text: Option<&mut String>,
    ) -> Result<MadeRounds, JitError> {
        if !scalar::computes_floats() {
            return Err(JitError("the processor does not multiply and add with one rounding".to_owned()));
        }
        let start = Instant::now();
        let mut context = Context::new();
        let mut control = ControlPlane::default();
        context.func = rounds::translate(body, &loops, &*self.isa).map_err(JitError)?;
        context.set_disasm(text.is_some());
        if let Some(text) = &mut text {
            let _ = writeln!(text, "{}", context.func.display());
        }
        let code =
            context.compile(&*self.isa, &mut control).map_err(|error| JitError(format!("{error:?}")))?;
        if let Some(relocation) = code.buffer.relocs().first() {
            return Err(JitError(format!("the code refers to {:?}", relocation.target)));
        }
        if let (Some(text), Some(assembly)) = (&mut text, &code.vcode) {
            let _ = writeln!(text, "; {} bytes\n{assembly}", code.buffer.data().len());
        }
        let memory = CodeMemory::new(self.isa.clone(), code.buffer.data())?;
        let (bytes, address) = (code.buffer.data().len(), memory.address(0));
        // SAFETY: the code was compiled as a function of this type; `compiled` keeps its memory.
        let entry = unsafe { memory.rounds() };
        // SAFETY: the function was translated from this body, which was checked then; it calls the loops, which are kept with it, and helpers of
        // this program.
        let compiled = unsafe { CompiledRounds::new(entry, Arc::new((memory, loops))) };
        Ok(MadeRounds { compiled, bytes, time: start.elapsed(), start: address })
    }

    /// Puts an image of a unit into memory.
    pub fn place(&self, image: Image, unit: &Unit, name: &str) -> Result<Placed, JitError> {
        let functions = image
            .addresses(unit)
            .ok_or_else(|| JitError("the code calls a kernel that the unit does not have".to_owned()))?;
        let memory = CodeMemory::new(self.isa.clone(), &image.code)?;
        let named = image.functions.iter().enumerate().map(|(number, function)| {
            let shown = if number == 0 { name.to_owned() } else { format!("{name}.{}", function.function) };
            (memory.address(function.start), function.length as usize, shown)
        });
        let named = named.collect();
        // SAFETY: the image's first function was compiled as an entry of `NativeEntry`'s type and keeps the contract of
        // entries; `owner` keeps its memory.
        let entry = unsafe { memory.entry(image.functions[0].start) };
        let bytes = image.code.len();
        let owner = Arc::new(memory);
        // SAFETY: the image was translated from an equal unit, by this program or an equal one (the key of kept images has both): its
        // exits are those of its code, and the addresses were looked up in the unit in the order of the image.
        let unit = unsafe { CompiledUnit::new(entry, image.exits, image.results, functions, owner) };
        Ok(Placed { unit, bytes, functions: named })
    }
}

/// The place, in order, of the function that a relocation refers to; `None` if it is none of the unit's.
fn target_of(within: &Function, relocation: &FinalizedMachReloc, numbers: &[u32]) -> Option<usize> {
    match &relocation.target {
        FinalizedRelocTarget::ExternalName(ExternalName::User(name)) => {
            let wanted = within.params.user_named_funcs()[*name].index;
            // The entry, which no code calls, is of the first function as well.
            numbers.iter().skip(1).position(|&number| number == wanted).map(|at| at + 1)
        }
        _ => None,
    }
}
