//! The entry points of a plugin.

/// Makes the library a plugin. `kernels` is a function that registers ops and kernels, `device` a type that implements
/// [`Device`](crate::Device); either may be left out.
///
/// ```no_run
/// use std::sync::Mutex;
/// use tfrt_plugin_sdk::{Device, Error};
///
/// /// A device whose memory is the host's.
/// struct MyDevice;
///
/// impl Device for MyDevice {
///     const NAME: &'static str = "MY_PLATFORM";
///     const TYPE: &'static str = "MY_DEVICE";
///     type Memory = Mutex<Vec<u8>>;
///
///     fn open(_ordinal: usize) -> Result<Self, Error> {
///         Ok(MyDevice)
///     }
///     fn allocate(&self, bytes: usize) -> Option<Self::Memory> {
///         let mut memory = Vec::new();
///         memory.try_reserve_exact(bytes).ok()?;
///         memory.resize(bytes, 0);
///         Some(Mutex::new(memory))
///     }
///     fn write(&self, to: &Self::Memory, bytes: &[u8]) -> Result<(), Error> {
///         let mut to = to.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
///         to[..bytes.len()].copy_from_slice(bytes);
///         Ok(())
///     }
///     fn read(&self, from: &Self::Memory, bytes: &mut [u8]) -> Result<(), Error> {
///         let from = from.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
///         bytes.copy_from_slice(&from[..bytes.len()]);
///         Ok(())
///     }
///     fn usage(&self) -> (i64, i64) {
///         (1 << 30, 1 << 30)
///     }
/// }
///
/// /// Registers ops and kernels: this plugin has none.
/// fn register() -> Result<(), Error> {
///     Ok(())
/// }
///
/// tfrt_plugin_sdk::plugin! { device: MyDevice, kernels: register }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! plugin {
    (device: $device:ty, kernels: $kernels:path $(,)?) => {
        $crate::plugin! { device: $device }
        $crate::plugin! { kernels: $kernels }
    };
    (device: $device:ty $(,)?) => {
        /// Registers the devices.
        ///
        /// # Safety
        /// Called by the host with its own structs.
        #[expect(unsafe_code, reason = "the host calls it by its name")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn SE_InitPlugin(
            params: *mut $crate::sys::SE_PlatformRegistrationParams,
            status: *mut $crate::sys::TF_Status,
        ) {
            // SAFETY: the host passes structs that it has cleared, and a status.
            unsafe { $crate::register_device::<$device>(params, status) }
        }
    };
    (kernels: $kernels:path $(,)?) => {
        /// Registers ops and kernels.
        #[expect(unsafe_code, reason = "the host calls it by its name")]
        #[unsafe(no_mangle)]
        pub extern "C" fn TF_InitKernel() {
            let registered: Result<(), $crate::Error> = $kernels();
            if let Err(error) = registered {
                eprintln!("{}: {error}", env!("CARGO_CRATE_NAME"));
            }
        }
    };
}
