//! The file `saved_model.pb`: graphs by tags, and their signatures.

use std::fs;
use std::path::{Path, PathBuf};

use prost::Message as _;
use tfrt_graphdef::{Constant, Port, read_tensor};
use tfrt_ir::context::Context;
use tfrt_ops::DataType;

use crate::proto::collection_def::Kind;
use crate::proto::tensor_info::Encoding;
use crate::proto::{MetaGraphDef, SavedModel as Message, SignatureDef, TensorInfo};

/// The signatures that are no functions for users start with this.
const OWN: &str = "__saved_model";

/// The signature whose only result is the node that initialises the model.
const INIT: &str = "__saved_model_init_op";

/// The collections that name this node in graphs of version 1.
const INIT_COLLECTIONS: &[&str] = &["saved_model_main_op", "legacy_init_op"];

/// The tag that serving systems ask for.
const SERVE: &str = "serve";

/// A model: one of the graphs in a folder.
#[derive(Debug)]
pub struct Model {
    /// The folder.
    pub folder: PathBuf,
    pub(crate) graph: MetaGraphDef,
}

/// Whether a folder has a model.
#[must_use]
pub fn is_model(folder: &Path) -> bool {
    folder.join("saved_model.pb").is_file()
}

/// The list of these names, with the one that is nearest to `wanted` first.
pub(crate) fn suggestion<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = tfrt_ir::nearest(wanted, names.iter().copied());
    let near = near.map(|name| format!("did you mean '{name}'? ")).unwrap_or_default();
    let list: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match list.is_empty() {
        true => "it has none".to_owned(),
        false => format!("{near}it has {}", list.join(", ")),
    }
}

impl Model {
    /// Reads the graph with this tag; without one, that for serving, or the only one there is.
    ///
    /// # Errors
    /// There is no model in the folder, it is broken, or has no such graph.
    pub fn open(folder: &Path, tag: Option<&str>) -> Result<Model, String> {
        let path = folder.join("saved_model.pb");
        let bytes = fs::read(&path).map_err(|error| match folder.join("saved_model.pbtxt").is_file() {
            true => format!(
                "{}: models in text form are not supported",
                folder.join("saved_model.pbtxt").display()
            ),
            false => format!("{}: cannot be read: {error}", path.display()),
        })?;
        let message = Message::decode(&bytes[..])
            .map_err(|error| format!("{}: no SavedModel: {error}", path.display()))?;
        drop(bytes);
        let tags_of = |graph: &MetaGraphDef| graph.meta_info_def.clone().unwrap_or_default().tags;
        let all: Vec<Vec<String>> = message.meta_graphs.iter().map(tags_of).collect();
        let has = |tag: &str| all.iter().position(|tags| tags.iter().any(|known| known == tag));
        let found = match tag {
            Some(tag) => has(tag),
            None => has(SERVE).or((all.len() == 1).then_some(0)),
        };
        let Some(found) = found else {
            let wanted = tag.unwrap_or(SERVE);
            let known = suggestion(wanted, all.iter().flatten().map(String::as_str));
            return Err(format!("{}: has no graph with the tag '{wanted}': {known}", path.display()));
        };
        let mut graph = message.meta_graphs.into_iter().nth(found).unwrap_or_default();
        if let Some(plain) = graph.graph_def.as_ref().and_then(tfrt_graphdef::with_plain_nodes) {
            graph.graph_def = Some(plain);
        }
        Ok(Model { folder: folder.to_owned(), graph })
    }

    /// The names of the signatures.
    pub fn signatures(&self) -> impl Iterator<Item = &str> {
        self.graph.signature_def.keys().map(String::as_str).filter(|name| !name.starts_with(OWN))
    }

    /// The signature that a caller means who names none: the one of that name, or the only one.
    ///
    /// # Errors
    /// There are several.
    pub fn default_signature(&self) -> Result<&str, String> {
        let mut names = self.signatures();
        match (names.next(), names.next()) {
            (Some(only), None) => Ok(only),
            _ => match self.signatures().find(|name| *name == crate::DEFAULT_SIGNATURE) {
                Some(name) => Ok(name),
                None => Err(format!(
                    "{}: the model has no signature '{}': {}",
                    self.folder.display(),
                    crate::DEFAULT_SIGNATURE,
                    suggestion("", self.signatures())
                )),
            },
        }
    }

