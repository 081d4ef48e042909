//! Checks that a program is what the declarations of its operations demand.

use std::marker::PhantomData;

/// What verify hooks see of the verifier.
#[derive(Debug)]
pub struct OpVerifier<'v>(PhantomData<&'v ()>);
