//! Programs that the tests share.

use tfrt_bef::{
    AttrIx, BefWriter, DTypeCode, FunctionId, FunctionKind, FunctionRefName, FunctionSpec, FusedAttrRecord,
    FusedMember, KernelSpec, LocationRecord, StringIx, TypeCode, TypeIx, ValueSpec, WriteOptions,
};

/// Something to write kernels with few words.
pub(crate) struct Kernel<'a> {
    pub name: &'a str,
    pub operands: &'a [u32],
    pub attrs: &'a [(&'a str, AttrIx)],
    pub functions: &'a [(FunctionRefName, FunctionId)],
    pub results: &'a [TypeIx],
    pub location: LocationRecord,
}

pub(crate) fn kernel(writer: &mut BefWriter, kernel: &Kernel<'_>) -> u32 {
    let code = writer.kernel_name(kernel.name).unwrap();
    let attrs: Vec<AttrIx> = kernel.attrs.iter().map(|attr| attr.1).collect();
    let attr_names: Vec<StringIx> = kernel.attrs.iter().map(|attr| writer.string(attr.0).unwrap()).collect();
    let functions: Vec<FunctionId> = kernel.functions.iter().map(|function| function.1).collect();
    let function_names: Vec<FunctionRefName> = kernel.functions.iter().map(|function| function.0).collect();
    writer
        .add_kernel(&KernelSpec {
            code,
            operands: kernel.operands,
            attrs: &attrs,
            attr_names: &attr_names,
            functions: &functions,
            function_names: &function_names,
            result_types: kernel.results,
            stream: 1,
            location: kernel.location,
        })
        .unwrap()
}

/// A program of one function, `main`, of one kernel that has these attributes.
fn one_kernel(mut w: BefWriter, attrs: &[(&str, AttrIx)]) -> Vec<u8> {
    let unknown = BefWriter::unknown_location();
    w.begin_function(&FunctionSpec {
        name: "main",
        kind: FunctionKind::Async,
        arg_types: &[],
        result_types: &[],
        root_stream: 0,
        location: unknown,
    })
    .unwrap();
    let many = Kernel { name: "x", operands: &[], attrs, functions: &[], results: &[], location: unknown };
    kernel(&mut w, &many);
    w.end_function(&[]).unwrap();
    w.finish().unwrap()
}

/// A program with what version 1.1 added.
pub(crate) fn everything_of_1_1() -> Vec<u8> {
    let mut w = BefWriter::new(WriteOptions::default());
    let ranked = w.tensor_type_attr(DTypeCode::F32, Some(&[2, -1])).unwrap();
    let unranked = w.tensor_type_attr(DTypeCode::String, None).unwrap();
    let strings = w.string_tensor_attr(&[2, 1], &["a", "bc"]).unwrap();
    let splat = w.string_tensor_attr(&[3], &["d"]).unwrap();
    let list = w.aggregate_attr(&[ranked, strings]).unwrap();
    one_kernel(w, &[("a", ranked), ("b", unranked), ("c", strings), ("d", splat), ("e", list)])
}

/// The members of the second body of [`everything_of_1_2`].
pub(crate) const MEMBERS: [FusedMember<'static>; 3] = [
    FusedMember { class: 1, op: 68, operands: &[0, 1], attrs: &[] },
    FusedMember {
        class: 2,
        op: 4,
        operands: &[2, 1],
        attrs: &[FusedAttrRecord { name: 4, reserved: 0, value: 1 }],
    },
    FusedMember {
        class: 1,
        op: 8,
        operands: &[3],
        attrs: &[
            FusedAttrRecord { name: 1, reserved: 0, value: 2 },
            FusedAttrRecord { name: 2, reserved: 0, value: 0 },
        ],
    },
];

/// A program with what version 1.2 added: two bodies of fused ops.
pub(crate) fn everything_of_1_2() -> Vec<u8> {
    let mut w = BefWriter::new(WriteOptions::default());
    let small =
        w.fused_body_attr(1, [FusedMember { operands: &[0], ..MEMBERS[2] }].into_iter(), &[1]).unwrap();
    let large = w.fused_body_attr(2, MEMBERS.into_iter(), &[2, 4]).unwrap();
    let list = w.aggregate_attr(&[large, small]).unwrap();
    one_kernel(w, &[("a", small), ("b", large), ("c", list)])
}

/// A program with what version 1.3 added: the signature of a function.
pub(crate) fn everything_of_1_3(options: WriteOptions) -> Vec<u8> {
    let mut w = BefWriter::new(options);
    let handle = w.type_named("!corert.tensorhandle", TypeCode::Opaque).unwrap();
    let ty = w.tensor_type_attr(DTypeCode::F32, Some(&[-1, 4])).unwrap();
    let (batch, none) = (w.string_attr(b"batch").unwrap(), w.string_attr(b"").unwrap());
    let sizes = w.aggregate_attr(&[batch, none]).unwrap();
    let default = w.dense_attr(DTypeCode::F32, &[], &1.5_f32.to_le_bytes()).unwrap();
    let [x, k] = ["x", "k"].map(|name| Some(w.string(name).unwrap()));
    w.begin_function(&FunctionSpec {
        name: "main",
        kind: FunctionKind::Async,
        arg_types: &[handle, handle, handle],
        result_types: &[handle],
        root_stream: 0,
        location: BefWriter::unknown_location(),
    })
    .unwrap();
    let main = w.end_function(&[0]).unwrap();
    let value = ValueSpec { name: x, tensor_type: Some(ty), sizes: Some(sizes), ..Default::default() };
    w.describe_value(main, 0, value).unwrap();
    w.describe_value(main, 2, ValueSpec { name: k, default: Some(default), ..Default::default() }).unwrap();
    w.describe_value(main, 3, ValueSpec { name: x, ..Default::default() }).unwrap();
    w.finish().unwrap()
}

