#!/usr/bin/env python3
"""How far elementary functions are from exact results.

    python checks/stablehlo/accuracy.py [--tool tfrt-run] [--count N] [FUNCTION...]

needs numpy and mpmath. Each function of StableHLO and CHLO runs over a sample of its operands: special values, numbers around them and random bits; of
the halves all values, of complex numbers a grid. The program writes the largest error of each in units of the last place: `worst` of real numbers, and for
complex numbers of each part by itself and of the two together. The exact results come from mpmath with 120 digits; where an operand is infinite,
or a part is zero, they are those of C's Annex G as Python's cmath gives them.
"""
import argparse
import cmath
import math
import os
import subprocess
import sys

import mpmath
import numpy as np

mpmath.mp.prec = 400

REAL = {
    'stablehlo.exponential': mpmath.exp, 'stablehlo.exponential_minus_one': mpmath.expm1, 'stablehlo.log': mpmath.log,
    'stablehlo.log_plus_one': mpmath.log1p, 'stablehlo.logistic': lambda x: 1 / (1 + mpmath.exp(-x)), 'stablehlo.sqrt': mpmath.sqrt,
    'stablehlo.rsqrt': lambda x: 1 / mpmath.sqrt(x), 'stablehlo.cbrt': lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    'stablehlo.sine': mpmath.sin, 'stablehlo.cosine': mpmath.cos, 'stablehlo.tan': mpmath.tan, 'stablehlo.tanh': mpmath.tanh,
    'chlo.acos': mpmath.acos, 'chlo.acosh': mpmath.acosh, 'chlo.asin': mpmath.asin, 'chlo.asinh': mpmath.asinh, 'chlo.atan': mpmath.atan,
    'chlo.atanh': mpmath.atanh, 'chlo.cosh': mpmath.cosh, 'chlo.sinh': mpmath.sinh, 'chlo.erf': mpmath.erf, 'chlo.erfc': mpmath.erfc,
    'chlo.lgamma': lambda x: mpmath.log(abs(mpmath.gamma(x))), 'chlo.digamma': mpmath.digamma,
}
COMPLEX = {
    'stablehlo.exponential': cmath.exp, 'stablehlo.exponential_minus_one': None, 'stablehlo.log': cmath.log, 'stablehlo.log_plus_one': None,
    'stablehlo.sqrt': cmath.sqrt, 'stablehlo.rsqrt': None, 'stablehlo.sine': cmath.sin, 'stablehlo.cosine': cmath.cos, 'stablehlo.tan': cmath.tan,
    'stablehlo.tanh': cmath.tanh, 'stablehlo.logistic': None, 'chlo.acos': cmath.acos, 'chlo.acosh': cmath.acosh, 'chlo.asin': cmath.asin,
    'chlo.asinh': cmath.asinh, 'chlo.atan': cmath.atan, 'chlo.atanh': cmath.atanh, 'chlo.cosh': cmath.cosh, 'chlo.sinh': cmath.sinh,
    'chlo.tan': cmath.tan, 'chlo.square': lambda z: z * z,
}
TYPES = {'f16': np.float16, 'f32': np.float32, 'f64': np.float64, 'complex<f32>': np.complex64, 'complex<f64>': np.complex128}


def exact_complex(name, z):
    """The result of a complex number, rounded to 53 bits or more."""
    special = COMPLEX[name]
    parts = (z.real, z.imag)
    if special and any(math.isinf(p) or math.isnan(p) or p == 0 for p in parts):
        try:
            w = special(complex(z))
            return mpmath.mpc(w.real, w.imag), (w.real, w.imag)
        except (ValueError, OverflowError):
            if any(math.isinf(p) or math.isnan(p) for p in parts):
                return None, None
    if any(math.isinf(p) or math.isnan(p) for p in parts):
        return None, None
    x = mpmath.mpc(z.real, z.imag)
    functions = {'stablehlo.exponential_minus_one': mpmath.expm1, 'stablehlo.log_plus_one': mpmath.log1p,
                 'stablehlo.rsqrt': lambda x: 1 / mpmath.sqrt(x), 'stablehlo.logistic': lambda x: 1 / (1 + mpmath.exp(-x)),
                 'chlo.tan': mpmath.tan, 'chlo.square': lambda x: x * x}
    try:
        w = functions.get(name, REAL.get(name))(x)
    except (ZeroDivisionError, ValueError):
        return None, None
    return mpmath.mpc(w), (None, None)


def ulps(found, wanted, dtype):
    """The distance of a number from an exact one, in units of the last place of that one."""
    info = np.finfo(dtype)
    largest = mpmath.mpf(float(info.max))
    if mpmath.isnan(wanted):
        return 0 if math.isnan(found) else math.inf
    if abs(wanted) > largest * (1 + mpmath.mpf(2) ** -(info.nmant + 2)):
        return 0 if math.isinf(found) and (found > 0) == (wanted > 0) else math.inf
    if math.isnan(found):
        return math.inf
    if math.isinf(found):
        found = math.copysign(float(info.max), found)
    exponent = max(mpmath.frexp(wanted)[1] - 1 if wanted else info.minexp, info.minexp)
    return float(abs(mpmath.mpf(found) - wanted) / mpmath.mpf(2) ** (int(exponent) - info.nmant))


