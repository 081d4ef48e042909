//! Parameters of typed kernels: the part of the frame that a Rust parameter takes.
//!
//! | Parameter | Takes |
//! |---|---|
//! | `bool`, `i8` … `u64`, `f16`, `bf16`, `f32`, `f64`, `Complex<f32>`, [`Chain`] | the next operand, a scalar |
//! | `&T` | the next operand's payload, borrowed |
//! | [`In<T>`] | the next operand's object, moved in |
//! | [`Operand`] | the next operand, whatever it is |
//! | [`Rest`] | all further operands |
//! | [`Attr<T>`], [`AttrStr`], [`AttrArray`], [`AttrDense`], [`AttrType`], [`AttrAny`] | the next attribute |
//! | [`RestAttrs`] | all further attributes |
//! | [`Func`], [`Funcs`] | the next function; all further functions |
//! | [`ExecCtx`] | nothing: the kernel's surroundings |

use super::instruction::Runner;
use super::{AttrSpec, ExecCtx, Func, KernelFrame, OperandSpec, Signature, sealed};
use crate::tensor::{DType, dtype_of};
use crate::value::{AsyncRef, Borrowed, Chain, KernelError, Scalar, ScalarKind, Value};
use bytemuck::AnyBitPattern;
use half::{bf16, f16};
use num_complex::Complex;
use std::{marker::PhantomData, ops::Deref};
use tfrt_bef::{AttrView, DTypeCode};

/// The position in a frame up to which parameters have been taken.
#[derive(Debug)]
pub struct Cursor<'a> {
    frame: &'a KernelFrame<'a>,
    operand: usize,
    attr: usize,
    function: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(frame: &'a KernelFrame<'a>) -> Cursor<'a> {
        Cursor { frame, operand: 0, attr: 0, function: 0 }
    }

    fn next_operand(&mut self) -> usize {
        self.operand += 1;
        self.operand - 1
    }

    fn next_attr(&mut self, spec: AttrSpec) -> AttrView<'a> {
        self.attr += 1;
        self.frame.attr_as(self.attr - 1, spec)
    }
}

/// The machine that runs a kernel, and the kernel's position in the file.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct FastPlace {
    pub(crate) machine: *const Runner,
    pub(crate) kernel: u32,
}

/// A parameter of a typed kernel. The implementations are those of the module's table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter of a kernel; see `tfrt_executor::kernel::params`"
)]
pub trait Param: sealed::Param {
    /// The parameter as the kernel sees it, borrowing from a frame.
    type Item<'a>: Param;

    /// Whether it can be read from registers and instruction words alone.
    const FAST: bool = false;
    /// Instruction words that say which registers it reads.
    const OPERAND_WORDS: usize = 0;
    /// Instruction words that hold its attribute.
    const ATTR_WORDS: usize = 0;
    /// Whether it needs the machine and the kernel's place.
    const NEEDS_CTX: bool = false;

    /// Adds it to the kernel's signature.
    fn describe(signature: &mut Signature);

    /// Reads it from the frame.
    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<Self::Item<'a>, KernelError>;

    /// Reads it from registers and instruction words.
    ///
    /// # Safety
    /// `words` and `attrs` point at this parameter's words, `registers` at registers of the kinds its signature asks for.
    #[doc(hidden)]
    #[expect(unsafe_code, reason = "the loader has checked what is read here")]
    #[inline(always)]
    unsafe fn load_fast(
        words: &mut *const u32,
        attrs: &mut *const u32,
        registers: *const u64,
        place: FastPlace,
    ) -> Self
    where
        Self: Sized,
    {
        let _ = (words, attrs, registers, place);
        unreachable!("only parameters with `FAST` are read this way")
    }
}

macro_rules! scalar_params {
    ($($ty:ty)*) => {$(
        impl sealed::Param for $ty {}

        impl Param for $ty {
            type Item<'a> = $ty;
            const FAST: bool = true;
            const OPERAND_WORDS: usize = 1;

            fn describe(signature: &mut Signature) {
                signature.operands.push(OperandSpec::Scalar(<$ty>::KIND));
            }

            #[inline]
            fn load<'a>(cursor: &mut Cursor<'a>) -> Result<$ty, KernelError> {
                let index = cursor.next_operand();
                cursor.frame.scalar(index)
            }

            #[expect(unsafe_code, reason = "the loader has checked what is read here")]
            #[inline(always)]
            unsafe fn load_fast(
                words: &mut *const u32,
                _: &mut *const u32,
                registers: *const u64,
                _: FastPlace,
            ) -> $ty {
                // SAFETY: the caller says that the next word is the number of one of these registers, which
                // holds a scalar of this kind.
                unsafe {
                    let register = words.read() as usize;
                    *words = words.add(1);
                    <$ty as Scalar>::from_bits(registers.add(register).read())
                }
            }
        }
    )*};
}

