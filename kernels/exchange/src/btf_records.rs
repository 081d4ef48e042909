//! Reading binary tensor files (BTF).
//!
//! Little-endian. A `u64` number of tensors and as many `u64` offsets; at each offset a record: `u64` rank, `u8` element type
//! (0 `i8`, 1 `i16`, 2 `i32`, 3 `i64`, 4 `f32`, 5 `f64`, 6 to 9 `ui8` to `ui64`), `u8` layout (0 dense, 1 coordinates), six bytes of padding,
//! the dimensions as `u64`, and the contents padded to eight bytes. Dense contents are the elements in row-major order.
//! Coordinate contents are two dense arrays, each with its dimensions in front: `i64` indices `[n, rank]` and values `[n]`.
//!
//! Only the requested record is read. Sizes are checked against the length of the file before memory is allocated.
//! What this leaves to others: making tensors from records, and writing ([`crate::btf`]).

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// Type of the elements of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementType {
    /// 8-bit signed integers.
    I8,
    /// 16-bit signed integers.
    I16,
    /// 32-bit signed integers.
    I32,
    /// 64-bit signed integers.
    I64,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
    /// Bytes.
    Ui8,
    /// 16-bit unsigned integers.
    Ui16,
    /// 32-bit unsigned integers.
    Ui32,
    /// 64-bit unsigned integers.
    Ui64,
}

impl ElementType {
    fn from_code(code: u8) -> Option<Self> {
        use ElementType::*;
        [I8, I16, I32, I64, F32, F64, Ui8, Ui16, Ui32, Ui64].get(usize::from(code)).copied()
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            ElementType::I8 | ElementType::Ui8 => 1,
            ElementType::I16 | ElementType::Ui16 => 2,
            ElementType::I32 | ElementType::Ui32 | ElementType::F32 => 4,
            ElementType::I64 | ElementType::Ui64 | ElementType::F64 => 8,
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ElementType::I8 => "i8",
            ElementType::I16 => "i16",
            ElementType::I32 => "i32",
            ElementType::I64 => "i64",
            ElementType::F32 => "f32",
            ElementType::F64 => "f64",
            ElementType::Ui8 => "ui8",
            ElementType::Ui16 => "ui16",
            ElementType::Ui32 => "ui32",
            ElementType::Ui64 => "ui64",
        })
    }
}

const DENSE: u8 = 0;
const COORDINATES: u8 = 1;

fn layout_name(layout: u8) -> String {
    match layout {
        DENSE => "Row-Major Dense tensor".to_owned(),
        COORDINATES => "COO tensor".to_owned(),
        other => format!("Unknown layout {other}"),
    }
}

/// A dense record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dense {
    /// Dimensions, outermost first.
    pub dims: Vec<u64>,
    /// Little-endian elements.
    pub bytes: Vec<u8>,
}

/// A coordinate record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinates {
    /// Dimensions of the tensor.
    pub dims: Vec<u64>,
    /// `rank` indices for each value.
    pub indices: Vec<i64>,
    /// Little-endian values.
    pub values: Vec<u8>,
}

/// Reads dense tensor number `index` of a file.
///
/// # Errors
/// A file that cannot be read or is cut off, and a record of another type, rank or layout.
pub fn read_dense(path: &str, index: i32, element: ElementType, rank: usize) -> Result<Dense, String> {
    let mut reader = Reader::open(path)?;
    reader.seek_tensor(index)?;
    reader.header(element, rank, DENSE)?;
    let dims = reader.dims(rank)?;
    let count = count_of(&dims)?;
    let bytes = reader.bytes(count, element.size())?;
    Ok(Dense { dims, bytes })
}

