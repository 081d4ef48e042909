//! `.npy` files, NumPy's format for one array.
//!
//! The header is `ndarray-npy`'s business; the elements are moved as bytes, with their order put right (row-major,
//! little-endian). Dtypes that the format or the runtime does not have are errors by name.

use std::fs::File;
use std::io::{BufReader, Read as _, Write as _};
use std::path::Path;

use ndarray_npy::npy::header::{Header, Layout};
use py_literal::Value;
use tfrt_bef::DTypeCode;

use crate::array::HostArray;

/// The dtypes that both sides have, with NumPy's letter and size.
const DTYPES: &[(&str, DTypeCode)] = &[
    ("b1", DTypeCode::I1),
    ("i1", DTypeCode::I8),
    ("i2", DTypeCode::I16),
    ("i4", DTypeCode::I32),
    ("i8", DTypeCode::I64),
    ("u1", DTypeCode::UI8),
    ("u2", DTypeCode::UI16),
    ("u4", DTypeCode::UI32),
    ("u8", DTypeCode::UI64),
    ("f2", DTypeCode::F16),
    ("f4", DTypeCode::F32),
    ("f8", DTypeCode::F64),
    ("c8", DTypeCode::Complex64),
    ("c16", DTypeCode::Complex128),
];

/// Reads a file. The message of an error does not name the file.
pub fn read(path: &Path) -> Result<HostArray, String> {
    let file = File::open(path).map_err(|e| crate::files::os_message(&e))?;
    let length = file.metadata().map_err(|e| crate::files::os_message(&e))?.len();
    let mut reader = BufReader::new(file);
    let header = Header::from_reader(&mut reader).map_err(|e| format!("not a NumPy array: {e}"))?;
    let Value::String(descriptor) = &header.type_descriptor else {
        return Err(format!("structured dtype {} is not supported", header.type_descriptor));
    };
    let (order, name) = descriptor.split_at_checked(1).unwrap_or(("", descriptor));
    let Some(&(_, dtype)) =
        DTYPES.iter().find(|(known, _)| *known == name && matches!(order, "<" | ">" | "|" | "="))
    else {
        return Err(format!("dtype '{descriptor}' is not supported"));
    };
    let dims: Vec<i64> = header
        .shape
        .iter()
        .map(|&dim| i64::try_from(dim))
        .collect::<Result<_, _>>()
        .map_err(|e| e.to_string())?;
    // No more than the file has is allocated, whatever the header says.
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    reader.read_to_end(&mut bytes).map_err(|e| crate::files::os_message(&e))?;
    let mut array = HostArray::new(dtype, dims, bytes)?.into_bytes();
    if order == ">" {
        swap_bytes(&mut array, dtype);
    }
    if header.layout.is_fortran() {
        array = to_row_major(&array, &header.shape, dtype.size().unwrap_or(1));
    }
    if dtype == DTypeCode::I1 && array.iter().any(|&byte| byte > 1) {
        return Err("a boolean element is neither 0 nor 1".into());
    }
    HostArray::new(dtype, header.shape.iter().map(|&dim| dim as i64).collect(), array)
}

/// Writes a file. The message of an error does not name the file.
pub fn write(path: &Path, array: &HostArray) -> Result<(), String> {
    let Some(&(name, dtype)) = DTYPES.iter().find(|(_, dtype)| *dtype == array.dtype()) else {
        return Err(format!("NumPy files have no dtype for {}", array.dtype()));
    };
    let order = if dtype.size() == Some(1) { "|" } else { "<" };
    let header = Header {
        type_descriptor: Value::String(format!("{order}{name}")),
        layout: Layout::Standard,
        shape: array.dims().iter().map(|&dim| dim as usize).collect(),
    };
    let header = header.to_bytes().map_err(|e| e.to_string())?;
    let mut file = File::create(path).map_err(|e| crate::files::os_message(&e))?;
    file.write_all(&header)
        .and_then(|()| file.write_all(array.bytes()))
        .map_err(|e| crate::files::os_message(&e))
}

fn swap_bytes(bytes: &mut [u8], dtype: DTypeCode) {
    let part = match dtype {
        DTypeCode::Complex64 => 4,
        DTypeCode::Complex128 => 8,
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

    fn file(name: &str, descriptor: &str, fortran: bool, shape: &str, data: &[u8]) -> std::path::PathBuf {
        let header = format!(
            "{{'descr': '{descriptor}', 'fortran_order': {}, 'shape': {shape}, }}\n",
            if fortran { "True" } else { "False" }
        );
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(data);
        let path = std::env::temp_dir().join(format!("tfrt-npy-{}-{name}.npy", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn check(name: &str, header: (&str, bool, &str), data: &[u8], expect: Result<(&str, &[u8]), &str>) {
        let path = file(name, header.0, header.1, header.2, data);
        let got = read(&path);
        let _ = std::fs::remove_file(&path);
        match (&got, expect) {
            (Ok(array), Ok((ty, bytes))) => {
                assert_eq!((array.type_text().to_string().as_str(), array.bytes()), (ty, bytes));
            }
            (Err(message), Err(expected)) => assert_eq!(message, expected),
            _ => panic!("{name}: {got:?}"),
        }
    }

    #[test]
    fn every_order_of_elements_and_bytes_is_read() {
        check("row", ("<i2", false, "(2, 1)"), &[1, 0, 2, 0], Ok(("2x1xi16", &[1, 0, 2, 0])));
        check("column", ("|u1", true, "(2, 3)"), &[1, 4, 2, 5, 3, 6], Ok(("2x3xui8", &[1, 2, 3, 4, 5, 6])));
        check("big", (">i2", false, "(1,)"), &[1, 2], Ok(("1xi16", &[2, 1])));
        check("scalar", ("|b1", false, "()"), &[1], Ok(("i1", &[1])));
        check("empty", ("<f4", false, "(0, 3)"), &[], Ok(("0x3xf32", &[])));
        check(
            "complex",
            (">c8", false, "(1,)"),
            &[1, 2, 3, 4, 5, 6, 7, 8],
            Ok(("1xcomplex<f32>", &[4, 3, 2, 1, 8, 7, 6, 5])),
        );
    }

    #[test]
    fn wrong_files_say_what_is_wrong() {
        check("short", ("<f4", false, "(2,)"), &[0; 7], Err("2xf32 needs 8 bytes, found 7"));
        check("long", ("<f4", false, "(2,)"), &[0; 9], Err("2xf32 needs 8 bytes, found 9"));
        check("text", ("<U3", false, "(2,)"), &[0; 24], Err("dtype '<U3' is not supported"));
        check("bool", ("|b1", false, "(1,)"), &[2], Err("a boolean element is neither 0 nor 1"));
        check(
            "huge",
            ("<f8", false, "(4611686018427387904, 4)"),
            &[],
            Err("4611686018427387904x4xf64 is not a tensor of numbers that fits memory"),
        );
        assert_eq!(read(Path::new("/no/such/file.npy")).unwrap_err(), "No such file or directory");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let path = std::env::temp_dir().join(format!("tfrt-npy-{}-back.npy", std::process::id()));
        for (_, dtype) in DTYPES {
            let array = HostArray::new(*dtype, vec![1, 1], vec![1; dtype.size().unwrap()]).unwrap();
            write(&path, &array).unwrap();
            assert_eq!(read(&path).unwrap(), array);
        }
        let _ = std::fs::remove_file(&path);
    }
}
