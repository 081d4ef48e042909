//! Each rule of the verifier has a file here that breaks it, and the error that names section and entry.

use crate::common::{
    MEMBERS, everything, everything_of_1_1, everything_of_1_2, everything_of_1_3, everything_of_1_4,
};
use tfrt_bef::{AttrView, BefFile, Section, WriteOptions, recompute_checksums, records::SectionRecord};

/// Offset of a section in the file.
fn section_offset(file: &[u8], section: Section) -> usize {
    let count = u32::from_le_bytes(file[16..20].try_into().unwrap()) as usize;
    (0..count)
        .map(|i| bytemuck::pod_read_unaligned::<SectionRecord>(&file[64 + 32 * i..][..32]))
        .find(|record| record.id == section as u32)
        .unwrap()
        .offset as usize
}

/// Writes `bytes` at an offset of a section of the sample program and asks what the verifier says.
fn break_it(section: Section, offset: usize, bytes: &[u8]) -> String {
    let mut file = everything(WriteOptions::default());
    let at = section_offset(&file, section) + offset;
    assert_ne!(&file[at..at + bytes.len()], bytes, "nothing was changed");
    file[at..at + bytes.len()].copy_from_slice(bytes);
    recompute_checksums(&mut file);
    match BefFile::from_bytes(&file) {
        Ok(_) => "accepted".into(),
        Err(error) => error.to_string(),
    }
}

/// Sets a word of a section; the verifier must find `what` in this section or, given one, another.
#[track_caller]
fn check(section: Section, offset: usize, word: u32, what: &str, entry: usize) {
    check_in(section, section, offset, word, what, entry);
}

#[track_caller]
fn check_in(at_fault: Section, changed: Section, offset: usize, word: u32, what: &str, entry: usize) {
    let expected = format!("invalid {} section in BEF file: {what} (entry {entry})", at_fault.name());
    assert_eq!(break_it(changed, offset, &word.to_le_bytes()), expected);
}

#[test]
fn strings_types_and_units() {
    check(Section::StringBytes, 0, u32::MAX, "is not UTF-8", 0);
    check(Section::Strings, 12, 1000, "lies outside of its section or splits a character", 1);
    check(Section::Strings, 12, u32::MAX, "lies outside of its section or splits a character", 1);
    check(Section::Strings, 8, 4, "does not begin where the one before ends", 1);
    check(Section::Types, 8, 99, "has a name that does not exist", 1);
    check(Section::Types, 8, 0, "has the name of another", 1);
    check(Section::Types, 4, 24, "has the unknown code 24", 0);
    check(Section::KernelNames, 4, 99, "has a name that does not exist", 1);
    check(Section::Units, 0, 1, "does not begin where the one before ends", 0);
    check(Section::Units, 8, 99, "lies outside of its section", 0);
    check_in(Section::Units, Section::UnitText, 0, u32::MAX, "is not UTF-8", 0);
}

#[test]
fn attributes() {
    let check =
        |offset: usize, word: u32, what: &str| check(Section::Attributes, offset, word, what, offset / 16);
    check(0, 13, "has an unknown kind");
    check(0, 1 | 99 << 8, "has an unknown element type");
    check(12, 1, "has a value that does not fit its type");
    check(16 + 8, 1000, "points outside of its section");
    check(16 + 12, u32::MAX, "points outside of its section");
    check(3 * 16 + 8, 4, "points at data that is not aligned");
    check(3 * 16, 4 | 16 << 8, "has elements without a size");
    check(7 * 16, 8 | 1 << 8, "has data that does not fit its shape");
    check(8 * 16 + 8, 0, "points at data of another attribute");
    let data = |offset: usize, word: u32, entry: usize, what: &str| {
        check_in(Section::Attributes, Section::AttrData, offset, word, what, entry);
    };
    data(28, 0x8000_0000, 5, "has a negative dimension");
    data(40, 4, 7, "has data that is not aligned");
    data(40, 64, 7, "points outside of its section");
    data(72, 8, 8, "has an element that does not come before it");
    data(104, 1, 11, "has a compilation unit that does not exist");
    data(108, 99, 11, "has a name that does not exist");
    data(16, 99, 4, "has an unknown element type");
}

