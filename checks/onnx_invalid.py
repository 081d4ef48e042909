#!/usr/bin/env python3
"""Models that are wrong, each in one way: what onnx.checker says of each, and whether tfrt-run refuses it.

    onnx_invalid.py TFRT     prints each model that onnx.checker refuses and tfrt-run accepts, or that both accept, and how many are refused by both

Every model starts as the same valid one, of which a case changes something. Nodes in another order than that of their values are not in the list:
they have one meaning, and some tools write them."""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CASES = {}


def case(body):
    CASES[body.__name__] = body
    return body


def tensor_info(name, sizes=(2, 3), dtype=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, dtype, sizes)


def model(nodes=None, opset=17, **changes):
    """The valid model, or one with other nodes."""
    nodes = nodes or [helper.make_node("MatMul", ["x", "w"], ["h"], name="product"), helper.make_node("Relu", ["h"], ["y"], name="relu")]
    weights = numpy_helper.from_array(np.ones((3, 3), np.float32), "w")
    graph = helper.make_graph(nodes, "graph", [tensor_info("x")], [tensor_info("y")], [weights])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    return made


def of_node(*words, opset=17, **attributes):
    return model([helper.make_node(*words, name="node", **attributes)], opset)


def changed(change):
    made = model()
    change(made)
    return made


def changed_attribute(made, fields):
    found = made.graph.node[0].attribute.add()
    for name, value in fields.items():
        setattr(found, name, value)
    return made


@case
def no_opset():
    return changed(lambda m: m.ClearField("opset_import"))


@case
def no_ir_version():
    return changed(lambda m: m.ClearField("ir_version"))


@case
def ir_version_of_the_future():
    return changed(lambda m: setattr(m, "ir_version", 1000))


@case
def opset_of_the_future():
    return changed(lambda m: setattr(m.opset_import[0], "version", 1000))


@case
def no_graph():
    return changed(lambda m: m.ClearField("graph"))


@case
def graph_without_a_name():
    return changed(lambda m: m.graph.ClearField("name"))


@case
def input_without_a_name():
    return changed(lambda m: m.graph.input.append(tensor_info("")))


@case
def input_without_a_type():
    return changed(lambda m: m.graph.input[0].ClearField("type"))


@case
def input_of_no_element_type():
    return changed(lambda m: m.graph.input[0].type.tensor_type.ClearField("elem_type"))


@case
def input_of_an_unknown_element_type():
    return changed(lambda m: setattr(m.graph.input[0].type.tensor_type, "elem_type", 99))


@case
def input_without_a_shape():
    return changed(lambda m: m.graph.input[0].type.tensor_type.ClearField("shape"))


@case
def inputs_of_one_name():
    return changed(lambda m: m.graph.input.append(tensor_info("x")))


@case
def output_without_a_name():
    return changed(lambda m: setattr(m.graph.output[0], "name", ""))


@case
def output_that_nothing_computes():
    return changed(lambda m: setattr(m.graph.output[0], "name", "nothing"))


@case
def outputs_of_one_name():
    return changed(lambda m: m.graph.output.append(tensor_info("y")))


@case
def node_without_an_operator():
    return changed(lambda m: m.graph.node[0].ClearField("op_type"))


@case
def node_without_inputs_and_outputs():
    return changed(lambda m: m.graph.node.append(onnx.NodeProto(op_type="Relu")))


@case
def operator_that_does_not_exist():
    return of_node("Reluu", ["x"], ["y"])


@case
def operator_that_is_newer():
    return of_node("Gelu", ["x"], ["y"])


@case
def operator_that_is_deprecated():
    scales = helper.make_node("Constant", [], ["s"], value=numpy_helper.from_array(np.ones(2, np.float32)))
    return model([scales, helper.make_node("Upsample", ["x", "s"], ["y"], name="node")])


@case
def domain_that_is_not_imported():
    return of_node("Normalizer", ["x"], ["y"], domain="ai.onnx.ml", norm="MAX")


@case
def domain_that_does_not_exist():
    return of_node("Relu", ["x"], ["y"], domain="elsewhere")


@case
def input_that_nothing_computes():
    return of_node("Relu", ["nothing"], ["y"])


@case
def too_few_inputs():
    return of_node("MatMul", ["x"], ["y"])


@case
def too_many_inputs():
    return of_node("Relu", ["x", "w"], ["y"])


@case
def too_many_outputs():
    return of_node("Relu", ["x"], ["y", "z"])


@case
def too_few_outputs():
    return changed(lambda m: m.graph.node[0].ClearField("output"))


@case
def required_input_without_a_name():
    return of_node("MatMul", ["x", ""], ["y"])


