//! Writing the ops of a model: values with what is known of them, and the ops of the program that compute them.
//!
//! What is known of a value, its element type, its sizes and, of constants, its elements, follows from the shape functions of the ops that
//! are written; converters ask for ranks and sizes there. A value whose channels come second may be in the program with channels last
//! only ([`Tensor::of_last`]): it is transposed when something needs it otherwise, so that transpositions between convolutions do not arise.

mod kept;
mod sizes;
mod tensor;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_convert::graph::{Execute, GraphBuilder, OpAttrs};
use tfrt_dialects::tf::IrDataType as _;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ops::shapes::{Attrs, Call, KnownShape, Operand, PartialElements};
use tfrt_ops::{DType, Dims, PartialShape, Row, TensorMetadata};

use crate::constant::{Constant, Elements};
pub(crate) use tensor::{Content, Facts, Items, Quantized, Scaled, Tensor};

/// A failed conversion: what is wrong with the node.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// An attribute of an op.
#[derive(Clone, Debug)]
pub(crate) enum Attribute {
    Int(i64),
    Float(f32),
    Bool(bool),
    Text(&'static str),
    Bytes(Vec<u8>),
    Ints(Vec<i64>),
    Type(DType),
}

/// The attributes of an op.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes(Vec<(&'static str, Attribute)>);

impl<const N: usize> From<[(&'static str, Attribute); N]> for Attributes {
    fn from(attributes: [(&'static str, Attribute); N]) -> Attributes {
        Attributes(attributes.into())
    }
}

impl From<Vec<(&'static str, Attribute)>> for Attributes {
    fn from(attributes: Vec<(&'static str, Attribute)>) -> Attributes {
        Attributes(attributes)
    }
}

/// No attributes.
pub(crate) const NONE: [(&str, Attribute); 0] = [];

impl Attributes {
    fn get(&self, name: &str) -> Option<&Attribute> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    fn write(&self, ctx: &Context) -> OpAttrs {
        let mut attrs = OpAttrs::new();
        for (name, value) in &self.0 {
            let value = match value {
                Attribute::Int(value) => ctx.i64_attr(*value),
                Attribute::Float(value) => ctx.f32_attr(*value),
                Attribute::Bool(value) => ctx.bool_attr(*value),
                Attribute::Text(value) => ctx.string_attr(*value),
                Attribute::Bytes(value) => ctx.string_attr(value),
                Attribute::Ints(values) => {
                    let values: Vec<Attr> = values.iter().map(|&value| ctx.i64_attr(value)).collect();
                    ctx.array_attr(&values)
                }
                Attribute::Type(dtype) => ctx.type_attr(dtype.data_type().to_type(ctx)),
            };
            attrs.add(name, value);
        }
        attrs.sorted()
    }
}

impl Attrs for Attributes {
    fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get_int(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Attribute::Int(value) => Some(*value),
            _ => None,
        }
    }

    fn get_float(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Attribute::Float(value) => Some(f64::from(*value)),
            _ => None,
        }
    }

    fn get_bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Attribute::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn get_ints(&self, name: &str) -> Option<Dims> {
        match self.get(name)? {
            Attribute::Ints(values) => Some(Dims::from_slice(values)),
            _ => None,
        }
    }

    fn get_string(&self, name: &str) -> Option<&[u8]> {
        match self.get(name)? {
            Attribute::Text(value) => Some(value.as_bytes()),
            Attribute::Bytes(value) => Some(value),
            _ => None,
        }
    }

    fn get_str(&self, name: &str) -> Option<&str> {
        std::str::from_utf8(self.get_string(name)?).ok()
    }

    fn get_string_list(&self, _: &str) -> Option<SmallVec<[&[u8]; 4]>> {
        None
    }

    fn get_dtype(&self, name: &str) -> Option<DType> {
        match self.get(name)? {
            Attribute::Type(dtype) => Some(*dtype),
            _ => None,
        }
    }

    fn get_dtypes(&self, _: &str) -> Option<SmallVec<[DType; 8]>> {
        None
    }

    fn get_shape(&self, _: &str) -> Option<PartialShape> {
        None
    }

    fn get_tensor(&self, _: &str) -> Option<TensorMetadata> {
        None
    }
}

/// The order of dimensions that puts channels last.
fn to_last(rank: usize) -> Vec<i64> {
    let mut order: Vec<i64> = vec![0];
    order.extend(2..rank as i64);
    order.push(1);
    order
}

/// The order of dimensions that puts the last one second.
fn from_last(rank: usize) -> Vec<i64> {
    let mut order: Vec<i64> = vec![0, rank as i64 - 1];
    order.extend(1..rank as i64 - 1);
    order
}

/// Where a dimension is when channels are last.
pub(crate) fn axis_in_last(axis: usize, rank: usize) -> usize {
    match axis {
        1 => rank - 1,
        0 => 0,
        axis => axis - 1,
    }
}

/// Writes the ops of one function.
pub(crate) struct Builder<'a> {
    ctx: &'a Context,
    pub graph: GraphBuilder<'a>,
    /// A chain that waits for nothing.
    pub chain: Value,
    handler: Value,
    /// The place of what is written.
    pub loc: Loc,
    written: FxHashMap<*const Constant, (Rc<Constant>, Value)>,
}

impl<'a> Builder<'a> {
    /// A builder at the end of a function.
    pub(crate) fn new(ctx: &'a Context, mut graph: GraphBuilder<'a>, loc: Loc) -> Builder<'a> {
        let chain = graph.new_chain(loc);
        let handler = graph.handler("cpu", Some(chain), loc);
        Builder { ctx, graph, chain, handler, loc, written: FxHashMap::default() }
    }

    /// The value in the program.
    pub(crate) fn value(&mut self, tensor: &Tensor) -> Result<Value> {
        if let Some(&value) = tensor.value.get() {
            return Ok(value);
        }
        let value = match (&tensor.constant, &tensor.last) {
            (Some(constant), _) => match self.written.get(&Rc::as_ptr(constant)) {
                Some(&(_, value)) => value,
                None => {
                    let value = self.graph.constant(constant.to_graph(self.ctx), &[], self.loc).tensors[0];
                    self.written.insert(Rc::as_ptr(constant), (constant.clone(), value));
                    value
                }
            },
            (None, Some(last)) => {
                let order = from_last(last.rank()?);
                let order = self.int32s(&order)?;
                let first = self.op("tf.Transpose", &[last, &order], NONE)?;
                self.value(&first)?
            }
            (None, None) => {
                let image = tensor.grouped().ok_or("a value is used before it is made")?;
                let dims = tensor.open_sizes()?;
                let dims = self.int64s(&dims)?;
                let cut = self.op("tf.Reshape", &[&image, &dims], NONE)?;
                self.value(&cut)?
            }
        };
        let _ = tensor.value.set(value);
        Ok(value)
    }

    /// The value with channels last.
    pub(crate) fn last(&mut self, tensor: &Tensor) -> Result<Tensor> {
        let rank = tensor.rank()?;
        if let Some(last) = &tensor.last {
            return Ok((**last).clone());
        }
        if rank < 3 {
            return Ok(tensor.clone());
        }
        self.transpose(tensor, &to_last(rank))
    }

    /// With the dimensions in another order.
    pub(crate) fn transpose(&mut self, tensor: &Tensor, order: &[i64]) -> Result<Tensor> {
        if order.iter().enumerate().all(|(at, &axis)| at as i64 == axis) {
            return Ok(tensor.clone());
        }
        if let Some(constant) = tensor.constant() {
            let order: Vec<usize> = order.iter().map(|&axis| axis as usize).collect();
            if let Some(constant) = constant.transposed(&order) {
                return Tensor::of_constant(constant);
            }
        }
        if let Some(last) = tensor.last.as_ref().filter(|_| order == to_last(order.len())) {
            return Ok((**last).clone());
        }
        // What takes it may want channels last.
        if order.len() > 2 && order == from_last(order.len()) && tensor.rank() == Ok(order.len()) {
            return Tensor::of_last(tensor.clone());
        }
        let order = self.int32s(order)?;
        self.op("tf.Transpose", &[tensor, &order], NONE)
    }

    /// Runs an op with one result on elements at equal places; dimensions are broadcast.
    pub(crate) fn elementwise(
        &mut self,
        op: &str,
        operands: &[&Tensor],
        attrs: impl Into<Attributes>,
    ) -> Result<Tensor> {
        let attrs = attrs.into();
        let rank =
            operands.iter().filter(|operand| operand.last.is_some()).map(|operand| operand.rank()).max();
        let Some(Ok(rank)) = rank.filter(|_| operands.iter().any(|operand| operand.is_kept_last())) else {
            return self.op(op, operands, attrs);
        };
        // An image that is not kept so is turned, as the others else would be; a pixel is turned without a copy.
        let fits = |tensor: &Tensor| {
            let own = tensor.shape_view().rank();
            let is_one = tensor.sizes().is_some_and(|sizes| sizes.iter().all(|&size| size == 1));
            (tensor.last.is_some() && own == Some(rank))
                || (own == Some(rank) && (rank > 3 || tensor.is_pixel()))
                || own == Some(0)
                || (is_one && own <= Some(1))
                || (tensor.constant.is_some() && own <= Some(rank))
        };
        if !operands.iter().all(|operand| fits(operand)) {
            return self.op(op, operands, attrs);
        }
        let mut moved = Vec::new();
        for operand in operands {
            let own = operand.rank()?;
            let is_one = operand.sizes().is_some_and(|sizes| sizes.iter().all(|&size| size == 1));
            let tensor = match (operand.last.is_some(), operand.constant()) {
                (true, _) => self.last(operand)?,
                (false, _) if own == 0 || (is_one && own == 1) => (*operand).clone(),
                (false, Some(constant)) => {
                    let mut dims = vec![1; rank - own];
                    dims.extend_from_slice(&constant.dims);
                    let constant = constant.reshaped(&dims).ok_or("a constant has a wrong size")?;
                    // A number for each channel is a vector.
                    let vector = dims.iter().enumerate().all(|(axis, &dim)| axis == 1 || dim == 1);
                    match vector {
                        true => Tensor::of_constant(constant.reshaped(&dims[1..2]).ok_or("a wrong size")?)?,
                        false => self.transpose(&Tensor::of_constant(constant)?, &to_last(rank))?,
                    }
                }
                (false, None) => self.last(operand)?,
            };
            moved.push(tensor);
        }
        let moved: Vec<&Tensor> = moved.iter().collect();
        let result = self.op(op, &moved, attrs)?;
        if result.rank().ok() != Some(rank) {
            return Err("a result has another rank".to_owned());
        }
        Tensor::of_last(result)
    }

    /// Runs an op with one result.
    pub(crate) fn op(
        &mut self,
        op: &str,
        operands: &[&Tensor],
        attrs: impl Into<Attributes>,
    ) -> Result<Tensor> {
        self.single(op, operands, attrs.into(), None)
    }

    /// Runs an op with one result that differs from call to call: the program calls it as often as it says.
    pub(crate) fn stateful(
        &mut self,
        op: &str,
        operands: &[&Tensor],
        attrs: impl Into<Attributes>,
    ) -> Result<Tensor> {
        self.single(op, operands, attrs.into(), Some(self.chain))
    }

    fn single(
        &mut self,
        op: &str,
        operands: &[&Tensor],
        attrs: Attributes,
        chain: Option<Value>,
    ) -> Result<Tensor> {
        let mut results = self.executed(op, operands, attrs, 1, chain)?;
        results.pop().ok_or_else(|| format!("{op} gives nothing"))
    }

    /// Runs an op.
    pub(crate) fn ops(
        &mut self,
        op: &str,
        operands: &[&Tensor],
        attrs: impl Into<Attributes>,
        results: usize,
    ) -> Result<Vec<Tensor>> {
        self.executed(op, operands, attrs.into(), results, None)
    }

    fn executed(
        &mut self,
        op: &str,
        operands: &[&Tensor],
        attrs: Attributes,
        results: usize,
        chain: Option<Value>,
    ) -> Result<Vec<Tensor>> {
        let elements: Vec<Option<Vec<i64>>> = operands
            .iter()
            .map(|operand| operand.constant().filter(|constant| constant.len() <= 1024)?.ints())
            .collect();
        let known: Vec<Operand<'_>> = operands
            .iter()
            .zip(&elements)
            .map(|(operand, elements)| Operand { elements: elements.as_deref(), ..operand.operand(None) })
            .collect();
        let partial: Vec<Option<PartialElements>> = operands
            .iter()
            .map(|operand| if operand.constant().is_some() { None } else { operand.elements() })
            .collect();
        let call = Call { operands: &known, attrs: &attrs, num_results: Some(results), partial: &partial };
        let (mut outcomes, mut sizes) = (vec![(None, KnownShape::Unranked); results], None);
        if let Some(row) = Row::of(op).shape {
            let inferred = row.infer(&call).map_err(|error| error.message().to_owned())?;
            outcomes = inferred.into_iter().map(|outcome| (outcome.dtype, outcome.shape)).collect();
            sizes = row.elements(&call);
        }
        // A list of sizes that are all known is a constant.
        if let ([(Some(dtype @ (DType::I32 | DType::I64)), KnownShape::Full(shape))], Some(sizes)) =
            (&outcomes[..], &sizes)
            && let Some(sizes) = sizes.iter().copied().collect::<Option<Vec<i64>>>()
            && sizes.len() == shape.num_elements()
        {
            let constant = Constant::of_ints(*dtype, &shape.dims(), &sizes);
            return Ok(vec![Tensor::of_constant(constant)?]);
        }
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            values.push(self.value(operand)?);
        }
        let built = self.graph.execute(Execute {
            op,
            handler: self.handler,
            chain,
            operands: &values,
            results,
            attrs: attrs.write(self.ctx),
            discardable: &[],
            loc: self.loc,
        });
        let tensor = |(&value, (dtype, shape)): (&Value, (Option<DType>, KnownShape))| {
            Tensor::made(value, dtype, shape).with_partial(sizes.clone())
        };
        Ok(built.tensors.iter().zip(outcomes).map(tensor).collect())
    }

