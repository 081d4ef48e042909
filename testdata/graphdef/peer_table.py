"""The table of `networks.py --peers`: calls here and calls by other programs in turn, their ratio, and the geometric mean of all ratios."""
import json
import math
import os
import re
import subprocess
import sys


class Peer:
    """A process that times one peer on so many threads."""
    def __init__(self, name, threads, precision):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers.py")
        self.name = name
        self.process = subprocess.Popen([sys.executable, program, name, str(threads), precision], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        answer = self.answer()
        self.missing = answer if isinstance(answer, str) else None

    def answer(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else "it ended"

    def ask(self, **request):
        """A number, or why there is none."""
        if self.process.poll() is not None:
            return self.missing or "it ended"
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Table:
    """Times networks beside peers, and keeps the ratios."""
    def __init__(self, run, names, threads, seconds, rounds, precision):
        self.run, self.names, self.threads, self.seconds, self.rounds = run, names, threads, seconds, rounds
        self.peers = {count: [Peer(name, count, precision) for name in names] for count in threads}
        self.ratios = []
        first = self.peers[threads[0]] if threads else []
        for peer in first:
            if peer.missing:
                print(f"{peer.name} is left out: {peer.missing}")
        columns = "".join(f"{peer.name:>13}" for peer in first if not peer.missing)
        print(f"{'network':<22}{'batch':>6}{'threads':>8}{'here':>10}{columns}{'ratio':>7}{'difference':>12}   milliseconds of the fastest call")

    def ours(self, bef, inputs, threads):
        queue = "s" if threads == 1 else f"mstd:{threads}"
        args = [f"--input=@{path}" for path in inputs]
        done = subprocess.run([self.run, bef, f"--work_queue_type={queue}", *args, "--quiet", f"--benchmark={self.seconds}"],
                              capture_output=True, text=True)
        match = re.search(r"calls, best ([0-9.]+) (ns|us|ms|s)\b", done.stderr + done.stdout)
        if not match:
            return (done.stderr + done.stdout).strip()[:200]
        return float(match.group(1)) * {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[match.group(2)]

    def row(self, name, graph, bef, batch, inputs, difference):
        for threads in self.threads:
            peers = [peer for peer in self.peers[threads] if not peer.missing]
            loaded = {peer.name: peer.ask(load=graph, inputs=inputs) for peer in peers}
            best, why = {}, {key: value for key, value in loaded.items() if isinstance(value, str)}
            for _ in range(self.rounds):
                times = {"here": self.ours(bef, inputs, threads)}
                times |= {peer.name: peer.ask(seconds=self.seconds) for peer in peers if peer.name not in why}
                for key, value in times.items():
                    if isinstance(value, str):
                        why[key] = value
                    else:
                        best[key] = min(value, best.get(key, math.inf))
            others = [best[peer.name] for peer in peers if peer.name in best]
            cell = lambda key, width: f"{best[key]:>{width}.3f}" if key in best else f"{'-':>{width}}"
            line = f"{name:<22}{batch:>6}{threads:>8}{cell('here', 10)}" + "".join(cell(peer.name, 13) for peer in peers)
            if "here" in best and others:
                ratio = best["here"] / min(others)
                self.ratios.append((ratio, f"{name} x{batch}, {threads} threads"))
                line += f"{ratio:>7.2f}"
            else:
                line += f"{'-':>7}"
            line += f"{difference:>12.1e}"
            notes = "; ".join(f"{key}: {value}" for key, value in why.items())
            print(line + (f"   {notes}" if notes else ""), flush=True)

    def finish(self):
        for peer in (peer for peers in self.peers.values() for peer in peers):
            peer.close()
        if self.ratios:
            mean = math.exp(sum(math.log(ratio) for ratio, _ in self.ratios) / len(self.ratios))
            worst, where = max(self.ratios)
            print(f"{len(self.ratios)} ratios to the fastest peer: geometric mean {mean:.3f}, largest {worst:.2f} ({where})")
