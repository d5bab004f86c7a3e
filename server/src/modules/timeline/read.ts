import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { formatActor } from "../../kit/actor.ts";
import type { Clock } from "../../kit/clock.ts";
import { isGuardId } from "../../kit/guard-id.ts";
import {
  type Id,
  type MerchantId,
  type MerchantNo,
  parsePublicId,
  publicId,
  type TenantId,
} from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { KeptDays } from "../../kit/retention.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { windowsAround } from "../../kit/time-windows.ts";
import type { Merchants } from "../merchants/index.ts";
import { readOperatorNames } from "../operators/index.ts";
import { readSteps, type TimedStep } from "../payment-steps/index.ts";
import {
  type Charge,
  findIntentOf,
  type OwnerOf,
  providerReference,
  readIntents,
  readSessionCourse,
  type SessionCourse,
} from "../payments/index.ts";
import { type Refund, readRefundsOfCharges } from "../payments/refunds/index.ts";
import { findPayout, type Payout } from "../payouts/index.ts";
import { type CallRow, readCallsOf } from "../provider-health/index.ts";
import { readDecisionsOf } from "../review/index.ts";
import { feeFor, type Routing, type RoutingSnapshot } from "../routing/index.ts";
import { assemble, type PlacedEntry } from "./assemble.ts";
import {
  chargeEntries,
  type Entry,
  payoutEntries,
  refundEntries,
  sessionEntries,
  stepEntries,
} from "./entries.ts";
import { type Called, callGaps, type Gap, traceGaps, unreadable } from "./gaps.ts";
import { type RouteOfAttempt, type RouteThenAndNow, routeOfPayout, routesOf } from "./route.ts";
import { readSamePayer, type SamePayer } from "./same-payer.ts";
import { readAnnounced, readBooked, readDelivered } from "./sources.ts";
import {
  callEntries,
  decisionEntries,
  deliveryEntries,
  eventEntries,
  ledgerEntries,
} from "./written-entries.ts";

/** Calls of one payment that are read: three days of questions. */
const CALLS_MAX = 1_000;
/** Ids and times may differ by this much. */
const DRIFT_MS = 60_000;

/** What the reader may see. A merchant sees no provider call from inside and no operator's name. */
export interface Sight {
  readonly forOperator: boolean;
  readonly ledger: boolean;
  readonly events: boolean;
  readonly deliveries: boolean;
  readonly payouts: boolean;
}

export interface Timeline {
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: MerchantId;
  readonly entries: readonly PlacedEntry[];
  readonly gaps: readonly Gap[];
  readonly samePayer: SamePayer | null;
  readonly calls: readonly CallRow[];
  readonly routes: readonly RouteOfAttempt[];
  /** Null: a payment, a payout without a route yet, or a merchant reads. */
  readonly payoutRoute: RouteThenAndNow | null;
}

export interface TimelineDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly merchants: Pick<Merchants, "profile">;
  readonly routing: Pick<Routing, "snapshotFor">;
  readonly keptDays: Pick<KeptDays, "paymentSteps" | "providerCalls">;
}

type PayoutOwnerOf = (id: string) => Promise<MerchantNo | null>;

