//! Operations between processes, and with the host.

use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits};

use super::attributes::ChannelHandle;
use super::constraints::{self, i64_elements, non_negative, positive, replica_groups};
use super::op;
use super::types::{ANY, ANY_OR_AXIS, any_future, ranked, received, token};

fn channel() -> AttrConstraint {
    constraints::own::<ChannelHandle>("two 64-bit integers 'handle' and 'type'")
}

pub(super) fn ops() -> Vec<OpDefinition> {
    let mut ops = collectives();
    ops.extend(transfers());
    ops.extend(["replica_id", "partition_id"].map(|name| {
        let summary = match name {
            "replica_id" => "The number of this process's replica.",
            _ => "The number of this process's partition.",
        };
        op(name, summary)
            .result("result", ranked("u"))
            .traits(Traits::PURE)
            .format("attr-dict `:` type(results)")
    }));
    ops
}

fn collectives() -> Vec<OpDefinition> {
    let one_block = RegionShape::Blocks(1);
    vec![
        op("async_start", "Starts an exchange, or a slice, and gives what it will have as a future.")
            .variadic_operand("operands", ranked(ANY))
            .region("body", one_block)
            .result("result", any_future()),
        op("async_done", "Waits for what a future will have.")
            .operand("operand", any_future())
            .result("result", ranked(ANY)),
        op("all_gather", "The operands of all processes of a group, one after the other.")
            .variadic_operand("operands", ranked(ANY))
            .attribute("all_gather_dim", non_negative(64))
            .attribute("replica_groups", replica_groups())
            .optional_attribute("channel_handle", channel())
            .optional_attribute("use_global_device_ids", AttrConstraint::unit())
            .variadic_result("results", ranked(ANY)),
        op("all_reduce", "The operands of all processes of a group, reduced with a region.")
            .variadic_operand("operands", ranked(ANY))
            .attribute("replica_groups", replica_groups())
            .optional_attribute("channel_handle", channel())
            .optional_attribute("use_global_device_ids", AttrConstraint::unit())
            .region("computation", one_block)
            .variadic_result("results", ranked(ANY)),
        op("all_to_all", "Parts of the operands of all processes of a group, each process one of each.")
            .variadic_operand("operands", ranked(ANY))
            .attribute("split_dimension", non_negative(64))
            .attribute("concat_dimension", non_negative(64))
            .attribute("split_count", positive(64))
            .attribute("replica_groups", replica_groups())
            .optional_attribute("channel_handle", channel())
            .variadic_result("results", ranked(ANY)),
        op("collective_broadcast", "The operands of one process of a group.")
            .variadic_operand("operands", ranked(ANY))
            .attribute("replica_groups", replica_groups())
            .optional_attribute("channel_handle", channel())
            .optional_attribute("has_dynamic_root", AttrConstraint::unit())
            .variadic_result("results", ranked(ANY)),
        op(
            "collective_reduce",
            "The operands of all processes of a group, reduced with a region for one of them.",
        )
        .variadic_operand("operands", ranked(ANY))
        .attribute("replica_groups", replica_groups())
        .optional_attribute("channel_handle", channel())
        .optional_attribute("use_global_device_ids", AttrConstraint::unit())
        .optional_attribute("has_dynamic_root", AttrConstraint::unit())
        .region("computation", one_block)
        .variadic_result("results", ranked(ANY)),
        op("collective_permute", "The operand of the process that sends to this one.")
            .operand("operand", ranked(ANY))
            .attribute("source_target_pairs", i64_elements())
            .optional_attribute("channel_handle", channel())
            .result("result", ranked(ANY)),
        op("cross-replica-sum", "The sum of the operands of all processes of a group.")
            .operand("operand", ranked(ANY))
            .attribute("replica_groups", i64_elements())
            .result("result", ranked(ANY)),
        op("reduce_scatter", "A part for each process of the reduced operands of a group.")
            .operand("operand", ranked(ANY))
            .attribute("scatter_dimension", non_negative(64))
            .attribute("replica_groups", replica_groups())
            .optional_attribute("channel_handle", channel())
            .optional_attribute("use_global_device_ids", AttrConstraint::unit())
            .region("computation", one_block)
            .result("result", ranked(ANY)),
    ]
}

fn transfers() -> Vec<OpDefinition> {
    vec![
        op("infeed", "Data that the host provides.")
            .operand("token", token())
            .default_attribute("infeed_config", AttrConstraint::string(), constraints::empty_text())
            .optional_attribute("layout", AttrConstraint::array())
            .variadic_result("results", received()),
        op("outfeed", "Gives data to the host.")
            .variadic_operand("inputs", ranked(ANY_OR_AXIS))
            .operand("token", token())
            .default_attribute("outfeed_config", AttrConstraint::string(), constraints::empty_text())
            .result("result", token()),
        op("recv", "Data that arrives on a channel.")
            .operand("token", token())
            .attribute("channel_handle", channel())
            .optional_attribute_with_default("is_host_transfer", AttrConstraint::boolean(), constraints::no())
            .optional_attribute("source_target_pairs", i64_elements())
            .variadic_result("results", received()),
        op("send", "Sends data on a channel.")
            .variadic_operand("inputs", ranked(ANY_OR_AXIS))
            .operand("token", token())
            .attribute("channel_handle", channel())
            .optional_attribute_with_default("is_host_transfer", AttrConstraint::boolean(), constraints::no())
            .optional_attribute("source_target_pairs", i64_elements())
            .result("result", token()),
    ]
}
