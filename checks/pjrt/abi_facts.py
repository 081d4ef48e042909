"""Prints the layouts of the structs of PJRT's C interface, as a C compiler has them: `abi_facts.py INCLUDE > pjrt/src/tests/abi_facts.txt`.

INCLUDE is a folder with `xla/pjrt/c/pjrt_c_api.h`, such as `include` of the wheel tensorflow 2.21 (`python -c "import tensorflow; print(tensorflow.sysconfig.get_include())"`).
Each struct is a line `NAME STRUCT_SIZE`, and below it a line `  FIELD OFFSET SIZE` for each field. The file is what the tests of the crate compare
their own layouts with, without the header and without a C compiler.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HEADERS = ["pjrt_c_api.h", "pjrt_c_api_layouts_extension.h", "pjrt_c_api_ffi_extension.h"]


def structs(text):
    """The structs of a header: name and fields."""
    text = re.sub(r"//[^\n]*", "", text)
    for match in re.finditer(r"struct (PJRT_\w+) \{(.*?)\n\}", text, re.S):
        name, body = match.groups()
        # A union counts as a field, by its last name.
        body = re.sub(r"(union|struct)\s*\{[^{}]*\}", "X", body)
        fields = []
        for declaration in body.split(";"):
            declaration = " ".join(declaration.split())
            if not declaration:
                continue
            macro = re.fullmatch(r"_PJRT_API_STRUCT_FIELD\((\w+)\)", declaration)
            function = re.search(r"\(\*(\w+)\)", declaration)
            if macro or function:
                fields.append((macro or function).group(1))
            elif declaration == "X":
                continue  # a union without a name has the offset of what follows from its own fields
            else:
                fields.append(re.search(r"(\w+)$", declaration).group(1))
        yield name, fields


def main():
    include = pathlib.Path(sys.argv[1])
    folder = include / "xla/pjrt/c"
    version = re.findall(r"#define PJRT_API_M\w+ (\d+)", (folder / HEADERS[0]).read_text())
    lines = ["#include <stdio.h>", *(f'#include "xla/pjrt/c/{name}"' for name in HEADERS), "int main(void) {"]
    for header in HEADERS:
        for name, fields in structs((folder / header).read_text()):
            lines.append(f'  printf("{name} %zu\\n", sizeof({name}));')
            lines += [
                f'  printf("  {field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name}*)0)->{field}));' for field in fields
            ]
    lines.append("}")
    with tempfile.TemporaryDirectory() as place:
        source = pathlib.Path(place, "facts.c")
        source.write_text("\n".join(lines))
        subprocess.run(["cc", "-w", f"-I{include}", str(source), "-o", f"{place}/facts"], check=True)
        print(f"# PJRT {'.'.join(version)}, 64 bits; written by checks/pjrt/abi_facts.py")
        print(subprocess.run([f"{place}/facts"], check=True, capture_output=True, text=True).stdout, end="")


main()
