//! Round trips: the reader gives what the writer was given.

use crate::common::{
    MEMBERS, everything, everything_of_1_1, everything_of_1_2, everything_of_1_3, everything_of_1_4,
};
use tfrt_bef::{
    AttrView, BefFile, DTypeCode, FIRST_HOST_SECTION, FunctionKind, Location, Section, TypeCode, WriteOptions,
};

#[test]
fn everything_comes_back() {
    let bytes = everything(WriteOptions::default());
    let file = BefFile::from_bytes(&bytes).unwrap();
    file.check().unwrap();
    assert_eq!(file.version(), (1, 0));
    let names: Vec<&str> = file.functions().map(|function| function.name()).collect();
    assert_eq!(names, ["host", "", "main", "sync"]);

    let host = file.function_by_name("host").unwrap();
    assert_eq!((host.kind(), host.num_kernels(), host.num_registers()), (FunctionKind::Native, 0, 0));
    assert!(host.result_registers().is_empty() && host.register_types().unwrap().is_empty());

    let main = file.function_by_name("main").unwrap();
    assert_eq!(main.num_registers(), 4);
    assert_eq!(main.register_code(0), TypeCode::Scalar(DTypeCode::I32));
    assert_eq!(main.register_code(1), TypeCode::Chain);
    assert_eq!(file.type_view(main.register_types().unwrap()[2]).name, "!corert.tensorhandle");
    assert_eq!(main.result_registers(), [2, 3]);

    let many = main.kernel(0);
    assert_eq!((many.name(), many.operands(), many.results()), ("x.many", &[0, 0, 1][..], 2..4));
    let attrs: Vec<AttrView<'_>> = many.attrs().iter().map(|&ix| file.attr(ix)).collect();
    assert_eq!(attrs[0].as_int(), Some(1));
    assert_eq!(attrs[1].as_bytes(), Some(&b"text \xff"[..]));
    let AttrView::Type(DTypeCode::BF16) = attrs[2] else { panic!("{:?}", attrs[2]) };
    let AttrView::Array { dtype: DTypeCode::I64, len: 1, data } = attrs[3] else { panic!("{:?}", attrs[3]) };
    assert_eq!(bytemuck::cast_slice::<u8, i64>(data), [1]);
    let AttrView::TypeArray([5, 23]) = attrs[4] else { panic!("{:?}", attrs[4]) };
    let AttrView::Shape(Some([2, -1])) = attrs[5] else { panic!("{:?}", attrs[5]) };
    let AttrView::Shape(None) = attrs[6] else { panic!("{:?}", attrs[6]) };
    let AttrView::Dense { dtype: DTypeCode::UI16, shape: [2, 1], data } = attrs[7] else {
        panic!("{:?}", attrs[7])
    };
    assert_eq!(data, [1, 2, 3, 4]);
    assert_eq!(data.as_ptr().addr() % 64, 0);
    let AttrView::Aggregate(outer) = attrs[8] else { panic!("{:?}", attrs[8]) };
    let AttrView::Aggregate(inner) = outer.get(1).unwrap() else { panic!("{outer:?}") };
    assert_eq!(inner.iter().next().unwrap().as_int(), Some(1));
    let AttrView::FuncName(b"callee") = outer.get(2).unwrap() else { panic!("{outer:?}") };
    let AttrView::SymbolRef(symbol) = attrs[9] else { panic!("{:?}", attrs[9]) };
    assert_eq!((symbol.root, symbol.text()), ("m", "module @m {}"));
    assert_eq!(symbol.nested().collect::<Vec<_>>(), ["f"]);
    let AttrView::Unit = attrs[10] else { panic!("{:?}", attrs[10]) };

    let location = many.location().unwrap();
    assert_eq!(location.to_string(), "a.mlir;3;7,a.mlir;3;7(näme)");
    assert_eq!(location.debug_info().as_deref(), Some("näme"));
    let location = main.location().unwrap();
    assert_eq!(location.to_string(), "a.mlir;3;7(näme)<-a.mlir;3;7");
    let calls = main.kernel(1);
    assert_eq!(calls.functions().iter().map(|id| id.0).collect::<Vec<_>>(), [0, 0, 1]);
    assert!(matches!(calls.location().unwrap().get(), Location::Other));
}

#[test]
fn writing_is_deterministic() {
    assert_eq!(everything(WriteOptions::default()), everything(WriteOptions::default()));
}

