//! Runs one function on given inputs, for its results.

use std::io;
use std::path::{Path, PathBuf};

use tfrt_exchange::{Access, Format};
use tfrt_executor::output::print_line;
use tfrt_executor::program::{Function, Program};
use tfrt_executor::tensor::{StringHostTensor, Tensor, convert};
use tfrt_executor::trace;
use tfrt_executor::value::Value;

use super::functions::missing;
use super::{Driver, complain, results};
use tfrt_driver::array::{HostArray, file_and_name};
use tfrt_driver::files;
use tfrt_driver::messages::program_name;
use tfrt_driver::saved_models::{DEFAULT_SIGNATURE, INITIALISE};
use tfrt_driver::text_form::{ResultText, TextFormat};
use tfrt_driver::values::{ArgumentError, arguments, items_of, outputs, tensor_of, to_array};

impl Driver<'_> {
    /// Runs the function that the command line or the program names; whether all results are there and where they should be.
    pub(super) fn run_single(&self, program: &Program) -> bool {
        match self.try_run_single(program) {
            Ok(succeeded) => succeeded,
            Err(message) => complain(&format!("{}: {message}", program_name())),
        }
    }

    fn try_run_single(&self, program: &Program) -> Result<bool, String> {
        let options = self.options;
        let function = match options.function.as_ref().or(options.graph.signature.as_ref()) {
            Some(name) => match program.function(name) {
                Some(function) => function,
                None => return Ok(complain(&missing(program, name))),
            },
            None => default_function(program, options.init_function.as_deref())?,
        };
        let arguments = arguments(&function, &options.inputs, &options.pictures, options.access())
            .map_err(|error: ArgumentError| error.to_string())?;
        let outputs = outputs(&function, &options.outputs)?;
        check_files(outputs.iter().copied().flatten())?;
        let labels = options.labels.as_deref().map(|text| read_labels(text, options.access())).transpose()?;
        let mut succeeded = true;
        if let Some(init) = options.init_function.as_deref().and_then(|name| program.function(name)) {
            let values = init.execute(&self.request(), []);
            self.host.wait(&values);
            self.host.quiesce();
            succeeded = values.iter().all(|value| value.error().is_none());
        }

        let scope = trace::function(|| format!("Function: {}", function.name()));
        let again = options.benchmark.map(|time| (time, arguments.clone()));
        let values = function.execute(&self.request(), arguments);
        self.host.wait(&values);
        self.host.quiesce();
        drop(scope);
        if let Some((time, arguments)) = again
            && values.iter().all(|value| value.error().is_none())
        {
            match options.load(time, &self.host) {
                Some(load) => succeeded &= self.serve(&function, &arguments, load),
                None => self.benchmark(&function, &arguments, time),
            }
        }

        let signature = function.signature();
        let results: Vec<(Value, &str)> = signature
            .results
            .iter()
            .map(|result| {
                let value = &values[result.position];
                (value.resolve().unwrap_or_else(|| value.clone()), result.ty.name)
            })
            .collect();
        succeeded &= values.iter().all(|value| value.error().is_none());
        let mut tensor_files: Vec<(&str, Vec<(&str, HostArray)>)> = Vec::new();
        let mut lists: Vec<(&str, Vec<HostArray>)> = Vec::new();
        let mut texts: Vec<TextFile<'_>> = Vec::new();
        for (i, (value, ty)) in results.iter().enumerate() {
            let name = signature.results[i].name();
            let line = |is_cut| results::in_full(value, name, ty, options.error_code, is_cut);
            match outputs.get(i).copied().flatten().map(|output| output.strip_prefix('@').unwrap_or(output)) {
                Some(path) if TextFormat::of(Path::new(path)).is_some() => {
                    if let Err(why) = self.add_text(&mut texts, path, value, name, ty) {
                        succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
                    }
                }
                Some(path) if path != "-" && strings_of(value).is_some_and(|_| is_npy(path)) => {
                    let Some(strings) = strings_of(value) else { continue };
                    if let Err(why) = tfrt_exchange::npy::write_strings(Path::new(path), strings) {
                        succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
                    }
                }
                Some(path) if path != "-" && items_of(value).is_some() => {
                    match self.list_to_write(path, value) {
                        Ok(file) => lists.push(file),
                        Err(why) => {
                            succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
                        }
                    }
                }
                Some(path) if path != "-" => match self.to_write(path, value, ty) {
                    Ok((path, tensor)) => match tensor_files.iter_mut().find(|(known, _)| *known == path) {
                        Some((_, tensors)) => tensors.push(tensor),
                        None => tensor_files.push((path, vec![tensor])),
                    },
                    Err(message) => succeeded = complain(&message),
                },
                Some(_) => print_line(line(false)),
                None if options.outputs.is_empty() && !options.quiet && labels.is_none() => {
                    print_line(line(true));
                }
                None => {}
            }
        }
        for (path, tensors) in &tensor_files {
            let tensors: Vec<_> = tensors.iter().map(|(name, array)| (*name, array.tensor())).collect();
            if let Err(why) = tfrt_exchange::write(Path::new(path), &tensors) {
                succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
            }
        }
        for (path, items) in &lists {
            if let Err(why) = write_list(Path::new(path), items) {
                succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
            }
        }
        for text in &texts {
            if let Err(why) = files::write_output_with(text.path, |out| text.write(out)) {
                succeeded = complain(&format!("{}: {why}", program_name()));
            }
        }
        if let Some(labels) = &labels {
            print_line(accuracy(&results, labels)?);
        }
        Ok(succeeded)
    }

    /// Adds a result to the files of text.
    fn add_text<'a>(
        &self,
        files: &mut Vec<TextFile<'a>>,
        path: &'a str,
        value: &'a Value,
        name: Option<&'a str>,
        type_name: &str,
    ) -> Result<(), String> {
        if let Some(error) = value.error() {
            return Err(results::error_text(error, self.options.error_code));
        }
        let format = TextFormat::of(Path::new(path)).unwrap_or(TextFormat::Literal);
        let text =
            ResultText::of(value).ok_or_else(|| format!("a result of type {type_name} has no text"))?;
        text.check(format)?;
        match files.iter_mut().find(|file| file.path == path) {
            Some(file) if format == TextFormat::Literal => file.results.push((name, text)),
            Some(_) => {
                return Err("the file holds one result, but several are to be written to it".to_owned());
            }
            None => files.push(TextFile { path, format, results: vec![(name, text)] }),
        }
        Ok(())
    }

    /// A result that is a list on its way to a file.
    fn list_to_write<'a>(&self, path: &'a str, value: &Value) -> Result<(&'a str, Vec<HostArray>), String> {
        if let Some(error) = value.error() {
            return Err(results::error_text(error, self.options.error_code));
        }
        let items = items_of(value).unwrap_or_default();
        let items = items.iter().map(|item| match convert::to_dense(item) {
            Ok(dense) => Ok(HostArray::from(dense)),
            Err(error) => Err(error.to_string()),
        });
        let items = items.collect::<Result<Vec<_>, _>>()?;
        match (Format::of(Path::new(path)), items.len()) {
            (Format::Npz, _) | (Format::Npy, 1) => Ok((path, items)),
            (_, count) => Err(format!("the result is a list of {count} tensors, which @FILE.npz holds")),
        }
    }

    /// A result on its way to a file: the file, the name it has there, its elements.
    fn to_write<'a>(
        &self,
        text: &'a str,
        value: &Value,
        type_name: &str,
    ) -> Result<(&'a str, (&'a str, HostArray)), String> {
        let complaint = |why: String| format!("{}: --output=@{text}: {why}", program_name());
        if let Some(error) = value.error() {
            return Err(complaint(results::error_text(error, self.options.error_code)));
        }
        let array = to_array(value).ok_or_else(|| {
            complaint(format!("a result of type {type_name} cannot be written as a NumPy array"))
        })?;
        let (path, name) = file_and_name(text);
        Ok((path, (name.unwrap_or("result"), array)))
    }
}

