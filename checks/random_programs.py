"""Random programs of MLIR's own dialects, for comparing passes: `arithmetic` of one block, and `structured` ones, with loops, conditions, branches
and calls.

Every program is valid. The same numbers give the same programs.
"""

import random

BINARY = (
    "addi subi muli divsi divui ceildivsi ceildivui floordivsi remsi remui andi ori xori maxsi maxui minsi minui shli shrsi shrui".split()
)
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()


def arithmetic(count, seed=1):
    """Programs of `arith` on one block, with small constants."""
    chance = random.Random(seed)
    programs = []
    for number in range(count):
        ty = chance.choice(["i32", "index", "i8", "i64", "i128"])
        large = [2**127 - 1, -(2**127), 3 << 64] if ty == "i128" else []
        values, bools, body = ["a", "b"], ["p"], []
        for index in range(chance.randint(3, 12)):
            name, kind = f"v{index}", chance.random()
            one, two = chance.choice(values), chance.choice(values)
            if kind < 0.25:
                body.append(f"%{name} = arith.constant {chance.choice([0, 1, 2, 3, -1, 7, 8] + large)} : {ty}")
                values.append(name)
            elif kind < 0.65:
                body.append(f"%{name} = arith.{chance.choice(BINARY)} %{one}, %{two} : {ty}")
                values.append(name)
            elif kind < 0.8:
                body.append(f"%{name} = arith.cmpi {chance.choice(PREDICATES)}, %{one}, %{two} : {ty}")
                bools.append(name)
            elif kind < 0.9:
                body.append(f"%{name} = arith.select %{chance.choice(bools)}, %{one}, %{two} : {ty}")
                values.append(name)
            else:
                body.append(f"%{name} = arith.{chance.choice(['andi', 'ori', 'xori'])} %{chance.choice(bools)}, %{chance.choice(bools)} : i1")
                bools.append(name)
        result = chance.choice(values[-3:])
        lines = "".join(f"  {line}\n" for line in body)
        programs.append(
            f"func.func @f{number}(%a: {ty}, %b: {ty}, %p: i1) -> ({ty}, i1) {{\n{lines}"
            f"  return %{result}, %{bools[-1]} : {ty}, i1\n}}\n"
        )
    return programs


def structured(count, seed=1):
    """Programs of several functions, with loops, conditions, branches and calls."""
    return [_Program(random.Random(f"{seed} {number}")).text() for number in range(count)]


def _list(values):
    return ", ".join(f"%{value}" for value in values)


