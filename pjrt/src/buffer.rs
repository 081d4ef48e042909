//! Buffers: tensors that callers hold.
//!
//! An array of the caller is shared if the caller allows it, its elements are packed and its memory is aligned, else copied during the call,
//! whatever its strides; what callers read is the tensor's own memory. A buffer that was deleted gives an error, its memory stays as long as an
//! external reference or a call needs it.
#![expect(unsafe_code, reason = "arrays of callers are addresses with strides")]

use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_executor::tensor::{Buffer as Memory, DenseHostTensor, Shape, TensorMetadata};

use crate::abi::{self, *};
use crate::client::{Client, Place};
use crate::element::Element;
use crate::event::{self, Event};
use crate::failure::Failure;
use crate::handles::{self, Handle};
use crate::layouts::Order;

/// A tensor of a caller.
#[derive(Debug)]
pub(crate) struct Buffer {
    /// The element type, which callers may read, like the fields below, after the buffer was deleted, too.
    element: Element,
    element_type: i32,
    dims: Box<[i64]>,
    /// The layout of its elements in memory.
    order: Order,
    size: usize,
    place: Place,
    /// Whether the memory is the caller's, who may change it when this buffer is gone.
    is_lent: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The elements in the buffer's order. None when it was deleted.
    tensor: Option<DenseHostTensor>,
    /// External references, and what they keep.
    references: usize,
    kept: Option<DenseHostTensor>,
}

impl Buffer {
    pub(crate) fn new(tensor: DenseHostTensor, element: Element, place: Place) -> Result<Buffer, Failure> {
        Ok(Buffer {
            element,
            element_type: element.number()?,
            dims: tensor.shape().dims().iter().copied().collect(),
            order: Order::default(),
            size: tensor.bytes().len(),
            place,
            is_lent: false,
            state: Mutex::new(State { tensor: Some(tensor), references: 0, kept: None }),
        })
    }

    /// A buffer of a tensor whose elements are to lie in this order.
    pub(crate) fn ordered(
        tensor: DenseHostTensor,
        element: Element,
        place: Place,
        order: &Order,
    ) -> Result<Buffer, Failure> {
        let dims = tensor.shape().dims().iter().copied().collect();
        let stored = order.of_rows(tensor)?;
        Ok(Buffer { dims, order: order.clone(), ..Buffer::new(stored, element, place)? })
    }

    /// A buffer whose memory is the caller's: what outlives it must not share it.
    fn lent(tensor: DenseHostTensor, element: Element, place: Place) -> Result<Buffer, Failure> {
        Ok(Buffer { is_lent: true, ..Buffer::new(tensor, element, place)? })
    }

    /// Whether the memory is the caller's.
    pub(crate) fn is_lent(&self) -> bool {
        self.is_lent
    }

    /// Whether something outside of the client reads the memory. A call does not take such a buffer away from the caller, even if it is donated.
    pub(crate) fn is_referenced(&self) -> bool {
        self.state.lock().references > 0
    }

    /// The addresses of the memory, unless the buffer was deleted.
    pub(crate) fn memory(&self) -> Option<Range<usize>> {
        let state = self.state.lock();
        let bytes = state.tensor.as_ref()?.bytes().as_ptr_range();
        Some(bytes.start.addr()..bytes.end.addr())
    }

    /// The type of its elements.
    pub(crate) fn element(&self) -> Element {
        self.element
    }

    /// The tensor in row-major order, unless the buffer was deleted.
    pub(crate) fn tensor(&self) -> Result<DenseHostTensor, Failure> {
        self.order.to_rows(self.stored()?, &self.dims)
    }

    /// Its elements as they lie in memory, unless the buffer was deleted.
    fn stored(&self) -> Result<DenseHostTensor, Failure> {
        let tensor = self.state.lock().tensor.clone();
        tensor.ok_or_else(|| Failure::invalid("Buffer has been deleted or donated."))
    }

    /// Gives up the tensor: what still refers to it keeps its memory.
    pub(crate) fn delete(&self) {
        // Outside of the lock: the memory may be the caller's, whose function is called.
        drop(self.taken());
    }

