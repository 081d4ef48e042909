//! Passes of plugins: registration, and running one on the text of a program.
//!
//! A pass gets a program as text and returns another one, or none if it changes nothing. The caller parses and verifies the text and
//! replaces the program. Names are unique in the process: of two passes with one name the second is refused.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::ffi::{CStr, CString, c_char};
use std::mem::{offset_of, size_of};
use std::sync::Arc;

use parking_lot::RwLock;

use crate::abi::passes::{RunFn, TFRT_Pass, TFRT_PassOption, TFRT_PassRegistrationParams};
use crate::abi::{Ptr, TF_Buffer};
use crate::exports::buffer;
use crate::graph::Roomy;
use crate::guard::guarded;
use crate::library::{LibraryId, note, registering, registering_name};
use crate::status::Status;

/// The version of the interface.
const VERSION: [i32; 3] = [0, 1, 0];

/// Names are no longer than this.
const LONGEST_NAME: usize = 64;

/// A pass has no more options than this.
const MOST_OPTIONS: usize = 1000;

/// A registered pass.
#[derive(Debug)]
pub struct PluginPass {
    library: Option<LibraryId>,
    /// Its name in pipelines.
    pub name: String,
    /// One line for people.
    pub summary: String,
    /// Its options: name, one line.
    pub options: Vec<(String, String)>,
    /// Whether it runs only where a pipeline names it.
    pub only_by_name: bool,
    functions: Functions,
}

#[derive(Debug, Clone, Copy)]
struct Functions {
    data: Ptr,
    run: RunFn,
}

// SAFETY: the function stays loaded, and may be called on any thread, says the header; the data is for it alone.
unsafe impl Send for Functions {}
// SAFETY: the function stays loaded, and may be called on any thread, says the header; the data is for it alone.
unsafe impl Sync for Functions {}

/// One run of a pass: the object behind `TFRT_PassRun`.
#[derive(Debug, Default)]
pub struct PassRun {
    options: Vec<(CString, CString)>,
    messages: Vec<PassMessage>,
}

/// Something that a pass tells the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassMessage {
    /// A warning rather than a remark.
    pub is_warning: bool,
    /// The text of the message.
    pub text: String,
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassOutcome {
    /// The new program; `None` leaves it as it is. An error is the plugin's.
    pub module: Result<Option<Vec<u8>>, String>,
    /// The messages of the pass to the user.
    pub messages: Vec<PassMessage>,
}

static PASSES: RwLock<Vec<Arc<PluginPass>>> = RwLock::new(Vec::new());

/// All passes, in the order of registration.
pub fn passes() -> Vec<Arc<PluginPass>> {
    PASSES.read().clone()
}

/// The pass of this name.
pub fn pass(name: &str) -> Option<Arc<PluginPass>> {
    PASSES.read().iter().find(|pass| pass.name == name).cloned()
}

/// `void TFRT_InitPasses(TFRT_PassRegistrationParams*, TF_Status*)`
///
/// # Safety
/// `address` is that of a function of this type, of a library that stays loaded.
pub(crate) unsafe fn init_passes(address: *const ()) -> Result<Option<[i32; 3]>, String> {
    // SAFETY: the caller passes a function of this name, whose type the header declares.
    let init: unsafe extern "C-unwind" fn(*mut TFRT_PassRegistrationParams, *mut Status) =
        unsafe { std::mem::transmute(address) };
    let mut params = Roomy::new(TFRT_PassRegistrationParams {
        struct_size: 28,
        ext: std::ptr::null_mut(),
        major_version: VERSION[0],
        minor_version: VERSION[1],
        patch_version: VERSION[2],
    });
    let mut status = Status::ok();
    // SAFETY: the struct has the size that it states, with room behind it.
    unsafe { init(&raw mut params.value, &raw mut status) };
    status.to_result()?;
    let TFRT_PassRegistrationParams { major_version, minor_version, patch_version, .. } = params.value;
    if major_version != VERSION[0] {
        return Err(format!(
            "the field major_version of TFRT_PassRegistrationParams is {major_version}, but this host has {}",
            VERSION[0]
        ));
    }
    Ok(Some([major_version, minor_version, patch_version]))
}

