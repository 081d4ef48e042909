//! An open file: its bytes and the places of its sections.
//!
//! Opening decodes nothing. [`BefFile::open`] reads header and section table, then runs the verifier over the tables;
//! [`BefFile::open_unverified`] stops after the section table. The accessors here return a section as a slice of
//! records that lies in the file; the views (`view`, `attr`, `location`) combine records.

use crate::{
    attr::AttrView,
    bytes::{AlignedBytes, Bytes},
    checksum,
    error::BefError,
    location::LocationView,
    records::*,
    verify,
    view::{FunctionView, KernelNameView, TypeView},
};
use bytemuck::Pod;
use std::{ops::Range, path::Path};

/// A BEF file, mapped or in memory.
///
/// All that a *verified* file's views give is in range: no accessor panics, whatever the bytes. Of an unverified file
/// that cannot be said.
#[derive(Debug)]
pub struct BefFile {
    bytes: Bytes,
    header: Header,
    /// Ranges of the known sections, in the order of [`Section::ALL`]; empty where absent.
    sections: [Range<usize>; Section::ALL.len()],
    present: u32,
    verified: bool,
}

impl BefFile {
    /// Maps a file and verifies it: the tables' checksums and every rule that keeps programs from reaching outside the
    /// file or of their registers. The data of constants is not read; [`BefFile::check`] does that.
    ///
    /// The file must not be changed or cut short while it is open: as with every mapped file, that ends the process with
    /// a signal or shows the program other data. Files from writers one does not trust so far are for
    /// [`BefFile::from_bytes`].
    pub fn open(path: impl AsRef<Path>) -> Result<BefFile, BefError> {
        BefFile::from_source(Bytes::map(path.as_ref())?)?.into_verified()
    }

    /// Copies the bytes (to align them) and verifies them.
    pub fn from_bytes(bytes: &[u8]) -> Result<BefFile, BefError> {
        BefFile::of_aligned(AlignedBytes::copy_of(bytes))
    }

    /// Maps a file, reads its section table and believes the rest.
    ///
    /// # Safety
    /// The file must be what a [`BefWriter`](crate::BefWriter) wrote, unchanged, and stay so while it is open. Views of
    /// anything else may panic, and executors may rely on what verification would have found.
    #[expect(unsafe_code, reason = "skipping verification hands its duties to the caller")]
    pub unsafe fn open_unverified(path: impl AsRef<Path>) -> Result<BefFile, BefError> {
        BefFile::from_source(Bytes::map(path.as_ref())?)
    }

    /// A file in memory, verified.
    pub(crate) fn of_aligned(bytes: AlignedBytes) -> Result<BefFile, BefError> {
        BefFile::from_source(Bytes::Owned(bytes))?.into_verified()
    }

    fn into_verified(mut self) -> Result<BefFile, BefError> {
        self.bytes.will_read(self.sections[Section::Constants.slot()].start.min(self.bytes.as_slice().len()));
        self.check_tables()?;
        verify::verify(&self)?;
        self.verified = true;
        Ok(self)
    }

    /// Reads the header and the section table.
    fn from_source(bytes: Bytes) -> Result<BefFile, BefError> {
        let all = bytes.as_slice();
        let header = read_header(all)?;
        let table = section_table(all, &header)?;
        if checksum::of_header(&header, bytemuck::cast_slice(table)) != header.checksum {
            return Err(BefError::Header("its checksum does not match".into()));
        }
        let mut sections = [const { 0..0 }; Section::ALL.len()];
        let mut present = 0;
        let mut end_of_last = size_of::<Header>() + size_of_val(table);
        for (i, record) in table.iter().enumerate() {
            let fail = |what: &str| Err(BefError::Header(format!("section {i} (id {}) {what}", record.id)));
            let (Ok(start), Ok(len)) = (usize::try_from(record.offset), usize::try_from(record.len)) else {
                return fail("lies outside the file");
            };
            let Some(end) = start.checked_add(len).filter(|&end| end <= all.len()) else {
                return fail("lies outside the file");
            };
            if !start.is_multiple_of(SECTION_ALIGNMENT) {
                return fail("is not aligned to 64 bytes");
            }
            if start < end_of_last {
                return fail("overlaps what precedes it");
            }
            end_of_last = end;
            let Some(section) = Section::from_id(record.id) else {
                if record.flags & SECTION_REQUIRED != 0 {
                    return fail("is required and unknown to this program");
                }
                continue;
            };
            if len % section.element_size() != 0 {
                return fail("is not a whole number of records long");
            }
            if present & 1 << section.slot() != 0 {
                return fail("occurs twice");
            }
            present |= 1 << section.slot();
            sections[section.slot()] = start..end;
        }
        Ok(BefFile { bytes, header, sections, present, verified: false })
    }

