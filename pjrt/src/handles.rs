//! Handles: what callers hold instead of pointers to objects.
//!
//! A handle is a number that no caller can dereference: the index of a slot and the slot's generation. One that was destroyed, never
//! existed, or is of another kind is found out by looking it up, so misuse is an error. An object lives until its handle is destroyed and the
//! last other object that refers to it is gone.

use std::sync::Arc;

use parking_lot::RwLock;

use crate::buffer::Buffer;
use crate::client::{Client, Device, Memory, Topology};
use crate::event::Event;
use crate::executable::serialized::Serialized;
use crate::executable::{Executable, LoadedExecutable};
use crate::failure::Failure;
use crate::ffi::ExecuteContext;
use crate::layouts::Layout;

/// The handle that a caller holds; zero is the null pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Handle(usize);

impl Handle {
    /// No object.
    pub(crate) const NULL: Handle = Handle(0);

    pub(crate) fn is_null(self) -> bool {
        self == Handle::NULL
    }
}

/// An object that callers hold.
pub(crate) trait Kept: Sized {
    /// Its name in messages.
    const NAME: &'static str;
    fn wrap(object: Arc<Self>) -> Object;
    fn of(object: &Object) -> Option<&Arc<Self>>;
}

macro_rules! kinds {
    ($($kind:ident $name:literal;)*) => {
        /// An object of any kind.
        #[derive(Debug)]
        pub(crate) enum Object { $($kind(Arc<$kind>),)* }

        $(impl Kept for $kind {
            const NAME: &'static str = $name;
            fn wrap(object: Arc<Self>) -> Object { Object::$kind(object) }
            fn of(object: &Object) -> Option<&Arc<Self>> {
                match object { Object::$kind(object) => Some(object), _ => None }
            }
        })*
    };
}

kinds! {
    Failure "PJRT_Error";
    Event "PJRT_Event";
    Client "PJRT_Client";
    Topology "PJRT_TopologyDescription";
    Device "PJRT_Device";
    Memory "PJRT_Memory";
    Executable "PJRT_Executable";
    LoadedExecutable "PJRT_LoadedExecutable";
    Serialized "PJRT_SerializedExecutable";
    Buffer "PJRT_Buffer";
    Layout "PJRT_Layouts_MemoryLayout";
    ExecuteContext "PJRT_ExecuteContext";
}

#[derive(Debug)]
struct Slot {
    generation: usize,
    object: Option<Object>,
}

#[derive(Debug)]
struct Table {
    slots: Vec<Slot>,
    free: Vec<usize>,
}

static TABLE: RwLock<Table> = RwLock::new(Table { slots: Vec::new(), free: Vec::new() });

/// Bits of a handle that are the slot's index.
const INDEX_BITS: u32 = usize::BITS / 2;

/// Gives an object to the caller.
pub(crate) fn issue<T: Kept>(object: Arc<T>) -> Handle {
    let mut table = TABLE.write();
    let object = Some(T::wrap(object));
    let index = match table.free.pop() {
        Some(index) => {
            table.slots[index].object = object;
            index
        }
        None => {
            table.slots.push(Slot { generation: 1, object });
            table.slots.len() - 1
        }
    };
    Handle(table.slots[index].generation << INDEX_BITS | index)
}

/// The object of a handle.
pub(crate) fn find<T: Kept>(handle: Handle) -> Result<Arc<T>, Failure> {
    let table = TABLE.read();
    let slot = table.slots.get(handle.0 & ((1 << INDEX_BITS) - 1));
    let object = slot
        .filter(|slot| slot.generation == handle.0 >> INDEX_BITS)
        .and_then(|slot| slot.object.as_ref())
        .and_then(T::of);
    object.cloned().ok_or_else(|| wrong::<T>(handle))
}

/// Takes a handle back.
pub(crate) fn destroy<T: Kept>(handle: Handle) -> Result<Arc<T>, Failure> {
    let found = find::<T>(handle)?;
    let mut table = TABLE.write();
    let index = handle.0 & ((1 << INDEX_BITS) - 1);
    let slot = &mut table.slots[index];
    // Another thread may have destroyed it in between.
    if slot.generation != handle.0 >> INDEX_BITS {
        return Err(wrong::<T>(handle));
    }
    let object = slot.object.take();
    slot.generation = (slot.generation + 1) & (usize::MAX >> INDEX_BITS);
    slot.generation = slot.generation.max(1);
    table.free.push(index);
    drop(table);
    // Freed without the lock: its end may destroy others.
    drop(object);
    Ok(found)
}

#[cold]
fn wrong<T: Kept>(handle: Handle) -> Failure {
    let name = T::NAME;
    match handle.is_null() {
        true => Failure::invalid(format!("expected a {name}, got a null pointer")),
        false => Failure::invalid(format!(
            "expected a {name}, got {:#x}, which is none or was destroyed",
            handle.0
        )),
    }
}
