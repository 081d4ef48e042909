//! Blocks by tile registers (AMX), each of 16 rows of 64 bytes.
//!
//! A thread that computes blocks holds a configuration of its tiles, which `begin` of the units loads and `end` releases: the kernel saves
//! tiles in use at each switch of threads. Within a block all tiles live in one piece of assembly, so that nothing is kept in a tile register where the
//! compiler could not know.
#![expect(unsafe_code, reason = "instructions that have no intrinsics yet")]

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::OnceLock;

use super::unit::{Block, Kind, LANES, Unit, WIDTH};

/// Rows of a tile.
const ROWS: usize = 16;

/// Pairs of `bf16`.
pub(super) static OF_BF16: Unit = Unit {
    kind: Kind::Bf16,
    rows: 2 * ROWS,
    is_direct: false,
    step: LANES,
    begin,
    block: block_of_bf16,
    end,
};

/// Four bytes.
pub(super) static OF_BYTES: Unit = Unit {
    kind: Kind::Bytes,
    rows: 2 * ROWS,
    is_direct: false,
    step: LANES,
    begin,
    block: block_of_bytes,
    end,
};

/// Whether blocks can be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Support {
    /// The processor has no tiles.
    Missing,
    /// The processor has tiles, but the system does not let this process use them.
    Locked,
    /// They can.
    Ready,
}

/// Asks processor and system, once. A process must ask for leave to use tiles: their state is large.
pub(super) fn support() -> Support {
    const BF16_TILE_INT8: u32 = 1 << 22 | 1 << 24 | 1 << 25;
    static KNOWN: OnceLock<Support> = OnceLock::new();
    *KNOWN.get_or_init(|| {
        let leaves = __cpuid_count(0, 0).eax;
        if leaves < 7 || __cpuid_count(7, 0).edx & BF16_TILE_INT8 != BF16_TILE_INT8 {
            return Support::Missing;
        }
        if ask_for_tiles() { Support::Ready } else { Support::Locked }
    })
}

#[cfg(target_os = "linux")]
fn ask_for_tiles() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: u64 = 0x1023;
    const XFEATURE_XTILEDATA: u64 = 18;
    let mut answer = ARCH_PRCTL;
    // SAFETY: the call reads its arguments alone, and changes no memory. It grants this process the use of a part of the processor's state.
    unsafe {
        asm!(
            "syscall",
            inout("rax") answer,
            in("rdi") ARCH_REQ_XCOMP_PERM,
            in("rsi") XFEATURE_XTILEDATA,
            out("rcx") _,
            out("r11") _,
            options(nostack),
        );
    }
    answer == 0
}

#[cfg(not(target_os = "linux"))]
fn ask_for_tiles() -> bool {
    false
}

/// A configuration: the palette, and bytes of a row and rows of each tile.
#[repr(C, align(64))]
struct Configuration([u8; 64]);

/// All tiles have their full size.
static FULL: Configuration = {
    let mut bytes = [0; 64];
    bytes[0] = 1;
    let mut tile = 0;
    while tile < 8 {
        bytes[16 + 2 * tile] = 64;
        bytes[48 + tile] = ROWS as u8;
        tile += 1;
    }
    Configuration(bytes)
};

/// # Safety
/// The processor has tiles, and the process may use them.
unsafe fn begin() {
    // SAFETY: the caller says that there are tiles; the instruction reads 64 bytes.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const FULL, options(nostack, readonly)) };
}

/// # Safety
/// The processor has tiles, and the process may use them.
unsafe fn end() {
    // SAFETY: the caller says that there are tiles.
    unsafe { asm!("tilerelease", options(nostack, nomem)) };
}

