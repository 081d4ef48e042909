#!/usr/bin/env python3
"""Portable artifacts that tfrt-translate writes, read by upstream.

    python checks/stablehlo/written.py [--tool tfrt-translate] [--opt tfrt-opt] [PROGRAM.mlir...]

needs the package jax (pinned: jax==0.9.2). Each program, by default each function of testdata/stablehlo/forms.mlir by itself, is written for each version
by tfrt-translate and by upstream's serializer: both can, or none; upstream reads the same text from both, and tfrt-translate reads the same from both. VHLO as text is
compared too: that of `tfrt-opt -stablehlo-legalize-to-vhlo -vhlo-to-version` is upstream's.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from artifacts import functions

VERSIONS = ['0.9.0', '0.10.0', '0.12.0', '0.14.0', '0.16.0', '0.19.0', '0.20.0', '1.0.0', '1.1.0', '1.3.0', '1.5.0', '1.6.0', '1.8.0', '1.9.0', '1.10.0',
            '1.12.0', '1.13.0', '1.14.0']


def upstream(text, version):
    """The artifact, what is read from it, and VHLO as text; none if the version cannot say it."""
    with jax_mlir.make_ir_context() as context, ir.Location.unknown():
        stablehlo.register_dialect(context)
        try:
            module = ir.Module.parse(text)
            artifact = stablehlo.serialize_portable_artifact(module, version)
        except Exception:
            return None
        read = str(stablehlo.deserialize_portable_artifact(context, artifact))
        module = ir.Module.parse(text)
        passes = f'builtin.module(stablehlo-legalize-to-vhlo,vhlo-to-version{{target={version}}})'
        passmanager.PassManager.parse(passes).run(module.operation)
        return artifact, read, str(module)


def read_upstream(artifact):
    with jax_mlir.make_ir_context() as context, ir.Location.unknown():
        try:
            return str(stablehlo.deserialize_portable_artifact(context, artifact))
        except Exception as error:
            return f'error: {error}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('programs', nargs='*')
    parser.add_argument('--tool', default='target/debug/tfrt-translate')
    parser.add_argument('--opt', default='target/debug/tfrt-opt')
    parser.add_argument('--versions', default=','.join(VERSIONS))
    options = parser.parse_args()
    stablehlo.register_stablehlo_passes()
    programs = {name: pathlib.Path(name).read_text() for name in options.programs}
    if not programs:
        text = (pathlib.Path(__file__).parents[2] / 'testdata/stablehlo/forms.mlir').read_text()
        programs = functions(text)
    same = differing = 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder) / 'x.mlir', pathlib.Path(folder) / 'x.mlirbc'
        for name, text in programs.items():
            source.write_text(text)
            for version in options.versions.split(','):
                wanted = upstream(text, version)
                done = subprocess.run([options.tool, '--serialize', f'--target={version}', source, '-o', target], capture_output=True, text=True)
                wrong = []
                if (wanted is None) != (done.returncode != 0):
                    wrong.append(f'upstream writes it: {wanted is not None}; {done.stderr.strip()[:200]}')
                elif wanted is not None:
                    artifact, read, vhlo = wanted
                    found = read_upstream(target.read_bytes())
                    if found != read:
                        wrong.append('upstream reads another program from it: ' + difference(found, read))
                    ours = [subprocess.run([options.tool, '--deserialize', '-'], input=data, capture_output=True).stdout
                            for data in (artifact, target.read_bytes())]
                    if ours[0] != ours[1]:
                        wrong.append('tfrt-translate reads different programs')
                    text_of = subprocess.run([options.opt, '-stablehlo-legalize-to-vhlo', f'-vhlo-to-version=target={version}', source],
                                             capture_output=True, text=True)
                    if text_of.stdout.strip() != vhlo.strip():
                        wrong.append('VHLO differs: ' + text_of.stderr[:200] + difference(text_of.stdout, vhlo))
                same += not wrong
                differing += bool(wrong)
                for what in wrong:
                    print(name, version, what)
    print(f'{same} alike, {differing} not')


def difference(found, wanted):
    for a, b in zip(found.split('\n'), wanted.split('\n')):
        if a != b:
            return f'\n  {a[:300]}\n  {b[:300]}'
    return ''


if __name__ == '__main__':
    main()
