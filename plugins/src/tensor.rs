//! The object behind `TF_Tensor`: dtype, dimensions and shared memory.
//!
//! The dtype is TensorFlow's number, which the runtime may not know; such tensors live inside a plugin and cannot leave it.
//! Memory is shared with the runtime's own tensors: only strings are copied at the boundary, and memory that a plugin
//! supplies with a deallocator is used in place.

#![expect(unsafe_code, reason = "memory that is shared with C")]

use std::alloc::{Layout, alloc, dealloc};
use std::any::Any;
use std::ffi::{c_int, c_void};
use std::ptr::NonNull;
use std::sync::Arc;

use tfrt_executor::tensor::{Buffer, DenseHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata};
use tfrt_executor::value::{AnyRef, AsyncRef};

use crate::abi::data_type::{TF_STRING, number_of, size_of_type, to_dtype};
use crate::boxes::Boxed;
use crate::device::{OnDevice, PluginTensor};
use crate::tstring::TString;

/// The number of tensors, statuses and runs of kernels that plugins hold, for tests of ownership. Exact when no other thread
/// runs kernels.
pub fn live_tensors() -> usize {
    crate::boxes::count()
}

/// The alignment of tensors' memory.
pub(crate) const ALIGNMENT: usize = 64;

/// The place of elements.
#[derive(Debug, Clone)]
pub enum Memory {
    /// In host memory, the runtime's or a plugin's.
    Host(Buffer),
    /// In host memory, as `TF_TString`s.
    Strings(Arc<Strings>),
    /// On a device of a plugin.
    Device(Arc<PluginTensor>),
    /// Something that only the runtime understands: passed on as it is.
    Opaque(Arc<Tensor>),
    /// That of a dense tensor of the runtime, which the owner of a loan keeps.
    LentDense(Lent<DenseHostTensor>),
    /// That of a tensor of a device of plugins, likewise.
    LentDevice(Lent<OnDevice>),
}

/// An object that another owner keeps alive.
#[derive(Debug)]
pub struct Lent<T>(NonNull<T>);

impl<T> Clone for Lent<T> {
    #[inline]
    fn clone(&self) -> Lent<T> {
        Lent(self.0)
    }
}

// SAFETY: it only gives shared access to a `T`, which other threads may have because `T` is `Sync`.
unsafe impl<T: Sync> Send for Lent<T> {}
// SAFETY: a reference to it gives shared access to a `T`, which is `Sync`.
unsafe impl<T: Sync> Sync for Lent<T> {}

impl<T> Lent<T> {
    #[inline]
    fn get(&self) -> &T {
        // SAFETY: `TfTensor::lend` demands that it lives as long as this does.
        unsafe { self.0.as_ref() }
    }
}

/// An array of strings, freed with the memory they own. It is aligned as all tensors are.
#[derive(Debug)]
pub struct Strings {
    strings: *mut TString,
    count: usize,
    /// The owner of the strings to which views refer.
    _source: Option<StringHostTensor>,
}

// SAFETY: the strings are plain memory without thread affinity.
unsafe impl Send for Strings {}
// SAFETY: the runtime only reads the strings; plugins synchronize their own writes with other users of the
// tensor.
unsafe impl Sync for Strings {}

impl Strings {
    /// Room for as many strings; `None` if there is no memory, or their number is impossible.
    fn layout(count: usize) -> Option<Layout> {
        Layout::array::<TString>(count.max(1)).ok()?.align_to(ALIGNMENT).ok()
    }

    /// As many strings; `None` if there is no memory.
    fn new(
        count: usize,
        source: Option<StringHostTensor>,
        mut string: impl FnMut(usize) -> TString,
    ) -> Option<Strings> {
        // SAFETY: the layout has room for one string at least; each is written before it is read.
        unsafe {
            let strings = alloc(Strings::layout(count)?).cast::<TString>();
            if strings.is_null() {
                return None;
            }
            for i in 0..count {
                strings.add(i).write(string(i));
            }
            Some(Strings { strings, count, _source: source })
        }
    }
}

