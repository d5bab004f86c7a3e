import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import {
  ageBucketOf,
  decidableAtMs,
  needsPerson,
  needsSecond,
  possibleFor,
  unresolvedReason,
} from "./rules.ts";
import type { DecisionView, HeldView, UnresolvedView } from "./schemas.ts";
import { subjectIdText } from "./subjects.ts";
import type { HeldCharge, MoneyDecision, Unresolved } from "./types.ts";

/** The name is added for a whole page at once. */
type Unnamed<View extends typeof HeldView | typeof UnresolvedView> = Omit<Static<View>, "merchantName">;

const secondsBetween = (fromMs: number, toMs: number): number =>
  Math.max(0, Math.floor((toMs - fromMs) / 1_000));

/** `booked`: its money is in `held`. */
export function heldView(
  held: HeldCharge,
  booked: boolean,
  nowMs: number,
  locale: Locale,
): Unnamed<typeof HeldView> {
  const { amountConfirmed, currency, reason } = held;
  const received = reason === "UNRESOLVED" ? null : (amountConfirmed ?? held.amount);
  const possible = possibleFor(reason, booked);
  return {
    object: "held_money",
    id: publicId("charge", held.id),
    mode: held.mode,
    merchantId: held.merchantId,
    paymentIntentId: publicId("paymentIntent", held.paymentIntentId),
    reason,
    status: held.status,
    expectedAmount: held.amount.toString(),
    expectedDisplay: displayMoney(money(held.amount, currency), locale),
    receivedAmount: received?.toString() ?? null,
    currency,
    booked,
    paymentMethod: held.paymentMethod,
    operator: held.operator,
    provider: { name: held.provider, transactionId: held.providerTransactionId },
    late: held.late,
    duplicate: held.duplicate,
    reference: held.reference,
    heldSince: iso(held.heldSinceMs),
    ageSeconds: secondsBetween(held.heldSinceMs, nowMs),
    possibleDecisions: [...possible],
    needsSecondOperator: possible.some((kind) => needsSecond(kind, received ?? held.amount, currency)),
    openDecisionId: held.openDecisionId === null ? null : publicId("moneyDecision", held.openDecisionId),
    version: held.version,
    createdAt: iso(held.createdAtMs),
    updatedAt: iso(held.updatedAtMs),
  };
}

export function unresolvedView(
  item: Unresolved,
  nowMs: number,
  locale: Locale,
): Unnamed<typeof UnresolvedView> {
  const needsDecision = needsPerson(item, nowMs);
  return {
    object: "unresolved_payment",
    id: subjectIdText(item.type, item.id),
    mode: item.mode,
    merchantId: item.merchantId,
    type: item.type,
    status: item.status,
    operator: item.operator,
    provider: item.provider,
    amount: item.amount.toString(),
    amountDisplay: displayMoney(money(item.amount, item.currency), locale),
    currency: item.currency,
    since: iso(item.sinceMs),
    ageSeconds: secondsBetween(item.sinceMs, nowMs),
    ageBucket: ageBucketOf(nowMs - item.sinceMs),
    askedTimes: item.asked,
    nextCheckAt: isoOrNull(item.nextCheckAtMs),
    needsDecision,
    decidableAt: iso(decidableAtMs(item.sinceMs)),
    possibleDecisions: needsDecision ? [...possibleFor(unresolvedReason(item), false)] : [],
    openDecisionId: item.openDecisionId === null ? null : publicId("moneyDecision", item.openDecisionId),
    version: item.version,
    createdAt: iso(item.createdAtMs),
    updatedAt: iso(item.updatedAtMs),
  };
}

export function decisionView(decision: MoneyDecision, locale: Locale): Static<typeof DecisionView> {
  const { subjectType, subjectId, amount, currency } = decision;
  return {
    object: "money_decision",
    id: publicId("moneyDecision", decision.id),
    mode: decision.mode,
    merchantId: decision.merchantId,
    subjectType,
    subjectId: subjectIdText(subjectType, subjectId),
    kind: decision.kind,
    status: decision.status,
    heldBecause: decision.heldBecause,
    amount: amount.toString(),
    amountDisplay: displayMoney(money(amount, currency), locale),
    currency,
    reason: decision.reason,
    evidence: decision.evidence,
    transactionId: decision.transactionId,
    refundRoute: decision.refundRoute,
    refundId: decision.refundId === null ? null : publicId("refund", decision.refundId),
    fourEyes: decision.fourEyes,
    proposedBy: publicId("operator", decision.proposedBy),
    decidedBy: decision.decidedBy === null ? null : publicId("operator", decision.decidedBy),
    decidedAt: isoOrNull(decision.decidedAtMs),
    version: decision.version,
    createdAt: iso(decision.createdAtMs),
    updatedAt: iso(decision.updatedAtMs),
  };
}
