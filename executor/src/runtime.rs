//! The library's front door: open programs and call their functions.
//!
//! ```
//! use tfrt_executor::{kernel::KernelRegistry, runtime::Runtime, value::Value};
//! # use tfrt_bef::{BefWriter, FunctionKind, FunctionSpec, KernelSpec, TypeCode, DTypeCode, WriteOptions};
//! # fn file() -> Result<Vec<u8>, Box<dyn std::error::Error>> {
//! #     let mut w = BefWriter::new(WriteOptions { optional_sections: true, locations: true });
//! #     let i32 = w.type_named("i32", TypeCode::Scalar(DTypeCode::I32))?;
//! #     let location = BefWriter::unknown_location();
//! #     w.begin_function(&FunctionSpec { name: "double", kind: FunctionKind::Async, arg_types: &[i32],
//! #         result_types: &[i32], root_stream: 0, location })?;
//! #     let code = w.kernel_name("demo.add")?;
//! #     let sum = w.add_kernel(&KernelSpec { code, operands: &[0, 0], attrs: &[], attr_names: &[], functions: &[],
//! #         function_names: &[], result_types: &[i32], stream: 0, location })?;
//! #     w.end_function(&[sum])?;
//! #     Ok(w.finish()?)
//! # }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut kernels = KernelRegistry::new();
//! kernels.add_pure("demo.add", |a: i32, b: i32| a.wrapping_add(b));
//!
//! let runtime = Runtime::new(kernels)?;
//! let program = runtime.load(&file()?)?; // or `runtime.open("program.bef")`
//! let double = program.function("double").ok_or("no such function")?;
//!
//! let results = double.call([Value::from(21)])?;
//! assert_eq!(results[0].get_scalar::<i32>(), Some(42));
//! # Ok(())
//! # }
//! ```
//!
//! A [`Program`] and its functions may be called from any number of threads at once. [`Function::call`] blocks;
//! [`Function::call_async`] returns a future. A call that needs a deadline, data or resources takes a
//! [`RequestContext`]: see [`Function::execute`].

use crate::{
    host::{Host, HostOptions},
    jit::HostCompiler,
    kernel::{ExecCtx, KernelRegistry, Values},
    program::{Function, LoadError, Program},
    request::RequestContext,
    value::{Error, Value, when_all_ready},
    wake::SharedWaker,
};
use std::{
    future::Future,
    path::Path,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

struct RuntimeInner {
    host: Host,
    registry: KernelRegistry,
}

impl Drop for RuntimeInner {
    fn drop(&mut self) {
        // Tasks hold the host: the queued ones must run before the host can be dropped.
        self.host.quiesce();
    }
}

/// A host with its kernels; cheap to clone. Programs refer to the runtime that opened them but do not keep it: it ends
/// with its last clone, after what is queued has run.
#[derive(Clone)]
pub struct Runtime(Arc<RuntimeInner>);

impl Runtime {
    /// A runtime with a host of the default options: a worker thread per processor.
    pub fn new(registry: KernelRegistry) -> std::io::Result<Runtime> {
        Runtime::with_options(registry, HostOptions::default())
    }

    /// A runtime with a host of one's own choice.
    pub fn with_options(registry: KernelRegistry, options: HostOptions) -> std::io::Result<Runtime> {
        let host = Host::new(options)?;
        if let Some(jit) = registry.jit() {
            host.shared(|_| HostCompiler(jit.clone()));
        }
        Ok(Runtime(Arc::new(RuntimeInner { host, registry })))
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.0.host
    }

    /// The kernels.
    pub fn registry(&self) -> &KernelRegistry {
        &self.0.registry
    }

    /// Opens a file. It must not be changed while the program is in use.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Program, LoadError> {
        Ok(self.own(Program::open(path, &self.0.registry)?))
    }

    /// The program, called on this runtime by default; it does not keep the runtime.
    fn own(&self, program: Program) -> Program {
        let runtime = Arc::downgrade(&self.0);
        program.with_runtime(runtime)
    }

    /// Opens a program that is in memory.
    pub fn load(&self, bytes: &[u8]) -> Result<Program, LoadError> {
        Ok(self.own(Program::from_bytes(bytes, &self.0.registry)?))
    }
}

impl std::fmt::Debug for Runtime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runtime").field("host", &self.0.host).finish_non_exhaustive()
    }
}

impl Program {
    /// The runtime that opened the program, if there was one and it still exists.
    pub fn runtime(&self) -> Option<Runtime> {
        self.any_runtime()?.downcast().ok().map(Runtime)
    }
}

impl Function {
    /// Runs the function for a request, in this thread until nothing of it is ready any more. Its results may be pending:
    /// see [`Host::wait`].
    pub fn execute(&self, request: &RequestContext, args: impl IntoIterator<Item = Value>) -> Values {
        let ctx = ExecCtx { request, program: self.program(), kernel: u32::MAX };
        (self.program().calls().call)(ctx, self.id(), args.into_iter().collect())
    }

    /// Runs a sync function.
    pub fn execute_sync(
        &self,
        request: &RequestContext,
        args: impl IntoIterator<Item = Value>,
    ) -> Result<Values, Error> {
        (self.program().calls().call_sync)(self.program(), self.id(), request, args.into_iter().collect())
    }

    /// Calls the function and waits for its results; the first that is an error fails the call. The program must come
    /// from a [`Runtime`].
    pub fn call(&self, args: impl IntoIterator<Item = Value>) -> Result<Vec<Value>, Error> {
        let runtime = self.runtime()?;
        let results = self.execute(&RequestContext::new(runtime.host()), args);
        runtime.host().wait(&results);
        finished(&results)
    }

    /// Calls the function; the future is ready when all its results are. On the single-threaded queue, polling runs what
    /// is queued. The program must come from a [`Runtime`].
    pub fn call_async(&self, args: impl IntoIterator<Item = Value>) -> Result<CallFuture, Error> {
        let runtime = self.runtime()?;
        let results = self.execute(&RequestContext::new(runtime.host()), args);
        Ok(CallFuture { runtime, results, waker: None })
    }

    fn runtime(&self) -> Result<Runtime, Error> {
        self.program().runtime().ok_or_else(|| Error::internal("the program has no runtime, or it is gone"))
    }
}

fn finished(results: &Values) -> Result<Vec<Value>, Error> {
    results
        .iter()
        .map(|value| match value.resolve() {
            Some(Value::Error(error)) => Err(error),
            Some(value) => Ok(value),
            None => Err(Error::internal("a result is not available")),
        })
        .collect()
}

/// Results of a call that are on their way.
#[derive(Debug)]
pub struct CallFuture {
    runtime: Runtime,
    results: Values,
    /// The waker of the waiting task, shared with the values' callback once there is one.
    waker: Option<Arc<SharedWaker>>,
}

impl Future for CallFuture {
    type Output = Result<Vec<Value>, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let waker = match &self.waker {
            Some(waker) => {
                waker.update(context);
                waker.clone()
            }
            None => {
                let waker = SharedWaker::new(context);
                self.waker = Some(waker.clone());
                let woken = waker.clone();
                when_all_ready(&self.results, move || woken.wake());
                waker
            }
        };
        if !self.results.iter().all(Value::is_available) {
            self.runtime.host().queue().poll(&waker);
        }
        if self.results.iter().all(Value::is_available) {
            Poll::Ready(finished(&self.results))
        } else {
            Poll::Pending
        }
    }
}
