//! Attributes of an op: a small set from names to values.
//!
//! [`OpAttrs`] lives on the stack: up to six entries and 128 bytes of names and plain values need no allocation, more
//! spill to the heap. Tensors and nested values are shared references; types of tensors are on the heap. An op that keeps its attributes beyond the call
//! takes [`FrozenAttrs`] from [`OpAttrsRef::freeze`]: one allocation, or none when they are frozen already.
//!
//! Invariants: names are unique (the first value of a name stays); every plain value starts at a multiple of eight bytes,
//! so arrays are read in place. The order of setting is not visible: printing (in `print`) sorts by name.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_ops::FusedBody;

use super::attr_type::{AttrElement, OpAttrType};
use crate::tensor::{DType, DenseHostTensor, Dims, I1, PartialShape, StringHostTensor};

mod frozen;
mod print;

pub use frozen::{FrozenAttrs, OpAttrsRef};

/// An attribute value that owns what it refers to; what nested attributes consist of.
#[derive(Debug, Clone)]
pub enum AttrValue {
    /// One number; its bytes, as many as the dtype has.
    Scalar(DType, [u8; 16]),
    /// Numbers of one dtype, as bytes.
    Array(DType, Arc<[u8]>),
    /// A byte string.
    String(Arc<[u8]>),
    /// The name of a function.
    Func(Arc<[u8]>),
    /// An element type.
    Type(DType),
    /// Element types.
    Types(Arc<[DType]>),
    /// A tensor.
    Dense(DenseHostTensor),
    /// A tensor of strings.
    Strings(StringHostTensor),
    /// A shape, perhaps with unknown parts.
    Shape(PartialShape),
    /// The type of tensors: what their elements are, and their shape as far as it is known.
    TensorType(DType, PartialShape),
    /// The body of a fused op.
    FusedBody(Arc<FusedBody>),
    /// Other values.
    Aggregate(Arc<[AttrValue]>),
}

#[derive(Debug, Clone)]
enum Data {
    /// Plain bytes in the payload, from this word on.
    Words(u32),
    /// A value by reference.
    Dense(Arc<DenseHostTensor>),
    Strings(StringHostTensor),
    TensorType(Box<(DType, PartialShape)>),
    FusedBody(Arc<FusedBody>),
    Aggregate(Arc<[AttrValue]>),
    /// Dimensions in the payload, from this word on; `None` for an unranked shape.
    Shape(Option<u32>),
}

#[derive(Debug, Clone)]
struct Entry {
    /// First word and length in bytes of the name.
    name: (u32, u32),
    /// Number of elements (1 for a scalar).
    count: u32,
    kind: OpAttrType,
    is_array: bool,
    data: Data,
}

/// The attributes of an op.
#[derive(Debug, Clone, Default)]
pub struct OpAttrs {
    entries: SmallVec<[Entry; 6]>,
    payload: SmallVec<[u64; 16]>,
}

impl OpAttrs {
    /// No attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of attributes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether everything is on the stack (tensors and nested values, which are shared, apart).
    pub fn is_inline(&self) -> bool {
        !self.entries.spilled() && !self.payload.spilled()
    }

