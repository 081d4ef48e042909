//! Damaged files are refused, or hold a program that can be read without leaving it.

use crate::common::{everything, everything_of_1_1, everything_of_1_2, everything_of_1_3, everything_of_1_4};
use tfrt_bef::{AttrView, BefError, BefFile, WriteOptions, recompute_checksums};

/// Reads all that the views of a file give.
fn read_all(file: &BefFile) -> usize {
    let mut seen = 0;
    for name in file.kernel_name_views() {
        seen += name.name.len();
    }
    for ix in 0..file.attr_records().len() {
        let attr = file.attr(tfrt_bef::AttrIx(ix as u32));
        seen += attr.describe().len();
        match attr {
            AttrView::Aggregate(elements) => seen += elements.iter().count(),
            AttrView::SymbolRef(symbol) => {
                seen += symbol.root.len() + symbol.text().len() + symbol.nested().count()
            }
            AttrView::Dense { data, shape, .. } => {
                seen += data.iter().map(|&byte| usize::from(byte)).sum::<usize>() + shape.len();
            }
            AttrView::Array { data, .. } | AttrView::String(data) => seen += data.len(),
            AttrView::TensorType { shape, .. } => seen += shape.map_or(0, <[_]>::len),
            AttrView::StringTensor { shape, values } => {
                let strings = values.iter().map(|value| value.as_bytes().map_or(0, <[_]>::len));
                seen += shape.len() + strings.sum::<usize>();
            }
            AttrView::FusedBody(body) => {
                let values = usize::from(body.num_args()) + body.num_members();
                for (i, member) in body.members().enumerate() {
                    let earlier = usize::from(body.num_args()) + i;
                    assert!(member.operands.iter().all(|&operand| usize::from(operand) < earlier));
                    seen += member.attrs.len() + usize::from(member.class) + usize::from(member.op);
                }
                assert!(body.results().iter().all(|&result| usize::from(result) < values));
            }
            _ => {}
        }
    }
    for function in file.functions() {
        seen += function.name().len() + function.register_codes().len() + function.result_registers().len();
        seen += function.register_types().map_or(0, <[_]>::len);
        for &ty in function.arg_types().iter().chain(function.result_types()) {
            seen += file.type_view(ty).name.len();
        }
        for (position, value) in function.signature() {
            assert!(position < function.num_args() + function.num_results());
            seen +=
                value.name().map_or(0, str::len) + value.default().map_or(0, |attr| attr.describe().len());
            seen += value.small_type().map_or(0, str::len);
            let rank = value.tensor_type().and_then(|(_, dims)| dims).map_or(0, <[_]>::len);
            seen += (0..=rank).filter_map(|dimension| value.size_name(dimension)).count();
        }
        seen += function.location().map_or(0, |location| location.to_string().len());
        for kernel in function.kernels() {
            assert!(kernel.operands().iter().all(|&register| register < kernel.results().start));
            seen += kernel.name().len() + kernel.results().len() + kernel.operands().len();
            seen += kernel.attrs().iter().map(|&ix| file.attr(ix).describe().len()).sum::<usize>();
            for &id in kernel.functions() {
                seen += file.function(id).name().len();
            }
            if let Some(location) = kernel.location() {
                seen += location.to_string().len() + location.debug_info().map_or(0, |info| info.len());
            }
        }
    }
    seen
}

fn options() -> [WriteOptions; 2] {
    [WriteOptions::default(), WriteOptions { optional_sections: false, locations: false }]
}

fn samples() -> [Vec<u8>; 6] {
    let [with, without] = options().map(everything);
    [
        with,
        without,
        everything_of_1_1(),
        everything_of_1_2(),
        everything_of_1_3(WriteOptions::default()),
        everything_of_1_4(WriteOptions::default()),
    ]
}

