import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Named, PaymentIntent, TenantTimeline } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { CopyButton } from "../../../ui/parts/copy.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { Attempts, SamePayer } from "../../../ui/payment/attempts.tsx";
import { Calls } from "../../../ui/payment/calls.tsx";
import { PaymentHead, tellingCharge } from "../../../ui/payment/head.tsx";
import { Routes } from "../../../ui/payment/routes.tsx";
import { Timeline } from "../../../ui/payment/timeline.tsx";
import { useTexts } from "../../i18n/index.ts";

/** Any merchant's payment or payout, with the provider calls behind it and why each attempt went where it went. */
export default function PaymentPage({ params: { id = "" } }: PageProps) {
  const { payments } = useTexts();
  const { payment: t } = useUiTexts();
  const format = useFormat();
  const name = encodeURIComponent(id);
  const intent = useRead<Named<PaymentIntent>>(id.startsWith("po_") ? null : `/tenant/payments/${name}`);
  const timeline = useRead<TenantTimeline>(`/tenant/timelines/${name}`);
  const known = intent.data?.data;
  const title =
    known === undefined ? payments.one : `${payments.one} ${format.amount(known.amount, known.currency)}`;
  return (
    <Page
      title={title}
      above={<a href="/console/payments">{payments.all}</a>}
      tools={<CopyButton text={location.href} label={t.copyLink} />}
    >
      {!id.startsWith("po_") && (
        <Shown read={intent}>
          {({ data }) => (
            <>
              <PaymentHead intent={data} merchantName={data.merchantName} />
              <CheckButton intent={data} />
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
        <>
          <Card title={t.routes}>
            <Routes routes={timeline.data.data.routes} />
          </Card>
          <Card title={t.calls}>
            <Calls calls={timeline.data.data.calls} />
          </Card>
          <Card title={t.samePayer}>
            <SamePayer
              samePayer={timeline.data.data.samePayer}
              hrefOf={(chargeId) => `/console/payments/${chargeId}`}
            />
          </Card>
        </>
      )}
      {known !== undefined && <Json value={known} />}
    </Page>
  );
}

const isOpen = (status: string): boolean => status === "PROCESSING" || status === "IN_RECONCILIATION";

/** Asks the provider now instead of at the next look. */
function CheckButton({ intent }: { readonly intent: PaymentIntent }) {
  const { payments } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<{ readonly result: string }>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const charge = tellingCharge(intent);
  if (charge === null || !isOpen(charge.status)) return null;
  const check = async () => {
    const answer = await act.send(`/tenant/unresolved-payments/${charge.id}/check`, { method: "POST" });
    if (answer === null) return;
    announce(payments.checked);
    await readAgain();
  };
  return (
    <div class="actions">
      <button type="button" disabled={act.isSending} onClick={() => void check()}>
        {act.isSending ? words.sending : payments.check}
      </button>
      <SubmissionProblem act={act} />
    </div>
  );
}