    /// Compares the checksums of all sections but the constants.
    fn check_tables(&self) -> Result<(), BefError> {
        self.check_sections(|section| section != Section::Constants)
    }

    /// Compares all checksums, those of the constants included: time in proportion to the file.
    pub fn check(&self) -> Result<(), BefError> {
        self.check_sections(|_| true)
    }

    fn check_sections(&self, which: impl Fn(Section) -> bool) -> Result<(), BefError> {
        let all = self.bytes.as_slice();
        for record in section_table(all, &self.header)? {
            let Some(section) = Section::from_id(record.id).filter(|&section| which(section)) else {
                continue;
            };
            if checksum::of_section(self.section_bytes(section)) != record.checksum {
                return Err(BefError::Checksum(section));
            }
        }
        Ok(())
    }

    /// Whether the verifier has accepted the file.
    pub fn is_verified(&self) -> bool {
        self.verified
    }

    /// Major and minor version of the file.
    pub fn version(&self) -> (u8, u8) {
        (self.header.major, self.header.minor)
    }

    /// The header.
    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// Length of the file in bytes.
    pub fn len(&self) -> usize {
        self.bytes.as_slice().len()
    }

    /// All bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// Never true: a file has at least a header.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the file has this section, empty or not.
    pub fn has_section(&self, section: Section) -> bool {
        self.present & 1 << section.slot() != 0
    }

    /// The bytes of a section; empty when the file does not have it.
    pub fn section_bytes(&self, section: Section) -> &[u8] {
        &self.bytes.as_slice()[self.sections[section.slot()].clone()]
    }

    /// A section as records.
    pub(crate) fn table<T: Pod>(&self, section: Section) -> &[T] {
        debug_assert_eq!(size_of::<T>(), section.element_size());
        bytemuck::cast_slice(self.section_bytes(section))
    }

    /// The string records.
    pub fn string_records(&self) -> &[StringRecord] {
        self.table(Section::Strings)
    }

    /// A string. In a file that is not verified, bytes that are not UTF-8 give `<invalid UTF-8>`.
    pub fn string(&self, ix: StringIx) -> &str {
        let record = self.string_records()[ix.index()];
        let start = record.offset as usize;
        let bytes = &self.section_bytes(Section::StringBytes)[start..start + record.len as usize];
        std::str::from_utf8(bytes).unwrap_or("<invalid UTF-8>")
    }

    /// The type records.
    pub fn type_records(&self) -> &[TypeRecord] {
        self.table(Section::Types)
    }