/** What happened to a payment or a payout, from everything that is stored about it. */
export function createReadTimeline(deps: TimelineDeps) {
  const { db, clock, keyring, merchants, routing, keptDays } = deps;

  /** Entries that payments and payouts have alike. `objects`: the public ids of what the story is about. */
  const written = async (story: {
    readonly merchantNo: MerchantNo;
    readonly tenantId: TenantId;
    readonly sight: Sight;
    readonly walletId: Id<"wallet"> | null;
    readonly objects: ReadonlyMap<string, string>;
    readonly references: ReadonlyMap<string, string>;
    readonly called: readonly Called[];
    readonly instants: readonly (number | null)[];
    readonly subjectId: string;
    readonly lastEvent: number;
  }) => {
    const { merchantNo, tenantId, sight, objects, references } = story;
    const objectOf = (id: string) => objects.get(id) ?? null;
    const decisions = await readDecisionsOf(db, merchantNo, [...objects.keys()]);
    const operators = decisions.flatMap(({ proposedBy, decidedBy }) =>
      decidedBy === null ? [proposedBy] : [proposedBy, decidedBy],
    );
    const names = sight.forOperator
      ? await readOperatorNames(db, tenantId, operators)
      : new Map<string, string>();
    const windows = windowsAround([...story.instants, ...decisions.map(({ decidedAtMs }) => decidedAtMs)]);
    const booked =
      sight.ledger && story.walletId !== null
        ? await readBooked(db, merchantNo, story.walletId, [...objects.keys()], windows)
        : { transfers: [], sealedTo: 0n, isCut: false };
    const announced =
      sight.events || sight.deliveries
        ? await readAnnounced(db, merchantNo, story.subjectId, story.lastEvent, windows)
        : { events: [], missing: [] };
    const delivered = sight.deliveries
      ? await readDelivered(db, merchantNo, announced.events)
      : { deliveries: [], attempts: [] };
    const calls = await readCallsOf(db, [...references.keys()], CALLS_MAX);
    const entries: readonly Entry[] = [
      ...callEntries(calls, (reference) => references.get(reference) ?? null),
      ...decisionEntries(decisions, (id) => names.get(id) ?? "operator", objectOf),
      ...ledgerEntries(booked.transfers, booked.sealedTo, objectOf),
      ...(sight.events ? eventEntries(announced.events) : []),
      ...deliveryEntries(delivered.deliveries, delivered.attempts),
    ];
    const gaps: readonly Gap[] = [
      ...unreadable(sight),
      ...(sight.events && announced.missing.length > 0
        ? [
            {
              part: "EVENTS",
              reason: "GAP",
              text: `Events were not found: ${announced.missing.join(", ")}.`,
            } as const,
          ]
        : []),
      ...(booked.isCut
        ? [
            {
              part: "LEDGER",
              reason: "GAP",
              text: "Too much was booked at the same time to be searched.",
            } as const,
          ]
        : []),
      ...(calls.length === CALLS_MAX
        ? [{ part: "CALLS", reason: "GAP", text: `Only the first ${CALLS_MAX} calls are shown.` } as const]
        : callGaps(
            story.called,
            calls.map(({ reference }) => reference),
            clock.nowMs(),
            keptDays.providerCalls,
          )),
    ];
    return { entries, gaps, calls };
  };

  const settlesAt = async (tenantId: TenantId, mode: Mode, charge: Charge): Promise<number | null> => {
    if (charge.succeededAtMs === null) return null;
    const snapshot = await routing.snapshotFor(tenantId, mode);
    const amount = money(charge.amount, charge.currency);
    const { settlementDelaySeconds } = feeFor(snapshot, charge.paymentMethod, amount, charge.createdAtMs);
    return settlementDelaySeconds === 0 ? null : charge.succeededAtMs + settlementDelaySeconds * 1_000;
  };

  const ofPayment = async (
    merchantNo: MerchantNo,
    paymentIntentId: Id<"paymentIntent">,
    session: SessionCourse,
    charges: readonly Charge[],
    sight: Sight,
  ): Promise<Timeline> => {
    const { tenantId, mode, merchantId } = await merchants.profile(merchantNo);
    const nowMs = clock.nowMs();
    const ids = charges.map(({ id }) => id);
    const refunds = ids.length === 0 ? [] : await readRefundsOfCharges(db, merchantNo, ids);
    const steps = await readSteps(db, { merchantNo, paymentIntentId }, session.createdAtMs - DRIFT_MS);
    const snapshot = await routing.snapshotFor(tenantId, mode);
    const settled = await Promise.all(charges.map((charge) => settlesAt(tenantId, mode, charge)));
    const story = await written({
      merchantNo,
      tenantId,
      sight,
      walletId: charges[0]?.walletId ?? null,
      objects: new Map([
        ...charges.map(({ id }): [string, string] => [id, publicId("charge", id)]),
        ...refunds.map(({ id }): [string, string] => [id, publicId("refund", id)]),
      ]),
      references: new Map([
        ...charges.map(({ id }): [string, string] => [
          providerReference(merchantNo, id),
          publicId("charge", id),
        ]),
        ...refunds.map(({ id }): [string, string] => [
          providerReference(merchantNo, id),
          publicId("refund", id),
        ]),
      ]),
      called: [...charges.flatMap(calledCharge), ...refunds.flatMap(calledRefund)],
      instants: [
        ...instantsOf(session, charges, refunds),
        ...settled.filter((ms) => ms !== null && ms <= nowMs),
      ],
      subjectId: paymentIntentId,
      lastEvent: session.eventSequence,
    });
    const sessionId = isGuardId(session.id) ? null : formatSessionId(keyring, { merchantNo, id: session.id });
    return {
      id: publicId("paymentIntent", paymentIntentId),
      mode,
      merchantId,
      entries: assemble([
        ...sessionEntries(session, sessionId, createdBy(steps)),
        ...stepEntries(steps, {
          routed: (chargeId) => {
            const charge = charges.find(({ id }) => id === chargeId);
            return charge === undefined ? null : publicId("charge", charge.id);
          },
          accountName: accountNames(snapshot),
        }),
        ...charges.flatMap((charge) => chargeEntries(charge, steps)),
        ...refunds.flatMap(refundEntries),
        ...story.entries,
      ]),
      gaps: [...traceGaps(charges.map(routedCharge), steps, nowMs, keptDays.paymentSteps), ...story.gaps],
      samePayer: await readSamePayer(db, charges),
      calls: sight.forOperator ? story.calls : [],
      routes: sight.forOperator ? routesOf(charges, steps, snapshot, nowMs) : [],
      payoutRoute: null,
    };
  };

  const ofPayout = async (payout: Payout, sight: Sight): Promise<Timeline> => {
    const { merchantNo, id } = payout;
    const { tenantId, mode, merchantId } = await merchants.profile(merchantNo);
    const nowMs = clock.nowMs();
    const snapshot = await routing.snapshotFor(tenantId, mode);
    const steps = await readSteps(db, { merchantNo, paymentIntentId: id }, payout.createdAtMs - DRIFT_MS);
    const story = await written({
      merchantNo,
      tenantId,
      sight,
      walletId: payout.walletId,
      objects: new Map([[id as string, publicId("payout", id)]]),
      references: new Map([[providerReference(merchantNo, id) as string, publicId("payout", id)]]),
      called: calledPayout(payout),
      instants: [
        payout.createdAtMs,
        payout.approvedAtMs,
        payout.sentAtMs,
        payout.paidAtMs,
        payout.failedAtMs,
        payout.reversedAtMs,
        payout.cancelledAtMs,
        payout.updatedAtMs,
      ],
      subjectId: id,
      lastEvent: payout.eventSequence,
    });
    return {
      id: publicId("payout", id),
      mode,
      merchantId,
      entries: assemble([
        ...payoutEntries(payout, formatActor),
        ...stepEntries(steps, {
          routed: (chargeId) => (chargeId === null ? publicId("payout", id) : null),
          accountName: accountNames(snapshot),
        }),
        ...story.entries,
      ]),
      gaps: [...traceGaps(routedPayout(payout), steps, nowMs, keptDays.paymentSteps), ...story.gaps],
      samePayer: null,
      calls: sight.forOperator ? story.calls : [],
      routes: [],
      payoutRoute: sight.forOperator ? routeOfPayout(payout, steps, snapshot, nowMs) : null,
    };
  };

  /**
   * The timeline that an id leads to: `pi_`, `ch_`, `re_` and `cs_` to their payment, `po_` to the payout. Refuses with
   * RESOURCE_NOT_FOUND; `isOwn` says whether the reader may know the merchant.
   */
  return async (
    text: string,
    sight: Sight,
    owners: {
      readonly payments: OwnerOf;
      readonly payouts: PayoutOwnerOf;
      isOwn(merchantNo: MerchantNo): Promise<boolean>;
    },
  ): Promise<Timeline> => {
    const payoutId = parsePublicId("payout", text);
    if (payoutId !== null) {
      if (!sight.payouts) throw errors.RESOURCE_NOT_FOUND();
      const merchantNo = await owners.payouts(payoutId);
      const payout = merchantNo === null ? null : await findPayout(db, merchantNo, payoutId);
      if (payout === null) throw errors.RESOURCE_NOT_FOUND();
      return ofPayout(payout, sight);
    }
    const key = await findIntentOf(db, keyring, text, owners.payments);
    if (key === null || !(await owners.isOwn(key.merchantNo))) throw errors.RESOURCE_NOT_FOUND();
    const { merchantNo, paymentIntentId } = key;
    const [found] = await readIntents(db, merchantNo, [paymentIntentId]);
    const sessionId = found?.intent.sessionId ?? key.sessionId;
    const session = sessionId === null ? null : await readSessionCourse(db, merchantNo, sessionId);
    if (session === null) throw errors.RESOURCE_NOT_FOUND();
    return ofPayment(merchantNo, paymentIntentId, session, found?.charges ?? [], sight);
  };
}

