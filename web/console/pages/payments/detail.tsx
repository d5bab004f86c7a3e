import { useRead } from "../../../ui/api/reads.ts";
import { queryOf } from "../../../ui/api/request.ts";
import type { Named, PaymentIntent, TenantTimeline } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Card } from "../../../ui/parts/card.tsx";
import { CopyButton } from "../../../ui/parts/copy.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Attempts, SamePayer } from "../../../ui/payment/attempts.tsx";
import { PaymentHead, tellingCharge } from "../../../ui/payment/head.tsx";
import { Timeline } from "../../../ui/payment/timeline.tsx";
import { useTexts } from "../../i18n/index.ts";
import { AskProvider } from "../../parts/ask-provider.tsx";
import { Calls } from "../../payments/calls.tsx";
import { Routes } from "../../payments/routes.tsx";

/** Any merchant's payment or payout, with the provider calls behind it and why each attempt went where it went. */
export default function PaymentPage({ params: { id = "" } }: PageProps) {
  const { payments } = useTexts();
  const { payment: t, frame } = useUiTexts();
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
      above={<a href={`/console/payments${queryOf({ mode: known?.mode ?? null })}`}>{payments.all}</a>}
      tools={<CopyButton text={location.href} label={t.copyLink} />}
    >
      {!id.startsWith("po_") && (
        <Shown read={intent}>
          {({ data }) => (
            <>
              <PaymentHead
                intent={data}
                merchantName={data.merchantName}
                mode={frame[data.mode]}
                words={payments}
              />
              <Unknown intent={data} />
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
          {({ data }) => (
            <Timeline timeline={data} nameOf={actorIn(data)} moreResults={payments.told.holds} />
          )}
        </Shown>
      </Card>
      <Notes subjectId={id} />
      {timeline.data !== undefined && (
        <>
          {hasRoutes(timeline.data.data) && (
            <Card title={t.routes}>
              <Routes timeline={timeline.data.data} nameOf={nameIn(timeline.data.data)} />
            </Card>
          )}
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

const nameIn =
  ({ names }: TenantTimeline) =>
  (id: string): string | undefined =>
    names.find((one) => one.id === id)?.name;

/** Who acted by name, with the id behind it: several keys may have one name. */
function actorIn(timeline: TenantTimeline): (id: string) => string | undefined {
  const nameOf = nameIn(timeline);
  return (id) => {
    const name = nameOf(id);
    return name === undefined ? undefined : `${name} (${id})`;
  };
}

const hasRoutes = ({ routes, payoutRoute }: TenantTimeline): boolean =>
  routes.length > 0 || payoutRoute !== null;

const isOpen = (status: string): boolean => status === "PROCESSING" || status === "IN_RECONCILIATION";

/** What is under way can be asked about; what stays unknown is decided on a page of its own. */
function Unknown({ intent }: { readonly intent: PaymentIntent }) {
  const { deciding } = useTexts();
  const charge = tellingCharge(intent);
  if (charge === null || !isOpen(charge.status)) return null;
  return (
    <>
      <AskProvider id={charge.id} />
      {charge.status === "IN_RECONCILIATION" && (
        <p>
          <a href={`/console/unknown/${charge.id}`}>{deciding.unknown.toPage}</a>
        </p>
      )}
    </>
  );
}
