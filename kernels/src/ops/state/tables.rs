//! Tables from keys to values, as resources: `tf.HashTableV2`, `tf.MutableHashTableV2` and the ops that fill and read them.
//!
//! A table with a `shared_name` belongs to the host and is the same table wherever that name is used; without one each call makes
//! a table of its own. Immutable tables are filled once (`tf.InitializeTableV2`, `tf.LookupTableImportV2`) and
//! cannot be read before; filling them again with the same entries changes nothing. Keys and values are numbers or strings; values
//! of the kind `OfTensors` have a shape. Entries are exported in the order in which their keys came.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, Dims, PartialShape, Shape, StringHostTensor, Tensor,
    TensorMetadata, TensorType,
};
use tfrt_executor::value::SourceLocation;

use crate::ops::arrays::gather::product;
use crate::ops::arrays::strided::element_size;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for (name, mutable) in [
        ("tf.HashTableV2", false),
        ("tf.AnonymousHashTable", false),
        ("tf.MutableHashTableV2", true),
        ("tf.MutableHashTableOfTensorsV2", true),
        ("tf.AnonymousMutableHashTable", true),
        ("tf.AnonymousMutableHashTableOfTensors", true),
    ] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| make(frame, mutable)).side_effects(),
        );
    }
    for name in ["tf.MutableDenseHashTableV2", "tf.AnonymousMutableDenseHashTable"] {
        ops.add(name, OpEntry::new().strings().dispatch(make_dense).side_effects());
    }
    let entry = || OpEntry::new().resources().strings().side_effects();
    ops.add("tf.LookupTableFindV2", entry().dispatch(find));
    ops.add("tf.LookupTableSizeV2", entry().dispatch(size));
    ops.add("tf.LookupTableExportV2", entry().dispatch(export));
    ops.add("tf.LookupTableImportV2", entry().dispatch(|frame: &mut DispatchFrame<'_>| fill(frame, true)));
    ops.add("tf.InitializeTableV2", entry().dispatch(|frame: &mut DispatchFrame<'_>| fill(frame, true)));
    ops.add("tf.LookupTableInsertV2", entry().dispatch(|frame: &mut DispatchFrame<'_>| fill(frame, false)));
    ops.add("tf.LookupTableRemoveV2", entry().dispatch(remove));
    ops.add("tf.InitializeTableFromTextFileV2", entry().dispatch(fill_from_file));
}

/// The bytes of a key or a value.
type Cell = Box<[u8]>;

/// A table.
#[derive(Debug)]
struct Table {
    metadata: TensorMetadata,
    key: DType,
    value: DType,
    /// The shape of a value.
    shape: Dims,
    mutable: bool,
    /// Keys that no entry may have, and what each of them is called.
    reserved: Vec<(Cell, &'static str)>,
    /// The name for users: the location of the op that made it.
    name: String,
    content: Mutex<Content>,
}

impl Table {
    /// The message for an immutable table that is read before it is filled.
    fn not_initialized(&self) -> String {
        format!(
            "Table not initialized. {} has no entries before tf.InitializeTableV2, tf.InitializeTableFromTextFileV2 or \
             tf.LookupTableImportV2 runs: run the initializer first, or give the folder of a SavedModel, which runs its own",
            self.name
        )
    }
}

/// The table that a call makes, as its users know it: by the node's name, by the name that it shares, or by its place in the program.
fn name_of(location: &SourceLocation, shared: &[u8]) -> String {
    match location {
        SourceLocation::Named(node) => format!("Table '{node}'"),
        _ if !shared.is_empty() => format!("Table '{}'", String::from_utf8_lossy(shared)),
        SourceLocation::Unknown => "It".to_owned(),
        location => format!("The table of {location}"),
    }
}

#[derive(Debug, Default)]
struct Content {
    filled: bool,
    places: FxHashMap<Cell, usize>,
    /// In the order in which keys came; `None` where one was removed.
    entries: Vec<Option<(Cell, Box<[Cell]>)>>,
}

impl Content {
    fn find(&self, key: &[u8]) -> Option<&[Cell]> {
        let place = *self.places.get(key)?;
        self.entries[place].as_ref().map(|(_, value)| &**value)
    }

    fn insert(&mut self, key: Cell, value: Box<[Cell]>) {
        match self.places.get(&key) {
            Some(&place) => self.entries[place] = Some((key, value)),
            None => {
                self.places.insert(key.clone(), self.entries.len());
                self.entries.push(Some((key, value)));
            }
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.content.lock().places.len();
        write!(f, "Table key = {}, value = {}, entries = {count}", self.key.label(), self.value.label())
    }
}

impl DeviceTensor for Table {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("LookupTable")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A container and a name in it.
type TableName = (Box<[u8]>, Box<[u8]>);

/// The tables of a host that have names.
#[derive(Default)]
struct Tables(Mutex<FxHashMap<TableName, Arc<Table>>>);

fn make(frame: &mut DispatchFrame<'_>, mutable: bool) -> Result<(), OpError> {
    frame.expect_args(0)?;
    make_with(frame, mutable, Vec::new())
}

/// A table that marks places without entry with two keys, which users may not ask for. Here no place needs them.
fn make_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let mut reserved = Vec::new();
    for (i, name) in ["empty_key", "deleted_key"].into_iter().enumerate() {
        let tensor = frame.tensor(i)?;
        let [key] = <[Cell; 1]>::try_from(cells(frame, i, tensor.dtype(), name)?).map_err(|_| {
            format!("{name} of shape {}: keys of more than one element are not supported", tensor.shape())
        })?;
        reserved.push((key, name));
    }
    if reserved[0].0 == reserved[1].0 {
        return Err("Empty and deleted keys cannot be equal".into());
    }
    make_with(frame, true, reserved)
}

fn make_with(
    frame: &mut DispatchFrame<'_>,
    mutable: bool,
    reserved: Vec<(Cell, &'static str)>,
) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let dtype = |name: &str| {
        attrs.get_dtype(name).ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))
    };
    let (key, value) = (dtype("key_dtype")?, dtype("value_dtype")?);
    for (name, dtype) in [("key_dtype", key), ("value_dtype", value)] {
        if dtype != DType::String && dtype.size().is_none() {
            return Err(format!("{name}: tables have no entries of dtype {}", dtype.label()).into());
        }
    }
    let shape = match attrs
        .get_shape("value_shape")
        .or_else(|| attrs.get_ints("value_shape").map(PartialShape::Ranked))
    {
        Some(PartialShape::Ranked(dims)) if dims.iter().all(|&dim| dim >= 0) => dims,
        None => Dims::new(),
        Some(other) => return Err(format!("value_shape must be known, but is {other}").into()),
    };
    Shape::new(&shape).map_err(|error| format!("value_shape: {error}"))?;
    let metadata = TensorMetadata::new(DType::Resource, Shape::scalar());
    let name = attrs.get_string("shared_name").unwrap_or_default();
    let called = name_of(&frame.context().location(), name);
    let new = || {
        Arc::new(Table {
            metadata,
            key,
            value,
            shape,
            mutable,
            reserved,
            name: called,
            content: Mutex::default(),
        })
    };
    let table = if name.is_empty() {
        new()
    } else {
        let container = attrs.get_string("container").unwrap_or_default();
        let tables = frame.context().request().host().shared(|_| Tables::default());
        let mut tables = tables.0.lock();
        let table = tables.entry((container.into(), name.into())).or_insert_with(new).clone();
        if (table.key, table.value) != (key, value) {
            let name = String::from_utf8_lossy(name);
            let (old_key, old_value) = (table.key.label(), table.value.label());
            let (key, value) = (key.label(), value.label());
            return Err(format!(
                "Conflicting key/value dtypes {key}->{value} with {old_key}->{old_value} for table {name}"
            )
            .into());
        }
        table
    };
    frame.set(0, Tensor::Device(table));
    Ok(())
}

fn table<'a>(frame: &'a DispatchFrame<'_>) -> Result<&'a Table, OpError> {
    let tensor = frame.tensor(0)?;
    let found = match tensor {
        Tensor::Device(tensor) => tensor.as_any().downcast_ref(),
        _ => None,
    };
    found.ok_or_else(|| {
        format!("argument 0 must be the handle of a table, but is a {}", tensor.tensor_type()).into()
    })
}

/// The elements of an argument that must be of this dtype.
fn cells(frame: &DispatchFrame<'_>, i: usize, dtype: DType, what: &str) -> Result<Vec<Cell>, OpError> {
    let tensor = frame.tensor(i)?;
    if tensor.dtype() != dtype {
        return Err(
            format!("{what} must be type {} but got {}", dtype.label(), tensor.dtype().label()).into()
        );
    }
    match tensor {
        Tensor::String(strings) => Ok(strings.strings().to_vec()),
        _ => {
            let dense = frame.dense(i)?;
            Ok(dense.bytes().chunks_exact(element_size(dtype)?).map(Into::into).collect())
        }
    }
}

/// The keys in an argument, none of which is reserved.
fn keys(frame: &DispatchFrame<'_>, table: &Table) -> Result<Vec<Cell>, OpError> {
    let keys = cells(frame, 1, table.key, "Key")?;
    match table.reserved.iter().find(|(reserved, _)| keys.contains(reserved)) {
        Some((_, name)) => Err(format!("Using the {name} as a table key is not allowed").into()),
        None => Ok(keys),
    }
}

/// A tensor of these elements.
fn tensor_of(dtype: DType, shape: Shape, cells: Vec<Cell>) -> Result<Tensor, OpError> {
    if dtype == DType::String {
        return Ok(StringHostTensor::new(shape, cells)?.into());
    }
    Ok(DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &cells.concat())?.into())
}

fn find(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let table = table(frame)?;
    let keys = keys(frame, table)?;
    let default = cells(frame, 2, table.value, "Default value")?;
    let length = product(&table.shape);
    if default.len() != length {
        return Err(format!(
            "Default value must have the shape of a value, {}, but has shape {}",
            Shape::new(&table.shape)?,
            frame.tensor(2)?.shape()
        )
        .into());
    }
    let mut dims = frame.tensor(1)?.shape().dims();
    dims.extend_from_slice(&table.shape);
    let content = table.content.lock();
    if !table.mutable && !content.filled {
        return Err(table.not_initialized().into());
    }
    let found = keys.iter().flat_map(|key| content.find(key).unwrap_or(&default).iter().cloned()).collect();
    let values = tensor_of(table.value, Shape::new(&dims)?, found)?;
    drop(content);
    frame.set(0, values);
    Ok(())
}

fn size(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let count = table(frame)?.content.lock().places.len() as i64;
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[count])?);
    Ok(())
}

fn export(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let table = table(frame)?;
    let content = table.content.lock();
    let entries = content.entries.iter().flatten();
    let keys: Vec<Cell> = entries.clone().map(|(key, _)| key.clone()).collect();
    let values = entries.flat_map(|(_, value)| value.iter().cloned()).collect();
    drop(content);
    let mut dims = Dims::from_slice(&[keys.len() as i64]);
    let keys = tensor_of(table.key, Shape::new(&dims)?, keys)?;
    dims.extend_from_slice(&table.shape);
    let values = tensor_of(table.value, Shape::new(&dims)?, values)?;
    frame.set(0, keys);
    frame.set(1, values);
    Ok(())
}

/// Puts entries in; `all` for ops that say what all entries are.
fn fill(frame: &mut DispatchFrame<'_>, all: bool) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let table = table(frame)?;
    if all && !table.reserved.is_empty() {
        return fill_dense(frame, table);
    }
    let keys = keys(frame, table)?;
    let values = cells(frame, 2, table.value, "Value")?;
    let mut expected = frame.tensor(1)?.shape().dims();
    expected.extend_from_slice(&table.shape);
    if frame.tensor(2)?.shape().dims() != expected {
        return Err(format!(
            "Expected shape {} for value, got {}",
            Shape::new(&expected)?,
            frame.tensor(2)?.shape()
        )
        .into());
    }
    let length = product(&table.shape);
    let value = |at: usize| values[at * length..][..length].into();
    put(table, keys.into_iter().enumerate().map(|(at, key)| (key, value(at))).collect(), all)
}

/// Fills a table with all places of an exported one, of which those without entry have reserved keys.
fn fill_dense(frame: &DispatchFrame<'_>, table: &Table) -> Result<(), OpError> {
    let (keys, values) = (cells(frame, 1, table.key, "Key")?, cells(frame, 2, table.value, "Value")?);
    let length = product(&table.shape);
    if keys.len().checked_mul(length) != Some(values.len()) {
        let (keys, values) = (frame.tensor(1)?.shape(), frame.tensor(2)?.shape());
        return Err(format!("keys of shape {keys} do not fit values of shape {values}").into());
    }
    let is_entry = |key: &Cell| table.reserved.iter().all(|(reserved, _)| reserved != key);
    let entries = keys.into_iter().enumerate().filter(|(_, key)| is_entry(key));
    put(table, entries.map(|(at, key)| (key, values[at * length..][..length].into())).collect(), true)
}

fn put(table: &Table, entries: Vec<(Cell, Box<[Cell]>)>, all: bool) -> Result<(), OpError> {
    let mut content = table.content.lock();
    if table.mutable {
        if all {
            *content = Content::default();
        }
        content.filled = true;
        entries.into_iter().for_each(|(key, value)| content.insert(key, value));
        return Ok(());
    }
    let mut new = Content { filled: true, ..Content::default() };
    for (key, value) in entries {
        if let Some(old) = new.find(&key).filter(|old| **old != *value) {
            let text = |cell: &[u8]| String::from_utf8_lossy(cell).into_owned();
            return Err(format!(
                "HashTable has different value for same key. Key {} has {} and trying to add value {}",
                text(&key),
                old.iter().map(|cell| text(cell)).collect::<String>(),
                value.iter().map(|cell| text(cell)).collect::<String>()
            )
            .into());
        }
        new.insert(key, value);
    }
    if content.filled && content.entries != new.entries {
        return Err("Table already initialized.".into());
    }
    *content = new;
    Ok(())
}

fn remove(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let table = table(frame)?;
    if !table.mutable {
        return Err("Remove not supported by HashTable implementations that cannot change".into());
    }
    let keys = keys(frame, table)?;
    let mut content = table.content.lock();
    for key in keys {
        if let Some(place) = content.places.remove(&key) {
            content.entries[place] = None;
        }
    }
    Ok(())
}

/// A field of a line as an element.
fn parsed(text: &[u8], dtype: DType, line: usize) -> Result<Cell, OpError> {
    let wrong = || {
        OpError::from(format!(
            "line {line} has '{}', which is no {}",
            String::from_utf8_lossy(text),
            dtype.label()
        ))
    };
    let string = || std::str::from_utf8(text).map_err(|_| wrong());
    Ok(match dtype {
        DType::String => text.into(),
        DType::I32 => string()?.trim().parse::<i32>().map_err(|_| wrong())?.to_le_bytes().into(),
        DType::I64 => string()?.trim().parse::<i64>().map_err(|_| wrong())?.to_le_bytes().into(),
        DType::F32 => string()?.trim().parse::<f32>().map_err(|_| wrong())?.to_le_bytes().into(),
        DType::F64 => string()?.trim().parse::<f64>().map_err(|_| wrong())?.to_le_bytes().into(),
        _ => return Err(format!("entries of dtype {} cannot be read from a file", dtype.label()).into()),
    })
}

fn fill_from_file(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    const LINE_NUMBER: i64 = -1;
    const WHOLE_LINE: i64 = -2;
    let table = table(frame)?;
    let [path] = frame.strings(1)?.strings() else { return Err("filename must be a single string".into()) };
    let attrs = frame.attrs();
    let index = |name: &str| {
        attrs.get_int(name).ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))
    };
    let (key_index, value_index) = (index("key_index")?, index("value_index")?);
    let limit =
        attrs.get_int("vocab_size").filter(|&size| size >= 0).map_or(usize::MAX, |size| size as usize);
    let skipped = attrs.get_int("offset").unwrap_or(0).max(0) as usize;
    let delimiter = attrs.get_string("delimiter").unwrap_or(b"\t").first().copied().unwrap_or(b'\t');
    let name = String::from_utf8_lossy(path);
    let bytes =
        std::fs::read(&*name).map_err(|error| OpError::from(format!("cannot read '{name}': {error}")))?;
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut entries = Vec::new();
    for (at, line) in lines.into_iter().skip(skipped).take(limit).enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let field = |index: i64, dtype: DType| match index {
            LINE_NUMBER => parsed(at.to_string().as_bytes(), dtype, at),
            WHOLE_LINE => parsed(line, dtype, at),
            index => {
                let parts: Vec<&[u8]> = line.split(|&byte| byte == delimiter).collect();
                let part =
                    usize::try_from(index).ok().and_then(|index| parts.get(index)).ok_or_else(|| {
                        OpError::from(format!(
                            "line {at} of '{name}' has {} columns, but column {index} is asked for",
                            parts.len()
                        ))
                    })?;
                parsed(part, dtype, at)
            }
        };
        entries.push((field(key_index, table.key)?, [field(value_index, table.value)?].into()));
    }
    put(table, entries, true)
}
