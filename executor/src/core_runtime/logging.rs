//! A handler that writes every call to a log before another handler runs it.
//!
//! Inputs are awaited and shown as dense tensors, so a logged program is synchronous in its inputs, and, with
//! `sync_log_results`, in its results. The log goes to standard error, or to the file
//! `$LOGGING_DEV_METADATA_DUMP_PREFIX` + `metadata.log`; with `$LOGGING_DEV_TENSOR_DUMP_PREFIX` every logged tensor is also
//! written to a file of its own.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::OpError;
use super::context::OpContext;
use super::handle::TensorHandle;
use super::op::{Op, OpHandler, OpHandlerRef, OpImpl, OpInvocation};
use crate::output::{Severity, log};
use crate::tensor::convert::to_dense;
use crate::tensor::{DisplayElement, Tensor};
use crate::value::Value;

/// Logs the calls of another handler's ops.
pub struct LoggingOpHandler {
    fallback: OpHandlerRef,
    log: Arc<Log>,
}

impl std::fmt::Debug for LoggingOpHandler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoggingOpHandler").field("results", &self.log.results).finish_non_exhaustive()
    }
}

struct Log {
    results: bool,
    next: AtomicU64,
    /// The destination of lines; standard error without a file.
    file: Option<Mutex<File>>,
    tensor_prefix: Option<String>,
}

impl LoggingOpHandler {
    /// A handler over `fallback`. Fails when the log file that the environment names cannot be made.
    pub fn new(fallback: OpHandlerRef, sync_log_results: bool) -> Result<Self, OpError> {
        let file = match std::env::var("LOGGING_DEV_METADATA_DUMP_PREFIX") {
            Ok(prefix) => {
                let name = format!("{prefix}metadata.log");
                let file = File::create(&name).map_err(|_| format!("error opening file {name}"))?;
                Some(Mutex::new(file))
            }
            Err(_) => None,
        };
        let tensor_prefix = std::env::var("LOGGING_DEV_TENSOR_DUMP_PREFIX").ok();
        let log = Log { results: sync_log_results, next: AtomicU64::new(0), file, tensor_prefix };
        Ok(LoggingOpHandler { fallback, log: Arc::new(log) })
    }
}

impl OpHandler for LoggingOpHandler {
    fn name(&self) -> &str {
        if self.log.results { "sync_logging" } else { "logging" }
    }

    fn make_op(&self, name: &str) -> Result<Op, OpError> {
        let op = self.fallback.make_op(name)?;
        Ok(Op::new(LoggingOp { op, name: name.into(), log: self.log.clone() }))
    }
}

struct LoggingOp {
    op: Op,
    name: Box<str>,
    log: Arc<Log>,
}

impl OpImpl for LoggingOp {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        let id = self.log.next.fetch_add(1, Ordering::Relaxed);
        let (name, plural) = (&self.name, |n: usize| if n == 1 { "" } else { "s" });
        let (inputs, results) = (call.args.len(), call.results.len());
        let mut text = format!(
            "[{id}] dispatch '{name}' {inputs} argument{}, {results} result{}, ",
            plural(inputs),
            plural(results)
        )
        .into_bytes();
        if call.attrs.is_empty() {
            text.extend_from_slice(b"no attributes\n");
        } else {
            text.extend_from_slice(&call.attrs.print());
        }
        self.tensors(id, "Input", call.args, call.context, &mut text);
        self.log.write(&text);
        let context = call.context;
        let chain = call.chain.as_deref_mut();
        self.op.invoke(OpInvocation {
            context,
            args: call.args,
            attrs: call.attrs,
            results: call.results,
            chain,
        });
        if self.log.results && !call.results.is_empty() {
            let mut text = Vec::new();
            self.tensors(id, "Output", call.results, context, &mut text);
            self.log.write(&text);
        }
    }
}

impl LoggingOp {
    fn tensors(
        &self,
        id: u64,
        side: &str,
        handles: &[TensorHandle],
        context: &dyn OpContext,
        text: &mut Vec<u8>,
    ) {
        let name = &self.name;
        text.extend_from_slice(format!("{side}s for [{id}]: '{name}':\n").as_bytes());
        let pending: Vec<Value> =
            handles.iter().filter_map(|handle| handle.as_async().cloned().map(Value::Async)).collect();
        context.wait(&pending);
        for (i, handle) in handles.iter().enumerate() {
            text.extend_from_slice(format!("  {side} for [{id}] tensor {i}: ").as_bytes());
            match handle.tensor().map(shown) {
                Some(tensor) => {
                    text.extend_from_slice(&tensor.print());
                    self.dump(id, side, i, &tensor);
                }
                None => text.extend_from_slice(&handle.print()),
            }
            text.push(b'\n');
        }
        text.push(b'\n');
    }

    /// Writes a tensor's elements to its own file, if the environment asks for it.
    fn dump(&self, id: u64, side: &str, i: usize, tensor: &Tensor) {
        let Some(prefix) = &self.log.tensor_prefix else { return };
        let path = format!("{prefix}op_{id}_{}_{}_{i}", self.name, side.to_lowercase());
        let mut out = Vec::new();
        let separate = |out: &mut Vec<u8>| {
            if !out.is_empty() {
                out.extend_from_slice(b", ");
            }
        };
        match tensor {
            Tensor::Dense(dense) => {
                let dtype = dense.dtype();
                for bytes in dense.bytes().chunks_exact(dtype.size().unwrap_or(1)) {
                    separate(&mut out);
                    out.extend_from_slice(DisplayElement { dtype, bytes }.to_string().as_bytes());
                }
            }
            Tensor::String(strings) => {
                for string in strings.strings() {
                    separate(&mut out);
                    out.extend_from_slice(string);
                }
            }
            other => out = other.print(),
        }
        if let Err(error) = std::fs::write(&path, out) {
            log(Severity::Error, file!(), line!(), &format!("error opening file {path}: {error}"));
        }
    }
}

/// The tensor as the log shows it: dense if it has a dense form.
fn shown(tensor: &Tensor) -> Tensor {
    match tensor {
        Tensor::Scalar(_) | Tensor::Coo(_) => to_dense(tensor).map_or_else(|_| tensor.clone(), Tensor::Dense),
        other => other.clone(),
    }
}

impl Log {
    fn write(&self, text: &[u8]) {
        // A log that cannot be written does not stop the program.
        let _ = match &self.file {
            Some(file) => file.lock().write_all(text),
            None => std::io::stderr().lock().write_all(text),
        };
    }
}
