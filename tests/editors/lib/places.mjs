// Where things are: the repository, the program under test, a copy of the example project.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const repository = path.dirname(path.dirname(here));
export const program = path.resolve(repository, process.env.PROVISO_PROGRAM ?? "target/release/proviso");
export const screenshots = path.join(here, "screenshots");

/** A fresh copy of the project that the stories are about. */
export function copyProject(folder) {
  fs.cpSync(path.join(here, "project"), folder, { recursive: true });
  return path.join(folder, "src/main/java/bank/Account.java");
}

/** Replaces a piece of a file's text that must be there. */
export function replaceIn(file, from, to) {
  const text = fs.readFileSync(file, "utf8");
  if (!text.includes(from)) {
    throw new Error(`${file} does not hold: ${from}`);
  }
  fs.writeFileSync(file, text.replace(from, to));
}
