//! Conversions from one kind of tensor to another.
//!
//! Conversions are registered by pair of kinds. The host pairs are built in; devices add theirs. The op handler decides
//! which conversions happen implicitly.

use parking_lot::RwLock;
use rustc_hash::FxHashMap;

use super::{DenseHostTensor, Tensor, TensorType};

/// A conversion of one tensor; the error is its message.
pub type ConversionFn = fn(&Tensor) -> Result<Tensor, String>;

/// Conversions by source and target kind.
#[derive(Default)]
pub struct ConversionRegistry {
    device: RwLock<FxHashMap<(TensorType, TensorType), ConversionFn>>,
}

impl std::fmt::Debug for ConversionRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.device.read().keys()).finish()
    }
}

impl ConversionRegistry {
    /// Adds a conversion. The first registration of a pair stays; the result says whether this one did.
    pub fn add(&self, from: TensorType, to: TensorType, function: ConversionFn) -> bool {
        if host_conversion(from, to).is_some() {
            return false;
        }
        let mut device = self.device.write();
        match device.entry((from, to)) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(function);
                true
            }
        }
    }

    /// The conversion for a pair of kinds.
    pub fn find(&self, from: TensorType, to: TensorType) -> Option<ConversionFn> {
        host_conversion(from, to).or_else(|| self.device.read().get(&(from, to)).copied())
    }

    /// `tensor` as a tensor of kind `to`: a new tensor also when it has that kind already.
    pub fn convert(&self, tensor: &Tensor, to: TensorType) -> Result<Tensor, String> {
        let from = tensor.tensor_type();
        match self.find(from, to) {
            Some(function) => function(tensor),
            None => Err(format!("cannot find conversion function for [{from}]->[{to}]")),
        }
    }
}

const COPYING: &str = "out of memory copying tensor";
const FROM_COO: &str = "out of memory converting coo tensor to dht tensor";

fn host_conversion(from: TensorType, to: TensorType) -> Option<ConversionFn> {
    match (from, to) {
        (TensorType::DENSE_HOST, TensorType::DENSE_HOST) => Some(copy),
        (TensorType::SCALAR_HOST, TensorType::SCALAR_HOST)
        | (TensorType::STRING_HOST, TensorType::STRING_HOST) => Some(|tensor| Ok(tensor.clone())),
        (TensorType::SCALAR_HOST | TensorType::COO_HOST, TensorType::DENSE_HOST) => {
            Some(|tensor| to_dense(tensor).map(Tensor::Dense))
        }
        (TensorType::COO_HOST, TensorType::SCALAR_HOST) => Some(|tensor| match tensor {
            Tensor::Coo(coo) => coo.to_scalar().map(Tensor::Scalar).map_err(|error| error.to_string()),
            other => Err(mismatch(other)),
        }),
        _ => None,
    }
}

fn copy(tensor: &Tensor) -> Result<Tensor, String> {
    match tensor {
        Tensor::Dense(dense) => dense.deep_copy().map(Tensor::Dense).map_err(|_| COPYING.to_owned()),
        other => Err(mismatch(other)),
    }
}

/// A host tensor with all elements written out. Dense tensors share their buffer; strings have no dense form.
pub fn to_dense(tensor: &Tensor) -> Result<DenseHostTensor, String> {
    match tensor {
        Tensor::Dense(dense) => Ok(dense.clone()),
        Tensor::Scalar(scalar) => scalar.to_dense().map_err(|_| COPYING.to_owned()),
        Tensor::Coo(coo) => coo.to_dense().map_err(|error| match error {
            super::TensorError::OutOfMemory(_) => FROM_COO.to_owned(),
            other => other.to_string(),
        }),
        other => Err(mismatch(other)),
    }
}

fn mismatch(tensor: &Tensor) -> String {
    format!("cannot find conversion function for [{}]->[{}]", tensor.tensor_type(), TensorType::DENSE_HOST)
}

#[cfg(test)]
mod tests {
    use super::super::{CooHostTensor, ScalarHostTensor, Shape, StringHostTensor};
    use super::*;

    fn shape(dims: &[i64]) -> Shape {
        Shape::new(dims).unwrap()
    }

    #[test]
    fn host_tensors_convert() {
        let registry = ConversionRegistry::default();
        let dense = Tensor::from(DenseHostTensor::from_values(shape(&[2]), &[1i32, 0]).unwrap());
        let scalar = Tensor::from(ScalarHostTensor::new(shape(&[2]), 3i32));
        let coo = Tensor::from(CooHostTensor::from_dense::<i32>(dense.as_dense().unwrap()).unwrap());
        let as_text = |t: &Tensor, to| registry.convert(t, to).map(|t| t.to_string());
        let dense_text = "DenseHostTensor dtype = i32, shape = [2], values = ";
        assert_eq!(as_text(&dense, TensorType::DENSE_HOST), Ok(format!("{dense_text}[1, 0]")));
        assert_eq!(as_text(&scalar, TensorType::DENSE_HOST), Ok(format!("{dense_text}[3, 3]")));
        assert_eq!(as_text(&coo, TensorType::DENSE_HOST), Ok(format!("{dense_text}[1, 0]")));
        assert_eq!(
            as_text(&coo, TensorType::SCALAR_HOST),
            Err("failed to convert coo tensor to scalar host tensor".to_owned())
        );
        assert_eq!(
            as_text(&dense, TensorType::SCALAR_HOST),
            Err("cannot find conversion function for [DenseHost]->[ScalarHost]".to_owned())
        );
        let strings = Tensor::from(StringHostTensor::new(shape(&[]), vec![b"x".as_slice().into()]).unwrap());
        assert_eq!(
            as_text(&strings, TensorType::DENSE_HOST),
            Err("cannot find conversion function for [StringHost]->[DenseHost]".to_owned())
        );
    }

    #[test]
    fn copies_have_their_own_buffer() {
        let registry = ConversionRegistry::default();
        let dense = Tensor::from(DenseHostTensor::from_values(shape(&[2]), &[1i32, 0]).unwrap());
        let copy = registry.convert(&dense, TensorType::DENSE_HOST).unwrap();
        assert!(!copy.as_dense().unwrap().buffer().same_memory(dense.as_dense().unwrap().buffer()));
    }
}
