//! `hlo.probe` and `hlo.expect_probed`: tensors that a program puts aside under a name, and comparisons with them.
//!
//! What a program puts aside goes to the [`Probes`] of its host: into a folder, a file of NumPy's for each time that a probe runs, `<name>_<count>.npy`, with a line in
//! `index.csv` that has the name, the type and the file; without a folder it stays in memory if the program compares it.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DenseHostTensor;

use crate::ops::hlo::{int, missing};

/// The list of the files in a folder.
const INDEX: &str = "index.csv";

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.probe", OpEntry::new().dispatch(probe));
    ops.add("hlo.expect_probed", OpEntry::new().dispatch(expect_probed));
}

/// The tensors that the programs of a host have put aside.
#[derive(Debug, Default)]
pub struct Probes {
    folder: Option<PathBuf>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The number of runs of each probe.
    counts: FxHashMap<String, i64>,
    /// Tensors that are compared, where there is no folder.
    tensors: FxHashMap<(String, i64), DenseHostTensor>,
}

impl Probes {
    /// Probes that write into a folder.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Probes {
        Probes { folder: Some(folder), kept: Mutex::default() }
    }

    /// The file of a probe's tensor.
    fn file(&self, name: &str, count: i64) -> Result<Option<PathBuf>, OpError> {
        if name.contains(['/', '\\', '\0']) {
            return Err(format!("a probe's name is part of a file's name, which '{name}' cannot be").into());
        }
        Ok(self.folder.as_ref().map(|folder| folder.join(format!("{name}_{count}.npy"))))
    }

    /// Puts a tensor aside; the type is the program's.
    fn put(&self, name: &str, ty: &str, tensor: &DenseHostTensor, is_compared: bool) -> Result<(), OpError> {
        // The lock keeps the lines of the list whole.
        let mut kept = self.kept.lock();
        let count = kept.counts.entry(name.to_owned()).or_default();
        *count += 1;
        let count = *count;
        let Some(path) = self.file(name, count)? else {
            if is_compared {
                kept.tensors.insert((name.to_owned(), count), tensor.clone());
            }
            return Ok(());
        };
        tfrt_exchange::npy::write(&path, tensor).map_err(|error| format!("probe '{name}': {error}"))?;
        let index = path.with_file_name(INDEX);
        let add = || {
            let mut file = OpenOptions::new().create(true).append(true).open(&index)?;
            writeln!(file, "{name},{ty},{name}_{count}.npy")
        };
        add().map_err(|error| OpError::new(format!("probe '{name}': {}: {error}", index.display())))
    }

    /// The tensor that a probe put aside in the given run.
    fn get(&self, name: &str, count: i64) -> Result<DenseHostTensor, OpError> {
        let found = match self.file(name, count)? {
            Some(path) => {
                let read = tfrt_exchange::npy::read(&path);
                Some(read.map_err(|error| OpError::new(format!("{}: {error}", path.display())))?)
            }
            None => self.kept.lock().tensors.get(&(name.to_owned(), count)).cloned(),
        };
        found.ok_or_else(|| format!("the probe '{name}' has not run {count} times").into())
    }
}

fn text(frame: &DispatchFrame<'_>, name: &str) -> Result<String, OpError> {
    let attrs = frame.attrs();
    let text = attrs.get_string(name).ok_or_else(|| missing(name))?;
    Ok(String::from_utf8_lossy(text).into_owned())
}

fn probe(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let (name, ty) = (text(frame, "name")?, text(frame, "type")?);
    let is_compared = frame.attrs().get_bool("is_compared").unwrap_or(false);
    let probes = frame.context().request().host().shared(|_| Probes::default());
    probes.put(&name, &ty, frame.dense(0)?, is_compared)
}

fn expect_probed(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let (name, iteration) = (text(frame, "name")?, int(frame.attrs(), "iteration")?);
    let probes = frame.context().request().host().shared(|_| Probes::default());
    let (found, expected) = (probes.get(&name, iteration)?, frame.dense(0)?);
    let types = [&found, expected].map(|tensor| {
        let dims = tensor.shape().dims().iter().map(|dim| format!("{dim}x")).collect::<String>();
        dims + tensor.dtype().name()
    });
    if types[0] != types[1] {
        return Err(
            format!("the probe '{name}' has put aside a tensor {}, not {}", types[0], types[1]).into()
        );
    }
    if found.bytes() != expected.bytes() {
        return Err(format!("what the probe '{name}' has put aside has other elements").into());
    }
    Ok(())
}
