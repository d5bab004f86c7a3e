import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { Facts } from "../parts/facts.tsx";
import { Id } from "../parts/id.tsx";

/** What a page shows of a session that nobody has tried to pay. */
export interface UntriedSession {
  readonly id: string;
  readonly status: "OPEN" | "EXPIRED" | "CANCELLED" | "PROCESSING" | "SUCCEEDED" | "FAILED";
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** A session without a payment: its amount, whether it can still be paid, and what is known of it. */
export function SessionHead({
  session,
  merchantName,
}: {
  readonly session: UntriedSession;
  readonly merchantName?: string | null;
}) {
  const { payment: t } = useUiTexts();
  const format = useFormat();
  const { id, status, title, amount, currency, reference, createdAt, expiresAt } = session;
  return (
    <section class="card payment-head" aria-label={t.session}>
      <p class="amount">{format.amount(amount, currency)}</p>
      <p class="tell">{status === "OPEN" ? t.sentences.REQUIRES_PAYMENT_METHOD : t.sessionEnded}</p>
      <Facts
        facts={[
          [t.merchant, merchantName],
          [t.sessionTitle, title],
          [t.reference, reference],
          [t.created, format.moment(createdAt)],
          [t.sessionExpires, expiresAt === null ? null : format.moment(expiresAt)],
          [t.identifiers, <Id key="id" id={id} />],
        ]}
      />
    </section>
  );
}
