//! Joining writers: several threads can write a program in parts; the result has the bytes that one writer
//! gives.
//!
//! A part is a run of whole functions. Its writer numbers strings, types and kernel names itself, and has placeholders for attributes
//! and for locations that are more than a position in a file. The code that joins a part adds these things to the whole, in the order
//! in which the part first used them, and tells the part their numbers there. Functions have their final numbers in a part.

use super::{BefWriter, index, position};
use crate::{dtype::DTypeCode, error::WriteError, records::*};

/// The numbers of a part's things in the whole.
#[derive(Debug, Clone, Default)]
pub struct Renumbering {
    /// For each string of the part, as far as it is a name of an attribute, a function or a file.
    pub strings: Vec<StringIx>,
    /// For each type.
    pub types: Vec<TypeIx>,
    /// For each kernel name.
    pub kernels: Vec<KernelCode>,
    /// For each attribute that was a stand-in.
    pub attrs: Vec<AttrIx>,
    /// For each location that was a stand-in.
    pub locations: Vec<LocationRecord>,
}

impl Renumbering {
    fn location(&self, location: LocationRecord) -> LocationRecord {
        match location.kind() {
            Some(LocationKind::FileLineCol) => {
                let file = self.strings[location.a() as usize];
                LocationRecord::new(LocationKind::FileLineCol, file.0, location.b, location.c)
            }
            Some(LocationKind::Nested) => self.locations[location.b as usize],
            _ => location,
        }
    }

    /// A word of `AttributeNames`.
    fn name(&self, word: u32) -> u32 {
        match FunctionRefName::from_word(word) {
            FunctionRefName::Region => NONE,
            FunctionRefName::Single(name) => self.strings[name.index()].0,
            FunctionRefName::Element(name) => FunctionRefName::Element(self.strings[name.index()]).to_word(),
        }
    }
}

impl BefWriter {
    /// An attribute of a part that stands in for one of the whole. A writer with stand-ins can be appended, but not written.
    pub fn stand_in_attr(&mut self) -> Result<AttrIx, WriteError> {
        let ix = AttrIx(index(self.attrs.len(), "attributes")?);
        let dtype = DTypeCode::I32.code();
        self.attrs.push(AttrRecord { kind: AttrKind::Unit as u8, dtype, meaning: 0, aux: 0, payload: 0 });
        self.has_stand_ins = true;
        Ok(ix)
    }

    /// A location of a part that stands in for one of the whole: [`Renumbering::locations`] has it under this number.
    pub fn stand_in_location(&mut self, number: usize) -> Result<LocationRecord, WriteError> {
        self.has_stand_ins = true;
        Ok(LocationRecord::new(LocationKind::Nested, 0, index(number, "locations")?, 0))
    }

    /// Adds the functions of a part behind those that are there. On failure nothing was added.
    ///
    /// # Panics
    /// If the renumbering does not know everything that the part uses.
    pub fn append(&mut self, part: &BefWriter, to: &Renumbering) -> Result<(), WriteError> {
        self.check_room(part)?;
        let name = |function: &FunctionRecord| to.strings[function.name.index()];
        let is_named = |function: &FunctionRecord| part.strings[function.name.index()].len > 0;
        for function in part.functions.iter().filter(|function| is_named(function)) {
            if self.function_names.contains(&name(function)) {
                return Err(WriteError::Misuse("two functions with one name"));
            }
        }
        // That these fit was checked.
        let functions = self.functions.len() as u32;
        let [types, kernels, words, registers, names] = [
            self.function_types.len() as u32,
            self.kernels.len() as u32,
            self.words.len() as u32,
            self.register_codes.len() as u32,
            self.attribute_names.len() as u32,
        ];
        for function in &part.functions {
            if is_named(function) {
                self.function_names.insert(name(function));
            }
            self.append_words(part, function, to);
            self.functions.push(FunctionRecord {
                name: name(function),
                types: function.types + types,
                first_kernel: KernelIx(function.first_kernel.0 + kernels),
                register_base: function.register_base + registers,
                results: function.results + words,
                first_name: function.first_name + names,
                ..*function
            });
        }
        self.kernels.extend(part.kernels.iter().map(|kernel| KernelRecord {
            code: to.kernels[kernel.code.index()],
            words: kernel.words + words,
            ..*kernel
        }));
        let attr = |ix: AttrIx| if ix.0 == NONE { ix } else { to.attrs[ix.index()] };
        self.signatures.extend(part.signatures.iter().map(|record| SignatureRecord {
            function: FunctionId(record.function.0 + functions),
            position: record.position,
            name: if record.name.0 == NONE { record.name } else { to.strings[record.name.index()] },
            tensor_type: attr(record.tensor_type),
            sizes: attr(record.sizes),
            default: attr(record.default),
        }));
        self.small_types.extend(part.small_types.iter().map(|record| SmallTypeRecord {
            function: FunctionId(record.function.0 + functions),
            position: record.position,
            name: to.strings[record.name.index()],
        }));
        self.function_types.extend(part.function_types.iter().map(|ty| to.types[ty.index()]));
        self.function_locations.extend(part.function_locations.iter().map(|&location| to.location(location)));
        self.register_codes.extend_from_slice(&part.register_codes);
        self.register_types.extend(part.register_types.iter().map(|ty| to.types[ty.index()]));
        self.attribute_names.extend(part.attribute_names.iter().map(|&word| to.name(word)));
        self.locations.extend(part.locations.iter().map(|&location| to.location(location)));
        Ok(())
    }

    /// Whether everything that a part has can be numbered here.
    fn check_room(&self, part: &BefWriter) -> Result<(), WriteError> {
        if self.open.is_some() || part.open.is_some() {
            return Err(WriteError::Misuse("a function was not ended"));
        }
        index(self.kernels.len() + part.kernels.len(), "kernels")?;
        index(self.functions.len() + part.functions.len(), "functions")?;
        position(self.words.len() + part.words.len(), "kernel operands and attributes")?;
        position(self.register_codes.len() + part.register_codes.len(), "registers")?;
        position(self.function_types.len() + part.function_types.len(), "function types")?;
        position(self.attribute_names.len() + part.attribute_names.len(), "attribute names")?;
        Ok(())
    }

    /// Adds the words of a function: of its kernels, then its results.
    fn append_words(&mut self, part: &BefWriter, function: &FunctionRecord, to: &Renumbering) {
        let kernels = &part.kernels[function.first_kernel.index()..][..function.num_kernels as usize];
        let ends = kernels.iter().skip(1).map(|next| next.words).chain([function.results]);
        for (kernel, end) in kernels.iter().zip(ends) {
            let end = end as usize;
            let functions = end - usize::from(kernel.num_functions);
            let attrs = functions - usize::from(kernel.num_attrs);
            self.words.extend_from_slice(&part.words[kernel.words as usize..attrs]);
            self.words.extend(part.words[attrs..functions].iter().map(|&attr| to.attrs[attr as usize].0));
            self.words.extend_from_slice(&part.words[functions..end]);
        }
        let results = &part.words[function.results as usize..][..function.num_results as usize];
        if function.kind != FunctionKind::Native as u32 {
            self.words.extend_from_slice(results);
        }
    }
}
