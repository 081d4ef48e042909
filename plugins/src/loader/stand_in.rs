//! Stand-ins for TensorFlow's own libraries, which plugins name as dependencies where TensorFlow is not installed.
//!
//! A plugin that was linked against TensorFlow's package needs `libtensorflow_framework.so.2` or `_pywrap_tensorflow_internal.so` by
//! name; the functions that it takes from there are those that this program exports. The dynamic linker only requires that a library
//! of that name be loaded. So this module makes an empty one in memory. It never replaces an installed library: a stand-in is made
//! only after the linker has reported which library is missing.
//!
//! The extension `_pywrap_tensorflow_internal.so` runs inside Python. Plugins released for it may refer to Python's functions as well:
//! its stand-in has those of [`PYTHON`], which report failure.

#![expect(unsafe_code, reason = "opening a library runs its code")]

use std::fs::File;
use std::io::Write as _;
use std::os::fd::{AsRawFd as _, FromRawFd as _};

use libloading::os::unix::{Library as Handle, RTLD_GLOBAL, RTLD_NOW};
use object::Endianness;
use object::elf;
use object::write::elf::{FileHeader, ProgramHeader, Sym, Writer};

/// Functions of Python that released plugins refer to: all give an `int`, −1 for failure.
const PYTHON: &[&str] = &["PyRun_SimpleStringFlags"];

/// The file names of TensorFlow's libraries.
const NAMES: &[&str] = &["libtensorflow", "_pywrap_tensorflow"];

/// Pages are no larger than this on any machine that the code is for.
const PAGE: u64 = 0x1_0000;

/// `return -1`, and the machine that this is for.
#[cfg(target_arch = "x86_64")]
const RETURN_FAILURE: (elf::Machine, &[u8]) = (elf::EM_X86_64, &[0xb8, 0xff, 0xff, 0xff, 0xff, 0xc3]);
#[cfg(target_arch = "aarch64")]
const RETURN_FAILURE: (elf::Machine, &[u8]) =
    (elf::EM_AARCH64, &[0x00, 0x00, 0x80, 0x12, 0xc0, 0x03, 0x5f, 0xd6]);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("stand-ins for TensorFlow's libraries need the code of `return -1` for this machine");

/// The library of TensorFlow that the dynamic linker missed, as its message has it: the name comes first.
pub(super) fn missing(message: &str) -> Option<&str> {
    let (name, _) = message.split_once(": cannot open shared object file")?;
    NAMES.iter().any(|start| name.starts_with(start)).then_some(name)
}

