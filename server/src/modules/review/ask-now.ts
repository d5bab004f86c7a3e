import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import { findMerchantNo } from "../merchants/index.ts";
import { iso, type ResolutionSubject } from "../payments/index.ts";
import { readRefunds } from "../payments/refunds/index.ts";
import { findPayout } from "../payouts/index.ts";
import type { ReviewDeps } from "./deps.ts";
import { parseSubject, subjectIdText } from "./subjects.ts";

interface Known {
  readonly status: string;
  readonly unknown: boolean;
}

const UNDER_WAY: readonly string[] = ["PENDING", "REQUIRES_ACTION", "PROCESSING", "IN_RECONCILIATION"];

export type AskNow = ReturnType<typeof createAskNow>;

/**
 * Asks the provider now for the outcome of a charge, refund or payout, and records the answer as the resolver would.
 * Also for a charge that ended without money: what was found in a statement may be late money. Refuses with
 * RESOURCE_NOT_FOUND.
 */
export function createAskNow(deps: ReviewDeps) {
  const { db, clock } = deps;

  const askCharge = async (merchantNo: MerchantNo, chargeId: Id<"charge">): Promise<void> => {
    const sessionId = await guardOf(db, merchantNo, chargeId);
    const key = { merchantNo, sessionId, chargeId };
    const loaded = await deps.payments.reviews.load(key);
    if (loaded === null || loaded.charge.status === "SUCCEEDED" || loaded.charge.reviewReason !== null)
      return;
    const answer = await deps.provider.query(loaded.charge);
    // Only the resolver can judge "not found": it knows whether the payment is still to be sent.
    if (answer.kind !== "not_found") await deps.payments.outcomes.record(key, answer, "query", loaded);
  };

  const ask = async (type: ResolutionSubject, merchantNo: MerchantNo, id: string): Promise<void> => {
    switch (type) {
      case "CHARGE":
        return askCharge(merchantNo, id as Id<"charge">);
      case "REFUND":
        await deps.refunds.askNow(merchantNo, id as Id<"refund">);
        return;
      case "PAYOUT":
        await deps.payoutWorker.askNow(merchantNo, id as Id<"payout">);
    }
  };

  const look = async (type: ResolutionSubject, merchantNo: MerchantNo, id: string): Promise<Known> => {
    switch (type) {
      case "CHARGE": {
        const key = {
          merchantNo,
          sessionId: await guardOf(db, merchantNo, id),
          chargeId: id as Id<"charge">,
        };
        const loaded = await deps.payments.reviews.load(key);
        if (loaded === null) throw errors.RESOURCE_NOT_FOUND();
        return { status: loaded.charge.status, unknown: UNDER_WAY.includes(loaded.charge.status) };
      }
      case "REFUND": {
        const [refund] = await readRefunds(db, merchantNo, [id]);
        if (refund === undefined) throw errors.RESOURCE_NOT_FOUND();
        return { status: refund.status, unknown: UNDER_WAY.includes(refund.status) };
      }
      case "PAYOUT": {
        const payout = await findPayout(db, merchantNo, id as Id<"payout">);
        if (payout === null) throw errors.RESOURCE_NOT_FOUND();
        return { status: payout.status, unknown: UNDER_WAY.includes(payout.status) };
      }
    }
  };

  return async (tenantId: TenantId, text: string) => {
    const named = parseSubject(text);
    if (named === null) throw errors.RESOURCE_NOT_FOUND();
    const { type, id } = named;
    const table = ({ CHARGE: "charges", REFUND: "refunds", PAYOUT: "payouts" } as const)[type];
    const merchantNo = await findMerchantNo(db, tenantId, table, id);
    if (merchantNo === null) throw errors.RESOURCE_NOT_FOUND();
    const before = await look(type, merchantNo, id);
    await ask(type, merchantNo, id);
    const after = await look(type, merchantNo, id);
    const { mode, merchantId } = await deps.merchants.profile(merchantNo);
    return {
      object: "payment_check" as const,
      id: subjectIdText(type, id),
      mode,
      merchantId,
      type,
      statusBefore: before.status,
      status: after.status,
      resolved: !after.unknown,
      checkedAt: iso(clock.nowMs()),
    };
  };
}

async function guardOf(
  db: Database,
  merchantNo: MerchantNo,
  chargeId: string,
): Promise<Id<"checkoutSession">> {
  const [row] = await db.query<{ sessionId: Id<"checkoutSession"> }>({
    text: `select session_id as "sessionId" from charges where merchant_no = $1 and id = $2`,
    values: [merchantNo, chargeId],
  });
  if (row === undefined) throw errors.RESOURCE_NOT_FOUND();
  return row.sessionId;
}
