/** The status-bar item: what the server does now and what it has found. */
import * as vscode from "vscode";
import { Status } from "./protocol";
import { Server, ServerState } from "./server";

export function showStatus(context: vscode.ExtensionContext, server: Server): void {
  const item = vscode.window.createStatusBarItem("proviso.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Proviso";
  item.command = "proviso.showMenu";
  const show = (text: string, tooltip: string, colour?: string) => {
    item.text = text;
    item.tooltip = tooltip;
    item.backgroundColor = colour ? new vscode.ThemeColor(colour) : undefined;
    item.accessibilityInformation = { label: `Proviso: ${tooltip}` };
    item.show();
  };
  const showState = (state: ServerState) => {
    switch (state) {
      case "starting":
        return show("$(sync~spin) Proviso", "starting");
      case "missing":
        return show("$(error) Proviso", "the program was not found", "statusBarItem.errorBackground");
      case "crashed":
        return show("$(error) Proviso", "the server stopped", "statusBarItem.errorBackground");
      case "stopped":
        return show("$(circle-slash) Proviso", "stopped");
      case "running":
        return show("$(shield) Proviso", "ready");
    }
  };
  const showServerStatus = (status: Status) => {
    if (server.state !== "running") {
      return;
    }
    const found = summary(status);
    if (status.state === "down") {
      show("$(warning) Proviso", status.message || "not working", "statusBarItem.warningBackground");
      void complainAboutJdk(status);
    } else if (status.state === "idle") {
      const icon = status.workspace.violated > 0 ? "$(error)" : "$(shield)";
      show(`${icon} Proviso${found.short}`, found.long);
    } else {
      const progress = status.total > 0 ? ` ${status.done}/${status.total}` : "";
      show(`$(sync~spin) Proviso${progress}`, `${status.message || status.state} — ${found.long}`);
    }
  };
  let complained = false;
  const complainAboutJdk = async (status: Status) => {
    if (status.jdk !== null || complained) {
      return;
    }
    complained = true;
    const answer = await vscode.window.showErrorMessage(`Proviso: ${status.message || "no JDK was found"}`, "Open Setting", "Doctor");
    if (answer === "Open Setting") {
      await vscode.commands.executeCommand("workbench.action.openSettings", "proviso.jdk");
    } else if (answer === "Doctor") {
      await vscode.commands.executeCommand("proviso.doctor");
    }
  };
  showState(server.state);
  context.subscriptions.push(item, server.onState(showState), server.onStatus(showServerStatus));
}

function summary(status: Status): { short: string; long: string } {
  const { violated, holds, holdsToBound, unknown, specError } = status.workspace;
  const parts: [number, string][] = [
    [violated, "violated"],
    [holds, "hold for all inputs"],
    [holdsToBound, "hold to the bound"],
    [unknown, "unknown"],
    [specError, "with errors in the contract"],
  ];
  const long = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return {
    short: violated > 0 ? ` ${violated}` : "",
    long: long.length > 0 ? `methods: ${long.join(", ")}` : "nothing checked yet",
  };
}
