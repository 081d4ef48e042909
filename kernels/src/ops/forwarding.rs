//! Ops that forward their call to other ops: older versions, other names, and forms that take attributes in place of operands.

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrs, OpEntry, OpError, OpRegistry, TensorHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1, Shape};

/// Adds the ops of this file, to those that they call.
pub(super) fn register(ops: &mut OpRegistry) {
    add(ops, "tf.MatrixDiagPart", (1, ""), &["tf.MatrixDiagPartV3"], |call| {
        let zero = call.zero(0)?;
        call.with(0, [0.into(), (&[0][..]).into(), zero.into()], &left())
    });
    add(ops, "tf.MatrixDiagPartV2", (3, ""), &["tf.MatrixDiagPartV3"], |call| {
        call.with(0, [0.into(), 1.into(), 2.into()], &left())
    });
    add(ops, "tf.MatrixDiagV2", (5, ""), &["tf.MatrixDiagV3"], |call| {
        call.with(0, [0.into(), 1.into(), 2.into(), 3.into(), 4.into()], &left())
    });
    add(ops, "tf.MatrixSetDiag", (2, ""), &["tf.MatrixSetDiagV3"], |call| {
        call.with(0, [0.into(), 1.into(), (&[0][..]).into()], &left())
    });
    add(ops, "tf.MatrixSetDiagV2", (3, ""), &["tf.MatrixSetDiagV3"], |call| {
        call.with(0, [0.into(), 1.into(), 2.into()], &left())
    });
    add(ops, "tf.InTopK", (2, "k"), &["tf.InTopKV2"], |call| {
        let k = call.integer("k")?;
        call.with(0, [0.into(), 1.into(), Arg::Scalar(k)], &OpAttrs::new())
    });
    add(ops, "tf.TopK", (1, "k"), &["tf.TopKV2"], |call| {
        let k = call.integer("k")?;
        call.with(0, [0.into(), Arg::Scalar(k)], &OpAttrs::new())
    });
    add(ops, "tf.Reverse", (2, ""), &["tf.ReverseV2"], |call| {
        let flags = call.frame.values::<I1>(1)?;
        if flags.len() != call.frame.tensor(0)?.shape().rank() {
            let (shape, count) = (call.frame.tensor(0)?.shape(), flags.len());
            return Err(
                format!("dims must have one element for each dimension of {shape}, but has {count}").into()
            );
        }
        let axes: Vec<i64> = (0..).zip(flags).filter(|(_, flag)| flag.get()).map(|(axis, _)| axis).collect();
        call.with(0, [0.into(), (&axes[..]).into()], &OpAttrs::new())
    });
    add(ops, "tf.BiasAddV1", (2, ""), &["tf.BiasAdd"], |call| {
        call.with(0, [0.into(), 1.into()], &OpAttrs::new())
    });
    for name in ["tf.GuaranteeConst", "tf.DeepCopy"] {
        add(ops, name, (1, ""), &["tf.Identity"], |call| call.with(0, [0.into()], &OpAttrs::new()));
    }
    add(ops, "tf.ConjugateTranspose", (2, ""), &["tf.Transpose", "tf.Conj"], |call| {
        call.with(0, [0.into(), 1.into()], &OpAttrs::new())?;
        match call.frame.tensor(0)?.dtype() {
            DType::Complex64 | DType::Complex128 => call.again(1, &OpAttrs::new()),
            _ => Ok(()),
        }
    });
    add(ops, "tf.SpaceToBatch", (2, "block_size"), &["tf.SpaceToBatchND"], |call| {
        let size = call.integer("block_size")?;
        call.with(0, [0.into(), (&[size, size][..]).into(), 1.into()], &OpAttrs::new())
    });
    add(ops, "tf.BatchToSpace", (2, "block_size"), &["tf.BatchToSpaceND"], |call| {
        let size = call.integer("block_size")?;
        call.with(0, [0.into(), (&[size, size][..]).into(), 1.into()], &OpAttrs::new())
    });
    add(ops, "tf.BatchMatMulV3", (2, "Tout"), &["tf.BatchMatMulV2", "tf.Cast"], |call| {
        let made = call.frame.attrs().get_dtype("Tout");
        let made = made.ok_or("missing 'Tout' attribute")?;
        let mut attrs = OpAttrs::new();
        for name in ["adj_x", "adj_y"] {
            attrs.set_bool(name, call.frame.attrs().get_bool(name).unwrap_or(false));
        }
        let (x, y) = (call.cast(0, made)?, call.cast(1, made)?);
        call.with(0, [x, y], &attrs)
    });
    add(ops, "tf.ParallelConcat", (usize::MAX, ""), &["tf.ConcatV2"], |call| {
        let parts: Vec<Arg> = (0..call.frame.num_args()).map(Arg::Given).chain([Arg::Scalar(0)]).collect();
        call.with(0, parts, &OpAttrs::new())
    });
}

/// Bands of diagonals as the versions before the third have them.
fn left() -> OpAttrs {
    let mut attrs = OpAttrs::new();
    attrs.set_string("align", "LEFT_LEFT");
    attrs
}