    /// A list of integers of 32 bits.
    pub(crate) fn int32s(&mut self, values: &[i64]) -> Result<Tensor> {
        let fits = values.iter().all(|&value| i32::try_from(value).is_ok());
        let dtype = if fits { DType::I32 } else { DType::I64 };
        Tensor::of_constant(Constant::of_ints(dtype, &[values.len() as i64], values))
    }

    /// A list of integers of 64 bits.
    pub(crate) fn int64s(&mut self, values: &[i64]) -> Result<Tensor> {
        Tensor::of_constant(Constant::of_ints(DType::I64, &[values.len() as i64], values))
    }

    /// An integer.
    pub(crate) fn int32(&mut self, value: i64) -> Result<Tensor> {
        Tensor::of_constant(Constant::of_ints(DType::I32, &[], &[value]))
    }

    /// A number of an element type.
    pub(crate) fn number(&mut self, dtype: DType, value: f64) -> Result<Tensor> {
        Tensor::of_constant(Constant::of_number(dtype, value))
    }

    /// A tensor of another element type.
    pub(crate) fn cast(&mut self, tensor: &Tensor, dtype: DType) -> Result<Tensor> {
        if tensor.known_dtype() == Some(dtype) {
            return Ok(tensor.clone());
        }
        if let Some(constant) = tensor.constant()
            && matches!(dtype, DType::I32 | DType::I64)
            && let Some(ints) = constant.ints()
        {
            return Tensor::of_constant(Constant::of_ints(dtype, &constant.dims, &ints));
        }
        let of = tensor.dtype()?;
        self.elementwise(
            "tf.Cast",
            &[tensor],
            [
                ("SrcT", Attribute::Type(of)),
                ("DstT", Attribute::Type(dtype)),
                ("Truncate", Attribute::Bool(false)),
            ],
        )
    }

