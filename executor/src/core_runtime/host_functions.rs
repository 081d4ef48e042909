//! Functions of the host that programs call by name.
//!
//! An embedder that has such functions gives a request [`HostFunctions`] as its datum; the op `hlo.foreign_call` finds them there. A program
//! that runs for a request without them fails at the call.

use std::fmt;
use std::sync::Arc;

use tfrt_ops::{OpError, Setting};

use crate::tensor::DenseHostTensor;

/// A call of a function of the host.
#[derive(Debug)]
pub struct HostCall<'a> {
    /// The name of the function.
    pub target: &'a str,
    /// The attributes that the program passes to the function, sorted by name.
    pub settings: &'a [(String, Setting)],
    /// The arguments.
    pub arguments: &'a [DenseHostTensor],
    /// The results, which the function fills; nothing else refers to their memory.
    pub results: &'a mut [DenseHostTensor],
    /// Arguments and results that are tokens: arguments by number, results behind them.
    pub tokens: &'a [i64],
}

/// A function of the host that programs call.
pub trait HostFunction: Send + Sync {
    /// Calls a function, which fills the results.
    ///
    /// # Errors
    /// There is no such function, or it failed.
    fn call(&self, call: &mut HostCall<'_>) -> Result<(), OpError>;
}

/// The functions of the host for a request: a datum of it.
#[derive(Clone)]
pub struct HostFunctions(pub Arc<dyn HostFunction>);

impl fmt::Debug for HostFunctions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostFunctions").finish_non_exhaustive()
    }
}
