//! The processors for which programs bring constants with them in the layout that products read.

/// A processor. Programs run on all others as well, which lay out constants themselves at the first call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TargetCpu {
    /// The one that compiles.
    #[default]
    Native,
    /// One with AVX2 and FMA.
    X86_64V3,
    /// One with AVX-512.
    X86_64V4,
}

impl TargetCpu {
    /// All of them.
    pub const ALL: [TargetCpu; 3] = [TargetCpu::Native, TargetCpu::X86_64V3, TargetCpu::X86_64V4];

    /// Its name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            TargetCpu::Native => "native",
            TargetCpu::X86_64V3 => "x86-64-v3",
            TargetCpu::X86_64V4 => "x86-64-v4",
        }
    }

    /// The processor of a name.
    pub fn from_name(name: &str) -> Option<TargetCpu> {
        TargetCpu::ALL.into_iter().find(|target| target.name() == name)
    }

    /// Elements of `f32` of a vector, where it is not that of the processor that compiles.
    pub const fn lanes(self) -> Option<usize> {
        match self {
            TargetCpu::Native => None,
            TargetCpu::X86_64V3 => Some(8),
            TargetCpu::X86_64V4 => Some(16),
        }
    }
}