/// Makes a library of this name known to the dynamic linker, for ever.
///
/// # Errors
/// No file can be made in memory, or it cannot be loaded.
pub(super) fn load(name: &str) -> Result<(), String> {
    let functions = if name.starts_with("_pywrap") { PYTHON } else { &[] };
    let bytes = image(name, functions).map_err(|error| error.to_string())?;
    // SAFETY: the name is terminated; the call gives a new file descriptor or −1.
    let descriptor = unsafe { libc::memfd_create(c"tfrt-stand-in".as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 {
        return Err(std::io::Error::last_os_error().to_string());
    }
    // SAFETY: the descriptor was just made, and nothing else owns it.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    file.write_all(&bytes).map_err(|error| error.to_string())?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    // SAFETY: the library has no constructors.
    let handle = unsafe { Handle::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
    // Libraries that need it find it as long as it is loaded. The linker knows a file by its path as well, so no other may get this one's.
    std::mem::forget((handle.map_err(|error| error.to_string())?, file));
    Ok(())
}

/// A shared library of a name, with functions that return −1.
fn image(name: &str, functions: &[&str]) -> Result<Vec<u8>, object::write::Error> {
    let (machine, code) = RETURN_FAILURE;
    let mut bytes = Vec::new();
    let mut writer = Writer::new_single_phase(Endianness::Little, true, &mut bytes);
    writer.write_file_header(&FileHeader {
        os_abi: elf::ELFOSABI_NONE,
        abi_version: 0,
        e_type: elf::ET_DYN,
        e_machine: machine,
        e_entry: 0,
        e_flags: elf::FileFlags(0),
    })?;
    writer.write_program_headers_placeholder(4);

    // The sections that are read and executed.
    let soname = writer.add_dynamic_string(name.as_bytes());
    let names: Vec<_> = functions.iter().map(|name| writer.add_dynamic_string(name.as_bytes())).collect();
    let hash = writer.write_hash(1, functions.len() as u32 + 1, |index| {
        let name = functions.get(index.checked_sub(1)? as usize)?;
        Some(elf::hash(name.as_bytes()))
    });
    let code_at = writer.write_align(16);
    writer.write(code);
    let (strings, strings_len) = writer.write_dynstr()?;
    let symbols = writer.write_null_dynamic_symbol();
    for name in names {
        let st_name = writer.dynamic_string_offset(Some(name));
        writer.write_dynamic_symbol(&Sym {
            section: None,
            st_name,
            st_info: elf::SymbolInfo::new(elf::STB_GLOBAL, elf::STT_FUNC),
            st_other: elf::SymbolOther(0),
            // Any section that is not "undefined": there is no table of them.
            st_shndx: elf::SymbolSection(1),
            st_value: code_at,
            st_size: code.len() as u64,
        });
    }
    let text_len = writer.offset();

    // The sections that are written: the linker puts addresses into the dynamic section.
    writer.pad_until(PAGE);
    let dynamic = writer.write_align_dynamic();
    writer.write_dynamic_string(elf::DT_SONAME, soname)?;
    writer.write_dynamic(elf::DT_HASH, hash)?;
    writer.write_dynamic(elf::DT_SYMTAB, symbols)?;
    writer.write_dynamic(elf::DT_STRTAB, strings)?;
    writer.write_dynamic(elf::DT_STRSZ, strings_len.into())?;
    writer.write_dynamic(elf::DT_SYMENT, 24)?;
    writer.write_dynamic(elf::DT_NULL, 0)?;
    let dynamic_len = writer.offset() - dynamic;

    let segment = |p_type, p_flags, offset, len, p_align| ProgramHeader {
        p_type,
        p_flags,
        p_offset: offset,
        p_vaddr: offset,
        p_paddr: offset,
        p_filesz: len,
        p_memsz: len,
        p_align,
    };
    let mut headers = Vec::new();
    writer.write_headers_to(
        &mut headers,
        &[
            segment(elf::PT_LOAD, elf::PF_R | elf::PF_X, 0, text_len, PAGE),
            segment(elf::PT_LOAD, elf::PF_R | elf::PF_W, dynamic, dynamic_len, PAGE),
            segment(elf::PT_DYNAMIC, elf::PF_R | elf::PF_W, dynamic, dynamic_len, 8),
            // Without this the linker would make stacks executable.
            segment(elf::PT_GNU_STACK, elf::PF_R | elf::PF_W, 0, 0, 16),
        ],
    )?;
    bytes[..headers.len()].copy_from_slice(&headers);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_linker_misses_is_read_from_its_message() {
        let said = "libtensorflow_framework.so.2: cannot open shared object file: No such file or directory";
        assert_eq!(missing(said), Some("libtensorflow_framework.so.2"));
        let other = "libcuda.so.1: cannot open shared object file: No such file or directory";
        assert_eq!(missing(other), None);
        assert_eq!(missing("undefined symbol: TF_Nothing"), None);
    }

    #[test]
    fn a_stand_in_answers_to_its_name_and_its_functions_fail() {
        let name = "_pywrap_tensorflow_for_this_test.so";
        // SAFETY: no library of this name exists.
        assert!(unsafe { Handle::open(Some(name), RTLD_NOW) }.is_err());
        load(name).unwrap();
        // SAFETY: the library has no constructors.
        let handle = unsafe { Handle::open(Some(name), RTLD_NOW) }.unwrap();
        for function in PYTHON {
            // SAFETY: the stand-in's functions take anything and give an `int`.
            let function = unsafe { handle.get::<extern "C" fn() -> i32>(function.as_bytes()) }.unwrap();
            assert_eq!(function(), -1);
        }
    }
}
