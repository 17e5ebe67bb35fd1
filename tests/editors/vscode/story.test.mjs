// The whole story in a real VS Code: squiggle, hover, counterexample view, generated test, fix, green.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { accessibilityViolations } from "../lib/accessibility.mjs";
import { copyProject, program } from "../lib/places.mjs";
import { remove, sleep, temporaryFolder, until } from "../lib/processes.mjs";
import { runJUnit } from "../lib/junit.mjs";
import { openWorkbench } from "../lib/workbench.mjs";

const LIMIT = { timeout: 240_000 };

for (const theme of ["light", "dark"]) {
  describe(`the story in VS Code, ${theme}`, { timeout: 900_000 }, () => {
    let folder, project, file, workbench;

    before(async () => {
      assert.ok(fs.existsSync(program), `${program} is not there: run ./x build first`);
      folder = temporaryFolder("story");
      project = path.join(folder, "project");
      file = copyProject(project);
      workbench = await openWorkbench({ folder: project, theme });
    }, LIMIT);

    after(async () => {
      await workbench?.close();
      remove(folder);
    }, LIMIT);

    const step = (name, story) =>
      test(name, LIMIT, async () => {
        try {
          await story();
        } catch (error) {
          await workbench.screenshot(`failed-${theme}-${name.replaceAll(/\W+/g, "-")}`).catch(() => undefined);
          throw new Error(`${error.stack}\n${workbench.logs()}`);
        }
      });

    step("the broken clause has a squiggle", async () => {
      await workbench.openFile("Account.java");
      await workbench.squiggles().first().waitFor({ timeout: 120_000 });
      await until("both violations", async () => (await problems()).filter((row) => row.includes("postcondition")).length >= 2, 120_000);
      await workbench.togglePanel();
      await workbench.screenshot(`squiggle-${theme}`);
    });

    step("a lens says that the method is violated", async () => {
      await workbench.goTo(24);
      await workbench.page.locator(".codelens-decoration", { hasText: "violation" }).first().waitFor();
    });

    step("the hover shows the input and, for heaps, a picture", async () => {
      await workbench.hover("\\result >= 0", "-2147483648");
      await sleep(500); // It fades in.
      await workbench.screenshot(`hover-${theme}`);
      await workbench.page.mouse.move(5, 5);
      const hover = await workbench.hover("balance == \\old", "Account");
      const image = hover.locator("img").first();
      await image.waitFor();
      const size = await until("a picture with pixels", async () => {
        const { width, height } = await image.evaluate((img) => ({ width: img.naturalWidth, height: img.naturalHeight }));
        return width > 40 && height > 20 ? { width, height } : undefined;
      });
      assert.ok(size.width > 40);
      await image.scrollIntoViewIfNeeded();
      await sleep(500);
      await workbench.screenshot(`hover-heap-${theme}`);
      await workbench.page.mouse.move(5, 5);
    });

    step("the counterexample view opens, steps, and the editor follows", async () => {
      await workbench.goTo(20, 5);
      await workbench.command("Proviso: Show Counterexample");
      const view = await workbench.view();
      await view.locator("h1", { hasText: "transfer" }).waitFor();
      assert.match(await view.locator(".replay").innerText(), /Confirmed/);
      assert.match(await view.locator("#clause").innerText(), /ensures balance/);
      // The parts of the clause as the JVM evaluated them: the money came back.
      const parts = Object.fromEntries(await rowsOf(view, "Parts of the clause"));
      assert.equal(parts["balance == \\old(balance) - amount"], undefined, "the whole clause is known to be false");
      assert.equal(Number(parts["\\old(balance)"]) - Number(parts.amount), Number(parts["\\old(balance) - amount"]));
      assert.equal(parts.balance, parts["\\old(balance)"], JSON.stringify(parts));
      await view.locator("#position", { hasText: "Step 1 of" }).waitFor();
      await view.locator("#forward").click();
      await view.locator("#position", { hasText: "Step 2 of" }).waitFor();
      // After the subtraction the balance is what the contract says; the addition then spoils it.
      const values = async () => Object.fromEntries(await rowsOf(view, "Values before the line"));
      assert.equal((await values())["this.balance"], parts["\\old(balance) - amount"]);
      await view.locator("#steps").press("ArrowUp");
      await view.locator("#position", { hasText: "Step 1 of" }).waitFor();
      await view.locator("#steps").press("End");
      assert.equal((await values())["this.balance"], parts.balance);
      const last = await view.locator("#position").innerText();
      const line = /line (\d+)/.exec(last)[1];
      await until(`the editor marks line ${line}`, () => markedLine(line));
      assert.ok(await view.locator("#heap-before .frame svg *").count(), "the diagram is there");
      await view.locator("#tab-after").click();
      await view.locator("#heap-after .frame svg").waitFor();
      await workbench.screenshot(`counterexample-${theme}`);
      await view.locator("#copy-java").click();
      const copied = await until("Java on the clipboard", async () => {
        const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
        return text.includes("transfer(") ? text : undefined;
      });
      assert.match(copied, /Account to = subject;/);
    });

    step("the view is accessible", async () => {
      const view = await workbench.view();
      assert.deepEqual(await accessibilityViolations(view), []);
    });

    step("the code action writes a test that fails for the reason shown", async () => {
      const { page } = workbench;
      await workbench.focusCode();
      await workbench.goTo(24, 12);
      await page.keyboard.press("Control+.");
      const action = page.locator(".action-widget .monaco-list-row", { hasText: /generate a test/i }).first();
      await action.waitFor();
      await workbench.screenshot(`action-${theme}`);
      // With the keys: the list ignores the mouse until it has moved.
      const focused = page.locator(".action-widget .monaco-list-row.focused", { hasText: /generate a test/i });
      for (let presses = 0; presses < 10 && (await focused.count()) === 0; presses++) {
        await page.keyboard.press("ArrowDown");
        await sleep(100);
      }
      assert.equal(await focused.count(), 1, "the action is chosen");
      await page.keyboard.press("Enter");
      const generated = await until("the test file", () => findTest(project));
      await page.locator(".tab", { hasText: path.basename(generated) }).waitFor();
      await workbench.screenshot(`test-${theme}`);
      const result = await runJUnit(project, folder);
      assert.notEqual(result.code, 0, result.output);
      assert.match(result.output, /abs|Account/);
      assert.match(result.output, /AssertionFailedError|AssertionError/, result.output);
    });

    step("after the fix the squiggle is gone, the lens is green and the test passes", async () => {
      const { page } = workbench;
      await workbench.focusCode();
      // The body, typed anew as a user would.
      await workbench.goTo(26, 9);
      await page.keyboard.press("Shift+End");
      await page.keyboard.type("return x == Integer.MIN_VALUE ? 0 : x < 0 ? -x : x;", { delay: 5 });
      await page.keyboard.press("Escape");
      await until("no violation of abs", async () => !(await problems()).some((row) => row.includes("-2147483648")), 120_000);
      await workbench.togglePanel();
      // Of the three methods only transfer is still broken.
      await until("two green lenses", async () => (await page.locator(".codelens-decoration", { hasText: "✓" }).count()) === 2);
      await workbench.screenshot(`fixed-${theme}`);
      await workbench.command("File: Save");
      await until("the fix on disk", () => fs.readFileSync(file, "utf8").includes("Integer.MIN_VALUE ? 0"));
      const result = await runJUnit(project, folder);
      assert.equal(result.code, 0, result.output);
    });

    /** Name and value of each row of a table of the view. */
    async function rowsOf(view, caption) {
      const rows = view.locator("table", { hasText: caption }).locator("tbody tr");
      const cells = await rows.evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
      return cells.map((row) => [row[0], row.at(-1)]);
    }

    /** The rows of the problems list. */
    async function problems() {
      const { page } = workbench;
      if (!(await page.locator(".markers-panel").isVisible())) {
        await page.keyboard.press("Control+Shift+M");
        await page.locator(".markers-panel").waitFor();
      }
      return page.locator(".markers-panel .monaco-list-row").allInnerTexts();
    }

    async function markedLine(line) {
      return workbench.page.evaluate((wanted) => {
        const decorated = [...document.querySelectorAll(".view-overlays > div")].filter((row) => row.querySelector("[class*='ced-']"));
        const tops = new Set(decorated.map((row) => row.getBoundingClientRect().top));
        return [...document.querySelectorAll(".line-numbers")].some((number) => number.textContent === wanted && tops.has(number.parentElement.getBoundingClientRect().top));
      }, line);
    }
  });
}

/** The generated test source, once it is on disk and complete. */
function findTest(project) {
  const folder = path.join(project, "src/test/java");
  if (!fs.existsSync(folder)) return undefined;
  const files = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".java"));
  const full = files.length > 0 ? path.join(folder, files[0]) : undefined;
  return full && fs.readFileSync(full, "utf8").includes("@Test") ? full : undefined;
}
