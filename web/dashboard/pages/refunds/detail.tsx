import { useRead } from "../../../ui/api/reads.ts";
import type { Refund, Timeline as TimelineData } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { EntriesLink } from "../../parts/entries-link.tsx";
import { History } from "../../parts/history.tsx";
import { Maker } from "../../parts/maker.tsx";
import { RefundState } from "../../parts/state.tsx";
import { useRoot } from "../../root.ts";

/** One refund: where its money is, who asked for it, and what happened to its payment. */
export default function RefundPage({ params: { id = "" } }: PageProps) {
  const { refunds: t } = useTexts();
  const { payment } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const read = useRead<Refund>(`/payments/refunds/${encodeURIComponent(id)}`);
  const timeline = useRead<TimelineData>(`/payments/timelines/${encodeURIComponent(id)}`);
  const refund = read.data?.data;
  return (
    <Page
      title={refund === undefined ? t.one : `${t.one} ${format.amount(refund.amount, refund.currency)}`}
      above={<a href={`${root}/refunds`}>{t.all}</a>}
      tools={
        refund === undefined ? undefined : (
          <>
            {refund.status === "PENDING" && (
              <ActButton
                label={t.cancel}
                text={t.sentences.CANCELLED}
                path={`/payments/refunds/${refund.id}/cancel`}
                done={t.cancelled}
              />
            )}
            <EntriesLink sourceId={refund.id} currency={refund.currency} />
          </>
        )
      }
    >
      <Shown read={read}>{({ data }) => <RefundHead refund={data} />}</Shown>
      <Card title={payment.timeline}>
        <Shown read={timeline} rows={6}>
          {({ data }) => <History timeline={data} />}
        </Shown>
      </Card>
      {refund !== undefined && <Json value={refund} />}
    </Page>
  );
}

function RefundHead({ refund }: { readonly refund: Refund }) {
  const { refunding, refunds: t } = useTexts();
  const { failures } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const ended = refund.succeededAt ?? refund.failedAt ?? refund.cancelledAt;
  return (
    <section class="card payment-head" aria-label={t.state}>
      <p class="amount">{format.amount(refund.amount, refund.currency)}</p>
      <RefundState refund={refund} />
      <p class="tell">{t.sentences[refund.status]}</p>
      <Facts
        facts={[
          [t.reason, refunding.reasons[refund.reason]],
          [t.note, refund.note],
          [t.by, refund.automatic ? t.byService : refund.createdBy && <Maker id={refund.createdBy} />],
          [t.route, t[refund.route]],
          [t.why, refund.failureCode === null ? null : failures[refund.failureCode]],
          [
            t.payment,
            <a key="payment" href={`${root}/payments/${refund.paymentIntentId}`}>
              <code>{refund.paymentIntentId}</code>
            </a>,
          ],
          [
            t.provider,
            refund.providerTransactionId === null ? null : <Id id={refund.providerTransactionId} />,
          ],
          [t.feeBack, refund.feeRefunded === "0" ? null : format.amount(refund.feeRefunded, refund.currency)],
          [t.created, format.moment(refund.createdAt)],
          [t.ended, ended === null ? null : format.moment(ended)],
        ]}
      />
    </section>
  );
}
