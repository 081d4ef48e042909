//! `kernels.h`: registering kernels, and the functions for a kernel's construction.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_char, c_int, c_void};

use tfrt_executor::tensor::{PartialShape, Tensor};

use super::ops::report;
use super::tensor::give;
use super::{exports, text};
use crate::abi::{Nothing, TF_StringView};
use crate::boxes;
use crate::handles;
use crate::kernel::{
    AsyncDone, Compute, ComputeAsyncFn, ComputeFn, Construction, CreateFn, DeleteFn, KernelDef, builder,
    register,
};
use crate::library::registering;
use crate::node::Value;
use crate::status::{Code, Status};
use crate::tensor::TfTensor;

type Outcome<T> = Result<T, (Code, String)>;

fn invalid<T>(message: impl Into<String>) -> Outcome<T> {
    Err((Code::INVALID_ARGUMENT, message.into()))
}

/// The value of an attribute; the error for a missing one differs between functions, in TensorFlow too.
///
/// # Safety
/// `construction` is null or the context of a construction that is not over during `'a`; `name` is null or a terminated string.
unsafe fn find<'a>(
    construction: *mut Construction,
    name: *const c_char,
    missing: fn(node: &str, name: &str) -> (Code, String),
) -> Outcome<&'a Value> {
    // SAFETY: null or a construction context, which outlives the call; null or a terminated string.
    let (construction, name) = unsafe { (construction.as_ref(), text(name)) };
    let Some(construction) = construction else { return invalid("the construction context is null") };
    construction.node.attr(&name).ok_or_else(|| missing(&construction.name, &name))
}

/// The value of an attribute.
///
/// # Safety
/// `construction` and `name` are as [`find`] takes them.
pub(super) unsafe fn attr<'a>(construction: *mut Construction, name: *const c_char) -> Outcome<&'a Value> {
    // SAFETY: the caller says: `construction` and `name` are as [`find`] takes them.
    unsafe { find(construction, name, no_attr) }
}

/// As [`attr`], for functions that ask for its size first.
///
/// # Safety
/// `construction` and `name` are as [`find`] takes them.
unsafe fn sized_attr<'a>(construction: *mut Construction, name: *const c_char) -> Outcome<&'a Value> {
    // SAFETY: the caller says: `construction` and `name` are as [`find`] takes them.
    unsafe {
        find(construction, name, |node, name| {
            (Code::INVALID_ARGUMENT, format!("Operation '{node}' has no attr named '{name}'."))
        })
    }
}

/// The error for a node without an attribute.
pub(super) fn no_attr(node: &str, name: &str) -> (Code, String) {
    (Code::NOT_FOUND, format!("No attr named '{name}' in NodeDef:\n\t [[{{{{node {node}}}}}]]"))
}

/// The error for an attribute of another kind.
pub(super) fn wrong<T>(what: &str, value: &Value) -> Outcome<T> {
    let kind = match value {
        Value::List(values) => match values.first() {
            Some(first) => format!("list({})", kind_of(first)),
            None => return invalid(format!("AttrValue missing value with expected type '{what}'")),
        },
        value => kind_of(value).to_owned(),
    };
    invalid(format!("AttrValue had value with type '{kind}' when '{what}' expected"))
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "string",
        Value::Int(_) => "int",
        Value::Float(_) => "float",
        Value::Bool(_) => "bool",
        Value::Type(_) => "type",
        Value::Shape(_) => "shape",
        Value::Tensor(_) | Value::Strings(_) => "tensor",
        Value::Func(_) => "func",
        Value::List(_) => "list",
    }
}

/// Stores the value of an attribute that is one thing.
///
/// # Safety
/// `construction` and `name` are as [`find`] takes them; `to` is null or has room for a `T`, `status` is null or a status.
unsafe fn get<T>(
    construction: *mut Construction,
    name: *const c_char,
    to: *mut T,
    status: *mut Status,
    what: &str,
    read: impl Fn(&Value) -> Option<T>,
) {
    // SAFETY: the caller passes `construction` and `name` as [`find`] takes them, a `to` that is null or has
    // room for a `T`, and a `status` that is null or a status.
    unsafe {
        let value =
            attr(construction, name).and_then(|value| read(value).map_or_else(|| wrong(what, value), Ok));
        if let Some(value) = report(status, value)
            && !to.is_null()
        {
            to.write(value);
        }
    }
}

