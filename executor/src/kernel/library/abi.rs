//! The structures of `tfrt_kernel_api.h`, as Rust sees them.
//!
//! Field order and types are those of the header; a test that compiles C against it compares sizes and offsets.

use crate::{
    kernel::{AttrSpec, OperandSpec},
    value::{ErrorCode, ScalarKind},
};
use std::ffi::{c_char, c_void};
use tfrt_bef::DTypeCode;

pub(super) type EntryPoint = unsafe extern "C" fn(*const KernelApi);
pub(super) type KernelFn = unsafe extern "C" fn(*mut ForeignFrame, *mut c_void);
pub(super) type TaskFn = unsafe extern "C" fn(*mut c_void, bool);

/// `TFRT_Registry`: a [`Registration`](super::Registration).
pub(super) enum Registry {}
/// `TFRT_Frame`: a [`Running`](super::api::Running).
pub(super) enum ForeignFrame {}
/// `TFRT_Promise`: a boxed [`Later`](super::api::Later).
pub(super) enum Promise {}

pub(super) const CHAIN: u32 = 64;
pub(super) const OBJECT: u32 = 65;
pub(super) const ANY: u32 = 66;

pub(super) const PURE: u32 = 1;
pub(super) const SYNC: u32 = 2;
pub(super) const ASYNC: u32 = 4;
pub(super) const VARIADIC: u32 = 8;

pub(super) const MAX_RANK: usize = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct AttrSpecC {
    pub(super) kind: u32,
    pub(super) ty: u32,
}

#[repr(C)]
pub(super) struct Bytes {
    pub(super) data: *const c_char,
    pub(super) size: usize,
}

#[repr(C)]
pub(super) struct TensorView {
    pub(super) ty: u32,
    pub(super) rank: u32,
    pub(super) dims: [i64; MAX_RANK],
    pub(super) data: *const c_void,
    pub(super) size: usize,
}

