import assert from "node:assert/strict";
import { test } from "node:test";
import { annotations, switchedOff } from "../formatterGuard";

const before = annotations(["class A {", "  //@ ensures \\result >= 0;", "  //@ pure", "  // @author somebody", "}"]);

test("a formatter's blank is noticed, with its place", () => {
  const after = ["class A {", "    // @ ensures  \\result >= 0;", "    //@ pure", "  // @author somebody", "}"];
  assert.deepEqual(switchedOff(before, after), [{ line: 1, start: 6, end: 7 }]);
});

test("typing, moving and deleting contracts is nobody's fault", () => {
  assert.deepEqual(switchedOff(before, ["//@ pure", "class A {", "  // @author somebody", "}"]), []);
  assert.deepEqual(switchedOff(before, ["  //@ ensures \\result >= 0;", "  //@ pure", "  // @ pure"]), []);
});

test("each lost annotation is counted once", () => {
  const twice = annotations(["//@ pure", "//@ pure"]);
  assert.equal(switchedOff(twice, ["// @ pure", "// @ pure", "// @ pure"]).length, 2);
  assert.equal(switchedOff(twice, ["// @ pure", "//@ pure"]).length, 1);
});

test("annotations with keys are JML too", () => {
  assert.equal(annotations(["  //+ESC@ assert x;"]).size, 1);
});
