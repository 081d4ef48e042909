//! Sizes and numbers that models compute with: known while a model is read where that is possible, and computed by the program else.

use tfrt_ops::DType;
use tfrt_ops::shapes::Dim;

use super::{Attribute, Builder, NONE, Result, Tensor, from_last};
use crate::constant::Constant;

impl Builder<'_> {
    /// The sizes as a list of integers of 64 bits.
    pub(crate) fn shape_of(&mut self, tensor: &Tensor) -> Result<Tensor> {
        match tensor.sizes() {
            Some(sizes) => self.int64s(&sizes),
            None if tensor.is_kept_last() => {
                // An image stays as it is in the program.
                let last = self.last(tensor)?;
                let sizes = self.shape_of(&last)?;
                let (order, axis) = (self.int32s(&from_last(last.rank()?))?, self.int32(0)?);
                let list =
                    self.op("tf.GatherV2", &[&sizes, &order, &axis], [("batch_dims", Attribute::Int(0))])?;
                let known = tensor.dims().map(|dims| dims.into_iter().map(Dim::known).collect());
                Ok(list.with_partial(known))
            }
            None => self.op("tf.Shape", &[tensor], [("out_type", Attribute::Type(DType::I64))]),
        }
    }

    /// A part of a list.
    pub(crate) fn part(&mut self, list: &Tensor, start: i64, count: i64) -> Result<Tensor> {
        if let Some(ints) = list.ints() {
            let range = usize::try_from(start).ok().zip(usize::try_from(start + count).ok());
            let part = range.and_then(|(start, end)| ints.get(start..end));
            let part = part.ok_or_else(|| format!("{ints:?} has no {count} numbers from {start} on"))?;
            return self.int64s(part);
        }
        let (start, size) = (self.int64s(&[start])?, self.int64s(&[count])?);
        self.op("tf.Slice", &[list, &start, &size], NONE)
    }

    /// A list of integers that is one number but at some places, counted from the end if negative, where it has others.
    pub(crate) fn placed(
        &mut self,
        length: i64,
        rest: &Tensor,
        places: &Tensor,
        values: &Tensor,
    ) -> Result<Tensor> {
        let places = self.cast(places, DType::I64)?;
        let length = self.number(DType::I64, length as f64)?;
        let places = self.op("tf.FloorMod", &[&places, &length], NONE)?;
        let places = self.reshape(&places, &[-1, 1])?;
        self.op("tf.TensorScatterUpdate", &[rest, &places, values], NONE)
    }

    /// One list after the other.
    pub(crate) fn join(&mut self, lists: &[&Tensor]) -> Result<Tensor> {
        let all: Option<Vec<Vec<i64>>> = lists.iter().map(|list| list.ints()).collect();
        if let Some(all) = all {
            return self.int64s(&all.concat());
        }
        if let [only] = lists {
            return Ok((*only).clone());
        }
        let axis = self.int32(0)?;
        let operands: Vec<&Tensor> = lists.iter().copied().chain([&axis]).collect();
        self.op("tf.ConcatV2", &operands, [("N", Attribute::Int(lists.len() as i64))])
    }

    /// A size, a scalar of 64 bits.
    pub(crate) fn size_of(&mut self, tensor: &Tensor, axis: usize) -> Result<Tensor> {
        if let Some(size) = tensor.dim(axis) {
            return self.int64(size);
        }
        let shape = self.shape_of(tensor)?;
        let size = self.part(&shape, axis as i64, 1)?;
        self.reshape(&size, &[])
    }

    /// An integer of 64 bits.
    pub(crate) fn int64(&mut self, value: i64) -> Result<Tensor> {
        Tensor::of_constant(Constant::of_ints(DType::I64, &[], &[value]))
    }

    /// The numbers from zero to below a limit, a scalar of 64 bits.
    pub(crate) fn places(&mut self, limit: &Tensor) -> Result<Tensor> {
        if let Some(&[limit]) = limit.ints().as_deref() {
            return self.int64s(&crate::node::line(limit)?.collect::<Vec<_>>());
        }
        let (start, step) = (self.int64(0)?, self.int64(1)?);
        self.op("tf.Range", &[&start, limit, &step], NONE)
    }

    /// The sizes of all dimensions of a tensor of known rank, scalars of 64 bits.
    pub(crate) fn all_sizes(&mut self, tensor: &Tensor) -> Result<Vec<Tensor>> {
        (0..tensor.rank()?).map(|axis| self.size_of(tensor, axis)).collect()
    }

    /// Scalars as a list.
    pub(crate) fn list_of(&mut self, numbers: &[Tensor]) -> Result<Tensor> {
        let parts = numbers.iter().map(|number| self.reshape(number, &[1])).collect::<Result<Vec<_>>>()?;
        self.join(&parts.iter().collect::<Vec<_>>())
    }

    /// With these sizes, scalars of 64 bits; a constant -1 stands for what the others leave.
    pub(crate) fn reshape_to(&mut self, tensor: &Tensor, sizes: &[Tensor]) -> Result<Tensor> {
        let known: Vec<Option<i64>> = sizes.iter().map(|size| size.ints()?.first().copied()).collect();
        let dims: Vec<i64> = known.iter().map(|size| size.unwrap_or(-1)).collect();
        if dims.iter().filter(|&&dim| dim < 0).count() <= 1 {
            return self.reshape(tensor, &dims);
        }
        let list = self.list_of(sizes)?;
        self.op("tf.Reshape", &[tensor, &list], NONE)
    }
}
