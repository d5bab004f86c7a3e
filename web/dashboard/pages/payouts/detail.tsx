import { useRead } from "../../../ui/api/reads.ts";
import type { Payout, Timeline as TimelineData } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { destinationText } from "../../parts/destination.ts";
import { EntriesLink } from "../../parts/entries-link.tsx";
import { History } from "../../parts/history.tsx";
import { Maker } from "../../parts/maker.tsx";
import { PayoutState } from "../../parts/state.tsx";
import { useRoot } from "../../root.ts";

/** One payout: where its money is, who made it, who approves it, and everything that happened. */
export default function PayoutPage({ params: { id = "" } }: PageProps) {
  const { payouts: t } = useTexts();
  const { payment } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const read = useRead<Payout>(`/payments/payouts/${encodeURIComponent(id)}`);
  const timeline = useRead<TimelineData>(`/payments/timelines/${encodeURIComponent(id)}`);
  const payout = read.data?.data;
  return (
    <Page
      title={payout === undefined ? t.one : `${t.one} ${format.amount(payout.amount, payout.currency)}`}
      above={<a href={`${root}/payouts`}>{t.all}</a>}
      tools={payout === undefined ? undefined : <Acts payout={payout} />}
    >
      <Shown read={read}>{({ data }) => <PayoutHead payout={data} />}</Shown>
      <Card title={payment.timeline}>
        <Shown read={timeline} rows={6}>
          {({ data }) => <History timeline={data} />}
        </Shown>
      </Card>
      <Notes subjectId={id} />
      {payout !== undefined && <Json value={payout} />}
    </Page>
  );
}

function PayoutHead({ payout }: { readonly payout: Payout }) {
  const { payouts: t } = useTexts();
  const { failures } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const ended = payout.paidAt ?? payout.failedAt ?? payout.reversedAt ?? payout.cancelledAt;
  const moment = (at: string | null) => (at === null ? null : format.moment(at));
  const approver =
    payout.approvedBy === null ? (
      payout.status === "PENDING_APPROVAL" ? (
        t.needsApproval
      ) : null
    ) : (
      <Maker id={payout.approvedBy} />
    );
  return (
    <section class="card payment-head" aria-label={t.state}>
      <p class="amount">{format.amount(payout.amount, payout.currency)}</p>
      <PayoutState payout={payout} />
      <p class="tell">{t.sentences[payout.status]}</p>
      <Facts
        facts={[
          [
            t.to,
            <a key="to" href={`${root}/beneficiaries/${payout.beneficiaryId}`}>
              {destinationText(payout.destination)}
            </a>,
          ],
          [t.reference, payout.reference],
          [t.description, payout.description],
          [t.by, <Maker key="by" id={payout.createdBy} />],
          [t.approvedBy, approver],
          [t.why, payout.failureCode === null ? null : failures[payout.failureCode]],
          [
            t.provider,
            payout.provider?.transactionId == null ? null : <Id id={payout.provider.transactionId} />,
          ],
          [t.created, format.moment(payout.createdAt)],
          [t.queued, payout.status === "QUEUED" ? moment(payout.queuedAt) : null],
          [t.sent, moment(payout.sentAt)],
          [t.ended, moment(ended)],
        ]}
      />
    </section>
  );
}

function Acts({ payout }: { readonly payout: Payout }) {
  const { payouts: t } = useTexts();
  const format = useFormat();
  const amount = format.amount(payout.amount, payout.currency);
  const path = `/payments/payouts/${payout.id}`;
  const isOpen = ["PENDING_APPROVAL", "PENDING", "QUEUED"].includes(payout.status);
  return (
    <>
      {payout.status === "PENDING_APPROVAL" && (
        <ActButton
          label={t.approve(amount)}
          text={t.approveText(amount, destinationText(payout.destination))}
          path={`${path}/approve`}
          done={t.approved}
          texts={t.refusals}
          isQuiet={false}
        />
      )}
      {isOpen && (
        <ActButton
          label={t.cancel}
          text={t.cancelText(amount)}
          path={`${path}/cancel`}
          done={t.cancelled}
          texts={t.refusals}
        />
      )}
      <EntriesLink sourceId={payout.id} currency={payout.currency} />
    </>
  );
}
