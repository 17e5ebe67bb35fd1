// VS Code in a workspace that is not trusted, in a high-contrast theme: contracts are checked, nothing of the workspace's is run.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { accessibilityViolations } from "../lib/accessibility.mjs";
import { copyProject } from "../lib/places.mjs";
import { remove, temporaryFolder } from "../lib/processes.mjs";
import { openWorkbench } from "../lib/workbench.mjs";

test("an untrusted workspace is checked without running its code", { timeout: 300_000 }, async () => {
  const folder = temporaryFolder("untrusted");
  const project = path.join(folder, "project");
  copyProject(project);
  let workbench;
  try {
    workbench = await openWorkbench({ folder: project, theme: "contrast", trusted: false });
    await workbench.page.locator(".part.statusbar", { hasText: "Restricted Mode" }).waitFor();
    await workbench.openFile("Account.java");
    await workbench.squiggles().first().waitFor({ timeout: 120_000 });
    await workbench.goTo(20, 5);
    await workbench.command("Proviso: Show Counterexample");
    const view = await workbench.view();
    assert.match(await view.locator(".replay").innerText(), /Not run on a JVM/);
    assert.deepEqual(await accessibilityViolations(view), []);
    await workbench.screenshot("untrusted-contrast");
  } catch (error) {
    await workbench?.screenshot("failed-untrusted").catch(() => undefined);
    throw new Error(`${error.stack}\n${workbench?.logs()}`);
  } finally {
    await workbench?.close();
    remove(folder);
  }
});
