import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  settingsOfBatchWriters,
  type TestDatabase,
} from "../../../../test/harness/database.ts";
import { createTestKeyring } from "../../../../test/harness/keyring.ts";
import { quietLog } from "../../../../test/harness/log.ts";
import { type BatchWriter, createBatchWriter } from "../../../db/batch-writer.ts";
import { openDedicatedConnection } from "../../../db/dedicated.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, type Id, type MerchantNo } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import type { PaymentOutcome } from "../../../providers/provider.ts";
import type { Lease } from "../../webhooks/index.ts";
import { decideAttempt } from "../attempt/decide-attempt.ts";
import { decideOutcome } from "../outcome/decide-outcome.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import type { Charge } from "../types.ts";
import { type ChangeToWrite, changeSessions } from "./change-sessions.ts";
import { createSessions } from "./create-sessions.ts";
import type { EventRow } from "./events-sql.ts";
import { readSessions } from "./read-sessions.ts";
import { startAttempts } from "./start-attempts.ts";

const seed = 20261121;
const clock = createManualClock(Date.UTC(2026, 10, 21, 10));
const ids = createIdSource(clock, createSeededRandom(seed));
const keyring = createTestKeyring();
const merchantNo = 1 as MerchantNo;
const walletId = ids.next("wallet");
const account = ids.uuid();

let database: TestDatabase;
let batchWriter: BatchWriter;

beforeAll(async () => {
  database = await createTestDatabase();
  const now = new Date(clock.nowMs());
  const tenantId = ids.uuid();
  const merchantId = ids.uuid();
  const { owner } = database;
  await owner.query({ text: "insert into tenants values ($1, 'T', $2)", values: [tenantId, now] });
  await owner.query({
    text: `insert into merchants (id, tenant_id, status, legal_name, display_name, country_code, created_at, updated_at)
           values ($1, $2, 'ACTIVE', 'M', 'M', 'CI', $3, $3)`,
    values: [merchantId, tenantId, now],
  });
  await owner.query({
    text: "insert into merchant_numbers (merchant_id, mode) values ($1, 'SANDBOX')",
    values: [merchantId],
  });
  await owner.query({
    text: "insert into wallets (merchant_no, id, label, currency, created_at, updated_at) values ($1, $2, 'XOF', 'XOF', $3, $3)",
    values: [merchantNo, walletId, now],
  });
  batchWriter = createBatchWriter({
    name: "test",
    log: quietLog,
    connect: () =>
      openDedicatedConnection({
        url: database.url,
        applicationName: "batchWriter",
        settings: settingsOfBatchWriters,
      }),
  });
});

afterAll(async () => {
  await batchWriter.close();
  await database.drop();
});

