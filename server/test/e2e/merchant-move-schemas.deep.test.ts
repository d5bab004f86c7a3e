import { afterAll, beforeAll, expect, it } from "vitest";
import type { CellCode } from "../../src/kit/cell.ts";
import type { MerchantId, TenantId } from "../../src/kit/ids.ts";
import { type Moving, moveMerchant } from "../../src/merchant-move/move.ts";
import { rehearseMove } from "../../src/merchant-move/rehearse.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createTestSchema } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { arrangeMerchant } from "../harness/moving-merchant.ts";

/** Two cells in one database, each in a schema of its own: locks of the whole database would be common to both. */
let from: TestApp;
let to: TestApp;
let tenantId: TenantId;
beforeAll(async () => {
  from = await startTestApp({ seed: 81 });
  to = await startTestApp({
    seed: 82,
    cell: "sn" as CellCode,
    openDatabase: (options) => createTestSchema(from, "cell_sn", options),
  });
  ({ tenantId } = await to.app.merchants.profile(to.merchantNo));
  await arrangeMerchant(from);
}, 90_000);
afterAll(async () => {
  await to?.stop();
  await from?.stop();
});

const moving = (source: TestApp, target: TestApp, tenant: TenantId): Moving => ({
  from: { db: source.owner, keyring: source.keyring },
  to: { db: target.owner, keyring: target.keyring },
  merchantId: from.merchantId as MerchantId,
  tenantId: tenant,
  ids: from.app.ids,
  clock: from.clock,
  movedBy: "a test",
  nowMs: () => performance.now(),
});
const chargesOf = (cell: TestApp) =>
  cell.owner.query({
    text: `select c.id, c.status, c.amount::text from charges c join merchant_numbers n using (merchant_no)
            where n.merchant_id = $1 order by c.id`,
    values: [from.merchantId],
  });

it("a merchant moves to a cell in another schema of the same database, and back, and is paid in both", async () => {
  const { tenantId: home } = await from.app.merchants.profile(from.merchantNo);
  await rehearseMove(moving(from, to, tenantId));
  const charges = await chargesOf(from);
  expect(charges.length).toBeGreaterThan(1);

  const there = await moveMerchant(moving(from, to, tenantId));
  expect(there.copied?.frozenMs).toBeLessThan(5_000);
  expect(await chargesOf(to)).toEqual(charges);
  await expectAnswers({ here: 421, there: 201 });

  await moveMerchant(moving(to, from, home));
  await expectAnswers({ here: 201, there: 421 });
  expect(await chargesOf(from)).toEqual(charges);
  for (const cell of [from, to]) await expectInvariants(cell.owner);
});

/** What the merchant's request gets from each cell, after their loops have read where it lives. */
async function expectAnswers(expected: { readonly here: number; readonly there: number }): Promise<void> {
  for (const cell of [from, to]) await cell.app.loops.movedMerchants?.runOnce();
  const body = { amount: "5000", currency: "XOF", title: "Commande" };
  const [here, there] = await Promise.all(
    [from, to].map((cell) => cell.request("POST", "/checkout/sessions", { body, apiKey: from.apiKey })),
  );
  expect({ here: here?.status, there: there?.status }).toEqual(expected);
}
