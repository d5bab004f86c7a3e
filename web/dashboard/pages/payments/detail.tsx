import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import type { PaymentIntent, Timeline as TimelineData } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { ShareButton } from "../../../ui/parts/share.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Attempts, SamePayer } from "../../../ui/payment/attempts.tsx";
import { PaymentHead, tellingCharge } from "../../../ui/payment/head.tsx";
import { SessionHead, type UntriedSession } from "../../../ui/payment/session.tsx";
import { useTexts } from "../../i18n/index.ts";
import { EntriesLink } from "../../parts/entries-link.tsx";
import { History } from "../../parts/history.tsx";
import { RefundDialog, refundable } from "../../payments/refund.tsx";
import { RefundsOnTheirWay, useRefundsOnTheirWay } from "../../payments/refunds-on-their-way.tsx";
import { useRoot } from "../../root.ts";

/** One payment, by the id of the payment, an attempt, a session or a refund. */
export default function PaymentPage({ params: { id = "" } }: PageProps) {
  const { payments } = useTexts();
  const { payment: t } = useUiTexts();
  const root = useRoot();
  const timeline = useRead<TimelineData>(`/payments/timelines/${encodeURIComponent(id)}`);
  const intentId = id.startsWith("pi_") ? id : (timeline.data?.data.id ?? null);
  const intent = useRead<PaymentIntent>(
    intentId === null ? null : `/payments/payment-intents/${encodeURIComponent(intentId)}`,
  );
  const format = useFormat();
  const known = intent.data?.data;
  const title =
    known === undefined ? payments.one : `${payments.one} ${format.amount(known.amount, known.currency)}`;
  if (id.startsWith("cs_") && timeline.error !== null) return <Untried id={id} />;
  return (
    <Page
      title={title}
      above={<a href={`${root}/payments`}>{payments.all}</a>}
      tools={known === undefined ? undefined : <Acts intent={known} />}
    >
      {intentId !== null && (
        <Shown read={intent}>
          {({ data }) => (
            <>
              <PaymentHead intent={data} words={payments} />
              {data.sessionId === null && tellingCharge(data)?.status === "SUCCEEDED" && (
                <p class="quiet">{payments.noReceipt}</p>
              )}
              <RefundsOnTheirWay
                charge={tellingCharge(data)}
                hrefOf={(refundId) => `${root}/refunds/${refundId}`}
              />
              {data.charges.length > 1 && (
                <Card title={t.attempts}>
                  <Attempts intent={data} shortReferenceLabel={payments.shortReference} />
                </Card>
              )}
            </>
          )}
        </Shown>
      )}
      <Card title={t.timeline}>
        <Shown read={timeline} rows={6}>
          {({ data }) => <History timeline={data} moreResults={payments.told.holds} />}
        </Shown>
      </Card>
      {intentId !== null && <Notes subjectId={intentId} />}
      {timeline.data !== undefined && (
        <Card title={t.samePayer}>
          <SamePayer
            samePayer={timeline.data.data.samePayer}
            hrefOf={(chargeId) => `${root}/payments/${chargeId}`}
          />
        </Card>
      )}
      {known !== undefined && <Json value={known} />}
    </Page>
  );
}

/** A session that nobody has tried to pay: there is no payment yet, only its page. */
function Untried({ id }: { readonly id: string }) {
  const { payments } = useTexts();
  const { payment: t } = useUiTexts();
  const root = useRoot();
  const session = useRead<UntriedSession>(`/checkout/sessions/${encodeURIComponent(id)}`);
  return (
    <Page
      title={t.session}
      above={<a href={`${root}/payments`}>{payments.all}</a>}
      tools={<PayersPageLink sessionId={id} />}
    >
      <Shown read={session}>{({ data }) => <SessionHead session={data} />}</Shown>
    </Page>
  );
}

/** The page as the payer sees it; looking changes nothing there. */
function PayersPageLink({ sessionId }: { readonly sessionId: string }) {
  const { payment: t } = useUiTexts();
  return (
    <a class="button quiet" href={`/checkout/${sessionId}?look=1`}>
      {t.payersPage}
    </a>
  );
}

function Acts({ intent }: { readonly intent: PaymentIntent }) {
  const { payment: t } = useUiTexts();
  const readAgain = useReadAgain();
  const [isRefunding, setRefunding] = useState(false);
  const charge = tellingCharge(intent);
  const may = useMay();
  const underWay = useRefundsOnTheirWay(charge);
  const left = charge === null || underWay === null ? 0n : refundable(charge, underWay);
  const isRefundable = may("merchant.refunds.manage") && charge?.status === "SUCCEEDED" && left > 0n;
  const receipt =
    intent.sessionId !== null && charge?.status === "SUCCEEDED"
      ? `/checkout/${intent.sessionId}/receipt.pdf`
      : null;
  return (
    <>
      {isRefundable && (
        <button type="button" aria-haspopup="dialog" aria-keyshortcuts="r" onClick={() => setRefunding(true)}>
          {t.refund}
        </button>
      )}
      {receipt !== null && (
        <a class="button quiet" href={receipt} download>
          {t.receipt}
        </a>
      )}
      {charge !== null && <EntriesLink sourceId={intent.id} currency={intent.currency} />}
      {intent.sessionId !== null && <PayersPageLink sessionId={intent.sessionId} />}
      {receipt !== null && (
        <ShareButton
          url={`${location.origin}${receipt}`}
          title={t.receipt}
          label={{ share: t.shareReceipt, copy: t.copyReceipt }}
        />
      )}
      <ShareButton
        url={location.href}
        title={document.title}
        label={{ share: t.shareLink, copy: t.copyLink }}
      />
      {isRefunding && charge !== null && (
        <RefundDialog
          charge={charge}
          most={left}
          onClose={() => setRefunding(false)}
          onDone={() => {
            setRefunding(false);
            void readAgain();
          }}
        />
      )}
    </>
  );
}
