#!/usr/bin/env node
// Not Proviso: a language server that misbehaves, for tests of how the extension bears it.
// FAKE_SERVER=crash  ends right after initialisation, every time, and notes each start in FAKE_STARTS
// FAKE_SERVER=huge   answers with a counterexample of thousands of steps and a large diagram
// FAKE_SERVER=no-jdk says that it found no JDK
import fs from "node:fs";

const mode = process.env.FAKE_SERVER;
if (process.env.FAKE_STARTS) fs.appendFileSync(process.env.FAKE_STARTS, `${process.pid}\n`);

let buffer = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const head = buffer.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, head).toString())[1]);
    if (buffer.length < head + 4 + length) return;
    const message = JSON.parse(buffer.subarray(head + 4, head + 4 + length).toString());
    buffer = buffer.subarray(head + 4 + length);
    receive(message);
  }
});
process.stdin.on("end", () => process.exit(0));

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

const status = {
  state: mode === "no-jdk" ? "down" : "idle", done: 0, total: 0, jdk: mode === "no-jdk" ? null : "17",
  message: mode === "no-jdk" ? "no JDK found: looked at JAVA_HOME (not set)" : "", version: "0", sidecar: "down",
  workspace: { violated: 1, holds: 0, holdsToBound: 0, unknown: 0, specError: 0 },
};

function receive({ id, method, params }) {
  if (method === "initialize") {
    send({ id, result: { capabilities: { textDocumentSync: 1 } } });
  } else if (method === "initialized" && mode === "crash") {
    process.exit(1);
  } else if (method === "proviso/status") {
    send({ id, result: status });
  } else if (method === "proviso/counterexample") {
    send({ id, result: huge(params.uri) });
  } else if (method === "exit") {
    process.exit(0);
  } else if (id !== undefined && method) {
    send({ id, result: null });
  }
}

function huge(uri) {
  const file = decodeURIComponent(uri.replace("file://", ""));
  const boxes = Array.from({ length: 400 }, (_, i) =>
    `<g><rect x="${(i % 20) * 120}" y="${Math.floor(i / 20) * 60}" width="100" height="40" fill="none" stroke="currentColor"/>` +
    `<text x="${(i % 20) * 120 + 8}" y="${Math.floor(i / 20) * 60 + 25}" fill="currentColor">Node#${i}</text></g>`);
  const place = { file, range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } } };
  return {
    uri, version: 1, method: "bank.Account.transfer(Lbank/Account;I)V", index: 0, count: 1, stale: false,
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    violation: {
      kind: "ensures", severity: "error", message: "the postcondition is false", at: place, clause: { ...place, text: "ensures false;" },
      replay: "confirmed", inputs: [], outcome: { how: "stopped" },
      trace: Array.from({ length: 20_000 }, (_, i) => ({ file, line: (i % 20) + 1, method: "Account.transfer", depth: 0, values: [{ name: "i", text: String(i) }] })),
    },
    sentence: "a very large counterexample", guarantee: "none", table: [{ name: "amount", value: "1" }],
    svgBefore: `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1200" onload="window.hacked = true"><script>window.hacked = true</script>${boxes.join("")}</svg>`,
    svgAfter: null, unicodeBefore: "Node#0", unicodeAfter: null, steps: [],
  };
}