    /// A type.
    pub fn type_view(&self, ix: TypeIx) -> TypeView<'_> {
        TypeView::new(self, ix)
    }

    /// The names of the kernels the file uses; a [`KernelCode`] is an index of this slice.
    pub fn kernel_names(&self) -> &[StringIx] {
        self.table(Section::KernelNames)
    }

    /// The names of the kernels the file uses, with their codes.
    pub fn kernel_name_views(&self) -> impl ExactSizeIterator<Item = KernelNameView<'_>> {
        self.kernel_names().iter().enumerate().map(|(i, &name)| KernelNameView {
            // A file's length limits the table to fewer entries than `u32` counts, or verification fails.
            code: KernelCode(i as u32),
            name: self.string(name),
        })
    }

    /// The name of a kernel.
    pub fn kernel_name(&self, code: KernelCode) -> &str {
        self.string(self.kernel_names()[code.index()])
    }

    /// The attribute records.
    pub fn attr_records(&self) -> &[AttrRecord] {
        self.table(Section::Attributes)
    }

    /// An attribute.
    pub fn attr(&self, ix: AttrIx) -> AttrView<'_> {
        AttrView::new(self, ix)
    }

    /// The function records.
    pub fn function_records(&self) -> &[FunctionRecord] {
        self.table(Section::Functions)
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> FunctionView<'_> {
        FunctionView::new(self, id)
    }

    /// All functions in file order; regions come before the function they belong to.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = FunctionView<'_>> + DoubleEndedIterator {
        (0..self.function_records().len()).map(|id| self.function(FunctionId(id as u32)))
    }

    /// The first function with this name. Looks at every function: keep a map where it is asked often.
    pub fn function_by_name(&self, name: &str) -> Option<FunctionView<'_>> {
        self.functions().find(|function| function.name() == name)
    }

    /// The kernel records of all functions.
    pub fn kernel_records(&self) -> &[KernelRecord] {
        self.table(Section::Kernels)
    }

    /// Operands, attributes and functions of all kernels, result registers of all functions.
    pub fn words(&self) -> &[u32] {
        self.table(Section::Words)
    }

    /// A [`TypeCode`](crate::TypeCode) for each register of each function.
    pub fn register_codes(&self) -> &[u8] {
        self.section_bytes(Section::RegisterCodes)
    }

    /// A type for each register of each function, unless the section was left out.
    pub fn register_types(&self) -> Option<&[TypeIx]> {
        self.has_section(Section::RegisterTypes).then(|| self.table(Section::RegisterTypes))
    }

    /// The attribute names, unless the section was left out; see [`FunctionRefName`] for its contents.
    pub fn attribute_names(&self) -> Option<&[u32]> {
        self.has_section(Section::AttributeNames).then(|| self.table(Section::AttributeNames))
    }

    /// The location records of kernels and functions, unless the section was left out.
    pub fn location_records(&self) -> Option<&[LocationRecord]> {
        self.has_section(Section::Locations).then(|| self.table(Section::Locations))
    }

    /// Location of a kernel; `None` when the file has no locations.
    pub fn kernel_location(&self, kernel: KernelIx) -> Option<LocationView<'_>> {
        let record = self.location_records()?[kernel.index()];
        Some(LocationView::new(self, record))
    }

    /// Location of a function; `None` when the file has no locations.
    pub fn function_location(&self, function: FunctionId) -> Option<LocationView<'_>> {
        let record = self.location_records()?[self.kernel_records().len() + function.index()];
        Some(LocationView::new(self, record))
    }

    /// The facts about arguments and results of functions; none when the section was left out.
    pub fn signature_records(&self) -> &[SignatureRecord] {
        self.table(Section::Signatures)
    }

    /// The element types of a few bits that arguments and results of functions stand for.
    pub fn small_type_records(&self) -> &[SmallTypeRecord] {
        self.table(Section::SmallTypes)
    }

    /// The compilation units.
    pub fn unit_records(&self) -> &[UnitRecord] {
        self.table(Section::Units)
    }

    /// The text of a compilation unit.
    pub fn unit_text(&self, unit: UnitIx) -> &str {
        let record = self.unit_records()[unit.index()];
        let bytes = &self.section_bytes(Section::UnitText)[record.offset as usize..][..record.len as usize];
        std::str::from_utf8(bytes).unwrap_or("<invalid UTF-8>")
    }
}

/// Reads the header and refuses files of other formats and versions.
fn read_header(all: &[u8]) -> Result<Header, BefError> {
    if all.is_empty() {
        return Err(BefError::Empty);
    }
    if all.len() < MAGIC.len() || all[..MAGIC.len()] != MAGIC {
        return Err(BefError::NotBef);
    }
    match all.get(2) {
        Some(0) => return Err(BefError::Version0),
        Some(&major) if major != MAJOR_VERSION => {
            return Err(BefError::Version { major, minor: all.get(3).copied().unwrap_or(0) });
        }
        _ => {}
    }
    let Some(header) = all.get(..size_of::<Header>()) else {
        return Err(BefError::Header(format!("the file ends after {} bytes", all.len())));
    };
    let header: Header = *bytemuck::from_bytes(header);
    if header.file_len != all.len() as u64 {
        return Err(BefError::Header(format!(
            "it says that the file has {} bytes, but it has {}",
            header.file_len,
            all.len()
        )));
    }
    Ok(header)
}

/// The section table behind the header.
pub(crate) fn section_table<'a>(all: &'a [u8], header: &Header) -> Result<&'a [SectionRecord], BefError> {
    let start = size_of::<Header>();
    let len = header.section_count as usize * size_of::<SectionRecord>();
    match all.get(start..).and_then(|rest| rest.get(..len)) {
        Some(table) => Ok(bytemuck::cast_slice(table)),
        None => Err(BefError::Header(format!("{} sections do not fit the file", header.section_count))),
    }
}