impl Drop for Strings {
    fn drop(&mut self) {
        let strings = std::ptr::slice_from_raw_parts_mut(self.strings, self.count);
        // SAFETY: `new` made the slice with this length, and nothing else frees it; each string owns the
        // memory that its form says.
        unsafe {
            for string in &mut *strings {
                string.clear();
            }
            if let Some(layout) = Strings::layout(self.count) {
                dealloc(self.strings.cast(), layout);
            }
        }
    }
}

/// Memory that a plugin made, and how it wants to have it freed.
struct Foreign {
    data: *mut c_void,
    len: usize,
    deallocator: Deallocator,
    arg: *mut c_void,
}

/// Frees memory of a plugin.
pub(crate) type Deallocator = Option<unsafe extern "C" fn(data: *mut c_void, len: usize, arg: *mut c_void)>;

// SAFETY: TensorFlow's interface requires deallocators that any thread may call.
unsafe impl Send for Foreign {}
// SAFETY: a shared reference gives no access to the memory or the deallocator.
unsafe impl Sync for Foreign {}

impl Drop for Foreign {
    fn drop(&mut self) {
        if let Some(free) = self.deallocator {
            // SAFETY: the arguments are those that came with the deallocator.
            unsafe { free(self.data, self.len, self.arg) };
        }
    }
}

/// A tensor in the hands of a plugin.
#[derive(Debug)]
pub struct TfTensor {
    pub(crate) dtype: c_int,
    pub(crate) shape: Shape,
    pub(crate) memory: Memory,
}

impl Boxed for TfTensor {
    const MARK: u64 = u64::from_le_bytes(*b"@TfTenso");
    const NAME: &'static str = "tensor";
}

impl TfTensor {
    #[inline]
    pub(crate) fn new(dtype: c_int, shape: Shape, memory: Memory) -> TfTensor {
        TfTensor { dtype, shape, memory }
    }

    /// The same tensor once more.
    #[inline]
    pub(crate) fn share(&self) -> TfTensor {
        let memory = match &self.memory {
            Memory::LentDense(dense) => Memory::Host(dense.get().buffer().clone()),
            Memory::LentDevice(tensor) => Memory::Device(tensor.get().share()),
            memory => memory.clone(),
        };
        TfTensor::new(self.dtype, self.shape.clone(), memory)
    }

    /// Writes a tensor to where it will lie.
    ///
    /// # Safety
    /// There is room for one, and what was there is no tensor any more.
    #[inline]
    pub(crate) unsafe fn write(place: *mut TfTensor, dtype: c_int, shape: &Shape, memory: Memory) {
        // SAFETY: the caller says: there is room for one, and what was there is no tensor any more.
        unsafe {
            (&raw mut (*place).dtype).write(dtype);
            (&raw mut (*place).shape).write(shape.clone());
            (&raw mut (*place).memory).write(memory);
        }
    }

    /// A plugin's view of a dense tensor of the runtime, without a share of its memory; `None` for others.
    ///
    /// # Safety
    /// The tensor outlives what is made of the result, all copies that are not made with [`Self::share`] included.
    #[inline]
    pub(crate) unsafe fn lend_dense(tensor: &Tensor) -> Option<(&TensorMetadata, Memory)> {
        let Tensor::Dense(dense) = tensor else { return None };
        Some((dense.metadata(), Memory::LentDense(Lent(NonNull::from(dense)))))
    }

    /// As [`Self::lend_dense`], for a tensor that the caller has found to be a device's of plugins.
    ///
    /// # Safety
    /// As there, and it is such a tensor or none of a device at all.
    #[inline]
    pub(crate) unsafe fn lend_device(tensor: &Tensor) -> Option<(&TensorMetadata, Memory)> {
        // SAFETY: the caller promises that it is such a tensor or none of a device at all.
        let tensor = unsafe { OnDevice::of_seen(tensor)? };
        Some((&tensor.get().metadata, Memory::LentDevice(Lent(NonNull::from(tensor)))))
    }

