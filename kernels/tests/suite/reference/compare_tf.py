#!/usr/bin/env python3
"""Compares with TensorFlow: random calls of ops, some of them wrong, run by both (`compare_tf.py SEED COUNT [OP ...]`).

It needs TensorFlow 2.21 and `cargo build -p tfrt-kernels --example run_cases` (or another build of it, named by `$RUN`). Each
difference is a line:
  DIFF      both compute, and not the same
  REFUSED   TensorFlow computes, the op fails
  LENIENT   TensorFlow fails, the op computes (where TensorFlow has a kernel for the dtypes)
  crash     TensorFlow's process died
and the last line counts them. Three of a kind are shown ($SHOW). What is known to differ, and why, is in `is_known`.
"""
import os, sys, pickle, subprocess, inspect, warnings
warnings.filterwarnings('ignore')
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'; os.environ['TF_ENABLE_ONEDNN_OPTS'] = '0'; os.environ['CUDA_VISIBLE_DEVICES']=''
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_registry
import random_calls
from random_calls import *
seed = int(sys.argv[1]); count = int(sys.argv[2]); only = sys.argv[3:]
random_calls.start(seed)
def attr_line(name, v):
    if isinstance(v, bool): return f'attr {name} bool {int(v)}'
    if isinstance(v, tf.DType): return f"attr {name} type {'!corert.string' if v.name == 'string' else NAMES[v.name]}"
    if isinstance(v, int): return f'attr {name} int {v}'
    if isinstance(v, float): return f'attr {name} float {v!r}'
    if isinstance(v, str): return f'attr {name} hex {v.encode().hex() or "-"}'
    return f"attr {name} ints {' '.join(map(str, v))}".rstrip()
def tensor_line(kind, x):
    x = np.asarray(x)
    dims = ','.join(map(str, x.shape)) or '-'
    if x.dtype == object:
        return f"{kind} str {dims} : {' '.join(s.hex() or '-' for s in x.reshape(-1))}".rstrip()
    name = tf.as_dtype(x.dtype).name; flat = x.reshape(-1)
    if flat.dtype.kind == 'c': flat = np.ascontiguousarray(flat).view(flat.real.dtype)
    if name in S + U + ['bool']: t = ' '.join(str(int(v)) for v in flat)
    elif name in ('float64', 'complex128'): t = ' '.join(repr(float(v)) for v in flat)
    else: t = ' '.join(str(np.float32(v)) for v in flat)
    return f"{kind} {NAMES[name]} {dims} : {t}".rstrip()
def num_outputs(op, ins, attrs):
    n = 0
    for o in op_def_registry.get(op).output_arg:
        if o.number_attr:
            if o.number_attr in attrs: n += attrs[o.number_attr] if isinstance(attrs[o.number_attr], int) else 1
            else: n += len(next(iter(ins.values())))
        elif o.type_list_attr: n += len(next(iter(ins.values())))
        else: n += 1
    return n
def run_tf(op, ins, attrs):
    given = {}
    params = inspect.signature(getattr(R, op)).parameters
    names = list(params)
    for (k, v), p in zip(ins.items(), names):
        given[p] = [tf.constant(x) for x in v] if isinstance(v, list) else tf.constant(v)
    at = {('axis' if k == 'squeeze_dims' and 'squeeze_dims' not in params else k): v for k, v in attrs.items()}
    out = getattr(R, op)(**given, **at)
    out = list(out) if isinstance(out, (tuple, list)) else [out]
    out = [x for part in out for x in (part if isinstance(part, list) else [part])]
    return [x.numpy() if x.dtype != tf.string else np.array(x.numpy(), object) for x in out]
def tf_all(cases):
    """In children, so that one that dies takes only its case along."""
    results = [None] * len(cases); start = 0
    while start < len(cases):
        r, w = os.pipe(); pid = os.fork()
        if pid == 0:
            os.close(r); out = os.fdopen(w, 'wb')
            for i in range(start, len(cases)):
                try: res = ('ok', run_tf(*cases[i]))
                except Exception as e: res = ('error', type(e).__name__ + ': ' + str(e)[:300])
                b = pickle.dumps((i, res)); out.write(len(b).to_bytes(8, 'little') + b); out.flush()
            os._exit(0)
        os.close(w); src = os.fdopen(r, 'rb'); last = start - 1
        while True:
            h = src.read(8)
            if len(h) < 8: break
            i, res = pickle.loads(src.read(int.from_bytes(h, 'little'))); results[i] = res; last = i
        os.waitpid(pid, 0)
        if last + 1 < len(cases): results[last + 1] = ('crash', 'TensorFlow died')
        start = last + 2
    return results
