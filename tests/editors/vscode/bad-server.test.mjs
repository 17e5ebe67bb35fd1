// VS Code with a server that is missing, crashes, finds no JDK, or sends very much.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { copyProject, here } from "../lib/places.mjs";
import { remove, sleep, temporaryFolder, until } from "../lib/processes.mjs";
import { openWorkbench } from "../lib/workbench.mjs";

const LIMIT = { timeout: 240_000 };

/** A program that runs the fake server in the given mode. */
function fakeServer(folder, mode, starts = "") {
  const file = path.join(folder, `fake-${mode}`);
  fs.writeFileSync(file, `#!/bin/sh\nFAKE_SERVER=${mode} FAKE_STARTS=${starts} exec ${process.execPath} ${path.join(here, "lib/fake-server.mjs")}\n`, { mode: 0o755 });
  return file;
}

async function inWorkbench(options, story) {
  const folder = temporaryFolder("bad");
  const project = path.join(folder, "project");
  copyProject(project);
  let workbench;
  try {
    workbench = await openWorkbench({ folder: project, settings: options.settings(folder) });
    await story(workbench, folder);
  } catch (error) {
    await workbench?.screenshot(`failed-${options.name}`).catch(() => undefined);
    throw new Error(`${error.stack}\n${workbench?.logs()}`);
  } finally {
    await workbench?.close();
    remove(folder);
  }
}

test("a missing server is one message with a button to the setting", LIMIT, () =>
  inWorkbench({ name: "missing", settings: () => ({ "proviso.server.path": "/nowhere/proviso" }) }, async (workbench) => {
    await workbench.openFile("Account.java");
    const message = await workbench.notification("is not a program");
    assert.equal(await workbench.page.locator(".notification-toast", { hasText: "Proviso" }).count(), 1);
    await workbench.screenshot("missing-server");
    await message.locator(".monaco-button", { hasText: "Open Setting" }).click();
    await workbench.page.locator(".settings-editor .setting-item-contents", { hasText: "Path" }).first().waitFor();
  }));

test("a crashing server is restarted a few times, then said to be down, without a storm", LIMIT, async () => {
  const starts = path.join(temporaryFolder("starts"), "starts");
  const count = () => fs.readFileSync(starts, "utf8").trim().split("\n").length;
  await inWorkbench({ name: "crash", settings: (folder) => ({ "proviso.server.path": fakeServer(folder, "crash", starts) }) }, async (workbench) => {
    await workbench.openFile("Account.java");
    const message = await workbench.notification("stops again and again");
    const before = count();
    assert.ok(before >= 2 && before <= 5, `started ${before} times`);
    await sleep(3000);
    assert.equal(count(), before, "it is left alone now");
    await workbench.screenshot("crashing-server");
    await message.locator(".monaco-button", { hasText: "Restart" }).click();
    await until("another start", () => count() > before);
  });
  remove(path.dirname(starts));
});

test("without a JDK there is a message with a link to the setting", LIMIT, () =>
  inWorkbench({ name: "no-jdk", settings: (folder) => ({ "proviso.server.path": fakeServer(folder, "no-jdk") }) }, async (workbench) => {
    await workbench.openFile("Account.java");
    const message = await workbench.notification("no JDK found");
    await message.locator(".monaco-button", { hasText: "Open Setting" }).click();
    await workbench.page.locator(".settings-editor .setting-item-contents", { hasText: "Jdk" }).first().waitFor();
  }));

test("a very large counterexample stays responsive, and a diagram cannot run scripts", LIMIT, () =>
  inWorkbench({ name: "huge", settings: (folder) => ({ "proviso.server.path": fakeServer(folder, "huge") }) }, async (workbench) => {
    await workbench.openFile("Account.java");
    await workbench.status().filter({ hasText: "Proviso 1" }).waitFor();
    await workbench.command("Proviso: Show Counterexample");
    const view = await workbench.view();
    await view.locator("#last").click();
    await view.locator("#position", { hasText: "Step 20000 of 20000" }).waitFor();
    assert.ok((await view.locator("#steps li").count()) < 300, "only rows near the current step are in the page");
    assert.equal(await view.evaluate(() => window.hacked), undefined);
    assert.equal(await view.locator(".frame svg text").count(), 400);
    await workbench.screenshot("huge-counterexample");
  }));

test("a formatter that switches contracts off is noticed and undone", LIMIT, () =>
  inWorkbench({ name: "formatter", settings: (folder) => ({ "proviso.server.path": fakeServer(folder, "calm") }) }, async (workbench, folder) => {
    const { page } = workbench;
    await workbench.openFile("Account.java");
    // The guard is on once the extension runs.
    await workbench.status().filter({ hasText: "Proviso 1" }).waitFor();
    // What such a formatter does, done with replace-all.
    await page.keyboard.press("Control+H");
    await page.locator(".find-widget .find-part textarea").first().fill("//@ ensures");
    await page.locator(".find-widget .replace-part textarea").first().fill("// @ ensures");
    await page.keyboard.press("Control+Alt+Enter");
    const message = await workbench.notification("contracts were switched off");
    await workbench.screenshot("formatter-guard");
    await message.locator(".monaco-button", { hasText: "Put //@ Back" }).click();
    await page.keyboard.press("Escape");
    await workbench.command("File: Save");
    const file = path.join(folder, "project/src/main/java/bank/Account.java");
    const original = fs.readFileSync(path.join(here, "project/src/main/java/bank/Account.java"), "utf8");
    await sleep(1500);
    assert.equal(fs.readFileSync(file, "utf8"), original);
  }));
