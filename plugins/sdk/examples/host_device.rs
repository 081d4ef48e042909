//! A device whose memory is the host's, with kernels for AddV2 and Mul on floats.

use std::sync::{PoisonError, RwLock};

use tfrt_plugin_sdk::{Code, Construction, Context, DataType, Device, Error, Kernel, KernelBuilder};

const TOTAL: usize = 1 << 30;

struct HostDevice;

impl Device for HostDevice {
    const NAME: &'static str = "RUST_HOST";
    const TYPE: &'static str = "RUST_DEVICE";
    type Memory = RwLock<Vec<u8>>;

    fn open(_: usize) -> Result<Self, Error> {
        Ok(HostDevice)
    }

    fn allocate(&self, bytes: usize) -> Option<Self::Memory> {
        (bytes <= TOTAL).then(|| RwLock::new(vec![0; bytes]))
    }

    fn write(&self, to: &Self::Memory, bytes: &[u8]) -> Result<(), Error> {
        to.write().unwrap_or_else(PoisonError::into_inner)[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&self, from: &Self::Memory, bytes: &mut [u8]) -> Result<(), Error> {
        bytes.copy_from_slice(&from.read().unwrap_or_else(PoisonError::into_inner)[..bytes.len()]);
        Ok(())
    }

    fn usage(&self) -> (i64, i64) {
        (TOTAL as i64, TOTAL as i64)
    }
}

/// An op of two tensors of one shape.
struct Binary<const IS_PRODUCT: bool>;

impl<const IS_PRODUCT: bool> Kernel for Binary<IS_PRODUCT> {
    fn new(_: &mut Construction) -> Result<Self, Error> {
        Ok(Binary)
    }

    fn compute(&self, context: &mut Context) -> Result<(), Error> {
        let (x, y) = (context.input(0)?, context.input(1)?);
        if x.dims() != y.dims() {
            return Err(Error::new(Code::UNIMPLEMENTED, "the operands must have one shape"));
        }
        let z = context.output(0, DataType::FLOAT, &x.dims())?;
        let floats = |tensor| -> Result<Vec<f32>, Error> {
            let memory = context.memory::<HostDevice>(tensor)?.read().unwrap_or_else(PoisonError::into_inner);
            Ok(memory.chunks_exact(4).map(|b| f32::from_ne_bytes([b[0], b[1], b[2], b[3]])).collect())
        };
        let bytes: Vec<u8> = floats(&x)?
            .into_iter()
            .zip(floats(&y)?)
            .flat_map(|(x, y)| if IS_PRODUCT { x * y } else { x + y }.to_ne_bytes())
            .collect();
        HostDevice.write(context.memory::<HostDevice>(z.tensor())?, &bytes)
    }
}

fn register() -> Result<(), Error> {
    KernelBuilder::<Binary<false>>::new("AddV2", HostDevice::TYPE)
        .constraint("T", DataType::FLOAT)
        .register()?;
    KernelBuilder::<Binary<true>>::new("Mul", HostDevice::TYPE).constraint("T", DataType::FLOAT).register()
}

tfrt_plugin_sdk::plugin! { device: HostDevice, kernels: register }
