//! Tensor bundles: the values of a model's variables, as `PREFIX.index` and `PREFIX.data-00000-of-00001`.
//!
//! The index is a [sorted string table](table) from names to places in the data files. Opening a bundle reads the index alone. Data files
//! are mapped: a tensor is a part of its file, checked against its checksum when it is asked for. A tensor that was saved in slices (a variable
//! over several machines) is put together from them.

mod crc32c;
mod key;
mod reader;
mod table;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use prost::Message as _;
use tfrt_ops::DataType;

use crate::proto::{BundleEntryProto, BundleHeaderProto, TensorSliceProto};
use key::Slice;
use reader::Reader;

/// A tensor's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elements {
    /// Of fixed size: row-major, little-endian.
    Dense(Bytes),
    /// Strings by row.
    Strings(Vec<Vec<u8>>),
}

/// A tensor of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The type of its elements.
    pub data_type: DataType,
    /// Its dimensions.
    pub dims: Vec<i64>,
    /// Its elements.
    pub elements: Elements,
}

/// An open bundle.
#[derive(Debug)]
pub struct Bundle {
    prefix: PathBuf,
    shards: i32,
    entries: BTreeMap<Vec<u8>, BundleEntryProto>,
    /// The data files that are mapped, by their numbers.
    files: BTreeMap<i32, Bytes>,
}

impl Bundle {
    /// Opens the bundle of files that start with `prefix`.
    ///
    /// # Errors
    /// A file cannot be read, or the index is broken; the message names file and offset.
    pub fn open(prefix: &Path) -> Result<Bundle, String> {
        let name = with_suffix(prefix, ".index");
        let bytes =
            std::fs::read(&name).map_err(|error| format!("{}: cannot be read: {error}", name.display()))?;
        let (shards, entries) = index(&bytes)
            .map_err(|(offset, message)| format!("{}: offset {offset}: {message}", name.display()))?;
        Ok(Bundle { prefix: prefix.to_owned(), shards, entries, files: BTreeMap::new() })
    }

    /// The names of the tensors.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        // Keys of slices start with a zero byte.
        let names = self.entries.keys().filter(|key| key.first() != Some(&0));
        names.filter_map(|key| std::str::from_utf8(key).ok())
    }

    /// Reads a tensor, or the part of it that `slice` says (`10 3 0,4:-`), if that is not empty.
    ///
    /// # Errors
    /// There is no such tensor, its file cannot be read, or it is not what the index says.
    pub fn read(&mut self, name: &str, slice: &str) -> Result<Tensor, String> {
        let entry = self.entry(name.as_bytes()).ok_or_else(|| {
            let near = tfrt_ir::did_you_mean(name, self.names());
            format!("{}.index: has no tensor '{name}'{near}", self.prefix.display())
        })?;
        let wrong = |this: &Self, message: String| {
            format!("{}.index: tensor '{name}': {message}", this.prefix.display())
        };
        let dims = dims(&entry).map_err(|message| wrong(self, message))?;
        let whole: Slice = vec![(0, -1); dims.len()];
        let wanted = match slice {
            "" => whole.clone(),
            slice => {
                let (all, wanted) = key::parse(slice)
                    .ok_or_else(|| wrong(self, format!("'{slice}' is not a slice of a tensor")))?;
                if all != dims {
                    return Err(wrong(
                        self,
                        format!("a slice of a tensor of shape {all:?} is wanted, but it has {dims:?}"),
                    ));
                }
                wanted
            }
        };
        let wanted = exact(&wanted, &dims);
        if entry.slices.is_empty() {
            let tensor = self.stored(name, &entry, dims.clone())?;
            if wanted == exact(&whole, &dims) {
                return Ok(tensor);
            }
            return gather(&wanted, tensor.data_type, vec![(exact(&whole, &dims), tensor)])
                .map_err(|message| wrong(self, message));
        }
        let mut parts = Vec::new();
        for part in &entry.slices {
            let at = extents(part);
            if at.len() != dims.len() {
                return Err(wrong(self, "a slice has another number of dimensions".into()));
            }
            let place = exact(&at, &dims);
            if overlap(&place, &wanted).is_none() {
                continue;
            }
            let found = self.entry(&key::of_slice(name, &at)).ok_or_else(|| {
                wrong(self, format!("the slice at {at:?} (first and length by dimension) is missing"))
            })?;
            let sizes: Vec<i64> = place.iter().map(|&(_, length)| length).collect();
            let part = self.stored(name, &found, sizes)?;
            if place == wanted {
                return Ok(part);
            }
            parts.push((place, part));
        }
        let data_type = data_type(&entry).map_err(|message| wrong(self, message))?;
        gather(&wanted, data_type, parts).map_err(|message| wrong(self, message))
    }

    fn entry(&self, key: &[u8]) -> Option<BundleEntryProto> {
        self.entries.get(key).cloned()
    }

    /// Reads the tensor, or slice of one, that an entry has the place of.
    fn stored(&mut self, name: &str, entry: &BundleEntryProto, expected: Vec<i64>) -> Result<Tensor, String> {
        let path = with_suffix(&self.prefix, &format!(".data-{:05}-of-{:05}", entry.shard_id, self.shards));
        let wrong = |message: String| {
            format!("{}: offset {}: tensor '{name}': {message}", path.display(), entry.offset)
        };
        let data_type = data_type(entry).map_err(wrong)?;
        let dims = dims(entry).map_err(wrong)?;
        if dims != expected {
            return Err(wrong(format!("a part of shape {dims:?} stands where {expected:?} is said to be")));
        }
        let count = dims.iter().try_fold(1_u64, |n, &dim| n.checked_mul(dim as u64));
        let count = count.ok_or_else(|| wrong("it has too many elements".into()))?;
        let unreadable = |error: std::io::Error| format!("{}: cannot be read: {error}", path.display());
        let file = match self.files.entry(entry.shard_id) {
            Entry::Occupied(file) => file.into_mut(),
            Entry::Vacant(place) => place.insert(tfrt_bef::map_file(&path).map_err(unreadable)?),
        };
        let (offset, size) = (usize::try_from(entry.offset), usize::try_from(entry.size));
        let end = |(offset, size): (usize, usize)| offset.checked_add(size).filter(|&end| end <= file.len());
        let range = offset.ok().zip(size.ok()).and_then(|place| Some(place.0..end(place)?));
        let Some(range) = range else {
            return Err(wrong(format!(
                "its {} bytes are not all in the file, which has {}",
                entry.size,
                file.len()
            )));
        };
        let size = range.len() as u64;
        let is_text = data_type == DataType::String;
        let needed = element_size(data_type).and_then(|bytes| count.checked_mul(bytes));
        if !is_text && needed != Some(size) {
            return Err(wrong(format!("{count} elements of {} do not take {size} bytes", data_type.name())));
        }
        let bytes = file.slice(range);
        let elements = match is_text {
            true => strings(&bytes, count, entry.crc32c).map_err(wrong)?,
            false => {
                check(crc32c::extend(0, &bytes), entry.crc32c).map_err(wrong)?;
                Elements::Dense(bytes)
            }
        };
        Ok(Tensor { data_type, dims, elements })
    }
}

