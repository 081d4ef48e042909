"""What a type checker sees of the package; `checks/python.sh` gives it to mypy, which also says which of the calls at the end are wrong."""

from pathlib import Path
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import tfrt

net = tfrt.load(Path("model.bef"), opt_level=1, precision="f32")
assert_type(net, tfrt.Program)
assert_type(net.functions, dict[str, tfrt.Function])
assert_type(tfrt.ops.MatMul(np.ones((2, 2)), [[1.0, 2.0], [3.0, 4.0]], transpose_b=True, device="GPU:0"), tfrt.Tensor)
assert_type(tfrt.ops.Split(0, tfrt.tensor([1, 2]), num_split=2), list[tfrt.Tensor])
assert_type(tfrt.from_dlpack(tfrt.tensor(1)), tfrt.Tensor)
assert_type(tfrt.tensor(1).shape, tuple[int, ...])
assert_type(tfrt.tensor(1).numpy(), NDArray[Any])
assert_type(np.asarray(tfrt.tensor(1)), NDArray[Any])
assert_type(tfrt.tensor(1).device, str)
assert_type(net.submit(1), tfrt.Future)
assert_type(net.main, tfrt.Function)
assert_type(net.benchmark(1), tfrt.Benchmark)
assert_type(net.benchmark(1).median, float)


async def wait(future: tfrt.Future) -> Any:
    return await future


def profile() -> Path | None:
    with tfrt.profile("logs") as run:
        net(1)
    return run.path


# With --warn-unused-ignores a call that is accepted is an error.
tfrt.ops.MatMul(1)  # type: ignore[call-arg]
tfrt.ops.MatMul(1, 2, transposed=True)  # type: ignore[call-arg]
tfrt.ops.MatMul(1, 2, transpose_b="yes")  # type: ignore[arg-type]
tfrt.ops.NoSuchOp()  # type: ignore[attr-defined]
tfrt.compile("", precision="f64")  # type: ignore[arg-type]
