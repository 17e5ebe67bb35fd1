/** From the editor's settings to what the server is told (names as in docs/lsp.md). */

export interface SettingsSource {
  get<T>(key: string): T | undefined;
}

export interface Surroundings {
  trusted: boolean;
  /** Another extension shows Java errors and an outline. */
  otherJava: boolean;
}

const SAME_NAME = [
  "classpath", "sourcePath", "specPath", "k", "nBound", "arrayBound", "loopBound", "callDepth", "strategy", "calls",
  "timeout", "jobs", "replay", "cache", "checkOn", "debounce", "diagram", "codeLens", "inlayHints",
] as const;

/** Extensions that report errors of Java code themselves. */
export const JAVA_EXTENSIONS = ["redhat.java", "oracle.oracle-java", "asf.apache-netbeans-java", "georgewfraser.vscode-javac"];

export function showsJavaErrors(setting: string | undefined, otherJava: boolean): boolean {
  return setting === "always" || (setting !== "never" && !otherJava);
}

export function serverSettings(source: SettingsSource, around: Surroundings): Record<string, unknown> {
  const settings: Record<string, unknown> = { trusted: around.trusted };
  for (const name of SAME_NAME) {
    const value = source.get<unknown>(name);
    // What is left empty is the server's to choose.
    if (value !== undefined && value !== null) {
      settings[name] = value;
    }
  }
  const jdk = source.get<string>("jdk");
  if (jdk) {
    settings.jdk = jdk;
  }
  if (!around.trusted) {
    settings.replay = false;
  }
  settings.javacDiagnostics = showsJavaErrors(source.get<string>("javaErrors"), around.otherJava);
  return settings;
}