@case
def value_that_two_nodes_compute():
    return model([helper.make_node("Relu", ["x"], ["y"], name="a"), helper.make_node("Neg", ["x"], ["y"], name="b")])


@case
def value_that_is_an_input_as_well():
    return model([helper.make_node("Relu", ["x"], ["x"], name="a"), helper.make_node("Neg", ["x"], ["y"], name="b")])


@case
def value_that_is_an_initializer_as_well():
    return model([helper.make_node("Relu", ["x"], ["w"], name="a"), helper.make_node("Neg", ["w"], ["y"], name="b")])


@case
def values_that_wait_for_each_other():
    return model([helper.make_node("Add", ["x", "b"], ["a"], name="a"), helper.make_node("Relu", ["a"], ["b"], name="b"), helper.make_node("Neg", ["b"], ["y"], name="c")])


@case
def outputs_of_a_node_of_one_name():
    return of_node("Dropout", ["x"], ["y", "y"])


@case
def attribute_that_is_missing():
    return of_node("Cast", ["x"], ["y"])


@case
def attribute_that_does_not_exist():
    return of_node("Relu", ["x"], ["y"], slope=0.5)


@case
def attribute_that_is_newer():
    return of_node("Cast", ["x"], ["y"], to=1, saturate=1)


@case
def attribute_of_another_type():
    return of_node("Softmax", ["x"], ["y"], axis=1.5)


@case
def attribute_of_a_list():
    return of_node("Softmax", ["x"], ["y"], axis=[1])


@case
def attribute_without_a_name():
    return changed_attribute(model(), dict(type=onnx.AttributeProto.INT, i=1))


@case
def attribute_without_a_type():
    return changed_attribute(of_node("Softmax", ["x"], ["y"]), dict(name="axis", i=1))


@case
def attribute_whose_value_has_another_type():
    return changed_attribute(of_node("Softmax", ["x"], ["y"]), dict(name="axis", type=onnx.AttributeProto.INT, f=1.0))


@case
def attribute_with_two_values():
    return changed_attribute(of_node("Softmax", ["x"], ["y"]), dict(name="axis", type=onnx.AttributeProto.INT, i=1, f=1.0))


@case
def attribute_twice():
    return changed_attribute(of_node("Softmax", ["x"], ["y"], axis=1), dict(name="axis", type=onnx.AttributeProto.INT, i=0))


@case
def initializer_without_a_name():
    return changed(lambda m: m.graph.initializer[0].ClearField("name"))


@case
def initializers_of_one_name():
    return changed(lambda m: m.graph.initializer.append(m.graph.initializer[0]))


@case
def initializer_of_no_element_type():
    return changed(lambda m: m.graph.initializer[0].ClearField("data_type"))


@case
def initializer_of_an_unknown_element_type():
    return changed(lambda m: setattr(m.graph.initializer[0], "data_type", 99))


@case
def initializer_with_too_few_bytes():
    return changed(lambda m: setattr(m.graph.initializer[0], "raw_data", bytes(8)))


@case
def initializer_without_elements():
    return changed(lambda m: m.graph.initializer[0].ClearField("raw_data"))


@case
def initializer_with_two_lists():
    return changed(lambda m: m.graph.initializer[0].float_data.extend([1.0] * 9))


@case
def initializer_with_elements_of_another_type():
    def change(m):
        m.graph.initializer[0].ClearField("raw_data")
        m.graph.initializer[0].int64_data.extend([1] * 9)
    return changed(change)


@case
def initializer_of_strings_as_bytes():
    return changed(lambda m: setattr(m.graph.initializer[0], "data_type", TensorProto.STRING))


@case
def external_data_without_a_location():
    def change(m):
        m.graph.initializer[0].ClearField("raw_data")
        m.graph.initializer[0].data_location = TensorProto.EXTERNAL
    return changed(change)


def external(location):
    def change(m):
        weights = m.graph.initializer[0]
        weights.ClearField("raw_data")
        weights.data_location = TensorProto.EXTERNAL
        entry = weights.external_data.add()
        entry.key, entry.value = "location", location
    return changed(change)


@case
def external_data_that_is_missing():
    return external("nothing.data")


@case
def external_data_outside_of_the_folder():
    return external("../m.data")


@case
def external_data_at_an_absolute_path():
    return external("/etc/hostname")


def sparse(indices, values=(1.0, 2.0), sizes=(3, 3), dtype=np.int64):
    def change(m):
        del m.graph.initializer[:]
        values_of = numpy_helper.from_array(np.array(values, np.float32), "w")
        m.graph.sparse_initializer.append(helper.make_sparse_tensor(values_of, numpy_helper.from_array(np.array(indices, dtype), "i"), list(sizes)))
    return changed(change)


