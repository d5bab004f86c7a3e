import { systemActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { recordNews } from "../../db/merchant-news.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { type EventType, emitEvents } from "../webhooks/index.ts";
import type { Beneficiary, Payout } from "./types.ts";
import { beneficiaryView, payoutView } from "./view.ts";

/**
 * Writes the event of a change in its transaction; the object is the state after it, with its `eventSequence` counted
 * up. The merchant's people are told of a failure.
 */
export async function emitPayoutEvent(
  tx: Transaction,
  ids: IdSource,
  profile: MerchantProfile,
  payout: Payout,
  type: Extract<EventType, `payout.${string}`>,
  nowMs: number,
): Promise<number> {
  const { merchantNo, id: subject } = payout;
  if (type === "payout.failed")
    await recordNews(tx, [{ merchantNo, kind: "PAYOUT_FAILED", subject, actor: systemActor, atMs: nowMs }]);
  return emit(tx, ids, profile, payout, type, payoutView(payout, profile), nowMs);
}

export function emitBeneficiaryEvent(
  tx: Transaction,
  ids: IdSource,
  profile: MerchantProfile,
  beneficiary: Beneficiary,
  type: Extract<EventType, `beneficiary.${string}`>,
  nowMs: number,
): Promise<number> {
  return emit(tx, ids, profile, beneficiary, type, beneficiaryView(beneficiary, profile), nowMs);
}

function emit(
  tx: Transaction,
  ids: IdSource,
  { merchantId, mode }: MerchantProfile,
  subject: Pick<Payout | Beneficiary, "merchantNo" | "id" | "eventSequence">,
  type: EventType,
  data: unknown,
  nowMs: number,
): Promise<number> {
  return emitEvents(tx, [
    {
      id: ids.next("event"),
      merchantNo: subject.merchantNo,
      merchantId,
      mode,
      type,
      subjectId: subject.id,
      sequence: subject.eventSequence,
      timestampMs: nowMs,
      data,
    },
  ]);
}
