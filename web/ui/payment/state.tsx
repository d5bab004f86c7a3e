import type { Charge, PaymentIntent } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { Badge, type Tone } from "../parts/badge.tsx";

type Status = Charge["status"] | PaymentIntent["status"];

const tones: Readonly<Record<Status, Tone>> = {
  PENDING: "quiet",
  REQUIRES_PAYMENT_METHOD: "quiet",
  REQUIRES_ACTION: "quiet",
  PROCESSING: "quiet",
  IN_RECONCILIATION: "warn",
  SUCCEEDED: "good",
  FAILED: "bad",
  CANCELLED: "bad",
};

export function StateBadge({ status }: { readonly status: Status }) {
  const { states } = useUiTexts();
  return <Badge tone={tones[status]} text={states[status]} />;
}

/** State of a charge, with what makes it unusual. */
export function ChargeState({ charge }: { readonly charge: Charge }) {
  const { states } = useUiTexts();
  return (
    <span class="badges">
      <StateBadge status={charge.status} />
      {charge.late && <Badge tone="warn" text={states.late} />}
      {charge.duplicate && <Badge tone="warn" text={states.duplicate} />}
      {charge.refundStatus === "PARTIAL" && <Badge tone="quiet" text={states.refundPartial} />}
      {charge.refundStatus === "FULL" && <Badge tone="quiet" text={states.refundFull} />}
    </span>
  );
}
