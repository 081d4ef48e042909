//! Views of functions, kernels and types, in the form that readers use.
//!
//! A view is a reference to the file and an index; its methods read the records in place.

use crate::{
    attr::AttrView,
    dtype::{DTypeCode, TypeCode},
    file::BefFile,
    location::LocationView,
    records::*,
};
use std::ops::Range;

/// A type of the file.
#[derive(Debug, Clone, Copy)]
pub struct TypeView<'a> {
    /// Its printed form.
    pub name: &'a str,
    /// Its type code.
    pub code: TypeCode,
}

impl<'a> TypeView<'a> {
    pub(crate) fn new(file: &'a BefFile, ix: TypeIx) -> TypeView<'a> {
        let record = file.type_records()[ix.index()];
        let code = u8::try_from(record.code).ok().and_then(TypeCode::from_code).unwrap_or(TypeCode::Opaque);
        TypeView { name: file.string(record.name), code }
    }
}

/// A kernel name of the file.
#[derive(Debug, Clone, Copy)]
pub struct KernelNameView<'a> {
    /// Its number in kernel records.
    pub code: KernelCode,
    /// The name, as in `tfrt.add.i32`.
    pub name: &'a str,
}

/// A function or region of the file.
#[derive(Clone, Copy)]
pub struct FunctionView<'a> {
    file: &'a BefFile,
    id: FunctionId,
    record: &'a FunctionRecord,
}

impl<'a> FunctionView<'a> {
    pub(crate) fn new(file: &'a BefFile, id: FunctionId) -> FunctionView<'a> {
        FunctionView { file, id, record: &file.function_records()[id.index()] }
    }

    /// The file it is in.
    pub fn file(&self) -> &'a BefFile {
        self.file
    }

    /// Its number: what kernels refer to.
    pub fn id(&self) -> FunctionId {
        self.id
    }

    /// Its record.
    pub fn record(&self) -> &'a FunctionRecord {
        self.record
    }

    /// Its name; empty for regions.
    pub fn name(&self) -> &'a str {
        self.file.string(self.record.name)
    }

    /// Whether it is the region of an op rather than a function of its own.
    pub fn is_region(&self) -> bool {
        self.name().is_empty()
    }

    /// The way in which it is executed.
    pub fn kind(&self) -> FunctionKind {
        FunctionKind::from_code(self.record.kind).unwrap_or(FunctionKind::Native)
    }

    /// Types of its arguments.
    pub fn arg_types(&self) -> &'a [TypeIx] {
        self.types(0, self.record.num_args)
    }

    /// Types of its results.
    pub fn result_types(&self) -> &'a [TypeIx] {
        self.types(self.record.num_args, self.record.num_results)
    }

    fn types(&self, skip: u32, count: u32) -> &'a [TypeIx] {
        let all: &[TypeIx] = self.file.table(Section::FunctionTypes);
        &all[self.record.types as usize + skip as usize..][..count as usize]
    }

    /// The facts about its arguments and results, by position: arguments first, then results.
    pub fn signature(&self) -> impl ExactSizeIterator<Item = (usize, ValueView<'a>)> + use<'a> {
        let file = self.file;
        let all = file.signature_records();
        let start = all.partition_point(|record| record.function < self.id);
        let own = &all[start..];
        let own = &own[..own.partition_point(|record| record.function == self.id)];
        own.iter().map(move |record| (record.position as usize, ValueView { file, record }))
    }

    /// Number of its arguments; they are registers 0 and up.
    pub fn num_args(&self) -> usize {
        self.record.num_args as usize
    }

    /// Number of its results.
    pub fn num_results(&self) -> usize {
        self.record.num_results as usize
    }

    /// Number of its registers: arguments, then results of kernels in textual order.
    pub fn num_registers(&self) -> usize {
        self.record.num_registers as usize
    }

    /// Number of its kernels.
    pub fn num_kernels(&self) -> usize {
        self.record.num_kernels as usize
    }

    /// A [`TypeCode`] for each register.
    pub fn register_codes(&self) -> &'a [u8] {
        &self.file.register_codes()[self.register_range()]
    }

    /// The type code of a register.
    pub fn register_code(&self, register: u32) -> TypeCode {
        TypeCode::from_code(self.register_codes()[register as usize]).unwrap_or(TypeCode::Opaque)
    }

    /// A type for each register, unless the file was written without.
    pub fn register_types(&self) -> Option<&'a [TypeIx]> {
        Some(&self.file.register_types()?[self.register_range()])
    }

    fn register_range(&self) -> Range<usize> {
        // A native function has no registers, and its base is not used.
        let base = self.record.register_base as usize;
        base..base + self.num_registers()
    }

    /// The registers the function returns.
    pub fn result_registers(&self) -> &'a [u32] {
        match self.kind() {
            FunctionKind::Native => &[],
            _ => &self.file.words()[self.record.results as usize..][..self.num_results()],
        }
    }

    /// Stream in which a call of the function begins.
    pub fn root_stream(&self) -> u32 {
        self.record.root_stream
    }

    /// Its location, unless the file was written without.
    pub fn location(&self) -> Option<LocationView<'a>> {
        self.file.function_location(self.id)
    }

    /// Its kernel records.
    pub fn kernel_records(&self) -> &'a [KernelRecord] {
        &self.file.kernel_records()[self.record.first_kernel.index()..][..self.num_kernels()]
    }

    /// A kernel by its position in the function.
    pub fn kernel(&self, position: usize) -> KernelView<'a> {
        let records = self.kernel_records();
        let record = &records[position];
        let (words_end, results_end) = match records.get(position + 1) {
            Some(next) => (next.words, next.first_result),
            None => (self.record.results, self.record.num_registers),
        };
        KernelView {
            file: self.file,
            ix: KernelIx(self.record.first_kernel.0 + position as u32),
            record,
            words: &self.file.words()[record.words as usize..words_end as usize],
            results: record.first_result..results_end,
        }
    }

    /// Its kernels in textual order.
    pub fn kernels(&self) -> impl ExactSizeIterator<Item = KernelView<'a>> + DoubleEndedIterator + use<'a> {
        let this = *self;
        (0..self.num_kernels()).map(move |position| this.kernel(position))
    }
}

