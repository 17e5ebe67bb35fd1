/** The whole counterexample as plain text: for screen readers, issue trackers and mail. */
import { Counterexample, Outcome } from "../protocol";

export function outcomeText(outcome: Outcome): string {
  switch (outcome.how) {
    case "returns":
      return outcome.value === null || outcome.value === undefined ? "returns" : `returns ${outcome.text}`;
    case "throws":
      return `throws ${outcome.class}${outcome.message ? `: ${outcome.message}` : ""}`;
    case "stopped":
      return "stops there";
  }
}

export function replayText({ replay }: { replay: string }): string {
  return replay === "confirmed"
    ? "Confirmed on a real JVM"
    : replay === "run"
      ? "Run on a real JVM, which cannot show the finding itself"
      : replay === "diverged"
        ? "The JVM went another way: please report this"
        : "Not run on a JVM";
}

export function asText(shown: Counterexample): string {
  const { violation } = shown;
  const lines = [
    shown.method,
    shown.sentence || violation.message,
    `${replayText(violation)}${violation.replay_note ? ` (${violation.replay_note})` : ""}.`,
    "",
    ...(violation.clause ? [`Broken: ${violation.clause.text.trim()}`] : []),
    ...(violation.clause_values ?? []).map(({ expression, text }) => `  ${expression} = ${text}`),
    "Input:",
    ...violation.inputs.map(({ name, text }) => `  ${name} = ${text}`),
    `The method ${outcomeText(violation.outcome)}.`,
    ...(shown.unicodeBefore ? ["", "Heap before:", shown.unicodeBefore] : []),
    ...(shown.unicodeAfter ? ["", "Heap after:", shown.unicodeAfter] : []),
    "",
    "Executed lines:",
    ...violation.trace.map(({ line, method, depth, values }) =>
      `  ${"  ".repeat(Math.min(depth, 20))}${line} ${method}${values?.length ? `  ${values.map(({ name, text }) => `${name} = ${text}`).join(", ")}` : ""}`),
  ];
  return lines.join("\n") + "\n";
}