    /// The same tensor once more, in the hands of a plugin.
    #[inline]
    pub(crate) fn give_share(&self) -> *mut TfTensor {
        crate::boxes::give(self.share())
    }

    /// A tensor of the runtime that is dense or of a device of plugins.
    #[inline]
    pub(crate) fn of_usual(tensor: &Tensor) -> Option<TfTensor> {
        let (metadata, memory) = match tensor {
            Tensor::Dense(dense) => (dense.metadata(), Memory::Host(dense.buffer().clone())),
            tensor => (tensor.metadata(), Memory::Device(PluginTensor::shared(tensor)?)),
        };
        Some(TfTensor::new(number_of(metadata.dtype), metadata.shape.clone(), memory))
    }

    /// Memory of `len` bytes in the host for a tensor, whose elements are unspecified, or empty strings. `None`: the size
    /// is impossible, or there is no memory.
    #[inline]
    pub(crate) fn allocate(dtype: c_int, shape: Shape, len: usize) -> Option<TfTensor> {
        let memory = TfTensor::memory(dtype, shape.num_elements(), len)?;
        Some(TfTensor::new(dtype, shape, memory))
    }

    /// As [`Self::allocate`], only the memory for `count` elements.
    pub(crate) fn memory(dtype: c_int, count: usize, len: usize) -> Option<Memory> {
        Some(if dtype == TF_STRING {
            Memory::Strings(Arc::new(Strings::new(count, None, |_| TString::default())?))
        } else {
            let needed = count.checked_mul(size_of_type(dtype))?;
            Memory::Host(Buffer::uninitialized(len.max(needed)).ok()?)
        })
    }

    /// A tensor over memory of the plugin.
    ///
    /// # Safety
    /// `data` is valid for `len` bytes until the deallocator is called.
    pub(crate) unsafe fn foreign(
        dtype: c_int,
        shape: Shape,
        data: *mut c_void,
        len: usize,
        deallocator: Deallocator,
        arg: *mut c_void,
    ) -> Option<TfTensor> {
        let owner = Foreign { data, len, deallocator, arg };
        let needed = shape.num_elements().checked_mul(size_of_type(dtype))?;
        if len < needed || len > isize::MAX as usize || (data.is_null() && len > 0) {
            return None;
        }
        let bytes: &[u8] = match len {
            0 => &[],
            // SAFETY: the caller says: `data` is valid for `len` bytes until the deallocator is called.
            _ => unsafe { std::slice::from_raw_parts(data.cast(), len) },
        };
        // TensorFlow copies memory that is not aligned for its kernels; so does this runtime, and frees the
        // plugin's memory at once.
        if dtype != TF_STRING && !data.addr().is_multiple_of(ALIGNMENT) {
            return Some(TfTensor::new(dtype, shape, Memory::Host(Buffer::copy_of(bytes).ok()?)));
        }
        let keep: Arc<dyn Any + Send + Sync> = Arc::new(owner);
        // SAFETY: the bytes live until `keep` is dropped, which calls the deallocator.
        let buffer = unsafe { Buffer::external(bytes, keep) }.ok()?;
        Some(TfTensor::new(dtype, shape, Memory::Host(buffer)))
    }

    /// A tensor of the runtime for a plugin.
    #[inline]
    pub fn from_runtime(tensor: &Tensor) -> Result<TfTensor, String> {
        let metadata = tensor.metadata();
        let (dtype, shape) = (number_of(metadata.dtype), metadata.shape.clone());
        let memory = match tensor {
            Tensor::Dense(dense) => Memory::Host(dense.buffer().clone()),
            Tensor::Scalar(scalar) => {
                Memory::Host(scalar.to_dense().map_err(|error| error.to_string())?.buffer().clone())
            }
            Tensor::String(strings) => {
                let views = strings.strings();
                let views = Strings::new(views.len(), Some(strings.clone()), |i| TString::view(&views[i]));
                Memory::Strings(Arc::new(views.ok_or("out of memory for a tensor of strings")?))
            }
            Tensor::Device(_) => match PluginTensor::shared(tensor) {
                Some(tensor) => Memory::Device(tensor),
                None => Memory::Opaque(Arc::new(tensor.clone())),
            },
            Tensor::Coo(_) => return Err("plugins take no sparse tensors".into()),
        };
        Ok(TfTensor::new(dtype, shape, memory))
    }

