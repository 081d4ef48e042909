"""Programs of StableHLO's operations over element types, with the results of its reference interpreter.

    python checks/stablehlo/interpreted.py [--tool tfrt-run] [--keep]

needs the package jax, whose jaxlib has the interpreter. Each family of cases is one program: constants, an operation for each case, and a
`check` operation with the interpreter's result. `--keep` writes the programs to testdata/stablehlo/interpreted, without those that fail;
otherwise they run with the tool, and the program says how many cases agree.

The interpreter rounds to the element type after each step of logistic, of a product and of a convolution, and combines a reduction's elements
in their order; here they are rounded once, or combined in another order, so that a few cases of floats of 8 bits differ. Rounding functions of
f8E4M3B11FNUZ give NaN there.
"""
import argparse
import os
import re
import subprocess
import sys

os.environ['JAX_PLATFORMS'] = 'cpu'
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

SIGNED = ['i2', 'i4', 'i8', 'i16', 'i32', 'i64']
UNSIGNED = ['ui2', 'ui4', 'ui8', 'ui16', 'ui32', 'ui64']
SMALL_FLOATS = ['f8E3M4', 'f8E4M3', 'f8E4M3FN', 'f8E4M3FNUZ', 'f8E4M3B11FNUZ', 'f8E5M2', 'f8E5M2FNUZ']
TINY_FLOATS = ['f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN', 'f8E8M0FNU']
WIDE_FLOATS = ['bf16', 'f16', 'f32', 'f64']
COMPLEX = ['complex<f32>', 'complex<f64>']
FLOATS = SMALL_FLOATS + WIDE_FLOATS
INTEGERS = SIGNED + UNSIGNED


def width(ty):
    return int(re.sub(r'\D', '', ty))


def values(ty):
    """Elements that show what is special about a type."""
    if ty == 'i1':
        return ['true', 'false', 'true']
    if ty in SIGNED:
        w = width(ty)
        return [str(v) for v in sorted({-2**(w - 1), -2**(w - 1) + 1, -1, 0, 1, 2**(w - 1) - 1, 5 % 2**(w - 1)})]
    if ty in UNSIGNED:
        w = width(ty)
        return [str(v) for v in sorted({0, 1, 2**w - 1, 2**w - 2, 2**(w - 1), 5 % 2**w})]
    if ty == 'f8E8M0FNU':
        return ['1.0', '0.5', '4.0', '64.0', '0.125']
    if ty in TINY_FLOATS:
        return ['0.0', '-0.0', '1.0', '-1.5', '3.0', '-6.0', '0.5', '2.0']
    if ty in COMPLEX:
        return ['(1.5, -2.5)', '(0.0, 1.0)', '(-3.25, 0.0)', '(-0.5, -0.75)', '(2.0, 0.125)', '(0.0, 0.0)']
    small = ['0.0', '1.0', '-1.5', '0.25', '-0.375', '3.5', '14.0', '-7.5']
    return small + (['100.0', '-0.015625'] if ty in WIDE_FLOATS else [])


def special(ty):
    """Infinities and NaN, for the types that have them."""
    patterns = {'f8E3M4': ['0x70', '0xF0', '0x78'], 'f8E4M3': ['0x78', '0xF8', '0x7C'], 'f8E5M2': ['0x7C', '0xFC', '0x7E'],
                'f8E4M3FN': ['0x7F'], 'f8E4M3FNUZ': ['0x80'], 'f8E4M3B11FNUZ': ['0x80'], 'f8E5M2FNUZ': ['0x80'],
                'f16': ['0x7C00', '0xFC00', '0x7E00'], 'bf16': ['0x7F80', '0xFF80', '0x7FC0'],
                'f32': ['0x7F800000', '0xFF800000', '0x7FC00000'],
                'f64': ['0x7FF0000000000000', '0xFFF0000000000000', '0x7FF8000000000000']}
    return patterns.get(ty, []) + (['-0.0'] if ty in FLOATS and 'UZ' not in ty else [])


