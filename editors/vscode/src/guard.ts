/** The editor's side of the formatter guard: watches Java documents and offers to undo the damage. */
import * as vscode from "vscode";
import { annotations, switchedOff } from "./formatterGuard";

export function guardAgainstFormatters(context: vscode.ExtensionContext): void {
  const known = new Map<string, Map<string, number>>();
  const remember = (document: vscode.TextDocument) => {
    if (document.languageId === "java") {
      known.set(document.uri.toString(), annotations(lines(document)));
    }
  };
  vscode.workspace.textDocuments.forEach(remember);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(remember),
    vscode.workspace.onDidCloseTextDocument((document) => known.delete(document.uri.toString())),
    vscode.workspace.onDidChangeTextDocument(async (event) => {
      const document = event.document;
      const before = known.get(document.uri.toString());
      if (document.languageId !== "java" || before === undefined || event.contentChanges.length === 0) {
        return;
      }
      const damage = switchedOff(before, lines(document));
      remember(document);
      const wanted = vscode.workspace.getConfiguration("proviso").get<boolean>("formatterGuard", true);
      if (damage.length > 0 && wanted && event.reason === undefined) {
        await offer(document, damage);
      }
    }),
  );
}

async function offer(document: vscode.TextDocument, damage: ReturnType<typeof switchedOff>): Promise<void> {
  const version = document.version;
  const what = damage.length === 1 ? "A contract was" : `${damage.length} contracts were`;
  const answer = await vscode.window.showWarningMessage(
    `${what} switched off: “//@” became “// @”, which JML takes for a plain comment.`,
    "Put //@ Back",
    "Never Warn",
  );
  if (answer === "Never Warn") {
    await vscode.workspace
      .getConfiguration("proviso")
      .update("formatterGuard", false, vscode.ConfigurationTarget.Global);
  }
  if (answer !== "Put //@ Back") {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  // The user may have typed on: then look again for lines of the same shape at the same place.
  for (const { line, start, end } of damage) {
    if (document.version === version || /^\s*\/\/[ \t]+@/.test(document.lineAt(Math.min(line, document.lineCount - 1)).text)) {
      edit.delete(document.uri, new vscode.Range(line, start, line, end));
    }
  }
  await vscode.workspace.applyEdit(edit);
}

function lines(document: vscode.TextDocument): string[] {
  return document.getText().split(/\r\n|\r|\n/);
}
