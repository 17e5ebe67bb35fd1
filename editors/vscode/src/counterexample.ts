/** The counterexample view: a panel beside the code that shows one witness and lets the editor follow its steps. */
import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { Counterexample, CounterexampleParams, FromView, Place, ToView } from "./protocol";
import { Server, showGeneratedTest } from "./server";

export class CounterexampleView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: Counterexample | undefined;
  private ready = false;
  private readonly lineMark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.stackFrameHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editor.stackFrameHighlightBackground"),
  });
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.subscriptions.push(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length > 0 && event.document.uri.toString() === this.shown?.uri) {
          this.post({ type: "stale" });
        }
      }),
    );
  }

  dispose(): void {
    this.panel?.dispose();
    this.lineMark.dispose();
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** Asks the server; tells the user when there is nothing to show. */
  async find(params: CounterexampleParams): Promise<Counterexample | undefined> {
    const found =
      (await this.server.request<Counterexample>("proviso/counterexample", params)) ??
      // The cursor is in no violated method: any violation of the file is better than none.
      (params.method === undefined ? await this.server.request<Counterexample>("proviso/counterexample", { uri: params.uri }) : undefined);
    if (!found) {
      void vscode.window.showInformationMessage(
        this.server.state === "running"
          ? "Proviso: there is no counterexample here. Nothing is violated, or the check is still running."
          : "Proviso: the server is not running.",
      );
    }
    return found;
  }

  async show(params: CounterexampleParams): Promise<void> {
    const found = await this.find(params);
    if (!found) {
      return;
    }
    this.shown = found;
    if (this.panel === undefined) {
      this.open();
    } else {
      this.panel.reveal(undefined, false);
    }
    if (this.panel) {
      this.panel.title = `Counterexample: ${shortName(found.method)}`;
    }
    if (this.ready) {
      await this.postShown(found);
    }
  }

  private async postShown(counterexample: Counterexample): Promise<void> {
    const files = new Map<string, vscode.TextDocument | undefined>();
    const source: (string | undefined)[] = [];
    for (const { file, line } of counterexample.violation.trace) {
      if (!files.has(file)) {
        files.set(file, await this.documentFor(file));
      }
      const document = files.get(file);
      source.push(document && line >= 1 && line <= document.lineCount ? document.lineAt(line - 1).text : undefined);
    }
    this.post({ type: "show", counterexample, source, canGenerateTests: this.server.can("proviso.generateTest") });
  }

  private open(): void {
    const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
    const dist = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel(
      "proviso.counterexample",
      "Counterexample",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [media, dist] },
    );
    this.panel = panel;
    this.ready = false;
    panel.iconPath = vscode.Uri.joinPath(media, "icon.png");
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.shown = undefined;
      this.ready = false;
      this.clearMarks();
    });
    panel.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "view.js")).toString();
    const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(media, "counterexample.css")).toString();
    panel.webview.html = page(panel.webview.cspSource, script, style);
  }

  private post(message: ToView): void {
    void this.panel?.webview.postMessage(message);
  }

  private async receive(message: FromView): Promise<void> {
    const shown = this.shown;
    if (!shown) {
      return;
    }
    switch (message.type) {
      case "ready":
        this.ready = true;
        return this.postShown(shown);
      case "step":
        return this.follow(message.file, message.line);
      case "reveal":
        return this.reveal(message.place);
      case "other":
        return this.show({ uri: shown.uri, method: shown.method, violation: message.index });
      case "generateTest":
        return showGeneratedTest(() => this.server.execute("proviso.generateTest", [shown.uri, shown.method, shown.index]));
      case "copy":
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage(message.what === "java" ? "Copied as Java" : "Copied as text", 3000);
    }
  }

  /** The line a step is on, marked in an editor without taking the focus from the view. */
  private async follow(file: string, line: number): Promise<void> {
    const editor = await this.editorFor(file);
    if (!editor || line < 1) {
      return;
    }
    const number = Math.min(line, editor.document.lineCount) - 1;
    const range = editor.document.lineAt(number).range;
    this.clearMarks();
    editor.setDecorations(this.lineMark, [range]);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  private async reveal(place: Place): Promise<void> {
    const editor = await this.editorFor(place.file);
    if (editor) {
      const { start, end } = place.range;
      const range = new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
      editor.selection = new vscode.Selection(range.start, range.end);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private async editorFor(file: string): Promise<vscode.TextEditor | undefined> {
    const uri = this.resolve(file);
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
    if (visible) {
      return visible;
    }
    const document = await this.documentFor(file);
    return document && vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true, preview: true });
  }

  private async documentFor(file: string): Promise<vscode.TextDocument | undefined> {
    try {
      return await vscode.workspace.openTextDocument(this.resolve(file));
    } catch {
      return undefined; // A line of the JDK, for which there is no file.
    }
  }

  /** Report paths are absolute or relative to the project root. */
  private resolve(file: string): vscode.Uri {
    const own = vscode.Uri.parse(this.shown?.uri ?? "");
    if (own.fsPath === file || own.fsPath.endsWith(`/${file}`) || own.fsPath.endsWith(`\\${file}`)) {
      return own;
    }
    const root = vscode.workspace.getWorkspaceFolder(own)?.uri;
    return path.isAbsolute(file) || !root ? vscode.Uri.file(file) : vscode.Uri.joinPath(root, file);
  }

  private clearMarks(): void {
    vscode.window.visibleTextEditors.forEach((editor) => editor.setDecorations(this.lineMark, []));
  }
}

function shortName(method: string): string {
  const name = method.slice(0, method.indexOf("(") < 0 ? undefined : method.indexOf("("));
  return name.split(".").slice(-2).join(".");
}

function page(source: string, script: string, style: string): string {
  const nonce = randomBytes(16).toString("hex");
  // Inline styles are allowed for the diagrams' own <style>; scripts only ours.
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${source} data:; style-src ${source} 'unsafe-inline'; script-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Counterexample</title>
</head>
<body>
<main id="main"><p>Asking the server …</p></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
