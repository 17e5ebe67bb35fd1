import assert from "node:assert/strict";
import { test } from "node:test";
import { RestartPolicy } from "../restartPolicy";

test("a few deaths are forgiven, a storm is not", () => {
  const policy = new RestartPolicy();
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => policy.died(second * 1000)), [true, true, true, false, false]);
});

test("deaths long ago do not count", () => {
  const policy = new RestartPolicy();
  for (let hour = 0; hour < 10; hour++) {
    assert.equal(policy.died(hour * 3_600_000), true);
  }
});

test("after the user's restart the counting begins anew", () => {
  const policy = new RestartPolicy();
  for (let i = 0; i < 5; i++) {
    policy.died(i);
  }
  policy.forgive();
  assert.equal(policy.died(6), true);
});