#[test]
fn aggregates_with_a_meaning() {
    let file = everything_of_1_1();
    let (attrs, data) =
        (section_offset(&file, Section::Attributes), section_offset(&file, Section::AttrData));
    let complaint = |at: usize, bytes: &[u8]| {
        let mut file = file.clone();
        assert_ne!(&file[at..at + bytes.len()], bytes, "nothing was changed");
        file[at..at + bytes.len()].copy_from_slice(bytes);
        recompute_checksums(&mut file);
        BefFile::from_bytes(&file).map(drop).map_err(|error| error.to_string())
    };
    let wrong = |entry: usize, what: &str| {
        Err(format!("invalid Attributes section in BEF file: {what} (entry {entry})"))
    };
    // f32, shape, type of tensors; string, unranked shape, type of tensors; shape, "a", "bc", tensor of strings; …
    assert_eq!(complaint(attrs + 2 * 16 + 2, &[2]), wrong(2, "is no tensor of strings"));
    assert_eq!(complaint(attrs, &[1]), wrong(2, "is no type of tensors"));
    assert_eq!(complaint(attrs + 16, &[2]), wrong(2, "is no type of tensors"));
    assert_eq!(complaint(attrs + 9 * 16 + 2, &[1]), wrong(9, "is no type of tensors"));
    assert_eq!(complaint(attrs + 3 * 16 + 1, &[10]), wrong(9, "is no tensor of strings"));
    assert_eq!(complaint(attrs + 8 * 16, &[10]), wrong(9, "is no tensor of strings"));
    // The dimensions of the tensor of strings stand behind those of the first type and the elements of both types.
    let dims = data + 16 + 8 + 8;
    assert_eq!(complaint(dims, &[3]), wrong(9, "has strings that do not fit their shape"));
    assert_eq!(complaint(dims, &[0xff; 8]), wrong(9, "has strings that do not fit their shape"));
    assert_eq!(complaint(attrs + 2 * 16 + 2, &[0]), Ok(()));
}

#[test]
fn signatures() {
    let file = everything_of_1_3(WriteOptions::default());
    let records = section_offset(&file, Section::Signatures);
    // A record has six words: function, position, name, type, names of sizes, default.
    let complaint = |entry: usize, word: usize, value: u32| {
        let mut file = file.clone();
        let at = records + entry * 24 + word * 4;
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
        recompute_checksums(&mut file);
        let message = BefFile::from_bytes(&file).err().map(|error| error.to_string());
        let message = message.map(|message| {
            let rest = message.strip_prefix("invalid Signatures section in BEF file: ").map(str::to_owned);
            rest.unwrap_or(message)
        });
        message.unwrap_or_else(|| "accepted".to_owned())
    };
    let word = |entry: usize, word: usize| {
        let at = records + entry * 24 + word * 4;
        u32::from_le_bytes(file[at..at + 4].try_into().unwrap())
    };
    let (name, ty, sizes, default) = (word(0, 2), word(0, 3), word(0, 4), word(1, 5));
    assert_eq!(complaint(1, 0, 1), "belongs to a function that does not exist (entry 1)");
    assert_eq!(complaint(1, 1, 0), "does not follow the one before (entry 1)");
    assert_eq!(complaint(2, 1, 4), "belongs to an argument or a result that does not exist (entry 2)");
    assert_eq!(complaint(0, 2, 99), "has a name that does not exist (entry 0)");
    assert_eq!(complaint(1, 2, name), "has the name of another (entry 1)");
    assert_eq!(complaint(0, 3, 99), "has an attribute that does not exist (entry 0)");
    assert_eq!(complaint(0, 3, sizes), "has a type that is no type of tensors (entry 0)");
    assert_eq!(complaint(0, 4, default), "has names of sizes that are no list (entry 0)");
    assert_eq!(complaint(1, 4, sizes), "has names of sizes that do not fit its shape (entry 1)");
    assert_eq!(complaint(2, 5, default), "is a result with a default (entry 2)");
    assert_eq!(complaint(1, 3, ty), "accepted");
    assert_eq!(complaint(1, 2, u32::MAX), "accepted");
}

