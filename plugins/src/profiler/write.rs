//! The output folders of a profile: those in which TensorBoard's profile plugin looks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use prost::Message as _;
use tfrt_executor::output::utc;
use tfrt_executor::trace::Recording;
use tfrt_graphdef::proto::tensorflow::profiler::XSpace;

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

    /// The name of this host, as files and profiles have it.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Writes a profile; gives the file, `<host>.xplane.pb`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, space: &XSpace) -> io::Result<PathBuf> {
        let file = self.folder.join(format!("{}.xplane.pb", self.host));
        fs::write(&file, space.encode_to_vec())?;
        Ok(file)
    }

    /// Writes what the threads of the runtime did in the form that Perfetto opens; gives the file, `<host>.trace.json`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_trace(&self, recording: &Recording) -> io::Result<PathBuf> {
        let file = self.folder.join(format!("{}.trace.json", self.host));
        fs::write(&file, recording.to_json())?;
        Ok(file)
    }
}

/// The name of this host, with nothing in it that files cannot be named after.
fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let is_good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = name.trim().chars().map(|c| if is_good(c) { c } else { '_' }).collect();
    if name.trim_matches('.').is_empty() { "localhost".into() } else { name }
}
