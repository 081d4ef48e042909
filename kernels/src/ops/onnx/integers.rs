//! `onnx.MatMulInteger` and `onnx.ConvInteger`: products and convolutions of integers of 8 bits less their zero points, in 32 bits.
//!
//! The right factor is a matrix, or a filter of one group for images with channels last. Its zero point is one number, or one for each column; that
//! of the left factor is one number. As a step the op packs a constant right factor once, and hands out its result in whole rows, which need not be
//! anywhere else.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, FinishPart, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry, Prepared,
    Producer, Step, StepSpec, Strips,
};
use tfrt_executor::tensor::{DType, DenseHostTensor, TensorMetadata};
use tfrt_numerics::convolution::Geometry;
use tfrt_numerics::integers::{
    Bytes, FinishIntegers, IntegerPanels, LeftBytes, integer_convolution, integer_product,
};
use tfrt_numerics::split::Split;
use tfrt_ops::shapes::DataFormat;

use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::data_format::{Images as _, rank_four};
use crate::ops::host::HostThreads;
use crate::ops::kept::{Once, Reservation};
use crate::ops::memory::result_metadata;

/// Adds the ops.
pub(super) fn register(ops: &mut OpRegistry) {
    for (name, op) in [("onnx.MatMulInteger", Op::Product), ("onnx.ConvInteger", Op::Convolution)] {
        let dispatch = move |frame: &mut DispatchFrame<'_>| op.dispatch(frame);
        ops.add(name, OpEntry::new().dispatch(dispatch).prepared(move |spec| op.step(spec)));
    }
}

#[derive(Clone, Copy)]
enum Op {
    Product,
    Convolution,
}

/// Sizes that go together.
enum Sizes {
    Product { rows: usize, inner: usize, columns: usize },
    Convolution(Geometry),
}

/// An op whose operands are known but for their elements.
struct Integers {
    sizes: Sizes,
    /// Whether the factors have signs, and the zero points, which have those of their factors.
    is_signed: [bool; 4],
}

/// The bytes of the operands: both factors, and their zero points.
type Operands<'a> = [&'a [u8]; 4];

impl Op {
    fn of(
        self,
        operands: [&TensorMetadata; 4],
        result: &TensorMetadata,
        attrs: OpAttrsRef<'_>,
    ) -> Result<Integers, OpError> {
        let mut is_signed = [false; 4];
        for (operand, is_signed) in operands.iter().zip(&mut is_signed) {
            *is_signed = match operand.dtype {
                DType::I8 => true,
                DType::UI8 => false,
                other => return Err(format!("factors and zero points must be ui8 or i8, not {other}").into()),
            };
        }
        // What is outside of an image is the zero point, as one of its elements.
        if is_signed[..2] != is_signed[2..] {
            return Err("zero points must have the dtypes of their factors".into());
        }
        let (left, right) = (&operands[0].shape, &operands[1].shape);
        let sizes = match self {
            Op::Product => {
                let dims = [left.dim(left.rank() - 1), right.dim(0), right.dim(1)].map(|dim| dim as usize);
                let [inner, expected, columns] = dims;
                if inner != expected {
                    return Err(format!("{left} and {right} have no product").into());
                }
                let rows = left.num_elements() / inner.max(1);
                Sizes::Product { rows: if inner == 0 { 0 } else { rows }, inner, columns }
            }
            Op::Convolution => {
                let format = DataFormat::of(&*attrs)?;
                let [batch, height, width, channels] = format.image(left, "input")?;
                let [rows, columns, of_filter, out] = rank_four(right, "filter")?;
                if format != DataFormat::ChannelsLast || of_filter != channels {
                    return Err("images have channels last, and as many as the filter".into());
                }
                let Windows { rows, columns } = windows(format, attrs, [height, width], [rows, columns])?;
                let [batch, channels, out] = [batch, channels, out].map(|size| size as usize);
                Sizes::Convolution(Geometry { batch, rows, columns, channels, groups: 1, out })
            }
        };
        let integers = Integers { sizes, is_signed };
        let zeros = [2, 3].map(|i| operands[i].shape.num_elements());
        let [_, columns] = integers.right();
        if zeros[0] != 1 || zeros[1] != 1 && zeros[1] != columns {
            return Err(format!("there are {zeros:?} zero points, not one and one or {columns}").into());
        }
        if result.dtype != DType::I32 {
            return Err(format!("the result is i32, not {}", result.dtype).into());
        }
        Ok(integers)
    }

    fn dispatch(self, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        frame.expect_args(4)?;
        let metadata = result_metadata(frame, 0)?.clone();
        let operands = [frame.dense(0)?, frame.dense(1)?, frame.dense(2)?, frame.dense(3)?];
        let integers = self.of(operands.map(DenseHostTensor::metadata), &metadata, frame.attrs())?;
        let mut out = DispatchFrame::fresh(&metadata)?;
        let bytes = operands.map(DenseHostTensor::bytes);
        let threads = HostThreads::of(frame.context());
        let done = integers.compute(bytes, None, None, Some(out.values_mut()), threads.split());
        done.map_err(|Declined| OpError::from("there is no memory for the product"))?;
        frame.finish(0, out);
        Ok(())
    }

