"""Random programs of StableHLO's operations, with the results of its reference interpreter.

    python checks/stablehlo/sweep.py [--tool tfrt-run] [--seed N] [--rounds N] [FAMILY...]

needs the package jax. Each round writes one program for each family: operands of random types and shapes, sizes zero and one among them, and
operations with random attributes. Elements are small integers as a rule, so that each sum and product is exact in each type and its order does
not matter. The program runs three times with the tool: without optimisations, without constant folding, and with all passes. Programs
with a difference are kept in the folder, and their errors printed. The interpreter compares TOTALORDER as FLOAT, and in select_and_scatter it takes the
initial value once for each update: neither is tried. What is left are sums of floats of 8 bits, and signs of zeros in complex products, both of
which depend on the order.
"""
import argparse
import math
import os
import re
import subprocess
import sys

import numpy as np

import interpreted
from interpreted import COMPLEX, FLOATS, INTEGERS, SIGNED, TINY_FLOATS, UNSIGNED, WIDE_FLOATS, Family, checking, evaluated, region

LEVELS = {'plain': ['-O0'], 'unfolded': ['--disable-optimizer=constant_folding'], 'all': []}
ALL = ['i1'] + INTEGERS + FLOATS + TINY_FLOATS[:3] + COMPLEX
NUMBERS = INTEGERS + FLOATS + COMPLEX


def t(ty, dims):
    return 'tensor<' + ''.join(f'{d}x' for d in dims) + ty + '>'


def dense(ty, values):
    """The text of a constant's elements."""
    values = np.asarray(values)
    if values.size == 0:
        return ''

    def element(v):
        if ty == 'i1':
            return 'true' if v else 'false'
        if ty in INTEGERS:
            return str(int(v))
        if ty in COMPLEX:
            return f'({v.real:e}, {v.imag:e})'
        return f'{float(v):e}'

    def nested(a):
        return element(a[()]) if a.ndim == 0 else '[' + ', '.join(nested(part) for part in a) + ']'
    return nested(values)


