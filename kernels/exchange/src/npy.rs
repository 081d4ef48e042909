//! `.npy` files, NumPy's format for one array.
//!
//! Elements in row-major order and the machine's byte order are used in place, others are reordered. Dtypes
//! that the format or the runtime lacks are errors by name.
//!
//! The format has no `bfloat16`. The package `ml_dtypes`, which adds it to NumPy, writes its elements as two plain bytes, `<V2`.
//! The reader takes `<V2` and the name itself for `bf16`; the writer writes `<V2`, so that `.view(ml_dtypes.bfloat16)` in NumPy
//! gives the numbers.

use std::borrow::Cow;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, TensorMetadata};

use crate::foreign::{Access, ArrayFile};
use crate::npy_header::Header;
use crate::{ExchangeError, check_booleans, metadata, replace};

/// The dtypes that both sides have, with NumPy's letter and size.
const DTYPES: &[(&str, DType)] = &[
    ("b1", DType::I1),
    ("i1", DType::I8),
    ("i2", DType::I16),
    ("i4", DType::I32),
    ("i8", DType::I64),
    ("u1", DType::UI8),
    ("u2", DType::UI16),
    ("u4", DType::UI32),
    ("u8", DType::UI64),
    ("f2", DType::F16),
    ("f4", DType::F32),
    ("f8", DType::F64),
    ("c8", DType::Complex64),
    ("c16", DType::Complex128),
    ("V2", DType::BF16),
];

/// Another spelling of `V2` that some writers use.
const BFLOAT16: &str = "bfloat16";

/// Reads a file, which is mapped.
pub fn read(path: &Path) -> Result<DenseHostTensor, ExchangeError> {
    read_with(path, Access::Mapped)
}

/// Reads a file.
pub fn read_with(path: &Path, access: Access) -> Result<DenseHostTensor, ExchangeError> {
    let file = ArrayFile::open(path, access)?;
    in_file(&file, 0..file.bytes().len())
}

/// Reads an array from the bytes of a file.
pub fn from_bytes(bytes: &[u8]) -> Result<DenseHostTensor, ExchangeError> {
    let array = Array::parse(bytes)?;
    let elements = &bytes[array.start..];
    match array.in_order(elements)? {
        Some(bytes) => Ok(DenseHostTensor::from_bytes(array.metadata, &bytes)?),
        None => Ok(DenseHostTensor::from_bytes(array.metadata, elements)?),
    }
}

/// Reads an array that is part of a file.
pub(crate) fn in_file(file: &ArrayFile, range: Range<usize>) -> Result<DenseHostTensor, ExchangeError> {
    let bytes = &file.bytes()[range.clone()];
    let array = Array::parse(bytes)?;
    match array.in_order(&bytes[array.start..])? {
        Some(bytes) => Ok(DenseHostTensor::from_bytes(array.metadata, &bytes)?),
        None => {
            let start = range.start + array.start;
            file.tensor(array.metadata, start..range.end)
        }
    }
}

/// The content of the header.
struct Array {
    metadata: TensorMetadata,
    shape: Vec<usize>,
    big_endian: bool,
    column_major: bool,
    /// The start of the elements.
    start: usize,
}

impl Array {
    fn parse(bytes: &[u8]) -> Result<Array, ExchangeError> {
        let (header, start) = Header::parse(bytes).map_err(ExchangeError::new)?;
        let descriptor = &header.descriptor;
        let (order, name) = match descriptor.trim_start_matches(['<', '>', '|', '=']) {
            BFLOAT16 => {
                (descriptor.strip_suffix(BFLOAT16).filter(|order| !order.is_empty()).unwrap_or("="), "V2")
            }
            _ => descriptor.split_at_checked(1).unwrap_or(("", descriptor)),
        };
        let Some(&(_, dtype)) =
            DTYPES.iter().find(|(known, _)| *known == name && matches!(order, "<" | ">" | "|" | "="))
        else {
            return Err(ExchangeError::new(format!("dtype '{descriptor}' is not supported")));
        };
        Ok(Array {
            metadata: metadata(dtype, &header.shape, bytes.len() - start)?,
            big_endian: order == ">" && dtype.size() != Some(1),
            column_major: header.column_major && header.shape.len() > 1,
            shape: header.shape,
            start,
        })
    }

