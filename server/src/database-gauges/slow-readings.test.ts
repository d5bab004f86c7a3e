import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID, type TestMerchant } from "../../test/harness/rows.ts";
import { createManualClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSeededRandom } from "../kit/random.ts";
import { read } from "../metrics/database-table.ts";
import { post, transfer } from "../modules/ledger/index.ts";
import { readSeals } from "./slow-readings.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const DAY_MS = 86_400_000;
const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(20261121));

let database: TestDatabase;
let shop: TestMerchant;
let demonstration: TestMerchant;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await insertMerchant(database.owner, ids, NOW_MS - 60 * DAY_MS);
  demonstration = await insertMerchant(database.owner, ids, NOW_MS - 60 * DAY_MS);
});
afterAll(() => database.drop());

const book = ({ merchantNo, walletId }: TestMerchant, atMs: number) =>
  database.db.transaction((tx) =>
    post(
      tx,
      ids,
      merchantNo,
      {
        walletId,
        currency: "XOF",
        sourceType: "adjustment",
        sourceId: ids.uuid(),
        transfers: transfer(`clearing:${PROVIDER_ACCOUNT_ID}`, "available", 500n, "CHARGE"),
      },
      atMs,
    ),
  );
const gauge = (name: string) =>
  read.map((metric) => metric.read()).find((metric) => metric.name === name)?.values[0]?.value;
const seen = async () => {
  await readSeals(database.db, NOW_MS);
  return { unsealed: gauge("cauris_ledger_unsealed"), ageSeconds: gauge("cauris_seal_age_seconds") };
};

it("takes the age of seals from merchants whose past is not being made", async () => {
  expect(await seen()).toEqual({ unsealed: 0, ageSeconds: 0 });
  await database.owner.query({
    text: `insert into demonstrations (tenant_id, merchant_id, begins_at, ends_at, payments)
      select tenant_id, id, $2, $3, 10 from merchants where id = $1`,
    values: [demonstration.merchantId, new Date(NOW_MS - 60 * DAY_MS), new Date(NOW_MS)],
  });
  await book(demonstration, NOW_MS - 50 * DAY_MS);
  expect(await seen()).toEqual({ unsealed: 1, ageSeconds: 0 });
  await book(shop, NOW_MS - 30_000);
  expect(await seen()).toEqual({ unsealed: 2, ageSeconds: 30 });
  // A transfer of a finished demonstration that stays without a seal is as late as any other.
  await database.owner.query({
    text: "update demonstrations set finished_at = $1",
    values: [new Date(NOW_MS)],
  });
  expect(await seen()).toEqual({ unsealed: 2, ageSeconds: 50 * 86_400 });
});
