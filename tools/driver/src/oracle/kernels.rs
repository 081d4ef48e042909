//! Scalar kernels run ahead of time, on constants.
//!
//! The oracle writes, loads and runs a program of one function that calls the kernel: its results are the kernel's.

use tfrt_bef::{
    BefWriter, DTypeCode, FunctionKind, FunctionSpec, KernelSpec, TypeCode, TypeIx, WriteError, WriteOptions,
};
use tfrt_compiler::dtype::code_of;
use tfrt_dialects::oracle::KernelCall;
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::value::{ScalarKind, Value};
use tfrt_ir::Context;
use tfrt_ir::apint::ApInt;
use tfrt_ir::attributes::{AttrKind, FloatBits};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::TypeKind;
use tfrt_scalars::table;

/// The results of a kernel on constants.
pub(super) fn evaluate(ctx: &Context, kernel: KernelCall<'_>, operands: &[Attr]) -> Option<Vec<Attr>> {
    if !table::tables().flatten().any(|known| known.name == kernel.name) {
        return None;
    }
    let mut arguments = Vec::with_capacity(operands.len());
    let mut types = Vec::with_capacity(operands.len());
    for &operand in operands {
        let (ty, bits) = match ctx.attr_kind(operand) {
            AttrKind::Integer { ty, value } => (*ty, value.as_u64()?),
            AttrKind::Float { ty, bits } => (*ty, u64::try_from(bits.get()).ok()?),
            _ => return None,
        };
        let dtype = code_of(ctx, ty)?;
        types.push(dtype);
        arguments.push(Value::Scalar(ScalarKind::of_dtype(dtype)?, bits));
    }
    let results: Vec<DTypeCode> = kernel.results.iter().map(|&ty| code_of(ctx, ty)).collect::<Option<_>>()?;
    let bytes = program(kernel.name, &types, &results)?;
    let mut registry = KernelRegistry::new();
    table::register(&mut registry);
    table::register_test(&mut registry);
    let options = HostOptions { diagnostics: std::sync::Arc::new(|_| {}), ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry, options).ok()?;
    let values = runtime.load(&bytes).ok()?.function("f")?.call(arguments).ok()?;
    values.iter().zip(kernel.results).map(|(value, &ty)| attribute(ctx, value, ty)).collect()
}

/// A file with a function that calls the kernel.
fn program(name: &str, operands: &[DTypeCode], results: &[DTypeCode]) -> Option<Vec<u8>> {
    write(name, operands, results).ok()?.finish().ok()
}

fn write(name: &str, operands: &[DTypeCode], results: &[DTypeCode]) -> Result<BefWriter, WriteError> {
    let mut writer = BefWriter::new(WriteOptions { optional_sections: false, locations: false });
    let types = |writer: &mut BefWriter, list: &[DTypeCode]| -> Result<Vec<TypeIx>, WriteError> {
        list.iter().map(|&dtype| writer.type_named(dtype.name(), TypeCode::Scalar(dtype))).collect()
    };
    let (arg_types, result_types) = (types(&mut writer, operands)?, types(&mut writer, results)?);
    let file = writer.string("")?;
    let location = writer.file_location(file, 0, 0);
    writer.begin_function(&FunctionSpec {
        name: "f",
        kind: FunctionKind::Async,
        arg_types: &arg_types,
        result_types: &result_types,
        root_stream: 0,
        location,
    })?;
    let code = writer.kernel_name(name)?;
    let count = operands.len() as u32;
    writer.add_kernel(&KernelSpec {
        code,
        operands: &(0..count).collect::<Vec<u32>>(),
        attrs: &[],
        attr_names: &[],
        functions: &[],
        function_names: &[],
        result_types: &result_types,
        stream: 0,
        location,
    })?;
    writer.end_function(&(count..count + results.len() as u32).collect::<Vec<u32>>())?;
    Ok(writer)
}

/// A scalar as an attribute. Numbers that are not numbers have no one spelling and are left out.
fn attribute(ctx: &Context, value: &Value, ty: Type) -> Option<Attr> {
    let Value::Scalar(_, bits) = value else { return None };
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => {
            Some(ctx.intern_attr(AttrKind::Integer { ty, value: ApInt::from_u64(*width, *bits) }))
        }
        TypeKind::Float(kind) => {
            let bits = u128::from(*bits);
            let is_nan = tfrt_ir::float::to_f64(*kind, bits).is_nan();
            (!is_nan).then(|| ctx.intern_attr(AttrKind::Float { ty, bits: FloatBits::new(bits) }))
        }
        _ => None,
    }
}
