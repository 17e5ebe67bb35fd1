/** From the editor's settings to what the server is told (names as in docs/lsp.md). */

/** The editor's settings; `inspect` tells a value somebody chose from a default. */
export interface SettingsSource {
  get<T>(key: string): T | undefined;
  inspect(key: string): { globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown } | undefined;
}

export interface Surroundings {
  trusted: boolean;
  /** Another extension shows Java errors and an outline. */
  otherJava: boolean;
}

/** Names that proviso.toml has too: a default of ours must not override what stands there. */
const OF_THE_PROJECT = [
  "jdk", "classpath", "sourcePath", "specPath", "k", "nBound", "arrayBound", "loopBound", "callDepth", "strategy", "calls", "arithmetic",
  "keys", "loops", "close", "world", "entry", "nondet", "contracts", "check", "nullableByDefault", "timeout", "jobs", "replay", "sandbox", "cache",
] as const;

const OF_THE_EDITOR = ["memory", "checkOn", "scope", "debounce", "diagram", "codeLens", "inlayHints"] as const;

/** Extensions that report errors of Java code themselves. */
export const JAVA_EXTENSIONS = ["redhat.java", "oracle.oracle-java", "asf.apache-netbeans-java", "georgewfraser.vscode-javac"];

export function showsJavaErrors(setting: string | undefined, otherJava: boolean): boolean {
  return setting === "always" || (setting !== "never" && !otherJava);
}

export function serverSettings(source: SettingsSource, around: Surroundings): Record<string, unknown> {
  const settings: Record<string, unknown> = { trusted: around.trusted };
  for (const name of [...OF_THE_PROJECT.filter((name) => isChosen(source, name)), ...OF_THE_EDITOR]) {
    const value = source.get<unknown>(name);
    // What is left empty is the server's to choose.
    if (value !== undefined && value !== null && value !== "") {
      settings[name] = value;
    }
  }
  // The server takes some things from the user only; which value is the user's own, only the editor knows.
  const own = source.inspect("jdk")?.globalValue;
  if (typeof own === "string" && own !== "") {
    settings.userJdk = own;
  }
  if (!around.trusted) {
    settings.replay = false;
  }
  settings.javacDiagnostics = showsJavaErrors(source.get<string>("javaErrors"), around.otherJava);
  return settings;
}

function isChosen(source: SettingsSource, name: string): boolean {
  const found = source.inspect(name);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((value) => value !== undefined);
}
