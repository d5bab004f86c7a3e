import { useRead } from "../../ui/api/reads.ts";
import type { Charge, Refund } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";

/** More than these of one payment are never under way at once. */
const REFUNDS_MAX = 100;
const none: readonly Refund[] = [];

/**
 * Refunds of a charge that were asked for and that the provider has not confirmed. Null while they are read: until then
 * nobody knows what is left. Empty for readers who may not read refunds, and when they could not be read: the service
 * refuses what is too much.
 */
export function useRefundsOnTheirWay(charge: Charge | null): readonly Refund[] | null {
  const may = useMay();
  const isAsked = charge?.status === "SUCCEEDED" && may("merchant.refunds.read");
  const read = useRead<readonly Refund[]>(
    isAsked
      ? `/payments/refunds?chargeId=${charge.id}&status=PENDING,PROCESSING,IN_RECONCILIATION&pageSize=${REFUNDS_MAX}`
      : null,
  );
  if (!isAsked || read.error !== null) return none;
  return read.data?.data ?? null;
}

interface RefundsOnTheirWayProps {
  readonly charge: Charge | null;
  readonly hrefOf: (refundId: string) => string;
}

/** Each refund that is on its way, so that nobody asks for it again. */
export function RefundsOnTheirWay({ charge, hrefOf }: RefundsOnTheirWayProps) {
  const { refunding: t } = useTexts();
  const format = useFormat();
  const refunds = useRefundsOnTheirWay(charge) ?? none;
  return refunds.map(({ id, amount, currency }) => (
    <p key={id}>
      <a href={hrefOf(id)}>{t.onItsWay(format.amount(amount, currency))}</a>
    </p>
  ));
}
