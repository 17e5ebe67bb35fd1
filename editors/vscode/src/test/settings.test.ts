import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { serverSettings, SettingsSource } from "../settings";

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, { default: unknown }> };
    commands: { command: string }[];
  };
}

const manifest = JSON.parse(fs.readFileSync("package.json", "utf8")) as Manifest;
const properties = manifest.contributes.configuration.properties;

/** Settings as somebody left them: chosen values over the manifest's defaults. */
function settingsWith(chosen: Record<string, unknown>): SettingsSource {
  return {
    get: <T>(key: string) => (chosen[key] ?? properties[`proviso.${key}`]?.default) as T | undefined,
    inspect: (key) => ({ globalValue: chosen[key] }),
  };
}

const defaults = settingsWith({});
const calm = { trusted: true, otherJava: false };

test("empty settings are left to the server", () => {
  const settings = serverSettings(defaults, calm);
  assert.equal("jdk" in settings, false);
  assert.equal("jobs" in settings, false);
  assert.equal(settings.javacDiagnostics, true);
});

test("a default does not override proviso.toml, a chosen value does", () => {
  assert.equal("k" in serverSettings(defaults, calm), false);
  assert.equal("timeout" in serverSettings(defaults, calm), false);
  assert.equal(serverSettings(settingsWith({ k: 2 }), calm).k, 2);
});

test("an untrusted workspace never replays", () => {
  const settings = serverSettings(defaults, { ...calm, trusted: false });
  assert.equal(settings.trusted, false);
  assert.equal(settings.replay, false);
});

test("the server is told which JDK is the user's own", () => {
  assert.equal(serverSettings(settingsWith({ jdk: "/jdk" }), calm).userJdk, "/jdk");
  assert.equal("userJdk" in serverSettings(defaults, calm), false);
});

test("beside another Java extension javac's errors are shown once, unless wanted", () => {
  assert.equal(serverSettings(defaults, { ...calm, otherJava: true }).javacDiagnostics, false);
  const always = settingsWith({ javaErrors: "always" });
  assert.equal(serverSettings(always, { ...calm, otherJava: true }).javacDiagnostics, true);
});

test("every setting of the manifest reaches the server or is used by the extension", () => {
  const own = ["server.path", "javaErrors", "formatterGuard", "trace.server"];
  const sent = serverSettings({ get: <T>() => 1 as T, inspect: () => ({ globalValue: 1 }) }, calm);
  for (const name of Object.keys(properties).map((key) => key.replace("proviso.", ""))) {
    assert.ok(own.includes(name) || name in sent, `nobody reads proviso.${name}`);
  }
});

test("every command of the manifest is registered in the source", () => {
  const source = fs.readFileSync("src/commands.ts", "utf8");
  for (const { command } of manifest.contributes.commands) {
    assert.ok(source.includes(`"${command.replace("proviso.", "")}"`), `${command} is not registered`);
  }
});