#[test]
fn sections_can_be_left_out() {
    let bytes = everything(WriteOptions { optional_sections: false, locations: false });
    let file = BefFile::from_bytes(&bytes).unwrap();
    for section in
        [Section::Locations, Section::NestedLocations, Section::AttributeNames, Section::RegisterTypes]
    {
        assert!(!file.has_section(section), "{}", section.name());
    }
    let main = file.function_by_name("main").unwrap();
    assert!(
        main.register_types().is_none() && main.location().is_none() && main.kernel(0).location().is_none()
    );
    assert_eq!(main.register_code(0), TypeCode::Scalar(DTypeCode::I32));
}

/// A file of version 1.0 stays readable, and the writer still writes it byte for byte. When the writer is changed on
/// purpose, the old file stays, under another name; `TFRT_BLESS=1` writes the new one.
#[test]
fn the_golden_file_of_version_1() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/version1.0.bef");
    let bytes = everything(WriteOptions::default());
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &bytes).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(bytes == golden, "the writer's bytes have changed");
    BefFile::from_bytes(&golden).unwrap().check().unwrap();
}

/// As above, for what 1.1 added.
#[test]
fn the_golden_file_of_version_1_1() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/version1.1.bef");
    let bytes = everything_of_1_1();
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &bytes).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(bytes == golden, "the writer's bytes have changed");
    let file = BefFile::from_bytes(&golden).unwrap();
    assert_eq!(file.version(), (1, 1));
    let attrs: Vec<_> = file.function_by_name("main").unwrap().kernel(0).attrs().to_vec();
    let attrs: Vec<AttrView<'_>> = attrs.iter().map(|&ix| file.attr(ix)).collect();
    let AttrView::TensorType { dtype: DTypeCode::F32, shape: Some([2, -1]) } = attrs[0] else {
        panic!("{:?}", attrs[0])
    };
    let AttrView::TensorType { dtype: DTypeCode::String, shape: None } = attrs[1] else {
        panic!("{:?}", attrs[1])
    };
    let strings = |view: AttrView<'_>| match view {
        AttrView::StringTensor { shape, values } => {
            let values: Vec<Vec<u8>> =
                values.iter().map(|value| value.as_bytes().unwrap().to_vec()).collect();
            (shape.to_vec(), values)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(strings(attrs[2]), (vec![2, 1], vec![b"a".to_vec(), b"bc".to_vec()]));
    assert_eq!(strings(attrs[3]), (vec![3], vec![b"d".to_vec()]));
    let AttrView::Aggregate(list) = attrs[4] else { panic!("{:?}", attrs[4]) };
    assert!(matches!(list.get(0), Some(AttrView::TensorType { .. })));
    assert!(matches!(list.get(1), Some(AttrView::StringTensor { .. })));
}

/// As above, for what 1.2 added.
#[test]
fn the_golden_file_of_version_1_2() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/version1.2.bef");
    let bytes = everything_of_1_2();
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &bytes).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(bytes == golden, "the writer's bytes have changed");
    let file = BefFile::from_bytes(&golden).unwrap();
    assert_eq!(file.version(), (1, 2));
    let attrs: Vec<_> = file.function_by_name("main").unwrap().kernel(0).attrs().to_vec();
    let AttrView::FusedBody(small) = file.attr(attrs[0]) else { panic!("{:?}", file.attr(attrs[0])) };
    assert_eq!((small.num_args(), small.num_members(), small.results()), (1, 1, &[1][..]));
    let AttrView::FusedBody(large) = file.attr(attrs[1]) else { panic!("{:?}", file.attr(attrs[1])) };
    assert_eq!((large.num_args(), large.num_members(), large.results()), (2, 3, &[2, 4][..]));
    for (member, expected) in large.members().zip(MEMBERS) {
        assert_eq!((member.class, member.op), (expected.class, expected.op));
        assert_eq!((member.operands, member.attrs), (expected.operands, expected.attrs));
    }
    let AttrView::Aggregate(list) = file.attr(attrs[2]) else { panic!("{:?}", file.attr(attrs[2])) };
    assert!(matches!(list.get(0), Some(AttrView::FusedBody(body)) if body.num_args() == 2));
}

