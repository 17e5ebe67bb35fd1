// Compiles a project's main and test sources with javac and runs the tests with JUnit's console launcher.
import fs from "node:fs";
import path from "node:path";
import { run } from "./processes.mjs";

const JARS = [
  "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-console", "junit-platform-engine",
  "junit-platform-launcher", "junit-platform-reporting", "opentest4j", "opentest4j-reporting-events", "apiguardian-api", "picocli",
].map((name) => `/usr/share/java/${name}.jar`).filter((jar) => fs.existsSync(jar));

function sources(folder) {
  return fs.existsSync(folder)
    ? fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".java")).map((name) => path.join(folder, name))
    : [];
}

/** The launcher's exit code (0: all passed, 1: some failed) and output. */
export async function runJUnit(project, scratch) {
  const classes = path.join(scratch, "classes");
  fs.rmSync(classes, { recursive: true, force: true });
  const all = [...sources(path.join(project, "src/main/java")), ...sources(path.join(project, "src/test/java"))];
  const classPath = [classes, ...JARS].join(":");
  const compiled = await run("javac", ["-nowarn", "-d", classes, "-cp", classPath, ...all], 120_000);
  if (compiled.code !== 0) {
    throw new Error(`the generated test does not compile:\n${compiled.output}`);
  }
  return run("java", ["-cp", classPath, "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--disable-ansi-colors", "--fail-if-no-tests", "--scan-class-path", classes], 120_000);
}