class Family:
    """Cases in one program: lines of text, and the values to check with how closely."""

    def __init__(self, name):
        self.name, self.lines, self.checks, self.count, self.functions = name, [], [], 0, ''

    def value(self, ty, elements):
        self.count += 1
        shape = f'{len(elements)}x' if isinstance(elements, list) else ''
        text = f'[{", ".join(elements)}]' if isinstance(elements, list) else elements
        self.lines.append(f'  %c{self.count} = stablehlo.constant dense<{text}> : tensor<{shape}{ty}>')
        return f'%c{self.count}', f'tensor<{shape}{ty}>'

    def tensor(self, ty, shape, elements=None):
        """A tensor of this shape of the type's elements, over and over."""
        import numpy as np
        source = elements or values(ty)
        count = int(np.prod(shape))
        flat = [source[(i * 3 + i // len(source)) % len(source)] for i in range(count)]

        def nested(shape, part):
            if not shape:
                return part[0]
            step = len(part) // shape[0]
            return '[' + ', '.join(nested(shape[1:], part[i * step:(i + 1) * step]) for i in range(shape[0])) + ']'
        self.count += 1
        dims = ''.join(f'{d}x' for d in shape)
        self.lines.append(f'  %c{self.count} = stablehlo.constant dense<{nested(list(shape), flat)}> : tensor<{dims}{ty}>')
        return f'%c{self.count}', f'tensor<{dims}{ty}>'

    def case(self, text, types, ulp=None):
        """An operation with these result types; its results are equal, or differ by so many units in the last place."""
        self.count += 1
        types = [types] if isinstance(types, str) else types
        name = f'%r{self.count}'
        lhs = name + (f':{len(types)}' if len(types) > 1 else '')
        self.lines.append(f'  {lhs} = {text}')
        for i, ty in enumerate(types):
            self.checks.append((name + (f'#{i}' if len(types) > 1 else ''), ty, ulp))

    def program(self, chosen=None):
        checks = self.checks if chosen is None else [self.checks[i] for i in chosen]
        returned = ', '.join(name for name, _, _ in checks)
        types = ', '.join(ty for _, ty, _ in checks)
        body = '\n'.join(self.lines)
        return f'func.func @main() -> ({types}) {{\n{body}\n  return {returned} : {types}\n}}\n{self.functions}'


FAMILIES = []


def family(name):
    FAMILIES.append(Family(name))
    return FAMILIES[-1]


def elementwise():
    one = {'abs': SIGNED + FLOATS + TINY_FLOATS[:3], 'negate': INTEGERS + FLOATS + COMPLEX + TINY_FLOATS[:3],
           'sign': SIGNED + FLOATS + COMPLEX, 'not': INTEGERS + ['i1'], 'popcnt': INTEGERS, 'count_leading_zeros': INTEGERS,
           'floor': FLOATS, 'ceil': FLOATS, 'round_nearest_afz': FLOATS, 'round_nearest_even': FLOATS}
    close = ['exponential', 'exponential_minus_one', 'log', 'log_plus_one', 'logistic', 'sqrt', 'rsqrt', 'cbrt', 'sine', 'cosine', 'tan',
             'tanh']
    for name, types in one.items():
        f = family(f'unary_{name}')
        for ty in types:
            for elements in filter(None, [values(ty), special(ty)]):
                x, t = f.value(ty, elements)
                f.case(f'stablehlo.{name} {x} : {t}', t, 1 if ty in COMPLEX else None)
    for name in close:
        f = family(f'unary_{name}')
        for ty in FLOATS + (COMPLEX if name not in ('cbrt', 'tan') else []):
            for elements in filter(None, [values(ty), special(ty)]):
                x, t = f.value(ty, elements)
                f.case(f'stablehlo.{name} {x} : {t}', t, {'f64': 2, 'f32': 2}.get(ty, 3 if ty in COMPLEX else 1))
    f = family('unary_is_finite')
    for ty in FLOATS:
        for elements in filter(None, [values(ty), special(ty)]):
            x, t = f.value(ty, elements)
            f.case(f'stablehlo.is_finite {x} : ({t}) -> tensor<{len(elements)}xi1>', f'tensor<{len(elements)}xi1>')
    two = {'add': INTEGERS + FLOATS + COMPLEX + TINY_FLOATS + ['i1'], 'subtract': INTEGERS + FLOATS + COMPLEX,
           'multiply': INTEGERS + FLOATS + COMPLEX + TINY_FLOATS + ['i1'], 'maximum': INTEGERS + FLOATS + ['i1'],
           'minimum': INTEGERS + FLOATS + ['i1'], 'and': INTEGERS + ['i1'], 'or': INTEGERS + ['i1'], 'xor': INTEGERS + ['i1'],
           'shift_left': INTEGERS, 'shift_right_logical': INTEGERS, 'shift_right_arithmetic': INTEGERS, 'divide': FLOATS + COMPLEX,
           'remainder': FLOATS, 'power': FLOATS, 'atan2': FLOATS}
    for name, types in two.items():
        f = family(f'binary_{name}')
        for ty in types:
            all_values = values(ty) + (special(ty) if name != 'power' else [])
            pairs = [(a, b) for i, a in enumerate(all_values) for j, b in enumerate(all_values) if (i + j) % 2 == 0]
            x, t = f.value(ty, [a for a, _ in pairs])
            y, _ = f.value(ty, [b for _, b in pairs])
            ulp = 2 if ty in COMPLEX or name in ('power', 'atan2') else None
            f.case(f'stablehlo.{name} {x}, {y} : {t}', t, ulp)
    for name in ('divide', 'remainder'):
        f = family(f'integer_{name}')
        for ty in INTEGERS:
            pairs = [(a, b) for a in values(ty) for b in values(ty) if b != '0' and (a[0] != '-' or b != '-1')]
            x, t = f.value(ty, [a for a, _ in pairs])
            y, _ = f.value(ty, [b for _, b in pairs])
            f.case(f'stablehlo.{name} {x}, {y} : {t}', t)
    f = family('compare')
    for ty in INTEGERS + FLOATS + TINY_FLOATS[:3] + ['i1']:
        all_values = values(ty) + special(ty)
        pairs = [(a, b) for i, a in enumerate(all_values) for j, b in enumerate(all_values) if (i + j) % 3 == 0]
        x, t = f.value(ty, [a for a, _ in pairs])
        y, _ = f.value(ty, [b for _, b in pairs])
        kind = 'FLOAT' if ty[0] in 'fb' else 'SIGNED' if ty in SIGNED else 'UNSIGNED'
        for direction in ('EQ', 'NE', 'LT', 'LE', 'GT', 'GE'):
            f.case(f'stablehlo.compare {direction}, {x}, {y}, {kind} : ({t}, {t}) -> tensor<{len(pairs)}xi1>',
                   f'tensor<{len(pairs)}xi1>')
    f = family('select_clamp')
    for ty in INTEGERS + FLOATS + TINY_FLOATS:
        x, t = f.value(ty, values(ty)[:3])
        y, _ = f.value(ty, values(ty)[1:4])
        p, _ = f.value('i1', ['true', 'false', 'true'])
        f.case(f'stablehlo.select {p}, {x}, {y} : tensor<3xi1>, {t}', t)
        low, s = f.value(ty, values(ty)[1])
        high, _ = f.value(ty, values(ty)[2])
        f.case(f'stablehlo.clamp {low}, {x}, {high} : ({s}, {t}, {s}) -> {t}', t)


def conversions():
    for to in INTEGERS + FLOATS + TINY_FLOATS + ['i1'] + COMPLEX:
        f = family('convert_' + re.sub(r'\W', '', to))
        for source in INTEGERS + FLOATS + TINY_FLOATS + ['i1']:
            elements = values(source)
            if to in INTEGERS and source not in INTEGERS + ['i1']:
                # What has no integer is not defined.
                elements = [v for v in elements if v[0] != '-' and float(v) < 2 or to in SIGNED[2:] and abs(float(v)) < 100]
            if to == 'f8E8M0FNU':
                elements = [v for v in elements if v[0] not in '-tf' and float(v) > 0]
            if not elements:
                continue
            x, t = f.value(source, elements)
            r = f'tensor<{len(elements)}x{to}>'
            f.case(f'stablehlo.convert {x} : ({t}) -> {r}', r)
        if to in FLOATS + TINY_FLOATS[:3]:
            elements = ['0.0', '-0.0', '0.3', '-0.7', '1.0e-3', '1.0e-5', '-1.0e-7', '5.0', '5.1', '6.5', '7.0', '17.0', '-19.0',
                        '240.0', '247.0', '249.0', '447.0', '463.0', '465.0', '3.0e4', '57344.0', '6.1e4', '6.2e4', '-1.0e6', '1.0e30',
                        '1.0625']
            for source in ('f32', 'f64'):
                x, t = f.value(source, elements + (special(source)[:2] if to not in TINY_FLOATS else []))
                r = t.replace(source, to)
                f.case(f'stablehlo.convert {x} : ({t}) -> {r}', r)


def region(ty, op):
    s = f'tensor<{ty}>'
    return (f'({{\n  ^bb0(%a: {s}, %b: {s}):\n    %s = stablehlo.{op} %a, %b : {s}\n    stablehlo.return %s : {s}\n  }})')


def structured():
    types = ['i1', 'i4', 'ui4', 'i8', 'ui16', 'i32', 'i64', 'f8E4M3FN', 'f8E5M2', 'bf16', 'f16', 'f32', 'f64', 'complex<f32>']
    f = family('movement')
    for ty in types + ['i2', 'ui2', 'f8E3M4', 'f4E2M1FN', 'f8E8M0FNU']:
        x, t = f.tensor(ty, (3, 4))
        z, s = f.value(ty, values(ty)[1])
        f.case(f'stablehlo.transpose {x}, dims = [1, 0] : ({t}) -> tensor<4x3x{ty}>', f'tensor<4x3x{ty}>')
        f.case(f'stablehlo.reshape {x} : ({t}) -> tensor<2x6x{ty}>', f'tensor<2x6x{ty}>')
        f.case(f'stablehlo.reverse {x}, dims = [1] : {t}', t)
        f.case(f'stablehlo.slice {x} [0:3:2, 1:4] : ({t}) -> tensor<2x3x{ty}>', f'tensor<2x3x{ty}>')
        f.case(f'stablehlo.pad {x}, {z}, low = [1, -1], high = [0, 2], interior = [1, 0] : ({t}, {s}) -> tensor<6x5x{ty}>',
               f'tensor<6x5x{ty}>')
        f.case(f'stablehlo.concatenate {x}, {x}, dim = 0 : ({t}, {t}) -> tensor<6x4x{ty}>', f'tensor<6x4x{ty}>')
        f.case(f'stablehlo.broadcast_in_dim {x}, dims = [2, 0] : ({t}) -> tensor<4x2x3x{ty}>', f'tensor<4x2x3x{ty}>')
        i, si = f.value('i32', '2')
        f.case(f'stablehlo.dynamic_slice {x}, {i}, {i}, sizes = [2, 2] : ({t}, {si}, {si}) -> tensor<2x2x{ty}>', f'tensor<2x2x{ty}>')
        u, tu = f.tensor(ty, (2, 1))
        f.case(f'stablehlo.dynamic_update_slice {x}, {u}, {i}, {i} : ({t}, {tu}, {si}, {si}) -> {t}', t)
        if ty != 'i1':
            f.case(f'stablehlo.iota dim = 0 : tensor<3x2x{ty}>' if ty != 'f8E8M0FNU' else f'stablehlo.reverse {x}, dims = [0] : {t}',
                   f'tensor<3x2x{ty}>' if ty != 'f8E8M0FNU' else t)
    f = family('bitcast')
    for source, to, shape, result in [('i4', 'ui4', (3,), '3x'), ('ui4', 'i4', (3,), '3x'), ('i2', 'ui2', (4,), '4x'), ('i4', 'i8', (3, 2), '3x'),
                                      ('i2', 'ui4', (3, 2), '3x'), ('i2', 'i8', (2, 4), '2x'), ('i4', 'i16', (2, 4), '2x'),
                                      ('ui2', 'f32', (3, 16), '3x'), ('i8', 'i4', (3,), '3x2x'), ('ui16', 'i2', (3,), '3x8x'),
                                      ('f32', 'i4', (4,), '4x8x'), ('i4', 'i2', (3,), '3x2x'), ('i32', 'f32', (5,), '5x'),
                                      ('f64', 'ui16', (3,), '3x4x'), ('i8', 'i32', (2, 4), '2x')]:
        x, t = f.tensor(source, shape)
        f.case(f'stablehlo.bitcast_convert {x} : ({t}) -> tensor<{result}{to}>', f'tensor<{result}{to}>')
    f = family('reductions')
    for ty in [ty for ty in types if ty != 'i1']:
        x, t = f.tensor(ty, (3, 4))
        zero, s = f.value(ty, '(0.0, 0.0)' if ty in COMPLEX else '0' if 'i' in ty else '0.0')
        for op in ['add', 'multiply'] + (['maximum', 'minimum'] if ty not in COMPLEX else []):
            f.case(f'"stablehlo.reduce"({x}, {zero}) {region(ty, op)} {{dimensions = array<i64: 1>}} : ({t}, {s}) -> tensor<3x{ty}>',
                   f'tensor<3x{ty}>', 1 if 'f' in ty else None)
            f.case(f'"stablehlo.reduce_window"({x}, {zero}) {region(ty, op)} {{window_dimensions = array<i64: 2, 2>, '
                   f'window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}} : ({t}, {s}) '
                   f'-> tensor<3x2x{ty}>', f'tensor<3x2x{ty}>', 1 if 'f' in ty else None)
        i, ti = f.value('i32', ['2', '0', '5', '2'])
        i2 = f'%i{f.count}'
        f.lines.append(f'  {i2} = stablehlo.reshape {i} : ({ti}) -> tensor<4x1xi32>')
        u, tu = f.tensor(ty, (4, 4))
        f.case(f'"stablehlo.scatter"({x}, {i2}, {u}) {region(ty, "add")} {{scatter_dimension_numbers = '
               f'#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], '
               f'index_vector_dim = 1>}} : ({t}, tensor<4x1xi32>, {tu}) -> {t}', t, 1 if 'f' in ty else None)
        f.case(f'"stablehlo.gather"({x}, {i2}) {{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
               f'start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}} : ({t}, tensor<4x1xi32>) '
               f'-> tensor<4x3x{ty}>', f'tensor<4x3x{ty}>')
        f.case(f'stablehlo.dot_general {x}, {x}, contracting_dims = [1] x [1] : ({t}, {t}) -> tensor<3x3x{ty}>', f'tensor<3x3x{ty}>',
               2 if 'f' in ty else None)
        f.case(f'"stablehlo.map"({x}, {x}) {region(ty, "add")} {{dimensions = array<i64: 0, 1>}} : ({t}, {t}) -> {t}', t)
        if ty not in COMPLEX:
            compare = (f'({{\n  ^bb0(%a: tensor<{ty}>, %b: tensor<{ty}>):\n    %s = stablehlo.compare GT, %a, %b : (tensor<{ty}>, '
                       f'tensor<{ty}>) -> tensor<i1>\n    stablehlo.return %s : tensor<i1>\n  }})')
            f.case(f'"stablehlo.sort"({x}) {compare} {{dimension = 1 : i64, is_stable = true}} : ({t}) -> {t}', t)
            src, ts = f.tensor(ty, (2, 2))
            f.case(f'"stablehlo.select_and_scatter"({x}, {src}, {zero}) ({compare[1:-1].replace("GT", "GE")}, {region(ty, "add")[1:-1]}) '
                   f'{{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, '
                   f'padding = dense<0> : tensor<2x2xi64>}} : ({t}, {ts}, {s}) -> {t}', t, 1 if 'f' in ty else None)
        if ty not in COMPLEX:
            l, tl = f.tensor(ty, (1, 4, 2))
            r, tr = f.tensor(ty, (2, 2, 3))
            f.case(f'stablehlo.convolution({l}, {r}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{stride = [2], '
                   f'pad = [[1, 0]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({tl}, {tr}) -> tensor<1x2x3x{ty}>',
                   f'tensor<1x2x3x{ty}>', 2 if 'f' in ty else None)


def evaluated(text):
    """The interpreter's results as attributes, or why there are none; in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with mlir.make_ir_context() as context, os.fdopen(write, 'w') as out:
            stablehlo.register_dialect(context)
            stablehlo.register_interpreter_dialect(context)
            try:
                results = stablehlo.eval_module(ir.Module.parse(text), [])
                out.write('\n'.join(str(result).replace('\n', ' ') for result in results))
            except Exception as error:
                out.write('!' + str(error)[:2000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as out:
        answer = out.read()
    os.waitpid(child, 0)
    return answer


def expected(f):
    """The results of the cases for which the interpreter has one, by their number."""
    answer = evaluated(f.program())
    if answer and answer[0] != '!':
        return dict(enumerate(answer.split('\n')))
    if answer.startswith('!') and 'parse' in answer:
        print(f.name, answer[:600], file=sys.stderr)
        return {}
    found = {}
    # Cases that the interpreter does not know end it: the operations before one of them still count.
    for i, (name, _, _) in enumerate(f.checks):
        alone = Family(f.name)
        alone.functions = f.functions
        alone.lines = [line for line in f.lines if line.startswith('  %c') or line.startswith('  %i')]
        alone.lines += [line for line in f.lines if line.startswith(f'  {name.split("#")[0]} =') or
                        line.startswith(f'  {name.split("#")[0]}:')]
        alone.checks = [f.checks[i]]
        answer = evaluated(alone.program())
        if answer and answer[0] != '!':
            found[i] = answer
    return found


def checking(f, found):
    """The program that checks itself; the lines of its checks by the number of the case."""
    lines, places = ['func.func @main() {'] + f.lines, {}
    lines = '\n'.join(lines).split('\n')
    for i, (name, ty, ulp) in enumerate(f.checks):
        if i not in found:
            continue
        if ulp is None:
            lines.append(f'  check.expect_eq_const {name}, {found[i]}')
        else:
            lines.append(f'  %e{i} = stablehlo.constant {found[i]}')
            lines.append(f'  check.expect_close {name}, %e{i}, max_ulp_difference = {ulp} : {ty}, {ty}')
        places[len(lines)] = i
    return '\n'.join(lines + ['  return', '}', '']) + f.functions, places


def main():
    # It needs this module's names.
    sys.modules['interpreted'] = sys.modules['__main__']
    import structured_cases
    parser = argparse.ArgumentParser()
    parser.add_argument('part', nargs='?', default='', help='of the names of families')
    parser.add_argument('--tool', default='target/debug/tfrt-run')
    parser.add_argument('--keep', action='store_true')
    parser.add_argument('--folder', default='target/jax/interpreted')
    options = parser.parse_args()
    elementwise()
    conversions()
    structured()
    structured_cases.all_families()
    os.makedirs(options.folder, exist_ok=True)
    passed = failed = unknown = 0
    for f in FAMILIES:
        if options.part not in f.name:
            continue
        found = expected(f)
        unknown += len(f.checks) - len(found)
        wrong = set()
        while True:
            text, places = checking(f, {i: value for i, value in found.items() if i not in wrong})
            path = os.path.join(options.folder, f.name + '.mlir')
            with open(path, 'w') as file:
                file.write(text)
            done = subprocess.run([options.tool, path], capture_output=True, text=True)
            lines = [int(line) for line in re.findall(r'\.mlir:(\d+):\d+: error', done.stderr)]
            new = {places[line] for line in lines if line in places}
            if not done.returncode:
                break
            for message in re.findall(r'\.mlir:(\d+:\d+: error.*)', done.stderr):
                print(f.name, message[:300])
            if not new:
                wrong = set(found)
                break
            wrong |= new
            if all('unexpected error' in line for line in re.findall(r'error: (.*)', done.stderr)):
                text, _ = checking(f, {i: value for i, value in found.items() if i not in wrong})
                break
        passed += len(found) - len(wrong)
        failed += len(wrong)
        if options.keep and len(found) > len(wrong):
            with open(f'testdata/stablehlo/interpreted/{f.name}.mlir', 'w') as file:
                file.write('// RUN: tfrt-run %s\n// RUN: tfrt-run -O0 %s\n' + text)
    print(f'{passed} agree, {failed} do not, the interpreter has no result for {unknown}')


if __name__ == '__main__':
    main()
