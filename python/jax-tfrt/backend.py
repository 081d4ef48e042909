"""Builds the wheel: the Python files beside the shared library of the crate `tfrt-pjrt`.

maturin has no kind of wheel for a shared library that Python does not import, so this is a build backend of its own (PEP 517) without
dependencies: it asks Cargo to build the library, and packs it as a file of the package. The wheel fits any Python 3 on one platform, since the
library knows nothing of Python's interface.

    JAX_TFRT_LIBRARY=PATH   takes a library that was built elsewhere
    JAX_TFRT_PROFILE=NAME   builds with another of Cargo's profiles than `release`
"""

import base64
import hashlib
import json
import os
import pathlib
import subprocess
import sysconfig
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = "libtfrt_pjrt.so"
# The oldest time that a zip archive can give a file: the same sources give the same archive.
TIME = (1980, 1, 1, 0, 0, 0)


def version():
    with open(ROOT / "Cargo.toml", "rb") as file:
        return tomllib.load(file)["workspace"]["package"]["version"]


def library():
    """The shared library, which Cargo builds unless one is given."""
    given = os.environ.get("JAX_TFRT_LIBRARY")
    if given:
        return pathlib.Path(given)
    if not (ROOT / "pjrt" / "Cargo.toml").exists():
        raise SystemExit("jax-tfrt: the wheel is built in a clone of the whole repository: pip install ./python/jax-tfrt")
    command = ["cargo", "build", "--locked", "-p", "tfrt-pjrt", "--profile", os.environ.get("JAX_TFRT_PROFILE", "release")]
    try:
        done = subprocess.run([*command, "--message-format=json-render-diagnostics"], cwd=ROOT, stdout=subprocess.PIPE)
    except FileNotFoundError as error:
        raise SystemExit("jax-tfrt: Cargo is not installed, which compiles the library: https://rustup.rs") from error
    if done.returncode:
        raise SystemExit(f"jax-tfrt: {' '.join(command)} failed")
    for line in done.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == "tfrt_pjrt":
            for name in message["filenames"]:
                if name.endswith(LIBRARY):
                    return pathlib.Path(name)
    raise SystemExit(f"jax-tfrt: Cargo built no {LIBRARY}: this platform is not supported")


def metadata():
    """The files of the dist-info folder by name."""
    with open(HERE / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    lines = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version()}", f"Summary: {project['description']}",
        f"License-Expression: {project['license']}", "License-File: LICENSE", "License-File: NOTICE",
        f"Requires-Python: {project['requires-python']}", *(f"Requires-Dist: {name}" for name in project["dependencies"]),
        "Description-Content-Type: text/markdown", "", (HERE / project["readme"]).read_text(encoding="utf-8"),
    ]
    wheel = ["Wheel-Version: 1.0", "Generator: jax-tfrt", "Root-Is-Purelib: false", f"Tag: {tag()}", ""]
    return {
        "METADATA": "\n".join(lines).encode(), "WHEEL": "\n".join(wheel).encode(),
        "licenses/LICENSE": (ROOT / "LICENSE").read_bytes(), "licenses/NOTICE": (ROOT / "NOTICE").read_bytes(),
    }


def tag():
    return f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"jax_tfrt-{version()}.dist-info"
    files = {f"jax_tfrt/{path.name}": path.read_bytes() for path in sorted((HERE / "jax_tfrt").glob("*.py"))}
    files[f"jax_tfrt/{LIBRARY}"] = library().read_bytes()
    files.update({f"{info}/{name}": content for name, content in metadata().items()})
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    name = f"jax_tfrt-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, content)
    return name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory) / f"jax_tfrt-{version()}.dist-info"
    for name, content in metadata().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder.name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("jax-tfrt: there is no source archive: the wheel is built in a clone of the whole repository")