/// That no result is written over another one.
fn check_files<'a>(outputs: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut known: Vec<(PathBuf, &str, &str)> = Vec::new();
    for output in outputs {
        let text = output.strip_prefix('@').unwrap_or(output);
        // What the file is for says whether it takes several texts.
        if text == "-" || TextFormat::of(Path::new(text)).is_some() {
            continue;
        }
        let (path, name) = file_and_name(text);
        let name = name.unwrap_or("result");
        let file = Path::new(path);
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let place = match (folder, file.file_name()) {
            (Ok(folder), Some(file)) => folder.join(file),
            // It is complained of when it is written.
            _ => file.to_owned(),
        };
        let is_alone = Format::of(file) == Format::Npy;
        for (other, other_path, other_name) in known.iter().filter(|(other, ..)| *other == place) {
            let why = if is_alone {
                "the file holds one result, but several are to be written to it".to_owned()
            } else if *other_name == name {
                format!("two results are to be written under the name '{name}'")
            } else if *other_path != path {
                format!("'{other_path}' is the same file ({})", other.display())
            } else {
                continue;
            };
            return Err(format!("--output=@{text}: {why}"));
        }
        known.push((place, path, name));
    }
    Ok(())
}

/// A file of text, with the results that it is to hold.
struct TextFile<'a> {
    path: &'a str,
    format: TextFormat,
    results: Vec<(Option<&'a str>, ResultText<'a>)>,
}