    /// Gives up the tensor, as it lies in memory.
    pub(crate) fn taken(&self) -> Option<DenseHostTensor> {
        self.state.lock().tensor.take()
    }

    /// The layout of its elements in memory.
    pub(crate) fn order(&self) -> &Order {
        &self.order
    }

    /// The number of its dimensions.
    pub(crate) fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The number of the client that it belongs to.
    pub(crate) fn client(&self) -> u64 {
        self.place.client
    }
}

/// Calls `each` with the position in bytes of each element of a packed array, and in an array with these strides.
pub(crate) fn for_each_element(
    dims: &[i64],
    strides: &[i64],
    size: usize,
    mut each: impl FnMut(usize, isize),
) {
    let mut index = vec![0; dims.len()];
    let count: i64 = dims.iter().product();
    let mut offset = 0_isize;
    for position in 0..count as usize {
        each(position * size, offset);
        for dimension in (0..dims.len()).rev() {
            index[dimension] += 1;
            offset += strides[dimension] as isize;
            if index[dimension] < dims[dimension] {
                break;
            }
            offset -= (strides[dimension] * dims[dimension]) as isize;
            index[dimension] = 0;
        }
    }
}

/// The strides of a packed array.
pub(crate) fn packed(dims: &[i64], size: usize) -> Vec<i64> {
    let mut strides = vec![size as i64; dims.len()];
    for dimension in (1..dims.len()).rev() {
        strides[dimension - 1] = strides[dimension] * dims[dimension].max(1);
    }
    strides
}

/// Whether these strides are those of a packed array; dimensions of one element do not matter.
fn is_packed(dims: &[i64], strides: &[i64], size: usize) -> bool {
    let all = packed(dims, size);
    dims.iter().zip(strides).zip(all).all(|((&dim, &stride), packed)| dim <= 1 || stride == packed)
}

pub(crate) fn from_host(args: &mut ClientBufferFromHostBuffer) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    let place = client.place(args.device, args.memory)?;
    let element = Element::of_number(args.element_type)?;
    let dtype = element.in_memory();
    // SAFETY: lists of the caller, which stay during the call.
    let (dims, strides) = unsafe {
        let strides = abi::elements("byte_strides", args.byte_strides, args.num_byte_strides)?;
        (abi::elements("dims", args.dims, args.num_dims)?, strides)
    };
    let shape = Shape::new(dims).map_err(|error| Failure::invalid(error.to_string()))?;
    let metadata = TensorMetadata::new(dtype, shape);
    let size = dtype.size().unwrap_or_default();
    let own = match strides.is_empty() {
        true => packed(dims, size),
        false if strides.len() == dims.len() => strides.to_vec(),
        false => {
            let (expected, got) = (dims.len(), strides.len());
            return Err(Failure::invalid(format!("expected {expected} strides, got {got}")));
        }
    };
    // `kImmutableZeroCopy` and `kMutableZeroCopy`: the caller's memory stays as it is until the event.
    if args.host_buffer_semantics >= 2 && is_packed(dims, &own, size) && can_be_shared(&metadata, args.data) {
        let done = Arc::new(Event::default());
        let owner = Arc::new(Lent::Array(done.clone()));
        // SAFETY: the caller's array has these dimensions, packed, and stays unchanged until the owner completes the event.
        let tensor = unsafe { shared(metadata, args.data, owner)? };
        args.buffer = handles::issue(Arc::new(Buffer::lent(tensor, element, place)?));
        args.done_with_host_buffer = handles::issue(done);
        return Ok(());
    }
    let mut tensor = DenseHostTensor::uninitialized(metadata).map_err(Failure::out_of_memory)?;
    let to = tensor.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))?;
    if !to.is_empty() {
        if args.data.is_null() {
            return Err(Failure::invalid(format!("expected {} bytes, got a null pointer", to.len())));
        }
        let from = args.data.cast::<u8>();
        // SAFETY: the caller's array has these dimensions and strides; `to` has room for all elements, one after the other.
        unsafe {
            if is_packed(dims, &own, size) {
                std::ptr::copy_nonoverlapping(from, to.as_mut_ptr(), to.len());
            } else {
                for_each_element(dims, &own, size, |position, offset| {
                    std::ptr::copy_nonoverlapping(from.offset(offset), to.as_mut_ptr().add(position), size);
                });
            }
        }
    }
    args.buffer = handles::issue(Arc::new(Buffer::new(tensor, element, place)?));
    args.done_with_host_buffer = event::ready();
    Ok(())
}

