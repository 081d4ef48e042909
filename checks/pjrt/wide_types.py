"""Every public function of `jax.numpy`, `jax.lax`, `jax.nn`, `jax.scipy.special` and `jax.numpy.linalg` on arrays of rare dtypes, and on arrays that are
empty, of one element, or without dimensions. What a function refuses is compared, too."""

import inspect

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import ml_dtypes
import numpy as np
from jax import lax

from wide_behaviour import said
from wide_numpy import array, dtype_of

PROGRAMS = {}
RARE = "int4 uint4 int2 uint2 float8_e4m3fn float8_e5m2 float8_e4m3b11fnuz float8_e8m0fnu float8_e3m4 float4_e2m1fn bfloat16 float16 bool uint8 complex64".split()
SHAPES = {"empty": (0,), "rows": (0, 3), "columns": (2, 0), "scalar": (), "one": (1, 1), "cube": (2, 1, 3)}
# What does not compute, or has no result that can be compared.
SKIPPED = set("save savez load fromfile frompyfunc set_printoptions get_printoptions printoptions show_config empty empty_like from_dlpack dtype finfo iinfo ndarray ufunc vectorize "
              "apply_along_axis apply_over_axes fromfunction piecewise fromiter fromstring frombuffer array_str array_repr array_string result_type promote_types can_cast issubdtype isdtype "
              "einsum_path broadcast_shapes iterable astype block bmat mask_indices tri tril_indices triu_indices eye identity arange linspace logspace geomspace full zeros ones indices "
              "diag_indices bartlett blackman hamming hanning kaiser r_ c_ s_ mgrid ogrid ix_ index_exp".split())
MODULES = dict(numpy=jnp, lax=lax, nn=jax.nn, special=jsp.special, linalg=jnp.linalg, fft=jnp.fft)
# Results whose signs or phases are not determined.
UNDETERMINED = set("linalg_eig linalg_eigh linalg_svd linalg_qr linalg_eigvals linalg_pinv linalg_lstsq".split())


def values(dtype, shape):
    if "float" in dtype and dtype not in ("float16", "bfloat16"):
        return abs(array("float32", shape, "plain")).astype(dtype_of(dtype))
    return array(dtype, shape, "plain")


def needed(function):
    """The number of arguments that a function must have, if they are likely to be arrays."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    plain = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    return len(plain) if 1 <= len(plain) <= 3 and not any(p.kind is p.VAR_POSITIONAL for p in parameters) else None


def add(label, function, arguments):
    def run():
        with jax.enable_x64("64" in label or "128" in label):
            result = said(lambda: function(*[jnp.asarray(a) for a in arguments]), 120)
            return [leaf if isinstance(leaf, (np.ndarray, jax.Array)) else str(leaf) for leaf in jax.tree.leaves(result)]
    assert label not in PROGRAMS
    PROGRAMS[label] = run


for key, module in MODULES.items():
    for name in sorted(dir(module)):
        function = getattr(module, name)
        if name.startswith("_") or name in SKIPPED or not callable(function) or inspect.isclass(function) or f"{key}_{name}" in UNDETERMINED or name[0].isupper():
            continue
        count = needed(function)
        if count is None:
            continue
        for dtype in RARE:
            add(f"rare_{key}_{name}_{dtype}", function, [values(dtype, (3, 3)) for _ in range(count)])
        for dtype in ("float32", "int32", "bool", "int64", "complex128"):
            for shape, dims in SHAPES.items():
                if dtype in ("float32", "int32") or shape in ("empty", "scalar"):
                    add(f"shape_{key}_{name}_{dtype}_{shape}", function, [values(dtype, dims) for _ in range(count)])
