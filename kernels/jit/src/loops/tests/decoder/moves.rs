//! Instructions that move numbers: loads, stores, shifts and changes of width.

use super::*;

/// The loads and stores of elements; the conversions after a load, and before a store.
fn moves(vectors: Vectors, memory: Memory) -> (&'static str, &'static str) {
    match (memory, vectors) {
        (Memory::Bits32, _) => ("vmovups", "vmovups"),
        (Memory::Bits64, _) => ("vmovupd", "vmovupd"),
        (Memory::F16, _) => ("vcvtph2ps", "vcvtps2ph"),
        (Memory::I8, _) => ("vpmovsxbd", "vpmovdb"),
        (Memory::U8 | Memory::Bool, _) => ("vpmovzxbd", "vpmovdb"),
        (Memory::I16, _) => ("vpmovsxwd", "vpmovdw"),
        (Memory::U16 | Memory::BF16, _) => ("vpmovzxwd", "vpmovdw"),
    }
}

const MEMORIES: [Memory; 9] = [
    Memory::Bits32,
    Memory::Bits64,
    Memory::I8,
    Memory::U8,
    Memory::I16,
    Memory::U16,
    Memory::F16,
    Memory::BF16,
    Memory::Bool,
];

#[test]
fn loads_and_stores_have_their_addresses_and_masks() {
    for vectors in [Avx2, Avx512] {
        for memory in MEMORIES {
            let forms: &[Form] = if memory == Memory::Bits64 { &[Double] } else { &[Single, Short] };
            for (&form, at) in forms.iter().flat_map(|form| addresses().into_iter().map(move |at| (form, at)))
            {
                for register in registers(vectors) {
                    for &mask in masks(vectors) {
                        load_and_store(vectors, memory, form, at, register, mask);
                    }
                }
            }
        }
    }
}

fn load_and_store(vectors: Vectors, memory: Memory, form: Form, at: At, register: u8, mask: u8) {
    let (load, store) = moves(vectors, memory);
    let (place, name) = (at_text(at, memory.scale()), full(vectors, form, register));
    let (zeroed, kept) = match mask {
        0 => (String::new(), String::new()),
        mask => (format!("{{k{mask}}}{{z}}"), format!("{{k{mask}}}")),
    };
    let mut expected = vec![format!("{load} {name}{zeroed}, {place}")];
    if memory == Memory::BF16 {
        expected.push(format!("vpslld {name}, {name}, 16"));
    }
    check(vectors, |assembler| assembler.load(memory, form, register, at, mask), &expected);

    let scratch = if register == 2 { 3 } else { 2 };
    let mut expected = Vec::new();
    let mut from = name;
    if memory == Memory::BF16 {
        expected.push(format!("vpsrld {}, {from}, 16", full(vectors, form, scratch)));
        from = full(vectors, form, scratch);
    }
    let narrow =
        matches!(memory, Memory::I8 | Memory::U8 | Memory::Bool | Memory::I16 | Memory::U16 | Memory::BF16);
    if narrow && vectors == Avx2 {
        expected.extend(stored_narrow(memory.scale(), form, &from, &place));
    } else {
        let how = if memory == Memory::F16 { ", 0" } else { "" };
        expected.push(format!("{store} {place}{kept}, {from}{how}"));
    }
    check(vectors, |assembler| assembler.store(memory, form, register, scratch, at, mask), &expected);
}

/// The stores of the low bytes, or words, of lanes in AVX2.
pub(super) fn stored_narrow(scale: u8, form: Form, from: &str, place: &str) -> Vec<String> {
    let mut all = vec![format!("vpshufb {}, {from}, [rip]", full(Avx2, form, 15))];
    if form == Single {
        all.push("vpermq ymm15, ymm15, 8".into());
        if scale == 0 {
            all.push("vpshufd xmm15, xmm15, 8".into());
        }
    }
    let store = match (form, scale) {
        (Single, 1) => "vmovups",
        (Single, _) | (_, 1) => "vmovq",
        _ => "vmovd",
    };
    all.push(format!("{store} {place}, xmm15"));
    all
}

#[test]
fn shifts_and_changes_of_width() {
    for vectors in [Avx2, Avx512] {
        for (to, from) in registers(vectors).flat_map(|to| registers(vectors).map(move |from| (to, from))) {
            for (kind, single, double) in
                [(2, "vpsrld", "vpsrlq"), (4, "vpsrad", "vpsraq"), (6, "vpslld", "vpsllq")]
            {
                for form in [Single, Double, Short] {
                    if vectors == Avx2 && form == Double && kind == 4 {
                        continue;
                    }
                    let mnemonic = if form == Double { double } else { single };
                    let (a, b) = (full(vectors, form, to), full(vectors, form, from));
                    check(
                        vectors,
                        |assembler| assembler.shift(kind, form, to, from, 23),
                        &[format!("{mnemonic} {a}, {b}, 23")],
                    );
                }
            }
            for form in [Single, Short] {
                let halves = half(vectors, form, to);
                let expected = [
                    format!("vcvtps2ph {halves}, {}, 0", full(vectors, form, from)),
                    format!("vcvtph2ps {}, {halves}", full(vectors, form, to)),
                ];
                check(vectors, |assembler| assembler.round_to_halves(form, to, from), &expected);
            }
        }
    }
    check(Avx512, |assembler| assembler.narrow(17, 30), &["vpmovqd ymm17, zmm30".into()]);
    let expected = ["vextracti128 xmm15, ymm9, 1".into(), "vshufps xmm3, xmm9, xmm15, 136".into()];
    check(Avx2, |assembler| assembler.narrow(3, 9), &expected);
}

#[test]
fn one_element_fills_all_lanes() {
    for memory in MEMORIES {
        let form = if memory == Memory::Bits64 { Double } else { Single };
        for vectors in [Avx2, Avx512] {
            for to in registers(vectors) {
                let name = full(vectors, form, to);
                let mut expected: Vec<String> = match memory {
                    Memory::Bits32 => vec![format!("vbroadcastss {name}, [rax+0]")],
                    Memory::Bits64 => vec![format!("vbroadcastsd {name}, [rax+0]")],
                    Memory::I8 => vec!["movsx eax, [rax+0]".into()],
                    Memory::I16 => vec!["movsx eax, [rax+0]".into()],
                    Memory::U8 | Memory::Bool | Memory::U16 => vec!["movzx eax, [rax+0]".into()],
                    Memory::F16 => vec!["movzx eax, [rax+0]".into(), "imul eax, eax, 65537".into()],
                    Memory::BF16 => vec!["movzx eax, [rax+0]".into(), "shl eax, 16".into()],
                };
                if !matches!(memory, Memory::Bits32 | Memory::Bits64) {
                    if vectors == Avx512 {
                        expected.push(format!("vpbroadcastd {name}, eax"));
                    } else {
                        expected.push(format!("vmovd xmm{to}, eax"));
                        expected.push(format!("vpbroadcastd {name}, xmm{to}"));
                    }
                }
                if memory == Memory::F16 {
                    expected.push(format!("vcvtph2ps {name}, {}", half(vectors, form, to)));
                }
                check(vectors, |assembler| assembler.load_one(memory, form, to), &expected);
            }
        }
    }
}