const accountNames =
  (snapshot: RoutingSnapshot) =>
  (id: string): string =>
    snapshot.accounts.find((account) => account.id === id)?.provider ?? "an account";

const routedCharge = ({ id, createdAtMs }: Charge) => ({
  chargeId: id,
  id: publicId("charge", id),
  routedAtMs: createdAtMs,
});

/** One that was sent or has waited has asked for a route. */
function routedPayout({ id, sentAtMs, queuedAtMs }: Payout) {
  const routedAtMs = sentAtMs ?? queuedAtMs;
  return routedAtMs === null ? [] : [{ chargeId: null, id: publicId("payout", id), routedAtMs }];
}

/** One with an account that is no longer at its beginning has been given to it; a cancelled one may not have been. */
function calledCharge({ merchantNo, id, providerAccountId, status, createdAtMs }: Charge): readonly Called[] {
  if (providerAccountId === null || status === "PENDING" || status === "CANCELLED") return [];
  return [
    { id: publicId("charge", id), reference: providerReference(merchantNo, id), calledAtMs: createdAtMs },
  ];
}

const refundsCalled: ReadonlySet<Refund["status"]> = new Set([
  "PROCESSING",
  "IN_RECONCILIATION",
  "SUCCEEDED",
]);

/** A failed one may have failed without a call. */
function calledRefund({ merchantNo, id, status, succeededAtMs, updatedAtMs }: Refund): readonly Called[] {
  if (!refundsCalled.has(status)) return [];
  const calledAtMs = succeededAtMs ?? updatedAtMs;
  return [{ id: publicId("refund", id), reference: providerReference(merchantNo, id), calledAtMs }];
}

