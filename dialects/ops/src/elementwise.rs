//! The element-wise functions and the reductions of fused loops.
//!
//! An op is element-wise if each element of its result depends on the elements at the same position of its operands, broadcast to one
//! shape. Fusion, its kernels and the code generator for loops match [`Elementwise`] exhaustively: a variant that one of them does not
//! handle is a compile-time error there.
//!
//! The functions of StableHLO (`Hlo…`) are functions of their own, even where TensorFlow's compute the same:
//! [`Elementwise::equivalent`] says which do for which dtypes.
//!
//! The discriminants are stored in compiled files. They never change, and new variants take new numbers.

use crate::DType;

/// The number of operands of an element-wise function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// One operand.
    One,
    /// Two operands.
    Two,
    /// Three operands.
    Three,
    /// Any number of operands, at least one.
    Any,
}

impl Arity {
    /// Whether a function of this arity takes `count` operands.
    pub const fn takes(self, count: usize) -> bool {
        match self {
            Arity::One => count == 1,
            Arity::Two => count == 2,
            Arity::Three => count == 3,
            Arity::Any => count >= 1,
        }
    }
}

impl std::fmt::Display for Arity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Arity::One => "one operand",
            Arity::Two => "two operands",
            Arity::Three => "three operands",
            Arity::Any => "at least one operand",
        })
    }
}

macro_rules! elementwise {
    ($($name:ident = $code:literal $($op:literal)?, $arity:ident, $cost:literal $(, $refuses:ident)?;)*) => {
        /// An element-wise function. Attributes that some functions need (the dtype of `Cast`, the slope of `LeakyRelu`) are
        /// stored next to it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        #[expect(missing_docs, reason = "the variants are the functions' own names")]
        pub enum Elementwise { $($name = $code,)* }

        impl Elementwise {
            /// Every function, in the order of their codes.
            pub const ALL: &'static [Elementwise] = &[$(Elementwise::$name,)*];

            /// The function with this number in files.
            pub const fn from_code(code: u16) -> Option<Elementwise> {
                match code { $($code => Some(Elementwise::$name),)* _ => None }
            }

            /// The function's name in printed programs and messages: `AddV2`.
            pub const fn name(self) -> &'static str {
                match self { $(Elementwise::$name => stringify!($name),)* }
            }

            /// The function with this name.
            pub fn from_name(name: &str) -> Option<Elementwise> {
                match name { $(stringify!($name) => Some(Elementwise::$name),)* _ => None }
            }

            /// The op that computes this function: `tf.AddV2`, `hlo.add`.
            pub const fn op(self) -> &'static str {
                match self { $(Elementwise::$name => op_text!($name $($op)?),)* }
            }

            /// The number of operands.
            pub const fn arity(self) -> Arity {
                match self { $(Elementwise::$name => Arity::$arity,)* }
            }

            /// The cost of an element, in additions.
            pub const fn cost(self) -> usize {
                match self { $(Elementwise::$name => $cost,)* }
            }

            /// Whether some integers are refused: a divisor of zero, a negative exponent. Other elements never are.
            pub const fn refuses_integers(self) -> bool {
                match self { $(Elementwise::$name => refuses!($($refuses)?),)* }
            }
        }
    };
}

/// The name of a function's op: that of TensorFlow, unless it is given.
macro_rules! op_text {
    ($name:ident) => {
        concat!("tf.", stringify!($name))
    };
    ($name:ident $op:literal) => {
        $op
    };
}

macro_rules! refuses {
    () => {
        false
    };
    (refuses_integers) => {
        true
    };
}