class Sweep:
    """A program of random operations."""

    def __init__(self, name, rng):
        self.f, self.rng, self.known = Family(name), rng, {}

    def pick(self, items):
        return items[self.rng.integers(len(items))]

    def size(self):
        return int(self.pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 7]))

    def dims(self, rank=None, most=300):
        rank = int(self.rng.integers(5)) if rank is None else rank
        while True:
            dims = tuple(self.size() for _ in range(rank))
            if math.prod(dims) <= most and (0 not in dims or self.rng.random() < 0.15):
                return dims

    def elements(self, ty, dims, low=None, high=None):
        """Small integers."""
        bits = int(re.sub(r'\D', '', ty) or 0) if ty in INTEGERS else 32
        if low is None:
            low, high = (0, 2) if ty == 'i1' else (0, min(4, 2**bits)) if ty in UNSIGNED else (-2, min(3, 2**(bits - 1)))
            if ty.startswith(('f8', 'f6', 'f4')):
                low, high = -1, 2
        values = self.rng.integers(low, high, dims)
        if ty in COMPLEX:
            return values + 1j * self.rng.integers(low, high, dims)
        return values

    def const(self, ty, dims, values=None):
        f = self.f
        f.count += 1
        values = self.elements(ty, dims) if values is None else values
        f.lines.append(f'  %c{f.count} = stablehlo.constant dense<{dense(ty, values)}> : {t(ty, dims)}')
        return f'%c{f.count}'

    def case(self, text, types, known=None):
        """An operation; `known` is its result, for what the interpreter cannot do."""
        f = self.f
        first = len(f.checks)
        f.case(text, types)
        elem = f.checks[first][1].split('x')[-1].rstrip('>').removeprefix('tensor<')
        if known is not None and elem in ['i16', 'i32', 'i64', 'ui32', 'ui64'] + WIDE_FLOATS:
            self.known[first] = f'dense<{dense(elem, known)}> : {f.checks[first][1]}'
        # The interpreter's binding cannot give complex results.
        for name, ty, ulp in f.checks[first:]:
            part = re.sub(r'complex<(f\d+)>', r'\1', ty)
            if part != ty:
                f.checks.remove((name, ty, ulp))
                for of in ('real', 'imag'):
                    f.count += 1
                    f.lines.append(f'  %p{f.count} = stablehlo.{of} {name} : ({ty}) -> {part}')
                    f.checks.append((f'%p{f.count}', part, ulp))

    def expected(self):
        """The results by the number of the check: the interpreter's, or what is known."""
        f, found = self.f, dict(self.known)
        needs = {}
        for i, line in enumerate(f.lines):
            for name in re.findall(r'%\w+', line.split(' = ')[0]):
                needs[name] = i
        every = [set(re.findall(r'%\w+', line)) for line in f.lines]

        def program(checks):
            wanted, queue = set(), [needs[f.checks[i][0].split('#')[0]] for i in checks]
            while queue:
                i = queue.pop()
                if i not in wanted:
                    wanted.add(i)
                    queue += [needs[name] for name in every[i] if name in needs]
            part = Family(f.name)
            part.functions, part.lines, part.checks = f.functions, [f.lines[i] for i in sorted(wanted)], f.checks
            return part.program(checks)

        def ask(checks):
            answer = evaluated(program(checks))
            if answer and answer[0] != '!':
                found.update(zip(checks, answer.split('\n')))
            elif len(checks) > 1:
                ask(checks[:len(checks) // 2])
                ask(checks[len(checks) // 2:])
            elif 'parse' in answer:
                print(f.name, answer[:600], file=sys.stderr)
        ask(list(range(len(f.checks))))
        return found


def ints(values):
    return '[' + ', '.join(map(str, values)) + ']'


def array(values):
    return 'array<i64' + (': ' if len(values) else '') + ', '.join(map(str, values)) + '>'


def dot_general(s):
    rng = s.rng
    kinds = [(ty, ty, ty) for ty in NUMBERS] + [('i8', 'i8', 'i32'), ('ui8', 'ui8', 'ui32'), ('i4', 'i4', 'i32'), ('bf16', 'bf16', 'f32'),
                                               ('f16', 'f16', 'f32'), ('f8E5M2', 'f8E5M2', 'f32'), ('f8E4M3FN', 'f8E5M2', 'f32'), ('f32', 'f32', 'f64'),
                                               ('i16', 'i16', 'i64'), ('f8E4M3', 'f8E4M3', 'bf16')]
    for a, b, r in kinds:
        for _ in range(3):
            while True:
                batch, contract = (tuple(s.size() for _ in range(rng.integers(3))) for _ in range(2))
                left, right = (tuple(s.size() for _ in range(rng.integers(3))) for _ in range(2))
                if rng.random() < 0.2 and left and right and contract:
                    left, right, contract = (int(s.pick([9, 16, 17, 33])),), (int(s.pick([8, 15, 16, 40])),), (int(s.pick([8, 13, 32])),)
                    batch = batch[:1]
                everything = batch + contract + left + right
                if math.prod(everything) <= 20000 and (0 not in everything or rng.random() < 0.1) and math.prod(batch + left + right) < 1500:
                    break
            nb, nc = len(batch), len(contract)
            small = a.startswith('f8') or a in ('i2', 'ui2', 'i4', 'ui4')

            def operand(ty, free):
                dims = batch + contract + free
                order = rng.permutation(len(dims))
                shape = tuple(dims[i] for i in order)
                place = {int(d): at for at, d in enumerate(order)}
                values = s.elements(ty, shape)
                if small and r.startswith('f8'):
                    values = values * (rng.random(shape) < 0.4)
                return s.const(ty, shape, values), shape, [place[i] for i in range(nb)], [place[nb + i] for i in range(nc)]
            x, sx, bx, cx = operand(a, left)
            y, sy, by, cy = operand(b, right)
            # Free dimensions keep the operand's order.
            out = batch + tuple(d for i, d in enumerate(sx) if i not in bx + cx) + tuple(d for i, d in enumerate(sy) if i not in by + cy)
            batching = f'batching_dims = {ints(bx)} x {ints(by)}, ' if bx else ''
            s.case(f'stablehlo.dot_general {x}, {y}, {batching}contracting_dims = {ints(cx)} x {ints(cy)} : ({t(a, sx)}, {t(b, sy)}) -> {t(r, out)}',
                   t(r, out), np.zeros(out) if 0 in contract else None)


def convolution(s):
    rng = s.rng
    kinds = [(ty, ty, ty) for ty in NUMBERS if ty not in ('i2', 'ui2')] + [('i8', 'i8', 'i32'), ('bf16', 'bf16', 'f32'), ('f16', 'f16', 'f32')]
    kinds += [('f32', 'f32', 'f32')] * 12
    for a, b, r in kinds:
        for _ in range(2):
            n = int(s.pick([0, 1, 1, 2, 2, 2, 3]))
            fg, bg = s.pick([(1, 1), (1, 1), (2, 1), (3, 1), (1, 2), (4, 1)])
            ci = int(s.pick([1, 2, 3, 4, 8, 16])) if r == 'f32' else int(s.pick([1, 2, 3]))
            co = int(s.pick([1, 2, 3, 8, 16])) if r == 'f32' else int(s.pick([1, 2, 3]))
            batch = int(s.pick([1, 2, 3]))
            space = [int(s.pick([1, 3, 4, 5, 6] + ([8] if n < 3 else []))) for _ in range(n)]
            kernel = [int(s.pick([1, 2, 3, 3])) for _ in range(n)]
            stride = [int(s.pick([1, 1, 2, 3])) for _ in range(n)]
            plain = rng.random() < 0.4
            ld = [1 if plain else int(s.pick([1, 1, 2, 3])) for _ in range(n)]
            rd = [1 if plain else int(s.pick([1, 1, 2])) for _ in range(n)]
            pads = [(int(s.pick([0, 1, 1, 2, -1])), int(s.pick([0, 1, 1, 2, -1]))) for _ in range(n)]
            reverse = [bool(rng.random() < 0.3) and not plain for _ in range(n)]
            out = []
            for i in range(n):
                length = (space[i] - 1) * ld[i] + 1 + sum(pads[i])
                window = (kernel[i] - 1) * rd[i] + 1
                out.append((length - window) // stride[i] + 1 if length >= window else 0)
            lhs = {'b': batch * bg, 'f': ci * fg, **{str(i): space[i] for i in range(n)}}
            rhs = {'i': ci, 'o': co * fg * bg, **{str(i): kernel[i] for i in range(n)}}
            res = {'b': batch, 'f': co * fg * bg, **{str(i): out[i] for i in range(n)}}

            def layout(sizes):
                names = list(sizes)
                if rng.random() < 0.7:
                    names = [names[i] for i in rng.permutation(len(names))]
                elif len(names) > 2:
                    names = [names[0], *names[2:], names[1]]
                return '[' + ', '.join(names) + ']', tuple(sizes[name] for name in names)
            (nl, sl), (nr, sr), (no, so) = layout(lhs), layout(rhs), layout(res)
            if math.prod(sl) > 3000 or math.prod(sr) > 3000 or math.prod(so) > 3000 or math.prod(so) * ci * math.prod(kernel) > 60000:
                continue
            values = [s.elements(ty, d) for ty, d in ((a, sl), (b, sr))]
            if r.startswith('f8') or r in ('i2', 'i4', 'ui4'):
                values = [v * (rng.random(v.shape) < 0.35) for v in values]
            x, k = s.const(a, sl, values[0]), s.const(b, sr, values[1])
            parts = []
            if n:
                parts = [f'stride = {ints(stride)}', 'pad = [' + ', '.join(f'[{p}, {q}]' for p, q in pads) + ']', f'lhs_dilate = {ints(ld)}',
                         f'rhs_dilate = {ints(rd)}', 'reverse = [' + ', '.join(str(v).lower() for v in reverse) + ']']
            s.case(f'stablehlo.convolution({x}, {k}) dim_numbers = {nl}x{nr}->{no}, window = {{{", ".join(parts)}}} {{batch_group_count = {bg} : i64, '
                   f'feature_group_count = {fg} : i64}} : ({t(a, sl)}, {t(b, sr)}) -> {t(r, so)}', t(r, so),
                   None if r in COMPLEX else convolved(*values, nl, nr, no, so, stride, pads, ld, rd, reverse, fg, bg))


def convolved(x, k, nl, nr, no, so, stride, pads, ld, rd, reverse, fg, bg):
    """A convolution by its definition."""
    names = lambda text: text[1:-1].split(', ')
    n = len(stride)
    space = [str(i) for i in range(n)]
    x = x.transpose([names(nl).index(d) for d in ['b', 'f', *space]]).astype(float)
    k = k.transpose([names(nr).index(d) for d in ['o', 'i', *space]]).astype(float)
    sizes = [so[names(no).index(d)] for d in ['b', 'f', *space]]
    out = np.zeros(sizes)
    for place in np.ndindex(*sizes):
        b, o, at = place[0], place[1], place[2:]
        group = o // (k.shape[0] // fg)
        b += (o // (k.shape[0] // bg)) * sizes[0]
        ci = k.shape[1]
        for tap in np.ndindex(*k.shape[2:]):
            where = [a * stride[i] - pads[i][0] + tap[i] * rd[i] for i, a in enumerate(at)]
            if all(w >= 0 and w % ld[i] == 0 and w // ld[i] < x.shape[2 + i] for i, w in enumerate(where)):
                source = tuple(w // ld[i] for i, w in enumerate(where))
                turned = tuple(k.shape[2 + i] - 1 - v if reverse[i] else v for i, v in enumerate(tap))
                out[place] += x[(b, slice(group * ci, group * ci + ci), *source)] @ k[(o, slice(None), *turned)]
    return out.transpose([['b', 'f', *space].index(d) for d in names(no)])


def reducers(ty):
    if ty == 'i1':
        return [('and', 1), ('or', 0), ('xor', 0), ('add', 0), ('multiply', 1), ('maximum', 0), ('minimum', 1)]
    numbers = [('add', 0), ('multiply', 1)]
    if ty in COMPLEX:
        return numbers
    if ty in INTEGERS:
        return numbers + [('and', 3 if ty in ('i4', 'ui4') else 1), ('or', 0), ('xor', 0), ('maximum', 0), ('minimum', 1)]
    return numbers + [('maximum', -1), ('minimum', 1)]


def reductions(s):
    rng = s.rng
    for ty in ['i1'] + NUMBERS:
        for _ in range(3):
            op, start = s.pick(reducers(ty))
            dims = s.dims(most=400)
            if rng.random() < 0.1:
                dims = (int(s.pick([33, 100, 257])), int(s.pick([3, 17])))
            axes = sorted(rng.permutation(len(dims))[:rng.integers(len(dims) + 1)].tolist()) if dims else []
            out = tuple(d for i, d in enumerate(dims) if i not in axes)
            values = s.elements(ty, dims)
            if op == 'multiply' or ty.startswith('f8'):
                values = np.where(rng.random(dims) < 0.9, 1 if op == 'multiply' else 0, values)
            x, z = s.const(ty, dims, values), s.const(ty, (), start)
            s.case(f'"stablehlo.reduce"({x}, {z}) {region(ty, op)} {{dimensions = {array(axes)}}} : ({t(ty, dims)}, {t(ty, ())}) -> {t(ty, out)}',
                   t(ty, out))
    for ty in ['i1'] + NUMBERS:
        for _ in range(3):
            op, start = s.pick(reducers(ty))
            rank = int(rng.integers(1, 4))
            dims = tuple(int(s.pick([1, 2, 3, 4, 5, 6])) for _ in range(rank))
            window, strides, bd, wd = ([int(s.pick(k)) for _ in dims] for k in ([1, 2, 3], [1, 1, 2], [1, 1, 2], [1, 1, 2]))
            pads = [(int(s.pick([0, 1, 2, -1])), int(s.pick([0, 1, 2, -1]))) for _ in dims]
            out = []
            for i, d in enumerate(dims):
                length = (d - 1) * bd[i] + 1 + sum(pads[i])
                wide = (window[i] - 1) * wd[i] + 1
                out.append((length - wide) // strides[i] + 1 if length >= wide else 0)
            values = s.elements(ty, dims)
            if op == 'multiply' or ty.startswith('f8'):
                values = np.where(rng.random(dims) < 0.8, 1 if op == 'multiply' else 0, values)
            x, z = s.const(ty, dims, values), s.const(ty, (), start)
            s.case(f'"stablehlo.reduce_window"({x}, {z}) {region(ty, op)} {{window_dimensions = {array(window)}, window_strides = {array(strides)}, '
                   f'base_dilations = {array(bd)}, window_dilations = {array(wd)}, padding = dense<{dense("i64", pads)}> : tensor<{rank}x2xi64>}} : '
                   f'({t(ty, dims)}, {t(ty, ())}) -> {t(ty, out)}', t(ty, out))


def kind(ty):
    return 'FLOAT' if ty in FLOATS + TINY_FLOATS + COMPLEX else 'SIGNED' if ty in SIGNED else 'UNSIGNED'


def select_and_scatter(s):
    rng = s.rng
    for ty in [ty for ty in NUMBERS if ty not in COMPLEX]:
        for _ in range(3):
            rank = int(rng.integers(1, 4))
            dims = tuple(int(s.pick([2, 3, 4, 5])) for _ in range(rank))
            window, strides = ([int(s.pick(k)) for _ in dims] for k in ([1, 2, 2], [1, 1, 2]))
            pads = [(int(s.pick([0, 0, 1])), int(s.pick([0, 0, 1]))) for _ in dims]
            out = [(d + sum(pads[i]) - window[i]) // strides[i] + 1 for i, d in enumerate(dims)]
            x, z, src = s.const(ty, dims), s.const(ty, (), 0), s.const(ty, out, s.elements(ty, out) * (rng.random(out) < (0.3 if ty.startswith('f8') else 1)))
            direction = s.pick(['GE', 'GT', 'LE', 'LT'])
            e = t(ty, ())
            compare = (f'{{\n  ^bb0(%a: {e}, %b: {e}):\n    %p = stablehlo.compare {direction}, %a, %b, {kind(ty)} : ({e}, {e}) -> tensor<i1>\n'
                       f'    stablehlo.return %p : tensor<i1>\n  }}')
            s.case(f'"stablehlo.select_and_scatter"({x}, {src}, {z}) ({compare}, {region(ty, "add")[1:-1]}) {{window_dimensions = {array(window)}, '
                   f'window_strides = {array(strides)}, padding = dense<{dense("i64", pads)}> : tensor<{rank}x2xi64>}} : ({t(ty, dims)}, {t(ty, out)}, {e}) '
                   f'-> {t(ty, dims)}', t(ty, dims))


def indexed(s, ty):
    """Operand, indices and dimension numbers of a gather or scatter."""
    rng = s.rng
    rank = int(rng.integers(1, 5))
    dims = [int(s.pick([1, 2, 3, 4])) for _ in range(rank)]
    order = rng.permutation(rank).tolist()
    batching = order[:int(s.pick([0, 0, 1, min(2, rank - 1)]))]
    rest = order[len(batching):]
    collapsed = sorted(rest[:int(rng.integers(len(rest) + 1))])
    window = [d for d in range(rank) if d not in batching + collapsed]
    mapped = [order[i] for i in rng.permutation(len(rest) and len(order)) if order[i] in rest][:int(rng.integers(0, len(rest) + 1))]
    sizes = [1 if d in collapsed + batching else int(rng.integers(0 if rng.random() < 0.1 else 1, dims[d] + 1)) for d in range(rank)]
    free = [int(s.pick([1, 2, 3])) for _ in range(int(rng.integers(3)))]
    # Sizes of the batch dimensions of the indices: some are those of the operand.
    batch = [(dims[b], b) for b in batching] + [(d, None) for d in free]
    batch = [batch[i] for i in rng.permutation(len(batch))]
    vector = int(rng.integers(len(batch) + 1))
    shape = [d for d, _ in batch]
    ibatch = {b: i + (i >= vector) for i, (_, b) in enumerate(batch) if b is not None}
    if len(mapped) == 1 and rng.random() < 0.3:
        vector = len(shape)
        ibatch = {b: i for i, (_, b) in enumerate(batch) if b is not None}
        full = shape
    else:
        full = shape[:vector] + [len(mapped)] + shape[vector:]
    batching = sorted(batching)
    result_rank = len(shape) + len(window)
    offset = sorted(rng.permutation(result_rank)[:len(window)].tolist())
    out, b, w = [], iter(shape), iter(sizes[d] for d in window)
    for i in range(result_rank):
        out.append(next(w) if i in offset else next(b))
    return dims, full, batching, [ibatch[b] for b in batching], collapsed, mapped, vector, sizes, offset, out


def gather_scatter(s):
    rng = s.rng
    for ty in ['i1'] + NUMBERS + TINY_FLOATS[:3]:
        for _ in range(3):
            dims, full, batching, ibatch, collapsed, mapped, vector, sizes, offset, out = indexed(s, ty)
            it = s.pick(['i32', 'i64', 'i8', 'ui8', 'ui32', 'i16', 'ui64'])
            x = s.const(ty, dims)
            low = 0 if it in UNSIGNED else -1
            i = s.const(it, full, rng.integers(low, 4, full))
            s.case(f'"stablehlo.gather"({x}, {i}) {{dimension_numbers = #stablehlo.gather<offset_dims = {ints(offset)}, collapsed_slice_dims = '
                   f'{ints(collapsed)}, operand_batching_dims = {ints(batching)}, start_indices_batching_dims = {ints(ibatch)}, start_index_map = '
                   f'{ints(mapped)}, index_vector_dim = {vector}>, slice_sizes = {array(sizes)}, indices_are_sorted = false}} : ({t(ty, dims)}, '
                   f'{t(it, full)}) -> {t(ty, out)}', t(ty, out))
            if ty in TINY_FLOATS:
                continue
            dims, full, batching, ibatch, collapsed, mapped, vector, sizes, offset, out = indexed(s, ty)
            op, _ = s.pick(reducers(ty))
            values = s.elements(ty, dims)
            updates = s.elements(ty, out)
            if op == 'multiply' or ty.startswith('f8'):
                updates = np.where(rng.random(out) < 0.8, 1 if op == 'multiply' else 0, updates)
            x, i, u = s.const(ty, dims, values), s.const(it, full, rng.integers(low, 4, full)), s.const(ty, out, updates)
            s.case(f'"stablehlo.scatter"({x}, {i}, {u}) {region(ty, op)} {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = '
                   f'{ints(offset)}, inserted_window_dims = {ints(collapsed)}, input_batching_dims = {ints(batching)}, scatter_indices_batching_dims = '
                   f'{ints(ibatch)}, scatter_dims_to_operand_dims = {ints(mapped)}, index_vector_dim = {vector}>, indices_are_sorted = false, '
                   f'unique_indices = false}} : ({t(ty, dims)}, {t(it, full)}, {t(ty, out)}) -> {t(ty, dims)}', t(ty, dims))


def movement(s):
    rng = s.rng
    for ty in ALL:
        for _ in range(2):
            dims = s.dims()
            x, n = s.const(ty, dims), len(dims)
            order = rng.permutation(n).tolist()
            out = tuple(dims[i] for i in order)
            s.case(f'stablehlo.transpose {x}, dims = {ints(order)} : ({t(ty, dims)}) -> {t(ty, out)}', t(ty, out))
            axes = sorted(rng.permutation(n)[:rng.integers(n + 1)].tolist()) if n else []
            s.case(f'stablehlo.reverse {x}, dims = {ints(axes)} : {t(ty, dims)}', t(ty, dims))
            lows, highs, steps, out = [], [], [], []
            for d in dims:
                low = int(rng.integers(d + 1))
                high = int(rng.integers(low, d + 1))
                step = int(s.pick([1, 1, 2, 3]))
                lows, highs, steps, out = lows + [low], highs + [high], steps + [step], out + [-(-(high - low) // step)]
            s.case(f'"stablehlo.slice"({x}) {{start_indices = {array(lows)}, limit_indices = {array(highs)}, strides = {array(steps)}}} : ({t(ty, dims)}) '
                   f'-> {t(ty, out)}', t(ty, out))
            z = s.const(ty, ())
            low, high, interior = ([int(s.pick(k)) for _ in dims] for k in ([0, 1, 2, -1, -2], [0, 1, 2, -1, -3], [0, 0, 1, 2]))
            out = [max(d - 1, 0) * i + d + l + h for d, l, h, i in zip(dims, low, high, interior)]
            if all(d >= 0 for d in out):
                s.case(f'stablehlo.pad {x}, {z}, low = {ints(low)}, high = {ints(high)}, interior = {ints(interior)} : ({t(ty, dims)}, {t(ty, ())}) -> '
                       f'{t(ty, out)}', t(ty, out))
            if n:
                axis = int(rng.integers(n))
                parts = [dims] + [tuple(s.size() if i == axis else d for i, d in enumerate(dims)) for _ in range(rng.integers(4))]
                names = [x] + [s.const(ty, d) for d in parts[1:]]
                out = tuple(sum(p[axis] for p in parts) if i == axis else d for i, d in enumerate(dims))
                s.case(f'stablehlo.concatenate {", ".join(names)}, dim = {axis} : ({", ".join(t(ty, d) for d in parts)}) -> {t(ty, out)}', t(ty, out))
            r = n + int(rng.integers(3))
            places = rng.permutation(r)[:n].tolist()
            out = [s.size() or 1 for _ in range(r)]
            for d, p in zip(dims, places):
                out[p] = d if d != 1 else out[p]
            if math.prod(out) < 2000:
                s.case(f'stablehlo.broadcast_in_dim {x}, dims = {ints(places)} : ({t(ty, dims)}) -> {t(ty, out)}', t(ty, out))
            it = s.pick(['i32', 'i64', 'i8', 'ui8', 'ui32', 'ui64'])
            starts = [s.const(it, (), int(rng.integers(0 if it in UNSIGNED else -2, 6))) for _ in dims]
            out = [int(rng.integers(0 if rng.random() < 0.1 else min(d, 1), d + 1)) for d in dims]
            args = ''.join(f', {t(it, ())}' for _ in dims)
            s.case(f'"stablehlo.dynamic_slice"({", ".join([x] + starts)}) {{slice_sizes = {array(out)}}} : ({t(ty, dims)}{args}) -> {t(ty, out)}', t(ty, out))
            u = s.const(ty, out)
            s.case(f'"stablehlo.dynamic_update_slice"({", ".join([x, u] + starts)}) : ({t(ty, dims)}, {t(ty, out)}{args}) -> {t(ty, dims)}', t(ty, dims))


def chains(s):
    """Element-wise operations one after another, with broadcasts, transposes and reductions between them."""
    rng = s.rng
    for ty in ['i1'] + INTEGERS + FLOATS:
        for _ in range(2):
            dims = s.dims(int(rng.integers(1, 4)))
            live = [s.const(ty, dims) for _ in range(3)]
            bools = [s.const('i1', dims)]
            if ty in FLOATS:
                live.append(s.const(ty, dims, rng.choice([0.5, -1.5, 3.0, 0.25, -0.0, 2.0], dims)))
            f, e = s.f, t(ty, dims)
            two = ['add', 'multiply', 'maximum', 'minimum', 'subtract'] + (['divide'] if ty in FLOATS else ['and', 'or', 'xor', 'shift_left',
                   'shift_right_logical', 'shift_right_arithmetic'])
            one = ['negate', 'abs', 'sign', 'floor', 'ceil', 'round_nearest_even', 'round_nearest_afz'] if ty in FLOATS else ['not', 'popcnt', 'count_leading_zeros']
            one += ['negate'] + (['abs', 'sign'] if ty in SIGNED else []) if ty in INTEGERS else []
            if ty == 'i1':
                two, one = ['and', 'or', 'xor', 'add', 'multiply', 'maximum', 'minimum'], ['not']
            # The interpreter's rounding functions give NaN for these.
            if ty in ('f8E4M3B11FNUZ', 'f8E3M4'):
                one = ['negate', 'abs', 'sign']
            for step in range(10):
                f.count += 1
                name = f'%k{f.count}'
                what = rng.integers(10)
                a, b = s.pick(live), s.pick(live)
                if what < 5:
                    f.lines.append(f'  {name} = stablehlo.{s.pick(two)} {a}, {b} : {e}')
                elif what < 7:
                    f.lines.append(f'  {name} = stablehlo.{s.pick(one)} {a} : {e}')
                elif what == 7:
                    f.lines.append(f'  {name} = stablehlo.compare {s.pick(["EQ", "NE", "LT", "LE", "GT", "GE"])}, {a}, {b}, '
                                   f'{kind(ty)} : ({e}, {e}) -> {t("i1", dims)}')
                    bools.append(name)
                    continue
                elif what == 8:
                    f.lines.append(f'  {name} = stablehlo.select {s.pick(bools)}, {a}, {b} : {t("i1", dims)}, {e}')
                else:
                    middle = s.pick([other for other in INTEGERS[1:6] + ['ui8', 'ui32', 'f32', 'f64', 'bf16', 'i1'] if ty not in FLOATS or
                                     other in WIDE_FLOATS])
                    m = t(middle, dims)
                    f.lines.append(f'  {name}m = stablehlo.convert {a} : ({e}) -> {m}')
                    back = middle in WIDE_FLOATS and ty not in FLOATS
                    f.lines.append(f'  {name} = stablehlo.' + (f'add {a}, {b} : {e}' if back else f'convert {name}m : ({m}) -> {e}'))
                    if back:
                        f.checks.append((f'{name}m', m, None))
                live.append(name)
            for name in live[-3:]:
                f.checks.append((name, e, None))


def sorts(s):
    rng = s.rng
    for ty in ['i1'] + INTEGERS + FLOATS:
        for _ in range(2):
            dims = s.dims(int(rng.integers(1, 4)))
            axis = int(rng.integers(-len(dims), len(dims)))
            e = t(ty, ())
            if ty in WIDE_FLOATS and rng.random() < 0.5:
                x = s.const(ty, dims, rng.choice([0.5, -1.5, -0.0, 0.0, 2.0], dims))
            else:
                x = s.const(ty, dims)
            i = s.const('i32', dims, rng.permutation(math.prod(dims)).reshape(dims))
            body = (f'({{\n  ^bb0(%a: {e}, %b: {e}, %c: tensor<i32>, %d: tensor<i32>):\n    %p = stablehlo.compare {s.pick(["LT", "GT"])}, %a, %b, '
                    f'{kind(ty)} : ({e}, {e}) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n  }})')
            s.case(f'"stablehlo.sort"({x}, {i}) {body} {{dimension = {axis} : i64, is_stable = true}} : ({t(ty, dims)}, {t("i32", dims)}) -> '
                   f'({t(ty, dims)}, {t("i32", dims)})', [t(ty, dims), t('i32', dims)])


FAMILIES = {function.__name__: function for function in (dot_general, convolution, reductions, select_and_scatter, gather_scatter, movement, chains, sorts)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('names', nargs='*')
    parser.add_argument('--tool', default='target/debug/tfrt-run')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--rounds', type=int, default=1)
    parser.add_argument('--folder', default='target/jax/sweep')
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    agree = differ = unknown = 0
    for seed in range(options.seed, options.seed + options.rounds):
        for name in options.names or FAMILIES:
            s = Sweep(f'{name}_{seed}', np.random.default_rng([seed, sum(name.encode())]))
            FAMILIES[name](s)
            found = s.expected()
            unknown += len(s.f.checks) - len(found)
            text, places = checking(s.f, found)
            path = os.path.join(options.folder, f'{s.f.name}.mlir')
            with open(path, 'w') as file:
                file.write(text)
            wrong = set()
            for level, flags in LEVELS.items():
                done = subprocess.run([options.tool, *flags, path], capture_output=True, text=True)
                for line, message in re.findall(r'\.mlir:(\d+):\d+: error: (.*)', done.stderr):
                    wrong.add(places.get(int(line), line))
                    print(f'{path}:{line} {level}: {message[:200]}')
                if done.returncode and not wrong:
                    wrong.add('all')
                    print(path, level, done.stderr.strip()[:300])
            agree += len(found) - len(wrong)
            differ += len(wrong)
            if not wrong:
                os.remove(path)
            sys.stdout.flush()
    print(f'{agree} agree, {differ} do not, the interpreter has no result for {unknown}')


if __name__ == '__main__':
    main()
