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

/** The fields of a Rust struct as JSON names them. */
function fieldsOf(file: string, struct: string): string[] {
  const fields = new RegExp(`pub struct ${struct} \\{([^}]*)\\}`).exec(fs.readFileSync(file, "utf8"))?.[1] ?? "";
  const names = [...fields.matchAll(/pub (\w+):/g)].map(([, name]) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  assert.ok(names.length > 10, "the names were found");
  return names;
}

test("the settings mirror proviso.toml", () => {
  for (const name of fieldsOf("../../server/project/src/config.rs", "Config")) {
    assert.ok(`proviso.${name}` in properties, `proviso.toml knows ${name}, the settings do not`);
    assert.ok(name in serverSettings(settingsWith({ [name]: 1 }), calm), `${name} is not sent`);
  }
});

test("what the server can be told can be set", () => {
  // The extension decides these itself.
  const own = ["trusted", "userJdk", "javacDiagnostics", "pullDiagnostics"];
  for (const name of fieldsOf("../../server/proviso/src/lsp/settings.rs", "Settings")) {
    assert.ok(own.includes(name) || `proviso.${name}` in properties, `the server knows ${name}, the settings do not`);
  }
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
