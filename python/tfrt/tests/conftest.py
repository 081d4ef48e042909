"""Programs that several tests call."""

import os

import pytest

import tfrt


@pytest.fixture(autouse=True, scope="session")
def no_cache() -> None:
    """Tests compile what they load, and leave nothing behind."""
    os.environ["TFRT_CACHE_DIR"] = ""


PROGRAM = """
func.func @double(%x: !corert.tensorhandle {tfrt.name = "x", tf.type = tensor<?x4xf32>, tfrt.sizes = ["batch", ""]})
    -> (!corert.tensorhandle {tfrt.name = "y"}) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  tfrt.return %y : !corert.tensorhandle
}

func.func @subtract(%a: !corert.tensorhandle {tfrt.name = "a"}, %b: !corert.tensorhandle {tfrt.name = "b"})
    -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.Sub"(%a, %b) : 1
  tfrt.return %y : !corert.tensorhandle
}

func.func @same(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  tfrt.return %x : !corert.tensorhandle
}

func.func @divide(%a: i32, %b: i32) -> (i32, i32) {
  %quotient, %remainder = tfrt.div.i32 %a, %b
  tfrt.return %quotient, %remainder : i32, i32
}

func.func @nothing(%ch: !tfrt.chain) -> !tfrt.chain {
  tfrt.return %ch : !tfrt.chain
}
"""


@pytest.fixture(scope="session")
def net() -> tfrt.Program:
    return tfrt.compile(PROGRAM)
