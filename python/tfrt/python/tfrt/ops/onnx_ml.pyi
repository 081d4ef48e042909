"""The ops of ONNX's domain ai.onnx.ml. Made from the ops' definitions by ``python -m tfrt.ops``."""

from collections.abc import Sequence

from numpy.typing import DTypeLike

from tfrt import Tensor
from tfrt._tfrt import TensorLike

def CoupledProbabilities(pairs: TensorLike, *, classes: int, device: str | None = None) -> Tensor:
    """Probabilities of classes from those of each pair of classes.

    The op ``onnx_ml.CoupledProbabilities``.

    Inputs:
        pairs: float32

    Attributes:
        classes: int

    Results:
        probabilities: float32
    """

def FindKeys(x: TensorLike, keys: TensorLike, *, must_exist: bool = False, device: str | None = None) -> Tensor:
    """The place of each element of ``x`` among ``keys``, -1 for one that is not there.

    The op ``onnx_ml.FindKeys``.

    Inputs:
        x: T
        keys: T

    Attributes:
        must_exist: bool (default False)

    Results:
        places: int64
    """

def TreeEnsemble(x: TensorLike, nodes: TensorLike, thresholds: TensorLike, roots: TensorLike, targets: TensorLike, weights: TensorLike, base: TensorLike, *, aggregate: str | bytes = 'SUM', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The scores of decision trees for each row of ``x``, combined by ``aggregate``, and the class with the largest score.

    The op ``onnx_ml.TreeEnsemble``.

    Inputs:
        x: T
        nodes: int32
        thresholds: T
        roots: int32
        targets: int32
        weights: T
        base: T

    Attributes:
        aggregate: str | bytes, one of 'SUM', 'AVERAGE', 'MIN', 'MAX' (default 'SUM')

    Results:
        scores: T
        largest: int64

    Types:
        T: one of float32, float64
    """
