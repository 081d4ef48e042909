//! A new op, `ScaleShift`: scale * x + shift, with shape inference and a kernel for the CPU.
//!
//! `cargo build -p tfrt-plugin-sdk --example scale_shift`, then `tfrt-run --load-plugin=target/debug/examples/libscale_shift.so …`

use tfrt_plugin_sdk::{Code, Construction, Context, DataType, Error, Kernel, KernelBuilder, OpBuilder};

struct ScaleShift {
    scale: f32,
    shift: f32,
}

impl Kernel for ScaleShift {
    fn new(uses: &mut Construction) -> Result<Self, Error> {
        Ok(ScaleShift { scale: uses.float("scale")?, shift: uses.float("shift")? })
    }

    fn compute(&self, context: &mut Context) -> Result<(), Error> {
        let x = context.input(0)?;
        let mut y = context.output(0, x.data_type(), &x.dims())?;
        match x.data_type() {
            DataType::FLOAT => {
                for (y, x) in y.values_mut::<f32>()?.iter_mut().zip(x.values::<f32>()?) {
                    *y = self.scale * x + self.shift;
                }
            }
            DataType::DOUBLE => {
                for (y, x) in y.values_mut::<f64>()?.iter_mut().zip(x.values::<f64>()?) {
                    *y = f64::from(self.scale) * x + f64::from(self.shift);
                }
            }
            _ => return Err(Error::new(Code::UNIMPLEMENTED, "ScaleShift takes floats")),
        }
        Ok(())
    }
}

fn register() -> Result<(), Error> {
    OpBuilder::new("ScaleShift")
        .attr("T: {float, double}")
        .attr("scale: float = 1.0")
        .attr("shift: float = 0.0")
        .input("x: T")
        .output("y: T")
        .same_shape()
        .register()?;
    KernelBuilder::<ScaleShift>::new("ScaleShift", "CPU").register()
}

tfrt_plugin_sdk::plugin! { kernels: register }
