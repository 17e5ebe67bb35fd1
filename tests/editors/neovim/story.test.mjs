// The story in a real Neovim, headless.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { copyProject, here, program, repository } from "../lib/places.mjs";
import { remove, run, temporaryFolder } from "../lib/processes.mjs";

test("Neovim shows violations, a hover with the heap as text, the counterexample, and the fix", { timeout: 900_000 }, async () => {
  const folder = temporaryFolder("neovim");
  try {
    const file = copyProject(path.join(folder, "project"));
    const seenFile = path.join(folder, "seen.json");
    const { output, timedOut } = await run("nvim", ["--headless", "--clean", "-n", "-S", path.join(here, "neovim/story.lua")], 800_000, {
      cwd: folder,
      env: {
        ...process.env, HOME: folder, XDG_CACHE_HOME: path.join(folder, "cache"), XDG_STATE_HOME: path.join(folder, "state"),
        PROVISO_PROGRAM: program, PROVISO_FILE: file, PROVISO_SEEN: seenFile, PROVISO_RUNTIME: path.join(repository, "editors/neovim"),
      },
    });
    assert.ok(fs.existsSync(seenFile), `Neovim ended without a word (timed out: ${timedOut}):\n${output}`);
    const seen = JSON.parse(fs.readFileSync(seenFile, "utf8"));
    assert.equal(seen.failure, undefined, `${seen.failure}\n${JSON.stringify(seen, null, 1)}\n${output}`);
    assert.ok(seen.violations.every(({ source }) => source === "proviso"), JSON.stringify(seen.violations));
    assert.match(JSON.stringify(seen.hover), /Account/);
    assert.match(JSON.stringify(seen.hover), /[│┌└]/, "a heap drawn as text");
    assert.doesNotMatch(JSON.stringify(seen.hover), /data:image/, "no pictures where they cannot be shown");
    assert.match(seen.counterexample, /transfer/);
    assert.match(seen.counterexample, /Replay: confirmed/);
    assert.match(seen.counterexample, /Executed lines:\n +\d+ /);
    assert.equal(seen.after.length, 1, JSON.stringify(seen.after));
  } finally {
    remove(folder);
  }
});
