/** Notices a formatter that turns `//@` into `// @`: to JML that is a comment, and the contract is off. */

export interface SwitchedOff {
  line: number;
  /** Where on the line the blanks to take out again stand. */
  start: number;
  end: number;
}

const ON = /^\s*\/\/(?:[+-][\w$]+)*@\s*(.*)$/;
const OFF = /^(\s*\/\/)([ \t]+)@\s*(.*)$/;

/** The text behind `//@` of every line that has one, blanks evened out, with the number of times it occurs. */
export function annotations(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of lines) {
    const match = ON.exec(line);
    if (match) {
      const text = even(match[1]);
      found.set(text, (found.get(text) ?? 0) + 1);
    }
  }
  return found;
}

/**
 * Lines that were JML `before` and are `// @` now. A line counts only if its annotation is gone elsewhere:
 * moving or copying code, or an old `// @` comment, is not a formatter's doing.
 */
export function switchedOff(before: ReadonlyMap<string, number>, after: readonly string[]): SwitchedOff[] {
  const still = annotations(after);
  const missing = new Map<string, number>();
  for (const [text, count] of before) {
    missing.set(text, count - (still.get(text) ?? 0));
  }
  const result: SwitchedOff[] = [];
  after.forEach((line, number) => {
    const match = OFF.exec(line);
    const left = match ? (missing.get(even(match[3])) ?? 0) : 0;
    if (match && left > 0) {
      missing.set(even(match[3]), left - 1);
      result.push({ line: number, start: match[1].length, end: match[1].length + match[2].length });
    }
  });
  return result;
}

function even(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
