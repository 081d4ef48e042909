//! Tensors of a model as constants: element types, the three places where their elements may be, and files beside the model.

use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use rustc_hash::FxHashMap;
use tfrt_ops::DType;

use crate::builder::{Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::proto::tensor_proto::DataLocation;
use crate::proto::{SparseTensorProto, TensorProto};
use crate::small::{Element, Schema as _, Small};

/// The element type of a number in the schema.
///
/// # Errors
/// There are no tensors of it here.
pub(crate) fn dtype(number: i32) -> Result<DType> {
    if let Some(small) = Small::of(number) {
        return Err(format!("the element type {} is not supported here", small.name()));
    }
    Ok(match number {
        1 => DType::F32,
        2 => DType::UI8,
        3 => DType::I8,
        4 => DType::UI16,
        5 => DType::I16,
        6 => DType::I32,
        7 => DType::I64,
        8 => DType::String,
        9 => DType::I1,
        10 => DType::F16,
        11 => DType::F64,
        12 => DType::UI32,
        13 => DType::UI64,
        14 => DType::Complex64,
        15 => DType::Complex128,
        16 => DType::BF16,
        _ => return Err(format!("the element type {number} is not known")),
    })
}

/// The element type of a number in the schema, of which there may be no tensors.
///
/// # Errors
/// It is not known.
pub(crate) fn element(number: i32) -> Result<Element> {
    Small::of(number).map_or_else(|| dtype(number).map(Element::from), |small| Ok(small.into()))
}

/// The folder of a model, in which its other files are.
#[derive(Debug, Default)]
pub struct Folder {
    path: Option<PathBuf>,
    /// The files that are mapped.
    files: Mutex<FxHashMap<PathBuf, Bytes>>,
}

impl Folder {
    /// The folder of this file.
    pub fn of(file: &Path) -> Folder {
        let parent = file.parent().map(|parent| match parent.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => parent.to_owned(),
        });
        Folder { path: parent, ..Folder::default() }
    }

    /// A file of the folder, by the location that a tensor names.
    ///
    /// # Errors
    /// It is not there, or not in the folder.
    pub fn find(&self, location: &str) -> Result<PathBuf> {
        let refuse = |why: &str| refusal(location, why);
        let folder =
            self.path.as_deref().ok_or_else(|| refuse("belongs to a model that came without a folder"))?;
        let path = Path::new(location);
        let is_inside =
            path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !is_inside || location.is_empty() {
            return Err(refuse("is not in the folder of the model"));
        }
        let full = folder.join(path);
        let real =
            |path: &Path| path.canonicalize().map_err(|error| refuse(&format!("cannot be read: {error}")));
        if !real(&full)?.starts_with(real(folder)?) {
            return Err(refuse("leads out of the folder of the model"));
        }
        Ok(full)
    }

    /// Bytes of a file in the folder, which is mapped.
    fn read(&self, location: &str, offset: u64, length: Option<u64>) -> Result<Bytes> {
        let refuse = |why: &str| refusal(location, why);
        let full = self.find(location)?;
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match files.get(&full) {
            Some(file) => file.clone(),
            None => {
                let map = tfrt_bef::map_file(&full);
                let file = map.map_err(|error| refuse(&format!("cannot be read: {error}")))?;
                files.insert(full, file.clone());
                file
            }
        };
        let range = || {
            let start = usize::try_from(offset).ok()?;
            let length = match length {
                Some(length) => usize::try_from(length).ok()?,
                None => file.len().saturating_sub(start),
            };
            Some(start..start.checked_add(length).filter(|&end| end <= file.len())?)
        };
        let range =
            range().ok_or_else(|| refuse(&format!("has no {} bytes at {offset}", length.unwrap_or(0))))?;
        Ok(file.slice(range))
    }
}

fn refusal(location: &str, why: &str) -> String {
    format!("the external data '{location}' {why}")
}

