//! An op that changes a variable, `KeepLargest`: each element becomes the larger of itself and the value's element. Its result is
//! the new value of the variable.

use tfrt_plugin_sdk::{Construction, Context, DataType, Error, Kernel, KernelBuilder, OpBuilder, Update};

struct Largest;

impl Update for Largest {
    type Element = f32;

    fn update(variable: &mut [f32], value: &[f32]) -> Result<(), Error> {
        variable.iter_mut().zip(value).for_each(|(x, y)| *x = x.max(*y));
        Ok(())
    }
}

impl Kernel for Largest {
    fn new(_: &mut Construction) -> Result<Self, Error> {
        Ok(Largest)
    }

    fn compute(&self, context: &mut Context) -> Result<(), Error> {
        context.update_variable::<Largest>(0, 1)?;
        let now = context.variable(0)?;
        let mut out = context.output(0, DataType::FLOAT, &now.dims())?;
        out.values_mut::<f32>()?.copy_from_slice(now.values()?);
        Ok(())
    }
}

fn register() -> Result<(), Error> {
    OpBuilder::new("KeepLargest")
        .input("variable: resource")
        .input("value: float")
        .output("now: float")
        .stateful()
        .register()?;
    KernelBuilder::<Largest>::new("KeepLargest", "CPU").register()
}

tfrt_plugin_sdk::plugin! { kernels: register }
