//! Defining ops.

#![expect(unsafe_code, reason = "calls the C interface")]

use crate::status::{Error, Status, text};
use crate::sys;

/// An op that is being defined, in the language of TensorFlow's op registration.
#[derive(Debug)]
#[must_use]
pub struct OpBuilder(*mut sys::TF_OpDefinitionBuilder);

impl OpBuilder {
    /// An op of this name.
    pub fn new(name: &str) -> OpBuilder {
        // SAFETY: the string is terminated, and the host copies it.
        OpBuilder(unsafe { sys::TF_NewOpDefinitionBuilder(text(name).as_ptr()) })
    }

    /// With an attribute, such as `T: {float, double} = DT_FLOAT`.
    pub fn attr(self, spec: &str) -> Self {
        // SAFETY: the string is terminated and is copied.
        unsafe { sys::TF_OpDefinitionBuilderAddAttr(self.0, text(spec).as_ptr()) };
        self
    }

    /// With an input, such as `x: T`.
    pub fn input(self, spec: &str) -> Self {
        // SAFETY: the string is terminated and is copied.
        unsafe { sys::TF_OpDefinitionBuilderAddInput(self.0, text(spec).as_ptr()) };
        self
    }

    /// With an output.
    pub fn output(self, spec: &str) -> Self {
        // SAFETY: the string is terminated and is copied.
        unsafe { sys::TF_OpDefinitionBuilderAddOutput(self.0, text(spec).as_ptr()) };
        self
    }

    /// Executions depend on or change something outside of the arguments.
    pub fn stateful(self) -> Self {
        // SAFETY: the string is terminated and is copied.
        unsafe { sys::TF_OpDefinitionBuilderSetIsStateful(self.0, true) };
        self
    }

    /// The first output has the shape of the first input.
    pub fn same_shape(self) -> Self {
        /// # Safety
        /// Called by the host with a context and a status, which are valid during the call.
        unsafe extern "C" fn infer(context: *mut sys::TF_ShapeInferenceContext, status: *mut sys::TF_Status) {
            // SAFETY: the host's context and status; the handle is our own.
            unsafe {
                let shape = sys::TF_NewShapeHandle();
                sys::TF_ShapeInferenceContextGetInput(context, 0, shape, status);
                if sys::TF_GetCode(status) == 0 {
                    sys::TF_ShapeInferenceContextSetOutput(context, 0, shape, status);
                }
                sys::TF_DeleteShapeHandle(shape);
            }
        }
        // SAFETY: the host's context and status; the handle is our own.
        unsafe { sys::TF_OpDefinitionBuilderSetShapeInferenceFunction(self.0, Some(infer)) };
        self
    }

    pub(crate) fn raw(&self) -> *mut sys::TF_OpDefinitionBuilder {
        self.0
    }

    /// Registers the op.
    ///
    /// # Errors
    /// A specification cannot be read, or the name is taken.
    pub fn register(self) -> Result<(), Error> {
        let mut status = Status::new();
        // SAFETY: the host takes the builder over.
        unsafe { sys::TF_RegisterOpDefinition(self.0, status.raw()) };
        status.result()
    }
}
