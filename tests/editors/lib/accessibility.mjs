// An automated accessibility check (axe) of the counterexample view.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, one line each. */
export async function accessibilityViolations(view) {
  // Evaluated by the browser itself: the page's content policy stays as it is.
  await view.evaluate(AXE);
  const found = await view.evaluate(() =>
    globalThis.axe.run(document.getElementById("main"), { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
  assert.ok(found.passes.length > 5, "the checker looked at the page");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