@case
def sparse_index_out_of_range():
    return sparse([1, 9])


@case
def sparse_indices_too_few():
    return sparse([1])


@case
def sparse_indices_of_another_type():
    return sparse([1, 2], dtype=np.int32)


@case
def sparse_indices_not_in_order():
    return sparse([2, 1])


@case
def sparse_index_twice():
    return sparse([1, 1])


@case
def function_without_a_name():
    return changed(lambda m: m.functions.append(onnx.FunctionProto(domain="own", output=["y"])))


def with_function(nodes, inputs=("a",), outputs=("b",), **fields):
    made = of_node("Own", ["x"], ["y"], domain="own")
    made.opset_import.append(helper.make_opsetid("own", 1))
    made.functions.append(helper.make_function("own", "Own", list(inputs), list(outputs), nodes, [helper.make_opsetid("", 17)], **fields))
    return made


@case
def function_whose_output_nothing_computes():
    return with_function([helper.make_node("Relu", ["a"], ["c"])])


@case
def function_that_takes_what_nothing_computes():
    return with_function([helper.make_node("Relu", ["c"], ["b"])])


@case
def function_with_inputs_of_one_name():
    return with_function([helper.make_node("Relu", ["a"], ["b"])], inputs=("a", "a"))


@case
def function_that_calls_itself():
    made = with_function([helper.make_node("Own", ["a"], ["b"], domain="own")])
    made.functions[0].opset_import.append(helper.make_opsetid("own", 1))
    return made


@case
def functions_of_one_name():
    made = with_function([helper.make_node("Relu", ["a"], ["b"])])
    made.functions.append(made.functions[0])
    return made


def branches(change):
    def branch(name):
        return helper.make_graph([helper.make_node("Neg", ["x"], [name])], name, [], [tensor_info(name, None)])
    yes, no = branch("yes"), branch("no")
    truth = helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(np.array(True)))
    change(yes)
    return model([truth, helper.make_node("If", ["c"], ["y"], name="node", then_branch=yes, else_branch=no)])


@case
def branch_that_takes_what_nothing_computes():
    return branches(lambda graph: graph.node[0].input.__setitem__(0, "nothing"))


@case
def branch_that_computes_a_value_of_the_graph():
    return branches(lambda graph: graph.node.append(helper.make_node("Neg", ["x"], ["c"])))


@case
def branch_without_an_output():
    return branches(lambda graph: graph.ClearField("output"))


@case
def branch_that_is_missing():
    made = branches(lambda graph: None)
    del made.graph.node[1].attribute[1]
    return made


@case
def product_of_shapes_that_do_not_fit():
    made = model()
    made.graph.initializer[0].dims[:] = [9, 1]
    return made


@case
def sum_of_two_element_types():
    made = of_node("Add", ["x", "w"], ["y"])
    made.graph.initializer[0].CopyFrom(numpy_helper.from_array(np.ones((2, 3), np.float64), "w"))
    return made


@case
def axis_out_of_range():
    return of_node("Concat", ["x", "x"], ["y"], axis=4)


@case
def bytes_that_are_no_message():
    return b"\x08\x09\x3a\x7f" + b"relu" * 4


@case
def half_a_message():
    whole = model().SerializeToString()
    return whole[: len(whole) // 2]


def refused_by_checker(path):
    try:
        onnx.checker.check_model(str(path), full_check=True)
    except Exception as error:
        return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return None


def main():
    if len(sys.argv) != 2:
        return __doc__
    counts = {"refused by both": 0, "refused here alone": 0, "accepted here alone": 0, "accepted by both": 0}
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "m.onnx"
        for name, make in CASES.items():
            made = make()
            path.write_bytes(made if isinstance(made, bytes) else made.SerializeToString())
            theirs = refused_by_checker(path)
            line = [sys.argv[1], "run", "--quiet", str(path), "--input=2x3xf32=1,2,3,4,5,6"]
            done = subprocess.run(line, capture_output=True, text=True, errors="replace", timeout=60)
            if done.returncode not in (0, 1):
                print(f"CRASHED: {name}: {done.returncode}")
                counts["accepted here alone"] += 1
                continue
            ours = (done.stderr.strip().splitlines() or ["nothing is said"])[0].replace(scratch + "/", "") if done.returncode else None
            outcome = {(True, True): "refused by both", (False, True): "refused here alone", (True, False): "accepted here alone",
                       (False, False): "accepted by both"}[(theirs is not None, ours is not None)]
            counts[outcome] += 1
            print(f"{outcome}: {name}: {ours if ours is not None else theirs}")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 1 if counts["accepted here alone"] or counts["accepted by both"] else 0


if __name__ == "__main__":
    sys.exit(main())