/// The constant that a tensor of the model is.
///
/// # Errors
/// Its parts contradict each other, there are no tensors of its element type, or its file cannot be read.
pub(crate) fn constant(tensor: &TensorProto, folder: &Folder) -> Result<Constant> {
    dtype(tensor.data_type()).map_err(placed(tensor))?;
    read(tensor, folder).map_err(placed(tensor))
}

/// The value that a tensor of the model is, of any element type.
///
/// # Errors
/// As [`constant`], but for the element type.
pub(crate) fn value(tensor: &TensorProto, folder: &Folder) -> Result<Tensor> {
    let constant = read(tensor, folder).map_err(placed(tensor))?;
    Ok(Tensor::of_constant(constant)?.with_small(Small::of(tensor.data_type())))
}

/// Bytes that a sparse tensor may have once it is dense.
const MOST_BYTES: u64 = 1 << 32;

/// The value that a sparse tensor of the model is, zeros included.
///
/// # Errors
/// As [`value`]; or an index is not one of the tensor's places.
pub(crate) fn dense(sparse: &SparseTensorProto, folder: &Folder) -> Result<Tensor> {
    let values = sparse.values.as_ref().ok_or("a sparse tensor has no values")?;
    scattered(sparse, values, folder).map_err(placed(values))
}

fn scattered(sparse: &SparseTensorProto, values: &TensorProto, folder: &Folder) -> Result<Tensor> {
    let found = read(values, folder)?;
    let Elements::Bytes(bytes) = &found.elements else {
        return Err("a sparse tensor of strings is not supported".to_owned());
    };
    let size = found.dtype.size().ok_or("has elements without a size")?;
    let dims = sparse.dims.clone();
    let product = |dims: &[i64]| {
        dims.iter().try_fold(1_u64, |product, &dim| product.checked_mul(u64::try_from(dim).ok()?))
    };
    let count = product(&dims).filter(|&count| {
        dims.len() <= 32 && count.checked_mul(size as u64).is_some_and(|bytes| bytes <= MOST_BYTES)
    });
    let count = count.ok_or_else(|| format!("{dims:?} are no sizes of a sparse tensor"))?;
    let indices = match &sparse.indices {
        Some(indices) => read(indices, folder)?,
        None => Constant::of_ints(DType::I64, &[0], &[]),
    };
    let numbers =
        indices.ints().filter(|_| indices.dtype == DType::I64).ok_or("its indices are not of i64")?;
    let (nonzeros, rank) = (found.len(), dims.len());
    // An index is a place in all elements, or one in each dimension.
    let width = match indices.dims[..] {
        [_] => 1,
        [_, width] if width == rank as i64 && rank > 0 => rank,
        _ => return Err(format!("its indices of sizes {:?} do not fit rank {rank}", indices.dims)),
    };
    if numbers.len() != nonzeros * width {
        return Err(format!("has {} indices for {nonzeros} values", numbers.len() / width));
    }
    let room = count as usize * size;
    let mut elements = Vec::new();
    elements.try_reserve_exact(room).map_err(|_| format!("there is no memory for {room} bytes"))?;
    elements.resize(room, 0_u8);
    let ordered = numbers.chunks_exact(width).is_sorted_by(|one, next| one < next);
    if !ordered {
        return Err("its indices are not in ascending order".to_owned());
    }
    for (index, element) in numbers.chunks_exact(width).zip(bytes.chunks_exact(size)) {
        let own: &[i64] = if width == 1 { &[count as i64] } else { &dims };
        let place = index.iter().zip(own).try_fold(0_usize, |place, (&at, &dim)| {
            (0..dim).contains(&at).then(|| place * dim as usize + at as usize)
        });
        let place =
            place.ok_or_else(|| format!("its index {index:?} is not in a tensor of sizes {dims:?}"))?;
        elements[place * size..][..size].copy_from_slice(element);
    }
    let constant = Constant { dtype: found.dtype, dims, elements: Elements::Bytes(elements.into()) };
    Ok(Tensor::of_constant(constant)?.with_small(Small::of(values.data_type())))
}

fn placed(tensor: &TensorProto) -> impl Fn(String) -> String {
    let name = tensor.name().to_owned();
    move |why: String| if name.is_empty() { why } else { format!("tensor '{name}': {why}") }
}