def parse_out(line):
    head, _, values = line.partition(' :'); d, sh = head.split(' ')
    sh = () if sh == '-' else tuple(int(x) for x in sh.split(','))
    w = values.split()
    if d == 'str': 
        a = np.empty(len(w), object); a[:] = [bytes.fromhex(x) if x != '-' else b'' for x in w]; return a.reshape(sh)
    name = BACK[d]
    if name in S + U + ['bool']: return np.array([int(x) for x in w], npd(name) if name != 'bool' else bool).reshape(sh)
    if name in C: f = np.array([float(x) for x in w], np.float32 if name == 'complex64' else np.float64); return f.view(npd(name)).reshape(sh)
    with np.errstate(all='ignore'): return np.array([float(x) for x in w], np.float64).astype(npd(name)).reshape(sh)
TOL = {'float32': 3e-6, 'complex64': 1e-5, 'float64': 1e-12, 'complex128': 1e-11, 'float16': 2e-3, 'bfloat16': 1.6e-2}
LOOSE = {'Sum', 'Mean', 'Prod', 'Cumsum', 'Cumprod', 'MatMul', 'BatchMatMul', 'BatchMatMulV2', 'Einsum', 'Conv2D', 'DepthwiseConv2dNative', 'L2Loss', 'FusedBatchNormV3', 'BiasAddGrad', 'LRN', 'AvgPool', 'Softmax', 'LogSoftmax', 'SoftmaxCrossEntropyWithLogits', 'AddN'}
def differs(op, a, b):
    if a.shape != b.shape: return f'shape {a.shape} for {b.shape}'
    if a.dtype != b.dtype: return f'dtype {a.dtype} for {b.dtype}'
    if a.dtype == object or a.dtype.kind in 'iub':
        return None if np.array_equal(a, b) else 'values'
    name = tf.as_dtype(a.dtype).name; tol = TOL[name] * (4 if op in LOOSE else 1)
    x, y = (np.ascontiguousarray(z).reshape(-1) for z in (a, b))
    if name in C:
        big = np.maximum(np.abs(x), np.abs(y)); x = x.view(x.real.dtype).astype(np.float64); y = y.view(y.real.dtype).astype(np.float64); big = np.repeat(big, 2).astype(np.float64)
        fin = np.isfinite(y)
        nonfin = ~np.isfinite(y.reshape(-1, 2)).all(1)
        x2, y2 = x.reshape(-1, 2), y.reshape(-1, 2)
        bad = (~nonfin & ~np.isfinite(x2).all(1)) | (nonfin & np.isfinite(x2).all(1))
        if bad.any(): return f'non-finite complex {int(np.argmax(bad))}: {x2[np.argmax(bad)]} for {y2[np.argmax(bad)]}'
        ok = np.repeat(nonfin, 2) | (np.abs(x - y) <= tol * big * 2 + 1e-30)
        return None if ok.all() else f'complex {int(np.argmin(ok))}: {x[np.argmin(ok)]} for {y[np.argmin(ok)]}'
    x, y = x.astype(np.float64), y.astype(np.float64)
    if op in ('Elu','Selu','Softplus') and name in ('float16','bfloat16'): tol *= 3; tiny0 = 1e-2
    else: tiny0 = 0
    tiny = tiny0 + {'float32': 1.2e-38, 'float64': 2.3e-308, 'float16': 6.2e-5, 'bfloat16': 1.2e-38}[name]
    with np.errstate(all='ignore'):
        scale = np.abs(y)
        if op in LOOSE and np.isfinite(y).any(): scale = scale + np.abs(y[np.isfinite(y)]).max() + (1 if op not in ('Prod','Cumprod') else 0)
        ok = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= tol * scale + tiny)
    if op in ('Elu', 'Selu') : return None
    z = (x == 0) & (y == 0) & (np.signbit(x) != np.signbit(y))
    if not ok.all(): return f'{int(np.argmin(ok))}: {x[np.argmin(ok)]!r} for {y[np.argmin(ok)]!r}'
    if z.any() and op not in LOOSE: return 'sign of zero'
    return None
