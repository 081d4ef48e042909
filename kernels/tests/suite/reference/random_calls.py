"""Random calls of ops, in ranges where both sides compute mostly: `G` has a function for each op that gives its inputs and attributes.

Shapes have ranks up to 8 and now and then no elements; numbers are small, wide, or special (infinities, not a number, the ends of a
dtype). `mutate` makes a call wrong in one place, or perhaps not.
"""
import os
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'; os.environ['TF_ENABLE_ONEDNN_OPTS'] = '0'; os.environ['CUDA_VISIBLE_DEVICES'] = ''
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_registry
R = tf.raw_ops
F = ['float32', 'float64', 'float16', 'bfloat16']; C = ['complex64', 'complex128']
S = ['int8', 'int16', 'int32', 'int64']; U = ['uint8', 'uint16', 'uint32', 'uint64']
NUM = F + C + S + U
NAMES = {'string': 'str', 'float32': 'f32', 'float64': 'f64', 'float16': 'f16', 'bfloat16': 'bf16', 'int8': 'i8', 'int16': 'i16', 'int32': 'i32',
         'int64': 'i64', 'uint8': 'ui8', 'uint16': 'ui16', 'uint32': 'ui32', 'uint64': 'ui64', 'bool': 'i1',
         'complex64': 'complex<f32>', 'complex128': 'complex<f64>'}
BACK = {v: k for k, v in NAMES.items()}
rng = np.random.default_rng(0)
def start(seed):
    global rng
    rng = np.random.default_rng(seed)
def npd(d): return tf.as_dtype(d).as_numpy_dtype
def pick(xs): return xs[int(rng.integers(len(xs)))]
def chance(p): return rng.random() < p
def shape(lo=0, hi=4, big=True):
    if big and chance(0.05): r = int(rng.integers(5, 9)); return tuple(int(pick([1, 1, 2, 2, 3])) for _ in range(r))
    if big and chance(0.04): return (int(rng.integers(20, 3000)),)[:max(1,lo)] if lo <= 1 else tuple([int(rng.integers(17, 70))] * lo)
    r = int(rng.integers(lo, hi + 1))
    return tuple(int(pick([0, 1, 2, 3, 4, 5, 7]) if chance(0.12) else pick([1, 2, 3, 4, 5, 9])) for _ in range(r))
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e30, -1e30, 1e10, 3.0000001, 1e-10, 88.5, -88.5, 100.0, -104.0, 710.0, 65504.0, 6e-8, 127.5, 255.5, -128.5, 2147483648.0, 9.3e18, 1.9e19, -9.3e18]
def floats(n, mode):
    if mode == 'special': return np.array([pick(SPECIAL) for _ in range(n)])
    if mode == 'wide': return rng.standard_normal(n) * 10.0 ** rng.integers(-4, 5, n)
    if mode == 'unit': return rng.uniform(-1, 1, n)
    if mode == 'pos': return np.abs(rng.standard_normal(n)) * 4 + 0.01
    return rng.integers(-32, 33, n) / 8
