import "../../developers/developers.css";
import { useRead } from "../../../ui/api/reads.ts";
import { queryOf } from "../../../ui/api/request.ts";
import type { ApiEvent } from "../../../ui/api/views.ts";
import { useMerchant } from "../../../ui/app/scope.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Code } from "../../developers/code.tsx";
import { eventsOf, objectsOf } from "../../developers/event-objects.ts";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

const BESIDE_MAX = 50;

/** One event in the body that endpoints get, and what belongs to it. */
export default function EventPage({ params: { id = "" } }: PageProps) {
  const { requests: t } = useTexts();
  const { merchantId } = useMerchant();
  const root = useRoot();
  const format = useFormat();
  const path = `/merchant/merchants/${merchantId}/events`;
  const read = useRead<ApiEvent>(`${path}/${encodeURIComponent(id)}`);
  const event = read.data?.data;
  return (
    <Page title={event?.type ?? t.event} above={<a href={`${root}/developers/events`}>{t.allEvents}</a>}>
      <Shown read={read}>
        {({ data }) => {
          const { paymentIntentId, payoutId } = objectsOf(data);
          const object = paymentIntentId ?? payoutId;
          return (
            <>
              <Card title={t.event}>
                <Facts
                  facts={[
                    [t.time, format.moment(data.timestamp)],
                    [t.sequence, String(data.sequence)],
                    [t.id, <Id key="id" id={data.id} />],
                    [
                      t.ofPayment,
                      paymentIntentId === null ? null : (
                        <a key="payment" href={`${root}/payments/${paymentIntentId}`}>
                          {paymentIntentId}
                        </a>
                      ),
                    ],
                    [
                      t.object,
                      payoutId === null ? null : (
                        <a key="payout" href={`${root}/payouts/${payoutId}`}>
                          {payoutId}
                        </a>
                      ),
                    ],
                  ]}
                />
              </Card>
              {object !== null && (
                <Card title={t.belongs}>
                  <Beside path={path} object={object} shown={data.id} />
                </Card>
              )}
              <Card title={t.content}>
                {data.type === "payment.failed" && <p class="quiet">{t.deprecatedReason}</p>}
                <Code text={JSON.stringify(data, null, 2)} label="JSON" />
              </Card>
            </>
          );
        }}
      </Shown>
    </Page>
  );
}

interface BesideProps {
  readonly path: string;
  /** A payment or a payout. */
  readonly object: string;
  /** The event that the page shows. */
  readonly shown: string;
}

/** Every event of the payment with its attempts and refunds, or of the payout, oldest first. */
function Beside({ path, object, shown }: BesideProps) {
  const root = useRoot();
  const format = useFormat();
  const read = useRead<readonly ApiEvent[]>(
    `${path}${queryOf({ ...eventsOf(object), sort: "createdAt", limit: BESIDE_MAX })}`,
  );
  return (
    <Shown read={read}>
      {({ data }) => (
        <ol class="beside">
          {data.map(({ id, type, timestamp }) => (
            <li key={id}>
              <a href={`${root}/developers/events/${id}`} aria-current={id === shown ? "true" : undefined}>
                <code>{type}</code>
              </a>{" "}
              <time class="quiet" dateTime={timestamp}>
                {format.moment(timestamp)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Shown>
  );
}
