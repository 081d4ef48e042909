//! Variables: named tensors that ops read and change.
//!
//! A host has one [`VariableStore`]. Programs pass a [`VariableHandle`] around: the name of a variable, which may not exist yet or
//! any more; ops look it up. A [`VariableRef`] stands for a variable as well, but counts as a tensor of the variable's element
//! type: an op that takes a tensor gets the variable's current one.
//!
//! Invariants:
//! * A thread that changes elements in place holds the variable's [`Variable::lock`] for writing; a reader holds it at least for
//!   reading while it takes a share of the tensor. Elements are changed only while there is no other share of them.
//! * A variable's element type never changes.
//!
//! This module does not depend on the use of variables (training) or on the ops.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;

use crate::host::Host;
use crate::tensor::{DType, DeviceTensor, PartialShape, Shape, Tensor, TensorMetadata, TensorType};

/// The container of variables whose handles name none.
pub(super) const DEFAULT_CONTAINER: &str = "localhost";

/// The key of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VariableKey {
    /// The container.
    pub container: Box<str>,
    /// The name within the container.
    pub name: Box<str>,
}

impl VariableKey {
    /// A name in a container; an empty container is the default one.
    pub fn new(container: &str, name: &str) -> VariableKey {
        let container = if container.is_empty() { DEFAULT_CONTAINER } else { container };
        VariableKey { container: container.into(), name: name.into() }
    }
}

impl fmt::Display for VariableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.container, self.name)
    }
}

/// The content of a variable.
#[derive(Debug, Default)]
pub struct VariableContent {
    /// The tensor; none before the first assignment.
    pub tensor: Option<Tensor>,
    /// Whether single elements may be changed in place without the lock, because the tensor was not read since that was decided.
    pub is_sparse: bool,
}

/// A variable.
#[derive(Debug)]
pub struct Variable {
    dtype: DType,
    lock: RwLock<()>,
    content: Mutex<VariableContent>,
}

impl Variable {
    /// A variable without a tensor.
    pub fn new(dtype: DType) -> Variable {
        Variable { dtype, lock: RwLock::default(), content: Mutex::default() }
    }

    /// The type of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The lock that orders reading and changing. It guards no memory: see the module.
    pub fn lock(&self) -> &RwLock<()> {
        &self.lock
    }

    /// Its content. Locked for moments only.
    pub fn content(&self) -> &Mutex<VariableContent> {
        &self.content
    }

    /// A share of the tensor, taken under the lock.
    pub fn read(&self) -> Option<Tensor> {
        let _reading = self.lock.read();
        let mut content = self.content.lock();
        content.is_sparse = false;
        content.tensor.clone()
    }
}

/// The variables of a host, by name.
#[derive(Debug, Default)]
pub struct VariableStore {
    variables: Mutex<FxHashMap<VariableKey, Arc<Variable>>>,
}

impl VariableStore {
    /// The variables of a host.
    pub fn of(host: &Host) -> Arc<VariableStore> {
        host.shared(|_| VariableStore::default())
    }

    /// The variable of this name, if there is one.
    pub fn find(&self, key: &VariableKey) -> Option<Arc<Variable>> {
        self.variables.lock().get(key).cloned()
    }

    /// The variable of this name, made for elements of this type if there is none.
    pub fn find_or_create(&self, key: &VariableKey, dtype: DType) -> Arc<Variable> {
        self.variables.lock().entry(key.clone()).or_insert_with(|| Arc::new(Variable::new(dtype))).clone()
    }

    /// Makes a variable; `None` if the name is taken.
    pub fn create(&self, key: &VariableKey, dtype: DType) -> Option<Arc<Variable>> {
        let mut variables = self.variables.lock();
        if variables.contains_key(key) {
            return None;
        }
        let variable = Arc::new(Variable::new(dtype));
        variables.insert(key.clone(), variable.clone());
        Some(variable)
    }

    /// Removes a variable; says whether there was one.
    pub fn remove(&self, key: &VariableKey) -> bool {
        let removed = self.variables.lock().remove(key);
        removed.is_some()
    }
}

/// A tensor whose only element is the name of a variable.
#[derive(Debug)]
pub struct VariableHandle {
    metadata: TensorMetadata,
    key: VariableKey,
    device: String,
    dtype: DType,
    shape: PartialShape,
    store: Arc<VariableStore>,
}