impl std::fmt::Debug for FunctionView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FunctionView").field("name", &self.name()).field("record", self.record).finish()
    }
}

/// Facts about an argument or a result of a function.
#[derive(Clone, Copy)]
pub struct ValueView<'a> {
    file: &'a BefFile,
    record: &'a SignatureRecord,
}

impl<'a> ValueView<'a> {
    fn attr(&self, ix: AttrIx) -> Option<AttrView<'a>> {
        (ix.0 != NONE).then(|| self.file.attr(ix))
    }

    /// Its record.
    pub fn record(&self) -> &'a SignatureRecord {
        self.record
    }

    /// Its name.
    pub fn name(&self) -> Option<&'a str> {
        (self.record.name.0 != NONE).then(|| self.file.string(self.record.name))
    }

    /// The element type and the dimensions of the tensor, -1 where unknown, or no dimensions when not even their number is known.
    pub fn tensor_type(&self) -> Option<(DTypeCode, Option<&'a [i64]>)> {
        match self.attr(self.record.tensor_type)? {
            AttrView::TensorType { dtype, shape } => Some((dtype, shape)),
            _ => None,
        }
    }

    /// The name of a size, if it has one.
    pub fn size_name(&self, dimension: usize) -> Option<&'a str> {
        match self.attr(self.record.sizes)? {
            AttrView::Aggregate(names) => names.get(dimension)?.as_str().filter(|name| !name.is_empty()),
            _ => None,
        }
    }

    /// The name of the element type of a few bits that the tensor stands for, such as `f8E4M3FN`.
    pub fn small_type(&self) -> Option<&'a str> {
        let (all, place) = (self.file.small_type_records(), (self.record.function, self.record.position));
        let found = all.binary_search_by_key(&place, |record| (record.function, record.position)).ok()?;
        Some(self.file.string(all[found].name))
    }

    /// The value of an argument that a caller does not give.
    pub fn default(&self) -> Option<AttrView<'a>> {
        self.attr(self.record.default)
    }
}

impl std::fmt::Debug for ValueView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValueView").field("name", &self.name()).field("record", self.record).finish()
    }
}

/// A kernel call.
#[derive(Clone)]
pub struct KernelView<'a> {
    file: &'a BefFile,
    ix: KernelIx,
    record: &'a KernelRecord,
    words: &'a [u32],
    results: Range<u32>,
}

impl<'a> KernelView<'a> {
    /// Its number in the file, which is also the number of its location.
    pub fn ix(&self) -> KernelIx {
        self.ix
    }

    /// Its record.
    pub fn record(&self) -> &'a KernelRecord {
        self.record
    }

    /// The kernel that it calls.
    pub fn code(&self) -> KernelCode {
        self.record.code
    }

    /// The name of the kernel it calls.
    pub fn name(&self) -> &'a str {
        self.file.kernel_name(self.record.code)
    }

    /// Registers of its operands.
    pub fn operands(&self) -> &'a [u32] {
        &self.words[..self.words.len() - self.num_trailing()]
    }

    /// Its attributes, in the order of their names.
    pub fn attrs(&self) -> &'a [AttrIx] {
        let start = self.words.len() - self.num_trailing();
        bytemuck::cast_slice(&self.words[start..][..usize::from(self.record.num_attrs)])
    }

    /// Its functions: those its attributes refer to, in the order of the attributes' names, then its regions.
    pub fn functions(&self) -> &'a [FunctionId] {
        bytemuck::cast_slice(&self.words[self.words.len() - usize::from(self.record.num_functions)..])
    }

    fn num_trailing(&self) -> usize {
        usize::from(self.record.num_attrs) + usize::from(self.record.num_functions)
    }

    /// Registers of its results.
    pub fn results(&self) -> Range<u32> {
        self.results.clone()
    }

    /// Stream it was assigned to.
    pub fn stream(&self) -> u32 {
        self.record.stream
    }

    /// Its location, unless the file was written without.
    pub fn location(&self) -> Option<LocationView<'a>> {
        self.file.kernel_location(self.ix)
    }
}

impl std::fmt::Debug for KernelView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KernelView")
            .field("name", &self.name())
            .field("operands", &self.operands())
            .field("results", &self.results)
            .field("stream", &self.stream())
            .finish_non_exhaustive()
    }
}