#[test]
fn small_types() {
    let file = everything_of_1_4(WriteOptions::default());
    let records = section_offset(&file, Section::SmallTypes);
    // A record has three words: function, position, name.
    let complaint = |entry: usize, word: usize, value: u32| {
        let mut file = file.clone();
        let at = records + entry * 12 + word * 4;
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
        recompute_checksums(&mut file);
        BefFile::from_bytes(&file).err().map(|error| error.to_string())
    };
    let wrong = |what: &str| Some(format!("invalid SmallTypes section in BEF file: {what}"));
    assert_eq!(complaint(0, 0, 1), wrong("belongs to no argument or result with a signature (entry 0)"));
    assert_eq!(complaint(1, 1, 3), wrong("belongs to no argument or result with a signature (entry 1)"));
    assert_eq!(complaint(1, 1, 0), wrong("does not follow the one before (entry 1)"));
    assert_eq!(complaint(1, 2, 99), wrong("has a name that does not exist (entry 1)"));
    assert_eq!(complaint(1, 1, 1), None);
}

/// Readers of version 1.0 know lists only, and must find what they know.
#[test]
fn what_version_1_1_added_is_lists_to_older_readers() {
    let mut bytes = everything_of_1_1();
    let attrs = section_offset(&bytes, Section::Attributes);
    let count = BefFile::from_bytes(&bytes).unwrap().attr_records().len();
    for attr in 0..count {
        // As a reader sees it that does not look at the meaning, and as a later one may write it.
        bytes[attrs + 16 * attr + 2..][..2].copy_from_slice(&[77, 7]);
    }
    recompute_checksums(&mut bytes);
    let file = BefFile::from_bytes(&bytes).unwrap();
    let attrs = file.function_by_name("main").unwrap().kernel(0).attrs().to_vec();
    for attr in attrs {
        let AttrView::Aggregate(list) = file.attr(attr) else { panic!("{:?}", file.attr(attr)) };
        assert!(list.len() >= 2);
    }
}

#[test]
fn bodies_of_fused_ops() {
    let file = everything_of_1_2();
    let (attrs, data) =
        (section_offset(&file, Section::Attributes), section_offset(&file, Section::AttrData));
    // The words of the first body, the body, and the same of the second one, whose words stand behind those of the first: seven and
    // the index of the array.
    let (second, words) = (attrs + 3 * 16, data + 8 * 8);
    let (members, numbers) = (words + 8, words + 8 + 3 * 8 + 3 * 16);
    let complaint = |at: usize, bytes: &[u8]| {
        let mut file = file.clone();
        assert_ne!(&file[at..at + bytes.len()], bytes, "nothing was changed");
        file[at..at + bytes.len()].copy_from_slice(bytes);
        recompute_checksums(&mut file);
        BefFile::from_bytes(&file).map(drop).map_err(|error| error.to_string())
    };
    let wrong = |what: &str| Err(format!("invalid Attributes section in BEF file: {what} (entry 3)"));
    let length = wrong("has a fused body of another length");
    assert_eq!(complaint(second + 2, &[1]), wrong("is no type of tensors"));
    assert_eq!(complaint(second - 16 + 1, &[9]), wrong("is no fused body"));
    assert_eq!(complaint(words + 2, &[0]), length);
    assert_eq!(complaint(words + 2, &[2]), length);
    assert_eq!(complaint(words + 4, &[1]), length);
    assert_eq!(complaint(members + 4, &[9]), length);
    assert_eq!(complaint(members + 6, &[1]), length);
    // Padding.
    assert_eq!(complaint(numbers + 2 * 7, &[1]), length);
    let operand = wrong("has a fused body with an operand that is no earlier value");
    assert_eq!(complaint(words, &[1]), operand);
    assert_eq!(complaint(numbers, &[2]), operand);
    assert_eq!(complaint(numbers + 2 * 4, &[4]), operand);
    let results = wrong("has a fused body whose results are no members in order that end in the last one");
    for (result, number) in [(0, 1), (0, 4), (1, 3), (1, 5)] {
        assert_eq!(complaint(numbers + 2 * (5 + result), &[number]), results);
    }
    assert_eq!(complaint(words, &[0xff, 0xff]), wrong("has a fused body with too many values"));
    // What members are is for others to say.
    assert_eq!(complaint(members, &[0xff, 0xff, 0xff, 0xff]), Ok(()));
    // The words must stand directly before the body, so that no two share them.
    let index = numbers + 2 * 8;
    assert_eq!(complaint(index, &[0]), wrong("is no fused body"));
}

