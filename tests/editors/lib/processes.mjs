// Processes and folders of a test: started in a group of their own, ended as a group, waited for, then cleaned up.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const running = new Set();

/** Starts a program at the head of its own process group; its output is kept for failure messages. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options, detached: true });
  const kept = { child, output: "", exited: undefined };
  kept.exited = new Promise((resolve) => {
    child.on("exit", (code, signal) => resolve({ code, signal }));
    child.on("error", (error) => resolve({ code: -1, signal: String(error) }));
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data) => (kept.output = (kept.output + data).slice(-200_000)));
    stream?.on("error", () => undefined);
  }
  running.add(kept);
  kept.exited.then(() => running.delete(kept));
  return kept;
}

/** Kills the whole group and waits until its head is gone; never fails and never waits for ever. */
export async function end(kept) {
  killGroup(kept);
  await Promise.race([kept.exited, sleep(5000)]);
  // What the head left behind in its group.
  killGroup(kept);
  kept.child.stdout?.destroy();
  kept.child.stderr?.destroy();
}

function killGroup({ child }) {
  try {
    if (child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL");
    }
  } catch {
    // The group is gone already.
  }
}

/** Runs a program to its end, with a limit in milliseconds. */
export async function run(program, args, limit, options = {}) {
  const kept = start(program, args, options);
  const outcome = await Promise.race([kept.exited, sleep(limit).then(() => undefined)]);
  // Let the pipes deliver what was written last.
  await sleep(50);
  await end(kept);
  return { code: outcome?.code ?? null, timedOut: outcome === undefined, output: kept.output };
}

export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until `look` gives something other than false or undefined; says what was missing when it does not. */
export async function until(what, look, limit = 60_000, every = 100) {
  const deadline = Date.now() + limit;
  let last;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== false && seen !== null) {
        return seen;
      }
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${limit / 1000} s${last ? ` (${last.message})` : ""}`);
    }
    await sleep(every);
  }
}

export function temporaryFolder(name) {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `proviso-${name}-`)));
}

/** Cleaning up is a courtesy: it must never make a test fail. */
export function remove(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    console.error(`left behind: ${folder} (${error.code})`);
  }
}

process.on("exit", () => running.forEach(killGroup));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => process.exit(1));
}