/// The caller's memory that a tensor shares. The caller is told when the last tensor lets go of it.
enum Lent {
    /// An array, until its event.
    Array(Arc<Event>),
    /// Memory of another owner, with the function that gives it back, the memory's address and the function's argument.
    View(unsafe extern "C" fn(*mut c_void, *mut c_void), [usize; 2]),
}

impl Drop for Lent {
    fn drop(&mut self) {
        match self {
            Lent::Array(done) => done.complete(),
            Lent::View(give_back, addresses) => {
                let [memory, argument] = addresses.map(std::ptr::with_exposed_provenance_mut);
                // SAFETY: the caller's function, called once with the memory and the argument that came with it.
                unsafe { give_back(memory, argument) };
            }
        }
    }
}

/// The alignment from which XLA, too, shares memory instead of copying it.
const SHARED_ALIGNMENT: usize = 64;

/// Whether packed elements at this address are shared: there are elements, and their memory is aligned.
fn can_be_shared(metadata: &TensorMetadata, data: *const c_void) -> bool {
    metadata.shape.num_elements() > 0 && !data.is_null() && data.addr().is_multiple_of(SHARED_ALIGNMENT)
}

/// A tensor over packed elements of the caller. The owner is dropped with the tensor's last user, and if there is an error.
///
/// # Safety
/// `data` is the address of the tensor's elements, which stay unchanged until the owner is dropped.
unsafe fn shared(
    metadata: TensorMetadata,
    data: *const c_void,
    owner: Arc<Lent>,
) -> Result<DenseHostTensor, Failure> {
    let size = metadata.dtype.size().unwrap_or_default();
    let bytes = metadata.shape.num_elements().saturating_mul(size);
    // SAFETY: so many bytes are there, as the caller of this function says.
    let elements = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), bytes) };
    // SAFETY: they stay unchanged while the buffer keeps the owner.
    let memory = unsafe { Memory::external(elements, owner) }.map_err(Failure::out_of_memory)?;
    DenseHostTensor::from_buffer(metadata, memory).map_err(|error| Failure::invalid(error.to_string()))
}

/// A buffer of elements in memory of another owner, by DLPack for one. It shares packed elements in aligned memory. Others are copied, and the
/// owner has its memory back at once.
pub(crate) fn of_memory(args: &mut ClientCreateViewOfDeviceBuffer) -> Result<(), Failure> {
    let element = Element::of_number(args.element_type)?;
    let dtype = element.in_memory();
    let size = dtype.size().unwrap_or_default();
    // SAFETY: the caller's dimensions, which stay during the call.
    let dims = unsafe { abi::elements("dims", args.dims, args.num_dims)? };
    let strides = host_strides(args.layout, dims, size)?;
    let shape = Shape::new(dims).map_err(|error| Failure::invalid(error.to_string()))?;
    let metadata = TensorMetadata::new(dtype, shape);
    if let Some(give_back) = args.on_delete_callback
        && is_packed(dims, &strides, size)
        && can_be_shared(&metadata, args.device_buffer_ptr)
    {
        let place = handles::find::<Client>(args.client)?.place(args.device, args.memory)?;
        let addresses =
            [args.device_buffer_ptr, args.on_delete_callback_arg].map(|at| at.expose_provenance());
        let owner = Arc::new(Lent::View(give_back, addresses));
        // SAFETY: the caller's memory has these elements, packed, and is the caller's again when its function is called.
        let tensor = unsafe { shared(metadata, args.device_buffer_ptr, owner)? };
        args.buffer = handles::issue(Arc::new(Buffer::lent(tensor, element, place)?));
        return Ok(());
    }
    let mut copy = ClientBufferFromHostBuffer {
        struct_size: size_of::<ClientBufferFromHostBuffer>(),
        extension_start: std::ptr::null_mut(),
        client: args.client,
        data: args.device_buffer_ptr,
        element_type: args.element_type,
        dims: args.dims,
        num_dims: args.num_dims,
        byte_strides: strides.as_ptr(),
        num_byte_strides: strides.len(),
        host_buffer_semantics: 0,
        device: args.device,
        memory: args.memory,
        device_layout: std::ptr::null_mut(),
        done_with_host_buffer: Handle::NULL,
        buffer: Handle::NULL,
    };
    from_host(&mut copy)?;
    handles::destroy::<Event>(copy.done_with_host_buffer)?;
    args.buffer = copy.buffer;
    if let Some(callback) = args.on_delete_callback {
        // SAFETY: the caller's function, called once with the memory and the argument that came with it.
        unsafe { callback(args.device_buffer_ptr, args.on_delete_callback_arg) };
    }
    Ok(())
}

