/** The page of the counterexample view. */
import { Counterexample, FromView, ToView } from "../protocol";
import { diagram } from "./diagram";
import { button, element } from "./dom";
import { asText, outcomeText, replayText } from "./text";
import { Timeline, timeline } from "./timeline";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

const editor = acquireVsCodeApi();
const main = document.getElementById("main") as HTMLElement;
let run: Timeline | undefined;

window.addEventListener("message", (event: MessageEvent<ToView>) => {
  switch (event.data.type) {
    case "show":
      return show(event.data.counterexample, event.data.source, event.data.canGenerateTests);
    case "stale":
      return markStale();
  }
});

document.addEventListener("keydown", (event) => {
  // Outside of lists, tabs and diagrams the arrow keys step too.
  if (event.target === document.body) {
    run?.key(event);
  }
});

function show(shown: Counterexample, source: readonly (string | undefined)[], canGenerateTests: boolean): void {
  const { violation } = shown;
  const steps = timeline(shown, source, (file, line) => editor.postMessage({ type: "step", file, line }));
  run = steps;
  main.replaceChildren(
    element(
      "header",
      {},
      element("h1", {}, shortName(shown.method)),
      element("p", { class: "sentence", id: "sentence" }, shown.sentence || violation.message),
      element("p", { class: `replay ${violation.replay}` }, replayText(violation), violation.replay_note ? ` (${violation.replay_note})` : undefined),
      element("p", { class: "stale", id: "stale", role: "status", hidden: !shown.stale }, "The code was edited since: this belongs to the earlier text."),
      others(shown),
      actions(shown, canGenerateTests),
    ),
    section("What is broken", clause(shown)),
    section("Input", inputs(shown)),
    section("Heap", heaps(shown)),
    section("Execution", steps.element),
    section("Guarantee", element("p", {}, shown.guarantee)),
  );
  steps.go(0);
}

function section(title: string, ...children: Node[]): HTMLElement {
  const id = `title-${title.replaceAll(" ", "-").toLowerCase()}`;
  return element("section", { "aria-labelledby": id }, element("h2", { id }, title), ...children);
}

function others(shown: Counterexample): HTMLElement | undefined {
  if (shown.count < 2) {
    return undefined;
  }
  const go = (index: number) => editor.postMessage({ type: "other", index });
  return element(
    "nav",
    { class: "tools", "aria-label": "Violations of this method" },
    button("Previous violation", () => go((shown.index + shown.count - 1) % shown.count)),
    button("Next violation", () => go((shown.index + 1) % shown.count)),
    element("span", {}, `${shown.index + 1} of ${shown.count}`),
  );
}

function actions(shown: Counterexample, canGenerateTests: boolean): HTMLElement {
  const java = shown.java;
  return element(
    "div",
    { class: "tools" },
    canGenerateTests ? button("Generate test", () => editor.postMessage({ type: "generateTest" }), { id: "generate-test", class: "primary" }) : undefined,
    java ? button("Copy as Java", () => editor.postMessage({ type: "copy", what: "java", text: java }), { id: "copy-java" }) : undefined,
    button("Copy as text", () => editor.postMessage({ type: "copy", what: "text", text: asText(shown) }), { id: "copy-text" }),
  );
}

function clause(shown: Counterexample): HTMLElement {
  const { violation } = shown;
  const place = violation.clause ?? violation.at;
  const values = violation.clause_values ?? [];
  return element(
    "div",
    {},
    violation.clause ? element("pre", { class: "clause", id: "clause", tabindex: "0" }, violation.clause.text.trim()) : undefined,
    element("p", {}, `${violation.message} (${violation.kind})`),
    values.length > 0
      ? table("Parts of the clause", ["Expression", "Value"], values.map(({ expression, text }) => [expression, text]))
      : undefined,
    element(
      "div",
      { class: "tools" },
      button("Go to the clause", () => editor.postMessage({ type: "reveal", place })),
      button("Go to the line that broke it", () => editor.postMessage({ type: "reveal", place: violation.at })),
    ),
  );
}

function inputs(shown: Counterexample): HTMLElement {
  const rows = shown.violation.inputs.map(({ name, type, text }) => [name, type, text]);
  return element(
    "div",
    {},
    rows.length > 0 ? table("Input of the method", ["Name", "Type", "Value"], rows) : element("p", {}, "The method has no input."),
    element("p", { id: "outcome" }, `The method ${outcomeText(shown.violation.outcome)}.`),
  );
}

function table(caption: string, heads: string[], rows: string[][]): HTMLTableElement {
  return element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element(
      "tbody",
      {},
      ...rows.map(([name, ...cells]) =>
        element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))),
      ),
    ),
  );
}

/** Two tabs, as the accessible tab pattern has them: arrow keys move between tabs. */
function heaps(shown: Counterexample): HTMLElement {
  const all = [
    { name: "Before", id: "before", svg: shown.svgBefore, text: shown.unicodeBefore },
    { name: "After", id: "after", svg: shown.svgAfter, text: shown.unicodeAfter },
  ].filter(({ svg, text }) => svg !== null || text !== null);
  if (all.length === 0) {
    return element("p", {}, "No objects take part.");
  }
  const tabs = all.map(({ name, id }) => button(name, () => select(id), { role: "tab", id: `tab-${id}`, "aria-controls": `heap-${id}` }));
  const panels = all.map(({ name, id, svg, text }) =>
    element(
      "div",
      { role: "tabpanel", id: `heap-${id}`, "aria-labelledby": `tab-${id}` },
      svg ? diagram(svg, `Heap ${name.toLowerCase()} the method ran; as text below`) : undefined,
      text ? element("details", { open: svg === null }, element("summary", {}, "As text"), element("pre", { tabindex: "0" }, text)) : undefined,
    ),
  );
  const select = (wanted: string) => {
    all.forEach(({ id }, i) => {
      tabs[i].setAttribute("aria-selected", String(id === wanted));
      tabs[i].tabIndex = id === wanted ? 0 : -1;
      panels[i].hidden = id !== wanted;
    });
  };
  const list = element("div", { role: "tablist", class: "tabs", "aria-label": "Heap" }, ...tabs);
  list.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const next = (tabs.indexOf(document.activeElement as HTMLButtonElement) + 1) % tabs.length;
      select(all[next].id);
      tabs[next].focus();
      event.preventDefault();
    }
  });
  select(all[0].id);
  return element("div", {}, list, ...panels);
}

function markStale(): void {
  const note = document.getElementById("stale");
  if (note) {
    note.hidden = false;
  }
}

function shortName(method: string): string {
  return method.replace(/\(.*$/, "").split(".").slice(-2).join(".");
}

editor.postMessage({ type: "ready" });
