import type { TestDatabase } from "../../test/harness/database.ts";
import { quietLog } from "../../test/harness/log.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  intentRow,
  PROVIDER_ACCOUNT_ID,
  recount,
  sessionRow,
  type TestMerchant,
} from "../../test/harness/rows.ts";
import { createManualClock } from "../kit/clock.ts";
import { guardIdOf } from "../kit/guard-id.ts";
import { createIdSource, type Id } from "../kit/ids.ts";
import { money } from "../kit/money.ts";
import { createSystemRandom } from "../kit/random.ts";
import { chargePosting, heldPosting, post, refundPosting } from "../modules/ledger/index.ts";
import { providerReference } from "../modules/payments/index.ts";
import { bookStatement } from "../modules/rails/index.ts";
import { createReportSums } from "../modules/reports/index.ts";

export const NOW_MS = Date.UTC(2026, 10, 21, 10);
const ids = createIdSource(createManualClock(NOW_MS), createSystemRandom());

export interface ArrangedDay {
  readonly merchant: TestMerchant;
  /** Ids by the name of the row. */
  readonly at: Readonly<Record<string, string>>;
}

/** A merchant's day as the service would leave it: paid, in flight, failed, paid twice and refunded, pending. */
export async function arrangeDay({ owner, db }: TestDatabase): Promise<ArrangedDay> {
  const merchant = await insertMerchant(owner, ids, NOW_MS);
  const { merchantNo, walletId } = merchant;
  const linkId = ids.next("paymentLink");
  const endpointId = ids.next("webhookEndpoint");
  await insertRows(owner, "webhook_endpoints", [
    {
      merchantNo,
      id: endpointId,
      url: "https://shop.example/hooks",
      events: ["*"],
      status: "ACTIVE",
      secret: Buffer.alloc(0),
      createdAtMs: NOW_MS - 3_600_000,
      updatedAtMs: NOW_MS - 3_600_000,
    },
  ]);

  const paid = sessionRow(merchant, ids, NOW_MS, {
    status: "SUCCEEDED",
    attemptCount: 2,
    eventSequence: 2,
    paymentLinkId: linkId,
  });
  const paying = chargeRow(paid, merchant, ids, NOW_MS, {
    status: "SUCCEEDED",
    fee: 100n,
    pays: true,
    succeededAtMs: NOW_MS,
  });
  const double = chargeRow(paid, merchant, ids, NOW_MS, {
    status: "SUCCEEDED",
    attemptNumber: 2,
    duplicate: true,
    amountRefunded: 5_000n,
    paymentLinkId: linkId,
  });
  const waiting = sessionRow(merchant, ids, NOW_MS, {
    status: "PROCESSING",
    attemptCount: 1,
    eventSequence: 1,
    paymentLinkId: linkId,
  });
  const live = chargeRow(waiting, merchant, ids, NOW_MS);
  const failed = sessionRow(merchant, ids, NOW_MS, { status: "FAILED", attemptCount: 1 });
  const refused = chargeRow(failed, merchant, ids, NOW_MS, { status: "FAILED" });
  const odd = sessionRow(merchant, ids, NOW_MS, { status: "PROCESSING", attemptCount: 1 });
  const mismatch = chargeRow(odd, merchant, ids, NOW_MS, {
    status: "IN_RECONCILIATION",
    amountConfirmed: 4_000n,
    reviewReason: "AMOUNT_MISMATCH",
  });
  const slow = sessionRow(merchant, ids, NOW_MS, { status: "SUCCEEDED", attemptCount: 1 });
  const settling = chargeRow(slow, merchant, ids, NOW_MS, {
    status: "SUCCEEDED",
    pays: true,
    succeededAtMs: NOW_MS,
  });
  const open = sessionRow(merchant, ids, NOW_MS);
  const directIntentId = ids.next("paymentIntent");
  const guard = sessionRow(merchant, ids, NOW_MS, {
    id: guardIdOf(directIntentId),
    paymentIntentId: directIntentId,
  });

  const pairs = [
    {
      session: { ...paid, chargeId: paying.id },
      charges: [paying, double],
      status: "SUCCEEDED",
      received: 5_000n,
    },
    { session: { ...waiting, chargeId: live.id }, charges: [live], status: "PROCESSING", received: 0n },
    {
      session: { ...failed, chargeId: refused.id },
      charges: [refused],
      status: "REQUIRES_PAYMENT_METHOD",
      received: 0n,
    },
    { session: { ...odd, chargeId: mismatch.id }, charges: [mismatch], status: "PROCESSING", received: 0n },
    {
      session: { ...slow, chargeId: settling.id },
      charges: [settling],
      status: "SUCCEEDED",
      received: 5_000n,
    },
  ];
  const withCharge = (row: object): Record<string, unknown> => ({ amountConfirmed: null, ...row });
  await insertRows(owner, "checkout_sessions", [...pairs.map((pair) => pair.session), open, guard]);
  await insertRows(owner, "payment_intents", [
    ...pairs.map(({ session, charges, status, received }) =>
      intentRow(session, {
        status,
        amountReceived: received,
        chargeIds: charges.map((charge) => charge.id),
        latestChargeId: charges.at(-1)?.id,
      }),
    ),
    intentRow(guard, { status: "REQUIRES_PAYMENT_METHOD" }),
  ]);
  for (const { charges } of pairs) await insertRows(owner, "charges", charges.map(withCharge));
  await insertRows(owner, "charge_checks", [
    { merchantNo, chargeId: live.id, sessionId: waiting.id, nextCheckAtMs: NOW_MS },
  ]);
  await insertRows(owner, "payment_links", [
    {
      merchantNo,
      id: linkId,
      slug: "shop",
      status: "ACTIVE",
      amount: 5_000n,
      currency: "XOF",
      reusable: true,
      usesCount: 1,
      usesReserved: 1,
      detail: "{}",
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    },
  ]);
  const refundId = ids.next("refund");
  await insertRows(owner, "refunds", [
    {
      merchantNo,
      id: refundId,
      chargeId: double.id,
      paymentIntentId: paid.paymentIntentId,
      walletId,
      status: "SUCCEEDED",
      amount: 5_000n,
      currency: "XOF",
      reason: "DUPLICATE",
      route: "ORIGINAL_RAIL",
      sourceAccount: "held",
      providerAccountId: PROVIDER_ACCOUNT_ID,
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    },
  ]);

  const booked = (charge: { readonly id: Id<"charge"> }, fee = 0n) =>
    ({ id: charge.id, walletId, amount: 5_000n, fee, currency: "XOF" }) as const;
  await db.transaction(async (tx) => {
    for (const posting of [
      chargePosting(booked(paying, 100n), PROVIDER_ACCOUNT_ID, "available"),
      heldPosting(booked(double), PROVIDER_ACCOUNT_ID, 5_000n),
      refundPosting({ id: refundId, walletId, amount: 5_000n, currency: "XOF" }, PROVIDER_ACCOUNT_ID, "held"),
      heldPosting(booked(mismatch), PROVIDER_ACCOUNT_ID, 4_000n),
      chargePosting(booked(settling), PROVIDER_ACCOUNT_ID, "pending"),
    ]) {
      await post(tx, ids, merchantNo, posting, NOW_MS);
    }
  });
  await insertRows(owner, "settlements", [
    { merchantNo, chargeId: settling.id, walletId, amount: 5_000n, dueAtMs: NOW_MS + 86_400_000 },
  ]);

  const events = [
    { subjectId: paid.paymentIntentId, sequence: 1 },
    { subjectId: paid.paymentIntentId, sequence: 2 },
    { subjectId: waiting.paymentIntentId, sequence: 1 },
  ].map((event) => ({
    merchantNo,
    id: ids.next("event"),
    type: "payment.processing",
    ...event,
    payload: "{}",
    createdAtMs: NOW_MS,
  }));
  await insertRows(owner, "events", events);
  await insertRows(
    owner,
    "webhook_deliveries",
    events.map((event) => ({
      merchantNo,
      id: ids.next("delivery"),
      endpointId,
      eventId: event.id,
      eventType: event.type,
      subjectId: event.subjectId,
      sequence: event.sequence,
      status: "SUCCEEDED",
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    })),
  );
  await insertRows(owner, "idempotency_keys", [
    {
      merchantNo,
      route: "POST /checkout/sessions",
      key: "order-1",
      fingerprint: Buffer.alloc(32),
      owner: open.id,
      status: 201,
      body: Buffer.alloc(0),
      createdAtMs: NOW_MS,
    },
    {
      merchantNo,
      route: "POST /payments/payment-intents",
      key: "order-2",
      fingerprint: Buffer.alloc(32),
      owner: guard.id,
      status: 201,
      body: Buffer.alloc(0),
      createdAtMs: NOW_MS,
    },
  ]);
  await arrangeRailBook({ owner, db }, merchant, providerReference(merchantNo, paying.id));
  await recount(owner);
  const twoHoursLater = createManualClock(NOW_MS + 7_200_000);
  await createReportSums({ db, clock: twoHoursLater, log: quietLog }).runOnce();
  const at = {
    wallet: walletId,
    link: linkId,
    paid: paid.id,
    paidIntent: paid.paymentIntentId,
    paying: paying.id,
    double: double.id,
    waiting: waiting.id,
    live: live.id,
    failed: failed.id,
    refused: refused.id,
    mismatch: mismatch.id,
    open: open.id,
    guard: guard.id,
    directIntent: directIntentId,
    refund: refundId,
    event: events[1]?.id ?? "",
    providerAccount: PROVIDER_ACCOUNT_ID,
    day: "2026-11-21",
  };
  return { merchant, at };
}

