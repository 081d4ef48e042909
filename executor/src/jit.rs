//! Machine code for hot functions: the interface between the executor and a code generator.
//!
//! The executor has no code generator. It finds hot code, describes it as a [`Unit`] of plain data, and calls a
//! [`JitCompiler`], which is part of the kernel registry that programs are opened with. The compiled code arrives
//! through a [`UnitSlot`], at once or from another thread; the program swaps it in when it next looks at the slot.
//!
//! # The contract of compiled code
//!
//! A unit's entry works on the registers of an interpreted call, in a [`NativeContext`]. It returns 0 when it has finished:
//! the results are where the interpreter would have put them. Any other return value means that it *bailed out*: an
//! unfinished kernel has had no effects, and the context's words hold one record for each native frame, the innermost
//! first. A record is the number of an [`Exit`], then the values that the exit lists. The executor turns these records into
//! interpreted calls that continue at the same point. So compiled code handles neither errors nor cancellation nor stack
//! overflow: it bails out, and the interpreter, which runs the kernel again, finds the reason.
//!
//! Values have the bits of the interpreter's registers: extended with zeros to 64.
//!
//! The executor jumps to compiled code and trusts its exits. So the author of a [`CompiledUnit`], a [`CompiledLoop`](loops::CompiledLoop) or
//! [`CompiledRounds`](rounds::CompiledRounds) promises that its code keeps this contract: their constructors are unsafe. A value of these types
//! does not say for which unit or loop its code was made. So a [`JitCompiler`] promises to answer with code for what it was asked to compile:
//! the trait is unsafe to implement.

pub mod loops;
pub mod rounds;

/// The compiler of a host's runtime, for ops that no program calls.
pub(crate) struct HostCompiler(pub Arc<dyn JitCompiler>);

use crate::{kernel::Control, value::ScalarKind};
use std::{
    any::Any,
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};

/// A piece of a program to compile: an entry, and all functions that it calls.
///
/// It says all that the code depends on, and nothing else: equal units have the same code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The entry; it is about function 0.
    pub entry: UnitEntry,
    /// The functions.
    pub functions: Vec<UnitFunction>,
}

/// The kinds of entries of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UnitEntry {
    /// Some kernels of a running call: they are the steps of function 0, which has no arguments. Its registers are those that the
    /// kernels touch, and its results are registers that they write and that are read after them. A register that no step writes is
    /// in memory.
    Steps {
        /// The place of each register of function 0 among those of the call.
        places: Vec<u32>,
    },
    /// A `tfrt.repeat.i32` around function 0, whose arguments are in its registers: this iteration and as many more as
    /// [`NativeContext::left`] says. Results of the last iteration go to [`NativeContext::results`].
    Repeat,
    /// A `tfrt.while` around function 0, whose arguments are in its registers: this iteration, and more as long as the last
    /// result is true. All results of the last iteration go to [`NativeContext::results`].
    While,
}

/// A function of a unit: kernels in the order in which they run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnitFunction {
    /// The kinds of its registers; the arguments are the first ones.
    pub registers: Vec<ScalarKind>,
    /// The number of arguments.
    pub arguments: u32,
    /// Registers of the results.
    pub results: Vec<u32>,
    /// The kernels.
    pub steps: Vec<UnitStep>,
    /// Whether it is the region of a kernel, so that there is one call of it.
    pub is_region: bool,
    /// Whether it may call itself.
    pub recursive: bool,
}

/// A kernel of a function of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UnitStep {
    /// A kernel of scalars.
    Scalar {
        /// The result of [`JitCompiler::lowering`].
        lowering: u32,
        /// Registers.
        operands: Vec<u32>,
        /// Bits of the attributes.
        attrs: Vec<u64>,
        /// Registers of the results.
        results: Range<u32>,
    },
    /// A kernel of scalars that the compiler does not know: code calls its [`ScalarFn`](crate::kernel::ScalarFn).
    Function {
        /// Its name.
        name: Box<str>,
        /// The function's address.
        address: usize,
        /// Registers.
        operands: Vec<u32>,
        /// Registers of the results; one at most.
        results: Range<u32>,
    },
    /// Control flow.
    Control {
        /// Which.
        control: Control,
        /// Register of the condition, index or count; of no meaning for calls.
        selector: u32,
        /// Functions of the unit.
        functions: Vec<u32>,
        /// Registers that are passed on.
        operands: Vec<u32>,
        /// Registers of the results.
        results: Range<u32>,
    },
}

/// A place where compiled code may leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// Whether the record starts with the iterations left of the loop that was entered ([`UnitEntry::Repeat`]; 0 for others).
    pub entered_loop: bool,
    /// Calls that are running, the outermost first. For an [`UnitEntry`]'s own exits, the first is the call of function 0 that
    /// was entered; the registers that it wrote before are listed if they are read at this step or later, or are a result.
    pub frames: Vec<ExitFrame>,
}

/// An interpreted call to make of a part of a native frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExitFrame {
    /// Function of the unit.
    pub function: u32,
    /// The step at which it is.
    pub step: u32,
    /// The state of the call at that step.
    pub state: ExitState,
    /// Registers whose values follow in the record.
    pub registers: Vec<u32>,
}

/// The state of a call at its step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitState {
    /// It is about to run it.
    Next,
    /// It waits for a function that it called.
    Calling,
    /// It waits for a loop's body. In the record, before the registers: the iterations left after this one (0 for `while`).
    Looping,
}

