//! Compiled units as data: position-independent code with its metadata.
//!
//! Code contains no external addresses: it finds its callees in tables that its caller passes
//! ([`NativeContext`](tfrt_executor::jit::NativeContext)). So it can be kept in a file ([`disk`](crate::disk)), which refers to kernels by
//! name; their addresses are looked up whenever the code is loaded.
//!
//! [`key_of`] covers everything that the code of a unit depends on, apart from the processor and this crate.

use crate::wire::{Reader, Writer};
use tfrt_executor::{
    jit::{Exit, ExitFrame, ExitState, Unit, UnitEntry, UnitStep},
    kernel::Control,
};

/// The code of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The functions.
    pub code: Vec<u8>,
    /// The place of each function; the entry is the first.
    pub functions: Vec<ImageFunction>,
    /// The unit's exits, by number.
    pub exits: Vec<Exit>,
    /// Words that the context's results must have.
    pub results: usize,
    /// Names of the kernels that are called, in the order of the table.
    pub called: Vec<Box<str>>,
}

/// A function in an [`Image`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageFunction {
    /// The number of the unit's function.
    pub function: u32,
    /// Its first byte.
    pub start: u32,
    /// Its bytes.
    pub length: u32,
}

impl Image {
    /// Addresses of the kernels that are called; `None` if the unit has no kernel of such a name.
    pub fn addresses(&self, unit: &Unit) -> Option<Box<[usize]>> {
        self.called.iter().map(|name| address_in(unit, name)).collect()
    }

    /// The image as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.bytes(&self.code);
        out.length(self.functions.len());
        for function in &self.functions {
            out.word(function.function);
            out.word(function.start);
            out.word(function.length);
        }
        out.length(self.results);
        out.length(self.called.len());
        self.called.iter().for_each(|name| out.bytes(name.as_bytes()));
        out.length(self.exits.len());
        for exit in &self.exits {
            out.byte(u8::from(exit.entered_loop));
            out.length(exit.frames.len());
            for frame in &exit.frames {
                out.word(frame.function);
                out.word(frame.step);
                out.byte(frame.state as u8);
                out.words(&frame.registers);
            }
        }
        out.0
    }

    /// The image of a unit from bytes; `None` if they are not an image, or refer to something that the unit
    /// does not have.
    pub fn decode(bytes: &[u8], unit: &Unit) -> Option<Image> {
        let mut input = Reader(bytes);
        let code = input.bytes()?.to_vec();
        let count = input.count(12)?;
        let functions = (0..count).map(|_| {
            let (function, start, length) = (input.word()?, input.word()?, input.word()?);
            let fits = length > 0 && start.checked_add(length)? as usize <= code.len();
            (fits && (function as usize) < unit.functions.len()).then_some(ImageFunction {
                function,
                start,
                length,
            })
        });
        let functions: Vec<ImageFunction> = functions.collect::<Option<_>>()?;
        let results = input.word()? as usize;
        let count = input.count(4)?;
        let called: Vec<Box<str>> = (0..count).map(|_| input.text().map(Box::from)).collect::<Option<_>>()?;
        let count = input.count(5)?;
        let exits: Vec<Exit> = (0..count).map(|_| exit(&mut input, unit)).collect::<Option<_>>()?;
        let most = unit.functions.iter().map(|function| function.results.len()).max().unwrap_or(0);
        let fits = input.0.is_empty() && !functions.is_empty() && results <= most;
        fits.then_some(Image { code, functions, exits, results, called })
    }
}

fn exit(input: &mut Reader<'_>, unit: &Unit) -> Option<Exit> {
    let entered_loop = input.byte()? != 0;
    let count = input.count(13)?;
    let frames = (0..count).map(|_| {
        let (function, step) = (input.word()?, input.word()?);
        let state = match input.byte()? {
            0 => ExitState::Next,
            1 => ExitState::Calling,
            2 => ExitState::Looping,
            _ => return None,
        };
        let registers = input.words()?;
        let of = unit.functions.get(function as usize)?;
        let steps = of.steps.len().max(1);
        let fits = (step as usize) < steps
            && registers.iter().all(|&register| (register as usize) < of.registers.len())
            && (state == ExitState::Next || matches!(of.steps[step as usize], UnitStep::Control { .. }));
        fits.then_some(ExitFrame { function, step, state, registers })
    });
    Some(Exit { entered_loop, frames: frames.collect::<Option<_>>()? })
}

fn address_in(unit: &Unit, wanted: &str) -> Option<usize> {
    unit.functions.iter().flat_map(|function| &function.steps).find_map(|step| match step {
        UnitStep::Function { name, address, .. } if &**name == wanted => Some(*address),
        _ => None,
    })
}

/// A unit as bytes: units are equal if these are. `name_of` gives the names of the compiler's numbers.
pub fn key_of<'a>(unit: &Unit, name_of: impl Fn(u32) -> &'a str) -> Vec<u8> {
    let mut out = Writer::default();
    match &unit.entry {
        UnitEntry::Steps { places } => {
            out.byte(0);
            out.words(places);
        }
        UnitEntry::Repeat => out.byte(1),
        UnitEntry::While => out.byte(2),
    }
    out.length(unit.functions.len());
    for function in &unit.functions {
        out.length(function.registers.len());
        for kind in &function.registers {
            out.byte(*kind as u8);
        }
        out.word(function.arguments);
        out.words(&function.results);
        out.byte(u8::from(function.is_region));
        out.byte(u8::from(function.recursive));
        out.length(function.steps.len());
        for step in &function.steps {
            match step {
                UnitStep::Scalar { lowering, operands, attrs, results } => {
                    out.byte(0);
                    out.bytes(name_of(*lowering).as_bytes());
                    out.words(operands);
                    out.length(attrs.len());
                    attrs.iter().for_each(|&attr| out.long(attr));
                    out.words(&[results.start, results.end]);
                }
                UnitStep::Function { name, operands, results, .. } => {
                    out.byte(1);
                    out.bytes(name.as_bytes());
                    out.words(operands);
                    out.words(&[results.start, results.end]);
                }
                UnitStep::Control { control, selector, functions, operands, results } => {
                    out.byte(2);
                    out.byte(match control {
                        Control::Call => 0,
                        Control::If => 1,
                        Control::Case => 2,
                        Control::Repeat => 3,
                        Control::While => 4,
                    });
                    // Of no meaning for calls.
                    out.word(if *control == Control::Call { 0 } else { *selector });
                    out.words(functions);
                    out.words(operands);
                    out.words(&[results.start, results.end]);
                }
            }
        }
    }
    out.0
}
