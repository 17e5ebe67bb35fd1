import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { serverSettings } from "../settings";

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, { default: unknown }> };
    commands: { command: string }[];
  };
}

const manifest = JSON.parse(fs.readFileSync("package.json", "utf8")) as Manifest;
const properties = manifest.contributes.configuration.properties;
const defaults = { get: <T>(key: string) => properties[`proviso.${key}`]?.default as T | undefined };
const calm = { trusted: true, otherJava: false };

test("empty settings are left to the server", () => {
  const settings = serverSettings(defaults, calm);
  assert.equal("jdk" in settings, false);
  assert.equal("jobs" in settings, false);
  assert.equal(settings.k, 3);
  assert.equal(settings.javacDiagnostics, true);
});

test("an untrusted workspace never replays", () => {
  const settings = serverSettings(defaults, { ...calm, trusted: false });
  assert.equal(settings.trusted, false);
  assert.equal(settings.replay, false);
});

test("beside another Java extension javac's errors are shown once, unless wanted", () => {
  assert.equal(serverSettings(defaults, { ...calm, otherJava: true }).javacDiagnostics, false);
  const always = { get: <T>(key: string) => (key === "javaErrors" ? ("always" as T) : defaults.get<T>(key)) };
  assert.equal(serverSettings(always, { ...calm, otherJava: true }).javacDiagnostics, true);
});

test("every setting of the manifest reaches the server or is used by the extension", () => {
  const own = ["server.path", "jdk", "javaErrors", "formatterGuard", "trace.server"];
  const sent = serverSettings({ get: <T>() => 1 as T }, calm);
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
