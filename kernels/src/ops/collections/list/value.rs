//! The list itself: a tensor whose items are tensors.
//!
//! Items share their elements with the tensors from which they were made. They change only under an op that has the
//! list's only reference, see the parent module; the lock is for sharing between threads, and never held during a
//! computation.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_executor::core_runtime::OpError;
use tfrt_executor::tensor::{
    DType, DeviceTensor, Dims, PartialShape, Shape, Tensor, TensorMetadata, TensorType,
};

/// A list of tensors.
pub struct TensorList {
    metadata: TensorMetadata,
    pub(super) element: DType,
    pub(super) shape: PartialShape,
    /// The limit to which pushing may grow [`items`](Self::items), if there is one.
    pub(super) most: Option<usize>,
    pub(super) items: Mutex<Vec<Option<Tensor>>>,
}

impl TensorList {
    pub(super) fn new(element: DType, shape: PartialShape, items: Vec<Option<Tensor>>) -> TensorList {
        let metadata = TensorMetadata::new(DType::Variant, Shape::scalar());
        TensorList { metadata, element, shape, most: None, items: Mutex::new(items) }
    }

    /// A list of these tensors of any shapes, which have one dtype; a list of none is one of variants.
    ///
    /// # Errors
    /// Two items have different dtypes.
    pub fn of(items: Vec<Tensor>) -> Result<TensorList, OpError> {
        let element = items.first().map_or(DType::Variant, Tensor::dtype);
        let list = TensorList::new(element, PartialShape::Unranked, Vec::new());
        for item in &items {
            list.accept(item)?;
        }
        *list.items.lock() = items.into_iter().map(Some).collect();
        Ok(list)
    }

    /// A list without items, of this dtype.
    #[must_use]
    pub fn empty(element: DType) -> TensorList {
        TensorList::new(element, PartialShape::Unranked, Vec::new())
    }

    /// A list with these items, alike in everything else.
    pub(super) fn with(&self, items: Vec<Option<Tensor>>) -> TensorList {
        TensorList { most: self.most, ..TensorList::new(self.element, self.shape.clone(), items) }
    }

    /// The items, which share their elements with the list's. Those that are not set are `None`.
    pub fn items(&self) -> Vec<Option<Tensor>> {
        self.items.lock().clone()
    }

    /// An item of this dtype and shape may be in the list.
    pub(super) fn accept(&self, item: &Tensor) -> Result<(), OpError> {
        if item.dtype() != self.element {
            let (list, item) = (self.element.label(), item.dtype().label());
            return Err(format!("the list has items of dtype {list}, the item has {item}").into());
        }
        if merged(&self.shape, &PartialShape::from(item.shape())).is_none() {
            let (list, item) = (&self.shape, item.shape());
            return Err(format!("the list has items of shape {list}, the item has {item}").into());
        }
        Ok(())
    }
}

impl fmt::Display for TensorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.items.lock().len();
        write!(f, "TensorList dtype = {}, shape = {}, items = {count}", self.element.label(), self.shape)
    }
}

impl fmt::Debug for TensorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl DeviceTensor for TensorList {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("TensorList")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn items(&self) -> Option<Vec<Option<Tensor>>> {
        Some(self.items.lock().clone())
    }

    fn with_items(&self, items: Vec<Option<Tensor>>) -> Result<Tensor, String> {
        let item = |item: Tensor| match self.accept(&item) {
            Ok(()) => Ok(item),
            Err(error) => Err(error.message().to_owned()),
        };
        let items = items.into_iter().map(|given| given.map(item).transpose()).collect::<Result<_, _>>()?;
        Ok(Tensor::Device(Arc::new(self.with(items))))
    }
}

/// The intersection of both shapes; `None` if they contradict each other.
pub(super) fn merged(a: &PartialShape, b: &PartialShape) -> Option<PartialShape> {
    match (a, b) {
        (PartialShape::Unranked, other) | (other, PartialShape::Unranked) => Some(other.clone()),
        (PartialShape::Ranked(a), PartialShape::Ranked(b)) => {
            let dims: Option<Dims> = a
                .iter()
                .zip(b)
                .map(|(&x, &y)| match (x, y) {
                    (x, y) if x < 0 => Some(y),
                    (x, y) if y < 0 || x == y => Some(x),
                    _ => None,
                })
                .collect();
            dims.filter(|_| a.len() == b.len()).map(PartialShape::Ranked)
        }
    }
}
