//! The attributes of `stablehlo` that are one word of a list: `#stablehlo<precision HIGHEST>`.

use std::fmt;

use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;

use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;

/// The words of lists: for each list its mnemonic, how a word follows it in text, the name of its class upstream, and the words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $mnemonic:literal $form:literal, $class:literal {
        $($(#[$word_doc:meta])* $variant:ident = $word:literal,)*
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            pub enum $name {
                $($(#[$word_doc])* $variant,)*
            }

            impl $name {
                /// All, in the order of their numbers.
                pub const ALL: &'static [$name] = &[$($name::$variant),*];

                /// Its spelling.
                #[must_use]
                pub fn word(self) -> &'static str {
                    match self {
                        $($name::$variant => $word,)*
                    }
                }

                /// The one with this spelling.
                #[must_use]
                pub fn from_word(word: &str) -> Option<Self> {
                    Self::ALL.iter().copied().find(|known| known.word() == word)
                }

                pub(crate) fn parse(text: &mut AttrText<'_>) -> Read<Self> {
                    let at = text.offset();
                    let word = text.word_or_string()?;
                    Self::from_word(word).ok_or_else(|| {
                        text.error_at(at, concat!("expected ::mlir::stablehlo::", $class, " to be one of: ").to_owned()
                            + &[$($word),*].join(", "))
                    })
                }
            }

            impl DialectAttr for $name {
                const DIALECT: &'static str = "stablehlo";
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($mnemonic, $form), self.word())
                }
            }
        )*

        /// Reads the word of a list with this mnemonic; `None` if there is no such list.
        pub(super) fn parse(ctx: &Context, mnemonic: &str, text: &mut AttrText<'_>) -> Option<Read<Attr>> {
            match mnemonic {
                $($mnemonic => Some($name::parse(text).map(|value| value.into_attr(ctx))),)*
                _ => None,
            }
        }

        /// The attribute with this word of the list with this mnemonic.
        pub(super) fn attr_of_word(ctx: &Context, mnemonic: &str, word: &str) -> Option<Attr> {
            match mnemonic {
                $($mnemonic => $name::from_word(word).map(|value| value.into_attr(ctx)),)*
                _ => None,
            }
        }

        /// The word that an attribute is.
        pub(super) fn word_of_attr(ctx: &Context, attr: Attr) -> Option<&'static str> {
            $(if let Some(value) = $name::of(ctx, attr) {
                return Some(value.word());
            })*
            None
        }

        /// The words of the list with this mnemonic.
        pub(super) fn all_words(mnemonic: &str) -> Vec<&'static str> {
            match mnemonic {
                $($mnemonic => $name::ALL.iter().map(|value| value.word()).collect(),)*
                _ => Vec::new(),
            }
        }
    };
}

words! {
    /// The direction of a comparison.
    ComparisonDirection = "comparison_direction" " {}", "ComparisonDirection" {
        /// Equal.
        Eq = "EQ",
        /// Not equal.
        Ne = "NE",
        /// Greater or equal.
        Ge = "GE",
        /// Greater.
        Gt = "GT",
        /// Less or equal.
        Le = "LE",
        /// Less.
        Lt = "LT",
    }
    /// The order by which a comparison compares.
    ComparisonType = "comparison_type" " {}", "ComparisonType" {
        /// As the element type says.
        NoType = "NOTYPE",
        /// As IEEE floats.
        Float = "FLOAT",
        /// As IEEE's total order.
        TotalOrder = "TOTALORDER",
        /// As integers with a sign.
        Signed = "SIGNED",
        /// As integers without a sign.
        Unsigned = "UNSIGNED",
    }
    /// The precision that a product asks for.
    Precision = "precision" " {}", "Precision" {
        /// The fastest.
        Default = "DEFAULT",
        /// Better.
        High = "HIGH",
        /// The best.
        Highest = "HIGHEST",
    }
    /// The kind of a Fourier transform.
    FftType = "fft_type" " {}", "FftType" {
        /// Complex to complex.
        Fft = "FFT",
        /// Complex to complex, inverse.
        Ifft = "IFFT",
        /// Real to complex.
        Rfft = "RFFT",
        /// Complex to real.
        Irfft = "IRFFT",
    }
    /// A generator of random bits.
    RngAlgorithm = "rng_algorithm" " {}", "RngAlgorithm" {
        /// The implementation's choice.
        Default = "DEFAULT",
        /// Threefry.
        ThreeFry = "THREE_FRY",
        /// Philox.
        Philox = "PHILOX",
    }
    /// A distribution of random numbers.
    RngDistribution = "rng_distribution" " {}", "RngDistribution" {
        /// All values of a range alike.
        Uniform = "UNIFORM",
        /// The normal distribution.
        Normal = "NORMAL",
    }
    /// The transformation that `triangular_solve` applies to its matrix.
    Transpose = "transpose" " {}", "Transpose" {
        /// No valid value.
        Invalid = "TRANSPOSE_INVALID",
        /// Nothing.
        No = "NO_TRANSPOSE",
        /// Transposes it.
        Transpose = "TRANSPOSE",
        /// Transposes and conjugates it.
        Adjoint = "ADJOINT",
    }
    /// Which accuracy an elementary function has.
    ResultAccuracyMode = "result_accuracy_mode" "<{}>", "ResultAccuracyMode" {
        /// The implementation's choice.
        Default = "DEFAULT",
        /// The best.
        Highest = "HIGHEST",
        /// The stated tolerance.
        Tolerance = "TOLERANCE",
    }
}

/// Reads `<HIGHEST>`.
pub(super) fn parse_mode(text: &mut AttrText<'_>) -> Read<ResultAccuracyMode> {
    text.expect("<")?;
    let mode = ResultAccuracyMode::parse(text)?;
    text.expect(">")?;
    Ok(mode)
}