/// A function with what version 1.4 added.
pub(crate) fn everything_of_1_4(options: WriteOptions) -> Vec<u8> {
    let mut w = BefWriter::new(options);
    let handle = w.type_named("!corert.tensorhandle", TypeCode::Opaque).unwrap();
    let [float, byte] =
        [DTypeCode::F32, DTypeCode::UI8].map(|dtype| Some(w.tensor_type_attr(dtype, Some(&[4])).unwrap()));
    let [f8, u4] = ["f8E4M3FN", "ui4"].map(|name| Some(w.string(name).unwrap()));
    w.begin_function(&FunctionSpec {
        name: "main",
        kind: FunctionKind::Async,
        arg_types: &[handle, handle],
        result_types: &[handle],
        root_stream: 0,
        location: BefWriter::unknown_location(),
    })
    .unwrap();
    let main = w.end_function(&[1]).unwrap();
    let value = |tensor_type, small_type| ValueSpec { tensor_type, small_type, ..Default::default() };
    w.describe_value(main, 0, value(float, f8)).unwrap();
    w.describe_value(main, 1, value(byte, None)).unwrap();
    w.describe_value(main, 2, value(byte, u4)).unwrap();
    w.finish().unwrap()
}

/// A small program that has one of everything that version 1.0 has.
pub(crate) fn everything(options: WriteOptions) -> Vec<u8> {
    let mut w = BefWriter::new(options);
    let i32 = w.type_named("i32", TypeCode::Scalar(DTypeCode::I32)).unwrap();
    let chain = w.type_named("!tfrt.chain", TypeCode::Chain).unwrap();
    let tensor = w.type_named("!corert.tensorhandle", TypeCode::Opaque).unwrap();
    let file = w.string("a.mlir").unwrap();
    let here = w.file_location(file, 3, 7);
    let nested = w.nested_location(here).unwrap();
    let name = w.string("näme").unwrap();
    let named = w.name_location(name, Some(nested));
    let named_nested = w.nested_location(named).unwrap();
    let call_site = w.call_site_location(named_nested, nested);
    let fused = w.fused_location(&[nested, named_nested]).unwrap();
    let unknown = BefWriter::unknown_location();

    let one = w.scalar_attr(DTypeCode::I32, 1).unwrap();
    let text = w.string_attr(b"text \xff").unwrap();
    let dtype = w.type_attr(DTypeCode::BF16).unwrap();
    let array = w.array_attr(DTypeCode::I64, &[1, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let types = w.type_array_attr(&[DTypeCode::I1, DTypeCode::QI32]).unwrap();
    let shape = w.shape_attr(Some(&[2, -1])).unwrap();
    let unranked = w.shape_attr(None).unwrap();
    let dense = w.dense_attr(DTypeCode::UI16, &[2, 1], &[1, 2, 3, 4]).unwrap();
    let inner = w.aggregate_attr(&[one, text]).unwrap();
    let func = w.func_name_attr(b"callee").unwrap();
    let outer = w.aggregate_attr(&[inner, inner, func, shape]).unwrap();
    let unit = w.unit("module @m {}").unwrap();
    let symbol = w.symbol_ref_attr(unit, "m", &["f"]).unwrap();
    let present = w.unit_attr().unwrap();

    let native = FunctionSpec {
        name: "host",
        kind: FunctionKind::Native,
        arg_types: &[i32],
        result_types: &[i32],
        root_stream: 0,
        location: unknown,
    };
    let host = w.add_native(&native).unwrap();
    let region = FunctionSpec {
        name: "",
        kind: FunctionKind::Async,
        arg_types: &[i32],
        result_types: &[i32],
        root_stream: 1,
        location: here,
    };
    w.begin_function(&region).unwrap();
    let region = w.end_function(&[0]).unwrap();
    w.begin_function(&FunctionSpec {
        name: "main",
        kind: FunctionKind::Async,
        arg_types: &[i32, chain],
        result_types: &[tensor, i32],
        root_stream: 0,
        location: call_site,
    })
    .unwrap();
    let attrs = [
        ("a", one),
        ("b", text),
        ("c", dtype),
        ("d", array),
        ("e", types),
        ("f", shape),
        ("g", unranked),
        ("h", dense),
        ("i", outer),
        ("j", symbol),
        ("k", present),
    ];
    let many = Kernel {
        name: "x.many",
        operands: &[0, 0, 1],
        attrs: &attrs,
        functions: &[],
        results: &[tensor, i32],
        location: fused,
    };
    let result = kernel(&mut w, &many);
    let callee = w.string("callee").unwrap();
    let calls = Kernel {
        name: "x.calls",
        operands: &[result],
        attrs: &[("a", one)],
        functions: &[
            (FunctionRefName::Single(callee), host),
            (FunctionRefName::Element(callee), host),
            (FunctionRefName::Region, region),
        ],
        results: &[],
        location: BefWriter::other_location(),
    };
    kernel(&mut w, &calls);
    w.end_function(&[result, result + 1]).unwrap();
    w.begin_function(&FunctionSpec {
        name: "sync",
        kind: FunctionKind::Sync,
        arg_types: &[],
        result_types: &[i32],
        root_stream: 0,
        location: unknown,
    })
    .unwrap();
    let constant = Kernel {
        name: "tfrt.constant.i32",
        operands: &[],
        attrs: &[("value", one)],
        functions: &[],
        results: &[i32],
        location: here,
    };
    let result = kernel(&mut w, &constant);
    w.end_function(&[result]).unwrap();
    w.finish().unwrap()
}