def samples(dtype, count, rng):
    info = np.finfo(dtype)
    bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}[np.dtype(dtype).itemsize]
    if dtype == np.float16:
        return np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    random = rng.integers(0, np.iinfo(bits).max, count, dtype=bits).view(dtype)
    plain = rng.normal(0, 3, count).astype(dtype)
    around = np.concatenate([np.nextafter(np.array([x] * 3, dtype), np.array([-9, 9, x], dtype)) for x in (1, -1, 0, 0.5, 2, math.pi / 2)])
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, info.max, -info.max, info.tiny, -info.tiny, info.smallest_subnormal], dtype)
    return np.concatenate([special, around, plain, random])


def grid(dtype):
    real = np.float32 if dtype == np.complex64 else np.float64
    info = np.finfo(real)
    half = [float(info.tiny), 1e-20, 1e-5, 0.25, 0.5, 1.0, 1.0 + float(info.eps), 2.0, 3.5, 100.0, 1e10, float(info.max) / 4, float(info.max)]
    line = np.array([-np.inf] + [-x for x in reversed(half)] + [-0.0, 0.0] + half + [np.inf], real)
    return np.array([complex(a, b) for a in line for b in line], dtype)


def run(tool, name, mlir, x, folder):
    """The function of each element, by the tool."""
    path = os.path.join(folder, 'accuracy.mlir')
    np.save(os.path.join(folder, 'x.npy'), x)
    ty = f'tensor<{len(x)}x{mlir}>'
    form = f'{ty} -> {ty}' if name.startswith('chlo.') else ty
    with open(path, 'w') as file:
        file.write(f'func.func @main(%x: {ty}) -> {ty} {{\n  %0 = {name} %x : {form}\n  return %0 : {ty}\n}}\n')
    out = os.path.join(folder, 'y.npy')
    done = subprocess.run([tool, path, f'--input=@{folder}/x.npy', f'--output=@{out}'], capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip().split('\n')[0]
    return np.load(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('names', nargs='*')
    parser.add_argument('--tool', default='target/debug/tfrt-run')
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--types', default='f16,f32,f64,complex<f32>,complex<f64>')
    parser.add_argument('--folder', default='target/accuracy')
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    rng = np.random.default_rng(1)
    for mlir in options.types.split(','):
        dtype = TYPES[mlir]
        is_complex = np.issubdtype(dtype, np.complexfloating)
        for name in COMPLEX if is_complex else REAL:
            if options.names and not any(part in name for part in options.names):
                continue
            x = grid(dtype) if is_complex else samples(dtype, options.count, rng)
            y = run(options.tool, name, mlir, x, options.folder)
            if isinstance(y, str):
                print(name, mlir, y)
                continue
            worst, at = (0.0, 0.0, 0.0), {}
            part = np.float32 if dtype == np.complex64 else np.float64 if is_complex else dtype
            for a, b in zip(x, y):
                if is_complex:
                    wanted, _ = exact_complex(name, complex(a))
                    if wanted is None:
                        continue
                    errors = [ulps(float(b.real), wanted.real, part), ulps(float(b.imag), wanted.imag, part)]
                    norm = min(max(errors), normwise(b, wanted, part))
                    errors.append(norm)
                else:
                    if not np.isfinite(a):
                        continue
                    try:
                        wanted = REAL[name](mpmath.mpf(float(a)))
                    except (ValueError, ZeroDivisionError, OverflowError):
                        continue
                    if isinstance(wanted, mpmath.mpc):
                        if wanted.imag != 0:
                            continue
                        wanted = wanted.real
                    if mpmath.isinf(wanted):
                        continue
                    errors = [ulps(float(b), wanted, part)] * 3
                for i, error in enumerate(errors):
                    if error > worst[i]:
                        worst = worst[:i] + (error,) + worst[i + 1:]
                        at[i] = (a, b, mpmath.nstr(wanted, 12))
            if is_complex:
                print(f'{name} {mlir}: real {worst[0]:.2f}, imaginary {worst[1]:.2f}, together {worst[2]:.2f}', *[at.get(i) for i in range(3)])
            else:
                print(f'{name} {mlir}: {worst[0]:.3f}', at.get(0))
            sys.stdout.flush()


def normwise(found, wanted, dtype):
    """The error of a complex number in units of the last place of its larger part."""
    if any(map(math.isnan, (float(found.real), float(found.imag)))) or mpmath.isnan(wanted.real) or mpmath.isnan(wanted.imag):
        return math.inf
    if mpmath.isinf(wanted.real) or mpmath.isinf(wanted.imag) or not np.isfinite(found):
        return math.inf
    info = np.finfo(dtype)
    error = mpmath.hypot(mpmath.mpf(float(found.real)) - wanted.real, mpmath.mpf(float(found.imag)) - wanted.imag)
    size = max(abs(wanted.real), abs(wanted.imag))
    exponent = max(mpmath.frexp(size)[1] - 1 if size else info.minexp, info.minexp)
    return float(error / mpmath.mpf(2) ** (int(exponent) - info.nmant))


if __name__ == '__main__':
    main()