def val(d, sh, mode=None):
    mode = mode or pick(['small', 'small', 'unit', 'wide', 'special', 'pos'])
    n = int(np.prod(sh))
    if d == 'string': return np.array([pick([b'', b'a', b'abc', b'hello world', 'é'.encode(), b'z' * 30]) for _ in range(n)], object).reshape(sh)
    if d == 'bool': x = rng.integers(0, 2, n).astype(bool)
    elif d in C: x = (floats(n, mode) + 1j * floats(n, mode)).astype(npd(d)) if mode != 'special' else (floats(n, 'small') + 1j * floats(n, 'small')).astype(npd(d))
    elif d in F:
        with np.errstate(all='ignore'): x = floats(n, mode).astype(npd(d))
    else:
        i = np.iinfo(npd(d))
        if mode == 'special': x = np.array([pick([i.min, i.max, 0, 1, i.min + 1, i.max - 1, i.max // 2, 2, max(i.min, -1), 3]) for _ in range(n)], object).astype(npd(d))
        elif mode == 'wide': x = rng.integers(i.min, i.max, n, dtype=np.int64 if d != 'uint64' else np.uint64, endpoint=True).astype(npd(d))
        else: x = rng.integers(max(i.min, -5), 8, n).astype(npd(d))
    return x.reshape(sh)
def ints(values, d='int32'): return np.array(values, npd(d))
def idx(): return pick(['int32', 'int64'])
def bshapes(n=2):
    sh = shape()
    out = []
    for _ in range(n):
        s = list(sh)
        if chance(0.4): s = [1 if chance(0.4) else x for x in s]
        if chance(0.3): s = s[int(rng.integers(0, len(s) + 1)):]
        out.append(tuple(s))
    return out
ANY = NUM + ['bool', 'string']
def allowed(op, name='T'):
    od = op_def_registry.get(op)
    for a in od.attr:
        if a.name == name:
            l = [tf.as_dtype(t).name for t in a.allowed_values.list.type]
            l = [x for x in l if x in NAMES]
            return l or ANY
    return None
G = {}
def gen(*names):
    def deco(f):
        for n in names: G[n] = f
        return f
    return deco
UN = 'Abs Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Digamma Elu Erf Erfc Exp Expm1 Floor Inv IsFinite IsInf IsNan LeakyRelu Lgamma Log Log1p LogicalNot Neg Reciprocal Relu Relu6 Rint Round Rsqrt Selu Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Square Tan Tanh'.split()
@gen(*UN)
def unary(op):
    d = pick(allowed(op) or ['bool'])
    name = 'features' if op in 'Elu LeakyRelu Relu Relu6 Selu Softplus Softsign'.split() else 'x'
    return {name: val(d, shape())}, ({'alpha': pick([0.5, 1.5, -0.25, 0.0])} if op == 'LeakyRelu' and chance(.5) else {})
BI = 'Add AddV2 Sub Mul Div RealDiv DivNoNan FloorDiv FloorMod Mod TruncateDiv TruncateMod Maximum Minimum Pow SquaredDifference Atan2 Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr BitwiseAnd BitwiseOr BitwiseXor LeftShift RightShift Equal NotEqual'.split()
@gen(*BI)
def binary(op):
    d = pick(allowed(op) or ['bool'])
    a, b = bshapes()
    m = pick(['small', 'small', 'unit', 'wide', 'special', 'pos'])
    n = ('y', 'x') if op == 'Atan2' else ('x', 'y')
    i = {n[0]: val(d, a, m), n[1]: val(d, b, m)}
    if op in ('FloorDiv FloorMod Mod TruncateDiv TruncateMod Div').split() and d in S + U and chance(.8): i['y'] = np.where(i['y'] == 0, np.ones_like(i['y']), i['y'])
    if op == 'Pow' and d in S and chance(.8): i['y'] = np.where(i['y'] < 0, np.zeros_like(i['y']), i['y'] % 9)
    if op in ('LeftShift', 'RightShift') and chance(.6): i['y'] = (np.abs(val(d, b, 'small')) % 8).astype(npd(d))
    return i, ({'incompatible_shape_error': chance(.5)} if op in ('Equal', 'NotEqual') and chance(.5) else {})
@gen('AddN')
def addn(op):
    d = pick(allowed(op)); s = shape()
    return {'inputs': [val(d, s) for _ in range(int(rng.integers(1, 12)))]}, {}
@gen('Select')
def select(op):
    d = pick(ANY); s = shape()
    c = pick([s, s[:1], ()])
    return {'condition': val('bool', c), 't': val(d, s), 'e': val(d, s)}, {}
@gen('SelectV2')
def select2(op):
    d = pick(ANY); a, b, c = bshapes(3)
    return {'condition': val('bool', a), 't': val(d, b), 'e': val(d, c)}, {}
@gen('ClipByValue')
def clip(op):
    d = pick([x for x in allowed(op) if x not in C]); s = shape()
    q = lambda: pick([(), s])
    return {'t': val(d, s), 'clip_value_min': val(d, q()), 'clip_value_max': val(d, q())}, {}
@gen('BiasAdd')
def bias(op):
    d = pick(allowed(op)); s = shape(2, 5, False); f = pick(['NHWC', 'NCHW'])
    return {'value': val(d, s), 'bias': val(d, (s[-1] if f == 'NHWC' else s[1],))}, {'data_format': f}
@gen('BiasAddGrad')
def biasg(op):
    d = pick(allowed(op)); s = shape(2, 5, False)
    return {'out_backprop': val(d, s, 'small')}, {'data_format': pick(['NHWC', 'NCHW'])}
def axes_of(s, d):
    r = len(s); k = int(rng.integers(0, r + 1))
    a = [int(x) for x in rng.permutation(r)[:k]]
    a = [x - r if chance(.3) else x for x in a]
    if chance(.03): a.append(pick([r, -r - 1, 0]))
    if k == 1 and chance(.4): return ints(a[0], d) if len(a)==1 else ints(a, d)
    return ints(a, d)
@gen('Sum', 'Mean', 'Prod', 'Max', 'Min', 'All', 'Any')
def reduce(op):
    d = pick(allowed(op) or ['bool']); s = shape()
    m = pick(['small', 'unit', 'special', 'small', 'wide'])
    return {'input': val(d, s, m), 'axis': axes_of(s, idx())}, {'keep_dims': chance(.5)}
@gen('ArgMax', 'ArgMin')
def arg(op):
    d = pick(allowed(op)); s = shape(); r = len(s)
    return {'input': val(d, s), 'dimension': ints(int(rng.integers(-r, max(r, 1))) if not chance(.05) else 9, pick(['int32', 'int64']))}, {'output_type': tf.as_dtype(pick(allowed(op, 'output_type')))}
@gen('Cumsum', 'Cumprod')
def cum(op):
    d = pick(allowed(op)); s = shape(); r = len(s)
    return {'x': val(d, s, pick(['small', 'unit', 'special'])), 'axis': ints(int(rng.integers(-r, max(r, 1))), idx())}, {'exclusive': chance(.5), 'reverse': chance(.5)}
@gen('L2Loss')
def l2(op): return {'t': val(pick(allowed(op)), shape(), 'unit')}, {}
@gen('MatMul')
def matmul(op):
    d = pick(allowed(op)); ta, tb = chance(.5), chance(.5)
    n, k, m = [int(pick([0, 1, 2, 3, 5, 8, 17, 40]) if chance(.3) else pick([1, 2, 3, 5, 8, 17, 33])) for _ in range(3)]
    md = pick(['small', 'unit'])
    return {'a': val(d, (k, n) if ta else (n, k), md), 'b': val(d, (m, k) if tb else (k, m), md)}, {'transpose_a': ta, 'transpose_b': tb}
@gen('BatchMatMul', 'BatchMatMulV2')
def bmm(op):
    d = pick(allowed(op)); ta, tb = chance(.5), chance(.5)
    n, k, m = [int(pick([0, 1, 2, 3]) if chance(.15) else pick([1, 2, 3, 5, 8])) for _ in range(3)]
    a, b = bshapes() if op.endswith('V2') else [shape()] * 2
    md = pick(['small', 'unit'])
    return {'x': val(d, a[-3:] + ((k, n) if ta else (n, k)), md), 'y': val(d, b[-3:] + ((m, k) if tb else (k, m)), md)}, {'adj_x': ta, 'adj_y': tb}
@gen('Einsum')
def einsum(op):
    d = pick(['float32', 'float64', 'bfloat16', 'int64', 'int32', 'complex64', 'complex128'])
    letters = 'abcde'; size = {c: int(pick([1, 2, 3, 4])) for c in letters}
    ins = []
    for _ in range(pick([1, 2, 2])): ins.append(''.join(pick(letters) for _ in range(int(rng.integers(0, 5)))))
    used = sorted(set(''.join(ins)))
    out = ''.join(c for c in rng.permutation(used) if chance(.6)) if used else ''
    dots = chance(.3)
    shapes = [tuple(size[c] for c in i) for i in ins]
    eq = ins[:]
    if dots:
        bs = bshapes(len(ins)); bs = [x[-2:] for x in bs]
        k = [int(rng.integers(0, len(i) + 1)) for i in ins]
        eq = [i[:j] + '...' + i[j:] for i, j in zip(ins, k)]
        shapes = [tuple(size[c] for c in i[:j]) + b + tuple(size[c] for c in i[j:]) for i, j, b in zip(ins, k, bs)]
        j = int(rng.integers(0, len(out) + 1)); out = out[:j] + '...' + out[j:]
    return {'inputs': [val(d, s, pick(['small', 'unit'])) for s in shapes]}, {'equation': ','.join(eq) + '->' + out}
@gen('Softmax', 'LogSoftmax')
def softmax(op): return {'logits': val(pick(allowed(op)), shape(1))}, {}
def conv_common(nhwc, h, w, kh, kw, padding):
    a = {}
    st = [int(pick([1, 1, 2, 3])), int(pick([1, 1, 2, 3]))]; di = [1, 1]
    return st, di
@gen('Conv2D', 'DepthwiseConv2dNative')
def conv(op):
    d = pick(allowed(op)); n = int(pick([1, 1, 2, 3, 0] if chance(.1) else [1, 2])); h, w = int(rng.integers(1, 10)), int(rng.integers(1, 10)); c = int(pick([1, 2, 3, 4, 6]))
    kh, kw = int(rng.integers(1, 5)), int(rng.integers(1, 5)); oc = int(pick([1, 2, 3, 4, 8, 17]))
    p = pick(['SAME', 'VALID', 'EXPLICIT']); f = pick(['NHWC', 'NHWC', 'NHWC', 'NCHW']) if op == 'Conv2D' and d=='float32' else 'NHWC'
    s = [int(pick([1, 1, 2, 3])), int(pick([1, 1, 2, 3]))]; di = [int(pick([1, 1, 2])), int(pick([1, 1, 2]))] if min(s) == max(s) == 1 or op == 'Conv2D' else [1, 1]
    if op != 'Conv2D': s[1] = s[0]
    gc = c
    if op == 'Conv2D' and c % 2 == 0 and chance(.15) and d=='float32' and f == 'NHWC': gc = c // 2; oc = 2 * oc
    at = {'strides': [1, *s, 1] if f == 'NHWC' else [1, 1, *s], 'dilations': [1, *di, 1] if f == 'NHWC' else [1, 1, *di], 'padding': p, 'data_format': f}
    if p == 'EXPLICIT':
        e = [int(rng.integers(0, 3)) for _ in range(4)]
        at['explicit_paddings'] = [0, 0] + e + [0, 0] if f == 'NHWC' else [0, 0, 0, 0] + e
    x = val(d, (n, h, w, c) if f == 'NHWC' else (n, c, h, w), pick(['small', 'unit']))
    return {'input': x, 'filter': val(d, (kh, kw, gc, oc), pick(['small', 'unit']))}, at
@gen('MaxPool', 'AvgPool')
def pool(op):
    d = pick(allowed(op)); n = int(pick([1, 2])); h, w = int(rng.integers(1, 9)), int(rng.integers(1, 9)); c = int(pick([1, 2, 3]))
    p = pick(['SAME', 'VALID'] + (['EXPLICIT'] if op == 'MaxPool' else [])); f = 'NHWC'
    k = [1, int(rng.integers(1, 4)), int(rng.integers(1, 4)), 1]; s = [1, int(rng.integers(1, 4)), int(rng.integers(1, 4)), 1]
    at = {'ksize': k, 'strides': s, 'padding': p, 'data_format': f}
    if p == 'EXPLICIT': at['explicit_paddings'] = [0, 0] + [int(rng.integers(0, k[1 + j // 2])) for j in range(4)] + [0, 0]
    return {'input' if op == 'MaxPool' else 'value': val(d, (n, h, w, c))}, at
@gen('FusedBatchNormV3')
def bn(op):
    d = pick(['float32', 'float32', 'float16', 'bfloat16']); n, h, w, c = [int(pick([1, 2, 3])) for _ in range(4)]
    t = chance(.5); f = pick(['NHWC', 'NCHW']) if d == 'float32' else 'NHWC'; ef = pick([1.0, 1.0, 0.25])
    x = val(d, (n, h, w, c) if f == 'NHWC' else (n, c, h, w), pick(['small', 'unit']))
    v = lambda: val('float32', (c,), 'unit')
    none = np.zeros(0, np.float32)
    e = t and ef == 1.0
    return {'x': x, 'scale': v(), 'offset': v(), 'mean': none if e else v(), 'variance': none if e else np.abs(v()) + np.float32(.1)}, {'is_training': t, 'exponential_avg_factor': ef, 'data_format': f, 'epsilon': 0.0010000000474974513}
@gen('ReluGrad')
def relug(op):
    d = pick(allowed(op)); s = shape()
    return {'gradients': val(d, s), 'features': val(d, s)}, {}
@gen('SoftmaxCrossEntropyWithLogits')
def xent(op):
    d = pick(allowed(op)); s = shape(2, 2); a, b = s, s
    if chance(.3): b = (1, s[1])
    if chance(.2): a, b = b, a
    return {'features': val(d, a, pick(['small', 'unit', 'special'])), 'labels': np.abs(val(d, b, 'unit')).astype(npd(d))}, {}
@gen('LRN')
def lrn(op): return {'input': val(pick(allowed(op)), shape(4, 4, False), pick(['small', 'unit']))}, {'depth_radius': int(rng.integers(0, 4)), 'bias': pick([1.0, 1.5]), 'alpha': pick([0.5, 1.0]), 'beta': pick([0.5, 0.75])}
@gen('TopKV2')
def topk(op):
    d = pick(allowed(op)); s = shape(1)
    return {'input': val(d, s), 'k': ints(int(rng.integers(0, (s[-1] if s else 0) + (2 if chance(.05) else 1))), pick(['int16', 'int32', 'int64']))}, {'index_type': tf.as_dtype(pick(['int16', 'int32', 'int64']))}
@gen('OneHot')
def onehot(op):
    d = pick(ANY); s = shape(0, 3); ti = pick(['uint8', 'int8', 'int32', 'int64'])
    return {'indices': val(ti, s, 'small'), 'depth': ints(int(rng.integers(0, 6))), 'on_value': val(d, ()), 'off_value': val(d, ())}, {'axis': int(rng.integers(-1, len(s) + 1))}
@gen('Identity', 'StopGradient', 'PreventGradient')
def ident(op): return {'input': val(pick(ANY), shape())}, {}
@gen('IdentityN')
def identn(op): return {'input': [val(pick(ANY), shape()) for _ in range(3)]}, {}
@gen('Shape', 'Size')
def shp(op): return {'input': val(pick(ANY), shape())}, {'out_type': tf.as_dtype(idx())}
@gen('ShapeN')
def shapen(op):
    d = pick(ANY); return {'input': [val(d, shape()) for _ in range(3)]}, {'out_type': tf.as_dtype(idx())}
@gen('Rank')
def rank(op): return {'input': val(pick(ANY), shape())}, {}
@gen('Reshape')
def reshape(op):
    s = shape(); n = int(np.prod(s)); d = pick(ANY)
    t = [x for x in rng.permutation(s)] if chance(.5) else [n]
    t = [int(x) for x in t] + ([1] if chance(.3) else [])
    if chance(.4) and t: t[int(rng.integers(len(t)))] = -1
    if chance(.05): t.append(pick([2, -1, -2]))
    return {'tensor': val(d, s), 'shape': ints(t, idx())}, {}
@gen('Squeeze')
def squeeze(op):
    s = shape(); d = pick(ANY); ones = [i for i, x in enumerate(s) if x == 1]
    dims = [i - len(s) if chance(.3) else i for i in ones if chance(.5)]
    if chance(.04): dims.append(pick([0, 9, -9]))
    return {'input': val(d, s)}, {'squeeze_dims': dims}
@gen('ExpandDims')
def expand(op):
    s = shape(); r = len(s)
    return {'input': val(pick(ANY), s), 'axis': pick([ints(int(rng.integers(-r - 1 - chance(.05), r + 1 + chance(.05))), idx()), ints([int(rng.integers(-r - 1, r + 1))], idx())])}, {}
@gen('Transpose')
def transpose(op):
    s = shape(); p = rng.permutation(len(s))
    if chance(.1): p = np.array([int(x) - len(s) for x in p])
    if chance(.05) and len(s): p[0] = pick([p[-1], len(s), -9])
    return {'x': val(pick(ANY), s), 'perm': ints(p, idx())}, {}
@gen('Concat', 'ConcatV2')
def concat(op):
    d = pick(ANY); s = list(shape(1)); a = int(rng.integers(len(s))); v = []
    for _ in range(int(rng.integers(2, 5))):
        t = list(s); t[a] = int(pick([0, 1, 2, 3])); v.append(val(d, tuple(t)))
    if chance(.05) and len(s) == 1: v[0] = val(d, ())
    ax = ints(a - len(s) if chance(.3) else a, 'int32' if op == 'Concat' else idx())
    return ({'concat_dim': ax, 'values': v} if op == 'Concat' else {'values': v, 'axis': ax}), {}
@gen('Split')
def split(op):
    s = list(shape(1)); a = int(rng.integers(len(s))); k = int(pick([1, 2, 3]))
    if chance(.95): s[a] = s[a] * k
    return {'axis': ints(a - len(s) if chance(.3) else a), 'value': val(pick(ANY), tuple(s))}, {'num_split': k}
@gen('SplitV')
def splitv(op):
    s = list(shape(1)); a = int(rng.integers(len(s))); k = int(pick([1, 2, 3])); z = [int(pick([0, 1, 2])) for _ in range(k)]
    s[a] = sum(z)
    if chance(.3): z[int(rng.integers(k))] = -1
    if chance(.05): z[0] = pick([-1, -2, 9])
    return {'value': val(pick(ANY), tuple(s)), 'size_splits': ints(z, pick(['int8', 'int32', 'int64'])), 'axis': ints(a - len(s) if chance(.3) else a)}, {'num_split': k}
@gen('Pack')
def pack(op):
    d = pick(ANY); s = shape(0, 4); r = len(s)
    return {'values': [val(d, s) for _ in range(int(rng.integers(1, 4)))]}, {'axis': int(rng.integers(-r - 1, r + 1))}
@gen('Unpack')
def unpack(op):
    s = shape(1); r = len(s); a = int(rng.integers(-r, r))
    return {'value': val(pick(ANY), s)}, {'num': s[a], 'axis': a}
@gen('Slice')
def slice_(op):
    s = shape(); d = idx(); b = [int(rng.integers(0, x + 1)) for x in s]; z = [int(rng.integers(-1 if chance(.3) else 0, x - y + 1)) for x, y in zip(s, b)]
    if chance(.05) and s: z[0] = 99
    return {'input': val(pick(ANY), s), 'begin': ints(b, d), 'size': ints(z, d)}, {}
@gen('StridedSlice')
def strided(op):
    s = shape(); r = len(s); d = pick(['int32', 'int64', 'int16']) if chance(.3) else 'int32'; n = int(rng.integers(0, r + 2)) if r < 7 else r
    b = [int(rng.integers(-6, 7)) for _ in range(n)]; e = [int(rng.integers(-6, 7)) for _ in range(n)]; st = [int(pick([1, 1, 1, 2, -1, -2, 3])) for _ in range(n)]
    if chance(.02) and n: st[0] = 0
    m = lambda p: int(sum((1 << i) for i in range(n) if chance(p)))
    at = {'begin_mask': m(.3), 'end_mask': m(.3), 'new_axis_mask': m(.1), 'shrink_axis_mask': m(.15), 'ellipsis_mask': (1 << int(rng.integers(n))) if n and chance(.3) else 0}
    return {'input': val(pick(ANY), s), 'begin': ints(b, d), 'end': ints(e, d), 'strides': ints(st, d)}, at
@gen('Gather')
def gather(op):
    s = shape(1); d = idx(); i = shape(0, 2)
    return {'params': val(pick(ANY), s), 'indices': rng.integers(0, max(1, s[0] + chance(.03)), i).astype(npd(d))}, {}
@gen('GatherV2')
def gather2(op):
    s = shape(1); d = pick(['int32', 'int64', 'int16']) if chance(.2) else idx(); a = int(rng.integers(len(s))); bd = int(rng.integers(0, a + 1)) if chance(.4) else 0
    i = s[:bd] + shape(0, 2)
    if chance(.1) and bd: bd = bd - len(i)
    return {'params': val(pick(ANY), s), 'indices': rng.integers(0, max(1, s[a] + chance(.03)), i).astype(npd(d)), 'axis': ints(a - len(s) if chance(.3) else a, idx())}, {'batch_dims': bd}
@gen('GatherNd')
def gathernd(op):
    s = shape(0, 4); k = int(rng.integers(0, len(s) + 1)); o = shape(0, 2); d = idx()
    i = np.stack([np.asarray(rng.integers(0, max(1, s[j] + chance(.02)), o)) for j in range(k)], -1) if k else np.zeros(o + (0,))
    return {'params': val(pick(ANY), s), 'indices': i.astype(npd(d))}, {}
@gen('ScatterNd')
def scatternd(op):
    s = shape(1, 4, False); k = int(rng.integers(1, min(len(s),5) + 1)); o = shape(1, 2, False); d = idx()
    i = np.stack([np.asarray(rng.integers(0, max(1, s[j] + chance(.02)), o)) for j in range(k)], -1)
    return {'indices': i.astype(npd(d)), 'updates': val(pick(ANY), o + s[k:], 'small'), 'shape': ints(s, d)}, {}
@gen('Tile')
def tile(op):
    s = shape(); return {'input': val(pick(ANY), s), 'multiples': ints([int(pick([0, 1, 2, 3])) if chance(.5) else 1 for _ in s], idx())}, {}
@gen('Pad', 'PadV2')
def pad(op):
    s = shape(0, 6, False); d = pick(ANY); p = ints([[int(pick([0, 1, 2])), int(pick([0, 0, 1]))] for _ in s], idx()).reshape(len(s), 2)
    return {'input': val(d, s), 'paddings': p, **({'constant_values': val(d, ())} if op == 'PadV2' else {})}, {}
@gen('MirrorPad')
def mpad(op):
    s = shape(0, 5, False); d = pick(ANY); p = ints([[int(pick([0, 1, 2])), int(pick([0, 0, 1]))] for _ in s], idx()).reshape(len(s), 2)
    return {'input': val(d, s), 'paddings': p}, {'mode': pick(['REFLECT', 'SYMMETRIC'])}
@gen('Fill')
def fill(op): return {'dims': ints(shape(), idx()), 'value': val(pick(ANY), ())}, {}
@gen('Range')
def range_(op):
    d = pick(allowed(op, 'Tidx'))
    if d in F: a = [np.array(x, npd(d)) for x in (pick([0, -1.5, 2.25, 0.1]), pick([5, -3, 7.5, 1.0]), pick([1, .5, -1, .3, 0.1]))]
    elif d in U: a = [np.array(x, npd(d)) for x in (pick([0, 3]), pick([9, 1]), pick([1, 2, 5]))]
    else: a = [np.array(x, npd(d)) for x in (pick([0, 3, -5]), pick([9, -9, 1]), pick([1, 2, -3, 5]))]
    return {'start': a[0], 'limit': a[1], 'delta': a[2]}, {}
@gen('BroadcastTo')
def bto(op):
    s = shape(0, 6, False); t = [1 if chance(.4) else x for x in s][int(rng.integers(0, len(s) + 1)):]
    return {'input': val(pick(ANY), tuple(t)), 'shape': ints(s, idx())}, {}
@gen('BroadcastArgs')
def bargs(op):
    d = idx(); a, b = bshapes(); return {'s0': ints(a, d), 's1': ints(b, d)}, {}
@gen('ZerosLike', 'OnesLike')
def zl(op): return {'x': val(pick(allowed(op)), shape())}, {}
@gen('ReverseV2')
def rev(op):
    s = shape(); return {'tensor': val(pick(allowed(op)), s), 'axis': ints([int(x) - (len(s) if chance(.3) else 0) for x in rng.permutation(len(s)) if chance(.5)], idx())}, {}
@gen('Where')
def where(op): return {'condition': val(pick(allowed(op)), shape())}, {}
@gen('Cast')
def cast(op): return {'x': val(pick(NUM + ['bool']), shape())}, {'DstT': tf.as_dtype(pick(NUM + ['bool'])), 'Truncate': chance(.2)}
@gen('Bitcast')
def bitcast(op):
    s = shape(); d = pick(allowed(op)); t = pick(allowed(op, 'type')); a, b = tf.as_dtype(d).size, tf.as_dtype(t).size
    if b > a and chance(.9): s = s + (b // a,)
    return {'input': val(d, s, 'small')}, {'type': tf.as_dtype(t)}
@gen('CheckNumerics')
def checkn(op): return {'tensor': val(pick(allowed(op)), shape())}, {'message': 'hi'}
@gen('Unique')
def unique(op): return {'x': val(pick(ANY), (int(rng.integers(0, 20)),))}, {'out_idx': tf.as_dtype(idx())}
@gen('InvertPermutation')
def invp(op): 
    p = rng.permutation(int(rng.integers(0, 9)))
    if chance(.1) and len(p): p[0] = pick([-1, 99, p[-1]])
    return {'x': ints(p, idx())}, {}
@gen('LinSpace')
def lins(op):
    d = pick(allowed(op)); return {'start': val(d, (), pick(['small', 'unit', 'wide'])), 'stop': val(d, (), pick(['small', 'unit', 'wide'])), 'num': ints(int(rng.integers(1, 12)), idx())}, {}
@gen('MatrixBandPart')
def band(op):
    s = shape(2, 4); d = idx(); return {'input': val(pick(ANY), s), 'num_lower': ints(int(rng.integers(-1, s[-2] + 1)), d), 'num_upper': ints(int(rng.integers(-1, s[-1] + 1)), d)}, {}
@gen('MatrixDiag')
def mdiag(op): return {'diagonal': val(pick(ANY), shape(1, 3))}, {}
@gen('SpaceToDepth', 'DepthToSpace')
def s2d(op):
    b = int(pick([2, 3])); n, h, w, c = [int(pick([1, 2, 3])) for _ in range(4)]
    s = (n, h * b, w * b, c) if op == 'SpaceToDepth' else (n, h, w, c * b * b)
    return {'input': val(pick(NUM), s)}, {'block_size': b, 'data_format': 'NHWC'}
# Strings.
@gen('StringJoin')
def sjoin(op):
    s = shape(0, 2, False); return {'inputs': [val('string', pick([s, s, ()])) for _ in range(int(rng.integers(1, 4)))]}, {'separator': pick(['', ', '])}
@gen('StringLength')
def slen(op): return {'input': val('string', shape(0, 3, False))}, {'unit': pick(['BYTE', 'UTF8_CHAR'])}
@gen('Substr')
def substr(op):
    a, b = bshapes(); d = idx()
    a = a[-3:]; b = b[-3:]
    return {'input': val('string', a), 'pos': rng.integers(-4 if chance(.3) else 0, 3 if chance(.5) else 1, b).astype(npd(d)), 'len': rng.integers(0, 5, b).astype(npd(d))}, {'unit': pick(['BYTE', 'UTF8_CHAR'])}
@gen('ReduceJoin')
def rjoin(op):
    s = shape(0, 3, False); return {'inputs': val('string', s), 'reduction_indices': axes_of(s, 'int32')}, {'keep_dims': chance(.5), 'separator': pick(['', '-'])}
@gen('AsString')
def asstr(op):
    d = pick([x for x in allowed(op)]); at = {}
    if d in F + C: at = pick([{}, {}, {'precision': int(rng.integers(0, 8))}, {'scientific': True}, {'shortest': True}, {'precision': 3, 'scientific': True}])
    if chance(.3): at = {**at, 'width': int(rng.integers(1, 12)), 'fill': pick(['', '0', ' ', '-', '+'])}
    return {'input': val(d, shape(0, 2, False))}, at

def mutate(ins, attrs):
    ins = dict(ins); attrs = dict(attrs)
    keys = list(ins)
    k = pick(keys)
    what = pick(['shape', 'shape', 'shape', 'value', 'attr', 'dtype'])
    x = ins[k]
    if isinstance(x, list):
        x = list(x)
        if not x: return ins, attrs
        j = int(rng.integers(len(x))); old = x[j]
    else: old = x
    name = tf.as_dtype(old.dtype).name if old.dtype != object else 'string'
    if what == 'shape': new = val(name, shape(), 'small')
    elif what == 'value': new = val(name, old.shape, 'special' if chance(.2) else 'small')
    elif what == 'dtype': new = val(pick(ANY), old.shape, 'small')
    else:
        if not attrs: return ins, attrs
        a = pick(list(attrs)); v = attrs[a]
        if isinstance(v, bool): attrs[a] = not v
        elif isinstance(v, int): attrs[a] = int(pick([-1, 0, 1, 2, 5, -3, 100]))
        elif isinstance(v, str): attrs[a] = pick(['', 'X', 'SAME', 'NCHW', 'NHWC'])
        elif isinstance(v, tf.DType): attrs[a] = tf.as_dtype(pick(ANY))
        elif isinstance(v, list) and v and isinstance(v[0], int):
            v = list(v); j = int(rng.integers(len(v))); v[j] = int(pick([-1, 0, 1, 2, 7])); attrs[a] = v
            if chance(.2): attrs[a] = v[:-1]
        return ins, attrs
    if isinstance(ins[k], list): x[j] = new; ins[k] = x
    else: ins[k] = new
    return ins, attrs
