//! An asynchronous op, `Delayed`: its input, some milliseconds later. Negative numbers are an error by then.

use std::time::Duration;

use tfrt_plugin_sdk::{AsyncKernel, Code, Construction, DataType, Error, KernelBuilder, OpBuilder, Run};

struct Delayed(Duration);

impl AsyncKernel for Delayed {
    fn new(uses: &mut Construction) -> Result<Self, Error> {
        Ok(Delayed(Duration::from_millis(uses.int("milliseconds")?.unsigned_abs())))
    }

    fn start(&self, mut run: Run) {
        let delay = self.0;
        std::thread::spawn(move || {
            std::thread::sleep(delay);
            let outcome = copy(&mut run);
            run.finish(outcome);
        });
    }
}

fn copy(run: &mut Run) -> Result<(), Error> {
    let x = run.input(0)?;
    if x.values::<f32>()?.iter().any(|&x| x < 0.0) {
        return Err(Error::new(Code::INVALID_ARGUMENT, "Delayed takes no negative numbers"));
    }
    let mut y = run.output(0, DataType::FLOAT, &x.dims())?;
    y.values_mut::<f32>()?.copy_from_slice(x.values::<f32>()?);
    Ok(())
}

fn register() -> Result<(), Error> {
    OpBuilder::new("Delayed")
        .attr("milliseconds: int >= 0 = 1")
        .input("x: float")
        .output("y: float")
        .same_shape()
        .register()?;
    KernelBuilder::<Delayed>::asynchronous("Delayed", "CPU").register()
}

tfrt_plugin_sdk::plugin! { kernels: register }