scalar_params! { bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex<f32> Chain }

impl<T: Send + Sync + 'static> sealed::Param for &T {}

impl<T: Send + Sync + 'static> Param for &T {
    type Item<'a> = &'a T;

    fn describe(signature: &mut Signature) {
        signature.operands.push(OperandSpec::Object);
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<&'a T, KernelError> {
        let index = cursor.next_operand();
        cursor.frame.get(index)
    }
}

/// An operand's object, moved into the kernel: unique if this is its last use.
#[derive(Debug)]
pub struct In<T: Send + Sync + 'static>(AsyncRef<T>);

impl<T: Send + Sync + 'static> In<T> {
    /// Mutable access to the payload, if this is its only reference.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.0.get_mut()
    }

    /// The object.
    pub fn into_ref(self) -> AsyncRef<T> {
        self.0
    }

    /// The object as a value.
    pub fn into_value(self) -> Value {
        Value::Async(self.0.into_any())
    }
}

impl<T: Send + Sync + 'static> Deref for In<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self.0.get() {
            Some(payload) => payload,
            // Operands are available before a kernel runs, and `downcast` has checked the type.
            None => unreachable!("an operand without a payload"),
        }
    }
}

impl<T: Send + Sync + 'static> sealed::Param for In<T> {}

impl<T: Send + Sync + 'static> Param for In<T> {
    type Item<'a> = In<T>;

    fn describe(signature: &mut Signature) {
        signature.operands.push(OperandSpec::Object);
    }

    #[expect(unsafe_code, reason = "parameters have different operands")]
    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<In<T>, KernelError> {
        let index = cursor.next_operand();
        // SAFETY: the cursor gives this operand to this parameter alone, which does not borrow it.
        unsafe { cursor.frame.take_as_at(index) }.map(In)
    }
}

/// An operand of any kind, moved into the kernel.
#[derive(Debug)]
pub struct Operand(pub Value);

impl sealed::Param for Operand {}

impl Param for Operand {
    type Item<'a> = Operand;

    fn describe(signature: &mut Signature) {
        signature.operands.push(OperandSpec::Any);
    }

    #[expect(unsafe_code, reason = "parameters have different operands")]
    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<Operand, KernelError> {
        let index = cursor.next_operand();
        // SAFETY: the cursor gives this operand to this parameter alone, which does not borrow it.
        unsafe { cursor.frame.take_at(index) }.map(Operand)
    }
}

/// All further operands.
#[derive(Debug)]
pub struct Rest<'a> {
    frame: &'a KernelFrame<'a>,
    first: usize,
}

impl<'a> Rest<'a> {
    /// The number of remaining operands.
    pub fn len(&self) -> usize {
        self.frame.num_operands() - self.first
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them as a scalar.
    pub fn scalar<T: Scalar>(&self, index: usize) -> Result<T, KernelError> {
        self.frame.scalar(self.first + index)
    }

    /// One of them as a payload.
    pub fn get<T: 'static>(&self, index: usize) -> Result<&T, KernelError> {
        self.frame.get(self.first + index)
    }

    /// The kind of one of them, `None` for objects.
    pub fn kind(&self, index: usize) -> Option<ScalarKind> {
        self.frame.operand_kind(self.first + index)
    }

    /// The object of one of them.
    pub fn object(&self, index: usize) -> Result<Borrowed<'_>, KernelError> {
        self.frame.object(self.first + index)
    }

    /// A copy of one of them.
    pub fn value(&self, index: usize) -> Value {
        self.frame.operand(self.first + index)
    }

    /// One of them, moved out.
    #[expect(unsafe_code, reason = "parameters have different operands")]
    pub fn take(&mut self, index: usize) -> Result<Value, KernelError> {
        // SAFETY: the operands from the first on are this parameter's alone, and what it lends is borrowed from it.
        unsafe { self.frame.take_at(self.first.saturating_add(index)) }
    }

    /// All of them as scalars of one type.
    pub fn scalars<T: Scalar>(&self) -> impl Iterator<Item = Result<T, KernelError>> {
        (0..self.len()).map(|index| self.scalar(index))
    }
}

impl sealed::Param for Rest<'_> {}

