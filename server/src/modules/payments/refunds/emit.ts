import type { Transaction } from "../../../db/database.ts";
import { type IdSource, publicId } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { MerchantProfile } from "../../merchants/index.ts";
import { type EventType, emitEvents } from "../../webhooks/index.ts";
import type { Charge } from "../types.ts";
import { chargeView } from "../view.ts";
import type { Refund } from "./types.ts";
import { refundView } from "./view.ts";

export interface RefundNews {
  /** The refund in its new state. */
  readonly refund: Refund;
  /** The number that the charge's guard gave this event. */
  readonly sequence: number;
  readonly nowMs: number;
}

/** Emits the event of a merchant's refund. Returns the number of deliveries. */
export function emitRefundEvent(
  tx: Transaction,
  ids: IdSource,
  profile: MerchantProfile,
  type: "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed",
  news: RefundNews,
): Promise<number> {
  return emit(tx, ids, profile, type, news, refundView(news.refund, profile));
}

/**
 * Emits that late or double money was returned to the payer: the charge in its new state, with the refund's id. Money
 * of another amount than requested has no event of its own: its return is reported like any refund.
 */
export function emitAutomaticRefund(
  tx: Transaction,
  { ids, keyring }: { readonly ids: IdSource; readonly keyring: Keyring },
  profile: MerchantProfile,
  charge: Charge,
  news: RefundNews,
): Promise<number> {
  const { refund } = news;
  if (refund.reason === "OTHER") {
    return emit(tx, ids, profile, "refund.succeeded", news, refundView(refund, profile));
  }
  const type = refund.reason === "DUPLICATE" ? "payment.duplicate_refunded" : "payment.late_refunded";
  const { mode, merchantId, locale } = profile;
  return emit(tx, ids, profile, type, news, {
    ...chargeView(charge, { keyring, mode, merchantId, locale }),
    refundId: publicId("refund", refund.id),
  });
}

function emit(
  tx: Transaction,
  ids: IdSource,
  { mode, merchantId }: MerchantProfile,
  type: EventType,
  { refund, sequence, nowMs }: RefundNews,
  data: unknown,
): Promise<number> {
  return emitEvents(tx, [
    {
      id: ids.next("event"),
      merchantNo: refund.merchantNo,
      subjectId: refund.paymentIntentId,
      type,
      timestampMs: nowMs,
      mode,
      merchantId,
      sequence,
      data,
    },
  ]);
}