function newSession(): CheckoutSession {
  const nowMs = clock.nowMs();
  return {
    merchantNo,
    id: ids.next("checkoutSession"),
    status: "OPEN",
    amount: 1_000n,
    currency: "XOF",
    title: "Test",
    allowedMethods: ["MOBILE_MONEY", "CARD"],
    detail: {
      description: null,
      successUrl: null,
      cancelUrl: null,
      locale: "fr",
      customFields: [],
      successMessage: null,
      primaryColor: null,
      metadata: { order: "1" },
    },
    customer: null,
    reference: null,
    paymentLinkId: null,
    maxAttempts: 2,
    attemptCount: 0,
    latePaymentPolicy: "ACCEPT",
    paymentIntentId: ids.next("paymentIntent"),
    chargeId: null,
    failureCode: null,
    retryable: true,
    paidLate: false,
    eventSequence: 0,
    version: 1,
    expiresAtMs: nowMs + 1_800_000,
    completedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

async function created(): Promise<LoadedSession> {
  const session = newSession();
  expect(await batchWriter.run(createSessions, { session, idempotency: null })).toBe("created");
  return { session, intent: null, charge: null };
}

function attemptOf(loaded: LoadedSession) {
  const change = decideAttempt(
    loaded,
    {
      chargeId: ids.next("charge"),
      walletId,
      paymentMethod: "MOBILE_MONEY",
      methodDetails: { operator: "ORANGE" },
      payer: keyring.seal("{}", "test"),
      payerPhoneMac: null,
      requestFingerprint: Buffer.from("same"),
      route: { providerAccountId: account, provider: "simulator", providerReference: ids.uuid() },
    },
    clock.nowMs(),
  );
  const { intent, charge } = change;
  if (intent === null || charge === null) throw new Error("an attempt has both");
  return {
    change: { ...change, intent, charge },
    events: eventsOf(change.events.length, loaded.session.eventSequence),
    lease: null,
  };
}

function eventsOf(count: number, from: number): EventRow[] {
  return Array.from({ length: count }, (_none, index) => ({
    id: ids.next("event"),
    type: "payment.processing" as const,
    sequence: from + index + 1,
    payload: "{}",
  }));
}

async function read(loaded: LoadedSession, chargeId: Id<"charge"> | null = null): Promise<LoadedSession> {
  const { session } = loaded;
  const found = await batchWriter.run(readSessions, { merchantNo, sessionId: session.id, chargeId });
  if (found === null) throw new Error("the session is there");
  return found;
}

async function outcome(
  loaded: LoadedSession,
  kind: "succeeded" | "failed" | "pending",
  handle: Buffer | null = null,
): Promise<ChangeToWrite> {
  const { session, intent, charge } = await read(loaded);
  if (intent === null || charge === null) throw new Error("an attempt was made");
  const change = decideOutcome(
    { session, intent, charge },
    said(kind, charge),
    { fee: 15n, settlementDelaySeconds: 0 },
    clock.nowMs(),
    handle,
  );
  if (change === null) throw new Error("the outcome says something new");
  return {
    change,
    events: eventsOf(change.events.length, session.eventSequence),
    lease: null,
    transactionId: ids.uuid(),
    transferIds: (change.posting?.transfers ?? []).map(() => ids.uuid()),
  };
}

function said(
  kind: "succeeded" | "failed" | "pending",
  { amount, currency }: Pick<Charge, "amount" | "currency">,
): PaymentOutcome {
  if (kind === "failed") return { kind, failureCode: "INSUFFICIENT_FUNDS", providerCode: "X" };
  if (kind === "pending") {
    return { kind, nextStep: { kind: "POLL", pollAfterMs: 2_000, instructions: null } };
  }
  return { kind, transactionId: "MP1", amount: { minor: amount, currency } };
}

async function wallet(): Promise<{ available: bigint; version: number }> {
  const [row] = await database.db.query<{ available: bigint; version: number }>({
    text: "select available, version from wallets where merchant_no = $1 and id = $2",
    values: [merchantNo, walletId],
  });
  if (row === undefined) throw new Error("the wallet is there");
  return row;
}

describe("the write path", () => {
  it("books a payment once: session, intent, charge, ledger and balance move together", async () => {
    const before = await wallet();
    const loaded = await created();
    expect(await batchWriter.run(startAttempts, attemptOf(loaded))).toEqual({
      kind: "started",
      deliveries: 0,
    });
    const written = await outcome(loaded, "succeeded");
    expect(await batchWriter.run(changeSessions, written)).toEqual({ kind: "written", deliveries: 0 });
    const after = await read(loaded);
    expect(after.session).toMatchObject({ status: "SUCCEEDED", version: 3, eventSequence: 3 });
    expect(after.intent).toMatchObject({ status: "SUCCEEDED", amountReceived: 1_000n });
    expect(after.charge).toMatchObject({
      status: "SUCCEEDED",
      fee: 15n,
      pays: true,
      providerTransactionId: "MP1",
    });
    expect((await wallet()).available - before.available).toBe(985n);
    // The same decision written again finds the session changed.
    expect(await batchWriter.run(changeSessions, written)).toEqual({ kind: "conflict" });
    expect((await wallet()).available - before.available).toBe(985n);
  });

  it("reads a session back as it was written", async () => {
    const loaded = await created();
    expect(await read(loaded)).toEqual(loaded);
  });

  it("starts exactly one of fifty concurrent attempts", async () => {
    const loaded = await created();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => batchWriter.run(startAttempts, attemptOf(loaded))),
    );
    expect(results.filter((result) => result.kind === "started")).toHaveLength(1);
    expect(results.filter((result) => result.kind === "conflict")).toHaveLength(49);
    const alive = await database.db.query({
      text: "select 1 from charges where merchant_no = $1 and session_id = $2",
      values: [merchantNo, loaded.session.id],
    });
    expect(alive).toHaveLength(1);
  });

  it("counts each balance of a batch back to its own transfer", async () => {
    const loaded = await Promise.all(Array.from({ length: 40 }, created));
    await Promise.all(loaded.map((each) => batchWriter.run(startAttempts, attemptOf(each))));
    const changes = await Promise.all(loaded.map((each) => outcome(each, "succeeded")));
    await Promise.all(changes.map((change) => batchWriter.run(changeSessions, change)));
    const rows = await database.db.query<{ balanceAfter: bigint; delta: bigint }>({
      text: `
        select balance_after as "balanceAfter", case when from_account = 'available' then -amount else amount end as delta
        from ledger_transfers where merchant_no = $1`,
      values: [merchantNo],
    });
    // Each row starts where another row ended (or at zero): one chain without a gap.
    const ends = new Set([0n, ...rows.map((row) => row.balanceAfter)]);
    for (const row of rows) expect(ends.has(row.balanceAfter - row.delta)).toBe(true);
    expect((await wallet()).available).toBe(rows.reduce((sum, row) => sum + row.delta, 0n));
  });

  it("keeps list counters equal to the rows they count", async () => {
    const loaded = await created();
    await batchWriter.run(startAttempts, attemptOf(loaded));
    await batchWriter.run(changeSessions, await outcome(loaded, "failed"));
    const [counted] = await database.db.query<Record<string, bigint>>({
      text: `select sum(sessions_open)::bigint as open, sum(sessions_processing)::bigint as processing, sum(sessions_succeeded)::bigint as succeeded,
             sum(sessions_failed)::bigint as failed, sum(charges_failed)::bigint as "chargesFailed" from list_counters`,
    });
    const [rows] = await database.db.query<Record<string, bigint>>({
      text: `select count(*) filter (where status = 'OPEN') as open, count(*) filter (where status = 'PROCESSING') as processing,
               count(*) filter (where status = 'SUCCEEDED') as succeeded, count(*) filter (where status = 'FAILED') as failed,
               (select count(*) from charges where status = 'FAILED') as "chargesFailed"
             from checkout_sessions`,
    });
    expect(counted).toEqual(rows);
  });

  it("gives equal idempotency keys of one batch to one session", async () => {
    const key = {
      route: "POST /checkout/sessions",
      key: "k1",
      fingerprint: Buffer.from("f"),
      status: 201,
      answer: Buffer.from("a"),
    };
    const results = await Promise.all(
      Array.from({ length: 30 }, () =>
        batchWriter.run(createSessions, { session: newSession(), idempotency: key }),
      ),
    );
    expect(results.filter((result) => result === "created")).toHaveLength(1);
  });

  it("refuses only the item that cannot be written, and writes the others of its batch", async () => {
    const good = newSession();
    const bad = { ...newSession(), amount: -5n };
    const [first, second] = await Promise.allSettled([
      batchWriter.run(createSessions, { session: bad, idempotency: null }),
      batchWriter.run(createSessions, { session: good, idempotency: null }),
    ]);
    expect(first?.status).toBe("rejected");
    expect(second).toEqual({ status: "fulfilled", value: "created" });
  });

  it("writes a success in the same way alone and in a batch with a failure", async () => {
    const [alone, beside, failing] = [await created(), await created(), await created()];
    for (const each of [alone, beside, failing]) await batchWriter.run(startAttempts, attemptOf(each));
    const changes = [await outcome(beside, "succeeded"), await outcome(failing, "failed")];
    await batchWriter.run(changeSessions, await outcome(alone, "succeeded"));
    await Promise.all(changes.map((change) => batchWriter.run(changeSessions, change)));
    const [first, second] = [await read(alone), await read(beside)];
    expect(first.session).toMatchObject({ status: "SUCCEEDED", retryable: false, failureCode: null });
    const { id: _session, paymentIntentId: _intent, chargeId: _charge, ...session } = first.session;
    expect(second.session).toMatchObject(session);
    expect(second.intent).toMatchObject({ status: "SUCCEEDED", amountReceived: 1_000n, version: 2 });
    expect(first.intent).toMatchObject({ status: "SUCCEEDED", amountReceived: 1_000n, version: 2 });
    for (const { charge } of [first, second]) {
      expect(charge).toMatchObject({ status: "SUCCEEDED", late: false, duplicate: false, failureCode: null });
      expect(charge).toMatchObject({ amountConfirmed: null, reviewReason: null, failedAtMs: null });
    }
    expect((await read(failing)).charge).toMatchObject({ failureCode: "INSUFFICIENT_FUNDS" });
  });

  it("stores the attempt's own id with the attempt, and finds it by its account and that id alone", async () => {
    const loaded = await created();
    const started = attemptOf(loaded);
    await batchWriter.run(startAttempts, started);
    const { providerReference } = started.change.charge;
    expect(providerReference).toMatch(/^[0-9a-f-]{36}$/);
    expect((await read(loaded)).charge).toEqual(started.change.charge);
    const twin = attemptOf(await created());
    const charge = { ...twin.change.charge, providerReference };
    const taken = batchWriter.run(startAttempts, { ...twin, change: { ...twin.change, charge } });
    await expect(taken).rejects.toThrow(/charges_provider_reference/);
  });

  it("keeps a handle until another replaces it, alone or together with other changes", async () => {
    const [loaded, usual] = [await created(), await created()];
    for (const each of [loaded, usual]) await batchWriter.run(startAttempts, attemptOf(each));
    const first = await outcome(loaded, "pending", Buffer.from("first"));
    expect(await batchWriter.run(changeSessions, first)).toMatchObject({ kind: "written" });
    expect((await read(loaded)).charge?.providerHandle).toEqual(Buffer.from("first"));
    // Only the handle is new.
    const second = await outcome(loaded, "pending", Buffer.from("second"));
    expect(await batchWriter.run(changeSessions, second)).toMatchObject({ kind: "written" });
    expect((await read(loaded)).charge).toMatchObject({ version: 3, providerHandle: Buffer.from("second") });
    // A success without a handle, in one batch with another payment: the stored handle stays.
    const paid = [
      await outcome(loaded, "succeeded"),
      await outcome(usual, "succeeded", Buffer.from("third")),
    ];
    await Promise.all(paid.map((change) => batchWriter.run(changeSessions, change)));
    expect((await read(loaded)).charge).toMatchObject({
      status: "SUCCEEDED",
      providerHandle: Buffer.from("second"),
    });
    expect((await read(usual)).charge?.providerHandle).toEqual(Buffer.from("third"));
  });

  it("keeps the handle of a charge whose success is written alone", async () => {
    const loaded = await created();
    await batchWriter.run(startAttempts, attemptOf(loaded));
    await batchWriter.run(changeSessions, await outcome(loaded, "pending", Buffer.from("kept")));
    await batchWriter.run(changeSessions, await outcome(loaded, "succeeded"));
    expect((await read(loaded)).charge).toMatchObject({
      status: "SUCCEEDED",
      providerHandle: Buffer.from("kept"),
    });
  });

  it("counts a session for its day and its charge for another", async () => {
    const loaded = await created();
    clock.advance(86_400_000);
    await batchWriter.run(startAttempts, attemptOf(loaded));
    await batchWriter.run(changeSessions, await outcome(loaded, "succeeded"));
    const rows = await database.db.query<{ sessions: bigint; charges: bigint }>({
      text: `select sum(sessions_open + sessions_processing + sessions_succeeded)::bigint as sessions,
               sum(charges_pending + charges_succeeded)::bigint as charges
             from list_counters where day = $1`,
      values: [new Date(clock.nowMs())],
    });
    expect(rows).toEqual([{ sessions: 0n, charges: 1n }]);
  });

  it("writes deliveries to unordered endpoints as leased by the worker that gave the lease, and hands them to it", async () => {
    const endpoints = [
      { id: ids.next("webhookEndpoint"), path: "plain", ordered: false },
      { id: ids.next("webhookEndpoint"), path: "ordered", ordered: true },
    ];
    const [plain, ordered] = endpoints;
    for (const { id, path, ordered: isOrdered } of endpoints) {
      await database.owner.query({
        text: `insert into webhook_endpoints (merchant_no, id, sealed_url, events, status, ordered, secret, proved_at, created_at,
            updated_at)
          values ($1, $2, $3, array['*'], 'ACTIVE', $4, '\\x01', $5::timestamptz - interval '1 day', $5, $5)`,
        values: [merchantNo, id, Buffer.from(path), isOrdered, new Date(clock.nowMs())],
      });
    }
    const taken: { readonly endpointId: string; readonly eventId: string; readonly subjectId: string }[] = [];
    const endsAtMs = clock.nowMs() + 25_000;
    const lease: Lease = {
      endsAtMs,
      take: ({ endpointId, sealedUrl, secret }, { id, subjectId, payload }) => {
        expect([sealedUrl, secret, payload]).toEqual([Buffer.from("plain"), Buffer.from([1]), "{}"]);
        taken.push({ endpointId, eventId: id, subjectId });
      },
    };
    const [leased, unleased] = [await created(), await created()];
    const starts = [{ ...attemptOf(leased), lease }, attemptOf(unleased)];
    // Together: one statement writes both, and each gets its own result.
    const started = await Promise.all(starts.map((item) => batchWriter.run(startAttempts, item)));
    expect(started.map(({ kind }) => kind)).toEqual(["started", "started"]);
    const outcomes = { ...(await outcome(leased, "succeeded")), lease };
    expect(await batchWriter.run(changeSessions, outcomes)).toEqual({ kind: "written", deliveries: 2 });
    const told = [starts[0], outcomes].flatMap((item) => item?.events ?? []);
    const { paymentIntentId } = leased.session;
    expect(taken).toEqual(
      told.map(({ id }) => ({ endpointId: plain?.id, eventId: id, subjectId: paymentIntentId })),
    );
    const rows = await database.db.query({
      text: `select endpoint_id as "endpointId", next_attempt_at as "atMs", count(*)::int as n
        from webhook_deliveries where merchant_no = $1 group by 1, 2 order by 1, 2`,
      values: [merchantNo],
    });
    const now = clock.nowMs();
    expect(rows).toEqual([
      { endpointId: plain?.id, atMs: now, n: 1 },
      { endpointId: plain?.id, atMs: endsAtMs, n: 3 },
      { endpointId: ordered?.id, atMs: now, n: 4 },
    ]);
  });
});
