//! `--profile`: a profile of the whole run.

use tfrt_plugin::profiler::{DeviceType, ProfileFolder, ProfileOptions, ProfilerSession};

use super::{Options, ProfileDevice, complain};
use tfrt_driver::files;
use tfrt_driver::messages::program_name;

/// A profile in the making, and where it goes.
pub(super) struct Profile {
    session: ProfilerSession,
    folder: ProfileFolder,
}

/// Starts to profile if that is asked for.
pub(super) fn start(options: &Options) -> Result<Option<Profile>, String> {
    let Some(path) = &options.profile else { return Ok(None) };
    let name = path.display();
    // The file is written at the end; that it cannot be is better known now.
    let folder = ProfileFolder::create(path).map_err(|error| {
        format!("cannot make a folder for the profile in '{name}': {}", files::os_message(&error))
    })?;
    let session = ProfilerSession::start(ProfileOptions {
        device_type: match options.profile_device {
            ProfileDevice::Unspecified => DeviceType::Unspecified,
            ProfileDevice::Cpu => DeviceType::Cpu,
            ProfileDevice::Gpu => DeviceType::Gpu,
            ProfileDevice::Tpu => DeviceType::Tpu,
            ProfileDevice::PluggableDevice => DeviceType::PluggableDevice,
        },
        device_tracer_level: options.profile_device_level,
        host_tracer_level: options.profile_host_level,
    });
    let session = session.map_err(|error| format!("{}: --profile: {error}", program_name()))?;
    Ok(Some(Profile { session, folder }))
}

impl Profile {
    /// Ends the profile and writes it; whether that went well. What went wrong on the way is a warning.
    pub(super) fn finish(self) -> bool {
        let written = match self.folder.write(self.session) {
            Ok(written) => written,
            Err(error) => {
                return complain(&format!("cannot write the profile: {}", files::os_message(&error)));
            }
        };
        for (severity, messages) in [("error", &written.errors), ("warning", &written.warnings)] {
            for message in messages {
                eprintln!("{}: {severity} in the profile: {message}", program_name());
            }
        }
        true
    }
}
