/** The server's own requests and notifications: docs/lsp.md in types. */

export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** A place as the JSON report writes it: lines and columns count from 1. */
export interface Place {
  file: string;
  range: { start: { line: number; column: number }; end: { line: number; column: number } };
}

export interface TraceStep {
  file: string;
  line: number;
  method: string;
  depth: number;
  values?: { name: string; text: string }[];
}

export type Outcome =
  | { how: "returns"; value: unknown; text: string }
  | { how: "throws"; class: string; message: string | null }
  | { how: "stopped" };

export interface Violation {
  kind: string;
  severity: string;
  message: string;
  clause?: Place & { text: string };
  at: Place;
  replay: "confirmed" | "run" | "diverged" | "not-replayable";
  replay_note?: string;
  inputs: { name: string; type: string; text: string }[];
  outcome: Outcome;
  trace: TraceStep[];
  clause_values?: { expression: string; text: string }[];
}

export interface Counterexample {
  uri: string;
  version: number | null;
  method: string;
  index: number;
  count: number;
  stale: boolean;
  range: Range;
  violation: Violation;
  sentence: string;
  guarantee: string;
  table: { name: string; value: string }[];
  svgBefore: string | null;
  svgAfter: string | null;
  unicodeBefore: string | null;
  unicodeAfter: string | null;
  steps: { line: number; file: string; text: string; svg?: string }[];
  /** Java statements that build the input; absent in older servers. */
  java?: string | null;
}

export interface CounterexampleParams {
  uri: string;
  method?: string;
  violation?: number;
  position?: { line: number; character: number };
}

export interface Paths {
  method: string;
  verdict: string;
  sentence: string;
  bounds: Record<string, number | null>;
  cuts: { bound: string; file: string; line: number; count: number }[];
  unknowns: { why: string; file: string; line: number }[];
  stats: Record<string, number>;
  coverage: { branches: [number, number]; instructions: [number, number] };
}

export interface Status {
  state: "idle" | "preparing" | "checking" | "down";
  done: number;
  total: number;
  message: string;
  jdk: string | null;
  version: string;
  sidecar: "up" | "down";
  workspace: { violated: number; holds: number; holdsToBound: number; unknown: number; specError: number };
}

/** What the counterexample view is told. */
export type ToView =
  | {
      type: "show";
      counterexample: Counterexample;
      /** The text of each executed line, as far as the file is at hand. */
      source: (string | undefined)[];
      /** Whether the server can write tests. */
      canGenerateTests: boolean;
    }
  | { type: "stale" };

/** What the counterexample view says. */
export type FromView =
  | { type: "ready" }
  | { type: "step"; file: string; line: number }
  | { type: "reveal"; place: Place }
  | { type: "other"; index: number }
  | { type: "generateTest" }
  | { type: "copy"; what: "java" | "text"; text: string };