impl TextFile<'_> {
    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        for (name, text) in &self.results {
            match self.format {
                TextFormat::Literal => {
                    text.write_literal(out, *name, false)?;
                    out.write_all(b"\n")?;
                }
                format => text.write(out, format)?,
            }
        }
        Ok(())
    }
}

/// Writes the tensors of a list: one as it is, or any number in an archive, by the names that NumPy gives those without one.
fn write_list(path: &Path, items: &[HostArray]) -> Result<(), String> {
    let names: Vec<String> = (0..items.len()).map(|at| format!("arr_{at}")).collect();
    let tensors: Vec<_> =
        names.iter().zip(items).map(|(name, array)| (name.as_str(), array.tensor())).collect();
    match Format::of(path) {
        Format::Npz => tfrt_exchange::npz::write(path, &tensors),
        _ => tfrt_exchange::write(path, &tensors),
    }
    .map_err(|error| error.to_string())
}

/// The tensor of strings that a result is.
fn strings_of(value: &Value) -> Option<&StringHostTensor> {
    match tensor_of(value)? {
        Tensor::String(strings) if value.error().is_none() => Some(strings),
        _ => None,
    }
}

fn is_npy(path: &str) -> bool {
    Format::of(Path::new(path)) == Format::Npy
}

/// `main`, or the only function that there is.
fn default_function(program: &Program, init: Option<&str>) -> Result<Function, String> {
    if let Some(main) = program.function("main") {
        return Ok(main);
    }
    if let Some(signature) = program.function(DEFAULT_SIGNATURE) {
        return Ok(signature);
    }
    let is_own = |name: &str| name.is_empty() || name == INITIALISE || Some(name) == init;
    let mut named = program.functions().filter(|function| !is_own(function.name()));
    match (named.next(), named.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err("the program has no function".into()),
        (Some(_), Some(_)) => {
            Err("the program has several functions and no 'main': choose one with --function".into())
        }
    }
}

fn read_labels(text: &str, access: Access) -> Result<Vec<i64>, String> {
    let complaint = |why: String| format!("--labels={text}: {why}");
    let path = text.strip_prefix('@').unwrap_or(text);
    let array = HostArray::read(path, access).map_err(complaint)?;
    array.to_integers().ok_or_else(|| complaint(format!("labels are integers, not {}", array.type_text())))
}

/// How many of the predictions, which are the last result of integers, agree with the labels.
fn accuracy(results: &[(Value, &str)], labels: &[i64]) -> Result<String, String> {
    let mut integers = results.iter().rev().filter_map(|(value, _)| to_array(value)?.to_integers());
    let predictions = integers.next().ok_or("--labels: no result is a tensor of integers")?;
    if predictions.len() != labels.len() {
        return Err(format!("--labels: {} labels for {} predictions", labels.len(), predictions.len()));
    }
    let right = predictions.iter().zip(labels).filter(|(prediction, label)| prediction == label).count();
    let percent = 100.0 * right as f64 / labels.len().max(1) as f64;
    Ok(format!("accuracy: {percent:.2}% ({right} of {})", labels.len()))
}