#[test]
fn functions() {
    let check = |function: usize, field: usize, word: u32, what: &str| {
        check(Section::Functions, function * 48 + field * 4, word, what, function);
    };
    check(2, 0, 99, "has a name that does not exist");
    check(2, 1, 3, "has an unknown kind");
    check(2, 2, 1000, "has types outside of their section");
    check(2, 3, 1000, "has types outside of their section");
    check(2, 5, 1, "does not begin where the one before ends");
    check(2, 8, 0, "does not begin where the one before ends");
    check(2, 11, 1, "does not begin where the one before ends");
    check(0, 6, 1, "is native and has kernels");
    check(0, 0, 8, "is native and has no name");
    check(2, 6, 9, "has kernels outside of their section");
    check(2, 7, 1000, "has registers outside of their section");
    check(1, 3, 2, "has more arguments than registers");
    check(2, 9, 1000, "returns registers outside of their section");
    check(1, 7, 2, "has words or registers that belong to no kernel");
    check(2, 2, 5, "does not begin where the one before ends");
    check(3, 0, 9, "has the name of another");
    let types = |entry: usize, function: usize, what: &str| {
        check_in(Section::Functions, Section::FunctionTypes, entry * 4, 1, what, function);
    };
    types(8, 3, "returns a register of another type than the result's");
    types(4, 2, "has an argument whose register has another type");
}

#[test]
fn kernels() {
    let kernel = |kernel: usize, offset: usize, word: u32, what: &str| {
        check(Section::Kernels, kernel * 20 + offset, word, what, kernel);
    };
    kernel(0, 0, 3, "has a name that does not exist");
    kernel(0, 4, 0, "does not begin where the one before ends");
    kernel(0, 8, 3, "does not begin where the one before ends");
    kernel(0, 16, 100, "has more attributes and functions than words");
    // Words of kernel 1: its operand, its attribute, three functions.
    let word = |at: usize, word: u32, what: &str| {
        check_in(Section::Kernels, Section::Words, at * 4, word, what, 1);
    };
    word(15, 4, "uses a register before its definition");
    word(16, 13, "has an attribute that does not exist");
    word(17, 4, "refers to a function that does not exist");
    word(17, 1, "has a region that belongs to another op");
    check_in(Section::Functions, Section::Words, 20 * 4, 4, "returns a register that it does not have", 2);
    let sync = "invalid Words section in BEF file: belongs to no function (entry 24)";
    let mut file = everything(WriteOptions::default());
    let table = (0..19).find(|i| file[64 + 32 * i] == Section::Words as u8).unwrap();
    file[64 + 32 * table + 16] += 4;
    recompute_checksums(&mut file);
    assert_eq!(BefFile::from_bytes(&file).unwrap_err().to_string(), sync);
    check(Section::AttributeNames, 0, 99, "is no string", 0);
    check(Section::AttributeNames, 12 * 4, u32::MAX, "does not name a function reference", 12);
    check(Section::RegisterTypes, 8, 0, "does not exist or differs from the register", 2);
}

