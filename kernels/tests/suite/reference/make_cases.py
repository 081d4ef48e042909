#!/usr/bin/env python3
"""Makes cases.txt: inputs, attributes and expected results of ops, computed with NumPy (and SciPy's special functions).

Run it with no argument from anywhere; the file beside it is replaced. Everything is small and seeded, so a run gives the
same file again.
"""
import itertools, os
import numpy as np
import scipy.special as special

rng = np.random.default_rng(7)
NAMES = {'float32': 'f32', 'float64': 'f64', 'float16': 'f16', 'int8': 'i8', 'int16': 'i16', 'int32': 'i32', 'int64': 'i64',
         'uint8': 'ui8', 'uint16': 'ui16', 'uint32': 'ui32', 'uint64': 'ui64', 'bool': 'i1', 'complex64': 'complex<f32>',
         'complex128': 'complex<f64>'}
lines = []

def tensor(kind, x):
    x = np.asarray(x)
    flat = x.reshape(-1)
    if x.dtype.kind == 'c': flat = flat.view(flat.real.dtype)
    if x.dtype.kind == 'f' or x.dtype.kind == 'c': text = ' '.join(str(v) for v in flat)
    else: text = ' '.join(str(int(v)) for v in flat)
    lines.append(f"{kind} {NAMES[x.dtype.name]} {','.join(map(str, x.shape)) or '-'} : {text}".rstrip())

def attr(name, v):
    if isinstance(v, bool): lines.append(f'attr {name} bool {int(v)}')
    elif isinstance(v, int): lines.append(f'attr {name} int {v}')
    elif isinstance(v, float): lines.append(f'attr {name} float {v!r}')
    elif isinstance(v, str): lines.append(f'attr {name} str {v}')
    elif isinstance(v, type): lines.append(f"attr {name} type {NAMES[np.dtype(v).name]}")
    else: lines.append(f"attr {name} ints {' '.join(map(str, v))}".rstrip())

def case(op, inputs, outputs, **attrs):
    lines.append(f'op tf.{op}')
    for k, v in attrs.items(): attr(k, v)
    for x in inputs: tensor('in', x)
    for x in outputs if isinstance(outputs, (list, tuple)) else [outputs]: tensor('out', x)

def floats(*shape, low=-2.0, high=2.0, dtype=np.float32):
    return rng.uniform(low, high, shape).astype(dtype)

def ints(*shape, low=-9, high=9, dtype=np.int32):
    return rng.integers(low, high, shape, endpoint=True).astype(dtype)

def i32(*v): return np.array(v, np.int32)
def scalar(v, dtype=np.int32): return np.array(v, dtype)

# Unary.
f = np.float32
special_values = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5], f)
def unary(op, fn, low=-2.0, high=2.0, edge=True, complexes=False):
    for dtype in (np.float32, np.float64, np.float16):
        x = floats(2, 5, low=low, high=high, dtype=dtype)
        case(op, [x], fn(x.astype(np.float64)).astype(dtype))
    if edge:
        with np.errstate(all='ignore'): case(op, [special_values], fn(special_values.astype(np.float64)).astype(f))
    if complexes:
        x = (floats(4, dtype=np.float64) + 1j * floats(4, dtype=np.float64)).astype(np.complex64)
        case(op, [x], fn(x.astype(np.complex128)).astype(np.complex64))
    case(op, [np.zeros((0, 3), f)], np.zeros((0, 3), f))