// Name = code in files, op if it is not TensorFlow's, number of operands, cost. The functions of StableHLO take operands of one shape, or
// scalars.
elementwise! {
    Abs = 1, One, 1;
    Acos = 2, One, 24;
    Acosh = 3, One, 60;
    Asin = 4, One, 24;
    Asinh = 5, One, 60;
    Atan = 6, One, 24;
    Atanh = 7, One, 60;
    Cast = 8, One, 1;
    Ceil = 9, One, 1;
    Cos = 10, One, 24;
    Cosh = 11, One, 24;
    Digamma = 12, One, 1;
    Elu = 13, One, 16;
    Erf = 14, One, 16;
    Erfc = 15, One, 60;
    Exp = 16, One, 10;
    Expm1 = 17, One, 10;
    Floor = 18, One, 1;
    Inv = 19, One, 6;
    IsFinite = 20, One, 1;
    IsInf = 21, One, 1;
    IsNan = 22, One, 1;
    LeakyRelu = 23, One, 1;
    Lgamma = 24, One, 1;
    Log = 25, One, 10;
    Log1p = 26, One, 10;
    LogicalNot = 27, One, 1;
    Neg = 28, One, 1;
    Reciprocal = 29, One, 6;
    Relu = 30, One, 1;
    Relu6 = 31, One, 1;
    Rint = 32, One, 1;
    Round = 33, One, 1;
    Rsqrt = 34, One, 6;
    Selu = 35, One, 16;
    Sigmoid = 36, One, 10;
    Sign = 37, One, 1;
    Sin = 38, One, 24;
    Sinh = 39, One, 24;
    Softplus = 40, One, 16;
    Softsign = 41, One, 1;
    Sqrt = 42, One, 6;
    Square = 43, One, 1;
    Tan = 44, One, 24;
    Tanh = 45, One, 16;
    Add = 46, Two, 1;
    AddV2 = 47, Two, 1;
    Atan2 = 48, Two, 60;
    BiasAdd = 49, Two, 1;
    BitwiseAnd = 50, Two, 1;
    BitwiseOr = 51, Two, 1;
    BitwiseXor = 52, Two, 1;
    Div = 53, Two, 6, refuses_integers;
    DivNoNan = 54, Two, 1;
    Equal = 55, Two, 1;
    FloorDiv = 56, Two, 1, refuses_integers;
    FloorMod = 57, Two, 24, refuses_integers;
    Greater = 58, Two, 1;
    GreaterEqual = 59, Two, 1;
    LeftShift = 60, Two, 1;
    Less = 61, Two, 1;
    LessEqual = 62, Two, 1;
    LogicalAnd = 63, Two, 1;
    LogicalOr = 64, Two, 1;
    Maximum = 65, Two, 1;
    Minimum = 66, Two, 1;
    Mod = 67, Two, 24, refuses_integers;
    Mul = 68, Two, 1;
    NotEqual = 69, Two, 1;
    Pow = 70, Two, 60, refuses_integers;
    RealDiv = 71, Two, 6, refuses_integers;
    ReluGrad = 72, Two, 1;
    RightShift = 73, Two, 1;
    SquaredDifference = 74, Two, 1;
    Sub = 75, Two, 1;
    TruncateDiv = 76, Two, 1, refuses_integers;
    TruncateMod = 77, Two, 24, refuses_integers;
    ClipByValue = 78, Three, 1;
    Select = 79, Three, 1;
    SelectV2 = 80, Three, 1;
    AddN = 81, Any, 1;
    ApproximateEqual = 82, Two, 3;
    HloAbs = 101 "hlo.abs", One, 1;
    HloCbrt = 102 "hlo.cbrt", One, 24;
    HloCeil = 103 "hlo.ceil", One, 1;
    HloCountLeadingZeros = 104 "hlo.count_leading_zeros", One, 1;
    HloConvert = 105 "hlo.convert", One, 1;
    HloCopy = 106 "hlo.copy", One, 1;
    HloCosine = 107 "hlo.cosine", One, 24;
    HloExponential = 108 "hlo.exponential", One, 10;
    HloExponentialMinusOne = 109 "hlo.exponential_minus_one", One, 10;
    HloFloor = 110 "hlo.floor", One, 1;
    HloImag = 111 "hlo.imag", One, 1;
    HloIsFinite = 112 "hlo.is_finite", One, 1;
    HloLog = 113 "hlo.log", One, 10;
    HloLogPlusOne = 114 "hlo.log_plus_one", One, 10;
    HloLogistic = 115 "hlo.logistic", One, 10;
    HloNegate = 116 "hlo.negate", One, 1;
    HloNot = 117 "hlo.not", One, 1;
    HloPopcnt = 118 "hlo.popcnt", One, 1;
    HloReal = 119 "hlo.real", One, 1;
    HloRoundNearestAfz = 120 "hlo.round_nearest_afz", One, 1;
    HloRoundNearestEven = 121 "hlo.round_nearest_even", One, 1;
    HloRsqrt = 122 "hlo.rsqrt", One, 6;
    HloSign = 123 "hlo.sign", One, 1;
    HloSine = 124 "hlo.sine", One, 24;
    HloSqrt = 125 "hlo.sqrt", One, 6;
    HloTan = 126 "hlo.tan", One, 24;
    HloTanh = 127 "hlo.tanh", One, 16;
    HloAcos = 128 "hlo.acos", One, 24;
    HloAcosh = 129 "hlo.acosh", One, 60;
    HloAsin = 130 "hlo.asin", One, 24;
    HloAsinh = 131 "hlo.asinh", One, 60;
    HloAtan = 132 "hlo.atan", One, 24;
    HloAtanh = 133 "hlo.atanh", One, 60;
    HloCosh = 134 "hlo.cosh", One, 24;
    HloSinh = 135 "hlo.sinh", One, 24;
    HloErf = 136 "hlo.erf", One, 16;
    HloErfc = 137 "hlo.erfc", One, 60;
    HloErfInv = 138 "hlo.erf_inv", One, 60;
    HloLgamma = 139 "hlo.lgamma", One, 60;
    HloDigamma = 140 "hlo.digamma", One, 60;
    HloBesselI1e = 141 "hlo.bessel_i1e", One, 60;
    HloIsInf = 142 "hlo.is_inf", One, 1;
    HloIsNegInf = 143 "hlo.is_neg_inf", One, 1;
    HloIsPosInf = 144 "hlo.is_pos_inf", One, 1;
    HloConj = 145 "hlo.conj", One, 1;
    HloAdd = 146 "hlo.add", Two, 1;
    HloAnd = 147 "hlo.and", Two, 1;
    HloAtan2 = 148 "hlo.atan2", Two, 60;
    HloComplex = 149 "hlo.complex", Two, 1;
    HloDivide = 150 "hlo.divide", Two, 6;
    HloEqual = 151 "hlo.equal", Two, 1;
    HloNotEqual = 152 "hlo.not_equal", Two, 1;
    HloLess = 153 "hlo.less", Two, 1;
    HloLessEqual = 154 "hlo.less_equal", Two, 1;
    HloGreater = 155 "hlo.greater", Two, 1;
    HloGreaterEqual = 156 "hlo.greater_equal", Two, 1;
    HloTotalEqual = 157 "hlo.total_equal", Two, 1;
    HloTotalNotEqual = 158 "hlo.total_not_equal", Two, 1;
    HloTotalLess = 159 "hlo.total_less", Two, 1;
    HloTotalLessEqual = 160 "hlo.total_less_equal", Two, 1;
    HloTotalGreater = 161 "hlo.total_greater", Two, 1;
    HloTotalGreaterEqual = 162 "hlo.total_greater_equal", Two, 1;
    HloMaximum = 163 "hlo.maximum", Two, 1;
    HloMinimum = 164 "hlo.minimum", Two, 1;
    HloMultiply = 165 "hlo.multiply", Two, 1;
    HloOr = 166 "hlo.or", Two, 1;
    HloPower = 167 "hlo.power", Two, 60;
    HloRemainder = 168 "hlo.remainder", Two, 24;
    HloShiftLeft = 169 "hlo.shift_left", Two, 1;
    HloShiftRightArithmetic = 170 "hlo.shift_right_arithmetic", Two, 1;
    HloShiftRightLogical = 171 "hlo.shift_right_logical", Two, 1;
    HloSubtract = 172 "hlo.subtract", Two, 1;
    HloXor = 173 "hlo.xor", Two, 1;
    HloNextAfter = 174 "hlo.next_after", Two, 4;
    HloPolygamma = 175 "hlo.polygamma", Two, 200;
    HloZeta = 176 "hlo.zeta", Two, 200;
    HloClamp = 177 "hlo.clamp", Three, 2;
    HloSelect = 178 "hlo.select", Three, 1;
    HloRoundToF4E2M1Fn = 179 "hlo.round_to_f4e2m1fn", One, 6;
    HloRoundToF6E2M3Fn = 180 "hlo.round_to_f6e2m3fn", One, 6;
    HloRoundToF6E3M2Fn = 181 "hlo.round_to_f6e3m2fn", One, 6;
    HloRoundToF8E3M4 = 182 "hlo.round_to_f8e3m4", One, 6;
    HloRoundToF8E4M3 = 183 "hlo.round_to_f8e4m3", One, 6;
    HloRoundToF8E4M3Fn = 184 "hlo.round_to_f8e4m3fn", One, 6;
    HloRoundToF8E4M3Fnuz = 185 "hlo.round_to_f8e4m3fnuz", One, 6;
    HloRoundToF8E4M3B11Fnuz = 186 "hlo.round_to_f8e4m3b11fnuz", One, 6;
    HloRoundToF8E5M2 = 187 "hlo.round_to_f8e5m2", One, 6;
    HloRoundToF8E5M2Fnuz = 188 "hlo.round_to_f8e5m2fnuz", One, 6;
    HloRoundToF8E8M0Fnu = 189 "hlo.round_to_f8e8m0fnu", One, 6;
}