impl VariableHandle {
    /// A handle of a variable that is to hold elements of `dtype` in tensors of `shape`, made on `device` (its full name).
    pub fn make(
        store: Arc<VariableStore>,
        key: VariableKey,
        dtype: DType,
        shape: PartialShape,
        device: String,
    ) -> Tensor {
        let metadata = TensorMetadata::new(DType::Resource, Shape::scalar());
        Tensor::Device(Arc::new(VariableHandle { metadata, key, device, dtype, shape, store }))
    }

    /// The handle that a tensor is.
    pub fn of(tensor: &Tensor) -> Option<&VariableHandle> {
        match tensor {
            Tensor::Device(tensor) => tensor.as_any().downcast_ref(),
            _ => None,
        }
    }

    /// The name.
    pub fn key(&self) -> &VariableKey {
        &self.key
    }

    /// The full name of the device that made the handle.
    pub fn device_name(&self) -> &str {
        &self.device
    }

    /// The element type that the handle promises.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The shape that the handle declares.
    pub fn shape(&self) -> &PartialShape {
        &self.shape
    }

    /// The variable, if it exists.
    pub fn find(&self) -> Option<Arc<Variable>> {
        self.store.find(&self.key)
    }

    /// The variable, made if it does not exist.
    pub fn find_or_create(&self, dtype: DType) -> Arc<Variable> {
        self.store.find_or_create(&self.key, dtype)
    }

    /// Ends the variable; says whether it existed.
    pub fn destroy(&self) -> bool {
        self.store.remove(&self.key)
    }

    /// The message for a variable that does not exist.
    pub fn missing(&self) -> String {
        format!(
            "Could not find variable {}: resource {} does not exist. It has no value before its first assignment: run the initializer \
             first, give the folder of a SavedModel, whose variables have values, or freeze the graph with them",
            self.key.name, self.key
        )
    }
}

impl DeviceTensor for VariableHandle {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("ResourceHandle")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Display for VariableHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ResourceHandle name = \"{}\", container = \"{}\", device = \"{}\", dtype = {}, shape = {}",
            self.key.name,
            self.key.container,
            self.device,
            self.dtype.label(),
            self.shape
        )
    }
}

/// A variable that stands where its tensor is expected.
#[derive(Debug)]
pub struct VariableRef {
    metadata: TensorMetadata,
    key: VariableKey,
    variable: Arc<Variable>,
    store: Arc<VariableStore>,
}

impl VariableRef {
    /// A reference to a variable, which has this shape now.
    pub fn make(
        store: Arc<VariableStore>,
        key: VariableKey,
        variable: Arc<Variable>,
        shape: Shape,
    ) -> Tensor {
        let metadata = TensorMetadata::new(variable.dtype(), shape);
        Tensor::Device(Arc::new(VariableRef { metadata, key, variable, store }))
    }

    /// The reference that a tensor is.
    pub fn of(tensor: &Tensor) -> Option<&VariableRef> {
        match tensor {
            Tensor::Device(tensor) => tensor.as_any().downcast_ref(),
            _ => None,
        }
    }

    /// The name.
    pub fn key(&self) -> &VariableKey {
        &self.key
    }

    /// The variable.
    pub fn variable(&self) -> &Arc<Variable> {
        &self.variable
    }

    /// The variables it belongs to.
    pub fn store(&self) -> &Arc<VariableStore> {
        &self.store
    }

    /// The tensor of the moment.
    pub fn value(&self) -> Option<Tensor> {
        self.variable.read()
    }
}

impl DeviceTensor for VariableRef {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("VariableRef")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Display for VariableRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(tensor) => tensor.fmt(f),
            None => write!(f, "uninitialized variable {}", self.key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_live_as_long_as_their_names() {
        let store = Arc::new(VariableStore::default());
        let key = VariableKey::new("", "v");
        assert_eq!(key.to_string(), "localhost/v");
        let handle =
            VariableHandle::make(store.clone(), key.clone(), DType::F32, PartialShape::Unranked, "d".into());
        let handle = VariableHandle::of(&handle).expect("it is one");
        assert!(handle.find().is_none() && !handle.destroy());
        let variable = handle.find_or_create(DType::F32);
        assert!(store.create(&key, DType::F32).is_none());
        assert!(variable.read().is_none());
        variable.content().lock().tensor =
            Some(crate::tensor::ScalarHostTensor::new(Shape::scalar(), 2.0f32).into());
        assert!(handle.find().and_then(|variable| variable.read()).is_some());
        assert!(handle.destroy() && handle.find().is_none());
        assert!(store.create(&key, DType::I32).is_some());
    }
}
