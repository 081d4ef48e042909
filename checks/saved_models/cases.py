"""What the families of models share: a case is a function that writes a model into a folder, and returns the arguments of its calls."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(21)


def f32(*sizes):
    """Numbers from -1 to 1."""
    return (rng.random(sizes) * 2 - 1).astype(np.float32)


def ints(most, *sizes, dtype=np.int32):
    return rng.integers(0, most, sizes).astype(dtype)


def text(*words):
    return np.array(words, object)


DTYPES = {"float32", "float64", "float16", "bfloat16", "bool", "complex64", "complex128", *(f"{u}int{bits}" for u in ("", "u") for bits in (8, 16, 32, 64))}


class Cases(dict):
    """Name: function from a folder to {signature: [{argument: array}]}."""

    def __init__(self):
        super().__init__()
        self.parts = {}

    def function(self, name, body, *calls, state=None):
        """A function of tensors, as a module with one signature. Sizes that differ between calls are open. `state` makes what the body takes
        before the arguments, such as variables and tables, which the module then owns. Functions whose names differ only in a dtype after the
        last point share a model; those that TensorFlow itself refuses are left out there."""
        calls = [call if isinstance(call, tuple) else (call,) for call in calls] or [()]
        base, _, last = name.rpartition(".")
        if last in DTYPES and not state:
            name = base
        else:
            last = ""
        parts = self.parts.setdefault(name, [])
        parts.append((last, body, calls))
        self[name] = lambda folder: write_function(folder, parts, state)

    def keras(self, name, make, *calls):
        """A network of Keras, exported by `model.export` and, with the same calls, by `tf.saved_model.save`."""
        def named(folder, signature="serving_default"):
            function = tf.saved_model.load(folder).signatures[signature]
            names = sorted(function.structured_input_signature[1])
            return {signature: [call if isinstance(call, dict) else dict(zip(names, call if isinstance(call, tuple) else (call,))) for call in calls]}

        def exported(folder):
            make().export(folder, verbose=False)
            return named(folder)

        def saved(folder):
            tf.saved_model.save(make(), folder)
            return named(folder)
        self[f"{name}.export"] = exported
        self[f"{name}.save"] = saved


def write_function(folder, parts, state):
    module = tf.Module()
    module.state = state() if state else None
    owned = (module.state,) if state else ()
    if len(parts) > 1:
        parts = [part for part in parts if computed(part[1], part[2][0])]
    if not parts:
        raise ValueError("TensorFlow computes none of the parts")
    fewest = min(len(calls) for _, _, calls in parts)
    joined = [[array for _, _, calls in parts for array in calls[k]] for k in range(fewest)]
    specs = [tf.TensorSpec(*open_sizes([call[i] for call in joined]), name=f"a{i}") for i in range(len(joined[0]))]

    @tf.function(input_signature=specs)
    def call(*arguments):
        results = {}
        for dtype, body, calls in parts:
            mine, arguments = arguments[:len(calls[0])], arguments[len(calls[0]):]
            for i, result in enumerate(tf.nest.flatten(body(*owned, *mine), expand_composites=True)):
                results[f"{dtype}r{i}"] = tf.convert_to_tensor(result)
        return results
    module.call = call
    tf.saved_model.save(module, folder, module.call)
    return {"serving_default": [{f"a{i}": np.asarray(array) for i, array in enumerate(call)} for call in joined]}


def computed(body, arguments):
    try:
        tf.function(body)(*(tf.convert_to_tensor(array) for array in arguments))
    except Exception:
        return False
    return True


def open_sizes(arrays):
    """The shape and dtype of arguments, with None for sizes that differ."""
    arrays = [np.asarray(array) for array in arrays]
    dtype = tf.string if arrays[0].dtype.kind in "OSU" else tf.as_dtype(arrays[0].dtype)
    if len({array.ndim for array in arrays}) > 1:
        return None, dtype
    return [sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*(array.shape for array in arrays))], dtype