/// An op that calls others, which must be there already. It takes so many arguments (or any number), and has the attribute that is
/// named, if any, which errors of the others do not know.
fn add(
    ops: &mut OpRegistry,
    name: &str,
    (arguments, attribute): (usize, &'static str),
    others: &[&str],
    run: impl Fn(&mut Call<'_, '_>) -> Result<(), OpError> + Send + Sync + 'static,
) {
    let others: Vec<Arc<OpEntry>> = others.iter().filter_map(|other| ops.get(other).cloned()).collect();
    ops.add(
        name,
        OpEntry::new()
            .dispatch(move |frame: &mut DispatchFrame<'_>| {
                let results = vec![TensorHandle::default(); frame.num_results()];
                if arguments != usize::MAX {
                    frame.expect_args(arguments)?;
                }
                let mut call = Call { frame, others: &others, results };
                run(&mut call).map_err(|error| match attribute {
                    "" => error,
                    name if error.message().contains(name) => error,
                    name => {
                        let separator = if error.details().is_empty() { "" } else { ", " };
                        let details = format!("{}{separator}with attribute '{name}'", error.details());
                        error.with_details(details)
                    }
                })?;
                let Call { results, .. } = call;
                for (i, result) in results.into_iter().enumerate() {
                    frame.set_handle(i, result);
                }
                Ok(())
            })
            .strings(),
    );
}

/// An argument of the op that is called.
enum Arg {
    /// One of this op's.
    Given(usize),
    Scalar(i64),
    Made(TensorHandle),
}

impl From<usize> for Arg {
    fn from(i: usize) -> Arg {
        Arg::Given(i)
    }
}

impl From<&[i64]> for Arg {
    fn from(values: &[i64]) -> Arg {
        let shape = Shape::new(&[values.len() as i64]);
        let tensor = shape.ok().and_then(|shape| DenseHostTensor::from_values(shape, values).ok());
        Arg::Made(tensor.map(TensorHandle::new).unwrap_or_default())
    }
}

impl From<TensorHandle> for Arg {
    fn from(handle: TensorHandle) -> Arg {
        Arg::Made(handle)
    }
}

struct Call<'c, 'f> {
    frame: &'c mut DispatchFrame<'f>,
    others: &'c [Arc<OpEntry>],
    results: Vec<TensorHandle>,
}

impl Call<'_, '_> {
    fn integer(&self, name: &str) -> Result<i64, OpError> {
        self.frame
            .attrs()
            .get_int(name)
            .ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))
    }

    /// A zero of an argument's dtype.
    fn zero(&self, i: usize) -> Result<TensorHandle, OpError> {
        let dtype = self.frame.tensor(i)?.dtype();
        Ok(TensorHandle::new(crate::ops::collections::list::zeros(dtype, Shape::scalar())?))
    }

    fn arg(&self, arg: Arg) -> Result<TensorHandle, OpError> {
        Ok(match arg {
            Arg::Given(i) => TensorHandle::new(self.frame.tensor(i)?.clone()),
            Arg::Scalar(value) => {
                let narrow = i32::try_from(value)
                    .map_err(|_| format!("an attribute, {value}, does not fit 32 bits"))?;
                TensorHandle::new(DenseHostTensor::from_values(Shape::scalar(), &[narrow])?)
            }
            Arg::Made(handle) => handle,
        })
    }

    fn run(&mut self, op: usize, mut args: Vec<TensorHandle>, attrs: &OpAttrs) -> Result<(), OpError> {
        let entry = self.others.get(op).ok_or("the op that computes this is missing")?;
        let mut results = std::mem::take(&mut self.results);
        let done = self.frame.nested_results(entry, &mut args, attrs.into(), &mut results);
        self.results = results;
        done.map_err(|(_, error)| error)
    }

    /// Calls an op on these arguments; its results are this op's.
    fn with(
        &mut self,
        op: usize,
        args: impl IntoIterator<Item = Arg>,
        attrs: &OpAttrs,
    ) -> Result<(), OpError> {
        let args = args.into_iter().map(|arg| self.arg(arg)).collect::<Result<Vec<_>, OpError>>()?;
        self.run(op, args, attrs)
    }

    /// Calls an op on the results so far.
    fn again(&mut self, op: usize, attrs: &OpAttrs) -> Result<(), OpError> {
        let count = self.results.len();
        let args = std::mem::replace(&mut self.results, vec![TensorHandle::default(); count]);
        self.run(op, args, attrs)
    }

    /// An argument in another dtype; the second op that is called must be `tf.Cast`.
    fn cast(&self, i: usize, to: DType) -> Result<Arg, OpError> {
        if self.frame.dense(i)?.dtype() == to {
            return Ok(Arg::Given(i));
        }
        let mut attrs = OpAttrs::new();
        attrs.set_dtype("DstT", to);
        let cast = self.others.get(1).ok_or("tf.Cast is missing")?;
        let result = self.frame.nested_op(cast, &mut [self.arg(Arg::Given(i))?], (&attrs).into());
        result.map(Arg::Made).map_err(|(_, error)| error)
    }
}
