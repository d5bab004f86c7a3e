import type { Charge, PaymentIntent } from "../api/views.ts";

export type ToldWord = "AMOUNT_MISMATCH" | "LATE_PAYMENT" | "REFUND_FAILED" | "FULL" | "PARTIAL" | "over";

/**
 * The word for how a payment stands, where its state alone would say something untrue: money that is held has arrived, money
 * that was given back is not there any more, and a payment that has ended takes no further try. Null where the state says
 * it. Pure.
 */
export function toldWord(
  charge: Pick<Charge, "status" | "reviewReason" | "refundStatus"> | null,
  intentStatus: PaymentIntent["status"],
): ToldWord | null {
  if (charge === null) return null;
  const { status, reviewReason, refundStatus } = charge;
  switch (reviewReason) {
    case "AMOUNT_MISMATCH":
    case "LATE_PAYMENT":
    case "REFUND_FAILED":
      return reviewReason;
  }
  if (status === "SUCCEEDED") return refundStatus === "NONE" ? null : refundStatus;
  const isOver = intentStatus === "FAILED" || intentStatus === "CANCELLED";
  return status === "FAILED" && isOver ? "over" : null;
}