impl Elementwise {
    /// The number in files.
    pub const fn code(self) -> u16 {
        self as u16
    }
}

impl Elementwise {
    /// The function of TensorFlow with the same results, bit for bit, for numbers of this dtype and operands of one shape; the function
    /// itself if TensorFlow has no such function, or if it is TensorFlow's. Code generators have code for TensorFlow's functions only.
    pub const fn equivalent(self, dtype: DType) -> Elementwise {
        use Elementwise as Op;
        let is_condition = matches!(dtype, DType::I1);
        match self {
            Op::HloAbs if !dtype.is_complex() && !dtype.is_unsigned() => Op::Abs,
            Op::HloCeil => Op::Ceil,
            Op::HloConvert if !dtype.is_complex() => Op::Cast,
            Op::HloCosine => Op::Cos,
            Op::HloExponential => Op::Exp,
            Op::HloExponentialMinusOne => Op::Expm1,
            Op::HloFloor => Op::Floor,
            Op::HloIsFinite => Op::IsFinite,
            Op::HloLog => Op::Log,
            Op::HloLogPlusOne => Op::Log1p,
            Op::HloLogistic => Op::Sigmoid,
            Op::HloNegate => Op::Neg,
            Op::HloNot if is_condition => Op::LogicalNot,
            Op::HloRoundNearestEven => Op::Rint,
            Op::HloRsqrt => Op::Rsqrt,
            Op::HloSign if !dtype.is_complex() => Op::Sign,
            Op::HloSine => Op::Sin,
            Op::HloSqrt => Op::Sqrt,
            Op::HloTan => Op::Tan,
            Op::HloTanh => Op::Tanh,
            Op::HloAcos => Op::Acos,
            Op::HloAcosh => Op::Acosh,
            Op::HloAsin => Op::Asin,
            Op::HloAsinh => Op::Asinh,
            Op::HloAtan => Op::Atan,
            Op::HloAtanh => Op::Atanh,
            Op::HloCosh => Op::Cosh,
            Op::HloSinh => Op::Sinh,
            Op::HloErf => Op::Erf,
            // That of `f32` is more accurate.
            Op::HloErfc if !matches!(dtype, DType::F32) => Op::Erfc,
            Op::HloAdd if is_condition => Op::LogicalOr,
            Op::HloAdd => Op::AddV2,
            Op::HloAnd if is_condition => Op::LogicalAnd,
            Op::HloAnd => Op::BitwiseAnd,
            Op::HloAtan2 => Op::Atan2,
            Op::HloDivide if dtype.is_floating() || dtype.is_complex() => Op::RealDiv,
            Op::HloEqual => Op::Equal,
            Op::HloNotEqual => Op::NotEqual,
            Op::HloLess if !dtype.is_complex() && !is_condition => Op::Less,
            Op::HloLessEqual if !dtype.is_complex() && !is_condition => Op::LessEqual,
            Op::HloGreater if !dtype.is_complex() && !is_condition => Op::Greater,
            Op::HloGreaterEqual if !dtype.is_complex() && !is_condition => Op::GreaterEqual,
            Op::HloMaximum | Op::HloOr if is_condition => Op::LogicalOr,
            Op::HloMinimum | Op::HloMultiply if is_condition => Op::LogicalAnd,
            Op::HloMaximum if dtype.is_integer() => Op::Maximum,
            Op::HloMinimum if dtype.is_integer() => Op::Minimum,
            Op::HloMultiply => Op::Mul,
            Op::HloOr => Op::BitwiseOr,
            Op::HloPower if dtype.is_floating() => Op::Pow,
            Op::HloRemainder if dtype.is_floating() => Op::TruncateMod,
            Op::HloSubtract if !is_condition => Op::Sub,
            Op::HloXor if is_condition => Op::NotEqual,
            Op::HloXor => Op::BitwiseXor,
            Op::HloSelect => Op::SelectV2,
            other => other,
        }
    }
}

