"""Tests of the package without JAX and without Cargo: `python -m unittest discover python/jax-tfrt/tests`."""

import base64
import hashlib
import importlib.metadata
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import zipfile

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(HERE)]

import backend  # noqa: E402
import jax_tfrt  # noqa: E402


class Wheel(unittest.TestCase):
    def build(self, folder):
        library = pathlib.Path(folder) / "given.so"
        library.write_bytes(b"\x7fELF, or so")
        with unittest.mock.patch.dict(os.environ, JAX_TFRT_LIBRARY=str(library)):
            return pathlib.Path(folder) / backend.build_wheel(folder)

    def test_has_every_file_and_its_hash(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel = self.build(folder)
            self.assertRegex(wheel.name, r"^jax_tfrt-\d+\.\d+\.\d+-py3-none-[a-z0-9_]+\.whl$")
            first = wheel.read_bytes()
            self.assertEqual(self.build(folder).read_bytes(), first)
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                record = next(name for name in names if name.endswith("/RECORD"))
                rows = [line.split(",") for line in archive.read(record).decode().splitlines()]
                self.assertEqual(sorted(row[0] for row in rows), sorted(names))
                for name, digest, size in rows:
                    if name != record:
                        content = archive.read(name)
                        expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                        self.assertEqual((digest, int(size)), (f"sha256={expected}", len(content)))
                self.assertIn("jax_tfrt/libtfrt_pjrt.so", names)
                self.assertIn("jax_tfrt/__main__.py", names)
                metadata = archive.read(record.replace("RECORD", "METADATA")).decode()
                self.assertIn("Requires-Dist: jax>=0.9.2,<0.10\n", metadata)


class Versions(unittest.TestCase):
    def message(self, version):
        with unittest.mock.patch.object(importlib.metadata, "version", version):
            try:
                jax_tfrt.environment({})
            except ImportError as error:
                return str(error)
        return None

    def test_of_jax_that_work_and_that_do_not(self):
        for version in ["0.9.2", "0.9.10", "0.9.2.dev20260101", "0.9.3rc1"]:
            self.assertIsNone(self.message(lambda _, version=version: version), version)
        for version in ["0.9.1", "0.8.12", "0.10.0", "1.0"]:
            self.assertIn(f"found {version}: pip install jax==0.9.2", self.message(lambda _, version=version: version))

    def test_a_missing_jax_is_named(self):
        def missing(name):
            raise importlib.metadata.PackageNotFoundError(name)

        self.assertIn("pip install jax==0.9.2", self.message(missing))


class Environment(unittest.TestCase):
    def setUp(self):
        patch = unittest.mock.patch.object(importlib.metadata, "version", lambda _: "0.9.2")
        patch.start()
        self.addCleanup(patch.stop)

    def test_keeps_other_plugins(self):
        found = jax_tfrt.environment({"PJRT_NAMES_AND_LIBRARY_PATHS": "cpu:/old.so,other:/other.so"})
        self.assertEqual(found["PJRT_NAMES_AND_LIBRARY_PATHS"], f"cpu:{jax_tfrt.library()},other:/other.so")
        self.assertEqual(found["JAX_PLATFORMS"], "cpu")

    def test_is_too_late_after_jax(self):
        with unittest.mock.patch.dict(sys.modules, jax=unittest.mock.Mock()), self.assertRaises(RuntimeError):
            jax_tfrt.enable()


if __name__ == "__main__":
    unittest.main()