pub(crate) fn destroy(args: &mut BufferDestroy) -> Result<(), Failure> {
    handles::destroy::<Buffer>(args.buffer)?;
    Ok(())
}

pub(crate) fn element_type(args: &mut BufferElementType) -> Result<(), Failure> {
    args.element_type = handles::find::<Buffer>(args.buffer)?.element_type;
    Ok(())
}

pub(crate) fn dimensions(args: &mut BufferDimensions) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    (args.dims, args.num_dims) = (buffer.dims.as_ptr(), buffer.dims.len());
    Ok(())
}

pub(crate) fn unpadded_dimensions(args: &mut BufferUnpaddedDimensions) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    (args.unpadded_dims, args.num_dims) = (buffer.dims.as_ptr(), buffer.dims.len());
    Ok(())
}

pub(crate) fn dynamic_dimensions(args: &mut BufferDynamicDimensionIndices) -> Result<(), Failure> {
    handles::find::<Buffer>(args.buffer)?;
    (args.dynamic_dim_indices, args.num_dynamic_dims) = (std::ptr::null(), 0);
    Ok(())
}

pub(crate) fn size(args: &mut BufferOnDeviceSizeInBytes) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    let count = buffer.dims.iter().product::<i64>().max(1);
    let room = (buffer.size / count as usize).saturating_mul(buffer.order.room(&buffer.dims) as usize);
    // Callers count elements of a few bits as packed, as XLA has them.
    args.on_device_size_in_bytes = match buffer.element.packed_bits() as usize {
        0 => room,
        bits => room.saturating_mul(bits).div_ceil(8),
    };
    Ok(())
}

pub(crate) fn device(args: &mut BufferDevice) -> Result<(), Failure> {
    args.device = handles::find::<Buffer>(args.buffer)?.place.device;
    Ok(())
}

pub(crate) fn memory(args: &mut BufferMemory) -> Result<(), Failure> {
    args.memory = handles::find::<Buffer>(args.buffer)?.place.memory;
    Ok(())
}

pub(crate) fn delete(args: &mut BufferDelete) -> Result<(), Failure> {
    handles::find::<Buffer>(args.buffer)?.delete();
    Ok(())
}

pub(crate) fn is_deleted(args: &mut BufferIsDeleted) -> Result<(), Failure> {
    args.is_deleted = u8::from(handles::find::<Buffer>(args.buffer)?.state.lock().tensor.is_none());
    Ok(())
}

/// The same elements in memory of their own.
pub(crate) fn duplicate(tensor: &DenseHostTensor) -> Result<DenseHostTensor, Failure> {
    let metadata = TensorMetadata::new(tensor.dtype(), tensor.shape().clone());
    let mut copy = DenseHostTensor::uninitialized(metadata).map_err(Failure::out_of_memory)?;
    let bytes = copy.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))?;
    bytes.copy_from_slice(tensor.bytes());
    Ok(copy)
}

/// The same elements at another place, in memory of their own: callers compare addresses.
fn copied(buffer: Handle, to: Place) -> Result<Handle, Failure> {
    let from = handles::find::<Buffer>(buffer)?;
    let tensor = duplicate(&from.stored()?)?;
    let (dims, order) = (from.dims.clone(), from.order.clone());
    Ok(handles::issue(Arc::new(Buffer { dims, order, ..Buffer::new(tensor, from.element, to)? })))
}

