//! The values that a graph does not hold itself: tensors of the bundle, paths and contents of assets.
//!
//! The graph says a value by name, in nodes that [`tfrt_graphdef::weight`] makes; it is read when the graph is final, so that values without users
//! are never read.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tfrt_graphdef::{Constant, constant};
use tfrt_ir::context::Context;
use tfrt_ops::DataType;

use crate::bundle::{Bundle, Elements};
use crate::vocabulary::{self, Column};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Source {
    /// A tensor of the bundle, or a slice of one.
    Restored { name: String, slice: String },
    /// The path of a file of the model's assets.
    Path(String),
    /// Its bytes.
    Content(String),
    /// A column of a file of lines.
    Column { file: String, column: Column, data_type: DataType },
    /// A text.
    Text(Vec<u8>),
}

/// Values by the names that graphs have for them.
#[derive(Debug, Default)]
pub(crate) struct Values {
    names: BTreeMap<Source, String>,
}

impl Values {
    /// The name of a value.
    pub(crate) fn name(&mut self, source: &Source) -> String {
        if let Some(name) = self.names.get(source) {
            return name.clone();
        }
        let name = format!("{}", self.names.len());
        self.names.insert(source.clone(), name.clone());
        name
    }

    /// The values with their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Source, &str)> {
        self.names.iter().map(|(source, name)| (source, &**name))
    }
}

/// The place from which values are read.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    bundle: Option<Bundle>,
}

impl Store {
    pub(crate) fn new(folder: &Path) -> Store {
        Store { folder: folder.to_owned(), bundle: None }
    }

    /// Where an asset is.
    ///
    /// # Errors
    /// Its name leads out of the folder of assets.
    pub(crate) fn asset(&self, name: &str) -> Result<PathBuf, String> {
        let path = Path::new(name);
        let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !plain || name.is_empty() {
            return Err(format!("the asset '{name}' is not a file in the model's folder of assets"));
        }
        Ok(self.folder.join("assets").join(path))
    }

    fn content(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.asset(name)?;
        fs::read(&path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))
    }

    /// The bundle, opened when it is first needed.
    pub(crate) fn bundle(&mut self) -> Result<&mut Bundle, String> {
        if self.bundle.is_none() {
            self.bundle = Some(Bundle::open(&self.folder.join("variables").join("variables"))?);
        }
        self.bundle.as_mut().ok_or_else(|| "the bundle is not open".into())
    }

    /// Reads a value.
    pub(crate) fn read(&mut self, ctx: &Context, source: &Source) -> Result<Constant, String> {
        let one = |bytes: Vec<u8>| Constant::Strings { dims: Vec::new(), values: vec![bytes] };
        match source {
            Source::Restored { name, slice } => {
                let tensor = self.bundle()?.read(name, slice)?;
                match tensor.elements {
                    Elements::Dense(bytes) => constant(ctx, tensor.data_type, &tensor.dims, bytes),
                    Elements::Strings(values) => Ok(Constant::Strings { dims: tensor.dims, values }),
                }
                .map_err(|why| format!("tensor '{name}': {why}"))
            }
            Source::Path(name) => Ok(one(self.asset(name)?.to_string_lossy().into_owned().into_bytes())),
            Source::Content(name) => self.content(name).map(one),
            Source::Text(text) => Ok(one(text.clone())),
            Source::Column { file, column, data_type } => {
                let content = self.content(file)?;
                vocabulary::column(ctx, &content, column, *data_type)
                    .map_err(|why| format!("{}: {why}", self.folder.join("assets").join(file).display()))
            }
        }
    }
}