const payoutsCalled: ReadonlySet<Payout["status"]> = new Set([
  "PROCESSING",
  "IN_RECONCILIATION",
  "PAID",
  "REVERSED",
]);

function calledPayout({ merchantNo, id, status, sentAtMs, updatedAtMs }: Payout): readonly Called[] {
  if (!payoutsCalled.has(status)) return [];
  const calledAtMs = sentAtMs ?? updatedAtMs;
  return [{ id: publicId("payout", id), reference: providerReference(merchantNo, id), calledAtMs }];
}

/** The instants at which the payment's rows were written. */
function instantsOf(
  session: SessionCourse,
  charges: readonly Charge[],
  refunds: readonly Refund[],
): readonly (number | null)[] {
  return [
    session.createdAtMs,
    session.completedAtMs,
    session.updatedAtMs,
    ...charges.flatMap((one) => [one.createdAtMs, one.succeededAtMs, one.failedAtMs, one.updatedAtMs]),
    ...refunds.flatMap((one) => [
      one.createdAtMs,
      one.succeededAtMs,
      one.failedAtMs,
      one.cancelledAtMs,
      one.updatedAtMs,
    ]),
  ];
}

/** Who made the payment; null: that was not kept. */
function createdBy(steps: readonly TimedStep[]): string | null {
  const created = steps.find((step) => step.kind === "CREATED");
  return created?.kind === "CREATED" ? (created.by ?? "payer") : null;
}