/// The inputs and outputs of compiled code besides its registers. The layout is part of the contract.
#[repr(C)]
#[derive(Debug)]
pub struct NativeContext {
    /// Code that may recurse leaves when its stack pointer is below.
    pub stack_limit: usize,
    /// The byte that is not zero when the request is cancelled.
    pub cancelled: *const u8,
    /// Kernels of functions that were called and came to their end; compiled code adds to it.
    pub kernels: u64,
    /// See [`UnitEntry::Repeat`].
    pub left: u64,
    /// The results of a unit that have no register; room for [`CompiledUnit::results`].
    pub results: *mut u64,
    /// [`CompiledUnit::functions`] of the unit that runs.
    pub functions: *const usize,
    /// Makes room for so many words of a record, and says where.
    pub reserve: unsafe extern "C" fn(*mut NativeContext, u64) -> *mut u64,
    /// Records of the native frames that were left.
    pub(crate) words: Vec<u64>,
}

/// The entry of compiled code: 0 when it has come to its end, see the module's documentation.
pub type NativeEntry = unsafe extern "C" fn(*mut u64, *mut NativeContext) -> u64;

/// Machine code of a unit.
///
/// ```compile_fail,E0133
/// # use tfrt_executor::jit::{CompiledUnit, NativeContext};
/// unsafe extern "C" fn nothing(_: *mut u64, _: *mut NativeContext) -> u64 {
///     0
/// }
/// // To make one is a promise about the code.
/// CompiledUnit::new(nothing, Vec::new(), 0, Box::default(), std::sync::Arc::new(()));
/// ```
pub struct CompiledUnit {
    /// Valid as long as `_owner` is.
    pub(crate) entry: NativeEntry,
    /// By number.
    pub(crate) exits: Vec<Exit>,
    /// Words that [`NativeContext::results`] must have.
    pub(crate) results: usize,
    /// Addresses of the functions that the code calls, in its order.
    pub(crate) functions: Box<[usize]>,
    /// The owner of the code's memory.
    _owner: Arc<dyn Any + Send + Sync>,
}

impl CompiledUnit {
    /// Machine code of the unit for which a [`JitCompiler`] gives this.
    ///
    /// `results` are the words that the code writes at [`NativeContext::results`], `functions` the addresses that it calls through
    /// [`NativeContext::functions`].
    ///
    /// # Safety
    /// * `entry` can be called, on any thread, as long as `owner` lives. It keeps the contract of compiled code (see the
    ///   [module](self)) for the unit: it reads registers that the entry says are available, writes those that the unit's kernels
    ///   write, at most `results` words of results, and otherwise only memory that it has reserved.
    /// * When it leaves, the context's words are records of `exits`, each exit names functions and steps of the unit and registers of
    ///   these functions, and the values are those of the registers' kinds at that step.
    /// * `functions` are addresses of [function steps](UnitStep::Function) of the unit, in the order in which the code numbers
    ///   them.
    #[expect(unsafe_code, reason = "the executor jumps to the code")]
    pub unsafe fn new(
        entry: NativeEntry,
        exits: Vec<Exit>,
        results: usize,
        functions: Box<[usize]>,
        owner: Arc<dyn Any + Send + Sync>,
    ) -> CompiledUnit {
        CompiledUnit { entry, exits, results, functions, _owner: owner }
    }
}

impl fmt::Debug for CompiledUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledUnit").field("exits", &self.exits.len()).finish_non_exhaustive()
    }
}

/// The slot in which compiled code appears; `None` in it if the unit cannot be compiled.
pub type UnitSlot = Arc<OnceLock<Option<Arc<CompiledUnit>>>>;

/// Makes machine code.
///
/// # Safety
/// Callers jump to the code in an answer. The code that [`compile`](JitCompiler::compile) and [`remembered`](JitCompiler::remembered) put into
/// a slot was made for a unit that is equal to the one that they were given, the code that [`compile_loop`](JitCompiler::compile_loop) and
/// [`compile_rounds`](JitCompiler::compile_rounds) return for an equal body; and a unit's [lowerings](UnitStep::Scalar::lowering) were taken for
/// the kernels to which [`lowering`](JitCompiler::lowering) gives these numbers.
#[expect(unsafe_code, reason = "kernels and the executor jump to the code in an answer")]
pub unsafe trait JitCompiler: Send + Sync {
    /// The number of kernels, its own and those of its callees, after which a function is worth compiling; 0 to compile
    /// everything before it first runs.
    fn threshold(&self) -> u32;

    /// Under which number the compiler knows this kernel; `None` if it must be interpreted.
    fn lowering(&self, kernel: &str) -> Option<u32>;

    /// Compiles a unit, now or later. The name, of function 0, is for people.
    fn compile(&self, unit: Unit, name: &str) -> UnitSlot;

    /// Whether there may be code of functions that are not hot yet, from an earlier run.
    fn remembers(&self) -> bool {
        false
    }

    /// The code of a unit, if it is there from an earlier run: at once, or not at all.
    fn remembered(&self, _unit: &Unit, _name: &str) -> Option<UnitSlot> {
        None
    }

    /// Compiles a loop over elements, at once; `None` if it must be interpreted. The name is for people.
    fn compile_loop(&self, _body: &loops::LoopBody, _name: &str) -> Option<Arc<loops::CompiledLoop>> {
        None
    }

    /// Compiles a loop of rounds, at once; `None` if they run one after another in another way. The name is for people.
    fn compile_rounds(&self, _body: &rounds::RoundsBody, _name: &str) -> Option<Arc<rounds::CompiledRounds>> {
        None
    }

    /// Told once why a function, or a part of it, stays interpreted.
    fn stays_interpreted(&self, function: &str, reason: &str);

    /// Whether it wants the functions that are not hot reported when their program is closed.
    fn names_what_is_cold(&self) -> bool {
        false
    }
}
