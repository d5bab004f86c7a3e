import type { Charge, PaymentIntent } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { Facts } from "../parts/facts.tsx";
import { Id } from "../parts/id.tsx";
import { ChargeState, StateBadge } from "./state.tsx";
import { type ToldWord, toldWord } from "./told-word.ts";
import { PaidBy } from "./way.tsx";

/**
 * The attempt that says how a payment stands: the one that paid it, else one that was paid, else the newest. Money that came
 * twice is only the second choice: it goes back to the payer, and the payment stays paid. Pure.
 */
export function tellingCharge(intent: Pick<PaymentIntent, "charges">): Charge | null {
  const { charges } = intent;
  const paid = charges.filter(({ status }) => status === "SUCCEEDED");
  return paid.find(({ duplicate }) => !duplicate) ?? paid[0] ?? charges.at(-1) ?? null;
}

/** The words of pages of payments: what every page loads has no room for them. */
export interface PaymentWords {
  readonly shortReference: string;
  readonly told: { readonly refunded: string; readonly sentences: Readonly<Record<ToldWord, string>> };
}

/** Amount, state in one sentence with what to tell the payer, and the facts of the payment. */
export function PaymentHead({
  intent,
  merchantName,
  mode,
  words,
}: {
  readonly intent: PaymentIntent;
  readonly merchantName?: string | null;
  /** In words, where the address of the page does not say it. */
  readonly mode?: string;
  readonly words: PaymentWords;
}) {
  const { payment: t, failures, frame, methods } = useUiTexts();
  const format = useFormat();
  const charge = tellingCharge(intent);
  const status = charge?.status ?? intent.status;
  const failure = charge?.failureCode ?? null;
  const word = toldWord(charge, intent.status);
  const end = charge === null ? null : (charge.succeededAt ?? charge.failedAt);
  return (
    <section class="card payment-head" aria-label={t.tell}>
      <p class="amount">{format.amount(intent.amount, intent.currency)}</p>
      {charge === null ? <StateBadge status={intent.status} /> : <ChargeState charge={charge} />}
      <p class="tell">
        {word === null ? t.sentences[status] : words.told.sentences[word]}{" "}
        {failure === null || status === "SUCCEEDED" ? "" : failures[failure]}
      </p>
      <Facts
        facts={[
          [frame.mode, mode],
          [t.merchant, merchantName],
          [t.reference, intent.reference],
          [
            words.shortReference,
            charge === null ? null : <Id key="shortReference" id={charge.shortReference} />,
          ],
          [t.payer, charge?.paymentMethodDetails.phone ?? intent.customer?.name],
          [t.method, charge === null ? null : methods[charge.paymentMethod]],
          [t.operator, charge === null ? null : <PaidBy charge={charge} />],
          [t.created, format.moment(intent.createdAt)],
          [t.fee, charge?.fee == null ? null : format.amount(charge.fee, charge.currency)],
          [t.net, charge?.net == null ? null : format.amount(charge.net, charge.currency)],
          [
            words.told.refunded,
            charge === null || charge.refundStatus === "NONE"
              ? null
              : format.amount(charge.amountRefunded, charge.currency),
          ],
          [
            t.timeToTruth,
            charge === null || end === null
              ? null
              : format.length(Date.parse(end) - Date.parse(charge.createdAt)),
          ],
          [
            t.providerId,
            charge?.provider.transactionId == null ? null : <Id id={charge.provider.transactionId} />,
          ],
          [t.identifiers, <Ids key="ids" ids={[intent.id, intent.sessionId, charge?.id ?? null]} />],
        ]}
      />
    </section>
  );
}

function Ids({ ids }: { readonly ids: readonly (string | null)[] }) {
  return (
    <ul class="ids">
      {ids.flatMap((id) =>
        id === null
          ? []
          : [
              <li key={id}>
                <Id id={id} />
              </li>,
            ],
      )}
    </ul>
  );
}