/// The type of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberValueType {
    /// A dtype.
    Type,
    /// A truth value.
    Bool,
    /// A number.
    Number,
}

macro_rules! attributes {
    ($($name:ident = $code:literal, $text:literal, $ty:ident;)*) => {
        /// The name of an attribute that bodies of fused ops say.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        #[expect(missing_docs, reason = "the variants are the attributes' own names")]
        pub enum MemberAttrName { $($name = $code,)* }

        impl MemberAttrName {
            /// Every name, in the order of their numbers.
            pub const ALL: &'static [MemberAttrName] = &[$(MemberAttrName::$name,)*];

            /// The name with this number in files.
            pub const fn from_code(code: u32) -> Option<MemberAttrName> {
                match code { $($code => Some(MemberAttrName::$name),)* _ => None }
            }

            /// The name as ops have it.
            pub const fn name(self) -> &'static str {
                match self { $(MemberAttrName::$name => $text,)* }
            }

            /// The type of its values.
            pub const fn value_type(self) -> MemberValueType {
                match self { $(MemberAttrName::$name => MemberValueType::$ty,)* }
            }
        }
    };
}

// Name = number in files, name of ops, type of its values. Numbers never change, and new names take new ones.
attributes! {
    DstT = 1, "DstT", Type;
    Truncate = 2, "Truncate", Bool;
    Alpha = 3, "alpha", Number;
    KeepDims = 4, "keep_dims", Bool;
    T = 5, "T", Type;
    SrcT = 6, "SrcT", Type;
    Tidx = 7, "Tidx", Type;
    IncompatibleShapeError = 8, "incompatible_shape_error", Bool;
    Tolerance = 9, "tolerance", Number;
}