    /// With sizes that are known but for one, which is -1.
    pub(crate) fn reshape(&mut self, tensor: &Tensor, dims: &[i64]) -> Result<Tensor> {
        if let Some(constant) = tensor.constant()
            && let Some(constant) = constant.reshaped(dims)
        {
            return Tensor::of_constant(constant);
        }
        if tensor.sizes().as_deref() == Some(dims) {
            return Ok(tensor.clone());
        }
        if let Some(image) = tensor.grouped()
            && image.open_sizes().as_deref() == Ok(&completed(tensor, dims))
        {
            return Ok((*image).clone());
        }
        if let Some([groups, size]) = groups_of(tensor, dims) {
            return Tensor::of_groups(tensor.clone(), groups, size);
        }
        if let Some(mut dims) = of_pixels(tensor, dims) {
            dims[1..].rotate_left(1);
            let last = self.last(tensor)?;
            return Tensor::of_last(self.reshape(&last, &dims)?);
        }
        let dims = self.int64s(dims)?;
        self.op("tf.Reshape", &[tensor, &dims], NONE)
    }
}

/// Sizes of which one may be -1, which follows from those of the tensor, if they are known.
fn completed(tensor: &Tensor, dims: &[i64]) -> Vec<i64> {
    let product = |sizes: &[i64]| sizes.iter().try_fold(1_i64, |all, &size| all.checked_mul(size));
    let all = tensor.sizes().and_then(|sizes| product(&sizes));
    let known: Vec<i64> = dims.iter().copied().filter(|&dim| dim != -1).collect();
    let others = product(&known).filter(|&others| others > 0 && known.len() + 1 == dims.len());
    match all.zip(others) {
        Some((all, others)) if all % others == 0 => {
            dims.iter().map(|&dim| if dim == -1 { all / others } else { dim }).collect()
        }
        _ => dims.to_vec(),
    }
}

