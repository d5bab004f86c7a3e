import type { PaymentIntent, Timeline } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { ChargeState } from "./state.tsx";
import { PaidBy } from "./way.tsx";

/** All attempts to pay, where there was more than one. */
export function Attempts({ intent }: { readonly intent: PaymentIntent }) {
  const { payment: t, failures } = useUiTexts();
  const format = useFormat();
  return (
    <ol class="attempts">
      {intent.charges.map((charge) => (
        <li key={charge.id}>
          <strong>{t.attempt(charge.attemptNumber)}</strong> <PaidBy charge={charge} />{" "}
          {charge.paymentMethodDetails.phone ?? ""} <ChargeState charge={charge} />{" "}
          <span class="quiet">{format.moment(charge.createdAt)}</span>
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
  if (samePayer === null || samePayer.chargeIds.length === 0) return <p class="quiet">{t.samePayerNone}</p>;
  return (
    <>
      <p>{t.samePayerCounts(samePayer.succeeded, samePayer.failed, samePayer.underWay)}</p>
      <ul class="ids">
        {samePayer.chargeIds.map((id) => (
          <li key={id}>
            <a href={hrefOf(id)}>
              <code>{id}</code>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
