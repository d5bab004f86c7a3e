import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/harness/database.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  intentRow,
  sessionRow,
  type TestMerchant,
} from "../test/harness/rows.ts";
import { pullDueTimes } from "./due-times.ts";
import { createManualClock } from "./kit/clock.ts";
import { createIdSource } from "./kit/ids.ts";
import { createSystemRandom } from "./kit/random.ts";

/** A clock that was an hour ahead has written times, and is right again now. */
const NOW_MS = Date.UTC(2026, 10, 22, 10);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const ids = createIdSource(createManualClock(NOW_MS), createSystemRandom());

let database: TestDatabase;
let shop: TestMerchant;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.owner.query({ text: "truncate settlements, merchant_logos, fee_schedules" });
  shop = await insertMerchant(database.owner, ids, NOW_MS - 30 * DAY_MS);
});

const pull = (thorough: boolean, nowMs = NOW_MS) => pullDueTimes(database.db, nowMs, thorough);

describe("settlements", () => {
  const schedule = (method: string, delayMs: number, version = 1, currency = "XOF") =>
    insertRows(database.owner, "fee_schedules", [
      {
        id: ids.uuid(),
        tenantId: shop.tenantId,
        mode: shop.mode,
        method,
        currency,
        version,
        basisPoints: 100,
        settlementDelaySeconds: delayMs / 1_000,
        effectiveFromMs: NOW_MS - WEEK_MS,
      },
    ]);
  const settles = async (paymentMethod: string, dueAtMs: number): Promise<string> => {
    const session = sessionRow(shop, ids, NOW_MS);
    const charge = chargeRow(session, shop, ids, NOW_MS, { paymentMethod, status: "SUCCEEDED" });
    await insertRows(database.owner, "checkout_sessions", [session]);
    await insertRows(database.owner, "payment_intents", [intentRow(session)]);
    await insertRows(database.owner, "charges", [charge]);
    const { merchantNo, walletId } = shop;
    await insertRows(database.owner, "settlements", [
      { merchantNo, chargeId: charge.id, walletId, amount: 100n, dueAtMs },
    ]);
    return charge.id;
  };
  /** From now, in milliseconds. */
  const waitOf = async (chargeId: string): Promise<number | undefined> => {
    const [row] = await database.db.query<{ dueAtMs: number }>({
      text: `select due_at as "dueAtMs" from settlements where charge_id = $1`,
      values: [chargeId],
    });
    return row === undefined ? undefined : row.dueAtMs - NOW_MS;
  };

  beforeEach(async () => {
    await schedule("CARD", 2 * DAY_MS);
    await schedule("MOBILE_MONEY", HOUR_MS);
  });

  it("wait for no longer than their own delay from now, and for no less", async () => {
    const card = await settles("CARD", NOW_MS + HOUR_MS + 2 * DAY_MS);
    const phone = await settles("MOBILE_MONEY", NOW_MS + 2 * HOUR_MS);
    const right = await settles("CARD", NOW_MS + 2 * DAY_MS - 1_000);
    expect((await pull(true)).settlements).toBe(2);
    expect([await waitOf(card), await waitOf(phone), await waitOf(right)]).toEqual([
      2 * DAY_MS,
      HOUR_MS,
      2 * DAY_MS - 1_000,
    ]);
    // Once more, a minute later, moves nothing on.
    expect((await pull(true, NOW_MS + 60_000)).settlements).toBe(0);
  });

  it("that a replaced schedule made wait keep its delay", async () => {
    await schedule("MOBILE_MONEY", 0, 2);
    const before = await settles("MOBILE_MONEY", NOW_MS + HOUR_MS);
    expect((await pull(true)).settlements).toBe(0);
    expect(await waitOf(before)).toBe(HOUR_MS);
  });

  it("without a jump are held against the longest delay alone, by the index", async () => {
    const card = await settles("CARD", NOW_MS + HOUR_MS + 2 * DAY_MS);
    const phone = await settles("MOBILE_MONEY", NOW_MS + 2 * HOUR_MS);
    expect((await pull(false)).settlements).toBe(1);
    expect([await waitOf(card), await waitOf(phone)]).toEqual([2 * DAY_MS, 2 * HOUR_MS]);
  });

  it("of clocks that differ by some seconds are left alone", async () => {
    await settles("MOBILE_MONEY", NOW_MS + HOUR_MS + 9_000);
    expect((await pull(true)).settlements).toBe(0);
  });
});

describe("a logo's next look", () => {
  const sourceUrl = "https://shop.example/logo.png";
  it.each<[string, Record<string, unknown>, { waits: number; looked?: number } | null]>([
    [
      "written in the wrong hour follows it as before",
      { checkedAtMs: NOW_MS + HOUR_MS, nextCheckAtMs: NOW_MS + HOUR_MS + WEEK_MS },
      { waits: WEEK_MS, looked: 0 },
    ],
    [
      "after a refusal in the wrong hour, too",
      { checkedAtMs: NOW_MS + HOUR_MS, nextCheckAtMs: NOW_MS + 2 * HOUR_MS, problem: "TIMEOUT" },
      { waits: HOUR_MS, looked: 0 },
    ],
    ["asked for in the wrong hour is due", { nextCheckAtMs: NOW_MS + HOUR_MS }, { waits: 0 }],
    [
      "taken in the wrong hour and lost is due",
      { checkedAtMs: NOW_MS - WEEK_MS, nextCheckAtMs: NOW_MS + HOUR_MS },
      { waits: 0, looked: -WEEK_MS },
    ],
    [
      "of a picture that was given up in the wrong hour, at another address",
      { nextCheckAtMs: NOW_MS + HOUR_MS + WEEK_MS, problem: "GIVEN_UP" },
      { waits: WEEK_MS },
    ],
    ["in its own week is left alone", { checkedAtMs: NOW_MS, nextCheckAtMs: NOW_MS + WEEK_MS }, null],
    ["in its lease is left alone", { nextCheckAtMs: NOW_MS + 60_000 }, null],
    [
      "of a picture that was given up is left alone",
      { nextCheckAtMs: NOW_MS + WEEK_MS - 1_000, problem: "GIVEN_UP" },
      null,
    ],
  ])("%s", async (_name, row, expected) => {
    await insertRows(database.owner, "merchant_logos", [{ merchantNo: shop.merchantNo, sourceUrl, ...row }]);
    const read = async () => {
      const [logo] = await database.db.query<{ nextMs: number; lookedMs: number | null }>({
        text: `select next_check_at as "nextMs", checked_at as "lookedMs" from merchant_logos`,
      });
      return logo;
    };
    const before = await read();
    expect((await pull(false)).merchant_logos).toBe(expected === null ? 0 : 1);
    const after = await read();
    if (expected === null) return expect(after).toEqual(before);
    const { waits, looked } = expected;
    expect(after).toEqual({
      nextMs: NOW_MS + waits,
      lookedMs: looked === undefined ? null : NOW_MS + looked,
    });
    expect((await pull(false, NOW_MS + 1_000)).merchant_logos).toBe(0);
  });
});
