import type { Payout, Refund } from "../../ui/api/views.ts";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

export const refundStatuses: readonly Refund["status"][] = [
  "PENDING",
  "PROCESSING",
  "IN_RECONCILIATION",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
];
export const payoutStatuses: readonly Payout["status"][] = [
  "PENDING_APPROVAL",
  "PENDING",
  "QUEUED",
  "PROCESSING",
  "IN_RECONCILIATION",
  "PAID",
  "FAILED",
  "REVERSED",
  "CANCELLED",
];

const tones: Readonly<Record<Refund["status"] | Payout["status"], Tone>> = {
  PENDING_APPROVAL: "warn",
  PENDING: "quiet",
  QUEUED: "warn",
  PROCESSING: "quiet",
  IN_RECONCILIATION: "warn",
  SUCCEEDED: "good",
  PAID: "good",
  FAILED: "bad",
  REVERSED: "bad",
  CANCELLED: "bad",
};

export function RefundState({ refund: { status } }: { readonly refund: Pick<Refund, "status"> }) {
  const { refunds } = useTexts();
  return <Badge tone={tones[status]} text={refunds[status]} />;
}

export function PayoutState({ payout: { status } }: { readonly payout: Pick<Payout, "status"> }) {
  const { payouts } = useTexts();
  return <Badge tone={tones[status]} text={payouts[status]} />;
}