    fn step(self, spec: &StepSpec<'_>) -> Option<Prepared> {
        let ([a, b, c, d], [result]) = (spec.operands, spec.results) else { return None };
        let integers = self.of([a, b, c, d].map(|operand| operand.metadata), result, spec.attrs).ok()?;
        let is_constant = b.constant.is_some() && d.constant.is_some();
        Some(Prepared::Step(Box::new(IntegerStep { integers, is_constant, kept: Once::default() })))
    }
}

impl Integers {
    /// Rows of the right factor, and its columns.
    fn right(&self) -> [usize; 2] {
        match &self.sizes {
            Sizes::Product { inner, columns, .. } => [*inner, *columns],
            Sizes::Convolution(geometry) => {
                [geometry.rows.filter * geometry.columns.filter * geometry.channels, geometry.out]
            }
        }
    }

    fn numbers(&self, operand: usize, bytes: &[u8]) -> SmallVec<[i32; 8]> {
        let number = |&byte: &u8| match self.is_signed[operand] {
            true => i32::from(byte.cast_signed()),
            false => i32::from(byte),
        };
        bytes.iter().map(number).collect()
    }

    fn pack(&self, [_, right, _, zeros]: Operands<'_>, split: Split<'_>) -> Option<IntegerPanels> {
        let [inner, columns] = self.right();
        let right = Bytes { values: right, is_signed: self.is_signed[1] };
        IntegerPanels::of(right, (columns, 1), [inner, columns], &self.numbers(3, zeros), split)
    }

    /// Rows of the result.
    fn rows(&self) -> usize {
        match &self.sizes {
            Sizes::Product { rows, .. } => *rows,
            Sizes::Convolution(geometry) => geometry.batch * geometry.rows.output * geometry.columns.output,
        }
    }

    /// Computes the result, with panels of the right factor or its own. Without `out` it is nowhere but in the parts that are finished.
    fn compute(
        &self,
        operands: Operands<'_>,
        panels: Option<&IntegerPanels>,
        finish: Option<FinishIntegers<'_>>,
        out: Option<&mut [i32]>,
        split: Split<'_>,
    ) -> Result<(), Declined> {
        let [inner, columns] = self.right();
        let is_empty = self.rows() == 0 || columns == 0;
        if is_empty || inner == 0 {
            let Some(out) = out else { return if is_empty { Ok(()) } else { Err(Declined) } };
            out.fill(0);
            if let Some(finish) = finish {
                finish(0, out);
            }
            return Ok(());
        }
        let own;
        let panels = match panels {
            Some(panels) => panels,
            None => {
                own = self.pack(operands, split).ok_or(Declined)?;
                &own
            }
        };
        let zero = self.numbers(2, operands[2])[0];
        let bytes = Bytes { values: operands[0], is_signed: self.is_signed[0] };
        match &self.sizes {
            Sizes::Product { rows, inner, .. } => {
                let left = LeftBytes { bytes, strides: (*inner, 1), zero };
                integer_product(left, *rows, panels, finish, out, split);
            }
            Sizes::Convolution(geometry) => {
                integer_convolution(geometry, bytes, zero, panels, finish, out, split);
            }
        }
        Ok(())
    }
}

struct IntegerStep {
    integers: Integers,
    /// Whether the right factor and its zero points are constants.
    is_constant: bool,
    kept: Once<(IntegerPanels, Reservation)>,
}

impl IntegerStep {
    fn compute(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        out: Option<&mut [u8]>,
        finish: Option<FinishPart<'_>>,
    ) -> Result<(), Declined> {
        let operands: Operands<'_> = operands.try_into().map_err(|_| Declined)?;
        let threads = HostThreads::of(context);
        let split = threads.split();
        let keep = || {
            let [inner, columns] = self.integers.right();
            let room = Reservation::of(inner.checked_mul(columns)?.checked_mul(2)?)?;
            Some((self.integers.pack(operands, split)?, room))
        };
        let is_packed = self.is_constant && self.integers.right().iter().all(|&size| size > 0);
        let kept = if is_packed { self.kept.get_or_make(keep) } else { None };
        let panels = kept.map(|(panels, _)| panels);
        let out = out.map(bytemuck::try_cast_slice_mut).transpose()?;
        let Some(finish) = finish else { return self.integers.compute(operands, panels, None, out, split) };
        let finish =
            |first: usize, part: &mut [i32]| finish(first * size_of::<i32>(), bytemuck::cast_slice_mut(part));
        self.integers.compute(operands, panels, Some(&finish), out, split)
    }
}

impl Step for IntegerStep {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let [out] = results else { return Err(Declined) };
        self.compute(context, operands, Some(out), None)
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        Some(self)
    }
}

impl Producer for IntegerStep {
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.compute(context, operands, Some(result), Some(finish))
    }

    fn gives_rows(&self) -> bool {
        true
    }

    fn as_strips(&self) -> Option<&dyn Strips> {
        Some(self)
    }
}

impl Strips for IntegerStep {
    fn run_strips(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        take: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.compute(context, operands, None, Some(take))
    }
}
