//! Shape inference: shapes of an op's outputs before it runs.

#![expect(unsafe_code, reason = "calls the C interface")]

use std::ffi::c_int;

use crate::op::OpBuilder;
use crate::status::{Error, Status, guard, store, text};
use crate::sys;
use crate::tensor::DataType;

/// The rule of an op.
pub trait ShapeRule: 'static {
    /// Infers the outputs' shapes.
    ///
    /// # Errors
    /// The inputs' shapes do not fit.
    fn infer(context: &mut ShapeContext) -> Result<(), Error>;
}

/// A shape, perhaps with unknown parts.
#[derive(Debug)]
pub struct Shape(*mut sys::TF_ShapeHandle);

impl Shape {
    fn empty() -> Shape {
        // SAFETY: the host's function, which takes nothing.
        Shape(unsafe { sys::TF_NewShapeHandle() })
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        // SAFETY: the handle is our own.
        unsafe { sys::TF_DeleteShapeHandle(self.0) };
    }
}

/// The known facts about a use of the op.
#[derive(Debug)]
pub struct ShapeContext(*mut sys::TF_ShapeInferenceContext);

macro_rules! ranks {
    ($($(#[$doc:meta])* $name:ident = $function:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// It has another rank.
        pub fn $name(&mut self, shape: &Shape, rank: usize) -> Result<Shape, Error> {
            let rank = i64::try_from(rank).unwrap_or(i64::MAX);
            // SAFETY: the context is valid while the rule runs; the handles are our own. So below.
            self.made(|context, to, status| unsafe { sys::$function(context, shape.0, rank, to, status) })
        }
    )*};
}

impl ShapeContext {
    fn made(
        &mut self,
        make: impl FnOnce(*mut sys::TF_ShapeInferenceContext, *mut sys::TF_ShapeHandle, *mut sys::TF_Status),
    ) -> Result<Shape, Error> {
        let (mut status, shape) = (Status::new(), Shape::empty());
        make(self.0, shape.0, status.raw());
        status.result().map(|()| shape)
    }

    /// The number of inputs.
    pub fn num_inputs(&self) -> usize {
        // SAFETY: the context is valid while the rule runs; the handles are our own.
        usize::try_from(unsafe { sys::TF_ShapeInferenceContextNumInputs(self.0) }).unwrap_or(0)
    }

    /// The shape of an input.
    ///
    /// # Errors
    /// There are not as many.
    pub fn input(&mut self, i: usize) -> Result<Shape, Error> {
        let i = c_int::try_from(i).unwrap_or(c_int::MAX);
        // SAFETY: the context is valid while the rule runs; the handles are our own.
        self.made(|context, to, status| unsafe {
            sys::TF_ShapeInferenceContextGetInput(context, i, to, status);
        })
    }

    /// Sets an output's shape.
    ///
    /// # Errors
    /// There are not as many.
    pub fn set_output(&mut self, i: usize, shape: &Shape) -> Result<(), Error> {
        let mut status = Status::new();
        let i = c_int::try_from(i).unwrap_or(c_int::MAX);
        // SAFETY: the context is valid while the rule runs; the handles are our own.
        unsafe { sys::TF_ShapeInferenceContextSetOutput(self.0, i, shape.0, status.raw()) };
        status.result()
    }

    /// Nothing is known of the outputs.
    ///
    /// # Errors
    /// The host refuses.
    pub fn set_unknown(&mut self) -> Result<(), Error> {
        let mut status = Status::new();
        // SAFETY: the context is valid while the rule runs; the handles are our own.
        unsafe { sys::TF_ShapeInferenceContextSetUnknownShape(self.0, status.raw()) };
        status.result()
    }

    /// The shape without dimensions.
    pub fn scalar(&mut self) -> Shape {
        // SAFETY: the context is valid while the rule runs, which is as long as `self` exists; the `Shape`
        // owns the new handle.
        Shape(unsafe { sys::TF_ShapeInferenceContextScalar(self.0) })
    }

    /// The shape of a vector.
    pub fn vector(&mut self, size: usize) -> Shape {
        // SAFETY: the context is valid while the rule runs, which is as long as `self` exists; the `Shape`
        // owns the new handle.
        Shape(unsafe { sys::TF_ShapeInferenceContextVectorFromSize(self.0, size) })
    }

    ranks! {
        /// The shape, which must have this rank.
        with_rank = TF_ShapeInferenceContextWithRank;
        /// The shape, which must have at least this rank.
        with_rank_at_least = TF_ShapeInferenceContextWithRankAtLeast;
        /// The shape, which must have at most this rank.
        with_rank_at_most = TF_ShapeInferenceContextWithRankAtMost;
    }

    /// The rank, if it is known.
    pub fn rank(&mut self, shape: &Shape) -> Option<usize> {
        // SAFETY: the context is valid while the rule runs, which is as long as `self` exists; `shape` owns
        // its handle.
        unsafe {
            if sys::TF_ShapeInferenceContextRankKnown(self.0, shape.0) == 0 {
                return None;
            }
            usize::try_from(sys::TF_ShapeInferenceContextRank(self.0, shape.0)).ok()
        }
    }

    /// A dimension, if it is known; a negative index counts from the end.
    pub fn dim(&mut self, shape: &Shape, i: i64) -> Option<i64> {
        // SAFETY: the context is valid while the rule runs, which is as long as `self` exists; `shape` owns
        // its handle, and the dimension's handle is made and deleted here.
        unsafe {
            let dimension = sys::TF_NewDimensionHandle();
            sys::TF_ShapeInferenceContextDim(self.0, shape.0, i, dimension);
            let is_known = sys::TF_DimensionHandleValueKnown(dimension) != 0;
            let value = is_known.then(|| sys::TF_DimensionHandleValue(dimension));
            sys::TF_DeleteDimensionHandle(dimension);
            value
        }
    }

    /// The dimensions from `start` up to `end`, of which negative ones count from the end.
    ///
    /// # Errors
    /// There are not as many.
    pub fn subshape(&mut self, shape: &Shape, start: i64, end: i64) -> Result<Shape, Error> {
        // SAFETY: `made` passes the context, a new handle and a status, which are valid during the call;
        // `shape` owns its handle.
        self.made(|context, to, status| unsafe {
            sys::TF_ShapeInferenceContextSubshape(context, shape.0, start, end, to, status);
        })
    }

    /// The dimensions of one shape and then those of another.
    ///
    /// # Errors
    /// The host refuses.
    pub fn concatenate(&mut self, first: &Shape, second: &Shape) -> Result<Shape, Error> {
        // SAFETY: `made` passes the context, a new handle and a status, which are valid during the call;
        // `first` and `second` own their handles.
        self.made(|context, to, status| unsafe {
            sys::TF_ShapeInferenceContextConcatenateShapes(context, first.0, second.0, to, status);
        })
    }

    /// A type attribute.
    ///
    /// # Errors
    /// There is no such attribute, or it is something else.
    pub fn data_type(&mut self, attr: &str) -> Result<DataType, Error> {
        let (mut status, mut value) = (Status::new(), 0);
        // SAFETY: the context is valid while the rule runs, which is as long as `self` exists; the name is
        // terminated, and `value` has room for a number.
        unsafe {
            let attr = text(attr);
            sys::TF_ShapeInferenceContext_GetAttrType(self.0, attr.as_ptr(), &raw mut value, status.raw());
        }
        status.result().map(|()| DataType(value))
    }
}

impl OpBuilder {
    /// With a rule for the shapes of its outputs.
    pub fn shapes<R: ShapeRule>(self) -> Self {
        /// # Safety
        /// Called by the host with a context and a status, which are valid during the call.
        unsafe extern "C" fn infer<R: ShapeRule>(
            context: *mut sys::TF_ShapeInferenceContext,
            status: *mut sys::TF_Status,
        ) {
            if let Err(error) = guard(|| R::infer(&mut ShapeContext(context))) {
                // SAFETY: the host passes a status that is valid during the call.
                unsafe { store(status, &error) };
            }
        }
        // SAFETY: the builder is our own.
        unsafe { sys::TF_OpDefinitionBuilderSetShapeInferenceFunction(self.raw(), Some(infer::<R>)) };
        self
    }
}