pub(crate) fn copy_to_device(args: &mut BufferCopyToDevice) -> Result<(), Failure> {
    args.dst_buffer = copied(args.buffer, Place::of(args.dst_device, Handle::NULL)?)?;
    Ok(())
}

pub(crate) fn copy_to_memory(args: &mut BufferCopyToMemory) -> Result<(), Failure> {
    args.dst_buffer = copied(args.buffer, Place::of(Handle::NULL, args.dst_memory)?)?;
    Ok(())
}

/// The strides in bytes that a caller asks for.
fn host_strides(layout: *const c_void, dims: &[i64], size: usize) -> Result<Vec<i64>, Failure> {
    if layout.is_null() {
        return Ok(packed(dims, size));
    }
    // SAFETY: the caller's layout, which stays during the call.
    let (layout, list) = unsafe {
        let layout = &*layout.cast::<MemoryLayout>();
        (layout, abi::elements("the layout", layout.list, layout.list_len)?)
    };
    if layout.kind == 1 {
        if list.len() != dims.len() {
            let (expected, got) = (dims.len(), list.len());
            return Err(Failure::invalid(format!("expected {expected} strides, got {got}")));
        }
        return Ok(list.to_vec());
    }
    if layout.num_tiles != 0 {
        return Err(Failure::unimplemented("layouts with tiles are not supported"));
    }
    Ok(Order::new(list, dims.len())?.strides(dims, size))
}

pub(crate) fn to_host(args: &mut BufferToHostBuffer) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.src)?;
    let tensor = buffer.tensor()?;
    let from = tensor.bytes();
    if args.dst.is_null() {
        args.dst_size = from.len();
        return Ok(());
    }
    if args.dst_size < from.len() {
        return Err(Failure::invalid(format!(
            "expected room for {} bytes, got {}",
            from.len(),
            args.dst_size
        )));
    }
    let size = tensor.dtype().size().unwrap_or_default();
    let strides = host_strides(args.host_layout, &buffer.dims, size)?;
    let to = args.dst.cast::<u8>();
    // SAFETY: the caller's array has room for the tensor's elements with these strides.
    unsafe {
        if is_packed(&buffer.dims, &strides, size) {
            std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len());
        } else {
            for_each_element(&buffer.dims, &strides, size, |position, offset| {
                std::ptr::copy_nonoverlapping(from.as_ptr().add(position), to.offset(offset), size);
            });
        }
    }
    args.event = event::ready();
    Ok(())
}

pub(crate) fn is_on_cpu(args: &mut BufferIsOnCpu) -> Result<(), Failure> {
    handles::find::<Buffer>(args.buffer)?;
    args.is_on_cpu = 1;
    Ok(())
}

pub(crate) fn ready_event(args: &mut BufferReadyEvent) -> Result<(), Failure> {
    handles::find::<Buffer>(args.buffer)?;
    args.event = event::ready();
    Ok(())
}

pub(crate) fn unsafe_pointer(args: &mut BufferUnsafePointer) -> Result<(), Failure> {
    let tensor = handles::find::<Buffer>(args.buffer)?.stored()?;
    args.buffer_pointer = tensor.buffer().as_ptr().as_ptr().addr();
    Ok(())
}

pub(crate) fn data_pointer(args: &mut BufferOpaqueDeviceMemoryDataPointer) -> Result<(), Failure> {
    let tensor = handles::find::<Buffer>(args.buffer)?.stored()?;
    args.device_memory_ptr = tensor.buffer().as_ptr().as_ptr().cast();
    Ok(())
}

pub(crate) fn add_reference(args: &mut BufferIncreaseExternalReferenceCount) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    let tensor = buffer.stored()?;
    let mut state = buffer.state.lock();
    state.references += 1;
    state.kept = Some(tensor);
    Ok(())
}

pub(crate) fn drop_reference(args: &mut BufferDecreaseExternalReferenceCount) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    let mut state = buffer.state.lock();
    let Some(left) = state.references.checked_sub(1) else {
        return Err(Failure::invalid("the buffer has no external references"));
    };
    state.references = left;
    if left == 0 {
        state.kept = None;
    }
    Ok(())
}
