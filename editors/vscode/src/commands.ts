/** The commands of the palette. The server's own commands (docs/lsp.md) are registered by the language client. */
import * as path from "node:path";
import * as vscode from "vscode";
import { CounterexampleView } from "./counterexample";
import { Paths } from "./protocol";
import { Server, showGeneratedTest } from "./server";

const PATHS_SCHEME = "proviso-paths";

export function registerCommands(context: vscode.ExtensionContext, server: Server, view: CounterexampleView): void {
  const pages = new Map<string, string>();
  const register = (name: string, run: (...args: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`proviso.${name}`, run));

  register("checkThisFile", () => withJava((editor) => server.execute("proviso.checkFile", [uriOf(editor)])));
  register("checkProject", () => runTask(server, "check the project", ["check", "."]));
  register("checkThisMethodDeeper", () =>
    withJava(async (editor) => {
      const paths = await pathsHere(server, editor);
      if (paths) {
        await server.execute("proviso.checkDeeper", [uriOf(editor), paths.method]);
      }
    }),
  );
  // From lenses and actions with arguments, from the palette without.
  register("showCounterexample", (uri?: string, method?: string, violation?: number) =>
    typeof uri === "string"
      ? view.show({ uri, method, violation })
      : withJava((editor) => view.show({ uri: uriOf(editor), position: editor.selection.active })),
  );
  register("generateTestHere", () =>
    withJava(async (editor) => {
      const found = await view.find({ uri: uriOf(editor), position: editor.selection.active });
      if (found) {
        await showGeneratedTest(() => server.execute("proviso.generateTest", [found.uri, found.method, found.index]));
      }
    }),
  );
  register("generateTestsHere", () =>
    withJava(async (editor) => {
      const paths = await pathsHere(server, editor);
      if (paths) {
        await showGeneratedTest(() => server.execute("proviso.generateTests", [uriOf(editor), paths.method]));
      }
    }),
  );
  register("showPaths", () =>
    withJava(async (editor) => {
      const paths = await pathsHere(server, editor);
      if (paths) {
        const uri = vscode.Uri.from({ scheme: PATHS_SCHEME, path: `${paths.method}.md` });
        pages.set(uri.path, describe(paths));
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
      }
    }),
  );
  register("cancelChecks", () => server.execute("proviso.cancel", []));
  register("restartServer", () => server.restart());
  register("doctor", () => runTask(server, "doctor", ["doctor"]));
  register("showLog", () => server.log.show());
  register("showMenu", () => showMenu(server));
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(PATHS_SCHEME, {
      provideTextDocumentContent: (uri) => pages.get(uri.path) ?? "Ask again: this page belongs to an earlier session.",
    }),
  );
}

function uriOf(editor: vscode.TextEditor): string {
  return editor.document.uri.toString();
}

async function withJava(run: (editor: vscode.TextEditor) => unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "java") {
    void vscode.window.showInformationMessage("Proviso: open a Java file first.");
    return;
  }
  await run(editor);
}

async function pathsHere(server: Server, editor: vscode.TextEditor): Promise<Paths | undefined> {
  const paths = await server.request<Paths>("proviso/paths", { uri: uriOf(editor), position: editor.selection.active });
  if (!paths) {
    void vscode.window.showInformationMessage("Proviso: put the cursor into a method that has been checked.");
  }
  return paths;
}

function describe(paths: Paths): string {
  const rows = (title: string, entries: [string, unknown][]) => [`## ${title}`, "", "| | |", "|---|---|",
    ...entries.map(([name, value]) => `| ${name} | ${value ?? "–"} |`), ""];
  return [
    `# ${paths.method}`, "", `**${paths.verdict}** — ${paths.sentence}`, "",
    ...rows("Figures", Object.entries(paths.stats).map(([name, value]) => [name.replaceAll("_", " "), value])),
    ...rows("Bounds", Object.entries(paths.bounds)),
    ...rows("Coverage", Object.entries(paths.coverage).map(([name, [covered, total]]) => [name, `${covered} of ${total}`])),
    ...(paths.cuts.length > 0
      ? ["## Where a bound was met", "", ...paths.cuts.map((cut) => `- ${cut.bound}: ${path.basename(cut.file)} line ${cut.line}, ${cut.count} times`), ""]
      : []),
    ...(paths.unknowns.length > 0
      ? ["## What is unknown", "", ...paths.unknowns.map((unknown) => `- ${unknown.why}${unknown.line > 0 ? ` (line ${unknown.line})` : ""}`), ""]
      : []),
  ].join("\n");
}

/** As a task: its output stays readable after the program has ended. */
async function runTask(server: Server, title: string, args: string[]): Promise<void> {
  const program = server.program();
  if (program === undefined) {
    void vscode.window.showErrorMessage("Proviso: the program was not found; see the setting proviso.server.path.");
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0];
  const jdk = vscode.workspace.getConfiguration("proviso").get<string>("jdk", "");
  const flags = jdk ? ["--jdk", jdk] : [];
  const noReplay = args[0] === "check" && !vscode.workspace.isTrusted ? ["--no-replay"] : [];
  const execution = new vscode.ProcessExecution(program, [...args, ...flags, ...noReplay], { cwd: folder?.uri.fsPath });
  const task = new vscode.Task({ type: "proviso" }, folder ?? vscode.TaskScope.Workspace, title, "Proviso", execution);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
  await vscode.tasks.executeTask(task);
}

async function showMenu(server: Server): Promise<void> {
  const entries = [
    ["$(shield) Check this file", "checkThisFile"],
    ["$(search) Show counterexample", "showCounterexample"],
    ...(server.can("proviso.generateTest") ? [["$(beaker) Generate a test", "generateTestHere"]] : []),
    ...(server.can("proviso.generateTests") ? [["$(beaker) Generate covering tests", "generateTestsHere"]] : []),
    ["$(git-branch) How was this method explored?", "showPaths"],
    ["$(project) Check the whole project", "checkProject"],
    ["$(debug-restart) Restart server", "restartServer"],
    ["$(pulse) Doctor", "doctor"],
    ["$(output) Show log", "showLog"],
  ];
  const choice = await vscode.window.showQuickPick(
    entries.map(([label, command]) => ({ label, command })),
    { placeHolder: "Proviso" },
  );
  if (choice) {
    await vscode.commands.executeCommand(`proviso.${choice.command}`);
  }
}
