import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { findMerchantNo, type Merchants } from "../merchants/index.ts";
import { GIVES_UP_AFTER_MS, type ResolutionSubject } from "../payments/index.ts";
import { findPayout } from "../payouts/index.ts";
import { reviewErrors } from "./errors.ts";
import { needsPerson, unresolvedReason } from "./rules.ts";
import * as store from "./store.ts";
import type { HeldReason, MoneyDecision } from "./types.ts";

/** The money that a decision is about, while it waits for one. */
export interface DecisionSubject
  extends Pick<MoneyDecision, "merchantNo" | "merchantId" | "mode" | "amount" | "currency"> {
  readonly type: ResolutionSubject;
  readonly id: string;
  readonly sessionId: Id<"checkoutSession"> | null;
  readonly heldBecause: HeldReason | "PAID" | "REVERSED";
  /** Its money is in `held`. */
  readonly booked: boolean;
  readonly openDecisionId: Id<"moneyDecision"> | null;
}

const kinds = { CHARGE: "charge", REFUND: "refund", PAYOUT: "payout" } as const;

/** A paid payout whose money is reported to have come back. Refuses as `findSubject` does. */
export async function findPaidPayout(
  db: Queryable,
  merchants: Pick<Merchants, "profile">,
  tenantId: TenantId,
  text: string,
): Promise<DecisionSubject> {
  const id = parsePublicId("payout", text);
  const merchantNo = id === null ? null : await findMerchantNo(db, tenantId, "payouts", id);
  const payout = id === null || merchantNo === null ? null : await findPayout(db, merchantNo, id);
  if (payout === null) throw errors.RESOURCE_NOT_FOUND();
  if (payout.status !== "PAID") throw reviewErrors.NOTHING_TO_DECIDE({ status: payout.status });
  const { merchantId, mode } = await merchants.profile(payout.merchantNo);
  const openDecisionId = await store.findOpenDecision(db, payout.merchantNo, payout.id);
  const { amount, currency } = payout;
  return {
    merchantNo: payout.merchantNo,
    merchantId,
    mode,
    amount,
    currency,
    type: "PAYOUT",
    id: payout.id,
    sessionId: null,
    heldBecause: "PAID",
    booked: true,
    openDecisionId,
  };
}

/** `ch_…`, `re_…` or `po_…`. */
export function subjectIdText(type: ResolutionSubject, id: string): string {
  return publicId(kinds[type], id as Id<"charge"> & Id<"refund"> & Id<"payout">);
}

/** The kind and stored id of a public id, or null when it is of none of the three kinds. */
export function parseSubject(text: string): { readonly type: ResolutionSubject; readonly id: string } | null {
  for (const type of ["CHARGE", "REFUND", "PAYOUT"] as const) {
    const id = parsePublicId(kinds[type], text);
    if (id !== null) return { type, id };
  }
  return null;
}

const tables = { CHARGE: "charges", REFUND: "refunds", PAYOUT: "payouts" } as const;

/** The kind of one of the tenant's stored ids; null: none of the three kinds. */
export async function subjectTypeOf(
  db: Queryable,
  tenantId: TenantId,
  id: string,
): Promise<ResolutionSubject | null> {
  for (const type of ["CHARGE", "REFUND", "PAYOUT"] as const) {
    if ((await findMerchantNo(db, tenantId, tables[type], id)) !== null) return type;
  }
  return null;
}

/**
 * The money of a charge, refund or payout that waits for a decision. Refuses with RESOURCE_NOT_FOUND money that is not
 * the tenant's, and with NOTHING_TO_DECIDE money that needs no decision (yet).
 */
export async function findSubject(
  db: Queryable,
  tenantId: TenantId,
  text: string,
  nowMs: number,
): Promise<DecisionSubject> {
  const named = parseSubject(text);
  if (named === null) throw errors.RESOURCE_NOT_FOUND();
  if (named.type === "CHARGE") {
    const [held] = await store.readHeld(db, tenantId, [named.id]);
    if (held !== undefined) {
      return {
        ...held,
        type: "CHARGE",
        amount: held.amountConfirmed ?? held.amount,
        heldBecause: held.reason,
        booked: await store.isHeldBooked(db, held),
      };
    }
  }
  // The same rule as `needsDecision` in the list of unresolved money, so that both always agree.
  const [found] = await store.readUnresolved(db, tenantId, [named.id]);
  if (found !== undefined && needsPerson(found, nowMs)) {
    return { ...found, heldBecause: unresolvedReason(found), booked: false };
  }
  if ((await findMerchantNo(db, tenantId, tables[named.type], named.id)) === null)
    throw errors.RESOURCE_NOT_FOUND();
  throw reviewErrors.NOTHING_TO_DECIDE({ unresolvedAfterHours: GIVES_UP_AFTER_MS / 3_600_000 });
}