/// Takes in a pass.
///
/// # Safety
/// The pointer is null, or to a struct of the size that it states, with what the header says in it.
pub(crate) unsafe fn register(given: *const TFRT_Pass) -> Result<(), String> {
    let not_set = |field: &str| Err(format!("the field {field} of TFRT_Pass is not set"));
    if given.is_null() {
        return Err("the pass is null".into());
    }
    // SAFETY: a struct starts with its size; of a shorter one, made by an older plugin, the rest is zero here.
    let pass = unsafe {
        let size = (*given).struct_size;
        if size == 0 {
            return not_set("struct_size");
        }
        if size < offset_of!(TFRT_Pass, options) {
            return Err(format!("TFRT_Pass has {size} bytes, which is less than any version of it"));
        }
        let mut pass = std::mem::zeroed::<TFRT_Pass>();
        let bytes = size.min(size_of::<TFRT_Pass>());
        std::ptr::copy_nonoverlapping(given.cast::<u8>(), (&raw mut pass).cast::<u8>(), bytes);
        pass
    };
    // SAFETY: null or terminated, says the header.
    let (name, summary) = unsafe { (text(pass.name, "name")?, text(pass.summary, "summary")?) };
    let Some(name) = name else { return not_set("name") };
    let Some(run) = pass.run else { return not_set("run") };
    let is_good = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    let starts_well = name.bytes().next().is_some_and(|c| c.is_ascii_lowercase());
    if !starts_well || !name.bytes().all(is_good) || name.len() > LONGEST_NAME {
        return Err(format!(
            "'{name}' is no name for a pass: lower-case letters, digits and dashes, a letter first"
        ));
    }
    if pass.num_options > MOST_OPTIONS || (pass.num_options > 0 && pass.options.is_null()) {
        return Err(format!("the field options of TFRT_Pass has no {} options", pass.num_options));
    }
    let mut options = Vec::new();
    for index in 0..pass.num_options {
        // SAFETY: the header requires `num_options` options, whose texts are null or terminated.
        let (name, summary) = unsafe {
            let TFRT_PassOption { name, summary } = *pass.options.add(index);
            (text(name, "options")?, text(summary, "options")?)
        };
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return Err(format!("option {index} of the pass has no name"));
        };
        options.push((name, summary.unwrap_or_default()));
    }
    let mut all = PASSES.write();
    if let Some(first) = all.iter().find(|known| known.name == name) {
        let (first, second) = (first.plugin(), registering_name());
        return Err(format!(
            "'{second}' registers a pass '{name}', but '{first}' has registered one; the first is used"
        ));
    }
    note("pass", name.clone());
    let functions = Functions { data: pass.data, run };
    let (library, summary) = (registering(), summary.unwrap_or_default());
    let only_by_name = pass.only_by_name != 0;
    all.push(Arc::new(PluginPass { library, name, summary, options, only_by_name, functions }));
    Ok(())
}

/// A text that a plugin gives; `None` for null.
///
/// # Safety
/// The text is null or terminated.
unsafe fn text(text: *const c_char, field: &str) -> Result<Option<String>, String> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller says: the text is null or terminated.
    let text = unsafe { CStr::from_ptr(text) };
    match text.to_str() {
        Ok(text) => Ok(Some(text.to_owned())),
        Err(_) => Err(format!("the field {field} of TFRT_Pass is not UTF-8")),
    }
}

impl PluginPass {
    /// The plugin that it is of.
    pub fn plugin(&self) -> String {
        self.library.map_or_else(|| "the program".to_owned(), |library| library.path().display().to_string())
    }

    /// Runs it on a program.
    pub fn run(&self, module: &str, options: &[(String, String)]) -> PassOutcome {
        let (functions, module, options) = (self.functions, module.to_owned(), options.to_vec());
        guarded(move || functions.run(&module, &options))
            .unwrap_or_else(|error| PassOutcome { module: Err(error), messages: Vec::new() })
    }
}

impl Functions {
    fn run(self, module: &str, options: &[(String, String)]) -> PassOutcome {
        let c_string = |text: &str| CString::new(text.replace('\0', "")).unwrap_or_default();
        let mut run = PassRun {
            options: options.iter().map(|(name, value)| (c_string(name), c_string(value))).collect(),
            messages: Vec::new(),
        };
        let input = TF_Buffer { data: module.as_ptr().cast(), length: module.len(), data_deallocator: None };
        let mut output = TF_Buffer::EMPTY;
        let mut status = Status::ok();
        // SAFETY: the plugin's own function with its own data. The header requires that `output` is left null or with
        // `length` bytes, which its deallocator frees.
        let bytes = unsafe {
            (self.run)(self.data, &raw mut run, &raw const input, &raw mut output, &raw mut status);
            let is_empty = output.data.is_null() || output.length == 0;
            let bytes = match isize::try_from(output.length) {
                Err(_) => Err(format!("the field length of its result is {}", output.length)),
                Ok(_) => Ok((!is_empty).then(|| buffer::bytes(&raw const output).to_vec())),
            };
            buffer::clear(&mut output);
            bytes
        };
        PassOutcome { module: status.to_result().and(bytes), messages: run.messages }
    }
}

impl PassRun {
    /// The value of an option.
    pub(crate) fn option(&self, name: &CStr) -> Option<&CStr> {
        self.options.iter().rev().find(|(known, _)| **known == *name).map(|(_, value)| &**value)
    }

    /// Keeps a message.
    pub(crate) fn say(&mut self, is_warning: bool, text: String) {
        self.messages.push(PassMessage { is_warning, text });
    }
}
