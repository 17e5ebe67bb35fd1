/** A diagram that can be zoomed and panned with mouse, wheel and keys. */
import { button, diagramElement, element } from "./dom";

const STEP = 1.25;
const SMALLEST = 0.1;
const LARGEST = 8;

export function diagram(svg: string, label: string): HTMLElement {
  const picture = diagramElement(svg);
  if (!picture) {
    return element("p", {}, "The diagram cannot be shown; see the text below.");
  }
  const width = number(picture, "width", 2);
  const height = number(picture, "height", 3);
  if (!picture.hasAttribute("viewBox")) {
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  picture.setAttribute("aria-hidden", "true");
  const frame = element("div", { class: "frame", tabindex: "0", role: "img", "aria-label": label });
  frame.append(picture);
  const shown = element("output", { class: "zoom", "aria-label": "Zoom" });
  let zoom = 1;
  const setZoom = (wanted: number) => {
    zoom = Math.min(LARGEST, Math.max(SMALLEST, wanted));
    picture.setAttribute("width", String(width * zoom));
    picture.setAttribute("height", String(height * zoom));
    shown.textContent = `${Math.round(zoom * 100)} %`;
  };
  const fit = () => {
    const room = frame.clientWidth - 16;
    setZoom(room > 0 ? Math.min(1, room / width) : 1);
  };
  frame.addEventListener("keydown", (event) => {
    const run: Record<string, () => void> = {
      "+": () => setZoom(zoom * STEP),
      "=": () => setZoom(zoom * STEP),
      "-": () => setZoom(zoom / STEP),
      "0": fit,
      ArrowLeft: () => frame.scrollBy(-40, 0),
      ArrowRight: () => frame.scrollBy(40, 0),
      ArrowUp: () => frame.scrollBy(0, -40),
      ArrowDown: () => frame.scrollBy(0, 40),
    };
    if (run[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      run[event.key]();
      event.preventDefault();
      event.stopPropagation();
    }
  });
  frame.addEventListener(
    "wheel",
    (event) => {
      // Plain wheel scrolls, as everywhere; with Ctrl it zooms.
      if (event.ctrlKey || event.metaKey) {
        setZoom(event.deltaY < 0 ? zoom * STEP : zoom / STEP);
        event.preventDefault();
      }
    },
    { passive: false },
  );
  frame.addEventListener("pointerdown", (down) => {
    const [left, top] = [frame.scrollLeft, frame.scrollTop];
    frame.setPointerCapture(down.pointerId);
    const move = (now: PointerEvent) => frame.scrollTo(left - (now.clientX - down.clientX), top - (now.clientY - down.clientY));
    const up = () => {
      frame.removeEventListener("pointermove", move);
      frame.removeEventListener("pointerup", up);
      frame.removeEventListener("pointercancel", up);
    };
    frame.addEventListener("pointermove", move);
    frame.addEventListener("pointerup", up);
    frame.addEventListener("pointercancel", up);
  });
  setZoom(1);
  // A diagram on a hidden tab has no size yet: it is fitted when it is first seen.
  const seen = new ResizeObserver(() => {
    if (frame.clientWidth > 0) {
      seen.disconnect();
      fit();
    }
  });
  seen.observe(frame);
  return element(
    "div",
    { class: "diagram" },
    element(
      "div",
      { class: "tools" },
      button("−", () => setZoom(zoom / STEP), { "aria-label": "Zoom out" }),
      button("+", () => setZoom(zoom * STEP), { "aria-label": "Zoom in" }),
      button("Fit", fit),
      shown,
    ),
    frame,
  );
}

function number(picture: SVGSVGElement, name: string, inBox: number): number {
  const own = Number.parseFloat(picture.getAttribute(name) ?? "");
  const box = (picture.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  return own > 0 ? own : box[inBox] > 0 ? box[inBox] : 300;
}
