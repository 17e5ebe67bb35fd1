// VS Code with another Java extension at its side: a stand-in with the id, outline, colours and formatter of a real one.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { copyProject, replaceIn } from "../lib/places.mjs";
import { remove, sleep, temporaryFolder, until } from "../lib/processes.mjs";
import { extensionsWith, openWorkbench } from "../lib/workbench.mjs";

const STAND_IN = `
const vscode = require("vscode");
exports.activate = () => {
  const java = { language: "java" };
  const find = (document, pattern) => [...document.getText().matchAll(pattern)].map((match) => {
    const start = document.positionAt(match.index);
    return { text: match[0], range: new vscode.Range(start, document.positionAt(match.index + match[0].length)) };
  });
  vscode.languages.registerDocumentSymbolProvider(java, {
    provideDocumentSymbols: (document) => find(document, /\\b(abs|transfer)(?=\\()/g).map(({ text, range }) =>
      new vscode.DocumentSymbol(text, "", vscode.SymbolKind.Method, range, range)),
  });
  const legend = new vscode.SemanticTokensLegend(["class"]);
  vscode.languages.registerDocumentSemanticTokensProvider(java, {
    provideDocumentSemanticTokens: (document) => {
      const tokens = new vscode.SemanticTokensBuilder(legend);
      find(document, /\\bAccount\\b/g).forEach(({ range }) => tokens.push(range, "class"));
      return tokens.build();
    },
  }, legend);
  // As formatters do that know nothing of JML.
  vscode.languages.registerDocumentFormattingEditProvider(java, {
    provideDocumentFormattingEdits: (document) => find(document, /\\/\\/@/g).map(({ range }) => vscode.TextEdit.replace(range, "// @")),
  });
};
`;

test("beside another Java extension nothing is shown twice, JML keeps its colours, and its formatter is noticed", { timeout: 300_000 }, async () => {
  const folder = temporaryFolder("beside");
  const project = path.join(folder, "project");
  const file = copyProject(project);
  replaceIn(file, "return x < 0 ? -x : x;\n    }\n", "return x < 0 ? -x : x;\n    }\n\n    int wrong() { return \"text\"; }\n");
  const original = fs.readFileSync(file, "utf8");
  const manifest = { name: "java", publisher: "redhat", version: "1.0.0", engines: { vscode: "^1.82.0" }, main: "./main.js", activationEvents: ["onLanguage:java"] };
  let workbench;
  try {
    const extensions = extensionsWith(folder, { "redhat.java-1.0.0": { "package.json": JSON.stringify(manifest), "main.js": STAND_IN } });
    workbench = await openWorkbench({ folder: project, extensions, theme: "dark" });
    const { page } = workbench;
    await workbench.openFile("Account.java");
    await workbench.squiggles().first().waitFor({ timeout: 120_000 });
    await page.keyboard.press("Control+Shift+M");
    const rows = () => page.locator(".markers-panel .monaco-list-row").allInnerTexts();
    await until("the violation of abs", async () => (await rows()).some((row) => row.includes("-2147483648")), 120_000);
    assert.ok(!(await rows()).some((row) => /incompatible types/.test(row)), "javac's errors are the other extension's to show");
    await workbench.togglePanel();

    await page.keyboard.press("Control+Shift+O");
    const symbols = page.locator(".quick-input-list .monaco-list-row", { hasText: "abs" });
    await symbols.first().waitFor();
    assert.equal(await symbols.count(), 1, "one outline entry per method");
    await page.keyboard.press("Escape");

    // A word of JML does not look like the comment it stands in.
    const colours = await until("coloured JML", async () => {
      const word = await colourOf(page, "ensures");
      const comment = await colourOf(page, "Money");
      const type = await colourOf(page, "Account");
      return word && comment && type && word !== comment ? { word, comment, type } : undefined;
    });
    assert.notEqual(colours.word, colours.comment);
    assert.notEqual(colours.type, colours.comment, "the other extension's colours are there too");
    await workbench.screenshot("beside-java");

    await workbench.command("Format Document");
    const message = await workbench.notification("contracts were switched off");
    assert.equal(await page.locator(".notification-toast", { hasText: "multiple formatters" }).count(), 0);
    await message.locator(".monaco-button", { hasText: "Put //@ Back" }).click();
    await sleep(1000);
    await workbench.command("File: Save");
    await sleep(1500);
    assert.equal(fs.readFileSync(file, "utf8"), original);
  } catch (error) {
    await workbench?.screenshot("failed-beside").catch(() => undefined);
    throw new Error(`${error.stack}\n${workbench?.logs()}`);
  } finally {
    await workbench?.close();
    remove(folder);
  }
});

/** The colour in which a word is drawn where it first appears. */
function colourOf(page, word) {
  return page.evaluate((wanted) => {
    for (const span of document.querySelectorAll(".editor-instance .view-line span span")) {
      if (span.textContent.includes(wanted)) return getComputedStyle(span).color;
    }
    return undefined;
  }, word);
}
