//! Masks, general registers and jumps.

use super::moves::stored_narrow;
use super::*;

#[test]
fn masks_are_registers_of_their_own_or_vectors() {
    for (to, a, b) in (0..8).flat_map(|to| (0..8).flat_map(move |a| (0..8).map(move |b| (to, a, b)))) {
        for (op, mnemonic) in [(asm::MASK_AND, "kandw"), (asm::MASK_OR, "korw"), (asm::MASK_XOR, "kxorw")] {
            check(
                Avx512,
                |assembler| assembler.mask(op, to, a, b),
                &[format!("{mnemonic} k{to}, k{a}, k{b}")],
            );
        }
        check(Avx512, |assembler| assembler.mask_not(to, a), &[format!("knotw k{to}, k{a}")]);
        check(Avx512, |assembler| assembler.test_mask(Single, a), &[format!("kortestw k{a}, k{a}")]);
    }
    check(Avx512, |assembler| assembler.mask_from(5, Gpr::RCX), &["kmovw k5, ecx".into()]);
    let at = At::element(Gpr::RBX, Gpr::RCX);
    let expected = ["vpmovzxbd zmm20{k2}{z}, [rbx+rcx*1+0]".into(), "vptestmd k3, zmm20, zmm20".into()];
    check(Avx512, |assembler| assembler.load_mask(Single, 3, 20, at, 2), &expected);
    let expected = ["vbroadcastss zmm20{k3}{z}, [rip]".into(), "vpmovdb [rbx+rcx*1+0]{k2}, zmm20".into()];
    check(Avx512, |assembler| assembler.store_mask(Single, 3, 20, at, 2), &expected);
    let expected = ["movzx eax, [rax+0]".into(), "neg eax".into(), "kmovw k4, eax".into()];
    check(Avx512, |assembler| assembler.load_one_mask(Single, 4), &expected);

    let not_zero =
        |to: u8| ["vpxor ymm15, ymm15, ymm15".to_owned(), format!("vpcmpgtd ymm{to}, ymm{to}, ymm15")];
    let mut expected = vec!["vpmovzxbd ymm3, [rbx+rcx*1+0]".to_owned()];
    expected.extend(not_zero(3));
    check(Avx2, |assembler| assembler.load_mask(Single, 3, 15, at, 0), &expected);
    let mut expected = vec!["vpsrld ymm15, ymm3, 31".to_owned()];
    expected.extend(stored_narrow(0, Single, "ymm15", "[rbx+rcx*1+0]"));
    check(Avx2, |assembler| assembler.store_mask(Single, 3, 15, at, 0), &expected);
    let mut expected: Vec<String> =
        vec!["movzx eax, [rax+0]".into(), "vmovd xmm9, eax".into(), "vpbroadcastd ymm9, xmm9".into()];
    expected.extend(not_zero(9));
    check(Avx2, |assembler| assembler.load_one_mask(Single, 9), &expected);
    for mask in registers(Avx2) {
        let expected = [format!("vmovmskps eax, ymm{mask}"), "test eax, eax".into()];
        check(Avx2, |assembler| assembler.test_mask(Single, mask), &expected);
        let (a, b) = (Rm::Register(9), 14);
        let expected = [format!("vblendvps ymm1, ymm14, ymm9, ymm{mask}")];
        check(Avx2, |assembler| assembler.blend_by_vector(Single, 1, mask, a, b), &expected);
        let expected =
            [format!("vpmovsxdq ymm15, xmm{mask}"), "vblendvpd ymm1, ymm14, ymm9, ymm15".to_owned()];
        check(Avx2, |assembler| assembler.blend_by_vector(Double, 1, mask, a, b), &expected);
    }
    let expected = [
        "vcmppd ymm3, ymm8, ymm9, 17".into(),
        "vextracti128 xmm15, ymm3, 1".into(),
        "vshufps xmm3, xmm3, xmm15, 136".into(),
    ];
    let compare = asm::COMPARE.doubles();
    check(
        Avx2,
        |assembler| assembler.compare_to_vector(compare, Double, 3, 8, Rm::Register(9), Some(17)),
        &expected,
    );
}

#[test]
fn general_registers() {
    const ALL: [Gpr; 7] = [Gpr::RAX, Gpr::RCX, Gpr::RBP, Gpr::RDI, Gpr(8), Gpr::R12, Gpr(15)];
    for register in ALL {
        let name = general(register);
        check(Avx2, |assembler| assembler.load_pointer(register, 3), &[format!("mov {name}, [rdi+24]")]);
        check(Avx2, |assembler| assembler.add(register, -7), &[format!("add {name}, -7")]);
        check(Avx2, |assembler| assembler.subtract(register, 16), &[format!("sub {name}, 16")]);
        check(Avx2, |assembler| assembler.push(register), &[format!("push {name}")]);
        check(Avx2, |assembler| assembler.pop(register), &[format!("pop {name}")]);
        for from in ALL {
            check(
                Avx2,
                |assembler| assembler.copy(register, from),
                &[format!("mov {name}, {}", general(from))],
            );
        }
        for at in addresses() {
            for size in [1u8, 2, 4, 8] {
                let place = at_text(at, size.trailing_zeros() as u8);
                check(
                    Avx2,
                    |assembler| assembler.address(register, at, size),
                    &[format!("lea {name}, {place}")],
                );
            }
        }
    }
    let expected = ["lea r12, [rbp+r15*1+0]".into()];
    check(Avx2, |assembler| assembler.add_up(Gpr::R12, Gpr::RBP, Gpr(15)), &expected);
    for (register, name) in [(Gpr::RAX, "eax"), (Gpr::RBX, "ebx"), (Gpr::RDI, "edi")] {
        check(Avx2, |assembler| assembler.clear(register), &[format!("xor {name}, {name}")]);
    }
    for at in addresses() {
        for (size, load, register) in
            [(1u8, "movzx eax", "al"), (2, "movzx eax", "ax"), (4, "mov eax", "eax"), (8, "mov rax", "rax")]
        {
            let place = at_text(at, size.trailing_zeros() as u8);
            check(Avx2, |assembler| assembler.load_bytes(at, size), &[format!("{load}, {place}")]);
            check(Avx2, |assembler| assembler.store_bytes(at, size), &[format!("mov {place}, {register}")]);
        }
    }
    check(Avx2, |assembler| assembler.move_stack(-4096), &["add rsp, -4096".into()]);
    check(Avx2, |assembler| assembler.part(), &["mov eax, ecx".into(), "and eax, 31".into()]);
    check(
        Avx2,
        |assembler| assembler.low_bits(),
        &["mov eax, 4294967295".into(), "bzhi eax, eax, edx".into()],
    );
    check(Avx2, |assembler| assembler.end_vectors(), &["vzeroupper".into()]);
    check(Avx2, |assembler| assembler.end(), &["ret".into()]);
}

#[test]
fn jumps_lead_to_their_labels() {
    let write = |assembler: &mut Assembler| {
        let (start, end) = (assembler.label(), assembler.label());
        assembler.align();
        assembler.bind(start);
        assembler.part();
        for condition in [Condition::Below, Condition::AboveOrEqual, Condition::Equal, Condition::NotEqual] {
            assembler.jump_if(condition, start);
        }
        assembler.jump(end);
        assembler.end();
        assembler.align();
        assembler.bind(end);
        assembler.end();
    };
    let (texts, _) = decoded(Avx2, write);
    let texts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| *text != "nop").collect();
    assert_eq!(
        texts,
        ["mov eax, ecx", "and eax, 31", "jb 0", "jae 0", "je 0", "jne 0", "jmp 64", "ret", "ret"]
    );
}