    #[inline]
    fn store(&mut self, bytes: &[u8]) -> u32 {
        let start = self.payload.len();
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.payload.push(u64::from_ne_bytes(word)));
        if !rest.is_empty() {
            // Made in a register: bytes that are stored one by one cannot be loaded as a word at once.
            let word = rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.payload.push(u64::from_le(word));
        }
        start as u32
    }

    #[inline]
    fn bytes(&self, start: u32, len: usize) -> &[u8] {
        &bytemuck::cast_slice::<u64, u8>(&self.payload[start as usize..])[..len]
    }

    #[inline]
    fn name(&self, entry: &Entry) -> &[u8] {
        self.bytes(entry.name.0, entry.name.1 as usize)
    }

    /// Whether both say the same in the same order. Tensors and nested values count as the same only if they are the very same
    /// ones, so attributes that are equal may be told apart.
    pub fn is_same(&self, other: &OpAttrs) -> bool {
        let same_data = |a: &Data, b: &Data| match (a, b) {
            (Data::Words(a), Data::Words(b)) => a == b,
            (Data::Shape(a), Data::Shape(b)) => a == b,
            (Data::Dense(a), Data::Dense(b)) => Arc::ptr_eq(a, b),
            (Data::Strings(a), Data::Strings(b)) => {
                a.metadata() == b.metadata() && std::ptr::eq(a.strings(), b.strings())
            }
            (Data::TensorType(a), Data::TensorType(b)) => a == b,
            (Data::FusedBody(a), Data::FusedBody(b)) => Arc::ptr_eq(a, b),
            (Data::Aggregate(a), Data::Aggregate(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        let same_entry = |(a, b): (&Entry, &Entry)| {
            (a.name, a.count, a.kind, a.is_array) == (b.name, b.count, b.kind, b.is_array)
                && same_data(&a.data, &b.data)
        };
        self.payload == other.payload
            && self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(same_entry)
    }

    /// A number that attributes have in common which are the same.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.payload.hash(&mut hasher);
        hasher.finish()
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| entry.name.1 as usize == name.len() && self.name(entry) == name.as_bytes())
    }

    fn add(
        &mut self,
        name: &str,
        kind: OpAttrType,
        is_array: bool,
        count: usize,
        data: impl FnOnce(&mut Self) -> Data,
    ) -> bool {
        if self.find(name).is_some() {
            return false;
        }
        let name = (self.store(name.as_bytes()), name.len() as u32);
        let data = data(self);
        self.entries.push(Entry { name, count: count as u32, kind, is_array, data });
        true
    }

    /// Adds plain data.
    #[inline]
    fn add_plain(
        &mut self,
        name: &str,
        kind: OpAttrType,
        is_array: bool,
        count: usize,
        bytes: &[u8],
    ) -> bool {
        if self.find(name).is_some() {
            return false;
        }
        let name = (self.store(name.as_bytes()), name.len() as u32);
        let data = Data::Words(self.store(bytes));
        self.entries.push(Entry { name, count: count as u32, kind, is_array, data });
        true
    }

    /// Sets a scalar. Like all setters: `false`, and no change, when the name has a value already.
    pub fn set<T: AttrElement>(&mut self, name: &str, value: T) -> bool {
        self.add_plain(name, T::TYPE, false, 1, bytemuck::bytes_of(&value))
    }

    /// Sets a boolean.
    pub fn set_bool(&mut self, name: &str, value: bool) -> bool {
        self.set(name, I1::from(value))
    }

    /// Sets an array of numbers.
    pub fn set_array<T: AttrElement>(&mut self, name: &str, values: &[T]) -> bool {
        let bytes = bytemuck::cast_slice(values);
        self.add_plain(name, T::TYPE, true, values.len(), bytes)
    }

    /// Sets a string: an array of characters.
    pub fn set_string(&mut self, name: &str, value: impl AsRef<[u8]>) -> bool {
        let value = value.as_ref();
        self.add_plain(name, OpAttrType::Char, true, value.len(), value)
    }

    /// Sets the name of a function.
    pub fn set_func(&mut self, name: &str, function: impl AsRef<[u8]>) -> bool {
        let function = function.as_ref();
        self.add_plain(name, OpAttrType::Func, true, function.len(), function)
    }

    /// Sets an element type.
    pub fn set_dtype(&mut self, name: &str, dtype: DType) -> bool {
        let id = OpAttrType::of_dtype(dtype) as u8;
        self.add_plain(name, OpAttrType::DType, false, 1, &[id])
    }

    /// Sets a list of element types.
    pub fn set_dtypes(&mut self, name: &str, dtypes: &[DType]) -> bool {
        let codes: SmallVec<[u8; 16]> = dtypes.iter().map(|dtype| dtype.code()).collect();
        self.add_plain(name, OpAttrType::DType, true, dtypes.len(), &codes)
    }

    /// Sets a tensor; its elements are shared, not copied.
    pub fn set_dense(&mut self, name: &str, tensor: DenseHostTensor) -> bool {
        self.add(name, OpAttrType::Dense, false, 1, |_| Data::Dense(Arc::new(tensor)))
    }

    /// Sets a tensor of strings, which are shared, not copied.
    pub fn set_strings(&mut self, name: &str, tensor: StringHostTensor) -> bool {
        self.add(name, OpAttrType::Dense, false, 1, |_| Data::Strings(tensor))
    }

    /// Sets the type of tensors.
    pub fn set_tensor_type(&mut self, name: &str, dtype: DType, shape: PartialShape) -> bool {
        self.add(name, OpAttrType::TensorType, false, 1, |_| Data::TensorType(Box::new((dtype, shape))))
    }

    /// Sets a shape.
    pub fn set_shape(&mut self, name: &str, shape: &PartialShape) -> bool {
        let dims = match shape {
            PartialShape::Unranked => None,
            PartialShape::Ranked(dims) => Some(&dims[..]),
        };
        self.add(name, OpAttrType::Shape, false, dims.map_or(0, <[i64]>::len), |attrs| {
            Data::Shape(dims.map(|dims| attrs.store(bytemuck::cast_slice(dims))))
        })
    }

    /// Sets the body of a fused op.
    pub fn set_fused_body(&mut self, name: &str, body: Arc<FusedBody>) -> bool {
        self.add(name, OpAttrType::FusedBody, false, 1, |_| Data::FusedBody(body))
    }

    /// Sets nested values.
    pub fn set_aggregate(&mut self, name: &str, values: Arc<[AttrValue]>) -> bool {
        self.add(name, OpAttrType::Aggregate, false, values.len(), |_| Data::Aggregate(values))
    }

    /// Sets any value.
    pub fn set_value(&mut self, name: &str, value: &AttrValue) -> bool {
        match value {
            AttrValue::Scalar(dtype, bytes) => {
                let bytes = &bytes[..dtype.size().unwrap_or(0)];
                self.add_plain(name, OpAttrType::of_dtype(*dtype), false, 1, bytes)
            }
            AttrValue::Array(dtype, bytes) => {
                let count = bytes.len() / dtype.size().unwrap_or(1);
                self.add_plain(name, OpAttrType::of_dtype(*dtype), true, count, bytes)
            }
            AttrValue::String(bytes) => self.set_string(name, bytes),
            AttrValue::Func(function) => self.set_func(name, function),
            AttrValue::Type(dtype) => self.set_dtype(name, *dtype),
            AttrValue::Types(dtypes) => self.set_dtypes(name, dtypes),
            AttrValue::Dense(tensor) => self.set_dense(name, tensor.clone()),
            AttrValue::Strings(tensor) => self.set_strings(name, tensor.clone()),
            AttrValue::TensorType(dtype, shape) => self.set_tensor_type(name, *dtype, shape.clone()),
            AttrValue::Shape(shape) => self.set_shape(name, shape),
            AttrValue::FusedBody(body) => self.set_fused_body(name, body.clone()),
            AttrValue::Aggregate(values) => self.set_aggregate(name, values.clone()),
        }
    }

    /// Whether there is an attribute of this name, of any type.
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The type of an attribute, and whether it is an array.
    pub fn kind(&self, name: &str) -> Option<(OpAttrType, bool)> {
        self.find(name).map(|entry| (entry.kind, entry.is_array))
    }

    #[inline]
    fn plain(&self, name: &str, kind: OpAttrType, is_array: bool) -> Option<(u32, usize)> {
        match self.find(name)? {
            &Entry { kind: k, is_array: a, count, data: Data::Words(start), .. }
                if k == kind && a == is_array =>
            {
                Some((start, count as usize))
            }
            _ => None,
        }
    }

    /// A scalar of exactly this type.
    pub fn get<T: AttrElement>(&self, name: &str) -> Option<T> {
        let (start, _) = self.plain(name, T::TYPE, false)?;
        Some(bytemuck::pod_read_unaligned(self.bytes(start, size_of::<T>())))
    }

    /// A boolean.
    pub fn get_bool(&self, name: &str) -> Option<bool> {
        self.get::<I1>(name).map(I1::get)
    }

    /// An integer of 32 or 64 bits.
    pub fn get_int(&self, name: &str) -> Option<i64> {
        self.get::<i64>(name).or_else(|| self.get::<i32>(name).map(i64::from))
    }

    /// A float of 32 or 64 bits.
    pub fn get_float(&self, name: &str) -> Option<f64> {
        self.get::<f32>(name).map(f64::from).or_else(|| self.get::<f64>(name))
    }

    /// An array of exactly this element type.
    pub fn get_array<T: AttrElement>(&self, name: &str) -> Option<&[T]> {
        let (start, count) = self.plain(name, T::TYPE, true)?;
        Some(bytemuck::cast_slice(self.bytes(start, count * size_of::<T>())))
    }

    /// An array of `i64`, or of `i32` (which an array without elements always is).
    pub fn get_ints(&self, name: &str) -> Option<Dims> {
        match self.get_array::<i64>(name) {
            Some(values) => Some(Dims::from_slice(values)),
            None => Some(self.get_array::<i32>(name)?.iter().map(|&value| i64::from(value)).collect()),
        }
    }

    /// A string.
    pub fn get_string(&self, name: &str) -> Option<&[u8]> {
        let (start, count) = self.plain(name, OpAttrType::Char, true)?;
        Some(self.bytes(start, count))
    }

    /// A string that is UTF-8.
    pub fn get_str(&self, name: &str) -> Option<&str> {
        std::str::from_utf8(self.get_string(name)?).ok()
    }

    /// The name of a function.
    pub fn get_func(&self, name: &str) -> Option<&[u8]> {
        let (start, count) = self.plain(name, OpAttrType::Func, true)?;
        Some(self.bytes(start, count))
    }

    /// An element type.
    pub fn get_dtype(&self, name: &str) -> Option<DType> {
        let (start, _) = self.plain(name, OpAttrType::DType, false)?;
        OpAttrType::from_id(self.bytes(start, 1)[0])?.to_dtype()
    }

    /// A list of element types.
    pub fn get_dtypes(&self, name: &str) -> Option<SmallVec<[DType; 8]>> {
        let (start, count) = self.plain(name, OpAttrType::DType, true)?;
        self.bytes(start, count).iter().map(|&code| DType::from_code(code)).collect()
    }

    /// A tensor.
    pub fn get_dense(&self, name: &str) -> Option<&DenseHostTensor> {
        match &self.find(name)?.data {
            Data::Dense(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// A tensor of strings.
    pub fn get_strings(&self, name: &str) -> Option<&StringHostTensor> {
        match &self.find(name)?.data {
            Data::Strings(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The type of tensors.
    pub fn get_tensor_type(&self, name: &str) -> Option<(DType, &PartialShape)> {
        match &self.find(name)?.data {
            Data::TensorType(ty) => Some((ty.0, &ty.1)),
            _ => None,
        }
    }

    /// A shape.
    pub fn get_shape(&self, name: &str) -> Option<PartialShape> {
        match self.find(name)? {
            Entry { data: Data::Shape(None), .. } => Some(PartialShape::Unranked),
            Entry { data: Data::Shape(Some(start)), count, .. } => {
                Some(PartialShape::Ranked(Dims::from_slice(self.dims(*start, *count))))
            }
            _ => None,
        }
    }

    /// The body of a fused op.
    pub fn get_fused_body(&self, name: &str) -> Option<&Arc<FusedBody>> {
        match &self.find(name)?.data {
            Data::FusedBody(body) => Some(body),
            _ => None,
        }
    }

    fn dims(&self, start: u32, rank: u32) -> &[i64] {
        bytemuck::cast_slice(&self.payload[start as usize..][..rank as usize])
    }

    /// Nested values.
    pub fn get_aggregate(&self, name: &str) -> Option<&[AttrValue]> {
        match &self.find(name)?.data {
            Data::Aggregate(values) => Some(values),
            _ => None,
        }
    }

    /// Names and types of all attributes, in the order they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], OpAttrType, bool)> {
        self.entries.iter().map(|entry| (self.name(entry), entry.kind, entry.is_array))
    }

    /// A copy on the heap that can be shared and kept.
    pub fn freeze(&self) -> FrozenAttrs {
        FrozenAttrs::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_value_of_a_name_stays() {
        let mut attrs = OpAttrs::new();
        assert!(attrs.set("count", 1i32));
        assert!(!attrs.set("count", 2i32));
        assert!(!attrs.set_string("count", "x"));
        assert_eq!(attrs.get::<i32>("count"), Some(1));
    }

    #[test]
    fn typed_lookups_are_exact() {
        let mut attrs = OpAttrs::new();
        attrs.set("i", 1i32);
        attrs.set_array("is", &[1i64, 2]);
        attrs.set_string("s", "text");
        assert_eq!(attrs.get::<i64>("i"), None);
        assert_eq!(attrs.get_int("i"), Some(1));
        assert_eq!(attrs.get_array::<i32>("i"), None);
        assert_eq!(attrs.get_array::<i64>("is"), Some(&[1, 2][..]));
        assert_eq!(attrs.get::<i64>("is"), None);
        assert_eq!(attrs.get_str("s"), Some("text"));
        assert_eq!(attrs.get_str("missing"), None);
        assert_eq!(attrs.get_ints("is").as_deref(), Some(&[1, 2][..]));
    }

    #[test]
    fn six_small_attributes_fit_the_stack() {
        let mut attrs = OpAttrs::new();
        for name in ["a", "b", "c", "d", "e", "f"] {
            attrs.set(name, 1.0f64);
        }
        assert!(attrs.is_inline());
        attrs.set("g", 1i32);
        assert!(!attrs.is_inline());
        assert_eq!(attrs.len(), 7);
        assert_eq!(attrs.get::<f64>("f"), Some(1.0));
    }
}