with np.errstate(all='ignore'):
    for op, fn, c in [('Abs', np.abs, False), ('Atan', np.arctan, True), ('Ceil', np.ceil, False), ('Cos', np.cos, True), ('Cosh', np.cosh, True),
                      ('Erf', special.erf, False), ('Erfc', special.erfc, False), ('Exp', np.exp, True), ('Expm1', np.expm1, True),
                      ('Floor', np.floor, False), ('Neg', np.negative, True), ('Rint', np.rint, False), ('Round', np.rint, True),
                      ('Sign', np.sign, False), ('Sin', np.sin, True), ('Sinh', np.sinh, True), ('Square', np.square, True), ('Tan', np.tan, False),
                      ('Tanh', np.tanh, True), ('Asinh', np.arcsinh, True), ('Reciprocal', lambda x: 1 / x, True), ('Inv', lambda x: 1 / x, False),
                      ('Sigmoid', lambda x: 1 / (1 + np.exp(-x)), True), ('Softplus', lambda x: np.logaddexp(0, x), False),
                      ('Softsign', lambda x: np.where(np.isinf(x), np.nan, x / (1 + np.abs(x))), False),
                      ('Elu', lambda x: np.where(x < 0, np.expm1(x), x), False),
                      ('Relu', lambda x: np.where(x < 0, 0, x), False), ('Relu6', lambda x: np.clip(x, 0, 6), False),
                      ('Selu', lambda x: np.where(x < 0, 1.7580993408473766 * np.expm1(x), 1.0507009873554805 * x), False)]:
        unary(op, fn, complexes=c)
    for op, fn, low, high in [('Acos', np.arccos, -1, 1), ('Asin', np.arcsin, -1, 1), ('Acosh', np.arccosh, 1, 4), ('Atanh', np.arctanh, -.9, .9),
                              ('Log', np.log, .1, 4), ('Log1p', np.log1p, -.9, 4), ('Sqrt', np.sqrt, 0, 4), ('Rsqrt', lambda x: 1 / np.sqrt(x), .1, 4),
                              ('Lgamma', special.gammaln, .1, 5), ('Digamma', special.digamma, .1, 5)]:
        unary(op, fn, low, high, edge=False)
    for op, fn in [('IsNan', np.isnan), ('IsInf', np.isinf), ('IsFinite', np.isfinite)]: case(op, [special_values], fn(special_values))
for dtype in (np.int8, np.int32, np.int64):
    x = ints(6, dtype=dtype)
    for op, fn in [('Abs', np.abs), ('Neg', np.negative), ('Square', np.square), ('Sign', np.sign)]: case(op, [x], fn(x))
case('Abs', [np.array([-128, 127], np.int8)], np.array([-128, 127], np.int8))
case('LogicalNot', [np.array([True, False])], np.array([False, True]))
x = floats(5); case('LeakyRelu', [x], np.where(x > 0, x, x * f(.3)).astype(f), alpha=0.30000001192092896)

# Binary, with broadcasting.
shapes = [((2, 3), (2, 3)), ((2, 3), ()), ((), (4,)), ((2, 1, 4), (3, 1)), ((2, 3), (3,)), ((1, 3, 1, 5), (2, 1, 4, 1)), ((0, 3), (1, 3)),
          ((2, 1, 2, 1, 2, 1, 2, 1), (1, 2, 1, 2, 1, 2, 1, 2))]
for op, fn in [('AddV2', np.add), ('Sub', np.subtract), ('Mul', np.multiply), ('Maximum', np.maximum), ('Minimum', np.minimum)]:
    for a, b in shapes: x, y = floats(*a), floats(*b); case(op, [x, y], fn(x, y))
    for dtype in (np.uint8, np.int16, np.int32, np.int64, np.uint64): x, y = ints(2, 3, low=0, dtype=dtype), ints(3, low=0, dtype=dtype); case(op, [x, y], fn(x, y))
    x, y = floats(3, dtype=np.float16), floats(3, dtype=np.float16); case(op, [x, y], fn(x, y))
