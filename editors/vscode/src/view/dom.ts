/** Building elements without `innerHTML`: everything from the server is text, except the diagrams. */

type Attributes = Record<string, string | boolean | undefined>;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) {
      made.setAttribute(key, "");
    } else if (value !== undefined && value !== false) {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(label: string, run: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", run);
  return made;
}

let diagrams = 0;

/** A diagram of the server's as a live element; scripts and links in it are dropped. */
export function diagramElement(svg: string): SVGSVGElement | undefined {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") {
    return undefined;
  }
  parsed.querySelectorAll("script, foreignObject, a, image").forEach((part) => part.remove());
  for (const part of [parsed, ...parsed.querySelectorAll("*")]) {
    for (const attribute of [...part.attributes]) {
      if (attribute.name.startsWith("on") || attribute.name === "href" || attribute.name === "xlink:href") {
        part.removeAttribute(attribute.name);
      }
    }
  }
  // Two diagrams in one page must not take each other's arrow heads: one of them may be hidden.
  const suffix = `-${++diagrams}`;
  for (const part of parsed.querySelectorAll("*")) {
    if (part.id) {
      part.id += suffix;
    }
    for (const attribute of [...part.attributes]) {
      attribute.value = attribute.value.replace(/url\(#([^)]+)\)/g, `url(#$1${suffix})`);
    }
  }
  return document.importNode(parsed, true) as unknown as SVGSVGElement;
}