    /// The tensor for the runtime, sharing the memory.
    pub fn to_runtime(&self) -> Result<Tensor, String> {
        let dtype = to_dtype(self.dtype)
            .ok_or_else(|| format!("the runtime has no tensors of the type with number {}", self.dtype))?;
        let shape = self.shape.clone();
        match &self.memory {
            Memory::Strings(strings) => to_strings(shape, self.strings_of(strings)),
            Memory::Host(buffer) if self.dtype == TF_STRING => {
                let count = shape.num_elements();
                if buffer.len() / size_of::<TString>() < count {
                    return Err(format!("{} bytes do not hold {count} strings", buffer.len()));
                }
                if !buffer.as_ptr().cast::<TString>().is_aligned() {
                    return Err("the memory of strings is not aligned to 8 bytes".into());
                }
                // SAFETY: the plugin said that these bytes are strings, and there are enough of them.
                to_strings(shape, unsafe {
                    std::slice::from_raw_parts(buffer.as_ptr().as_ptr().cast(), count)
                })
            }
            Memory::Host(buffer) => {
                let metadata = TensorMetadata::new(dtype, shape);
                let needed = metadata.shape.num_elements() * dtype.size().unwrap_or(0);
                let buffer = match buffer.len() {
                    len if len == needed => buffer.clone(),
                    _ => {
                        let part = buffer.slice(0, needed);
                        let part =
                            part.ok_or_else(|| format!("{} bytes do not hold {metadata}", buffer.len()))?;
                        part.map_err(|error| error.to_string())?
                    }
                };
                DenseHostTensor::from_buffer(metadata, buffer)
                    .map(Tensor::Dense)
                    .map_err(|error| error.to_string())
            }
            Memory::Device(tensor) => {
                let metadata = TensorMetadata::new(dtype, shape);
                check_room(tensor, &metadata)?;
                Ok(tensor.clone().view(metadata).into_tensor())
            }
            Memory::Opaque(tensor) => Ok((**tensor).clone()),
            Memory::LentDense(_) | Memory::LentDevice(_) => self.share().to_runtime(),
        }
    }

    /// As [`Self::to_runtime`], giving up this share of the memory.
    pub fn into_runtime(self) -> Result<Tensor, String> {
        // The usual case: numbers of a known type, as many as there is room for.
        if let (Memory::Host(buffer), Some(dtype)) = (&self.memory, to_dtype(self.dtype))
            && let Some(size) = dtype.size().filter(|_| self.dtype != TF_STRING)
            && self.shape.num_elements() * size == buffer.len()
            && let Memory::Host(buffer) = self.memory
        {
            let dense = DenseHostTensor::from_buffer(TensorMetadata::new(dtype, self.shape), buffer);
            return dense.map(Tensor::Dense).map_err(|error| error.to_string());
        }
        self.to_runtime()
    }

    /// Moves a tensor out of where it lies, as a value that is there; `Err` for what is no usual tensor: numbers of a known type in the
    /// host, as many as there is room for, or memory on a device as it was allocated.
    ///
    /// # Safety
    /// There is a tensor, which the caller gives up.
    #[inline]
    pub(crate) unsafe fn take_value(place: *mut TfTensor) -> Result<AnyRef, Box<TfTensor>> {
        // SAFETY: the caller gives up the tensor. It is moved out as a whole, or else its memory and its
        // shape, the only fields that own anything.
        unsafe {
            let tensor = &*place;
            match (&tensor.memory, to_dtype(tensor.dtype)) {
                (Memory::Device(memory), Some(dtype))
                    if memory.metadata.dtype == dtype && memory.metadata.shape == tensor.shape =>
                {
                    let memory = std::ptr::read(memory);
                    std::ptr::drop_in_place(&raw mut (*place).shape);
                    Ok(AsyncRef::available_from(|| memory.into_tensor()).into_any())
                }
                (Memory::Host(buffer), Some(dtype))
                    if tensor.dtype != TF_STRING
                        && dtype
                            .size()
                            .is_some_and(|size| tensor.shape.num_elements() * size == buffer.len())
                        && buffer.as_ptr().addr().get().is_multiple_of(dtype.alignment()) =>
                {
                    let buffer = std::ptr::read(buffer);
                    // The tensor is made where it will lie: moving it costs more than most kernels compute. The buffer has as many bytes
                    // and is aligned, as was just seen.
                    let value = AsyncRef::available_from(|| {
                        let shape = std::ptr::read(&raw const (*place).shape);
                        Tensor::Dense(DenseHostTensor::from_parts(TensorMetadata { dtype, shape }, buffer))
                    });
                    Ok(value.into_any())
                }
                _ => Err(Box::new(place.read())),
            }
        }
    }