impl MemberAttrName {
    /// The number in files.
    pub const fn code(self) -> u32 {
        self as u32
    }
}

impl Elementwise {
    /// The attribute that the function depends on.
    pub const fn attribute(self) -> Option<MemberAttrName> {
        match self {
            Elementwise::Cast | Elementwise::HloConvert => Some(MemberAttrName::DstT),
            Elementwise::LeakyRelu => Some(MemberAttrName::Alpha),
            Elementwise::ApproximateEqual => Some(MemberAttrName::Tolerance),
            _ => None,
        }
    }
}

macro_rules! reductions {
    ($($name:ident = $code:literal;)*) => {
        /// A reduction of a tensor along axes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        #[expect(missing_docs, reason = "the variants are the reductions' own names")]
        pub enum Reduction { $($name = $code,)* }

        impl Reduction {
            /// Every reduction, in the order of their codes.
            pub const ALL: &'static [Reduction] = &[$(Reduction::$name,)*];

            /// The reduction with this number in files.
            pub const fn from_code(code: u16) -> Option<Reduction> {
                match code { $($code => Some(Reduction::$name),)* _ => None }
            }

            /// The reduction's name in printed programs and messages: `Mean`.
            pub const fn name(self) -> &'static str {
                match self { $(Reduction::$name => stringify!($name),)* }
            }

            /// The reduction with this name.
            pub fn from_name(name: &str) -> Option<Reduction> {
                match name { $(stringify!($name) => Some(Reduction::$name),)* _ => None }
            }

            /// The TensorFlow op that computes this reduction: `tf.Mean`.
            pub const fn tf_op(self) -> &'static str {
                match self { $(Reduction::$name => concat!("tf.", stringify!($name)),)* }
            }
        }
    };
}

