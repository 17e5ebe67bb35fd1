// A real VS Code workbench: code-server with the extension under test, seen through Chromium.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";
import { here, repository, screenshots } from "./places.mjs";
import { end, remove, sleep, start, temporaryFolder, until } from "./processes.mjs";

const CODE_SERVER = path.join(here, "node_modules/code-server/out/node/entry.js");
/** Where run.sh has installed the packaged extension. */
const EXTENSIONS = path.join(here, ".extensions");

async function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
    server.on("error", reject);
  });
}

/** A folder with our extension and others, given as files by name; without an index code-server takes what is there. */
export function extensionsWith(folder, others) {
  const extensions = path.join(folder, "extensions");
  fs.cpSync(EXTENSIONS, extensions, { recursive: true });
  fs.rmSync(path.join(extensions, "extensions.json"), { force: true });
  for (const [name, files] of Object.entries(others)) {
    fs.mkdirSync(path.join(extensions, name));
    for (const [file, text] of Object.entries(files)) {
      fs.writeFileSync(path.join(extensions, name, file), text);
    }
  }
  return extensions;
}

/** Starts code-server on a folder and opens it in a browser. */
export async function openWorkbench({ folder, settings = {}, theme = "light", trusted = true, extensions = EXTENSIONS }) {
  const home = temporaryFolder("vscode");
  fs.mkdirSync(path.join(home, "user/User"), { recursive: true });
  fs.writeFileSync(
    path.join(home, "user/User/settings.json"),
    JSON.stringify({
      "workbench.startupEditor": "none",
      "workbench.colorTheme": theme === "dark" ? "Default Dark Modern" : theme === "contrast" ? "Default High Contrast" : "Default Light Modern",
      "workbench.tips.enabled": false,
      "workbench.enableExperiments": false,
      "telemetry.telemetryLevel": "off",
      "security.workspace.trust.enabled": !trusted,
      "security.workspace.trust.startupPrompt": "never",
      "security.workspace.trust.banner": "never",
      "editor.minimap.enabled": false,
      "editor.hover.delay": 100,
      "editor.fontSize": 14,
      "files.autoSave": "off",
      "files.simpleDialog.enable": true,
      "git.enabled": false,
      "extensions.ignoreRecommendations": true,
      "window.dialogStyle": "custom",
      ...settings,
    }),
  );
  let port, server;
  const launch = (port) => start(
    process.execPath,
    [
      CODE_SERVER, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check",
      "--disable-getting-started-override", ...(trusted ? ["--disable-workspace-trust"] : []),
      "--user-data-dir", path.join(home, "user"), "--extensions-dir", extensions, folder,
    ],
    // A cache of its own: verdicts of earlier runs must not be what the test sees.
    { cwd: repository, env: { ...process.env, HOME: home, XDG_CONFIG_HOME: path.join(home, "config"), XDG_DATA_HOME: path.join(home, "data"), XDG_CACHE_HOME: path.join(home, "cache"), LD_LIBRARY_PATH: "" } },
  );
  let browser;
  const close = async () => {
    await Promise.race([browser?.close().catch(() => undefined), new Promise((done) => setTimeout(done, 5000))]);
    if (server) await end(server);
    remove(home);
  };
  try {
    // Its processes give each other ten seconds to say hello, which is short on a busy machine.
    for (let attempt = 1; ; attempt++) {
      port = await freePort();
      server = launch(port);
      const listens = await until("code-server listens", async () => {
        const gone = await Promise.race([server.exited.then(() => true), sleep(10).then(() => false)]);
        return server.output.includes("HTTP server listening") ? "yes" : gone || server.output.includes("timed out") ? "no" : undefined;
      }, 90_000);
      if (listens === "yes") break;
      if (attempt === 4) throw new Error("code-server does not start");
      await end(server);
    }
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
    const context = await browser.newContext({ viewport: { width: 1500, height: 950 }, permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`, { timeout: 90_000 });
    await page.waitForSelector(".monaco-workbench .part.statusbar", { timeout: 90_000 });
    return new Workbench(page, server, home, close);
  } catch (error) {
    const output = server?.output ?? "";
    await close();
    throw new Error(`${error.message}\ncode-server said:\n${output.slice(-3000)}`);
  }
}

export class Workbench {
  constructor(page, server, home, close) {
    Object.assign(this, { page, server, home, close });
  }

  async screenshot(name) {
    fs.mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  }

  /** The extension's log and code-server's: for failure messages. */
  logs() {
    const found = [];
    const walk = (folder) => {
      for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory()) {
          walk(full);
        } else if (/Proviso|exthost\/remoteexthost/.test(full) && entry.name.endsWith(".log")) {
          found.push(`--- ${entry.name}\n${fs.readFileSync(full, "utf8").slice(-4000)}`);
        }
      }
    };
    try {
      walk(path.join(this.home, "user/logs"));
    } catch {
      // No logs yet.
    }
    return found.join("\n");
  }

  async openFile(name) {
    const { page } = this;
    // A search that began before the window was ready may never answer: ask again.
    await until(`${name} in the list of files`, async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+P");
      const input = page.locator(".quick-input-widget input");
      await input.waitFor();
      await input.fill(name);
      await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor({ timeout: 20_000 });
      return true;
    }, 180_000);
    await page.keyboard.press("Enter");
    await page.locator(".tab.active", { hasText: name }).waitFor();
    await page.locator(".monaco-editor .view-line").first().waitFor();
  }

  async command(title) {
    const { page } = this;
    await page.keyboard.press("F1");
    const input = page.locator(".quick-input-widget input");
    await input.waitFor();
    await input.fill(`>${title}`);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  }

  /** Moves the cursor; 1-based. */
  async goTo(line, column = 1) {
    const { page } = this;
    await page.keyboard.press("Control+G");
    const input = page.locator(".quick-input-widget input");
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Shows or hides the panel with the problems. */
  async togglePanel() {
    await this.page.keyboard.press("Control+J");
  }

  /** From the counterexample view, or wherever the focus is, back to the code. */
  async focusCode() {
    await this.page.keyboard.press("Control+1");
    await this.page.locator(".editor-group-container.active .monaco-editor.focused, .monaco-editor.focused").first().waitFor();
  }

  squiggles() {
    return this.page.locator(".squiggly-error");
  }

  status() {
    return this.page.locator("#proviso\\.proviso\\.status, [id*='proviso.status']").first();
  }

  /** The pixel position of some text on the screen, in the given editor. */
  async textPosition(text) {
    return this.page.evaluate((wanted) => {
      for (const line of document.querySelectorAll(".editor-instance .view-line")) {
        const whole = line.textContent.replaceAll("\u00a0", " ");
        const index = whole.indexOf(wanted);
        if (index < 0) continue;
        let seen = 0;
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = walker.currentNode;
          if (seen + node.length > index) {
            const range = document.createRange();
            range.setStart(node, index - seen);
            range.setEnd(node, Math.min(node.length, index - seen + 1));
            const box = range.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }
          seen += node.length;
        }
      }
      return null;
    }, text);
  }

  /** Hovers some text until a hover with that content appears. */
  async hover(text, expected) {
    const { page } = this;
    return until(`a hover over “${text}” with ${expected}`, async () => {
      const place = await this.textPosition(text);
      if (!place) return undefined;
      // The hover only opens when the mouse moves over the text.
      await page.mouse.move(place.x - 2, place.y);
      await page.mouse.move(place.x, place.y);
      const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: expected }).first();
      await hover.waitFor({ timeout: 3000 });
      return hover;
    }, 60_000, 300);
  }

  /** The frame of the counterexample view. */
  async view() {
    return until("the counterexample view", async () => {
      for (const frame of this.page.frames()) {
        if (await frame.locator("#main section").count().catch(() => 0)) return frame;
      }
      return undefined;
    });
  }

  async notification(text) {
    const found = this.page.locator(".notifications-toasts .notification-toast, .notifications-center .notification-list-item", { hasText: text }).first();
    await found.waitFor();
    return found;
  }
}
