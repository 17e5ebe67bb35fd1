"""A client that speaks bytes, for messages that no well-behaved client would send."""
import json
import os
import subprocess
import threading

LIMIT = 120.0


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class RawClient:
    def __init__(self, process: dict | None = None, options: list[str] | None = None, **environment):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.server = subprocess.Popen(
            [os.environ["PROVISO"], "lsp", *(options or [])],
            env=dict(os.environ, **environment),
            **(pipes | (process or {})),
        )
        # Ends reads that would wait for ever.
        self.guard = threading.Timer(LIMIT, self.server.kill)
        self.guard.start()
        self.next_id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.guard.cancel()
        self.server.kill()
        self.server.communicate(timeout=LIMIT)

    def send_bytes(self, data: bytes):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def notify(self, method: str, params=None):
        self.send_bytes(frame(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}}).encode()))

    def request(self, method: str, params=None) -> dict:
        """Sends a request and reads until its answer."""
        self.next_id += 1
        fields = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            fields["params"] = params
        self.send_bytes(frame(json.dumps(fields).encode()))
        while True:
            message = self.read()
            if message.get("id") == self.next_id and "method" not in message:
                return message

    def read(self) -> dict:
        length = None
        while True:
            line = self.server.stdout.readline()
            if not line:
                raise AssertionError(f"the server closed its output, exit code {self.server.poll()}")
            if line == b"\r\n":
                break
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        return json.loads(self.server.stdout.read(length))

    def start(self):
        answer = self.request("initialize", {"capabilities": {}})
        self.notify("initialized")
        return answer

    def exit_code(self) -> int:
        return self.server.wait(timeout=LIMIT)
