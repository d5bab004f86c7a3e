import { useRead } from "../../ui/api/reads.ts";
import type { HeldMoney, Named, PaymentIntent } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import type { PageProps } from "../../ui/app/surface.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Notes } from "../../ui/notes/later.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Facts } from "../../ui/parts/facts.tsx";
import { Id } from "../../ui/parts/id.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Choices } from "../deciding/choices.tsx";
import { Decisions } from "../deciding/decisions.tsx";
import { heldEffect } from "../deciding/effects.ts";
import { isOver, Over } from "../deciding/over.tsx";
import { useTexts } from "../i18n/index.ts";
import { HolderCard } from "../parts/holding.ts";

/** Money that waits for a decision: what came, what was expected, what each choice does; then what was decided. */
export default function HeldPage({ params: { id = "" } }: PageProps) {
  const { deciding: t, nav } = useTexts();
  const name = encodeURIComponent(id);
  const path = `/tenant/held-money/${name}`;
  const read = useRead<HeldMoney>(path);
  const payment = useRead<Named<PaymentIntent>>(`/tenant/payments/${name}`);
  const payer = payment.data?.data.charges.find((charge) => charge.id === id)?.paymentMethodDetails.phone;
  return (
    <Page title={t.held.title} above={<a href="/console/work">{nav.work}</a>}>
      {isOver(read.error) ? (
        <Over id={id} text={t.held.over} />
      ) : (
        <Shown read={read} rows={6}>
          {({ data }) => (
            <div class="shown">
              <Came held={data} payer={payer ?? null} />
              <HolderCard id={`HELD_MONEY:${id}`} />
              {data.openDecisionId === null && <HeldChoices held={data} path={path} />}
            </div>
          )}
        </Shown>
      )}
      <Decisions subjectId={id} />
      <Notes subjectId={id} />
    </Page>
  );
}

/** What came, beside what was expected. */
function Came({ held, payer }: { readonly held: HeldMoney; readonly payer: string | null }) {
  const { deciding: t } = useTexts();
  const { frame, payment, methods } = useUiTexts();
  const format = useFormat();
  const { receivedAmount, currency } = held;
  return (
    <Card title={t.held.came}>
      <p>
        <strong>{t.held.reasons[held.reason]}</strong>
      </p>
      <Facts
        facts={[
          [t.held.expected, format.amount(held.expectedAmount, currency)],
          [
            t.held.received,
            receivedAmount === null ? t.held.nobodyKnows : format.amount(receivedAmount, currency),
          ],
          [t.held.booked, held.booked || held.reason === "UNRESOLVED" ? null : t.held.notBooked],
          [payment.payer, payer],
          [payment.method, methods[held.paymentMethod as keyof typeof methods] ?? held.paymentMethod],
          [payment.operator, held.operator ?? held.provider.name],
          [
            payment.providerId,
            held.provider.transactionId === null ? null : <Id id={held.provider.transactionId} />,
          ],
          [
            payment.merchant,
            <a key="merchant" href={`/console/merchants/${held.merchantId}?mode=${held.mode}`}>
              {held.merchantName ?? held.merchantId}
            </a>,
          ],
          [payment.reference, held.reference],
          [frame.mode, frame[held.mode]],
          [t.held.since, `${format.moment(held.heldSince)} (${format.length(held.ageSeconds * 1_000)})`],
          [
            t.payment,
            <a key="payment" href={`/console/payments/${held.paymentIntentId}`}>
              {t.toPayment}
            </a>,
          ],
        ]}
      />
    </Card>
  );
}

function HeldChoices({ held, path }: { readonly held: HeldMoney; readonly path: string }) {
  const format = useFormat();
  const choices = held.possibleDecisions.flatMap((kind) => {
    const effect = heldEffect(held, kind);
    return effect === undefined ? [] : [{ kind, effect }];
  });
  return (
    <Choices
      path={path}
      amount={format.amount(held.receivedAmount ?? held.expectedAmount, held.currency)}
      choices={choices}
      needsSecond={held.needsSecondOperator}
    />
  );
}