impl Param for Rest<'_> {
    type Item<'a> = Rest<'a>;

    fn describe(signature: &mut Signature) {
        signature.rest = Some(OperandSpec::Any);
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<Rest<'a>, KernelError> {
        let first = cursor.operand.min(cursor.frame.num_operands());
        cursor.operand = cursor.frame.num_operands();
        Ok(Rest { frame: cursor.frame, first })
    }
}

/// A number attribute. Integers of another width or sign are converted, if they fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attr<T>(pub T);

/// Scalars that attributes can hold.
pub trait AttrScalar: Scalar {
    /// The attribute's type.
    const DTYPE: DTypeCode;
}

macro_rules! attr_scalars {
    ($($ty:ty => $dtype:ident)*) => {$( impl AttrScalar for $ty { const DTYPE: DTypeCode = DTypeCode::$dtype; } )*};
}

attr_scalars! {
    bool => I1 i8 => I8 i16 => I16 i32 => I32 i64 => I64 u8 => UI8 u16 => UI16 u32 => UI32 u64 => UI64
    f16 => F16 bf16 => BF16 f32 => F32 f64 => F64
}

impl<T: AttrScalar> sealed::Param for Attr<T> {}

impl<T: AttrScalar> Param for Attr<T> {
    type Item<'a> = Attr<T>;
    const FAST: bool = true;
    const ATTR_WORDS: usize = 2;

    fn describe(signature: &mut Signature) {
        signature.attrs.push(AttrSpec::Scalar(T::DTYPE));
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<Attr<T>, KernelError> {
        match cursor.next_attr(AttrSpec::Scalar(T::DTYPE)) {
            AttrView::Scalar { dtype, bits } if dtype == T::DTYPE => Ok(Attr(T::from_bits(bits))),
            other => Err(wrong_attr(AttrSpec::Scalar(T::DTYPE), &other)),
        }
    }

    #[expect(unsafe_code, reason = "the loader has checked what is read here")]
    #[inline(always)]
    unsafe fn load_fast(_: &mut *const u32, attrs: &mut *const u32, _: *const u64, _: FastPlace) -> Attr<T> {
        // SAFETY: the caller says that the attribute's bits are the next two words, of 32 bits each; the read
        // needs no alignment.
        unsafe {
            let bits = attrs.cast::<u64>().read_unaligned();
            *attrs = attrs.add(2);
            Attr(T::from_bits(bits))
        }
    }
}

fn wrong_attr(spec: AttrSpec, found: &AttrView<'_>) -> KernelError {
    KernelError::new(format!("the kernel takes a {spec}, but got a {}", found.describe()))
}

macro_rules! attr_params {
    ($($(#[$doc:meta])* $name:ident($item:ty), $spec:expr, $pattern:pat => $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<'a>(pub $item, PhantomData<&'a ()>);

        impl<'a> Deref for $name<'a> {
            type Target = $item;
            fn deref(&self) -> &$item { &self.0 }
        }

        impl sealed::Param for $name<'_> {}

        impl Param for $name<'_> {
            type Item<'a> = $name<'a>;

            fn describe(signature: &mut Signature) {
                signature.attrs.push($spec);
            }

            fn load<'a>(cursor: &mut Cursor<'a>) -> Result<$name<'a>, KernelError> {
                match cursor.next_attr($spec) {
                    $pattern => Ok($name($value, PhantomData)),
                    #[allow(unreachable_patterns, reason = "one of the attributes takes anything")]
                    other => Err(wrong_attr($spec, &other)),
                }
            }
        }
    )*};
}

attr_params! {
    /// A string attribute, as bytes.
    AttrStr(&'a [u8]), AttrSpec::String, AttrView::String(bytes) => bytes;
    /// A type attribute.
    AttrType(DType), AttrSpec::Type, AttrView::Type(dtype) => dtype_of(dtype);
    /// Any attribute.
    AttrAny(AttrView<'a>), AttrSpec::Any, view => view;
}

impl<'a> AttrStr<'a> {
    /// The text, with invalid UTF-8 replaced.
    pub fn to_text(&self) -> std::borrow::Cow<'a, str> {
        String::from_utf8_lossy(self.0)
    }
}

/// A dense attribute.
#[derive(Debug, Clone, Copy)]
pub struct AttrDense<'a> {
    /// Element type.
    pub dtype: DType,
    /// Dimensions.
    pub shape: &'a [i64],
    /// Elements, 64-byte aligned, row major.
    pub data: &'a [u8],
}

impl sealed::Param for AttrDense<'_> {}

