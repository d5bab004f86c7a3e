import type { Delivery } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useReader } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { dayStart } from "../../ui/parts/filters.tsx";
import { List } from "../../ui/parts/list.tsx";
import { useTexts } from "../i18n/index.ts";
import { Answered } from "./answered.tsx";
import { EventType, eventChoices } from "./event-type.tsx";

const tones: Readonly<Record<Delivery["status"], Tone>> = {
  SUCCEEDED: "good",
  PENDING: "warn",
  FAILED: "bad",
  CANCELLED: "quiet",
};

/** Whether a delivery was accepted. */
export function DeliveryState({ status }: Pick<Delivery, "status">) {
  const { endpoints: t } = useTexts();
  return <Badge tone={tones[status]} text={t.deliveries[status]} />;
}

interface DeliveriesProps {
  /** The endpoint's path in the API. */
  readonly path: string;
  /** Where the pages of its deliveries begin. */
  readonly root: string;
}

/** What was sent to an endpoint, with filters. */
export function Deliveries({ path, root }: DeliveriesProps) {
  const { endpoints: t, requests, events } = useTexts();
  const { timeZone, words } = useReader();
  const { query } = useAddress();
  const format = useFormat();
  return (
    <List<Delivery>
      caption={t.sent}
      path={`${path}/deliveries`}
      query={{
        status: query.status,
        type: query.type,
        code: query.code,
        createdFrom: dayStart(query, "from", timeZone),
        createdTo: dayStart(query, "until", timeZone, 1),
      }}
      filters={[
        {
          kind: "choice",
          name: "status",
          label: t.state,
          options: Object.keys(tones).map((status) => [status, t.deliveries[status as Delivery["status"]]]),
        },
        { kind: "choice", name: "type", label: t.type, options: eventChoices(events) },
        { kind: "text", name: "code", label: requests.status },
        { kind: "day", name: "from", label: words.list.from },
        { kind: "day", name: "until", label: words.list.until },
      ]}
      columns={[
        { head: t.type, cell: ({ eventType }) => <EventType type={eventType} />, card: "lead" },
        { head: t.state, cell: ({ status }) => <DeliveryState status={status} />, card: "side" },
        {
          head: t.answer,
          cell: ({ lastStatusCode, lastError }) =>
            lastStatusCode === null && lastError === null ? null : (
              <Answered statusCode={lastStatusCode} error={lastError} />
            ),
          card: "quiet",
        },
        { head: t.tries, cell: ({ attemptCount }) => t.tried(attemptCount), card: "quiet" },
        {
          head: t.nextTry,
          cell: ({ nextAttemptAt, heldUntilVerified }) =>
            heldUntilVerified ? t.held : nextAttemptAt === null ? "" : format.shortMoment(nextAttemptAt),
          card: "quiet",
        },
        {
          head: requests.time,
          cell: ({ createdAt }) => <time dateTime={createdAt}>{format.shortMoment(createdAt)}</time>,
          card: "quiet",
        },
      ]}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${root}/${id}`}
      empty={<p>{t.nothingSent}</p>}
    />
  );
}
