//! `tfrt/passes.h`: the functions that passes call to register themselves and to read their options.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{CStr, c_char};

use super::ops::report;
use super::{exports, text};
use crate::abi::passes::TFRT_Pass;
use crate::passes::{PassRun, register};
use crate::status::{Code, Status};

exports! {
    fn TFRT_RegisterPass(pass: *const TFRT_Pass, status: *mut Status) {
        report(status, register(pass).map_err(|message| (Code::INVALID_ARGUMENT, message)));
    }

    fn TFRT_PassOptionValue(run: *const PassRun, name: *const c_char) -> *const c_char {
        match run.as_ref() {
            Some(run) if !name.is_null() => run.option(CStr::from_ptr(name)).map_or(std::ptr::null(), CStr::as_ptr),
            _ => std::ptr::null(),
        }
    }

    fn TFRT_PassRemark(run: *mut PassRun, message: *const c_char) {
        if let Some(run) = run.as_mut() {
            run.say(false, text(message));
        }
    }

    fn TFRT_PassWarning(run: *mut PassRun, message: *const c_char) {
        if let Some(run) = run.as_mut() {
            run.say(true, text(message));
        }
    }
}
