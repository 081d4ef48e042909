//! The bytes of the file: sections one after the other, behind a header and a table of them.

use super::BefWriter;
use crate::bytes::{AlignedBytes, release};
use crate::{BefError, BefFile, checksum, error::WriteError, records::*};
use std::io;

/// The bytes of the file.
impl BefWriter {
    /// The sections to write, in file order.
    fn sections(&self) -> Vec<(Section, Vec<&[u8]>)> {
        use bytemuck::cast_slice;
        let optional = self.options.optional_sections;
        let locations = self.options.locations;
        Section::ALL
            .iter()
            .filter_map(|&section| {
                let (wanted, parts): (bool, Vec<&[u8]>) = match section {
                    Section::Strings => (true, vec![cast_slice(&self.strings)]),
                    Section::StringBytes => (true, vec![&self.string_bytes]),
                    Section::Types => (true, vec![cast_slice(&self.types)]),
                    Section::KernelNames => (true, vec![cast_slice(&self.kernel_names)]),
                    Section::Attributes => (true, vec![cast_slice(&self.attrs)]),
                    Section::AttrData => (!self.attr_data.is_empty(), vec![&self.attr_data]),
                    Section::Functions => (true, vec![cast_slice(&self.functions)]),
                    Section::FunctionTypes => (true, vec![cast_slice(&self.function_types)]),
                    Section::Kernels => (true, vec![cast_slice(&self.kernels)]),
                    Section::Words => (true, vec![cast_slice(&self.words)]),
                    Section::RegisterCodes => (true, vec![&self.register_codes]),
                    Section::Units => (!self.units.is_empty(), vec![cast_slice(&self.units)]),
                    Section::UnitText => (!self.units.is_empty(), vec![&self.unit_text]),
                    Section::Locations => {
                        (locations, vec![cast_slice(&self.locations), cast_slice(&self.function_locations)])
                    }
                    Section::NestedLocations => (
                        locations && !self.nested_locations.is_empty(),
                        vec![cast_slice(&self.nested_locations)],
                    ),
                    Section::LocationChildren => (
                        locations && !self.location_children.is_empty(),
                        vec![cast_slice(&self.location_children)],
                    ),
                    Section::AttributeNames => (optional, vec![cast_slice(&self.attribute_names)]),
                    Section::RegisterTypes => (optional, vec![cast_slice(&self.register_types)]),
                    Section::Signatures => (!self.signatures.is_empty(), vec![cast_slice(&self.signatures)]),
                    Section::SmallTypes => {
                        (!self.small_types.is_empty(), vec![cast_slice(&self.small_types)])
                    }
                    Section::Constants => (!self.constants.is_empty(), self.constants.parts()),
                };
                wanted.then_some((section, parts))
            })
            .collect()
    }

    /// Writes the file.
    ///
    /// Fails with [`io::ErrorKind::InvalidInput`] when a function was begun and not ended. That the functions kernels
    /// refer to have all been added is not checked here; a reader would find it.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.open.is_some() {
            let error = WriteError::Misuse("a function was not ended");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
        }
        if self.has_stand_ins {
            let error = WriteError::Misuse("a part of a program was written as a whole");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
        }
        let sections: Vec<(u32, u32, Vec<&[u8]>)> =
            self.sections().into_iter().map(|(section, parts)| (section as u32, 0, parts)).collect();
        write_sections(self.minor_version(), &sections, out)
    }

    /// The least minor version that gives a meaning to everything in the file.
    fn minor_version(&self) -> u8 {
        let since = |attr: &AttrRecord| AggregateMeaning::from_code(attr.meaning).since();
        let of_signatures = match (self.signatures.is_empty(), self.small_types.is_empty()) {
            (true, _) => 0,
            (false, true) => 3,
            (false, false) => 4,
        };
        self.attrs.iter().map(since).max().unwrap_or(0).max(of_signatures)
    }

    /// The file, open in memory; see [`BefWriter::write_to`].
    ///
    /// # Errors
    /// As [`BefWriter::finish`] and [`BefFile::from_bytes`].
    pub fn into_file(self) -> Result<BefFile, BefError> {
        let bytes = AlignedBytes::written(self.most_bytes(), |out| self.write_to(out))?;
        drop(self);
        BefFile::of_aligned(bytes)
    }

    /// Bytes that the file has at most.
    fn most_bytes(&self) -> usize {
        let sections = self.sections();
        let parts = sections.iter().flat_map(|(_, parts)| parts);
        let table = size_of::<Header>() + sections.len() * size_of::<SectionRecord>();
        table + parts.map(|part| part.len() + SECTION_ALIGNMENT).sum::<usize>()
    }

    /// The bytes of the file; see [`BefWriter::write_to`].
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let len = self.most_bytes();
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| {
            io::Error::new(io::ErrorKind::OutOfMemory, format!("out of memory for a file of {len} bytes"))
        })?;
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }
}

/// Writes a header, a table of the sections, and the sections: for each its number, its flags and its parts.
pub(crate) fn write_sections(
    minor: u8,
    sections: &[(u32, u32, Vec<&[u8]>)],
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut end = size_of::<Header>() + sections.len() * size_of::<SectionRecord>();
    let mut table = Vec::with_capacity(sections.len());
    for (id, flags, parts) in sections {
        let offset = end.next_multiple_of(SECTION_ALIGNMENT);
        let len: usize = parts.iter().map(|part| part.len()).sum();
        table.push(SectionRecord {
            id: *id,
            flags: *flags,
            offset: offset as u64,
            len: len as u64,
            checksum: checksum::of_parts(parts),
        });
        end = offset + len;
    }
    let mut header = Header {
        magic: MAGIC,
        major: MAJOR_VERSION,
        minor,
        flags: 0,
        file_len: end as u64,
        section_count: table.len() as u32,
        reserved0: 0,
        reserved: [0; 4],
        checksum: 0,
    };
    header.checksum = checksum::of_header(&header, bytemuck::cast_slice(&table));

    out.write_all(bytemuck::bytes_of(&header))?;
    out.write_all(bytemuck::cast_slice(&table))?;
    let mut at = size_of::<Header>() + size_of_val(table.as_slice());
    for (.., parts) in sections {
        let padding = at.next_multiple_of(SECTION_ALIGNMENT) - at;
        out.write_all(&[0; SECTION_ALIGNMENT][..padding])?;
        at += padding;
        for part in parts {
            out.write_all(part)?;
            // Weights of a model need not be in memory twice.
            release(part);
            at += part.len();
        }
    }
    Ok(())
}
