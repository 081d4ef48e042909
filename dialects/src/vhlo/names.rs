//! The attributes of `vhlo` that are one word of a list: `#vhlo<precision_v1 HIGH>`.

use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;

use super::codec::ApiVersion;
use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;
use crate::stablehlo::words::{
    ComparisonDirection, ComparisonType, FftType, Precision, ResultAccuracyMode, RngAlgorithm,
    RngDistribution, Transpose,
};

/// Each list by its mnemonic and the name of its class upstream: the words' readers and writers.
macro_rules! lists {
    ($($mnemonic:literal, $class:literal => $list:ident;)*) => {
        /// The text of an attribute that is a word.
        pub(super) fn spelled_word(ctx: &Context, attr: Attr) -> Option<String> {
            $(if let Some(value) = $list::of(ctx, attr) {
                return Some(format!("{} {}", $mnemonic, value.word()));
            })*
            None
        }

        /// Reads a word behind the mnemonic of its list; `None` if there is no such list.
        pub(super) fn read_word(ctx: &Context, mnemonic: &str, text: &mut AttrText<'_>) -> Option<Read<Attr>> {
            let mut word = |class: &str, find: &dyn Fn(&str) -> Option<Attr>, all: Vec<&str>| {
                let at = text.offset();
                let word = text.word_or_string()?;
                find(word).ok_or_else(|| {
                    text.error_at(at, format!("expected ::mlir::vhlo::{class} to be one of: {}", all.join(", ")))
                })
            };
            match mnemonic {
                $($mnemonic => Some(word(
                    $class,
                    &|word| $list::from_word(word).map(|value| value.into_attr(ctx)),
                    $list::ALL.iter().map(|value| value.word()).collect(),
                )),)*
                "api_version_v1" => Some(word(
                    "CustomCallApiVersionV1",
                    &|word| {
                        let number = ApiVersion::WORDS.iter().position(|known| *known == word)?;
                        Some(ApiVersion(number as u8).into_attr(ctx))
                    },
                    ApiVersion::WORDS.to_vec(),
                )),
                _ => None,
            }
        }

        /// Whether a text begins with the mnemonic of a list.
        pub(super) fn is_word(text: &str) -> bool {
            let mnemonic = text.split(' ').next().unwrap_or_default();
            matches!(mnemonic, "api_version_v1" $(| $mnemonic)*)
        }
    };
}

lists! {
    "comparison_direction_v1", "ComparisonDirectionV1" => ComparisonDirection;
    "comparison_type_v1", "ComparisonTypeV1" => ComparisonType;
    "precision_v1", "PrecisionV1" => Precision;
    "fft_type_v1", "FftTypeV1" => FftType;
    "rng_algorithm_v1", "RngAlgorithmV1" => RngAlgorithm;
    "rng_distribution_v1", "RngDistributionV1" => RngDistribution;
    "transpose_v1", "TransposeV1" => Transpose;
    "result_accuracy_mode_v1", "ResultAccuracyModeV1" => ResultAccuracyMode;
}

/// The mode of accuracy that an attribute is.
pub(super) fn mode(ctx: &Context, attr: Attr) -> Option<ResultAccuracyMode> {
    ResultAccuracyMode::of(ctx, attr).copied()
}
