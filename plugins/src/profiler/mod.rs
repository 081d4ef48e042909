//! Profiles: the record of the runtime's threads and the data of plugins' profilers, as an `XSpace`.
//!
//! A [`ProfilerSession`] starts every profiler that its options select, stops each again, and collects: a plane of the runtime's own, with
//! a line for each thread (module `plane`), and the planes of the plugins as they return them. A profiler that fails is a warning in the
//! profile; the others continue. Programs may run all the time: starting and stopping do not wait for running programs, nor programs for
//! them.
//!
//! There is one session at a time in a process, since profilers of plugins cannot be started twice.

mod plane;
mod plugin;
mod write;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tfrt_executor::trace::{self, Level, RecordOptions, Recording};
use tfrt_graphdef::proto::tensorflow::profiler::XSpace;

use plugin::{PluginProfiler, profilers};

pub(crate) use plugin::init_profiler;
pub use write::{ProfileFolder, Written};

/// The limit of recorded kernels and buffers of the host in a session, and of scopes.
pub const MOST_EVENTS: usize = 1 << 19;

/// The devices that are profiled. The numbers are those of `ProfileOptions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeviceType {
    /// All.
    #[default]
    Unspecified = 0,
    /// The host alone.
    Cpu = 1,
    /// The host; the runtime has no GPUs but those of plugins, which are pluggable devices.
    Gpu = 2,
    /// The host; the runtime has no TPUs but those of plugins, which are pluggable devices.
    Tpu = 3,
    /// The host and the devices of plugins.
    PluggableDevice = 4,
}

/// Options of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProfileOptions {
    /// The devices.
    pub device_type: DeviceType,
    /// The detail of tracing devices; at 0 no profiler of a plugin takes part.
    pub device_tracer_level: u32,
    /// The detail of tracing the host: 0 not at all; 1 functions, kernels with their ops, and compilations; 2 memory as well;
    /// 3 the steps of ops as well.
    pub host_tracer_level: u32,
}

impl Default for ProfileOptions {
    fn default() -> Self {
        ProfileOptions { device_type: DeviceType::Unspecified, device_tracer_level: 1, host_tracer_level: 2 }
    }
}

impl ProfileOptions {
    /// Whether profilers of plugins take part.
    pub fn profiles_plugins(&self) -> bool {
        self.device_tracer_level > 0
            && matches!(self.device_type, DeviceType::Unspecified | DeviceType::PluggableDevice)
    }
}

/// The reason why no profile is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProfileError {
    #[error("a profile is being made already")]
    Busy,
    #[error(transparent)]
    Tracing(#[from] trace::AlreadyTracing),
}

/// Whether a session is under way.
static RUNNING: AtomicBool = AtomicBool::new(false);

/// A profile in the making.
///
/// ```
/// use tfrt_plugin::profiler::{ProfileOptions, ProfilerSession};
///
/// let mut session = ProfilerSession::start(ProfileOptions::default())?;
/// // … run programs …
/// session.stop();
/// let space = session.collect("this-host");
/// assert_eq!(space.planes[0].name, "/host:CPU");
/// # Ok::<(), tfrt_plugin::profiler::ProfileError>(())
/// ```
#[derive(Debug)]
pub struct ProfilerSession {
    is_running: bool,
    records: bool,
    /// The plugins' profilers that were started.
    started: Vec<Arc<PluginProfiler>>,
    warnings: Vec<String>,
    recording: Option<Recording>,
}

impl ProfilerSession {
    /// Starts to profile. Profilers of plugins that do not start are warnings of the profile.
    ///
    /// # Errors
    /// Another session is under way, or the process is being traced.
    pub fn start(options: ProfileOptions) -> Result<ProfilerSession, ProfileError> {
        if RUNNING.swap(true, Ordering::AcqRel) {
            return Err(ProfileError::Busy);
        }
        let records = options.host_tracer_level > 0;
        // From here on dropping it stops the started profilers.
        let mut session = ProfilerSession {
            is_running: true,
            records: false,
            started: Vec::new(),
            warnings: Vec::new(),
            recording: None,
        };
        if records {
            trace::start_recording(RecordOptions {
                level: if options.host_tracer_level > 2 { Level::Verbose } else { Level::None },
                memory: options.host_tracer_level > 1,
                limit: MOST_EVENTS,
            })?;
            session.records = true;
        }
        if options.profiles_plugins() {
            for profiler in profilers() {
                match profiler.start() {
                    Ok(()) => session.started.push(profiler),
                    Err(error) => session.warnings.push(error),
                }
            }
        }
        Ok(session)
    }

    /// Stops. Stopping again does nothing.
    pub fn stop(&mut self) {
        if !std::mem::replace(&mut self.is_running, false) {
            return;
        }
        for profiler in &self.started {
            if let Err(error) = profiler.stop() {
                self.warnings.push(error);
            }
        }
        if self.records {
            self.recording = trace::finish_recording();
        }
        RUNNING.store(false, Ordering::Release);
    }

    /// The events of the runtime's threads, once the session has stopped; `None` before, or if the options leave the host out.
    pub fn recording(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }

    /// Stops, and returns the data found on this host.
    pub fn collect(mut self, host: &str) -> XSpace {
        self.stop();
        let mut space = XSpace { hostnames: vec![host.to_owned()], ..XSpace::default() };
        if let Some(recording) = self.recording.take() {
            if recording.is_truncated {
                space.warnings.push(format!(
                    "the host did more than {MOST_EVENTS} things: those of later are missing from its plane"
                ));
            }
            space.planes.push(plane::host_plane(&recording));
        }
        for profiler in &self.started {
            match profiler.collect() {
                Ok(found) => {
                    space.planes.extend(found.planes);
                    space.errors.extend(found.errors);
                    space.warnings.extend(found.warnings);
                }
                Err(error) => self.warnings.push(error),
            }
        }
        space.warnings.append(&mut self.warnings);
        space
    }
}

impl Drop for ProfilerSession {
    fn drop(&mut self) {
        self.stop();
    }
}
