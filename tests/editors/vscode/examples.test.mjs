// What a newcomer does first: open examples/ itself, see the squiggle, read the hover, mend the method.
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { repository } from "../lib/places.mjs";
import { remove, temporaryFolder, until } from "../lib/processes.mjs";
import { openWorkbench } from "../lib/workbench.mjs";

const LIMIT = { timeout: 240_000 };

describe("examples/ in VS Code", { timeout: 600_000 }, () => {
  let folder, workbench;

  before(async () => {
    folder = temporaryFolder("examples");
    const project = path.join(folder, "examples");
    fs.cpSync(path.join(repository, "examples"), project, { recursive: true });
    workbench = await openWorkbench({ folder: project, theme: "light" });
  }, LIMIT);

  after(async () => {
    await workbench?.close();
    remove(folder);
  }, LIMIT);

  test("the squiggle, the input behind it, and green after the fix", LIMIT, async () => {
    const { page } = workbench;
    await workbench.openFile("Abs.java");
    await workbench.squiggles().first().waitFor({ timeout: 120_000 });
    await workbench.hover("\\result >= 0", "-2147483648");
    await page.mouse.move(5, 5);
    await workbench.focusCode();
    await workbench.goTo(8, 9);
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("return x < 0 && x != Integer.MIN_VALUE ? -x : x & Integer.MAX_VALUE;", { delay: 5 });
    await page.keyboard.press("Escape");
    await until("no squiggle", async () => (await workbench.squiggles().count()) === 0, 120_000);
    await until("two green lenses", async () => (await page.locator(".codelens-decoration", { hasText: "✓" }).count()) === 2, 120_000);
    await workbench.screenshot("examples");
  });
});