#[repr(C)]
pub(super) struct ObjectType {
    pub(super) struct_size: usize,
    pub(super) name: *const c_char,
    pub(super) destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[repr(C)]
pub(super) struct KernelDefC {
    pub(super) struct_size: usize,
    pub(super) name: *const c_char,
    pub(super) run: Option<KernelFn>,
    pub(super) user_data: *mut c_void,
    pub(super) flags: u32,
    pub(super) num_operands: u32,
    pub(super) operands: *const u32,
    pub(super) num_results: u32,
    pub(super) num_attrs: u32,
    pub(super) results: *const u32,
    pub(super) attrs: *const AttrSpecC,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct KernelApi {
    pub(super) struct_size: usize,
    pub(super) registry: *mut Registry,
    pub(super) register_kernel: unsafe extern "C" fn(*mut Registry, *const KernelDefC) -> bool,
    pub(super) num_operands: unsafe extern "C" fn(*const ForeignFrame) -> usize,
    pub(super) operand_type: unsafe extern "C" fn(*const ForeignFrame, usize) -> u32,
    pub(super) get_scalar: unsafe extern "C" fn(*mut ForeignFrame, usize, u32, *mut c_void) -> bool,
    pub(super) get_string: unsafe extern "C" fn(*mut ForeignFrame, usize, *mut Bytes) -> bool,
    pub(super) get_tensor: unsafe extern "C" fn(*mut ForeignFrame, usize, *mut TensorView) -> bool,
    pub(super) get_object:
        unsafe extern "C" fn(*mut ForeignFrame, usize, *const ObjectType, *mut *mut c_void) -> bool,
    pub(super) num_attrs: unsafe extern "C" fn(*const ForeignFrame) -> usize,
    pub(super) attr_scalar: unsafe extern "C" fn(*mut ForeignFrame, usize, u32, *mut c_void) -> bool,
    pub(super) attr_string: unsafe extern "C" fn(*mut ForeignFrame, usize, *mut Bytes) -> bool,
    pub(super) attr_array:
        unsafe extern "C" fn(*mut ForeignFrame, usize, u32, *mut *const c_void, *mut usize) -> bool,
    pub(super) attr_dense: unsafe extern "C" fn(*mut ForeignFrame, usize, *mut TensorView) -> bool,
    pub(super) num_results: unsafe extern "C" fn(*const ForeignFrame) -> usize,
    pub(super) set_scalar: unsafe extern "C" fn(*mut ForeignFrame, usize, u32, *const c_void) -> bool,
    pub(super) set_string: unsafe extern "C" fn(*mut ForeignFrame, usize, *const c_char, usize) -> bool,
    pub(super) set_tensor:
        unsafe extern "C" fn(*mut ForeignFrame, usize, u32, u32, *const i64, *mut *mut c_void) -> bool,
    pub(super) set_object:
        unsafe extern "C" fn(*mut ForeignFrame, usize, *const ObjectType, *mut c_void) -> bool,
    pub(super) fail: unsafe extern "C" fn(*mut ForeignFrame, u32, *const c_char),
    pub(super) promise: unsafe extern "C" fn(*mut ForeignFrame, usize) -> *mut Promise,
    pub(super) promise_scalar: unsafe extern "C" fn(*mut Promise, u32, *const c_void),
    pub(super) promise_string: unsafe extern "C" fn(*mut Promise, *const c_char, usize),
    pub(super) promise_object: unsafe extern "C" fn(*mut Promise, *const ObjectType, *mut c_void),
    pub(super) promise_fail: unsafe extern "C" fn(*mut Promise, u32, *const c_char),
    pub(super) enqueue: unsafe extern "C" fn(*mut ForeignFrame, TaskFn, *mut c_void),
    pub(super) enqueue_blocking: unsafe extern "C" fn(*mut ForeignFrame, TaskFn, *mut c_void) -> bool,
    pub(super) is_cancelled: unsafe extern "C" fn(*const ForeignFrame) -> bool,
}

/// The element type of this number, if it is one that C may use.
pub(super) fn dtype(ty: u32) -> Option<DTypeCode> {
    let dtype = u8::try_from(ty).ok().and_then(DTypeCode::from_code)?;
    (dtype as u8 <= DTypeCode::BF16 as u8).then_some(dtype)
}

/// The kind of scalar of this number.
pub(super) fn scalar_kind(ty: u32) -> Option<ScalarKind> {
    if ty == CHAIN { Some(ScalarKind::Chain) } else { dtype(ty).and_then(ScalarKind::of_dtype) }
}

/// The number of a register's contents.
pub(super) fn type_number(kind: Option<ScalarKind>) -> u32 {
    match kind {
        None => OBJECT,
        Some(ScalarKind::Chain) => CHAIN,
        Some(kind) => DTypeCode::ALL
            .iter()
            .find(|&&dtype| ScalarKind::of_dtype(dtype) == Some(kind))
            .map_or(0, |&dtype| dtype as u32),
    }
}

/// The requirement on an operand or result.
pub(super) fn operand_spec(ty: u32) -> Option<OperandSpec> {
    match ty {
        OBJECT => Some(OperandSpec::Object),
        ANY => Some(OperandSpec::Any),
        ty => scalar_kind(ty).map(OperandSpec::Scalar),
    }
}

/// The requirement on an attribute.
pub(super) fn attr_spec(spec: AttrSpecC) -> Option<AttrSpec> {
    match spec.kind {
        1 => dtype(spec.ty).map(AttrSpec::Scalar),
        2 => Some(AttrSpec::String),
        3 => dtype(spec.ty).map(AttrSpec::Array),
        4 => Some(AttrSpec::Dense),
        _ => None,
    }
}

/// The status code of this number; other numbers are unknown errors.
pub(super) fn error_code(code: u32) -> ErrorCode {
    let known = (code as usize).checked_sub(1).and_then(|position| ErrorCode::ALL.get(position));
    known.copied().unwrap_or(ErrorCode::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_mean_what_the_header_says() {
        let header = include_str!("../../../include/tfrt_kernel_api.h");
        let number = |name: &str| -> u32 {
            let after = header.split_once(&format!("{name} = ")).unwrap_or_else(|| panic!("no {name}")).1;
            after.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
        };
        for (name, kind) in [
            ("TFRT_UI8", ScalarKind::UI8),
            ("TFRT_UI64", ScalarKind::UI64),
            ("TFRT_I1", ScalarKind::I1),
            ("TFRT_I32", ScalarKind::I32),
            ("TFRT_F64", ScalarKind::F64),
            ("TFRT_COMPLEX64", ScalarKind::Complex64),
            ("TFRT_BF16", ScalarKind::BF16),
            ("TFRT_CHAIN", ScalarKind::Chain),
        ] {
            assert_eq!(scalar_kind(number(name)), Some(kind), "{name}");
            assert_eq!(type_number(Some(kind)), number(name), "{name}");
        }
        assert_eq!(dtype(number("TFRT_COMPLEX128")), Some(DTypeCode::Complex128));
        assert_eq!((number("TFRT_OBJECT"), number("TFRT_ANY")), (OBJECT, ANY));
        for &code in ErrorCode::ALL {
            assert_eq!(error_code(number(&format!("TFRT_{}", code.name()))), code);
        }
        assert_eq!(error_code(99), ErrorCode::Unknown);
        for (name, flag) in [("PURE", PURE), ("SYNC", SYNC), ("ASYNC", ASYNC), ("VARIADIC", VARIADIC)] {
            assert_eq!(number(&format!("TFRT_KERNEL_{name}")), flag);
        }
    }

    /// Asks the system's C compiler whether it lays the header's structures out as we do.
    #[test]
    fn c_agrees_on_layouts() {
        use std::{fmt::Write as _, io::Write as _, mem::offset_of, process};
        let mut program = String::from("#include \"tfrt_kernel_api.h\"\n");
        macro_rules! layout {
            ($c:literal = $ty:ty { $($c_field:ident = $field:ident),* }) => {
                writeln!(program, "_Static_assert(sizeof({}) == {}, \"\");", $c, size_of::<$ty>()).unwrap();
                $(writeln!(
                    program, "_Static_assert(offsetof({}, {}) == {}, \"\");",
                    $c, stringify!($c_field), offset_of!($ty, $field)
                ).unwrap();)*
            };
        }
        layout!("TFRT_AttrSpec" = AttrSpecC { kind = kind, type = ty });
        layout!("TFRT_Bytes" = Bytes { data = data, size = size });
        layout!("TFRT_TensorView" = TensorView { type = ty, rank = rank, dims = dims, data = data, size = size });
        layout!("TFRT_ObjectType" = ObjectType { struct_size = struct_size, name = name, destroy = destroy });
        layout!("TFRT_KernelDef" = KernelDefC {
            struct_size = struct_size, name = name, run = run, user_data = user_data, flags = flags,
            num_operands = num_operands, operands = operands, num_results = num_results, num_attrs = num_attrs,
            results = results, attrs = attrs
        });
        layout!("TFRT_KernelApi" = KernelApi {
            struct_size = struct_size, registry = registry, register_kernel = register_kernel,
            num_operands = num_operands, operand_type = operand_type, get_scalar = get_scalar,
            get_string = get_string, get_tensor = get_tensor, get_object = get_object, num_attrs = num_attrs,
            attr_scalar = attr_scalar, attr_string = attr_string, attr_array = attr_array, attr_dense = attr_dense,
            num_results = num_results, set_scalar = set_scalar, set_string = set_string, set_tensor = set_tensor,
            set_object = set_object, fail = fail, promise = promise, promise_scalar = promise_scalar,
            promise_string = promise_string, promise_object = promise_object, promise_fail = promise_fail,
            enqueue = enqueue, enqueue_blocking = enqueue_blocking, is_cancelled = is_cancelled
        });
        let mut compiler = process::Command::new("cc")
            .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/include"))
            .args(["-x", "c", "-"])
            .stdin(process::Stdio::piped())
            .spawn()
            .expect("a C compiler");
        compiler.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
        assert!(compiler.wait().unwrap().success(), "C has other layouts:\n{program}");
    }
}