/// Stores the entries of a list, at most as many as there is room for.
///
/// # Safety
/// `construction` and `name` are as [`find`] takes them; `to` is null or has room for as many `T` as `room` says, `status` is null
/// or a status.
unsafe fn get_list<T>(
    construction: *mut Construction,
    name: *const c_char,
    to: *mut T,
    room: c_int,
    status: *mut Status,
    what: &str,
    read: impl Fn(&Value) -> Option<T>,
) {
    // SAFETY: the caller passes `construction` and `name` as [`find`] takes them, a `to` that is null or has
    // room for `room` values, and a `status` that is null or a status.
    unsafe {
        let values = sized_attr(construction, name).and_then(|list| match list {
            Value::List(values) => values
                .iter()
                .take(usize::try_from(room).unwrap_or(0))
                .map(|value| read(value).map_or_else(|| wrong(what, list), Ok))
                .collect::<Outcome<Vec<T>>>(),
            _ => invalid(format!("Attribute '{}' is not a list.", text(name))),
        });
        if let Some(values) = report(status, values)
            && !to.is_null()
        {
            for (i, value) in values.into_iter().enumerate() {
                to.add(i).write(value);
            }
        }
    }
}

fn int(value: &Value) -> Option<i64> {
    if let Value::Int(int) = value { Some(*int) } else { None }
}

fn int32(value: &Value) -> Option<i32> {
    int(value).and_then(|int| i32::try_from(int).ok())
}

fn float(value: &Value) -> Option<f32> {
    if let Value::Float(float) = value { Some(*float) } else { None }
}

fn boolean(value: &Value) -> Option<u8> {
    if let Value::Bool(bool) = value { Some(u8::from(*bool)) } else { None }
}

fn data_type(value: &Value) -> Option<c_int> {
    if let Value::Type(number) = value { Some(*number) } else { None }
}

fn string(value: &Value) -> Option<&[u8]> {
    if let Value::String(bytes) = value { Some(bytes) } else { None }
}

fn is_tensor(value: &Value) -> bool {
    matches!(value, Value::Tensor(_) | Value::Strings(_))
}

fn tensor(value: &Value) -> Option<*mut TfTensor> {
    let tensor = match value {
        Value::Tensor(tensor) => Tensor::Dense(tensor.clone()),
        Value::Strings(strings) => Tensor::String(strings.clone()),
        _ => return None,
    };
    TfTensor::from_runtime(&tensor).ok().map(|tensor| give(Some(tensor)))
}

/// Length of a list (−1 for other values) and total size: of strings in bytes, of shapes in dimensions; −1 for the rest.
fn sizes(value: &Value) -> (i32, i32) {
    let own = |value: &Value| match value {
        Value::String(bytes) => bytes.len() as i32,
        Value::Shape(PartialShape::Ranked(dims)) => dims.len() as i32,
        _ => -1,
    };
    match value {
        Value::List(values) => {
            let totals = values.iter().map(own).filter(|&size| size >= 0);
            let counts = matches!(values.first(), Some(Value::String(_) | Value::Shape(_)));
            (values.len() as i32, if counts { totals.sum() } else { -1 })
        }
        value => (-1, own(value)),
    }
}

/// # Safety
/// `construction` and `name` are as [`find`] takes them; `values` and `lengths` are null or have `room` places, and `storage` is
/// null or has `storage_size` bytes.
unsafe fn string_list(
    construction: *mut Construction,
    name: *const c_char,
    (values, lengths, room): (*mut *mut c_char, *mut usize, c_int),
    (storage, storage_size): (*mut c_char, usize),
) -> Outcome<()> {
    // SAFETY: the caller passes `construction` and `name` as [`find`] takes them, and arrays that are null or have room
    // for `room` values and lengths, and for `storage_size` bytes.
    unsafe {
        let list = attr(construction, name)?;
        let Value::List(strings) = list else { return wrong("list(string)", list) };
        if values.is_null() || lengths.is_null() || (storage.is_null() && storage_size > 0) {
            return invalid("there is no place for the strings");
        }
        let mut used = 0;
        for (i, value) in strings.iter().take(usize::try_from(room).unwrap_or(0)).enumerate() {
            let Some(bytes) = string(value) else { return wrong("list(string)", list) };
            if storage_size - used < bytes.len() {
                return invalid("Not enough storage to hold the requested list of strings");
            }
            let to = storage.add(used);
            to.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            values.add(i).write(to);
            lengths.add(i).write(bytes.len());
            used += bytes.len();
        }
        Ok(())
    }
}

