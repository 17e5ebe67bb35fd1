/** Proviso in VS Code: starts the server and wires commands, status and views to it. */
import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { CounterexampleView } from "./counterexample";
import { guardAgainstFormatters } from "./guard";
import { Server } from "./server";
import { showStatus } from "./status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Proviso");
  server = new Server(context, log);
  const view = new CounterexampleView(context, server);
  context.subscriptions.push(log, server, view);
  registerCommands(context, server, view);
  showStatus(context, server);
  guardAgainstFormatters(context);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("proviso.server.path")) {
        await server?.restart();
      } else if (event.affectsConfiguration("proviso")) {
        server?.sendSettings();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server?.sendSettings()),
    vscode.extensions.onDidChange(() => server?.sendSettings()),
  );
  await server.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