case('AddV2', [np.array([2147483647], np.int32), i32(1)], np.array([-2147483648], np.int32))
nan = np.array([np.nan, 1.0, np.nan], f)
case('Maximum', [nan, np.array([1.0, np.nan, np.nan], f)], np.full(3, np.nan, f))
x, y = ints(4, 5), ints(5, low=1)
y[1] = -3
for op, fn in [('FloorDiv', np.floor_divide), ('FloorMod', np.mod), ('TruncateDiv', lambda a, b: (np.sign(a) * np.sign(b) * (abs(a) // abs(b))).astype(a.dtype)),
               ('TruncateMod', np.fmod), ('Mod', np.fmod)]: case(op, [x, y], fn(x, y))
case('Div', [x, y], (np.sign(x) * np.sign(y) * (abs(x) // abs(y))).astype(np.int32))
x, y = floats(4, 3), floats(3, low=.5)
for op, fn in [('RealDiv', np.divide), ('FloorDiv', np.floor_divide), ('FloorMod', np.mod), ('TruncateMod', np.fmod), ('SquaredDifference', lambda a, b: (a - b) ** 2),
               ('Atan2', np.arctan2), ('DivNoNan', np.divide)]: case(op, [x, y], fn(x, y).astype(f))
case('DivNoNan', [np.array([1.0, 0.0], f), np.zeros(2, f)], np.zeros(2, f))
with np.errstate(all='ignore'): case('RealDiv', [np.array([1.0, 0.0, -1.0], f), np.zeros(3, f)], np.array([np.inf, np.nan, -np.inf], f))
x, y = floats(3, 2, low=.1), floats(2); case('Pow', [x, y], np.power(x, y))
case('Pow', [i32(2, -3, 0), i32(10, 3, 0)], i32(1024, -27, 1))
for op, fn in [('Equal', np.equal), ('NotEqual', np.not_equal), ('Less', np.less), ('LessEqual', np.less_equal), ('Greater', np.greater), ('GreaterEqual', np.greater_equal)]:
    x, y = ints(3, 4, low=0, high=2), ints(4, low=0, high=2); case(op, [x, y], fn(x, y))
    case(op, [nan, np.array([1.0, 1.0, np.nan], f)], fn(nan, np.array([1.0, 1.0, np.nan], f)))
x, y = np.array([True, True, False, False]), np.array([True, False, True, False])
case('LogicalAnd', [x, y], x & y); case('LogicalOr', [x, y], x | y)
x, y = ints(6, dtype=np.int32), ints(6, low=0, high=5)
for op, fn in [('BitwiseAnd', np.bitwise_and), ('BitwiseOr', np.bitwise_or), ('BitwiseXor', np.bitwise_xor), ('LeftShift', np.left_shift), ('RightShift', np.right_shift)]: case(op, [x, y], fn(x, y))
c = np.array([[True], [False]]); x, y = floats(2, 3), floats(3)
case('SelectV2', [c, x, y], np.where(c, x, y))
x, y = floats(2, 3), floats(2, 3); case('Select', [np.array([True, False]), x, y], np.where(np.array([[True], [False]]), x, y))
x = floats(3, 3); case('ClipByValue', [x, scalar(-1, f), scalar(.5, f)], np.clip(x, f(-1), f(.5)))
xs = [floats(2, 2) for _ in range(3)]; case('AddN', xs, xs[0] + xs[1] + xs[2])

# Reductions and scans.
for op, fn in [('Sum', np.sum), ('Mean', np.mean), ('Prod', np.prod), ('Max', np.max), ('Min', np.min)]:
    x = floats(2, 3, 4)
    for axes in [(0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2), (), (-1,)]:
        for keep in (False, True): case(op, [x, np.array(axes, np.int32)], fn(x.astype(np.float64), axis=axes, keepdims=keep).astype(f) if axes else x, keep_dims=keep)
    x = floats(3, 60, dtype=np.float64)
    case(op, [x, i32(1)], fn(x, axis=1), keep_dims=False); case(op, [x, i32(0)], fn(x, axis=0), keep_dims=False)
x = floats(2, 3, 2, 3, 2); case('Sum', [x, np.array([1, 3], np.int64)], x.astype(np.float64).sum((1, 3)).astype(f))
case('Sum', [np.zeros((2, 0), f), i32(1)], np.zeros(2, f)); case('Max', [np.zeros((2, 0), f), i32(1)], np.full(2, -np.inf, f))
x = ints(4, 5, dtype=np.int64); case('Sum', [x, i32(0)], x.sum(0)); case('Max', [x, i32(1)], x.max(1))
x = rng.random((3, 4)) > .4; case('All', [x, i32(1)], x.all(1)); case('Any', [x, i32(0)], x.any(0))
case('Sum', [np.full((40,), .1, f), i32(0)], f(np.full(40, .1, f).astype(np.float64).sum()))
x = floats(3, 4, 5)
for axis in (0, 1, 2, -1): case('ArgMax', [x, scalar(axis)], x.argmax(axis)); case('ArgMin', [x, scalar(axis)], x.argmin(axis).astype(np.int32), output_type=np.int32)
case('ArgMax', [np.array([1, 3, 3, 2], np.int32), scalar(0)], scalar(1, np.int64))
x = floats(3, 4)
for axis, excl, rev in itertools.product((0, 1), (False, True), (False, True)):
    y = np.flip(x, axis) if rev else x
    s = np.cumsum(y.astype(np.float64), axis); p = np.cumprod(y.astype(np.float64), axis)
    if excl: s = s - y; p = np.concatenate([np.ones_like(p.take([0], axis)), p.take(range(p.shape[axis] - 1), axis)], axis)
    if rev: s, p = np.flip(s, axis), np.flip(p, axis)
    case('Cumsum', [x, scalar(axis)], s.astype(f), exclusive=excl, reverse=rev); case('Cumprod', [x, scalar(axis)], p.astype(f), exclusive=excl, reverse=rev)
x = floats(3, 4); case('L2Loss', [x], f((x.astype(np.float64) ** 2).sum() / 2))

# Products.
for m, k, n in [(2, 3, 4), (1, 7, 5), (6, 9, 1), (1, 1, 1), (17, 20, 18), (3, 0, 2), (0, 3, 2)]:
    for ta, tb in itertools.product((False, True), (False, True)):
        a, b = floats(*((k, m) if ta else (m, k))), floats(*((n, k) if tb else (k, n)))
        case('MatMul', [a, b], ((a.T if ta else a).astype(np.float64) @ (b.T if tb else b).astype(np.float64)).astype(f), transpose_a=ta, transpose_b=tb)
for dtype in (np.float64, np.int32, np.int64, np.uint8):
    a, b = (floats(3, 4, dtype=dtype), floats(4, 2, dtype=dtype)) if dtype == np.float64 else (ints(3, 4, low=0, dtype=dtype), ints(4, 2, low=0, dtype=dtype))
    case('MatMul', [a, b], (a @ b).astype(dtype), transpose_a=False, transpose_b=False)
a, b = (floats(2, 3) + 1j * floats(2, 3)).astype(np.complex64), (floats(3, 2) + 1j * floats(3, 2)).astype(np.complex64)
case('MatMul', [a, b], (a.astype(np.complex128) @ b).astype(np.complex64), transpose_a=False, transpose_b=False)
case('BatchMatMulV2', [a, a], (a.astype(np.complex128) @ a.conj().T).astype(np.complex64), adj_x=False, adj_y=True)
a, b = floats(2, 1, 3, 4), floats(5, 4, 2); case('BatchMatMulV2', [a, b], (a.astype(np.float64) @ b).astype(f), adj_x=False, adj_y=False)

# Networks.
x = floats(3, 5); e = np.exp(x.astype(np.float64) - x.max(1, keepdims=True)); sm = e / e.sum(1, keepdims=True)
case('Softmax', [x], sm.astype(f)); case('LogSoftmax', [x], np.log(sm).astype(f))
labels = np.eye(5, dtype=f)[[0, 3, 1]]
case('SoftmaxCrossEntropyWithLogits', [x, labels], [(-np.log(sm) * labels).sum(1).astype(f), (sm - labels).astype(f)])
x, b = floats(2, 3, 4), floats(4); case('BiasAdd', [x, b], x + b)
x, b = floats(2, 4, 3, 3), floats(4); case('BiasAdd', [x, b], x + b.reshape(4, 1, 1), data_format='NCHW')
x = floats(2, 3, 4); case('BiasAddGrad', [x], x.astype(np.float64).sum((0, 1)).astype(f))
g, x = floats(4), floats(4); case('ReluGrad', [g, x], np.where(x > 0, g, 0).astype(f))

def window(n, k, s, d, padding):
    e = (k - 1) * d + 1
    if padding == 'VALID': return 0, (n - e) // s + 1
    o = -(-n // s); return max((o - 1) * s + e - n, 0) // 2, o
def conv(x, w, s, d, padding, depthwise=False):
    (N, H, W, C), (R, S, _, M) = x.shape, w.shape
    (pt, OH), (pl, OW) = window(H, R, s[0], d[0], padding), window(W, S, s[1], d[1], padding)
    out = np.zeros((N, OH, OW, C * M if depthwise else M))
    for n, i, j, r, q in itertools.product(range(N), range(OH), range(OW), range(R), range(S)):
        y, z = i * s[0] + r * d[0] - pt, j * s[1] + q * d[1] - pl
        if 0 <= y < H and 0 <= z < W:
            out[n, i, j] += (x[n, y, z].astype(np.float64)[:, None] * w[r, q]).reshape(-1) if depthwise else x[n, y, z].astype(np.float64) @ w[r, q]
    return out.astype(x.dtype)
for s, d, p, k in [((1, 1), (1, 1), 'VALID', (2, 3)), ((2, 2), (1, 1), 'SAME', (3, 3)), ((1, 2), (2, 1), 'SAME', (2, 2)), ((1, 1), (1, 1), 'SAME', (1, 1))]:
    x, w = floats(2, 6, 5, 3), floats(*k, 3, 4)
    case('Conv2D', [x, w], conv(x, w, s, d, p), strides=[1, *s, 1], dilations=[1, *d, 1], padding=p)
    w = floats(*k, 3, 2); case('DepthwiseConv2dNative', [x, w], conv(x, w, s, d, p, True), strides=[1, *s, 1], dilations=[1, *d, 1], padding=p)
def pool(x, k, s, padding, fn):
    N, H, W, C = x.shape
    (pt, OH), (pl, OW) = window(H, k[0], s[0], 1, padding), window(W, k[1], s[1], 1, padding)
    return np.stack([fn(x[:, max(i * s[0] - pt, 0):i * s[0] - pt + k[0], max(j * s[1] - pl, 0):j * s[1] - pl + k[1]].astype(np.float64), axis=(1, 2))
                     for i in range(OH) for j in range(OW)], 1).reshape(N, OH, OW, C).astype(x.dtype)
for k, s, p in [((2, 2), (2, 2), 'VALID'), ((3, 3), (2, 2), 'SAME'), ((2, 3), (1, 2), 'SAME')]:
    x = floats(2, 5, 7, 3); case('MaxPool', [x], pool(x, k, s, p, np.max), ksize=[1, *k, 1], strides=[1, *s, 1], padding=p)
    case('AvgPool', [x], pool(x, k, s, p, np.mean), ksize=[1, *k, 1], strides=[1, *s, 1], padding=p)
x = floats(1, 2, 2, 7); r = 2
den = np.stack([(x.astype(np.float64)[..., max(0, c - r):c + r + 1] ** 2).sum(-1) for c in range(7)], -1)
case('LRN', [x], (x / (1.5 + .5 * den) ** .75).astype(f), depth_radius=2, bias=1.5, alpha=.5, beta=.75)

# Arrays.
x = floats(2, 3, 4)
case('Reshape', [x, i32(4, -1)], x.reshape(4, 6)); case('ExpandDims', [x, scalar(-1)], x[..., None]); case('Shape', [x], i32(2, 3, 4))
case('Size', [x], scalar(24)); case('Rank', [x], scalar(3)); case('Squeeze', [x[:1, :, :1]], x[0, :, 0]); case('Squeeze', [x[:1, :, :1]], x[:1, :, 0], squeeze_dims=[-1])
for p in itertools.permutations(range(3)): case('Transpose', [x, i32(*p)], x.transpose(p))
case('Transpose', [(x + 1j * x).astype(np.complex128), i32(2, 0, 1)], (x + 1j * x).astype(np.complex128).transpose(2, 0, 1))
a, b = floats(2, 3), floats(2, 1); case('ConcatV2', [a, b, scalar(1)], np.concatenate([a, b], 1)); case('Concat', [scalar(-1), a, b], np.concatenate([a, b], 1))
x = floats(4, 6); case('Split', [scalar(1), x], np.split(x, 3, 1), num_split=3); case('SplitV', [x, i32(1, -1, 2), scalar(0)], np.split(x, [1, 2], 0))
a, b = floats(2, 3), floats(2, 3)
for ax in (0, 1, -1): case('Pack', [a, b], np.stack([a, b], ax), axis=ax)
case('Unpack', [a], [a[:, i] for i in range(3)], axis=1, num=3)
case('Tile', [a, i32(2, 3)], np.tile(a, (2, 3))); case('ReverseV2', [a, i32(1, 0)], a[::-1, ::-1])
case('Pad', [a, np.array([[1, 0], [2, 1]], np.int32)], np.pad(a, ((1, 0), (2, 1)))); case('PadV2', [a, np.array([[0, 1], [1, 1]], np.int32), scalar(7, f)], np.pad(a, ((0, 1), (1, 1)), constant_values=7))
case('MirrorPad', [a, np.array([[1, 1], [2, 1]], np.int32)], np.pad(a, ((1, 1), (2, 1)), 'reflect'), mode='REFLECT')
case('MirrorPad', [a, np.array([[1, 2], [3, 1]], np.int32)], np.pad(a, ((1, 2), (3, 1)), 'symmetric'), mode='SYMMETRIC')
x = floats(4, 5, 6); case('Slice', [x, i32(1, 0, 2), i32(2, -1, 3)], x[1:3, :, 2:5])
case('StridedSlice', [x, i32(0, 1), i32(4, 5), i32(2, 3)], x[0:4:2, 1:5:3]); case('StridedSlice', [x, i32(-1, -1), i32(-10, -4), i32(-1, -2)], x[::-1, -1:-4:-2])
case('StridedSlice', [x, i32(1, 0, 2), i32(2, 0, 0), i32(1, 1, 1)], x[1, ..., 2], ellipsis_mask=2, shrink_axis_mask=5)
case('StridedSlice', [x, i32(1, 0, 0), i32(3, 0, 4), i32(1, 1, 2)], x[1:, None, :4:2], new_axis_mask=2, end_mask=1, begin_mask=4)
case('GatherV2', [x, np.array([[3, 0], [1, 1]], np.int32), scalar(0)], x[np.array([[3, 0], [1, 1]])]); case('GatherV2', [x, i32(4, 0, 2), scalar(1)], x.take([4, 0, 2], 1))
idx = np.array([[1, 0], [2, 2], [0, 4], [3, 3]], np.int32); case('GatherV2', [x, idx, scalar(1)], np.stack([x[i][idx[i]] for i in range(4)]), batch_dims=1)
case('GatherNd', [x, np.array([[0, 1], [3, 4]], np.int32)], x[[0, 3], [1, 4]]); case('ScatterNd', [np.array([[1], [3], [1]], np.int32), np.array([1., 2., 4.], f), i32(5)], np.array([0, 5, 0, 2, 0], f))
case('OneHot', [i32(0, 2, -1), scalar(3), scalar(5, f), scalar(-1, f)], np.array([[5, -1, -1], [-1, -1, 5], [-1, -1, -1]], f)); case('OneHot', [i32(1, 0), scalar(2), scalar(1), scalar(0)], np.array([[0, 1], [1, 0]], np.int32), axis=0)
case('TopKV2', [np.array([[1, 5, 3, 5]], f), scalar(3)], [np.array([[5, 5, 3]], f), np.array([[1, 3, 2]], np.int32)])
case('Where', [np.array([[True, False], [False, True]])], np.array([[0, 0], [1, 1]], np.int64)); case('Unique', [i32(3, 1, 3, 2, 1)], [i32(3, 1, 2), i32(0, 1, 0, 2, 1)])
case('Fill', [i32(2, 2), scalar(3, np.int64)], np.full((2, 2), 3, np.int64)); case('Range', [scalar(3), scalar(18), scalar(3)], np.arange(3, 18, 3, dtype=np.int32))
case('Range', [scalar(1, f), scalar(0, f), scalar(-.25, f)], np.arange(1, 0, -.25, dtype=f)); case('LinSpace', [scalar(0, f), scalar(1, f), scalar(5)], np.linspace(0, 1, 5, dtype=f))
case('BroadcastTo', [i32(1, 2), i32(3, 2)], np.array([[1, 2]] * 3, np.int32)); case('BroadcastArgs', [i32(2, 1), i32(3)], i32(2, 3)); case('InvertPermutation', [i32(2, 0, 1)], i32(1, 2, 0))
case('MatrixBandPart', [np.ones((3, 4), f), scalar(1, np.int64), scalar(0, np.int64)], np.tril(np.ones((3, 4), f)) * np.triu(np.ones((3, 4), f), -1)); case('MatrixDiag', [i32(1, 2)], np.diag(i32(1, 2)))
x = np.arange(16, dtype=np.int32).reshape(1, 4, 4, 1); y = x.reshape(1, 2, 2, 2, 2, 1).transpose(0, 1, 3, 2, 4, 5).reshape(1, 2, 2, 4)
case('SpaceToDepth', [x], y, block_size=2); case('DepthToSpace', [y], x, block_size=2)
values = np.array([0, 1, -1, 2.75, -2.75, 100], np.float64)
for a, b in itertools.product((np.float32, np.float64, np.int32, np.int8, np.float16), (np.float32, np.float64, np.int64, np.int8, np.bool_, np.float16, np.complex64)):
    x = values.astype(a); case('Cast', [x], x.astype(b), DstT=b)
case('Bitcast', [np.array([1.0, -2.0], f)], np.array([1.0, -2.0], f).view(np.int32), type=np.int32); case('Bitcast', [np.array([1.0], f)], np.array([1.0], f).view(np.uint8).reshape(1, 4), type=np.uint8)

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'cases.txt'), 'w') as out: out.write('\n'.join(lines) + '\n')