exports! {
    fn TF_NewKernelBuilder(
        op: *const c_char, device: *const c_char, create: Option<CreateFn>, compute: Option<ComputeFn>,
        delete: Option<DeleteFn>,
    ) -> *mut KernelDef {
        builder(op, device, create, compute.map(Compute::Now), delete)
    }

    fn TF_NewAsyncKernelBuilder(
        op: *const c_char, device: *const c_char, create: Option<CreateFn>, compute: Option<ComputeAsyncFn>,
        delete: Option<DeleteFn>,
    ) -> *mut KernelDef {
        builder(op, device, create, compute.map(Compute::Later), delete)
    }

    fn TF_KernelBuilder_TypeConstraint(
        builder: *mut KernelDef, attr: *const c_char, ty: c_int, status: *mut Status,
    ) {
        let outcome = handles::try_with(builder, |builder| {
            if !crate::abi::data_type::is_type(ty) {
                return Err((Code::UNIMPLEMENTED, format!("Unexpected type {ty}")));
            }
            builder.constraints.push((text(attr), vec![ty]));
            Ok(())
        });
        report(status, outcome.unwrap_or_else(|| invalid(handles::refusal(builder))));
    }

    fn TF_KernelBuilder_HostMemory(builder: *mut KernelDef, argument: *const c_char) {
        handles::with(builder, |builder| builder.host_memory.push(text(argument)));
    }

    fn TF_KernelBuilder_Priority(builder: *mut KernelDef, priority: i32) {
        handles::with(builder, |builder| builder.priority = priority);
    }

    fn TF_KernelBuilder_Label(builder: *mut KernelDef, label: *const c_char) {
        handles::with(builder, |builder| builder.label = text(label));
    }

    fn TF_RegisterKernelBuilder(name: *const c_char, builder: *mut KernelDef, status: *mut Status) {
        let outcome = match handles::try_take(builder) {
            None => invalid(handles::refusal(builder)),
            Some(kernel) => register(KernelDef { name: text(name), library: registering(), ..kernel }),
        };
        report(status, outcome);
    }

    fn TF_DeleteKernelBuilder(builder: *mut KernelDef) {
        handles::delete(builder);
    }

    fn TF_RunAsyncOpKernelDoneCallback(done: *mut AsyncDone) {
        match handles::try_take(done) {
            Some(done) => done.finish(),
            None => handles::complain(done),
        }
    }

    fn TF_OpKernelConstruction_Failure(construction: *mut Construction, status: *mut Status) {
        if let (Some(construction), Some(status)) = (construction.as_mut(), status.as_ref()) {
            construction.status = status.clone();
        }
    }

    fn TF_OpKernelConstruction_GetAttrSize(
        construction: *mut Construction, name: *const c_char, list_size: *mut i32, total_size: *mut i32,
        status: *mut Status,
    ) {
        let (list, total) = report(status, sized_attr(construction, name).map(sizes)).unwrap_or((-1, -1));
        if !list_size.is_null() {
            list_size.write(list);
        }
        if !total_size.is_null() {
            total_size.write(total);
        }
    }

    fn TF_OpKernelConstruction_GetAttrType(
        construction: *mut Construction, name: *const c_char, value: *mut c_int, status: *mut Status,
    ) {
        get(construction, name, value, status, "type", data_type);
    }

    fn TF_OpKernelConstruction_GetAttrInt32(
        construction: *mut Construction, name: *const c_char, value: *mut i32, status: *mut Status,
    ) {
        let found = attr(construction, name).and_then(|value| match (int32(value), int(value)) {
            (Some(int), _) => Ok(int),
            (None, Some(int)) => {
                invalid(format!("Attr {} has value {int} out of range for an int32", text(name)))
            }
            (None, None) => wrong("int", value),
        });
        if let Some(found) = report(status, found)
            && !value.is_null()
        {
            value.write(found);
        }
    }

    fn TF_OpKernelConstruction_GetAttrInt64(
        construction: *mut Construction, name: *const c_char, value: *mut i64, status: *mut Status,
    ) {
        get(construction, name, value, status, "int", int);
    }

    fn TF_OpKernelConstruction_GetAttrFloat(
        construction: *mut Construction, name: *const c_char, value: *mut f32, status: *mut Status,
    ) {
        get(construction, name, value, status, "float", float);
    }

    fn TF_OpKernelConstruction_GetAttrBool(
        construction: *mut Construction, name: *const c_char, value: *mut u8, status: *mut Status,
    ) {
        get(construction, name, value, status, "bool", boolean);
    }

    fn TF_OpKernelConstruction_GetAttrString(
        construction: *mut Construction, name: *const c_char, to: *mut c_char, room: usize, status: *mut Status,
    ) {
        let value = attr(construction, name);
        let value = value.and_then(|value| string(value).map_or_else(|| wrong("string", value), Ok));
        if let Some(bytes) = report(status, value)
            && !to.is_null()
        {
            to.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len().min(room));
        }
    }

    fn TF_OpKernelConstruction_GetAttrTensor(
        construction: *mut Construction, name: *const c_char, value: *mut *mut TfTensor, status: *mut Status,
    ) {
        get(construction, name, value, status, "tensor", tensor);
    }

    fn TF_OpKernelConstruction_GetAttrTypeList(
        construction: *mut Construction, name: *const c_char, values: *mut c_int, room: c_int, status: *mut Status,
    ) {
        get_list(construction, name, values, room, status, "list(type)", data_type);
    }

    fn TF_OpKernelConstruction_GetAttrInt32List(
        construction: *mut Construction, name: *const c_char, values: *mut i32, room: c_int, status: *mut Status,
    ) {
        get_list(construction, name, values, room, status, "list(int)", int32);
    }

    fn TF_OpKernelConstruction_GetAttrInt64List(
        construction: *mut Construction, name: *const c_char, values: *mut i64, room: c_int, status: *mut Status,
    ) {
        get_list(construction, name, values, room, status, "list(int)", int);
    }

    fn TF_OpKernelConstruction_GetAttrFloatList(
        construction: *mut Construction, name: *const c_char, values: *mut f32, room: c_int, status: *mut Status,
    ) {
        get_list(construction, name, values, room, status, "list(float)", float);
    }

    fn TF_OpKernelConstruction_GetAttrBoolList(
        construction: *mut Construction, name: *const c_char, values: *mut u8, room: c_int, status: *mut Status,
    ) {
        get_list(construction, name, values, room, status, "list(bool)", boolean);
    }

    fn TF_OpKernelConstruction_GetAttrStringList(
        construction: *mut Construction, name: *const c_char, values: *mut *mut c_char, lengths: *mut usize,
        room: c_int, storage: *mut c_void, storage_size: usize, status: *mut Status,
    ) {
        let outcome = string_list(construction, name, (values, lengths, room), (storage.cast(), storage_size));
        report(status, outcome);
    }

    fn TF_OpKernelConstruction_GetAttrTensorList(
        construction: *mut Construction, name: *const c_char, values: *mut *mut TfTensor, room: c_int,
        status: *mut Status,
    ) {
        let tensors = attr(construction, name).and_then(|list| match list {
            Value::List(entries) => {
                let wanted = &entries[..entries.len().min(usize::try_from(room).unwrap_or(0))];
                match wanted.iter().all(is_tensor) {
                    true => Ok(wanted.iter().filter_map(tensor).collect::<Vec<_>>()),
                    false => wrong("list(tensor)", list),
                }
            }
            other => wrong("list(tensor)", other),
        });
        if let Some(tensors) = report(status, tensors) {
            for (i, tensor) in tensors.into_iter().enumerate() {
                if values.is_null() {
                    drop(boxes::take(tensor));
                } else {
                    values.add(i).write(tensor);
                }
            }
        }
    }

    fn TF_OpKernelConstruction_HasAttr(
        construction: *mut Construction, name: *const c_char, status: *mut Status,
    ) -> bool {
        report(status, Ok(()));
        attr(construction, name).is_ok()
    }

    fn TF_OpKernelConstruction_GetName(construction: *mut Construction) -> TF_StringView {
        match construction.as_ref() {
            Some(construction) => TF_StringView::new(&construction.name),
            None => Nothing::NOTHING,
        }
    }

    fn TF_OpKernelConstruction_GetAttrTensorShape(
        construction: *mut Construction, name: *const c_char, dims: *mut i64, room: usize, status: *mut Status,
    ) {
        let value = attr(construction, name).and_then(|value| match value {
            Value::Shape(PartialShape::Ranked(dims)) => Ok(dims),
            Value::Shape(PartialShape::Unranked) => invalid("the shape has no rank"),
            other => wrong("shape", other),
        });
        if let Some(shape) = report(status, value)
            && !dims.is_null()
        {
            dims.copy_from_nonoverlapping(shape.as_ptr(), shape.len().min(room));
        }
    }
}
