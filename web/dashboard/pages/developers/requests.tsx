import "../../developers/developers.css";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { LoggedRequest } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useReader } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Field } from "../../../ui/parts/field.tsx";
import { dayStart } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { RequestState } from "../../developers/request-state.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** What keys and people asked of the API. */
export default function RequestsPage() {
  const { requests: t } = useTexts();
  const { merchantId } = useMerchant();
  const { timeZone, words } = useReader();
  const { query } = useAddress();
  const root = useRoot();
  const format = useFormat();
  return (
    <Page title={t.title}>
      <p class="quiet">{t.kept}</p>
      <p class="quiet">
        {t.deprecated} <a href={`${root}/developers/events?type=payment.failed`}>{t.deprecatedEvents}</a>
      </p>
      <OpenRequest />
      <List<LoggedRequest>
        caption={t.caption}
        path={`/merchant/merchants/${merchantId}/requests`}
        query={{
          refused: query.refused,
          callerKind: query.callerKind,
          callerId: query.callerId,
          method: query.method,
          path: query.path,
          status: query.status,
          errorCode: query.errorCode,
          createdFrom: dayStart(query, "from", timeZone),
          createdTo: dayStart(query, "until", timeZone, 1),
        }}
        filters={[
          { kind: "choice", name: "refused", label: t.outcome, options: [["true", t.onlyRefused]] },
          {
            kind: "choice",
            name: "callerKind",
            label: t.caller,
            options: [
              ["KEY", t.byKeys],
              ["PERSON", t.byPeople],
            ],
          },
          { kind: "choice", name: "method", label: t.method, options: methods.map((one) => [one, one]) },
          { kind: "text", name: "path", label: t.path, hint: t.pathHint },
          { kind: "text", name: "status", label: t.status },
          { kind: "text", name: "errorCode", label: t.errorCode },
          { kind: "text", name: "callerId", label: t.callerId, hint: "key_… · usr_…" },
          { kind: "day", name: "from", label: words.list.from },
          { kind: "day", name: "until", label: words.list.until },
        ]}
        columns={[
          {
            head: t.request,
            cell: ({ method, path }) => (
              <code class="address">
                {method} {path}
              </code>
            ),
            card: "lead",
          },
          { head: t.status, cell: (request) => <RequestState request={request} />, card: "side" },
          { head: t.caller, cell: ({ caller }) => caller.name ?? caller.id, card: "quiet" },
          {
            head: t.length,
            cell: ({ durationMs }) => format.length(durationMs),
            isNumber: true,
            card: "quiet",
          },
          {
            head: t.time,
            cell: ({ createdAt, notKept }) => (
              <>
                <time dateTime={createdAt}>{format.shortMoment(createdAt)}</time>
                {notKept > 0 && ` · ${t.notKept(format.count(notKept))}`}
              </>
            ),
            card: "quiet",
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/developers/requests/${id}`}
        empty={<p>{t.empty}</p>}
      />
    </Page>
  );
}

/** Opens a request by the id of its answer. */
function OpenRequest() {
  const { requests: t } = useTexts();
  const { route } = useLocation();
  const root = useRoot();
  const [id, setId] = useState("");
  return (
    <form
      class="search by-id"
      onSubmit={(event) => {
        event.preventDefault();
        route(`${root}/developers/requests/${encodeURIComponent(id.trim())}`);
      }}
    >
      <Field label="Request-Id">
        {(attributes) => (
          <input
            {...attributes}
            value={id}
            required
            placeholder="req_…"
            onInput={(event) => setId(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit">{t.open}</button>
    </form>
  );
}