fn with_suffix(prefix: &Path, suffix: &str) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

type Index = (i32, BTreeMap<Vec<u8>, BundleEntryProto>);

/// The number of data files, and the entries; an error has its offset.
fn index(file: &[u8]) -> Result<Index, (usize, String)> {
    let mut shards = None;
    let mut entries = BTreeMap::new();
    let read = table::read(file, &mut |key, value| {
        if key.is_empty() {
            let header =
                BundleHeaderProto::decode(value).map_err(|error| format!("the header is broken: {error}"))?;
            if header.endianness != 0 {
                return Err(
                    "the bundle is of a machine with the highest byte first, which is not supported".into()
                );
            }
            shards = Some(header.num_shards);
            return Ok(());
        }
        let name = || String::from_utf8_lossy(key).into_owned();
        let entry = BundleEntryProto::decode(value)
            .map_err(|error| format!("the entry of '{}' is broken: {error}", name()))?;
        entries.insert(key.to_vec(), entry);
        Ok(())
    });
    read.map_err(|fault| (fault.offset, fault.message))?;
    let shards = shards.ok_or((0, "the bundle has no header".to_owned()))?;
    Ok((shards, entries))
}

fn data_type(entry: &BundleEntryProto) -> Result<DataType, String> {
    let known = u32::try_from(entry.dtype).ok().and_then(DataType::from_number);
    known.ok_or_else(|| format!("tensors of data type {} are not supported", entry.dtype))
}

fn dims(entry: &BundleEntryProto) -> Result<Vec<i64>, String> {
    let shape = entry.shape.as_ref();
    let dims: Vec<i64> = shape.iter().flat_map(|shape| &shape.dim).map(|dim| dim.size).collect();
    match dims.iter().any(|&dim| dim < 0) || shape.is_some_and(|shape| shape.unknown_rank) {
        true => Err("its shape is not known".into()),
        false => Ok(dims),
    }
}

/// The size of an element in bytes.
fn element_size(data_type: DataType) -> Option<u64> {
    tfrt_graphdef::element_bytes(data_type).map(|bytes| bytes as u64)
}

fn extents(slice: &TensorSliceProto) -> Slice {
    use crate::proto::tensor_slice_proto::extent::HasLength;
    let length = |length: &Option<HasLength>| match length {
        Some(HasLength::Length(length)) => *length,
        None => -1,
    };
    slice.extent.iter().map(|extent| (extent.start, length(&extent.has_length))).collect()
}