/// The number of groups and the elements of each, if a reshape cuts the channels of an image that is kept with these last into groups: to
/// batch, groups and what is in them.
fn groups_of(image: &Tensor, dims: &[i64]) -> Option<[i64; 2]> {
    let own = image.sizes().filter(|own| image.is_kept_last() && own.len() > 3 && dims.len() == 3)?;
    let dims = completed(image, dims);
    let size = own[1..].iter().try_fold(1_i64, |all, &size| all.checked_mul(size).filter(|_| size > 0))?;
    let fits = dims[0] == own[0] && dims[1] > 0 && own[1] % dims[1] == 0 && dims[1] < own[1];
    (fits && dims[2] == size / dims[1]).then_some([dims[1], dims[2]])
}

/// The sizes that a reshape gives an image that is kept with its channels last, if it leaves batch and channels as they are.
fn of_pixels(image: &Tensor, dims: &[i64]) -> Option<Vec<i64>> {
    let own =
        image.open_sizes().ok().filter(|own| image.is_kept_last() && own.len() > 2 && dims.len() > 2)?;
    let product =
        |sizes: &[i64]| sizes.iter().try_fold(1_i64, |all, &size| all.checked_mul(size).filter(|_| size > 0));
    let pixels = product(&own[2..])?;
    let mut dims = dims.to_vec();
    if let [at] = (0..dims.len()).filter(|&at| dims[at] == -1).collect::<Vec<_>>()[..] {
        // It follows from the others: the batch or the channels if all others are known, else one of pixels.
        dims[at] = 1;
        let others = product(&dims[2..])?;
        match at {
            0 => dims[0] = own[0],
            1 if own[0] > 0 && dims[0] == own[0] => dims[1] = own[1],
            1 => return None,
            _ if own[0] > 0 && dims[0] == own[0] && pixels % others == 0 => dims[at] = pixels / others,
            _ => return None,
        }
    }
    (dims[..2] == own[..2] && own[1] > 0 && product(&dims[2..]) == Some(pixels)).then_some(dims)
}

/// Strings as a constant.
pub(crate) fn strings(dims: &[i64], values: Vec<Vec<u8>>) -> Constant {
    Constant { dtype: DType::String, dims: dims.to_vec(), elements: Elements::Strings(values) }
}
