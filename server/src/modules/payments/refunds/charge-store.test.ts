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

/** A paid charge, of a session or of an intent that stands alone. */
async function charged(of: "session" | "intent") {
  const { owner } = database;
  const session = sessionRow(merchant, ids, NOW_MS, { status: "SUCCEEDED", eventSequence: 4 });
  const charge = chargeRow(session, merchant, ids, NOW_MS, { status: "SUCCEEDED", pays: true });
  const alone = of === "intent" ? { sessionId: null } : {};
  const intent = intentRow(session, {
    status: "SUCCEEDED",
    eventSequence: 6,
    chargeIds: [charge.id],
    ...alone,
  });
  if (of === "session") await insertRows(owner, "checkout_sessions", [session]);
  await insertRows(owner, "payment_intents", [intent]);
  await insertRows(owner, "charges", [{ ...charge, ...alone }]);
  return { session, intent, charge };
}

const guard = (merchantNo: TestMerchant["merchantNo"], chargeId: Id<"charge">) =>
  database.db.transaction((tx) => guardCharge(tx, merchantNo, chargeId, NOW_MS + 1));

async function versions(table: string, id: string) {
  const [row] = await database.db.query<{ version: number; sequence: number }>({
    text: `select version, event_sequence as sequence from ${table} where merchant_no = $1 and id = $2`,
    values: [merchant.merchantNo, id],
  });
  return row;
}

describe("the guard of a charge", () => {
  it("is its session, whose version and count of events move on", async () => {
    const { session, intent, charge } = await charged("session");
    expect(await guard(merchant.merchantNo, charge.id)).toMatchObject({
      sequence: 5,
      charge: { id: charge.id },
    });
    expect(await versions("checkout_sessions", session.id)).toEqual({ version: 2, sequence: 5 });
    expect(await versions("payment_intents", intent.id)).toEqual({ version: 1, sequence: 6 });
  });

  it("is its intent, where there is no session", async () => {
    const { intent, charge } = await charged("intent");
    expect(await guard(merchant.merchantNo, charge.id)).toMatchObject({
      sequence: 7,
      charge: { id: charge.id },
    });
    expect(await versions("payment_intents", intent.id)).toEqual({ version: 2, sequence: 7 });
  });

  it("lets one in at a time: each finds what the one before it left", async () => {
    const { charge } = await charged("session");
    const found = await Promise.all(Array.from({ length: 8 }, () => guard(merchant.merchantNo, charge.id)));
    expect(found.map((each) => each?.sequence).toSorted()).toEqual([10, 11, 12, 5, 6, 7, 8, 9]);
  });

  it("is nobody's for another merchant, and for a charge that is not there", async () => {
    const { charge } = await charged("session");
    expect(await guard(stranger.merchantNo, charge.id)).toBeNull();
    expect(await guard(merchant.merchantNo, ids.next("charge"))).toBeNull();
  });
});