/// Reads coordinate tensor number `index` of a file.
///
/// # Errors
/// As [`read_dense`], and indices that do not go with the values or the dimensions.
pub fn read_coordinates(
    path: &str,
    index: i32,
    element: ElementType,
    rank: usize,
) -> Result<Coordinates, String> {
    let mut reader = Reader::open(path)?;
    reader.seek_tensor(index)?;
    reader.header(element, rank, COORDINATES)?;
    let dims = reader.dims(rank)?;
    let index_dims = reader.dims(2)?;
    let index_bytes = reader.bytes(count_of(&index_dims)?, 8)?;
    let value_dims = reader.dims(1)?;
    let values = reader.bytes(count_of(&value_dims)?, element.size())?;
    if index_dims[0] != value_dims[0] || index_dims[1] != rank as u64 {
        return Err(format!(
            "the tensor is not corectly formatted, the indices and values tensors do not match in size {}",
            index_dims[0]
        ));
    }
    let indices: Vec<i64> = index_bytes
        .chunks_exact(8)
        .map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap_or_default()))
        .collect();
    if rank > 0 {
        for (row, indices) in indices.chunks_exact(rank).enumerate() {
            for (column, (&index, &limit)) in indices.iter().zip(&dims).enumerate() {
                if u64::try_from(index).is_ok_and(|index| index < limit) {
                    continue;
                }
                return Err(format!(
                    "the indices tensor has an element at position {row}, {column} that bigger than the respective \
                     dimension. Element: {index}, limit: {limit}"
                ));
            }
        }
    }
    Ok(Coordinates { dims, indices, values })
}

fn count_of(dims: &[u64]) -> Result<usize, String> {
    dims.iter()
        .try_fold(1_u64, |count, &dim| count.checked_mul(dim))
        .and_then(|count| usize::try_from(count).ok())
        .ok_or_else(|| format!("tensor dims {dims:?} have too many elements"))
}

struct Reader<'a> {
    path: &'a str,
    file: BufReader<File>,
    length: u64,
    position: u64,
}

impl<'a> Reader<'a> {
    fn open(path: &'a str) -> Result<Self, String> {
        let open = || -> std::io::Result<(File, u64)> {
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            if !metadata.is_file() {
                return Err(std::io::Error::other("not a file"));
            }
            Ok((file, metadata.len()))
        };
        let (file, length) = open().map_err(|_| format!("failed to open file {path} for reading"))?;
        Ok(Reader { path, file: BufReader::new(file), length, position: 0 })
    }

    fn fill(&mut self, bytes: &mut [u8]) -> std::io::Result<()> {
        self.file.read_exact(bytes)?;
        self.position += bytes.len() as u64;
        Ok(())
    }

    fn number(&mut self) -> std::io::Result<u64> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn seek(&mut self, position: u64) -> std::io::Result<()> {
        self.position = self.file.seek(SeekFrom::Start(position))?;
        Ok(())
    }

    fn seek_tensor(&mut self, index: i32) -> Result<(), String> {
        let path = self.path;
        let count =
            self.number().map_err(|_| format!("failed to read the number of tensors from path {path}"))?;
        let entry = u64::try_from(index).ok().filter(|&index| index < count).ok_or_else(|| {
            format!(
                "invalid tensor index {index} to read tensor from path {path} which contains {count} tensors"
            )
        })?;
        let mut offset = || -> std::io::Result<u64> {
            self.seek(8 + entry * 8)?;
            self.number()
        };
        let offset =
            offset().map_err(|_| format!("failed to read the offset of tensor {index} from path {path}"))?;
        self.seek(offset)
            .map_err(|_| format!("failed to find tensor {index} in path {path} at offset {offset}"))
    }

    fn header(&mut self, element: ElementType, rank: usize, layout: u8) -> Result<(), String> {
        let offset = self.position;
        let mut head = [0; 16];
        self.fill(&mut head).map_err(|_| format!("failed to read tensor header at offset {offset}"))?;
        let (rank_bytes, kind) = head.split_at(8);
        let found_rank = u64::from_le_bytes(rank_bytes.try_into().unwrap_or_default());
        let (code, found_layout) = (kind[0], kind[1]);
        if ElementType::from_code(code) != Some(element) {
            let found =
                ElementType::from_code(code).map_or_else(|| format!("<{code}>"), |found| found.to_string());
            return Err(format!("unexpected tensor dtype {found}. Expected dtype is {element}"));
        }
        if found_rank != rank as u64 {
            return Err(format!("unexpected tensor rank {found_rank}. Expected rank is {rank}"));
        }
        if found_layout != layout {
            return Err(format!("unexpected tensor layout {}", layout_name(found_layout)));
        }
        Ok(())
    }