    /// The elements in their order; `None` if they are in it already.
    fn in_order(&self, elements: &[u8]) -> Result<Option<Vec<u8>>, ExchangeError> {
        let dtype = self.metadata.dtype;
        check_booleans(dtype, elements)?;
        if !self.big_endian && !self.column_major {
            return Ok(None);
        }
        let mut bytes = elements.to_vec();
        if self.big_endian {
            swap_bytes(&mut bytes, dtype);
        }
        if self.column_major {
            bytes = to_row_major(&bytes, &self.shape, dtype.size().unwrap_or(1));
        }
        Ok(Some(bytes))
    }
}

/// The header of a file with this tensor.
pub(crate) fn header(tensor: &DenseHostTensor) -> Result<Vec<u8>, ExchangeError> {
    let Some(&(name, dtype)) = DTYPES.iter().find(|(_, dtype)| *dtype == tensor.dtype()) else {
        return Err(ExchangeError::new(format!("NumPy files have no dtype for {}", tensor.dtype().name())));
    };
    let order = if dtype.size() == Some(1) { "|" } else { "<" };
    let header = Header {
        descriptor: format!("{order}{name}"),
        column_major: false,
        shape: tensor.shape().dims().iter().map(|&dim| dim as usize).collect(),
    };
    header.to_bytes().map_err(ExchangeError::new)
}

/// Writes a file, replacing it.
pub fn write(path: &Path, tensor: &DenseHostTensor) -> Result<(), ExchangeError> {
    let header = header(tensor)?;
    Ok(replace(path, |file| {
        file.write_all(&header)?;
        file.write_all(tensor.bytes())
    })?)
}

/// Reads a file of strings: bytes (`S`), or text (`U`), which becomes UTF-8. `None` if its elements are no strings.
///
/// NumPy pads strings with zeros, so none ends in one.
pub fn read_strings(path: &Path, access: Access) -> Result<Option<StringHostTensor>, ExchangeError> {
    let file = ArrayFile::open(path, access)?;
    strings_from_bytes(file.bytes())
}

/// As [`read_strings`], from the bytes of a file.
pub fn strings_from_bytes(bytes: &[u8]) -> Result<Option<StringHostTensor>, ExchangeError> {
    let (header, start) = Header::parse(bytes).map_err(ExchangeError::new)?;
    let descriptor = header.descriptor.trim_start_matches(['<', '>', '|', '=']);
    let (is_text, width) = match descriptor.split_at_checked(1) {
        Some(("S", width)) => (false, width),
        Some(("U", width)) => (true, width),
        _ => return Ok(None),
    };
    let wrong = || ExchangeError::new(format!("dtype '{}' is not supported", header.descriptor));
    let width: usize = width.parse().map_err(|_| wrong())?;
    let size = width.checked_mul(if is_text { 4 } else { 1 }).ok_or_else(wrong)?;
    let count = header.shape.iter().try_fold(1_usize, |count, &dim| count.checked_mul(dim));
    let needed =
        count.and_then(|count| count.checked_mul(size)).filter(|_| size > 0 || count <= Some(1 << 20));
    let given = bytes.len() - start;
    if needed != Some(given) {
        let needed = needed.map_or("more".to_owned(), |needed| needed.to_string());
        return Err(ExchangeError::new(format!("the strings need {needed} bytes, found {given}")));
    }
    let elements = match header.column_major && header.shape.len() > 1 && size > 0 {
        true => Cow::Owned(to_row_major(&bytes[start..], &header.shape, size)),
        false => Cow::Borrowed(&bytes[start..]),
    };
    let big_endian = header.descriptor.starts_with('>');
    let text = |(at, element): (usize, &[u8])| -> Result<Box<[u8]>, ExchangeError> {
        if !is_text {
            let end = element.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            return Ok(element[..end].into());
        }
        let points = element.as_chunks::<4>().0.iter().map(|&unit| match big_endian {
            true => u32::from_be_bytes(unit),
            false => u32::from_le_bytes(unit),
        });
        let text: Result<String, u32> = points.map(|point| char::from_u32(point).ok_or(point)).collect();
        let text = text.map_err(|point| {
            ExchangeError::new(format!("element {at} is no text: {point:#x} is no character"))
        })?;
        Ok(text.trim_end_matches('\0').as_bytes().into())
    };
    let strings = match size {
        // Any number of them takes no bytes of the file.
        0 => {
            let count = count.unwrap_or(0);
            let mut strings = Vec::new();
            let reserved = strings.try_reserve_exact(count);
            reserved.map_err(|_| ExchangeError::new(format!("out of memory for {count} strings")))?;
            strings.resize(count, Box::default());
            strings
        }
        size => elements.chunks_exact(size).enumerate().map(text).collect::<Result<_, _>>()?,
    };
    let dims: Vec<i64> = header.shape.iter().map(|&dim| dim as i64).collect();
    Ok(Some(StringHostTensor::new(Shape::new(&dims)?, strings)?))
}

