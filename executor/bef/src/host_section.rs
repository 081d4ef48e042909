//! Sections of programs that embed the runtime: what such a program keeps with a BEF file, under a number of its own.
//!
//! A reader that does not know the number skips the section, as it skips every unknown one, so the file stays a program that any reader runs.
//! The bytes of the section are the embedding program's: nothing here reads them.

use crate::checksum;
use crate::error::BefError;
use crate::file::{BefFile, section_table};
use crate::records::{SECTION_REQUIRED, SectionRecord};
use crate::writer::write_sections;

/// The numbers of such sections start here; no version of the format gives them a meaning.
pub const FIRST_HOST_SECTION: u32 = 0x8000_0000;

impl BefFile {
    /// The file with one more section, in place of one of the same number. The other sections stay as they are.
    ///
    /// # Errors
    /// [`BefError::Header`] when `id` is below [`FIRST_HOST_SECTION`]; [`BefError::Io`] when there is no memory.
    pub fn with_host_section(&self, id: u32, data: &[u8]) -> Result<Vec<u8>, BefError> {
        if id < FIRST_HOST_SECTION {
            return Err(BefError::Header(format!(
                "expected a number from {FIRST_HOST_SECTION:#x} on for a section of the host, got {id}"
            )));
        }
        let kept = section_table(self.bytes(), self.header())?.iter().filter(|record| record.id != id);
        let mut sections: Vec<(u32, u32, Vec<&[u8]>)> =
            kept.map(|record| (record.id, record.flags, vec![self.bytes_of(record)])).collect();
        sections.push((id, 0, vec![data]));
        let mut file = Vec::new();
        let room = self.len() + data.len() + 4 * crate::records::SECTION_ALIGNMENT;
        file.try_reserve_exact(room).map_err(|_| {
            std::io::Error::new(std::io::ErrorKind::OutOfMemory, format!("out of memory for {room} bytes"))
        })?;
        write_sections(self.version().1, &sections, &mut file)?;
        Ok(file)
    }

    /// The bytes of a section of the host, if the file has it.
    ///
    /// # Errors
    /// The bytes do not have the checksum that the section table says.
    pub fn host_section(&self, id: u32) -> Result<Option<&[u8]>, BefError> {
        let table = section_table(self.bytes(), self.header())?;
        let Some(record) = table.iter().find(|record| record.id == id && id >= FIRST_HOST_SECTION) else {
            return Ok(None);
        };
        let bytes = self.bytes_of(record);
        if checksum::of_section(bytes) != record.checksum || record.flags & SECTION_REQUIRED != 0 {
            return Err(BefError::Header(format!("the host's section {id:#x} is damaged")));
        }
        Ok(Some(bytes))
    }

    /// The bytes of a section, whose place was checked when the file was opened.
    fn bytes_of(&self, record: &SectionRecord) -> &[u8] {
        &self.bytes()[record.offset as usize..][..record.len as usize]
    }
}
