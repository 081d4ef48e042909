"""What the scripts that ask TensorFlow share: cases as lines of text, and values that every dtype holds exactly."""
import inspect, os
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
import numpy as np
import tensorflow as tf
R = tf.raw_ops

rng = np.random.default_rng(11)
NAMES = {'string': '!corert.string', 'float32': 'f32', 'float64': 'f64', 'float16': 'f16', 'bfloat16': 'bf16', 'int8': 'i8', 'int16': 'i16', 'int32': 'i32',
         'int64': 'i64', 'uint8': 'ui8', 'uint16': 'ui16', 'uint32': 'ui32', 'uint64': 'ui64', 'bool': 'i1',
         'complex64': 'complex<f32>', 'complex128': 'complex<f64>', 'qint8': '!corert.qint8', 'quint8': '!corert.quint8', 'qint16': '!corert.qint16', 'quint16': '!corert.quint16', 'qint32': '!corert.qint32'}
F = ['float32', 'float64', 'float16', 'bfloat16']
C = ['complex64', 'complex128']
S = ['int8', 'int16', 'int32', 'int64']
U = ['uint8', 'uint16', 'uint32', 'uint64']
lines = []

def tensor(kind, t):
    x = t.numpy() if hasattr(t, 'numpy') else np.asarray(t)
    if (t.dtype if hasattr(t, 'numpy') else tf.as_dtype(np.asarray(x).dtype)) == tf.string:
        # Strings in hexadecimal, the empty one as a dash.
        text = ' '.join((s if isinstance(s, bytes) else str(s).encode()).hex() or '-' for s in np.asarray(x, object).reshape(-1))
        lines.append(f"{kind} str {','.join(map(str, np.shape(x))) or '-'} : {text}".rstrip())
        return
    flat = np.asarray(x).reshape(-1)
    if flat.dtype.names: flat = flat.view(flat.dtype[0])
    if flat.dtype.kind == 'c': flat = flat.view(flat.real.dtype)
    name = tf.as_dtype(t.dtype if hasattr(t, 'numpy') else x.dtype).name
    if flat.dtype.kind in 'iub': text = ' '.join(str(int(v)) for v in flat)
    else: text = ' '.join(repr(float(v)) if name in ('float64', 'complex128') else str(np.float32(v)) for v in flat)
    lines.append(f"{kind} {NAMES[name]} {','.join(map(str, x.shape)) or '-'} : {text}".rstrip())

def attr(name, v):
    if isinstance(v, bool): lines.append(f'attr {name} bool {int(v)}')
    elif isinstance(v, tf.DType): lines.append(f'attr {name} type {NAMES[v.name]}')
    elif isinstance(v, int): lines.append(f'attr {name} int {v}')
    elif isinstance(v, float): lines.append(f'attr {name} float {v!r}')
    elif isinstance(v, bytes): lines.append(f"attr {name} hex {v.hex() or '-'}")
    elif isinstance(v, str): lines.append(f'attr {name} str {v}')
    elif v and isinstance(v[0], (bytes, str)): lines.append(f"attr {name} strs {' '.join((s if isinstance(s, bytes) else s.encode()).hex() or '-' for s in v)}")
    elif v and isinstance(v[0], tf.DType): lines.append(f"attr {name} types {' '.join(NAMES[x.name] for x in v)}")
    elif v and isinstance(v[0], list): lines.append(f"attr {name} shapes {' '.join(','.join(map(str, x)) or '-' for x in v)}")
    elif v and isinstance(v[0], float): lines.append(f"attr {name} floats {' '.join(map(repr, v))}")
    else: lines.append(f"attr {name} ints {' '.join(map(str, v))}".rstrip())

def case(op, inputs, attrs=None, outputs=None, counts=None):
    """`inputs`: {name: value or list of values}, in the order of the op's definition; `counts`: attributes that follow from them."""
    attrs = attrs or {}
    made = lambda x: x if tf.is_tensor(x) else tf.constant(x)
    given = {k: [made(x) for x in v] if isinstance(v, list) else made(v) for k, v in inputs.items()}
    function = getattr(R, op)
    # Before the op is run: some change their arguments.
    lines.append(f'op tf.{op}')
    for k, v in {**attrs, **(counts or {})}.items(): attr(k, v)
    for v in given.values():
        for x in v if isinstance(v, list) else [v]: tensor('in', x)
    # Python's names of inputs are not always the definition's.
    names = list(inspect.signature(function).parameters)
    out = function(**dict(zip(names, given.values())), **attrs)
    # Lists of tensors are results one after the other.
    out = list(out) if isinstance(out, (tuple, list)) else [out]
    out = [x for part in out for x in (part if isinstance(part, list) else [part])]
    for x in out[:outputs]: tensor('out', x)
    return out

def values(dtype, *shape, low=-2, high=2):
    """Numbers that every dtype holds exactly: eighths."""
    np_dtype = tf.as_dtype(dtype).as_numpy_dtype
    if dtype == 'bool': return rng.integers(0, 2, shape).astype(bool)
    if dtype in U: return rng.integers(max(low, 0) * 3, high * 3 + 1, shape).astype(np_dtype)
    if dtype in S: return rng.integers(low * 3, high * 3 + 1, shape).astype(np_dtype)
    x = rng.integers(int(low * 8), int(high * 8) + 1, shape) / 8
    if dtype in C: x = x + 1j * rng.integers(int(low * 8), int(high * 8) + 1, shape) / 8
    return x.astype(np_dtype)

def nonzero(dtype, *shape):
    x = values(dtype, *shape)
    return np.where(x == 0, np.ones_like(x), x)


def write(path):
    """Writes the cases to a file beside the scripts."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), path), 'w') as out: out.write('\n'.join(lines) + '\n')
