//! Kernels that pass values through, and devices. The [scalars](super::scalar) make chains.

use tfrt_executor::device::DeviceManager;
use tfrt_executor::kernel::{AttrStr, ExecCtx, KernelFlags, KernelRegistry, Operand, Out};
use tfrt_executor::value::KernelError;

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    // The value itself, not a copy: its identity and lifetime are the operand's.
    registry
        .add_with("tfrt.alias.value", KernelFlags::WANTS_OBJECTS, |_after: Operand, value: Operand| value.0);
    registry.add("tfrt.get_device", |name: AttrStr<'_>, ctx: ExecCtx<'_>| {
        let name = name.to_text();
        match ctx.host().shared(|_| DeviceManager::default()).get(&name) {
            Some(device) => Ok(Out(device)),
            None => Err(KernelError::new(format!("cannot find device {name}"))),
        }
    });
}
