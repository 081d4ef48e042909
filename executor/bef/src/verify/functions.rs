//! Rules for functions, kernels and registers.

use super::{Names, Result, fail, limits};
use crate::{file::BefFile, records::*};

/// The tables that functions and kernels refer to, and how far the functions seen so far have used them.
struct Checker<'a> {
    file: &'a BefFile,
    strings: usize,
    kernel_names: usize,
    attrs: usize,
    functions: &'a [FunctionRecord],
    types: &'a [TypeRecord],
    function_types: &'a [TypeIx],
    kernels: &'a [KernelRecord],
    words: &'a [u32],
    codes: &'a [u8],
    register_types: Option<&'a [TypeIx]>,
    names: Option<&'a [u32]>,
    /// For each function, how deeply its ops' regions nest; 0 until one of its ops has a region.
    depths: Vec<u16>,
    /// For each function, whether it is a region that an op already has.
    owned: Vec<bool>,
    function_names: Names,
    next_type: usize,
    next_kernel: usize,
    next_word: usize,
    next_register: usize,
    next_name: usize,
}

pub(super) fn functions(file: &BefFile) -> Result {
    let functions = file.function_records();
    if functions.len() >= NONE as usize {
        return fail(Section::Functions, functions.len(), "are too many");
    }
    let mut checker = Checker {
        file,
        strings: file.string_records().len(),
        kernel_names: file.kernel_names().len(),
        attrs: file.attr_records().len(),
        functions,
        types: file.type_records(),
        function_types: file.table(Section::FunctionTypes),
        kernels: file.kernel_records(),
        words: file.words(),
        codes: file.register_codes(),
        register_types: file.register_types(),
        names: file.attribute_names(),
        depths: vec![0; functions.len()],
        owned: vec![false; functions.len()],
        function_names: Names::new(file),
        next_type: 0,
        next_kernel: 0,
        next_word: 0,
        next_register: 0,
        next_name: 0,
    };
    for (section, len) in [
        (Section::Kernels, checker.kernels.len()),
        (Section::Words, checker.words.len()),
        (Section::RegisterCodes, checker.codes.len()),
    ] {
        if len >= NONE as usize {
            return fail(section, len, "are too many");
        }
    }
    if checker.register_types.is_some_and(|types| types.len() != checker.codes.len()) {
        return fail(Section::RegisterTypes, 0, "does not have an entry for each register");
    }
    for (i, record) in functions.iter().enumerate() {
        checker.function(i, record)?;
    }
    for (section, used, len) in [
        (Section::FunctionTypes, checker.next_type, checker.function_types.len()),
        (Section::Kernels, checker.next_kernel, checker.kernels.len()),
        (Section::Words, checker.next_word, checker.words.len()),
        (Section::RegisterCodes, checker.next_register, checker.codes.len()),
        (Section::AttributeNames, checker.next_name, checker.names.map_or(checker.next_name, <[u32]>::len)),
    ] {
        if used != len {
            return fail(section, used, "belongs to no function");
        }
    }
    Ok(())
}

