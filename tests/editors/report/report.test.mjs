// `proviso report` in a real browser: search and filter work, heaps are seen, nothing is loaded and nothing goes wrong.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { program, repository, screenshots } from "../lib/places.mjs";

test("the report page", { timeout: 300_000 }, async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "proviso-report-"));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "report.html");
  const examples = path.join(repository, "examples");
  // Exit code 1: the examples hold violations.
  await assert.rejects(promisify(execFile)(program, ["report", "--no-cache", "--output", file, examples]), { code: 1 });

  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  t.after(() => browser.close());
  const page = await browser.newPage({ colorScheme: "dark" });
  const wrong = [];
  const loaded = [];
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => { if (!/^(file|data):/.test(request.url())) loaded.push(request.url()); });
  await page.goto(pathToFileURL(file).href);

  const rows = page.locator("#methods tbody tr:visible");
  const all = await rows.count();
  assert.ok(all > 5, `${all} methods`);
  await page.fill("#search", "transfer");
  const found = await rows.allInnerTexts();
  assert.ok(found.length > 0 && found.length < all && found.every((text) => text.includes("transfer")), found.join());
  await page.fill("#search", "");
  await page.click("button.filter.violated");
  assert.equal(await page.locator("#methods tbody tr[data-verdict=violated]:visible").count(), 0);
  await page.click("button.filter.violated");
  assert.equal(await rows.count(), all);

  const picture = page.locator("article.violation img[alt='heap before']").first();
  await picture.scrollIntoViewIfNeeded();
  assert.ok(await picture.evaluate((image) => image.complete && image.naturalWidth > 50 && image.naturalHeight > 20));
  assert.match(await page.locator("pre.contract").first().innerText(), /@ .*ensures|@ .*requires/);
  const paths = page.locator("details.paths").first();
  await paths.locator("> summary").click();
  assert.ok(await paths.locator("article.path").first().isVisible());
  assert.ok((await page.locator("article.path img").count()) > 0, "paths have pictures");

  const tests = page.locator("details.tests").first();
  await tests.locator("> summary").click();
  assert.match(await tests.locator("pre").innerText(), /@Test[\s\S]*void \w+_\w+\(/);

  const dark = await page.evaluate(() => getComputedStyle(document.body).color);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await page.evaluate(() => getComputedStyle(document.body).color);
  assert.notEqual(dark, light, "the page follows the reader's scheme");
  fs.mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, "report.png") });
  assert.deepEqual(wrong, []);
  assert.deepEqual(loaded, []);
});
