import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  intentRow,
  recount,
  sessionRow,
  type TestMerchant,
} from "../../../test/harness/rows.ts";
import { errors } from "../../http/errors.ts";
import { createManualClock } from "../../kit/clock.ts";
import { guardIdOf } from "../../kit/guard-id.ts";
import { createIdSource, publicId } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { shortReference } from "../../kit/short-reference.ts";
import { phoneMac } from "../payments/index.ts";
import { createSessionLister, type SessionListInput } from "./list-sessions.ts";

const START_MS = Date.UTC(2026, 10, 20, 20);
const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSystemRandom());
const keyring = createTestKeyring();
const linkId = ids.next("paymentLink");

let database: TestDatabase;
let merchant: TestMerchant;
let stranger: TestMerchant;
const sessions: ReturnType<typeof sessionRow>[] = [];
/** Of the last session. */
let chargeId: string;
let payerReads: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { owner } = database;
  merchant = await insertMerchant(owner, ids, START_MS);
  stranger = await insertMerchant(owner, ids, START_MS);
  for (let index = 0; index < 40; index += 1) {
    clock.advance(600_000);
    const session = sessionRow(merchant, ids, clock.nowMs(), {
      status: index % 4 === 0 ? "CANCELLED" : "OPEN",
      currency: index % 3 === 0 ? "EUR" : "XOF",
      reference: `order-${index % 5}`,
      paymentLinkId: index % 8 === 0 ? linkId : null,
    });
    sessions.push(session);
  }
  // Guards of payments without a session, with the same values in every filtered column: none is ever listed.
  const guards = sessions.map((session) => {
    const paymentIntentId = ids.next("paymentIntent");
    return { ...session, id: guardIdOf(paymentIntentId), paymentIntentId };
  });
  const paid = sessions[39];
  if (paid === undefined) throw new Error("there are forty");
  const charge = chargeRow(paid, merchant, ids, clock.nowMs(), {
    payerPhoneMac: phoneMac(keyring, "+2250707070789"),
    providerTransactionId: "MP.39",
  });
  chargeId = publicId("charge", charge.id);
  payerReads = shortReference(charge.id);
  Object.assign(paid, { chargeId: charge.id, attemptCount: 1, status: "PROCESSING" });
  await insertRows(owner, "checkout_sessions", [
    ...sessions,
    ...guards,
    sessionRow(stranger, ids, clock.nowMs()),
  ]);
  await insertRows(owner, "payment_intents", [
    intentRow(paid, { chargeIds: [charge.id], latestChargeId: charge.id }),
  ]);
  await insertRows(owner, "charges", [charge]);
  await recount(owner);
});
afterAll(() => database.drop());

const list = (query: SessionListInput, who = merchant) =>
  createSessionLister({ db: database.db, keyring, clock }).list(
    { merchantNo: who.merchantNo, countryCode: "CI" },
    query,
  );
const refused = { declaration: errors.VALIDATION_ERROR.declaration };
const idOf = (index: number) => {
  const session = sessions[index];
  if (session === undefined) throw new Error(`there is no session ${index}`);
  return formatSessionId(keyring, session);
};

describe("a list of sessions", () => {
  it("is the newest first, each with its intent and current charge", async () => {
    const { sessions: found, meta } = await list({});
    expect(found.map(({ session }) => session.id)).toEqual(
      sessions
        .toReversed()
        .slice(0, 25)
        .map(({ id }) => id),
    );
    expect(meta).toMatchObject({ page: 1, pageSize: 25, total: 40, totalPages: 2 });
    expect(found[0]).toMatchObject({
      charge: { sessionId: sessions[39]?.id },
      intent: { status: "PROCESSING" },
    });
    expect(found[1]).toMatchObject({ charge: null, intent: null });
  });

  it.each<[string, SessionListInput, (index: number) => boolean]>([
    ["status", { status: "CANCELLED" }, (index) => index % 4 === 0],
    ["currency", { currency: "EUR" }, (index) => index % 3 === 0],
    ["reference", { reference: "order-2" }, (index) => index % 5 === 2],
    ["payment link", { paymentLinkId: publicId("paymentLink", linkId) }, (index) => index % 8 === 0],
    [
      "creation",
      { createdFrom: "2026-11-21T00:00:00Z", createdTo: "2026-11-21T01:00:00Z" },
      (index) => index >= 23 && index < 29,
    ],
  ])("is filtered by %s", async (_name, query, keep) => {
    const { sessions: found, meta } = await list({ pageSize: 100, ...query });
    const kept = sessions.filter((_session, index) => keep(index)).toReversed();
    expect(found.map(({ session }) => session.id)).toEqual(kept.map(({ id }) => id));
    expect(meta.total).toBe(kept.length);
  });

  it.each<[string, () => string, (index: number) => boolean]>([
    ["its reference", () => "order-2", (index) => index % 5 === 2],
    ["its id", () => idOf(7), (index) => index === 7],
    ["a charge", () => chargeId, (index) => index === 39],
    ["a transaction id", () => "MP.39", (index) => index === 39],
    ["the short reference on its page", () => payerReads.toLowerCase(), (index) => index === 39],
    ["the phone that paid", () => "07 07 07 07 89", (index) => index === 39],
    ["a name that nothing has", () => "order-9", () => false],
  ])("is searched by %s", async (_name, q, keep) => {
    const { sessions: found, meta } = await list({ pageSize: 100, q: q() });
    const kept = sessions.filter((_session, index) => keep(index)).toReversed();
    expect(found.map(({ session }) => session.id)).toEqual(kept.map(({ id }) => id));
    expect(meta.total).toBe(kept.length);
    if (q().startsWith("order")) return;
    expect((await list({ q: q() }, stranger)).sessions).toEqual([]);
  });

  it("goes on behind a session's public id", async () => {
    const { sessions: found, meta } = await list({ starting_after: idOf(10), pageSize: 5 });
    expect(found.map(({ session }) => session.id)).toEqual(
      sessions
        .slice(5, 10)
        .toReversed()
        .map(({ id }) => id),
    );
    expect(meta).toMatchObject({ hasMore: true, nextCursor: idOf(5), total: null });
  });

  it.each([
    () => "cs_forged",
    () => `${idOf(3).slice(0, -1)}${idOf(3).endsWith("0") ? "4" : "0"}`,
    () => publicId("charge", ids.next("charge")),
  ])("refuses a cursor that is no session's id (%#)", async (cursor) => {
    await expect(list({ starting_after: cursor() })).rejects.toMatchObject(refused);
  });

  it("refuses another merchant's session as a cursor, and never shows one", async () => {
    await expect(list({ starting_after: idOf(3) }, stranger)).rejects.toMatchObject(refused);
    const { sessions: found } = await list({}, stranger);
    expect(found.map(({ session }) => session.merchantNo)).toEqual([stranger.merchantNo]);
  });
});