reductions! {
    All = 1;
    Any = 2;
    Max = 3;
    Mean = 4;
    Min = 5;
    Prod = 6;
    Sum = 7;
}

impl Reduction {
    /// The number in files.
    pub const fn code(self) -> u16 {
        self as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpDefRegistry;

    #[test]
    fn codes_and_names_identify_the_functions() {
        for &function in Elementwise::ALL {
            assert_eq!(Elementwise::from_code(function.code()), Some(function));
            assert_eq!(Elementwise::from_name(function.name()), Some(function));
        }
        for &reduction in Reduction::ALL {
            assert_eq!(Reduction::from_code(reduction.code()), Some(reduction));
            assert_eq!(Reduction::from_name(reduction.name()), Some(reduction));
        }
        assert_eq!(Elementwise::from_code(0), None);
        assert_eq!(Reduction::from_code(0), None);
    }

    /// The numbers are in files: a change of this text is a change of the format.
    #[test]
    fn codes_are_those_of_the_golden_file() {
        let functions = Elementwise::ALL.iter().map(|f| format!("elementwise {} {}\n", f.code(), f.name()));
        let reductions = Reduction::ALL.iter().map(|r| format!("reduction {} {}\n", r.code(), r.name()));
        let classes = ["class 1 elementwise\n", "class 2 reduction\n"].map(str::to_owned);
        let attrs =
            MemberAttrName::ALL.iter().map(|name| format!("attribute {} {}\n", name.code(), name.name()));
        let text: String = functions.chain(reductions).chain(classes).chain(attrs).collect();
        assert_eq!(text, include_str!("../tables/codes.golden"));
    }

    #[test]
    fn definitions_have_as_many_operands() {
        let registry = OpDefRegistry::new();
        for &function in Elementwise::ALL {
            let def = registry.get(function.op()).expect("a definition");
            match def.fixed_input_count() {
                Some(count) => assert!(function.arity().takes(count), "{}", def.name),
                None => assert_eq!(function.arity(), Arity::Any, "{}", def.name),
            }
        }
        for &reduction in Reduction::ALL {
            let def = registry.get(reduction.tf_op()).expect("a definition");
            assert_eq!(def.fixed_input_count(), Some(2), "{}", def.name);
        }
    }
}
