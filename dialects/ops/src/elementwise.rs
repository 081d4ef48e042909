//! The element-wise functions and the reductions of fused loops.
//!
//! An op is element-wise if each element of its result depends on the elements at the same position of its operands, broadcast to one
//! shape. Fusion, its kernels and the code generator for loops match [`Elementwise`] exhaustively: a variant that one of them does not
//! handle is a compile-time error there.
//!
//! The discriminants are stored in compiled files. They never change, and new variants take new numbers.

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
    ($($name:ident = $code:literal, $arity:ident, $cost:literal $(, $refuses:ident)?;)*) => {
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

            /// The TensorFlow op that computes this function: `tf.AddV2`.
            pub const fn tf_op(self) -> &'static str {
                match self { $(Elementwise::$name => concat!("tf.", stringify!($name)),)* }
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

macro_rules! refuses {
    () => {
        false
    };
    (refuses_integers) => {
        true
    };
}

// Name = code in files, number of operands, cost.
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
}

impl Elementwise {
    /// The number in files.
    pub const fn code(self) -> u16 {
        self as u16
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
            Elementwise::Cast => Some(MemberAttrName::DstT),
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
            let def = registry.get(function.tf_op()).expect("a definition");
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