/** The provider's statement of the day, with one payment and its fee, as it is booked. */
async function arrangeRailBook(
  { owner, db }: Pick<TestDatabase, "owner" | "db">,
  { tenantId }: TestMerchant,
  reference: string,
): Promise<void> {
  const providerAccountId = PROVIDER_ACCOUNT_ID;
  const subTenantId = ids.uuid();
  const statementId = ids.next("providerStatement");
  const stamps = { createdAtMs: NOW_MS, updatedAtMs: NOW_MS };
  await insertRows(owner, "sub_tenants", [{ id: subTenantId, tenantId, name: "Main", ...stamps }]);
  await insertRows(owner, "provider_accounts", [
    {
      id: providerAccountId,
      tenantId,
      subTenantId,
      mode: "SANDBOX",
      provider: "simulator",
      name: "Simulator",
      status: "ENABLED",
      methods: ["MOBILE_MONEY"],
      settings: Buffer.alloc(0),
      ...stamps,
    },
  ]);
  await insertRows(owner, "provider_statements", [
    {
      tenantId,
      id: statementId,
      mode: "SANDBOX",
      providerAccountId,
      periodFromMs: NOW_MS - 3_600_000,
      periodToMs: NOW_MS,
      source: "PROVIDER",
      digest: Buffer.alloc(32),
      lineCount: 1,
      matchedCount: 1,
      ignoredCount: 0,
      differenceCount: 0,
      openCount: 0,
      summary: "[]",
      ...stamps,
    },
  ]);
  const line = { type: "PAYMENT", reference, transactionId: "T1", status: "SUCCEEDED" } as const;
  await insertRows(owner, "provider_statement_lines", [
    {
      tenantId,
      statementId,
      lineNo: 1,
      providerAccountId,
      ...line,
      amount: 5_000n,
      currency: "XOF",
      fee: 75n,
      occurredAtMs: NOW_MS - 1,
    },
  ]);
  const amount = money(5_000n, "XOF");
  const fee = money(75n, "XOF");
  await db.transaction((tx) =>
    bookStatement(
      tx,
      ids,
      { tenantId, mode: "SANDBOX", providerAccountId },
      statementId,
      [{ ...line, amount, fee, occurredAtMs: NOW_MS - 1 }],
      NOW_MS,
    ),
  );
}