/// Computes one or two tiles of rows by one or two of columns with an instruction: `a` are the tiles of the left factor with the register of their
/// rows, `b` those of the right one with their places in a row of the panel, `c` those of the result with their factors and places.
macro_rules! of_tiles {
    ($block:ident, $multiply:literal, a: [$($a:literal: $at:literal),*], b: [$($b:literal: $column:literal),*],
        c: [$($c:literal: $left:literal $right:literal $place:literal),*]) => {
        asm!(
            "test {accumulate}, {accumulate}",
            "jnz 2f",
            $(concat!("tilezero ", $c),)*
            "jmp 3f",
            "2:",
            $(concat!("tileloadd ", $c, ", [{c} + {c_row} + ", $place, "]"),)*
            "3:",
            $(concat!("tileloadd ", $a, ", [", $at, " + {a_row}]"),)*
            $(concat!("tileloadd ", $b, ", [{b} + {b_row} + ", $column, "]"),)*
            $(concat!($multiply, " ", $c, ", ", $left, ", ", $right),)*
            "add {a}, 64",
            "add {below}, 64",
            "add {b}, {b_step}",
            "dec {steps}",
            "jnz 3b",
            $(concat!("tilestored [{c} + {c_row} + ", $place, "], ", $c),)*
            accumulate = in(reg) u64::from(!$block.from.is_null()),
            a = inout(reg) $block.a => _,
            below = inout(reg) $block.a.wrapping_add(ROWS * $block.a_row) => _,
            a_row = in(reg) $block.a_row * size_of::<u32>(),
            b = inout(reg) $block.b => _,
            b_row = in(reg) $block.width * size_of::<u32>(),
            b_step = in(reg) ROWS * $block.width * size_of::<u32>(),
            c = in(reg) $block.c,
            c_row = in(reg) WIDTH * size_of::<u32>(),
            steps = inout(reg) $block.depth / LANES => _,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        )
    };
}

macro_rules! blocks {
    ($name:ident, $multiply:literal) => {
        /// # Safety
        /// The processor has tiles, this thread has [begun](begin) and not [ended](end), and the block's pointers are valid for all rows of its
        /// tiles.
        unsafe fn $name(block: &Block) {
            debug_assert!(block.from.is_null() || (block.from, block.from_row) == (block.c.cast_const(), WIDTH), "its own sums");
            debug_assert!(block.depth > 0 && block.depth.is_multiple_of(LANES), "whole steps");
            // SAFETY: the caller says that tiles may be used and that the pointers are valid: `a` for the highest block's rows of `depth` words,
            // `b` for `depth` rows of `width` words, `c` for the highest block's rows. Loads and stores stay within these: the last step of
            // `depth` ends the loop.
            unsafe {
                match (block.rows > ROWS, block.width > LANES) {
                    (true, true) => of_tiles!(block, $multiply,
                        a: ["tmm4": "{a}", "tmm5": "{below}"], b: ["tmm6": "0", "tmm7": "64"],
                        c: ["tmm0": "tmm4" "tmm6" "0", "tmm1": "tmm4" "tmm7" "64",
                            "tmm2": "tmm5" "tmm6" "2048", "tmm3": "tmm5" "tmm7" "2112"]),
                    (true, false) => of_tiles!(block, $multiply,
                        a: ["tmm4": "{a}", "tmm5": "{below}"], b: ["tmm6": "0"],
                        c: ["tmm0": "tmm4" "tmm6" "0", "tmm2": "tmm5" "tmm6" "2048"]),
                    (false, true) => of_tiles!(block, $multiply,
                        a: ["tmm4": "{a}"], b: ["tmm6": "0", "tmm7": "64"],
                        c: ["tmm0": "tmm4" "tmm6" "0", "tmm1": "tmm4" "tmm7" "64"]),
                    (false, false) => of_tiles!(block, $multiply,
                        a: ["tmm4": "{a}"], b: ["tmm6": "0"],
                        c: ["tmm0": "tmm4" "tmm6" "0"]),
                }
            }
        }
    };
}

blocks!(block_of_bf16, "tdpbf16ps");
blocks!(block_of_bytes, "tdpbusd");
