"""Drawings, profiles and benchmarks."""

import json
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest

import tfrt

X = np.arange(8, dtype=np.float32).reshape(2, 4)


def test_a_notebook_shows_a_drawing_of_every_function(net: tfrt.Program, tmp_path: Path) -> None:
    text = net._repr_svg_()
    assert text is not None
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    words = " ".join(root.itertext())
    for name in (*(f"@{name}" for name in net.functions), "tf.AddV2", "tfrt.div.i32"):
        assert name in words
    # It does not depend on where the program comes from.
    net.save(tmp_path / "net.bef")
    assert tfrt.load(tmp_path / "net.bef")._repr_svg_() == text


def test_a_profile_has_the_kernels_that_ran(net: tfrt.Program, tmp_path: Path) -> None:
    with tfrt.profile(tmp_path / "logs") as profile:
        assert profile.path is None
        net.divide(17, 5)
        with pytest.raises(RuntimeError, match="a profile is being made already"), tfrt.profile(tmp_path / "more"):
            pass
    assert profile.path is not None and profile.path.is_relative_to(tmp_path / "logs")
    assert profile.path.name.endswith(".xplane.pb")
    assert b"tfrt.div.i32" in profile.path.read_bytes()
    assert profile.trace is not None and profile.trace.parent == profile.path.parent
    (ran,) = [
        event for event in json.loads(profile.trace.read_text())["traceEvents"] if event.get("name") == "tfrt.div.i32"
    ]
    assert ran["ph"] == "X" and ran["dur"] >= 0 and ran["args"]["location"].startswith("<string>:")
    # A profile is written when its block fails, too, and then another may be made.
    with pytest.raises(KeyError), tfrt.profile(tmp_path / "failed") as failed:
        net["nope"]
    assert failed.path is not None and failed.path.exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"), tfrt.profile(tmp_path / "file"):
        pass


def test_benchmarks_say_how_long_a_call_takes(net: tfrt.Program) -> None:
    done = net.double.benchmark(x=X)
    assert isinstance(done, tfrt.Benchmark)
    assert 0 < done.minimum <= done.median <= done.quantile(0.9) <= done.quantile(1)
    assert done.minimum <= done.mean <= done.quantile(1)
    assert done.calls == len(done.times) * done.batch
    assert " a call (median of " in str(done) and str(done) in repr(done)
    with pytest.raises(TypeError, match="misses input 'x'"):
        net.double.benchmark()
    with pytest.raises(TypeError, match="no function 'main'"):
        net.benchmark(X)