/// In how many places of the message a tensor has elements.
fn lists(tensor: &TensorProto) -> usize {
    let given = [
        tensor.raw_data.is_some(),
        !tensor.float_data.is_empty(),
        !tensor.int32_data.is_empty(),
        !tensor.string_data.is_empty(),
        !tensor.int64_data.is_empty(),
        !tensor.double_data.is_empty(),
        !tensor.uint64_data.is_empty(),
    ];
    given.into_iter().filter(|is_given| *is_given).count()
}

fn read(tensor: &TensorProto, folder: &Folder) -> Result<Constant> {
    let Element { dtype, small } = element(tensor.data_type())?;
    let dims = tensor.dims.clone();
    let count = dims.iter().try_fold(1_u64, |product, &dim| product.checked_mul(u64::try_from(dim).ok()?));
    let count = count.filter(|_| dims.len() <= 32).ok_or_else(|| format!("{dims:?} are no sizes"))?;
    if dtype == DType::String {
        if tensor.string_data.len() as u64 != count {
            return Err(format!("has {} strings for {count} elements", tensor.string_data.len()));
        }
        return Ok(Constant { dtype, dims, elements: Elements::Strings(tensor.string_data.clone()) });
    }
    let size = dtype.size().ok_or("has elements without a size")?;
    if lists(tensor) > 1 {
        return Err("has its elements in two places".to_owned());
    }
    let bytes: Bytes = if tensor.data_location() == DataLocation::External {
        let entry = |key: &str| {
            tensor.external_data.iter().find(|entry| entry.key() == key).map(|entry| entry.value())
        };
        let number = |key: &str| match entry(key) {
            None => Ok(None),
            Some(text) => text
                .parse()
                .map(Some)
                .map_err(|_| format!("the {key} '{text}' of external data is no number")),
        };
        let location = entry("location").ok_or("its external data has no location")?;
        folder.read(location, number("offset")?.unwrap_or(0), number("length")?)?
    } else if let Some(raw) = &tensor.raw_data {
        raw.clone()
    } else {
        let ints = |width: usize| -> Bytes {
            tensor.int32_data.iter().flat_map(|value| value.to_le_bytes()[..width].to_vec()).collect()
        };
        match dtype {
            _ if small.is_some() => ints(1),
            DType::F32 | DType::Complex64 => {
                tensor.float_data.iter().flat_map(|value| value.to_le_bytes()).collect()
            }
            DType::F64 | DType::Complex128 => {
                tensor.double_data.iter().flat_map(|value| value.to_le_bytes()).collect()
            }
            DType::I64 => tensor.int64_data.iter().flat_map(|value| value.to_le_bytes()).collect(),
            DType::UI64 => tensor.uint64_data.iter().flat_map(|value| value.to_le_bytes()).collect(),
            DType::UI32 => {
                tensor.uint64_data.iter().flat_map(|&value| (value as u32).to_le_bytes()).collect()
            }
            _ => ints(size),
        }
    };
    if let Some(small) = small {
        let is_apart =
            tensor.data_location() != DataLocation::External && tensor.raw_data.is_none() && small.is_apart();
        let expected = if is_apart { Some(count) } else { small.packed(count) };
        if expected != Some(bytes.len() as u64) {
            return Err(format!("has {} bytes for {count} elements of {}", bytes.len(), small.name()));
        }
        let stored = match is_apart {
            true => small.to_storage(&bytes),
            false => small.unpacked(&bytes, count as usize),
        };
        return Ok(Constant { dtype, dims, elements: Elements::Bytes(stored.into()) });
    }
    let expected = count.checked_mul(size as u64);
    if expected != Some(bytes.len() as u64) {
        return Err(format!("has {} bytes for {count} elements of {size}", bytes.len()));
    }
    let bytes = match dtype {
        DType::I1 => bytes.into_iter().map(|byte| u8::from(byte != 0)).collect(),
        _ => bytes,
    };
    Ok(Constant { dtype, dims, elements: Elements::Bytes(bytes) })
}
