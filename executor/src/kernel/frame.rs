//! The frame of a running kernel: its operands, attributes, functions and results.
//!
//! A frame reads the registers of the function that runs. The program determines the content of a register (a scalar
//! of a kind, or an object), and the loader has checked it. A frame only reads registers that are operands, so every
//! register it reads holds an available value.
//!
//! References: an operand is *owned* by the frame when this is the last use of its register, or when the register keeps
//! a reference per use (dataflow); then taking it moves the reference out, and the frame drops the operands that were
//! not taken. An operand that is not owned is borrowed from the register, and taking it adds a reference.

#![expect(unsafe_code, reason = "reads registers, whose contents the loader has checked")]

use super::{AttrSpec, ExecCtx, Func, registry::type_mismatch};
use crate::{
    kernel::instruction::{KernelInst, LAST_USE, REGISTER},
    value::{AnyRef, AsyncRef, Borrowed, Error, KernelError, Scalar, ScalarKind, Value},
};
use smallvec::SmallVec;
use std::{any::Any, cell::RefCell, sync::OnceLock};
use tfrt_bef::AttrView;

/// A slot in which an instance of a kernel in a program may cache data.
pub type Site = OnceLock<Box<dyn Any + Send + Sync>>;

/// Results up to this number are held without a list on the heap.
const FEW_RESULTS: usize = 4;

/// A running kernel's operands, attributes, functions and results.
pub struct KernelFrame<'a> {
    inst: &'a KernelInst,
    registers: *mut u64,
    /// Kind of each register of the function; `None` is an object.
    kinds: &'a [Option<ScalarKind>],
    all_owned: bool,
    /// Operands that were moved out, a bit each.
    taken: RefCell<SmallVec<[u64; 1]>>,
    pub(crate) results: SmallVec<[Option<Value>; FEW_RESULTS]>,
    ctx: ExecCtx<'a>,
}