/// Writes strings as an array of bytes, as wide as the longest; zeros at an end are lost.
pub fn write_strings(path: &Path, tensor: &StringHostTensor) -> Result<(), ExchangeError> {
    let width = tensor.strings().iter().map(|text| text.len()).max().unwrap_or(0).max(1);
    let header = Header {
        descriptor: format!("|S{width}"),
        column_major: false,
        shape: tensor.metadata().shape.dims().iter().map(|&dim| dim as usize).collect(),
    };
    let header = header.to_bytes().map_err(ExchangeError::new)?;
    Ok(replace(path, |file| {
        let mut file = std::io::BufWriter::new(file);
        file.write_all(&header)?;
        for text in tensor.strings() {
            file.write_all(text)?;
            file.write_all(&vec![0; width - text.len()])?;
        }
        file.flush()
    })?)
}

fn swap_bytes(bytes: &mut [u8], dtype: DType) {
    let part = match dtype {
        DType::Complex64 => 4,
        DType::Complex128 => 8,
        other => other.size().unwrap_or(1),
    };
    for chunk in bytes.chunks_exact_mut(part) {
        chunk.reverse();
    }
}

/// Column-major elements in row-major order.
fn to_row_major(bytes: &[u8], shape: &[usize], size: usize) -> Vec<u8> {
    let mut index = vec![0; shape.len()];
    let mut out = Vec::with_capacity(bytes.len());
    for _ in 0..bytes.len() / size {
        // The first index varies fastest in the source.
        let from = index.iter().zip(shape).rev().fold(0, |offset, (i, dim)| offset * dim + i) * size;
        out.extend_from_slice(&bytes[from..from + size]);
        for (i, dim) in index.iter_mut().zip(shape).rev() {
            *i += 1;
            if *i < *dim {
                break;
            }
            *i = 0;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Scratch, floats};

    fn file(descriptor: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
        let header = format!(
            "{{'descr': '{descriptor}', 'fortran_order': {}, 'shape': {shape}, }}\n",
            if fortran { "True" } else { "False" }
        );
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(data);
        bytes
    }

    fn check(name: &str, header: (&str, bool, &str), data: &[u8], expect: Result<(&str, &[u8]), &str>) {
        let got = from_bytes(&file(header.0, header.1, header.2, data));
        match (&got, expect) {
            (Ok(array), Ok((ty, bytes))) => {
                assert_eq!((array.metadata().to_string().as_str(), array.bytes()), (ty, bytes), "{name}");
            }
            (Err(message), Err(expected)) => assert_eq!(message.to_string(), expected, "{name}"),
            _ => panic!("{name}: {got:?}"),
        }
    }

    #[test]
    fn every_order_of_elements_and_bytes_is_read() {
        check("row", ("<i2", false, "(2, 1)"), &[1, 0, 2, 0], Ok(("i16 [2, 1]", &[1, 0, 2, 0])));
        check("column", ("|u1", true, "(2, 3)"), &[1, 4, 2, 5, 3, 6], Ok(("u8 [2, 3]", &[1, 2, 3, 4, 5, 6])));
        check("big", (">i2", false, "(1,)"), &[1, 2], Ok(("i16 [1]", &[2, 1])));
        check("scalar", ("|b1", false, "()"), &[1], Ok(("i1 []", &[1])));
        check("empty", ("<f4", false, "(0, 3)"), &[], Ok(("f32 [0, 3]", &[])));
        check(
            "complex",
            (">c8", false, "(1,)"),
            &[1, 2, 3, 4, 5, 6, 7, 8],
            Ok(("complex64 [1]", &[4, 3, 2, 1, 8, 7, 6, 5])),
        );
    }

    #[test]
    fn wrong_files_say_what_is_wrong() {
        check("short", ("<f4", false, "(2,)"), &[0; 7], Err("2xf32 needs 8 bytes, found 7"));
        check("long", ("<f4", false, "(2,)"), &[0; 9], Err("2xf32 needs 8 bytes, found 9"));
        check("text", ("<U3", false, "(2,)"), &[0; 24], Err("dtype '<U3' is not supported"));
        check("bool", ("|b1", false, "(1,)"), &[2], Err("element 0, 2, is no boolean: those are 0 and 1"));
        check(
            "huge",
            ("<f8", false, "(4611686018427387904, 4)"),
            &[],
            Err("4611686018427387904x4xf64 is not a tensor of numbers that fits memory"),
        );
        let error = read(Path::new("/no/such/file.npy")).unwrap_err();
        assert_eq!(error.to_string(), "No such file or directory");
    }

    #[test]
    fn bfloat16_is_two_plain_bytes() {
        for (descriptor, one) in [
            ("<V2", [0x80, 0x3f]),
            ("|V2", [0x80, 0x3f]),
            ("bfloat16", [0x80, 0x3f]),
            (">bfloat16", [0x3f, 0x80]),
        ] {
            check(descriptor, (descriptor, false, "(1,)"), &one, Ok(("bf16 [1]", &[0x80, 0x3f])));
        }
        check("one byte", ("<V1", false, "(1,)"), &[1], Err("dtype '<V1' is not supported"));
        let metadata = TensorMetadata::new(DType::BF16, Shape::new(&[2]).unwrap());
        let written = header(&DenseHostTensor::zeroed(metadata).unwrap()).unwrap();
        assert_eq!(Header::parse(&written).unwrap().0.descriptor, "<V2");
    }

    #[test]
    fn strings_are_bytes_or_text() {
        let read = |descriptor: &str, shape: &str, data: &[u8]| {
            strings_from_bytes(&file(descriptor, false, shape, data)).map(|tensor| {
                tensor.map(|tensor| tensor.strings().iter().map(|text| text.to_vec()).collect::<Vec<_>>())
            })
        };
        assert_eq!(read("|S2", "(2,)", b"a\0bc").unwrap(), Some(vec![b"a".to_vec(), b"bc".to_vec()]));
        let wide: Vec<u8> = ['\u{e9}', '\0'].iter().flat_map(|&c| u32::from(c).to_le_bytes()).collect();
        assert_eq!(read("<U2", "()", &wide).unwrap(), Some(vec!["\u{e9}".as_bytes().to_vec()]));
        assert_eq!(read("|S0", "(3,)", b"").unwrap(), Some(vec![Vec::new(); 3]));
        // More than there is memory for, of which the file need not have a byte.
        assert!(read("|S0", "(1152921504606846975,)", b"").is_err());
        assert_eq!(read("<f4", "(0,)", b"").unwrap(), None);
        let error = read("|S4", "(2,)", b"abc").unwrap_err();
        assert_eq!(error.to_string(), "the strings need 8 bytes, found 3");
        let error = read("<U1", "(1,)", &[0xff; 4]).unwrap_err();
        assert_eq!(error.to_string(), "element 0 is no text: 0xffffffff is no character");
        let column = file("|S1", true, "(2, 2)", b"acbd");
        let tensor = strings_from_bytes(&column).unwrap().unwrap();
        assert_eq!(tensor.strings().concat(), b"abcd");
        let scratch = Scratch::new("npy-strings");
        let path = scratch.path("back.npy");
        write_strings(&path, &tensor).unwrap();
        assert_eq!(read_strings(&path, Access::Mapped).unwrap().unwrap().strings(), tensor.strings());
    }

    #[test]
    fn what_is_written_is_read_back() {
        let scratch = Scratch::new("npy");
        let path = scratch.path("back.npy");
        for (_, dtype) in DTYPES {
            let metadata = TensorMetadata::new(*dtype, Shape::new(&[1, 1]).unwrap());
            let tensor = DenseHostTensor::filled(metadata, &vec![1; dtype.size().unwrap()]).unwrap();
            write(&path, &tensor).unwrap();
            let back = read(&path).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
        }
        let large = floats(&[100, 100]);
        write(&path, &large).unwrap();
        let back = read(&path).unwrap();
        assert_eq!(back.bytes(), large.bytes());
        assert!(!back.buffer().is_writable(), "it is mapped");
    }
}