/// The slice with the lengths of dimensions that it has whole.
fn exact(slice: &Slice, dims: &[i64]) -> Slice {
    let range = |(&(start, length), &dim): (&(i64, i64), &i64)| match length < 0 {
        true => (0, dim),
        false => (start, length),
    };
    slice.iter().zip(dims).map(range).collect()
}

/// The intersection of two slices; nothing if it is empty.
fn overlap(one: &Slice, other: &Slice) -> Option<Slice> {
    let common = |(&(a, m), &(b, n)): (&(i64, i64), &(i64, i64))| {
        let start = a.max(b);
        let end = a.checked_add(m)?.min(b.checked_add(n)?);
        (end > start).then_some((start, end - start))
    };
    one.iter().zip(other).map(common).collect()
}

/// Puts a slice together from parts of the tensor.
fn gather(wanted: &Slice, data_type: DataType, parts: Vec<(Slice, Tensor)>) -> Result<Tensor, String> {
    let dims: Vec<i64> = wanted.iter().map(|&(_, length)| length).collect();
    let count = dims.iter().try_fold(1_usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
    let size = element_size(data_type).unwrap_or(1) as usize;
    let total = count.and_then(|count| count.checked_mul(size)).ok_or("it has too many elements")?;
    // No more memory than the parts have, which the file has.
    let given: usize = parts.iter().map(|(_, part)| bytes_of(part)).sum();
    if data_type == DataType::String {
        return Err("slices of strings are not supported".into());
    }
    if given < total {
        return Err(format!("its slices have {given} bytes, but {total} are needed"));
    }
    let mut bytes = vec![0_u8; total];
    let mut covered = 0;
    for (place, part) in &parts {
        let Elements::Dense(from) = &part.elements else { continue };
        let Some(common) = overlap(place, wanted) else { continue };
        let row = common.last().map_or(1, |&(_, length)| length as usize) * size;
        let rows = common.iter().rev().skip(1).map(|&(_, length)| length as usize).product::<usize>();
        for number in 0..rows {
            let (mut rest, mut at_from, mut at_to) = (number, 0_usize, 0_usize);
            let (mut step_from, mut step_to) = (size, size);
            for (axis, &(start, length)) in common.iter().enumerate().rev() {
                let is_row = axis + 1 == common.len();
                let index = if is_row { 0 } else { rest % length as usize };
                if !is_row {
                    rest /= length as usize;
                }
                at_from += ((start - place[axis].0) as usize + index) * step_from;
                at_to += ((start - wanted[axis].0) as usize + index) * step_to;
                step_from *= place[axis].1 as usize;
                step_to *= wanted[axis].1 as usize;
            }
            match (bytes.get_mut(at_to..at_to + row), from.get(at_from..at_from + row)) {
                (Some(to), Some(from)) => to.copy_from_slice(from),
                _ => return Err("a slice is outside of the tensor".into()),
            }
            covered += row;
        }
    }
    match covered == total {
        true => Ok(Tensor { data_type, dims, elements: Elements::Dense(bytes.into()) }),
        false => Err("its slices do not cover it exactly".into()),
    }
}

fn bytes_of(tensor: &Tensor) -> usize {
    match &tensor.elements {
        Elements::Dense(bytes) => bytes.len(),
        Elements::Strings(values) => values.len(),
    }
}

fn check(crc: u32, expected: u32) -> Result<(), String> {
    let found = crc32c::masked(crc);
    match found == expected {
        true => Ok(()),
        false => Err(format!("its checksum is {found:08x}, but the index says {expected:08x}")),
    }
}

/// Strings: their lengths, a checksum of these as fixed-width numbers, and their bytes.
fn strings(bytes: &[u8], count: u64, checksum: u32) -> Result<Elements, String> {
    if count > bytes.len() as u64 {
        return Err(format!("{count} strings do not fit into {} bytes", bytes.len()));
    }
    let mut reader = Reader::new(bytes);
    let mut lengths = Vec::new();
    let mut crc = 0;
    for _ in 0..count {
        let length = reader.varint().ok_or("the lengths of its strings are cut off")?;
        crc = match u32::try_from(length) {
            Ok(short) => crc32c::extend(crc, &short.to_le_bytes()),
            Err(_) => crc32c::extend(crc, &length.to_le_bytes()),
        };
        lengths.push(length);
    }
    let of_lengths = reader.bytes(4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    let of_lengths = of_lengths.ok_or("the checksum of its lengths is cut off")?;
    if crc32c::masked(crc) != of_lengths {
        return Err("the checksum of the lengths of its strings is wrong".into());
    }
    crc = crc32c::extend(crc, &of_lengths.to_le_bytes());
    let mut values = Vec::new();
    for length in lengths {
        let value = reader.bytes(length).ok_or("its strings are cut off")?;
        crc = crc32c::extend(crc, value);
        values.push(value.to_vec());
    }
    check(crc, checksum)?;
    Ok(Elements::Strings(values))
}