    /// A signature.
    pub(crate) fn signature(&self, name: &str) -> Result<&SignatureDef, String> {
        self.graph.signature_def.get(name).filter(|_| !name.starts_with(OWN)).ok_or_else(|| {
            let known = suggestion(name, self.signatures());
            format!("{}: the model has no signature '{name}': {known}", self.folder.display())
        })
    }

    /// The node that restores the variables.
    pub(crate) fn restore_node(&self) -> Option<&str> {
        let saver = self.graph.saver_def.as_ref()?;
        Some(&*saver.restore_op_name).filter(|name| !name.is_empty())
    }

    /// The node that stands for the name of the bundle.
    pub(crate) fn bundle_node(&self) -> Option<&str> {
        self.graph.saver_def.as_ref()?.filename_tensor_name.split(':').next().filter(|name| !name.is_empty())
    }

    /// The nodes that initialise the model.
    pub(crate) fn init_nodes(&self) -> Vec<String> {
        let signature = self.graph.signature_def.get(INIT).and_then(|signature| signature.outputs.get(INIT));
        if let Some(Encoding::Name(name)) = signature.and_then(|info| info.encoding.as_ref()) {
            return vec![name.split(':').next().unwrap_or_default().to_owned()];
        }
        let named = INIT_COLLECTIONS.iter().filter_map(|name| self.graph.collection_def.get(*name));
        named
            .filter_map(|collection| match &collection.kind {
                Some(Kind::NodeList(nodes)) => nodes.value.first().cloned(),
                _ => None,
            })
            .take(1)
            .collect()
    }

    /// The nodes that stand for assets, with the names of these.
    pub(crate) fn assets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.graph.asset_file_def.iter().filter_map(|asset| {
            match asset.tensor_info.as_ref()?.encoding.as_ref()? {
                Encoding::Name(name) => Some((name.split(':').next()?, &*asset.filename)),
                _ => None,
            }
        })
    }
}

/// The tensors of a signature's argument or result: several for a sparse or ragged one.
pub(crate) fn ports(
    ctx: &Context,
    name: &str,
    info: &TensorInfo,
    signature: &SignatureDef,
) -> Result<Vec<Port>, String> {
    let port = |name: String, tensor: &str| -> Result<Port, String> {
        let data_type = u32::try_from(info.dtype).ok().and_then(DataType::from_number);
        let shape = info.tensor_shape.as_ref().filter(|shape| !shape.unknown_rank);
        let dims = shape.map(|shape| shape.dim.iter().map(|dim| dim.size.max(-1)).collect());
        let default: Option<Constant> = match signature.defaults.get(&name) {
            Some(tensor) => {
                Some(read_tensor(ctx, tensor).map_err(|why| format!("the default of '{name}': {why}"))?)
            }
            None => None,
        };
        Ok(Port { name, tensor: tensor.to_owned(), data_type, dims, default })
    };
    match &info.encoding {
        Some(Encoding::Name(tensor)) => Ok(vec![port(name.to_owned(), tensor)?]),
        Some(Encoding::CooSparse(sparse)) => {
            let parts = [
                ("values", &sparse.values_tensor_name, info.dtype, vec![-1]),
                ("indices", &sparse.indices_tensor_name, DataType::Int64.number() as i32, vec![-1, -1]),
                ("dense_shape", &sparse.dense_shape_tensor_name, DataType::Int64.number() as i32, vec![-1]),
            ];
            let part = |(part, tensor, data_type, dims): (&str, &String, i32, Vec<i64>)| {
                let data_type = u32::try_from(data_type).ok().and_then(DataType::from_number);
                Ok(Port { data_type, dims: Some(dims), ..port(format!("{name}/{part}"), tensor)? })
            };
            parts.into_iter().map(part).collect()
        }
        Some(Encoding::CompositeTensor(composite)) => {
            let mut all = Vec::new();
            for (number, component) in composite.components.iter().enumerate() {
                all.extend(ports(ctx, &format!("{name}/{number}"), component, signature)?);
            }
            Ok(all)
        }
        None => Err(format!("'{name}' names no tensor")),
    }
}
