//! The entry points of a plugin.

/// Makes the library a plugin. `kernels` is a function that registers ops and kernels, `device` a type that implements
/// [`Device`](crate::Device); either may be left out.
///
/// ```ignore
/// tfrt_plugin_sdk::plugin! { device: MyDevice, kernels: register }
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
