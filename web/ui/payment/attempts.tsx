import type { PaymentIntent, Timeline } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { Id } from "../parts/id.tsx";
import { ChargeState, StateBadge } from "./state.tsx";
import { PaidBy } from "./way.tsx";

/** All attempts to pay, where there was more than one. A payer may read out the short reference of any of them. */
export function Attempts({
  intent,
  shortReferenceLabel,
}: {
  readonly intent: PaymentIntent;
  readonly shortReferenceLabel: string;
}) {
  const { payment: t, failures } = useUiTexts();
  const format = useFormat();
  return (
    <ol class="attempts">
      {intent.charges.map((charge) => (
        <li key={charge.id}>
          <strong>{t.attempt(charge.attemptNumber)}</strong> <PaidBy charge={charge} />{" "}
          {charge.paymentMethodDetails.phone ?? ""} <ChargeState charge={charge} />{" "}
          <span class="quiet">{format.moment(charge.createdAt)}</span>
          <p class="quiet">
            {shortReferenceLabel} <Id id={charge.shortReference} />
          </p>
          {charge.failureCode !== null && charge.status !== "SUCCEEDED" && (
            <p class="quiet">{failures[charge.failureCode]}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface SamePayerProps {
  readonly samePayer: Timeline["samePayer"];
  readonly hrefOf: (chargeId: string) => string;
}

/** What else this phone tried around this payment. */
export function SamePayer({ samePayer, hrefOf }: SamePayerProps) {
  const { payment: t } = useUiTexts();
  const format = useFormat();
  if (samePayer === null || samePayer.attempts.length === 0) return <p class="quiet">{t.samePayerNone}</p>;
  return (
    <>
      <p>{t.samePayerCounts(samePayer.succeeded, samePayer.failed, samePayer.underWay)}</p>
      <ul class="attempts">
        {samePayer.attempts.map(({ chargeId, status, amount, currency, createdAt }) => (
          <li key={chargeId}>
            <a href={hrefOf(chargeId)}>{format.amount(amount, currency)}</a> <StateBadge status={status} />{" "}
            <time class="quiet" dateTime={createdAt}>
              {format.moment(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </>
  );
}