    /// As [`Self::into_runtime`], as a value that is there.
    #[inline]
    pub(crate) fn into_value(self) -> Result<AnyRef, String> {
        let mut this = std::mem::ManuallyDrop::new(self);
        // SAFETY: `ManuallyDrop` keeps `this` from being dropped, and it is not used afterwards.
        match unsafe { TfTensor::take_value(&raw mut *this) } {
            Ok(value) => Ok(value),
            Err(tensor) => Ok(AsyncRef::available(tensor.to_runtime()?).into_any()),
        }
    }

    fn strings_of<'a>(&self, strings: &'a Strings) -> &'a [TString] {
        let count = self.shape.num_elements().min(strings.count);
        // SAFETY: the block has at least as many strings.
        unsafe { std::slice::from_raw_parts(strings.strings, count) }
    }

    /// The address of the elements, and their size in bytes.
    pub(crate) fn data(&self) -> (*mut c_void, usize) {
        match &self.memory {
            Memory::Host(buffer) => (buffer.as_ptr().as_ptr().cast(), buffer.len()),
            Memory::Strings(strings) => (strings.strings.cast(), strings.count * size_of::<TString>()),
            Memory::Device(tensor) => tensor.address(),
            Memory::Opaque(_) => (std::ptr::null_mut(), 0),
            Memory::LentDense(lent) => {
                let buffer = lent.get().buffer();
                (buffer.as_ptr().as_ptr().cast(), buffer.len())
            }
            Memory::LentDevice(lent) => lent.get().get().address(),
        }
    }

    /// The number of bytes of the elements, of which there may be more in memory.
    pub(crate) fn size(&self) -> usize {
        match size_of_type(self.dtype) {
            0 => self.data().1,
            size => self.shape.num_elements() * size,
        }
    }

    /// Whether this is the only reference to the memory, and it may be written.
    pub(crate) fn is_exclusive(&self) -> bool {
        match &self.memory {
            Memory::Host(buffer) => buffer.is_exclusive(),
            Memory::Strings(strings) => Arc::strong_count(strings) == 1 && strings._source.is_none(),
            Memory::Device(tensor) => tensor.is_exclusive(),
            Memory::Opaque(_) | Memory::LentDense(_) | Memory::LentDevice(_) => false,
        }
    }
}

/// Whether a device's memory holds a tensor of this metadata.
fn check_room(tensor: &PluginTensor, metadata: &TensorMetadata) -> Result<(), String> {
    let (_, bytes) = tensor.address();
    let needed = metadata.shape.num_elements().checked_mul(metadata.dtype.size().unwrap_or(0));
    match needed {
        Some(needed) if needed <= bytes => Ok(()),
        _ => Err(format!("{bytes} bytes do not hold {metadata}")),
    }
}

fn to_strings(shape: Shape, strings: &[TString]) -> Result<Tensor, String> {
    // SAFETY: the plugin has written each string with the functions of the header, so its memory is as its
    // form says.
    let strings = strings.iter().map(|string| unsafe { string.bytes() }.into()).collect();
    StringHostTensor::new(shape, strings).map(Tensor::String).map_err(|error| error.to_string())
}
