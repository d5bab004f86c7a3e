import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  intentRow,
  sessionRow,
  type TestMerchant,
} from "../../../../test/harness/rows.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { guardIdOf } from "../../../kit/guard-id.ts";
import { createIdSource, type Id } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import { guardCharge } from "./charge-store.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(13));
let database: TestDatabase;
let merchant: TestMerchant;
let stranger: TestMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await insertMerchant(database.owner, ids, NOW_MS);
  stranger = await insertMerchant(database.owner, ids, NOW_MS);
});
afterAll(() => database.drop());

/** A paid charge. */
async function charged(of: "session" | "guard") {
  const { owner } = database;
  const paymentIntentId = ids.next("paymentIntent");
  const session = sessionRow(merchant, ids, NOW_MS, {
    ...(of === "guard" ? { id: guardIdOf(paymentIntentId) } : {}),
    paymentIntentId,
    status: "SUCCEEDED",
    eventSequence: 4,
  });
  const charge = chargeRow(session, merchant, ids, NOW_MS, { status: "SUCCEEDED", pays: true });
  await insertRows(owner, "checkout_sessions", [session]);
  await insertRows(owner, "payment_intents", [
    intentRow(session, { status: "SUCCEEDED", chargeIds: [charge.id] }),
  ]);
  await insertRows(owner, "charges", [charge]);
  return { session, charge };
}

const guard = (merchantNo: TestMerchant["merchantNo"], chargeId: Id<"charge">) =>
  database.db.transaction((tx) => guardCharge(tx, merchantNo, chargeId, NOW_MS + 1));

async function versions(id: string) {
  const [row] = await database.db.query<{ version: number; sequence: number }>({
    text: "select version, event_sequence as sequence from checkout_sessions where merchant_no = $1 and id = $2",
    values: [merchant.merchantNo, id],
  });
  return row;
}

describe("the guard of a charge", () => {
  it.each([
    ["its session", "session"],
    ["the row that stands for one", "guard"],
  ] as const)("is %s, whose version and count of events move on", async (_name, of) => {
    const { session, charge } = await charged(of);
    expect(await guard(merchant.merchantNo, charge.id)).toMatchObject({
      sequence: 5,
      charge: { id: charge.id },
    });
    expect(await versions(session.id)).toEqual({ version: 2, sequence: 5 });
  });

  it("lets callers through one at a time, and each sees what the one before it wrote", async () => {
    const { charge } = await charged("session");
    const found = await Promise.all(Array.from({ length: 8 }, () => guard(merchant.merchantNo, charge.id)));
    expect(found.map((each) => each?.sequence).toSorted()).toEqual([10, 11, 12, 5, 6, 7, 8, 9]);
  });

  it("is null for another merchant's charge and for an unknown one", async () => {
    const { charge } = await charged("session");
    expect(await guard(stranger.merchantNo, charge.id)).toBeNull();
    expect(await guard(merchant.merchantNo, ids.next("charge"))).toBeNull();
  });
});