impl<'a> KernelFrame<'a> {
    /// # Safety
    /// `registers` are those of a function whose kernel `inst` is, of these `kinds`; its operands are available and no
    /// errors, and those the instance marks as last uses (all, with `all_owned`) are references the frame may consume.
    #[inline]
    pub(crate) unsafe fn new(
        inst: &'a KernelInst,
        registers: *mut u64,
        kinds: &'a [Option<ScalarKind>],
        all_owned: bool,
        ctx: ExecCtx<'a>,
    ) -> KernelFrame<'a> {
        let count = inst.num_results();
        let results = if count <= FEW_RESULTS {
            SmallVec::from_buf_and_len([const { None }; FEW_RESULTS], count)
        } else {
            std::iter::repeat_with(|| None).take(count).collect()
        };
        let taken = RefCell::new(SmallVec::from_elem(0, inst.operands().len().div_ceil(64)));
        KernelFrame { inst, registers, kinds, all_owned, taken, results, ctx }
    }

    /// The kernel's surroundings.
    #[inline]
    pub fn ctx(&self) -> ExecCtx<'a> {
        self.ctx
    }

    /// Number of operands, those that only order execution included.
    #[inline]
    pub fn num_operands(&self) -> usize {
        self.inst.operands().len()
    }

    /// Number of results.
    #[inline]
    pub fn num_results(&self) -> usize {
        self.results.len()
    }

    /// Number of attributes.
    pub fn num_attrs(&self) -> usize {
        self.inst.attrs(self.ctx.program.file()).len()
    }

    /// Number of functions: symbol attributes in the order of their names, then regions.
    pub fn num_functions(&self) -> usize {
        self.inst.functions(self.ctx.program.file()).len()
    }

    /// Attribute by position, in the order of the attributes' names, as the program has it.
    ///
    /// # Panics
    /// If there are not that many; the kernel's signature says how many there are at least.
    pub fn attr(&self, index: usize) -> AttrView<'a> {
        let file = self.ctx.program.file();
        file.attr(self.inst.attrs(file)[index])
    }

    /// Attribute by position, converted to what the kernel's signature says.
    #[inline]
    pub(super) fn attr_as(&self, index: usize, spec: AttrSpec) -> AttrView<'a> {
        self.ctx.program.attr(self.inst.attrs(self.ctx.program.file())[index], spec)
    }

    /// Function by position.
    ///
    /// # Panics
    /// If there are not that many; the kernel's signature says how many there are at least.
    pub fn function(&self, index: usize) -> Func<'a> {
        Func { program: self.ctx.program, id: self.inst.functions(self.ctx.program.file())[index].0 }
    }

    /// The slot in which this instance of the kernel may cache data.
    #[inline]
    pub fn site(&self) -> &'a Site {
        self.inst.site()
    }

    fn word(&self, index: usize) -> u32 {
        self.inst.operands()[index]
    }

    /// The bits in the operand's register.
    fn slot(&self, index: usize) -> (u64, Option<ScalarKind>) {
        let register = (self.word(index) & REGISTER) as usize;
        // SAFETY: register numbers are in range; an operand's register is not written while its users run.
        (unsafe { self.registers.add(register).read() }, self.kinds[register])
    }

    /// Marks the operand as moved out; says whether it was there to be moved.
    fn take_mark(&self, index: usize) -> Result<bool, KernelError> {
        if !(self.all_owned || self.word(index) & LAST_USE != 0) {
            return Ok(false);
        }
        let mut taken = self.taken.borrow_mut();
        let bit = 1 << (index % 64);
        if taken[index / 64] & bit != 0 {
            return Err(KernelError::new(format!("the kernel takes operand {index} twice")));
        }
        taken[index / 64] |= bit;
        Ok(true)
    }

    fn is_taken(&self, index: usize) -> bool {
        self.taken.borrow()[index / 64] & 1 << (index % 64) != 0
    }

    /// The kind of scalar of the operand, `None` for objects.
    pub fn operand_kind(&self, index: usize) -> Option<ScalarKind> {
        self.slot(index).1
    }

    /// The operand as a scalar of type `T`.
    #[inline]
    pub fn scalar<T: Scalar>(&self, index: usize) -> Result<T, KernelError> {
        match self.slot(index) {
            (bits, Some(kind)) if kind == T::KIND => Ok(T::from_bits(bits)),
            (_, Some(kind)) => Err(type_mismatch(index, T::KIND.type_name(), kind.type_name())),
            (_, None) => {
                let value = self.object(index)?;
                match value.resolve() {
                    Some(Value::Scalar(kind, bits)) if kind == T::KIND => Ok(T::from_bits(bits)),
                    _ => Err(type_mismatch(index, T::KIND.type_name(), value.payload_type_name())),
                }
            }
        }
    }

    /// The operand's object. Fails for scalars, and for operands that were taken.
    #[inline]
    pub fn object(&self, index: usize) -> Result<Borrowed<'_>, KernelError> {
        let (bits, kind) = self.slot(index);
        if let Some(kind) = kind {
            return Err(type_mismatch(index, "an object", kind.type_name()));
        }
        if self.is_taken(index) {
            return Err(KernelError::new(format!("the kernel looks at operand {index} after taking it")));
        }
        // SAFETY: the register holds an object's reference. It lives until the frame is dropped, or until it is taken: taking it
        // needs a mutable borrow of the frame (`take`), or a caller that borrows nothing of this operand (`take_at`).
        Ok(unsafe { AnyRef::borrow_bits(bits) })
    }

    /// The operand's payload.
    #[inline]
    pub fn get<T: 'static>(&self, index: usize) -> Result<&T, KernelError> {
        let object = self.object(index)?;
        object
            .get()
            .ok_or_else(|| type_mismatch(index, std::any::type_name::<T>(), object.payload_type_name()))
    }

    /// A copy of the operand: scalar or another reference to its object.
    pub fn operand(&self, index: usize) -> Value {
        match self.slot(index) {
            (bits, Some(kind)) => Value::Scalar(kind, bits),
            (_, None) => match self.object(index) {
                Ok(object) => Value::Async(AnyRef::clone(&object)),
                Err(error) => Value::Error(Error::internal(error.message)),
            },
        }
    }

    /// Moves the operand out: its object is unique if it has no other references. Only once per operand.
    #[inline]
    pub fn take(&mut self, index: usize) -> Result<Value, KernelError> {
        // SAFETY: the frame is borrowed alone, so nothing of its operands is.
        unsafe { self.take_at(index) }
    }

    /// Like [`KernelFrame::take`], for objects. It ends earlier borrows from the frame:
    ///
    /// ```compile_fail,E0502
    /// let mut kernels = tfrt_executor::kernel::KernelRegistry::new();
    /// kernels.add_raw("demo.kernel", |frame| {
    ///     let text: &String = frame.get(0).unwrap();
    ///     drop(frame.take_object(0));
    ///     println!("{text}");
    /// });
    /// ```
    #[inline]
    pub fn take_object(&mut self, index: usize) -> Result<AnyRef, KernelError> {
        // SAFETY: the frame is borrowed alone, so nothing of its operands is.
        unsafe { self.take_object_at(index) }
    }

    /// Moves the operand out as an object with a payload of this type.
    #[inline]
    pub fn take_as<T: Send + Sync + 'static>(&mut self, index: usize) -> Result<AsyncRef<T>, KernelError> {
        // SAFETY: the frame is borrowed alone, so nothing of its operands is.
        unsafe { self.take_as_at(index) }
    }

    /// [`KernelFrame::take`], while other operands are borrowed.
    ///
    /// # Safety
    /// Nothing of this operand's object, nor of what is in it, is borrowed.
    #[inline]
    pub(super) unsafe fn take_at(&self, index: usize) -> Result<Value, KernelError> {
        let (bits, kind) = self.slot(index);
        match kind {
            Some(kind) => Ok(Value::Scalar(kind, bits)),
            // SAFETY: the caller borrows nothing of this operand's object.
            None => unsafe { self.take_object_at(index) }.map(Value::Async),
        }
    }

    /// [`KernelFrame::take_object`], while other operands are borrowed.
    ///
    /// # Safety
    /// As for [`KernelFrame::take_at`].
    #[inline]
    unsafe fn take_object_at(&self, index: usize) -> Result<AnyRef, KernelError> {
        let object = self.object(index)?;
        if self.take_mark(index)? {
            // SAFETY: the frame owns this reference and the mark says that it is gone. A register with a reference for several
            // operands has no last use among them, or one reference for each.
            Ok(unsafe { AnyRef::from_bits(self.slot(index).0) })
        } else {
            Ok(AnyRef::clone(&object))
        }
    }

    /// [`KernelFrame::take_as`], while other operands are borrowed.
    ///
    /// # Safety
    /// As for [`KernelFrame::take_at`].
    #[inline]
    pub(super) unsafe fn take_as_at<T: Send + Sync + 'static>(
        &self,
        index: usize,
    ) -> Result<AsyncRef<T>, KernelError> {
        // SAFETY: the caller borrows nothing of this operand's object.
        unsafe { self.take_object_at(index) }?
            .downcast()
            .map_err(|object| type_mismatch(index, std::any::type_name::<T>(), object.payload_type_name()))
    }

    /// Whether this kernel holds the operand's last use and the only reference to its value.
    pub fn is_unique(&self, index: usize) -> bool {
        match self.object(index) {
            Ok(object) => (self.all_owned || self.word(index) & LAST_USE != 0) && object.is_unique(),
            Err(_) => true,
        }
    }

    /// Sets a result.
    ///
    /// # Panics
    /// If there is no such result.
    #[inline]
    pub fn set_result(&mut self, index: usize, value: impl Into<Value>) {
        self.results[index] = Some(value.into());
    }

    /// Sets a result that is an object.
    ///
    /// # Panics
    /// If there is no such result.
    #[inline]
    pub fn set_object(&mut self, index: usize, object: AnyRef) {
        let result = &mut self.results[index];
        *result = None;
        *result = Some(Value::Async(object));
    }

    /// Makes a result an error, without a diagnostic.
    ///
    /// # Panics
    /// If there is no such result.
    pub fn set_error(&mut self, index: usize, error: Error) {
        self.results[index] = Some(Value::Error(error));
    }

    /// Reports a failure (with its diagnostic, unless it is silent) and makes every result an error that is unset or not
    /// available yet.
    pub fn fail(&mut self, error: impl Into<KernelError>) {
        let error = self.ctx.report(error.into());
        self.fail_with(&error);
    }

    /// Makes every result this error that is unset or not available yet.
    pub fn fail_with(&mut self, error: &Error) {
        for result in &mut self.results {
            if !result.as_ref().is_some_and(Value::is_available) {
                *result = Some(Value::Error(error.clone()));
            }
        }
    }

    /// Kind of a result's register, `None` for objects.
    pub fn result_kind(&self, index: usize) -> Option<ScalarKind> {
        self.kinds[self.inst.first_result() as usize + index]
    }
}

impl Drop for KernelFrame<'_> {
    #[inline]
    fn drop(&mut self) {
        let taken = self.taken.get_mut();
        for (index, &word) in self.inst.operands().iter().enumerate() {
            let register = (word & REGISTER) as usize;
            if self.kinds[register].is_none()
                && (self.all_owned || word & LAST_USE != 0)
                && taken[index / 64] & 1 << (index % 64) == 0
            {
                // SAFETY: the frame owns this reference, it was not taken, and this is the frame's end.
                drop(unsafe { AnyRef::from_bits(self.registers.add(register).read()) });
            }
        }
    }
}

impl std::fmt::Debug for KernelFrame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KernelFrame").field("kernel", &self.ctx.kernel).finish_non_exhaustive()
    }
}
