import "../../developers/developers.css";
import type { ApiEvent } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useReader } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { dayStart } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { eventsOf } from "../../developers/event-objects.ts";
import { EventType, eventChoices } from "../../developers/event-type.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** Everything that was told to endpoints, or could have been. */
export default function EventsPage() {
  const { requests: t, events } = useTexts();
  const { merchantId } = useMerchant();
  const { timeZone, words } = useReader();
  const { query } = useAddress();
  const root = useRoot();
  const format = useFormat();
  return (
    <Page title={t.events}>
      <List<ApiEvent>
        caption={t.eventsCaption}
        path={`/merchant/merchants/${merchantId}/events`}
        query={{
          type: query.type,
          ...eventsOf(query.object ?? ""),
          createdFrom: dayStart(query, "from", timeZone),
          createdTo: dayStart(query, "until", timeZone, 1),
        }}
        filters={[
          { kind: "choice", name: "type", label: t.type, options: eventChoices(events) },
          { kind: "text", name: "object", label: t.object, hint: "pi_… po_…" },
          { kind: "day", name: "from", label: words.list.from },
          { kind: "day", name: "until", label: words.list.until },
        ]}
        columns={[
          { head: t.type, cell: ({ type }) => <EventType type={type} />, card: "lead" },
          {
            head: t.object,
            cell: ({ data }) => <code>{String((data as { readonly id?: unknown }).id ?? "")}</code>,
            card: "quiet",
          },
          {
            head: t.time,
            cell: ({ timestamp }) => <time dateTime={timestamp}>{format.shortMoment(timestamp)}</time>,
            card: "quiet",
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/developers/events/${id}`}
        empty={<p>{t.noEvents}</p>}
      />
    </Page>
  );
}
