import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import type { PaymentIntent, Timeline as TimelineData } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { CopyButton } from "../../../ui/parts/copy.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Attempts, SamePayer } from "../../../ui/payment/attempts.tsx";
import { PaymentHead, tellingCharge } from "../../../ui/payment/head.tsx";
import { RefundDialog, refundable } from "../../../ui/payment/refund.tsx";
import { Timeline } from "../../../ui/payment/timeline.tsx";
import { useTexts } from "../../i18n/index.ts";
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
  if (id.startsWith("cs_") && timeline.error !== null) return <UntriedSession id={id} />;
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
              <PaymentHead intent={data} />
              {data.charges.length > 1 && (
                <Card title={t.attempts}>
                  <Attempts intent={data} />
                </Card>
              )}
            </>
          )}
        </Shown>
      )}
      <Card title={t.timeline}>
        <Shown read={timeline} rows={6}>
          {({ data }) => <Timeline timeline={data} />}
        </Shown>
      </Card>
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

interface Session {
  readonly id: string;
  readonly status: "OPEN" | "EXPIRED" | "CANCELLED" | "PROCESSING" | "SUCCEEDED" | "FAILED";
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** A session that nobody has tried to pay: there is no payment yet, only its page. */
function UntriedSession({ id }: { readonly id: string }) {
  const { payments } = useTexts();
  const { payment: t } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const session = useRead<Session>(`/checkout/sessions/${encodeURIComponent(id)}`);
  return (
    <Page title={payments.session} above={<a href={`${root}/payments`}>{payments.all}</a>}>
      <Shown read={session}>
        {({ data }) => (
          <section class="card payment-head" aria-label={payments.session}>
            <p class="amount">{format.amount(data.amount, data.currency)}</p>
            <p class="tell">
              {data.status === "OPEN" ? t.sentences.REQUIRES_PAYMENT_METHOD : payments.sessionEnded}
            </p>
            <Facts
              facts={[
                [payments.sessionTitle, data.title],
                [t.reference, data.reference],
                [t.created, format.moment(data.createdAt)],
                [payments.sessionExpires, data.expiresAt === null ? null : format.moment(data.expiresAt)],
                [t.identifiers, <Id key="id" id={data.id} />],
              ]}
            />
          </section>
        )}
      </Shown>
    </Page>
  );
}

function Acts({ intent }: { readonly intent: PaymentIntent }) {
  const { payment: t } = useUiTexts();
  const readAgain = useReadAgain();
  const [isRefunding, setRefunding] = useState(false);
  const charge = tellingCharge(intent);
  const may = useMay();
  const isRefundable =
    may("merchant.refunds.manage") &&
    charge !== null &&
    charge.status === "SUCCEEDED" &&
    refundable(charge) > 0n;
  return (
    <>
      {isRefundable && (
        <button type="button" onClick={() => setRefunding(true)}>
          {t.refund}
        </button>
      )}
      {intent.sessionId !== null && charge?.status === "SUCCEEDED" && (
        <a class="button quiet" href={`/checkout/${intent.sessionId}/receipt.pdf`} download>
          {t.receipt}
        </a>
      )}
      <CopyButton text={location.href} label={t.copyLink} />
      {isRefunding && charge !== null && (
        <RefundDialog
          charge={charge}
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
