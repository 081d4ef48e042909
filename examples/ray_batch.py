"""Scores a folder of images on a cluster of worker processes.

    python examples/ray_batch.py MODEL FOLDER OUTPUT

MODEL is anything that ``tfrt.load`` opens whose main function takes images as ``f32[n, pixels]`` with values from 0 to 1 and gives
probabilities, ``f32[n, classes]``. FOLDER has PNG files of the same size. OUTPUT gets
a line for each file: its name and its most probable class.

The program starts a local Ray cluster of three worker processes, sized for two processors. The model is sent to each worker once: the workers map
the compiled file, so its weights are in memory once. A batch whose worker dies is scored again by another worker; ``--kill-one`` kills a
worker on the way to show that.
"""

from __future__ import annotations

import argparse
import collections
import os
import signal
import sys
import tempfile
from pathlib import Path

import numpy as np
import ray

import tfrt

WORKERS = 3


@ray.remote(num_cpus=0.5, max_restarts=-1, max_task_retries=-1)
class Scorer:
    """A worker process with the model."""

    def __init__(self, net: tfrt.Program) -> None:
        self.net = net

    def process(self) -> int:
        return os.getpid()

    def score(self, paths: list[str]) -> list[int]:
        """The most probable class of each image."""
        images = [np.asarray(tfrt.ops.DecodePng(Path(path).read_bytes(), channels=1)) for path in paths]
        pixels = np.stack(images).reshape(len(images), -1).astype(np.float32) / 255
        results = self.net(pixels)
        probabilities = results[0] if isinstance(results, tuple) else results
        return [int(best) for best in np.asarray(probabilities).argmax(axis=1)]


def batches(paths: list[str], size: int) -> list[list[str]]:
    return [paths[start : start + size] for start in range(0, len(paths), size)]


def score(net: tfrt.Program, paths: list[str], batch: int, kill_one: bool) -> dict[str, int]:
    """The class of each image. Each worker has at most two batches at a time, so that a slow worker does not hold the others up."""
    shared = ray.put(net)
    scorers = [Scorer.remote(shared) for _ in range(WORKERS)]
    processes = ray.get([scorer.process.remote() for scorer in scorers])
    waiting = collections.deque(batches(paths, batch))
    running: dict[ray.ObjectRef, tuple[Scorer, list[str]]] = {}
    classes: dict[str, int] = {}

    def start(scorer: Scorer) -> None:
        if waiting:
            some = waiting.popleft()
            running[scorer.score.remote(some)] = (scorer, some)

    for scorer in scorers * 2:
        start(scorer)
    while running:
        (done,), _ = ray.wait(list(running))
        scorer, some = running.pop(done)
        for path, best in zip(some, ray.get(done), strict=True):
            if path in classes:
                raise RuntimeError(f"{path} was scored twice")
            classes[path] = best
        start(scorer)
        if kill_one:
            kill_one = False
            print(f"killing worker {processes[-1]}", file=sys.stderr)
            os.kill(processes[-1], signal.SIGKILL)
    now = ray.get([scorer.process.remote() for scorer in scorers])
    print(f"{len(set(processes))} workers, of which {len(set(processes) & set(now))} lived to the end", file=sys.stderr)
    return classes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--batch", type=int, default=16, help="images of a batch (16)")
    parser.add_argument("--kill-one", action="store_true", help="kill a worker after the first batch")
    options = parser.parse_args()
    paths = sorted(str(path.resolve()) for path in options.folder.glob("*.png"))
    # The object store has at least 75 MiB; a dashboard would take a processor of its own.
    ray.init(num_cpus=2, object_store_memory=80 << 20, include_dashboard=False, log_to_driver=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            # The workers map this file instead of unpacking a copy each.
            compiled = os.path.join(folder, "model.bef")
            tfrt.load(options.model).save(compiled)
            classes = score(tfrt.load(compiled), paths, options.batch, options.kill_one)
    finally:
        ray.shutdown()
    options.output.write_text("".join(f"{Path(path).name} {classes[path]}\n" for path in paths))


if __name__ == "__main__":
    main()