class _Program:
    """One program: functions that call each other."""

    def __init__(self, chance):
        self.chance = chance
        self.lines = []
        self.functions = {}
        self.used = 0

    def text(self):
        for number in range(self.chance.randint(1, 3)):
            arguments = [self.type() for _ in range(self.chance.randint(0, 4))]
            results = [self.type() for _ in range(self.chance.randint(0, 2))]
            is_private = number > 0 and self.chance.random() < 0.8
            self.functions[f"f{number}"] = (arguments, results, is_private)
        if self.chance.random() < 0.3:
            self.functions["outer"] = (["i32"], ["i32"], True)
            self.lines.append("func.func private @outer(i32) -> i32")
        for name in [name for name in self.functions if name != "outer"]:
            self.function(name)
        return "\n".join(self.lines) + "\n"

    def type(self):
        return self.chance.choice(["i32", "i32", "index", "i1", "f32"])

    def new(self, prefix="v"):
        self.used += 1
        return f"{prefix}{self.used}"

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    def function(self, name):
        arguments, results, is_private = self.functions[name]
        names = [self.new("a") for _ in arguments]
        scope = dict(zip(names, arguments))
        private = "private " if is_private else ""
        given = f" -> ({', '.join(results)})" if results else ""
        parameters = ", ".join(f"%{value}: {ty}" for value, ty in scope.items())
        self.line(0, f"func.func {private}@{name}({parameters}){given} {{")
        if self.chance.random() < 0.35:
            self.blocks(scope, results)
        else:
            self.statements(1, scope, self.chance.randint(1, 5), self.chance.randint(0, 2))
            values = [self.value(1, scope, ty) for ty in results]
            self.line(1, self.end("return", values, results))
        self.line(0, "}")

    def blocks(self, scope, results):
        """Blocks that branch forwards, and at times back."""
        count = self.chance.randint(2, 4)
        labels = [f"^bb{number}" for number in range(count)]
        types = [[]] + [[self.type() for _ in range(self.chance.randint(0, 2))] for _ in labels[1:]]
        for number, label in enumerate(labels):
            inner = dict(scope)
            if number > 0:
                names = [self.new("b") for _ in types[number]]
                inner.update(zip(names, types[number]))
                parameters = ", ".join(f"%{value}: {ty}" for value, ty in zip(names, types[number]))
                self.line(0, f"{label}({parameters}):" if names else f"{label}:")
            self.statements(1, inner, self.chance.randint(0, 3), 1)
            if number == 0:
                scope = dict(inner)  # The entry dominates all blocks.
            later = list(range(number + 1, count))
            if not later:
                values = [self.value(1, inner, ty) for ty in results]
                self.line(1, self.end("return", values, results))
                continue
            kind = self.chance.random()
            backwards = [number] if number > 0 and self.chance.random() < 0.15 else []
            if kind < 0.4:
                self.line(1, f"cf.br {self.branch(inner, self.chance.choice(later), labels, types)}")
            elif kind < 0.9:
                one, two = self.chance.choice(later), self.chance.choice(later + backwards)
                condition = self.value(1, inner, "i1")
                first = self.branch(inner, one, labels, types)
                second = self.branch(inner, two, labels, types)
                self.line(1, f"cf.cond_br %{condition}, {first}, {second}")
            else:
                selector = self.value(1, inner, "i32")
                cases = [self.branch(inner, self.chance.choice(later), labels, types) for _ in range(3)]
                self.line(1, f"cf.switch %{selector} : i32, [default: {cases[0]}, 0: {cases[1]}, 3: {cases[2]}]")

    def branch(self, scope, to, labels, types):
        values = [self.value(1, scope, ty) for ty in types[to]]
        return f"{labels[to]}({_list(values)} : {', '.join(types[to])})" if values else labels[to]

    def end(self, name, values, types):
        return f"{name} {_list(values)} : {', '.join(types)}" if values else name

    def value(self, depth, scope, ty):
        """A value of a type; a constant, if there is none."""
        known = [value for value, other in scope.items() if other == ty]
        if known and self.chance.random() < 0.85:
            return self.chance.choice(known[-5:] if self.chance.random() < 0.6 else known)
        return self.constant(depth, scope, ty)

    def constant(self, depth, scope, ty):
        name = self.new("c")
        number = {"i1": ["true", "false"], "f32": ["0.0", "1.0", "2.5"]}.get(ty, ["0", "1", "2", "3", "10"])
        kind = f" : {ty}" if ty != "i1" else ""
        self.line(depth, f"%{name} = arith.constant {self.chance.choice(number)}{kind}")
        scope[name] = ty
        return name

    def statements(self, depth, scope, count, levels):
        for _ in range(count):
            self.statement(depth, scope, levels)

    def statement(self, depth, scope, levels):
        kinds = [(5, self.binary), (2, self.compare), (1, self.select), (1, self.float), (1, self.cast), (1, self.resize)]
        kinds += [(1, self.effect), (1, self.call), (0.5, self.indirect), (0.4, self.poison), (0.4, self.check)]
        if levels > 0:
            kinds += [(2, self.branch_if), (2, self.count_loop), (1, self.while_loop), (1, self.switch), (0.5, self.execute)]
            kinds += [(0.4, self.parallel), (0.4, self.join)]
        weights = [weight for weight, _ in kinds]
        make = self.chance.choices([make for _, make in kinds], weights)[0]
        make(depth, scope, levels - 1)

    def binary(self, depth, scope, _):
        ty = self.chance.choice(["i32", "i32", "index", "i1"])
        names = ["andi", "ori", "xori"] if ty == "i1" else ["addi", "subi", "muli", "andi", "maxsi", "minui", "addi", "divsi", "remui", "shli"]
        one, two, name = self.value(depth, scope, ty), self.value(depth, scope, ty), self.new()
        self.line(depth, f"%{name} = arith.{self.chance.choice(names)} %{one}, %{two} : {ty}")
        scope[name] = ty

    def float(self, depth, scope, _):
        one, two, name = self.value(depth, scope, "f32"), self.value(depth, scope, "f32"), self.new()
        text = self.chance.choice(
            ["arith.addf %{0}, %{1}", "arith.mulf %{0}, %{1}", "math.sqrt %{0}", "math.exp %{0}", "math.absf %{0}", "math.powf %{0}, %{1}"]
        )
        self.line(depth, f"%{name} = {text.format(one, two)} : f32")
        scope[name] = "f32"

    def compare(self, depth, scope, _):
        ty = self.chance.choice(["i32", "index"])
        one, two, name = self.value(depth, scope, ty), self.value(depth, scope, ty), self.new()
        self.line(depth, f"%{name} = arith.cmpi {self.chance.choice(PREDICATES)}, %{one}, %{two} : {ty}")
        scope[name] = "i1"

    def select(self, depth, scope, _):
        ty = self.type()
        condition = self.value(depth, scope, "i1")
        one, two, name = self.value(depth, scope, ty), self.value(depth, scope, ty), self.new()
        self.line(depth, f"%{name} = arith.select %{condition}, %{one}, %{two} : {ty}")
        scope[name] = ty

    def cast(self, depth, scope, _):
        one, two = self.chance.choice([("i32", "index"), ("index", "i32"), ("i1", "index")])
        value, name = self.value(depth, scope, one), self.new()
        self.line(depth, f"%{name} = arith.index_cast %{value} : {one} to {two}")
        scope[name] = two

    def resize(self, depth, scope, _):
        narrow, wide = self.new(), self.new()
        value = self.value(depth, scope, "i32")
        self.line(depth, f"%{narrow} = arith.trunci %{value} : i32 to i8")
        self.line(depth, f"%{wide} = arith.{self.chance.choice(['extsi', 'extui'])} %{narrow} : i8 to i32")
        scope[wide] = "i32"

    def poison(self, depth, scope, _):
        name, ty = self.new(), self.type()
        self.line(depth, f"%{name} = ub.poison : {ty}")
        scope[name] = ty

    def check(self, depth, scope, _):
        self.line(depth, f'cf.assert %{self.value(depth, scope, "i1")}, "wrong"')

    def indirect(self, depth, scope, _):
        """A call of a function that is a value."""
        callee = self.chance.choice(list(self.functions))
        arguments, results, _ = self.functions[callee]
        types = f"({', '.join(arguments)}) -> ({', '.join(results)})"
        function = self.new("f")
        self.line(depth, f"%{function} = func.constant @{callee} : {types}")
        values = [self.value(depth, scope, ty) for ty in arguments]
        names, given = self.given(results)
        self.line(depth, f"{given}func.call_indirect %{function}({_list(values)}) : {types}")
        scope.update(zip(names, results))

    def effect(self, depth, scope, _):
        ty = self.type()
        value = self.value(depth, scope, ty)
        if self.chance.random() < 0.6:
            self.line(depth, f'"demo.use"(%{value}) : ({ty}) -> ()')
        else:
            name = self.new()
            self.line(depth, f'%{name} = "demo.make"(%{value}) : ({ty}) -> i32')
            scope[name] = "i32"

    def call(self, depth, scope, _):
        callee = self.chance.choice(list(self.functions))
        arguments, results, _ = self.functions[callee]
        values = [self.value(depth, scope, ty) for ty in arguments]
        names, given = self.given(results)
        types = f"({', '.join(arguments)}) -> ({', '.join(results)})"
        self.line(depth, f"{given}func.call @{callee}({_list(values)}) : {types}")
        scope.update(zip(names, results))

    def given(self, types):
        """The names of results, and how the assignment to them begins."""
        names = [self.new("r") for _ in types]
        return names, f"{_list(names)} = " if names else ""

    def region(self, depth, scope, types, levels, end="scf.yield"):
        """The operations of a region, and its end."""
        inner = dict(scope)
        self.statements(depth, inner, self.chance.randint(0, 3), levels)
        values = [self.value(depth, inner, ty) for ty in types]
        self.line(depth, self.end(end, values, types))

    def branch_if(self, depth, scope, levels, condition=None):
        types = [self.type() for _ in range(self.chance.randint(0, 3))]
        condition = condition or self.value(depth, scope, "i1")
        names, given = self.given(types)
        kind = f" -> ({', '.join(types)})" if types else ""
        self.line(depth, f"{given}scf.if %{condition}{kind} {{")
        self.region(depth + 1, scope, types, levels)
        if types or self.chance.random() < 0.5:
            self.line(depth, "} else {")
            self.region(depth + 1, scope, types, levels)
        self.line(depth, "}")
        scope.update(zip(names, types))

    def count_loop(self, depth, scope, levels):
        types = [self.type() for _ in range(self.chance.randint(0, 3))]
        bounds = [self.value(depth, scope, "index") for _ in range(2)]
        step = self.new("c")
        self.line(depth, f"%{step} = arith.constant {self.chance.choice([1, 1, 2])} : index")
        inits = [self.value(depth, scope, ty) for ty in types]
        names, given = self.given(types)
        variable, arguments = self.new("i"), [self.new("x") for _ in types]
        carried = ", ".join(f"%{name} = %{init}" for name, init in zip(arguments, inits))
        carried = f" iter_args({carried}) -> ({', '.join(types)})" if types else ""
        self.line(depth, f"{given}scf.for %{variable} = %{bounds[0]} to %{bounds[1]} step %{step}{carried} {{")
        self.region(depth + 1, {**scope, variable: "index", **dict(zip(arguments, types))}, types, levels)
        self.line(depth, "}")
        scope.update(zip(names, types))

    def while_loop(self, depth, scope, levels):
        inits = [self.type() for _ in range(self.chance.randint(0, 3))]
        types = list(inits) if self.chance.random() < 0.6 else [self.type() for _ in range(self.chance.randint(0, 3))]
        values = [self.value(depth, scope, ty) for ty in inits]
        names, given = self.given(types)
        arguments = [self.new("x") for _ in inits]
        carried = ", ".join(f"%{name} = %{init}" for name, init in zip(arguments, values))
        carried = f" ({carried})" if inits else ""
        self.line(depth, f"{given}scf.while{carried} : ({', '.join(inits)}) -> ({', '.join(types)}) {{")
        before = {**scope, **dict(zip(arguments, inits))}
        self.statements(depth + 1, before, self.chance.randint(0, 2), levels)
        condition = self.value(depth + 1, before, "i1")
        if self.chance.random() < 0.3:
            self.branch_if(depth + 1, before, 0, condition)
        passed = [self.value(depth + 1, before, ty) for ty in types]
        self.line(depth + 1, self.end(f"scf.condition(%{condition})", passed, types))
        self.line(depth, "} do {")
        arguments = [self.new("y") for _ in types]
        parameters = ", ".join(f"%{name}: {ty}" for name, ty in zip(arguments, types))
        self.line(depth, f"^bb0({parameters}):" if types else "^bb0:")
        self.region(depth + 1, {**scope, **dict(zip(arguments, types))}, inits, levels)
        self.line(depth, "}")
        scope.update(zip(names, types))

    def switch(self, depth, scope, levels):
        types = [self.type() for _ in range(self.chance.randint(0, 2))]
        selector = self.value(depth, scope, "index")
        names, given = self.given(types)
        kind = f" -> {', '.join(types)}" if types else ""
        self.line(depth, f"{given}scf.index_switch %{selector}{kind}")
        for label in ["case 0", "case 2", "default"][self.chance.randint(0, 1) :]:
            self.line(depth, f"{label} {{")
            self.region(depth + 1, scope, types, levels)
            self.line(depth, "}")
        scope.update(zip(names, types))

    def execute(self, depth, scope, levels):
        types = [self.type() for _ in range(self.chance.randint(0, 2))]
        names, given = self.given(types)
        kind = f" -> ({', '.join(types)})" if types else ""
        self.line(depth, f"{given}scf.execute_region{kind} {{")
        self.region(depth + 1, scope, types, levels)
        self.line(depth, "}")
        scope.update(zip(names, types))

    def parallel(self, depth, scope, levels):
        bounds = [self.value(depth, scope, "index") for _ in range(2)]
        step, variable = self.new("c"), self.new("i")
        self.line(depth, f"%{step} = arith.constant {self.chance.choice([1, 2])} : index")
        self.line(depth, f"scf.parallel (%{variable}) = (%{bounds[0]}) to (%{bounds[1]}) step (%{step}) {{")
        self.region(depth + 1, {**scope, variable: "index"}, [], levels, "scf.reduce")
        self.line(depth, "}")

    def join(self, depth, scope, levels):
        """A parallel loop that joins numbers."""
        bounds = [self.value(depth, scope, "index") for _ in range(2)]
        step, variable, init, result = self.new("c"), self.new("i"), self.value(depth, scope, "i32"), self.new("r")
        self.line(depth, f"%{step} = arith.constant {self.chance.choice([1, 2])} : index")
        loop = f"(%{variable}) = (%{bounds[0]}) to (%{bounds[1]}) step (%{step})"
        self.line(depth, f"%{result} = scf.parallel {loop} init (%{init}) -> i32 {{")
        inner = {**scope, variable: "index"}
        self.statements(depth + 1, inner, self.chance.randint(0, 2), levels)
        self.line(depth + 1, f"scf.reduce(%{self.value(depth + 1, inner, 'i32')} : i32) {{")
        one, two, sum_ = self.new("x"), self.new("y"), self.new()
        self.line(depth + 1, f"^bb0(%{one}: i32, %{two}: i32):")
        name = self.chance.choice(["addi", "muli", "maxsi"])
        self.line(depth + 2, f"%{sum_} = arith.{name} %{one}, %{two} : i32")
        self.line(depth + 2, f"scf.reduce.return %{sum_} : i32")
        self.line(depth + 1, "}")
        self.line(depth, "}")
        scope[result] = "i32"