/// As above, for what 1.3 added.
#[test]
fn the_golden_file_of_version_1_3() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/version1.3.bef");
    let bytes = everything_of_1_3(WriteOptions::default());
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &bytes).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(bytes == golden, "the writer's bytes have changed");
    let file = BefFile::from_bytes(&golden).unwrap();
    assert_eq!(file.version(), (1, 3));
    let values: Vec<_> = file.function_by_name("main").unwrap().signature().collect();
    let named: Vec<_> = values.iter().map(|(position, value)| (*position, value.name())).collect();
    assert_eq!(named, [(0, Some("x")), (2, Some("k")), (3, Some("x"))]);
    let x = values[0].1;
    assert_eq!(x.tensor_type(), Some((DTypeCode::F32, Some(&[-1, 4][..]))));
    assert_eq!([x.size_name(0), x.size_name(1), x.size_name(2)], [Some("batch"), None, None]);
    assert!(x.default().is_none() && values[1].1.tensor_type().is_none());
    assert!(matches!(values[1].1.default(), Some(AttrView::Dense { shape: [], .. })));

    let stripped = everything_of_1_3(WriteOptions { optional_sections: false, locations: true });
    let file = BefFile::from_bytes(&stripped).unwrap();
    assert!(!file.has_section(Section::Signatures));
    assert_eq!(file.function_by_name("main").unwrap().signature().len(), 0);
}

/// As above, for what 1.4 added.
#[test]
fn the_golden_file_of_version_1_4() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/version1.4.bef");
    let bytes = everything_of_1_4(WriteOptions::default());
    if std::env::var_os("TFRT_BLESS").is_some() {
        std::fs::write(path, &bytes).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(bytes == golden, "the writer's bytes have changed");
    let file = BefFile::from_bytes(&golden).unwrap();
    assert_eq!(file.version(), (1, 4));
    let values = file.function_by_name("main").unwrap().signature();
    let small: Vec<_> = values.map(|(_, value)| value.small_type()).collect();
    assert_eq!(small, [Some("f8E4M3FN"), None, Some("ui4")]);
    assert!(
        !BefFile::from_bytes(&everything_of_1_3(WriteOptions::default()))
            .unwrap()
            .has_section(Section::SmallTypes)
    );
}

#[test]
fn mapped_and_unverified_files() {
    let path = std::env::temp_dir().join(format!("tfrt-bef-round-trip-{}.bef", std::process::id()));
    std::fs::write(&path, everything(WriteOptions::default())).unwrap();
    let file = BefFile::open(&path).unwrap();
    assert!(file.is_verified());
    // SAFETY: this test's writer has just written the file, which nothing else opens.
    #[expect(unsafe_code, reason = "this is the function under test")]
    let unverified = unsafe { BefFile::open_unverified(&path) }.unwrap();
    assert!(!unverified.is_verified());
    assert_eq!(file.function_by_name("main").unwrap().num_kernels(), 2);
    assert_eq!(unverified.function_by_name("main").unwrap().num_kernels(), 2);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_section_of_the_host_leaves_the_program_as_it_is() {
    let plain = BefFile::from_bytes(&everything(WriteOptions::default())).unwrap();
    let id = FIRST_HOST_SECTION + 7;
    assert!(plain.host_section(id).unwrap().is_none());
    let bytes = plain.with_host_section(id, b"mine").unwrap();
    let file = BefFile::from_bytes(&bytes).unwrap();
    file.check().unwrap();
    assert_eq!(file.host_section(id).unwrap(), Some(&b"mine"[..]));
    assert_eq!(file.version(), plain.version());
    for &section in Section::ALL {
        assert_eq!(file.has_section(section), plain.has_section(section));
        assert_eq!(file.section_bytes(section), plain.section_bytes(section));
    }
    // One of the same number takes its place, and another stands beside it.
    let other = BefFile::from_bytes(&file.with_host_section(id + 1, b"").unwrap()).unwrap();
    let again = BefFile::from_bytes(&other.with_host_section(id, b"other").unwrap()).unwrap();
    assert_eq!(again.host_section(id).unwrap(), Some(&b"other"[..]));
    assert_eq!(again.host_section(id + 1).unwrap(), Some(&b""[..]));
    assert!(plain.with_host_section(Section::Words as u32, b"").is_err());
    // Damage is found where the section is asked for.
    let mut bad = bytes;
    *bad.last_mut().unwrap() ^= 1;
    assert!(BefFile::from_bytes(&bad).unwrap().host_section(id).is_err());
}