impl Param for AttrDense<'_> {
    type Item<'a> = AttrDense<'a>;

    fn describe(signature: &mut Signature) {
        signature.attrs.push(AttrSpec::Dense);
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<AttrDense<'a>, KernelError> {
        match cursor.next_attr(AttrSpec::Dense) {
            AttrView::Dense { dtype, shape, data } => Ok(AttrDense { dtype: dtype_of(dtype), shape, data }),
            other => Err(wrong_attr(AttrSpec::Dense, &other)),
        }
    }
}

/// An attribute that is an array of numbers of one type. Integers of another width or sign are converted, if all of them fit.
#[derive(Debug, Clone, Copy)]
pub struct AttrArray<'a, T>(pub &'a [T]);

impl<T> Deref for AttrArray<'_, T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        self.0
    }
}

impl<T: AttrScalar + AnyBitPattern> sealed::Param for AttrArray<'_, T> {}

impl<T: AttrScalar + AnyBitPattern> Param for AttrArray<'_, T> {
    type Item<'a> = AttrArray<'a, T>;

    fn describe(signature: &mut Signature) {
        signature.attrs.push(AttrSpec::Array(T::DTYPE));
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<AttrArray<'a, T>, KernelError> {
        match cursor.next_attr(AttrSpec::Array(T::DTYPE)) {
            AttrView::Array { len: 0, .. } => Ok(AttrArray(&[])),
            AttrView::Array { dtype, data, .. } if dtype == T::DTYPE => bytemuck::try_cast_slice(data)
                .map(AttrArray)
                .map_err(|error| KernelError::new(format!("the array attribute is malformed: {error}"))),
            other => Err(wrong_attr(AttrSpec::Array(T::DTYPE), &other)),
        }
    }
}

/// All further attributes.
#[derive(Debug, Clone, Copy)]
pub struct RestAttrs<'a> {
    frame: &'a KernelFrame<'a>,
    first: usize,
}

impl<'a> RestAttrs<'a> {
    /// The attributes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = AttrView<'a>> + use<'a> {
        let this = *self;
        (this.first..this.frame.num_attrs().max(this.first)).map(move |index| this.frame.attr(index))
    }
}

impl sealed::Param for RestAttrs<'_> {}

impl Param for RestAttrs<'_> {
    type Item<'a> = RestAttrs<'a>;

    fn describe(signature: &mut Signature) {
        signature.rest_attrs = Some(AttrSpec::Any);
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<RestAttrs<'a>, KernelError> {
        let first = cursor.attr;
        cursor.attr = cursor.frame.num_attrs();
        Ok(RestAttrs { frame: cursor.frame, first })
    }
}

impl sealed::Param for Func<'_> {}

impl Param for Func<'_> {
    type Item<'a> = Func<'a>;

    fn describe(signature: &mut Signature) {
        signature.functions += 1;
    }

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<Func<'a>, KernelError> {
        cursor.function += 1;
        Ok(cursor.frame.function(cursor.function - 1))
    }
}

/// All further functions.
#[derive(Debug, Clone, Copy)]
pub struct Funcs<'a> {
    frame: &'a KernelFrame<'a>,
    first: usize,
}

impl<'a> Funcs<'a> {
    /// The functions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Func<'a>> + use<'a> {
        let this = *self;
        (this.first..this.frame.num_functions()).map(move |index| this.frame.function(index))
    }
}

impl sealed::Param for Funcs<'_> {}

impl Param for Funcs<'_> {
    type Item<'a> = Funcs<'a>;

    fn describe(_: &mut Signature) {}

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<Funcs<'a>, KernelError> {
        let first = cursor.function;
        cursor.function = cursor.frame.num_functions();
        Ok(Funcs { frame: cursor.frame, first })
    }
}

impl sealed::Param for ExecCtx<'_> {}

impl Param for ExecCtx<'_> {
    type Item<'a> = ExecCtx<'a>;
    const FAST: bool = true;
    const NEEDS_CTX: bool = true;

    fn describe(_: &mut Signature) {}

    fn load<'a>(cursor: &mut Cursor<'a>) -> Result<ExecCtx<'a>, KernelError> {
        Ok(cursor.frame.ctx())
    }

    #[expect(unsafe_code, reason = "the machine runs the kernel that asks")]
    #[inline(always)]
    unsafe fn load_fast(_: &mut *const u32, _: &mut *const u32, _: *const u64, place: FastPlace) -> Self {
        // SAFETY: the place is that of the kernel that runs, and keeps the program and the request until it has ended. A kernel takes
        // contexts of any lifetime, so it cannot keep this one.
        unsafe { (*place.machine).kept_ctx(place.kernel) }
    }
}
