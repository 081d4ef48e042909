//! The files of a profile, in the folders in which TensorBoard's profile plugin looks: one for TensorBoard, and one for Perfetto beside it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use prost::Message as _;
use tfrt_executor::output::utc;

use super::ProfilerSession;

/// What was written of a profile.
#[derive(Debug, Clone)]
pub struct Written {
    /// The file for TensorBoard, `<host>.xplane.pb`: what the threads of the runtime did, and what the profilers of plugins found.
    pub profile: PathBuf,
    /// The file that Perfetto opens, `<host>.trace.json`: what the threads of the runtime did; none if the options leave the host out.
    pub trace: Option<PathBuf>,
    /// What went wrong on the way.
    pub errors: Vec<String>,
    /// What is worth knowing about the profile.
    pub warnings: Vec<String>,
}

/// The folder of one profile: `<log folder>/plugins/profile/<run>`, where a run is named after its date and time (UTC).
#[derive(Debug, Clone)]
pub struct ProfileFolder {
    folder: PathBuf,
    host: String,
}

impl ProfileFolder {
    /// Makes the folder of a new run.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn create(log_folder: &Path) -> io::Result<ProfileFolder> {
        let all = log_folder.join("plugins").join("profile");
        fs::create_dir_all(&all)?;
        let [year, month, day, hour, minute, second] = utc(SystemTime::now());
        let run = format!("{year:04}_{month:02}_{day:02}_{hour:02}_{minute:02}_{second:02}");
        // Another run may have begun in the same second.
        let mut number = 0;
        loop {
            let name = if number == 0 { run.clone() } else { format!("{run}_{number}") };
            let folder = all.join(name);
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(ProfileFolder { folder, host: host_name() }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Ends a session, and writes what it found.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, mut session: ProfilerSession) -> io::Result<Written> {
        session.stop();
        let file = |ending: &str| self.folder.join(format!("{}.{ending}", self.host));
        let trace = session.recording().map(|recording| (file("trace.json"), recording.to_json()));
        let space = session.collect(&self.host);
        let (errors, warnings) = (space.errors.clone(), space.warnings.clone());
        let profile = file("xplane.pb");
        fs::write(&profile, space.encode_to_vec())?;
        let trace = trace.map(|(file, text)| fs::write(&file, text).map(|()| file)).transpose()?;
        Ok(Written { profile, trace, errors, warnings })
    }
}

/// The name of this host, with nothing in it that files cannot be named after.
fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let is_good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = name.trim().chars().map(|c| if is_good(c) { c } else { '_' }).collect();
    if name.trim_matches('.').is_empty() { "localhost".into() } else { name }
}
