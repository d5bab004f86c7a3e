import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/app.ts";
import { createSeededRandom } from "../kit/random.ts";
import type { OperatorLogin } from "./operators.ts";
import { seedOwner } from "./owner.ts";

/** The first person of the sandbox's merchant: its password stays known, until the person chooses another one. */
let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterAll(() => world?.stop());

async function seed(known: OperatorLogin | null, ownsDatabase = true): Promise<OperatorLogin | null> {
  const { db, clock, merchantId } = world;
  const { tenantId } = await world.app.merchants.profile(world.merchantNo);
  const { persons } = world.app;
  const merchant = { tenantId, merchantId: merchantId as never };
  return seedOwner(merchant, { db, clock, random: createSeededRandom(7), persons, known, ownsDatabase });
}

test("is the owner in both modes, once over all starts, and its password is lost to no start but by its own choice", async () => {
  const first = await seed(null);
  expect(first?.email).toBe("owner@cauris.example");
  const roles = await world.owner.query({
    text: "select live_role, sandbox_role, invited_by from members where merchant_id = $1 and removed_at is null",
    values: [world.merchantId],
  });
  expect(roles).toEqual([{ live_role: "OWNER", sandbox_role: "OWNER", invited_by: null }]);
  expect(await seed(first)).toEqual(first);
  expect(await seed(null, false)).toBeNull();
  const replaced = await seed(null);
  expect(replaced).not.toBeNull();
  await world.owner.query({ text: "update persons set version = 2" });
  expect(await seed(null)).toBeNull();
  expect(
    await seed({ email: "owner@cauris.example", password: "another one, not the right one" }),
  ).toBeNull();
  expect(await world.owner.query({ text: "select 1 from members" })).toHaveLength(1);
});
