// The story in a real Emacs, in batch mode, with both of its language clients.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { copyProject, here, program, repository } from "../lib/places.mjs";
import { remove, run, temporaryFolder } from "../lib/processes.mjs";

for (const client of ["eglot", "lsp-mode"]) {
  test(`Emacs with ${client} shows violations, hover, counterexample, and the fix`, { timeout: 900_000 }, async () => {
    const folder = temporaryFolder("emacs");
    try {
      const project = path.join(folder, "project");
      const file = copyProject(project);
      const seenFile = path.join(folder, "seen.json");
      const { output, timedOut } = await run("emacs", ["--batch", "--load", path.join(here, "emacs/story.el")], 800_000, {
        cwd: folder,
        env: {
          ...process.env, HOME: folder, XDG_CACHE_HOME: path.join(folder, "cache"), TERM: "dumb", PROVISO_CLIENT: client,
          PROVISO_PROGRAM: program, PROVISO_FILE: file, PROVISO_PROJECT: project, PROVISO_SEEN: seenFile, PROVISO_RUNTIME: path.join(repository, "editors/emacs"),
        },
      });
      assert.ok(fs.existsSync(seenFile), `Emacs ended without a word (timed out: ${timedOut}):\n${output}`);
      const seen = JSON.parse(fs.readFileSync(seenFile, "utf8"));
      assert.equal(seen.failure, undefined, `${seen.failure}\n${output}`);
      assert.match(seen.hover, /Account/);
      assert.match(seen.hover, /[│┌└]|\\u25/, "a heap drawn as text");
      assert.match(seen.counterexample, /transfer/);
      assert.match(seen.counterexample, /Replay: confirmed/);
      assert.equal(JSON.parse(seen.after).length, 1, seen.after);
    } finally {
      remove(folder);
    }
  });
}