#[test]
fn regions_come_before_their_function() {
    // Function 3, which is synchronous and stands after `main`, becomes a region of it.
    let mut file = everything(WriteOptions::default());
    let functions = section_offset(&file, Section::Functions);
    let empty = file[functions + 48..functions + 52].to_vec();
    file[functions + 3 * 48..functions + 3 * 48 + 4].copy_from_slice(&empty);
    let words = section_offset(&file, Section::Words);
    file[words + 17 * 4] = 3;
    recompute_checksums(&mut file);
    assert_eq!(
        BefFile::from_bytes(&file).unwrap_err().to_string(),
        "invalid Kernels section in BEF file: has a region that does not come before its function (entry 1)"
    );
}

#[test]
fn synchronous_functions_return_what_kernels_made() {
    // `main`, which has more registers, becomes synchronous and returns one of them twice.
    let mut file = everything(WriteOptions::default());
    let functions = section_offset(&file, Section::Functions);
    let words = section_offset(&file, Section::Words);
    let types = section_offset(&file, Section::FunctionTypes);
    file[functions + 2 * 48 + 4] = 2;
    file[words + 20 * 4] = 3;
    // Its result types follow two native and two region types, and its arguments.
    file[types + 6 * 4] = 0;
    recompute_checksums(&mut file);
    assert_eq!(
        BefFile::from_bytes(&file).unwrap_err().to_string(),
        "invalid Functions section in BEF file: is synchronous and returns an argument or another result (entry 2)"
    );
}

#[test]
fn locations() {
    let nested = |offset: usize, word: u32, what: &str| {
        check(Section::NestedLocations, offset, word, what, offset / 12);
    };
    nested(0, 7, "has an unknown kind");
    nested(0, 1 | 99 << 3, "has a name that does not exist");
    nested(16, 1, "has a part that does not come before it");
    nested(2 * 12 + 8, 3, "has parts outside of their section");
    nested(2 * 12 + 4, 1, "has parts that do not begin where those of the one before end");
    nested(2 * 12, 6, "stands for another one");
    let part = "has a part that does not come before it";
    check_in(Section::NestedLocations, Section::LocationChildren, 0, 2, part, 2);
    check(Section::Locations, 4, 3, "stands for a location that does not exist", 0);
    check(Section::Locations, 0, 4, "is fused, and not among the nested ones", 0);
}

#[test]
fn the_writer_refuses_what_the_verifier_would() {
    use tfrt_bef::{BefWriter, DTypeCode, WriteError};
    let mut writer = BefWriter::new(WriteOptions::default());
    assert!(matches!(writer.scalar_attr(DTypeCode::I8, 256), Err(WriteError::Misuse(_))));
    assert!(matches!(writer.dense_attr(DTypeCode::F32, &[2], &[0; 4]), Err(WriteError::Misuse(_))));
    assert!(matches!(writer.end_function(&[]), Err(WriteError::Misuse(_))));
    for (num_args, members, results) in [
        (2, &MEMBERS[..0], &[2][..]),
        (1, &MEMBERS[..], &[2, 4]),
        (2, &MEMBERS[..], &[]),
        (2, &MEMBERS[..], &[4, 4]),
        (2, &MEMBERS[..], &[5]),
    ] {
        let body = writer.fused_body_attr(num_args, members.iter().copied(), results);
        assert!(matches!(body, Err(WriteError::Misuse(_))), "{num_args} {results:?}");
    }
    let mut attr = writer.unit_attr().unwrap();
    let depth = (0..).take_while(|_| writer.aggregate_attr(&[attr]).map(|next| attr = next).is_ok()).count();
    assert_eq!(depth, 255);
    let mut wide = writer.unit_attr().unwrap();
    let doublings =
        (0..).take_while(|_| writer.aggregate_attr(&[wide, wide]).map(|next| wide = next).is_ok()).count();
    assert_eq!(doublings, 23);
    let file = BefFile::from_bytes(&writer.finish().unwrap()).unwrap();
    assert_eq!(file.attr_records().len(), 1 + 255 + 23);
}
