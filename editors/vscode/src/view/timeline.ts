/** The executed lines: a list that is stepped forward and back, with the values known at each step. */
import { Counterexample } from "../protocol";
import { button, element } from "./dom";

/** So many rows around the current step are in the page; a long trace stays responsive. */
const ROWS_AROUND = 100;

export interface Timeline {
  element: HTMLElement;
  go(step: number): void;
  key(event: KeyboardEvent): boolean;
}

export function timeline(
  shown: Counterexample,
  source: readonly (string | undefined)[],
  onStep: (file: string, line: number, step: number) => void,
): Timeline {
  const trace = shown.violation.trace;
  const count = trace.length;
  let current = -1;
  const list = element("ol", {
    class: "steps", role: "listbox", tabindex: "0", "aria-label": "Executed lines", id: "steps",
  });
  const position = element("output", { class: "position", "aria-live": "polite", id: "position" });
  const values = element("tbody");
  const anyValues = trace.some((step) => (step.values ?? []).length > 0);
  const go = (wanted: number) => {
    const step = Math.max(0, Math.min(count - 1, wanted));
    if (step === current || count === 0) {
      return;
    }
    current = step;
    draw();
    onStep(trace[step].file, trace[step].line, step);
  };
  const draw = () => {
    const from = Math.max(0, current - ROWS_AROUND);
    const to = Math.min(count, current + ROWS_AROUND + 1);
    list.replaceChildren(
      ...(from > 0 ? [gap(from)] : []),
      ...trace.slice(from, to).map((_, i) => row(shown, source[from + i], from + i, from + i === current, () => go(from + i))),
      ...(to < count ? [gap(count - to)] : []),
    );
    list.setAttribute("aria-activedescendant", `step-${current}`);
    list.querySelector(".current")?.scrollIntoView({ block: "nearest" });
    const step = trace[current];
    position.textContent = `Step ${current + 1} of ${count}: line ${step.line} of ${step.method}`;
    values.replaceChildren(
      ...[...valuesAt(shown, current)].map(([name, text]) =>
        element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, text)),
      ),
    );
  };
  const key = (event: KeyboardEvent): boolean => {
    const targets: Record<string, number> = {
      ArrowDown: current + 1, ArrowRight: current + 1, ArrowUp: current - 1, ArrowLeft: current - 1, Home: 0, End: count - 1,
    };
    if (!(event.key in targets) || event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    go(targets[event.key]);
    event.preventDefault();
    return true;
  };
  list.addEventListener("keydown", key);
  const whole =
    count === 0
      ? element("p", {}, "No line of your code was executed.")
      : element(
          "div",
          {},
          element(
            "div",
            { class: "tools" },
            button("First", () => go(0), { id: "first" }),
            button("◀ Back", () => go(current - 1), { id: "back" }),
            button("Forward ▶", () => go(current + 1), { id: "forward" }),
            button("Last", () => go(count - 1), { id: "last" }),
            position,
          ),
          element(
            "div",
            { class: "run" },
            list,
            anyValues
              ? element(
                  "table",
                  { class: "values", id: "values" },
                  element("caption", {}, "Values before the line"),
                  element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Variable"), element("th", { scope: "col" }, "Value"))),
                  values,
                )
              : undefined,
          ),
        );
  return { element: whole, go, key };
}

function row(shown: Counterexample, text: string | undefined, number: number, current: boolean, run: () => void): HTMLElement {
  const step = shown.violation.trace[number];
  const changes = (step.values ?? []).map(({ name, text }) => `${name} = ${text}`).join(", ");
  const made = element(
    "li",
    { id: `step-${number}`, role: "option", "aria-selected": String(current), class: current ? "current" : undefined },
    element("span", { class: "line" }, String(step.line)),
    element("span", { class: "what" }, `${"  ".repeat(Math.min(step.depth, 20))}${text?.trim() || step.method}`),
    changes ? element("span", { class: "changes" }, changes) : undefined,
  );
  made.addEventListener("click", run);
  return made;
}

function gap(count: number): HTMLElement {
  return element("li", { class: "gap", role: "presentation" }, `… ${count} more`);
}

/** Local variables of the current call: the trace holds only what changed. */
function valuesAt(shown: Counterexample, current: number): Map<string, string> {
  const stack: { method: string; values: Map<string, string> }[] = [];
  for (const step of shown.violation.trace.slice(0, current + 1)) {
    stack.length = Math.min(stack.length, step.depth + 1);
    if (stack[step.depth]?.method !== step.method) {
      stack[step.depth] = { method: step.method, values: new Map() };
    }
    for (const { name, text } of step.values ?? []) {
      stack[step.depth].values.set(name, text);
    }
  }
  const depth = shown.violation.trace[current]?.depth ?? 0;
  return stack[depth]?.values ?? new Map();
}