impl Checker<'_> {
    fn function(&mut self, i: usize, record: &FunctionRecord) -> Result {
        let broken = |what: &str| fail(Section::Functions, i, what);
        let has_name = self.file.string_records().get(record.name.index()).is_none_or(|name| name.len != 0);
        if has_name && let Err(what) = self.function_names.take(record.name) {
            return broken(what);
        }
        let Some(kind) = FunctionKind::from_code(record.kind) else { return broken("has an unknown kind") };
        let signature = (record.types as usize)
            .checked_add(record.num_args as usize + record.num_results as usize)
            .and_then(|end| self.function_types.get(record.types as usize..end));
        let Some(signature) = signature else { return broken("has types outside of their section") };
        if signature.iter().any(|ty| ty.index() >= self.types.len()) {
            return broken("has a type that does not exist");
        }
        if record.types as usize != self.next_type
            || record.first_kernel.index() != self.next_kernel
            || record.register_base as usize != self.next_register
            || (self.names.is_some() && record.first_name as usize != self.next_name)
        {
            return broken("does not begin where the one before ends");
        }
        self.next_type += signature.len();
        if kind == FunctionKind::Native {
            if record.num_kernels != 0 || record.num_registers != 0 {
                return broken("is native and has kernels");
            }
            if !has_name {
                return broken("is native and has no name");
            }
            return Ok(());
        }
        let Some(kernels) = self.kernels[self.next_kernel..].get(..record.num_kernels as usize) else {
            return broken("has kernels outside of their section");
        };
        let Some(codes) = self.codes[self.next_register..].get(..record.num_registers as usize) else {
            return broken("has registers outside of their section");
        };
        if record.num_args > record.num_registers {
            return broken("has more arguments than registers");
        }
        let results_start = record.results as usize;
        let results_end = results_start + record.num_results as usize;
        let Some(results) = self.words.get(results_start..results_end) else {
            return broken("returns registers outside of their section");
        };
        self.kernels(i, record, kernels)?;
        self.registers(i, record, signature, codes, results)?;
        if kind == FunctionKind::Sync {
            self.sync_results(i, record, results)?;
        }
        self.next_kernel += kernels.len();
        self.next_word = results_end;
        self.next_register += codes.len();
        Ok(())
    }

    /// Checks a function's kernels; moves on in the attribute names.
    fn kernels(&mut self, function: usize, record: &FunctionRecord, kernels: &[KernelRecord]) -> Result {
        let first = self.next_kernel;
        let end = (record.results, record.num_registers);
        let mut expected = (self.next_word, record.num_args);
        for (i, kernel) in kernels.iter().enumerate() {
            let broken = |what: &str| fail(Section::Kernels, first + i, what);
            let (words_end, results_end) =
                kernels.get(i + 1).map_or(end, |next| (next.words, next.first_result));
            if kernel.words as usize != expected.0 || kernel.first_result != expected.1 {
                return broken("does not begin where the one before ends");
            }
            if results_end < kernel.first_result {
                return broken("has results outside of the function's registers");
            }
            let Some(words) = self.words.get(kernel.words as usize..words_end as usize) else {
                return broken("has words outside of their section");
            };
            expected = (words_end as usize, results_end);
            if kernel.code.index() >= self.kernel_names {
                return broken("has a name that does not exist");
            }
            let num_attrs = usize::from(kernel.num_attrs);
            let num_functions = usize::from(kernel.num_functions);
            let Some(num_operands) = words.len().checked_sub(num_attrs + num_functions) else {
                return broken("has more attributes and functions than words");
            };
            if words[..num_operands].iter().any(|&register| register >= kernel.first_result) {
                return broken("uses a register before its definition");
            }
            if num_attrs + num_functions != 0 {
                let (attrs, functions) = words[num_operands..].split_at(num_attrs);
                if attrs.iter().any(|&attr| attr as usize >= self.attrs) {
                    return broken("has an attribute that does not exist");
                }
                self.references(function, first + i, functions)?;
                self.names(first + i, num_attrs, functions)?;
            }
        }
        if expected != (end.0 as usize, end.1) {
            return fail(Section::Functions, function, "has words or registers that belong to no kernel");
        }
        Ok(())
    }

    /// Checks the functions of a kernel: they exist, and regions belong to this kernel alone.
    fn references(&mut self, function: usize, kernel: usize, references: &[u32]) -> Result {
        for &id in references {
            let id = id as usize;
            let broken = |what: &str| fail(Section::Kernels, kernel, what);
            let Some(record) = self.functions.get(id) else {
                return broken("refers to a function that does not exist");
            };
            let Some(name) = self.file.string_records().get(record.name.index()) else {
                return broken("refers to a function whose name does not exist");
            };
            if name.len == 0 {
                if id >= function {
                    return broken("has a region that does not come before its function");
                }
                if std::mem::replace(&mut self.owned[id], true) {
                    return broken("has a region that belongs to another op");
                }
                let depth = self.depths[id] + 1;
                if u32::from(depth) > limits::REGION_DEPTH {
                    return broken("has regions that are nested too deeply");
                }
                self.depths[function] = self.depths[function].max(depth);
            }
        }
        Ok(())
    }

    /// Checks the names of a kernel's attributes and function references, if there are any.
    fn names(&mut self, kernel: usize, num_attrs: usize, functions: &[u32]) -> Result {
        let Some(names) = self.names else { return Ok(()) };
        let Some(names) = names[self.next_name..].get(..num_attrs + functions.len()) else {
            return fail(Section::AttributeNames, self.next_name, format!("is missing (of kernel {kernel})"));
        };
        let (attr_names, function_names) = names.split_at(num_attrs);
        let broken = |at: usize, what: &str| fail(Section::AttributeNames, self.next_name + at, what);
        for (at, &name) in attr_names.iter().enumerate() {
            if name as usize >= self.strings {
                return broken(at, "is no string");
            }
        }
        for (at, (&word, &id)) in function_names.iter().zip(functions).enumerate() {
            let is_region = self.file.function(FunctionId(id)).is_region();
            match FunctionRefName::from_word(word) {
                FunctionRefName::Region if is_region => {}
                FunctionRefName::Single(name) | FunctionRefName::Element(name)
                    if !is_region && name.index() < self.strings => {}
                _ => return broken(num_attrs + at, "does not name a function reference"),
            }
        }
        self.next_name += names.len();
        Ok(())
    }

    /// Checks types and codes of a function's registers.
    fn registers(
        &self,
        function: usize,
        record: &FunctionRecord,
        signature: &[TypeIx],
        codes: &[u8],
        results: &[u32],
    ) -> Result {
        let broken = |what: &str| fail(Section::Functions, function, what);
        let (args, result_types) = signature.split_at(record.num_args as usize);
        for (&ty, &code) in args.iter().zip(codes) {
            if self.types[ty.index()].code != u32::from(code) {
                return broken("has an argument whose register has another type");
            }
        }
        for (&ty, &register) in result_types.iter().zip(results) {
            let Some(&code) = codes.get(register as usize) else {
                return broken("returns a register that it does not have");
            };
            if self.types[ty.index()].code != u32::from(code) {
                return broken("returns a register of another type than the result's");
            }
        }
        let base = self.next_register;
        match self.register_types {
            Some(types) => {
                for (i, (&ty, &code)) in types[base..][..codes.len()].iter().zip(codes).enumerate() {
                    if self.types.get(ty.index()).map(|record| record.code) != Some(u32::from(code)) {
                        return fail(
                            Section::RegisterTypes,
                            base + i,
                            "does not exist or differs from the register",
                        );
                    }
                }
            }
            None => {
                for (i, &code) in codes.iter().enumerate() {
                    if crate::dtype::TypeCode::from_code(code).is_none() {
                        return fail(Section::RegisterCodes, base + i, "is unknown");
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks the results of a synchronous function: registers that its kernels wrote, each once.
    fn sync_results(&self, function: usize, record: &FunctionRecord, results: &[u32]) -> Result {
        let mut sorted = results.to_vec();
        sorted.sort_unstable();
        let argument = sorted.first().is_some_and(|&register| register < record.num_args);
        if argument || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return fail(
                Section::Functions,
                function,
                "is synchronous and returns an argument or another result",
            );
        }
        Ok(())
    }
}