#[test]
fn every_flipped_byte_is_found() {
    for good in samples() {
        let mut accepted = 0;
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x55;
            if let Ok(file) = BefFile::from_bytes(&bad) {
                // Only padding and the constants are not under a checksum that opening looks at.
                read_all(&file);
                accepted += 1;
            }
        }
        assert!(accepted < 19 * 64, "{accepted} of {} damaged files were accepted", good.len());
    }
}

#[test]
fn flipped_bytes_with_fitting_checksums_do_no_harm() {
    for good in samples() {
        for at in 0..good.len() {
            for change in [0x01, 0x02, 0x80, 0xff] {
                let mut bad = good.clone();
                bad[at] ^= change;
                recompute_checksums(&mut bad);
                if let Ok(file) = BefFile::from_bytes(&bad) {
                    read_all(&file);
                }
            }
        }
    }
}

#[test]
fn words_set_to_extremes_do_no_harm() {
    for good in samples() {
        for at in (0..good.len() - 3).step_by(4) {
            for value in [0, 1, 2, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff_u32] {
                let mut bad = good.clone();
                bad[at..at + 4].copy_from_slice(&value.to_le_bytes());
                recompute_checksums(&mut bad);
                if let Ok(file) = BefFile::from_bytes(&bad) {
                    read_all(&file);
                }
            }
        }
    }
}

#[test]
fn every_shorter_file_is_refused() {
    let good = everything(WriteOptions::default());
    for len in 0..good.len() {
        assert!(BefFile::from_bytes(&good[..len]).is_err(), "accepted {len} of {} bytes", good.len());
        let mut bad = good[..len].to_vec();
        if len >= 16 {
            bad[8..16].copy_from_slice(&(len as u64).to_le_bytes());
        }
        recompute_checksums(&mut bad);
        // Cutting off padding or constants without a reference would be fine, but there are none.
        assert!(BefFile::from_bytes(&bad).is_err(), "accepted {len} of {} bytes", good.len());
    }
}

#[test]
fn other_formats_and_versions_are_refused_by_name() {
    let message = |bytes: &[u8]| BefFile::from_bytes(bytes).unwrap_err().to_string();
    assert!(matches!(BefFile::from_bytes(b""), Err(BefError::Empty)));
    assert!(matches!(BefFile::from_bytes(b"func.func"), Err(BefError::NotBef)));
    assert!(message(&[0x0B, 0xEF, 0, 0, 2]).contains("file of version 0 (TFRT's own format)"));
    let mut bytes = everything(WriteOptions::default());
    bytes[2] = 2;
    bytes[3] = 3;
    assert!(message(&bytes).contains("the file has version 2.3, this program reads version 1.x"));
}

#[test]
fn later_minor_versions_and_unknown_sections_are_read() {
    let mut bytes = everything(WriteOptions::default());
    bytes[3] = 9;
    recompute_checksums(&mut bytes);
    assert_eq!(BefFile::from_bytes(&bytes).unwrap().version(), (1, 9));

    // The last section is the constants'. As an unknown section it is skipped, and missed by the attribute in it.
    let section_count = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    let last = 64 + (section_count - 1) * 32;
    bytes[last..last + 4].copy_from_slice(&1000u32.to_le_bytes());
    recompute_checksums(&mut bytes);
    let error = BefFile::from_bytes(&bytes).unwrap_err();
    assert!(error.to_string().starts_with("invalid Attributes section"), "{error}");
    bytes[last + 4] = 1;
    recompute_checksums(&mut bytes);
    let error = BefFile::from_bytes(&bytes).unwrap_err();
    assert!(error.to_string().contains("(id 1000) is required and unknown"), "{error}");
}

#[test]
fn damaged_constants_are_found_by_check_only() {
    let mut bytes = everything(WriteOptions::default());
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let file = BefFile::from_bytes(&bytes).unwrap();
    let error = file.check().unwrap_err();
    assert_eq!(error.to_string(), "checksum of the Constants section does not match its contents");
}
