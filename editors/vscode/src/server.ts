/** The language server's life: find the program, start it, restart it within reason, say what went wrong. */
import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  LanguageClientOptions,
  RevealOutputChannelOn,
  ServerOptions,
  State,
} from "vscode-languageclient/node";
import { Status } from "./protocol";
import { RestartPolicy } from "./restartPolicy";
import { JAVA_EXTENSIONS, serverSettings, showsJavaErrors } from "./settings";

export type ServerState = "stopped" | "starting" | "running" | "missing" | "crashed";

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly policy = new RestartPolicy();
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly statusChanged = new vscode.EventEmitter<Status>();
  /** One message at a time: several failures in a row are one trouble to the user. */
  private complaining = false;
  state: ServerState = "stopped";
  readonly onState = this.stateChanged.event;
  readonly onStatus = this.statusChanged.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.OutputChannel,
  ) {}

  /** The program to run, or undefined when there is none; never a guess when the user named one. */
  program(): string | undefined {
    const configured = configuration().get<string>("server.path", "");
    if (configured) {
      return isProgram(configured) ? configured : undefined;
    }
    const suffix = process.platform === "win32" ? ".exe" : "";
    const bundled = this.context.asAbsolutePath(path.join("server", `proviso${suffix}`));
    const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
    return [bundled, ...folders.map((folder) => path.join(folder, `proviso${suffix}`))].find(isProgram);
  }

  async start(): Promise<void> {
    const program = this.program();
    if (program === undefined) {
      this.change("missing");
      void this.complainAboutMissing();
      return;
    }
    this.change("starting");
    const client = this.makeClient(program);
    this.client = client;
    client.onNotification("proviso/statusChanged", (status: Status) => this.statusChanged.fire(status));
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.change("running");
        void vscode.commands.executeCommand("setContext", "proviso.canGenerateTests", this.can("proviso.generateTest"));
        void this.askStatus();
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.log.appendLine(`The server did not start: ${String(error)}`);
      this.change("crashed");
      void this.complainAboutCrash();
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.change("stopped");
    try {
      await client?.stop(3000);
    } catch {
      // It is gone already, or was never there.
    }
    await client?.dispose().catch(() => undefined);
  }

  async restart(): Promise<void> {
    this.policy.forgive();
    await this.stop();
    await this.start();
  }

  dispose(): void {
    void this.stop();
  }

  /** Whether the running server has this command. */
  can(command: string): boolean {
    return this.client?.initializeResult?.capabilities.executeCommandProvider?.commands.includes(command) ?? false;
  }

  /** Sends a request; undefined when there is no server to ask. */
  async request<T>(method: string, params: unknown): Promise<T | undefined> {
    if (this.client === undefined || this.state !== "running") {
      return undefined;
    }
    return (await this.client.sendRequest<T>(method, params)) ?? undefined;
  }

  async execute<T>(command: string, args: unknown[]): Promise<T | undefined> {
    return this.request<T>(ExecuteCommandRequest.method, { command, arguments: args });
  }

  /** Tells the server that settings or trust changed. */
  sendSettings(): void {
    if (this.state === "running") {
      void this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { proviso: currentSettings() } });
    }
  }

  private async askStatus(): Promise<void> {
    try {
      const status = await this.request<Status>("proviso/status", {});
      if (status) {
        this.statusChanged.fire(status);
      }
    } catch (error) {
      this.log.appendLine(`No status: ${String(error)}`);
    }
  }

  private change(state: ServerState): void {
    this.state = state;
    this.stateChanged.fire(state);
  }

  private makeClient(program: string): LanguageClient {
    const server: ServerOptions = { command: program, args: ["lsp"] };
    const options: LanguageClientOptions = {
      documentSelector: [
        { scheme: "file", language: "java" },
        { scheme: "file", language: "jml" },
        { scheme: "untitled", language: "java" },
      ],
      initializationOptions: currentSettings(),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.java,*.jml,pom.xml,build.gradle,build.gradle.kts,proviso.toml}"),
      },
      // Hovers hold pictures as data URIs; no command links are needed in them.
      markdown: { isTrusted: false, supportHtml: true },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          if (this.client === undefined) {
            return { action: CloseAction.DoNotRestart, handled: true };
          }
          if (this.policy.died(Date.now())) {
            this.change("starting");
            return { action: CloseAction.Restart, handled: true };
          }
          this.change("crashed");
          void this.complainAboutCrash();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      initializationFailedHandler: (error) => {
        this.log.appendLine(`Initialisation failed: ${String(error)}`);
        return false;
      },
      middleware: {
        // Another Java extension has its own outline and folding: every entry would appear twice.
        provideDocumentSymbols: async (document, token, next) => (duplicates() ? [] : next(document, token)),
        // VS Code takes the tokens of one extension only: Java's own colours matter more, and JML has its grammar's.
        provideDocumentSemanticTokens: async (document, token, next) => (duplicates() ? undefined : next(document, token)),
        provideFoldingRanges: async (document, context, token, next) => (duplicates() ? [] : next(document, context, token)),
        workspace: {
          configuration: async (params, token, next) => {
            const answers = await next(params, token);
            return Array.isArray(answers)
              ? answers.map((answer, i) => (params.items[i].section === "proviso" ? currentSettings() : answer))
              : answers;
          },
        },
        executeCommand: async (command, args, next) => {
          if (command !== "proviso.generateTest" && command !== "proviso.generateTests") {
            return next(command, args);
          }
          return showGeneratedTest(async () => next(command, args));
        },
      },
    };
    const client = new LanguageClient("proviso", "Proviso", server, options);
    client.registerFeature({
      fillClientCapabilities: (capabilities) => {
        capabilities.experimental = { ...(capabilities.experimental ?? {}), showCounterexample: true };
      },
      initialize: () => undefined,
      getState: () => ({ kind: "static" }),
      clear: () => undefined,
    });
    return client;
  }

  private async complainAboutMissing(): Promise<void> {
    const configured = configuration().get<string>("server.path", "");
    await this.complain(
      configured
        ? `Proviso cannot start: “${configured}” (setting proviso.server.path) is not a program.`
        : "Proviso cannot start: there is no “proviso” program in the extension or on the PATH.",
      { title: "Open Setting", run: () => openSetting("proviso.server.path") },
      { title: "Try Again", run: () => this.restart() },
    );
  }

  private async complainAboutCrash(): Promise<void> {
    await this.complain(
      "The Proviso server stops again and again. Contracts are not checked.",
      { title: "Restart", run: () => this.restart() },
      { title: "Show Log", run: () => this.log.show() },
    );
  }

  private async complain(message: string, ...choices: { title: string; run: () => unknown }[]): Promise<void> {
    if (this.complaining) {
      return;
    }
    this.complaining = true;
    try {
      const answer = await vscode.window.showErrorMessage(message, ...choices);
      this.complaining = false;
      await answer?.run();
    } finally {
      this.complaining = false;
    }
  }
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("proviso");
}

function otherJava(): boolean {
  return JAVA_EXTENSIONS.some((id) => vscode.extensions.getExtension(id) !== undefined);
}

function duplicates(): boolean {
  return !showsJavaErrors(configuration().get<string>("javaErrors"), otherJava());
}

function currentSettings(): Record<string, unknown> {
  return serverSettings(configuration(), { trusted: vscode.workspace.isTrusted, otherJava: otherJava() });
}

export function openSetting(name: string): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", name);
}

/** Opens the test that the server writes, or says why there is none. */
export async function showGeneratedTest(generate: () => Promise<unknown>): Promise<void> {
  try {
    const uri = ((await generate()) as { uri?: unknown } | null | undefined)?.uri;
    if (typeof uri === "string") {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
    }
  } catch (error) {
    void vscode.window.showWarningMessage(`Proviso: ${error instanceof Error ? error.message : String(error)}`);
  }
}
