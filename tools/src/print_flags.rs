//! The flags that control how programs are printed, shared by `tfrt-opt` and `tfrt-translate`.

use tfrt_ir::syntax::{AttrPrintOptions, PrintOptions};

/// How programs are printed.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Printing")]
pub struct PrintFlags {
    /// Print operations in generic form.
    #[arg(long)]
    mlir_print_op_generic: bool,

    /// Print locations.
    #[arg(long)]
    mlir_print_debuginfo: bool,

    /// Print locations as people would write them; the text does not read back.
    #[arg(long)]
    mlir_pretty_debuginfo: bool,

    /// Use each name of a value once in the whole text, as in generic form.
    #[arg(long)]
    mlir_print_unique_ssa_ids: bool,

    /// Print who uses the results of each operation, and the arguments of each block, in comments.
    #[arg(long)]
    mlir_print_value_users: bool,

    /// Call values by the names in their locations.
    #[arg(long)]
    mlir_use_nameloc_as_prefix: bool,

    /// Print operations without verifying them first; taken and without effect, as what is printed was verified when it was read.
    #[arg(long)]
    mlir_print_assume_verified: bool,

    /// Print without aliases, so that the text of each operation stands for itself.
    #[arg(long)]
    mlir_print_local_scope: bool,

    /// Print {...} for what is in regions.
    #[arg(long)]
    mlir_print_skip_regions: bool,

    /// Print tensor constants with more elements than this as an ellipsis.
    #[arg(long, value_name = "N")]
    mlir_elide_elementsattrs_if_larger: Option<u64>,

    /// Leave out resources behind the program whose text has more characters than this.
    #[arg(long, value_name = "N")]
    mlir_elide_resource_strings_if_larger: Option<u64>,

    /// Print tensor constants with more elements than this as hex digits; -1 prints none so.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    mlir_print_elementsattrs_with_hex_if_larger: Option<i64>,
}

impl PrintFlags {
    /// The printer's options.
    pub fn options(&self) -> PrintOptions {
        let mut attrs = AttrPrintOptions::default();
        if let Some(limit) = self.mlir_elide_elementsattrs_if_larger {
            attrs.elide_elements_larger = Some(limit);
        }
        if let Some(limit) = self.mlir_print_elementsattrs_with_hex_if_larger {
            attrs.hex_elements_larger = u64::try_from(limit).ok();
        }
        PrintOptions {
            generic: self.mlir_print_op_generic,
            debug_info: self.mlir_print_debuginfo,
            local_scope: self.mlir_print_local_scope,
            skip_regions: self.mlir_print_skip_regions,
            pretty_locations: self.mlir_pretty_debuginfo,
            unique_ids: self.mlir_print_unique_ssa_ids,
            value_users: self.mlir_print_value_users,
            name_locs: self.mlir_use_nameloc_as_prefix,
            elide_resources_larger: self.mlir_elide_resource_strings_if_larger,
            attrs,
        }
    }
}