    fn dims(&mut self, rank: usize) -> Result<Vec<u64>, String> {
        let offset = self.position;
        let dims: std::io::Result<Vec<u64>> = (0..rank).map(|_| self.number()).collect();
        dims.map_err(|_| format!("failed to read tensor dims at offset {offset}"))
    }

    /// `count` elements, and the padding behind them.
    fn bytes(&mut self, count: usize, size: usize) -> Result<Vec<u8>, String> {
        let offset = self.position;
        let failed = || format!("failed to read tensor data at offset {offset}");
        let length = count.checked_mul(size).ok_or_else(failed)?;
        if length as u64 > self.length.saturating_sub(offset) {
            return Err(failed());
        }
        let mut bytes = vec![0; length];
        self.fill(&mut bytes).map_err(|_| failed())?;
        self.seek(self.position.next_multiple_of(8)).map_err(|_| failed())?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with the given records, each with the rank, element code and layout in front.
    fn file(name: &str, records: &[(u64, u8, u8, Vec<u8>)]) -> String {
        let mut offset = 8 + 8 * records.len() as u64;
        let mut bytes = (records.len() as u64).to_le_bytes().to_vec();
        for (.., contents) in records {
            bytes.extend(offset.to_le_bytes());
            offset += 16 + contents.len() as u64;
        }
        for (rank, code, layout, contents) in records {
            bytes.extend(rank.to_le_bytes());
            bytes.extend([*code, *layout, 0, 0, 0, 0, 0, 0]);
            bytes.extend(contents);
        }
        let path = std::env::temp_dir().join(format!("tfrt-btf-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        path.to_string_lossy().into_owned()
    }

    fn words(values: &[u64]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn records_are_found_by_index() {
        let path = file("found", &[(0, 4, 0, words(&[0])), (1, 0, 0, words(&[3, 0x04_01_FE]))]);
        let dense = read_dense(&path, 1, ElementType::I8, 1).unwrap();
        assert_eq!(dense, Dense { dims: vec![3], bytes: vec![0xFE, 1, 4] });
        assert_eq!(read_dense(&path, 0, ElementType::F32, 0).unwrap().bytes.len(), 4);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn coordinates_are_checked_against_the_dimensions() {
        let contents = |second: u64| words(&[4, 2, 1, 1, second, 2, 7]);
        let path = file("coo", &[(1, 6, 1, contents(3)), (1, 6, 1, contents(4))]);
        let read = |index| read_coordinates(&path, index, ElementType::Ui8, 1);
        let expected = Coordinates { dims: vec![4], indices: vec![1, 3], values: vec![7, 0] };
        assert_eq!(read(0), Ok(expected));
        assert_eq!(
            read(1).unwrap_err(),
            "the indices tensor has an element at position 1, 0 that bigger than the respective dimension. \
             Element: 4, limit: 4"
        );
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_wrong_is_named() {
        let path = file("wrong", &[(1, 4, 0, words(&[1 << 60]))]);
        let read = |index, element, rank| read_dense(&path, index, element, rank).unwrap_err();
        assert_eq!(
            read(-1, ElementType::F32, 1),
            format!("invalid tensor index -1 to read tensor from path {path} which contains 1 tensors")
        );
        assert_eq!(read(0, ElementType::I32, 1), "unexpected tensor dtype f32. Expected dtype is i32");
        assert_eq!(read(0, ElementType::F32, 2), "unexpected tensor rank 1. Expected rank is 2");
        assert_eq!(read(0, ElementType::F32, 1), "failed to read tensor data at offset 40");
        assert_eq!(
            read_coordinates(&path, 0, ElementType::F32, 1).unwrap_err(),
            "unexpected tensor layout Row-Major Dense tensor"
        );
        std::fs::remove_file(path).unwrap();
        assert_eq!(
            read_dense("missing.btf", 0, ElementType::F32, 0).unwrap_err(),
            "failed to open file missing.btf for reading"
        );
    }
}
