//! An op with a rule for shapes, `RowSums`: the sums over the last dimension, which the result lacks.

use tfrt_plugin_sdk::{
    Construction, Context, DataType, Error, Kernel, KernelBuilder, OpBuilder, ShapeContext, ShapeRule,
};

struct RowSums;

impl ShapeRule for RowSums {
    fn infer(context: &mut ShapeContext) -> Result<(), Error> {
        let x = context.input(0)?;
        let x = context.with_rank_at_least(&x, 1)?;
        let rows = context.subshape(&x, 0, -1)?;
        context.set_output(0, &rows)
    }
}

impl Kernel for RowSums {
    fn new(_: &mut Construction) -> Result<Self, Error> {
        Ok(RowSums)
    }

    fn compute(&self, context: &mut Context) -> Result<(), Error> {
        let x = context.input(0)?;
        let dims = x.dims();
        let (&columns, rows) = dims.split_last().unwrap_or((&1, &[]));
        let mut sums = context.output(0, DataType::FLOAT, rows)?;
        let row_len = usize::try_from(columns).unwrap_or(0).max(1);
        let totals = x.values::<f32>()?.chunks(row_len).map(|row| row.iter().sum());
        let sums = sums.values_mut::<f32>()?;
        sums.fill(0.0);
        sums.iter_mut().zip(totals).for_each(|(sum, total)| *sum = total);
        Ok(())
    }
}

fn register() -> Result<(), Error> {
    OpBuilder::new("RowSums").input("x: float").output("sums: float").shapes::<RowSums>().register()?;
    KernelBuilder::<RowSums>::new("RowSums", "CPU").register()
}

tfrt_plugin_sdk::plugin! { kernels: register }