def is_known(op, j, ours, theirs, why):
    """Differences of results that are meant."""
    # It leaves what no pass backwards needs as it was in memory.
    if op == 'FusedBatchNormV3' and j >= 3: return True
    # It makes zeros of integers.
    if op == 'Round' and ours.dtype.kind == 'i': return True
    # Out of range: a conversion saturates here, and is whatever the machine does there.
    if op == 'Cast' and ours.dtype.kind in 'iu': return True
    # Infinities in double precision are no numbers there.
    if op == 'Erf' and ours.dtype == np.float64 and np.isnan(theirs).any(): return True
    # Windows of minus infinity have the least finite number there.
    if op == 'MaxPool' and 'inf' in why: return True
    # Not a number is no larger and no smaller: where it comes in an order is chance there.
    if op == 'TopKV2' and np.isnan(ours.astype(np.float64)).any(): return True
    # Single precision is not enough near the zeros of this function.
    if op == 'Digamma' and ours.dtype == np.float32: return True
    return why == 'sign of zero' and op in ('Sign', 'Relu', 'Relu6', 'Minimum', 'Maximum', 'Min', 'Max', 'ReluGrad')
def is_known_refusal(op, message):
    """What TensorFlow refuses and is computed here on purpose."""
    # No kernel for the dtype there, or indices of several dtypes, or a rank above seven or of zero.
    return any(text in message for text in ('NotFoundError', 'Could not find', 'UnimplementedError', 'was expected to be a', 'is not in the list of allowed values',
                                            'Unhandled input dimensions: 0', 'only support up to 7 input', 'If there is only one output')) or op == 'ScatterNd' and 'Dimensions' in message
def main():
    ops = only or list(G)
    cases = []
    for i in range(count):
        op = ops[i % len(ops)]
        try:
            ins, attrs = G[op](op)
            if chance(.15): ins, attrs = mutate(ins, attrs)
        except Exception as e:
            print('generator', op, repr(e)); continue
        # One of TensorFlow's processes that asks for too much is of no use.
        cases.append((op, ins, attrs))
    results = tf_all(cases)
    text = []
    for op, ins, attrs in cases:
        text.append(f'op tf.{op}')
        for k, v in attrs.items(): text.append(attr_line(k, v))
        for v in ins.values():
            for x in v if isinstance(v, list) else [v]: text.append(tensor_line('in', x))
        text.append(f'results {max(0, num_outputs(op, ins, attrs))}')
    p = subprocess.run([os.environ.get('RUN', os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../../target/debug/examples/run_cases'))], input='\n'.join(text) + '\n', capture_output=True, text=True)
    if p.returncode: print('RUN FAILED', p.returncode, p.stderr[-2000:])
    ours = []; 
    for line in p.stdout.splitlines():
        if line.isdigit(): ours.append([])
        else: ours[-1].append(line)
    tally = {}
    def say(kind, op, i, what):
        key = (kind, op); tally[key] = tally.get(key, 0) + 1
        if tally[key] <= int(os.environ.get('SHOW', '3')):
            o, ins, attrs = cases[i]
            def d(v): return '[' + ', '.join(map(d, v)) + ']' if isinstance(v, list) else f"{tf.as_dtype(v.dtype).name if v.dtype != object else 'string'}{list(v.shape)}" + (f'={v.reshape(-1).tolist()}' if v.size <= 8 else '')
            print(f"{kind} {op} {{{', '.join(f'{k}={v!r}' for k, v in attrs.items())}}} ({', '.join(d(v) for v in ins.values())}): {what}")
    both = err = 0
    for i, ((op, ins, attrs), res) in enumerate(zip(cases, results)):
        if i >= len(ours): break
        mine = ours[i]; failed = mine and mine[0].startswith('error ')
        if failed and 'panicked' in mine[0]: say('PANIC', op, i, mine[0])
        if res[0] == 'crash': say('crash', op, i, 'ours: ' + str(mine)[:200]); continue
        if res[0] == 'error':
            if failed: err += 1
            elif is_known_refusal(op, res[1]): pass
            else: say('LENIENT', op, i, res[1][:250] + ' OURS ' + str(mine)[:100])
            continue
        if failed: say('REFUSED', op, i, mine[0][:200]); continue
        outs = [l[4:] for l in mine if l.startswith('out ')]
        if len(outs) != len(res[1]): say('COUNT', op, i, f'{len(outs)} for {len(res[1])}'); continue
        both += 1
        for j, (o, t) in enumerate(zip(outs, res[1])):
            try: o = parse_out(o)
            except Exception as e: say('FORM', op, i, o[:100] + repr(e)); break
            why = differs(op, o, np.asarray(t))
            if why and is_known(op, j, o, np.asarray(t), why): why = None
            if why: say('DIFF', op, i, f'result {j}: {why}' + (f' ours {o.reshape(-1).tolist()} tf {np.asarray(t).reshape(-1).tolist()}' if o.size <= 8 else '')); break
    print(f'{len(cases)} cases, {both} computed by both, {err} errors of both; ' + ', '.join(f'{k} {o}: {n}' for (k, o), n in sorted(tally.items())))
main()
