import type { AuditEntry } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useReader, useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { dayStart, type Filter } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { ChangedList } from "../../changes/later.tsx";
import { useTexts } from "../../i18n/index.ts";
import { AuditAction, AuditActor } from "../../parts/audit-action.tsx";
import { Chain } from "./chain.tsx";

/** Who did what to which object, from where, and what it was before and after. */
export default function AuditPage() {
  const { audit: t } = useTexts();
  const { frame, list } = useUiTexts();
  const { timeZone } = useReader();
  const format = useFormat();
  const { query } = useAddress();
  const filters: readonly Filter[] = [
    { kind: "text", name: "q", label: t.anything, hint: t.anythingHint },
    { kind: "text", name: "actor", label: t.actor, hint: t.actorHint },
    { kind: "text", name: "action", label: t.action, hint: t.actionHint },
    { kind: "text", name: "subject", label: t.subject },
    { kind: "text", name: "merchantId", label: t.merchant },
    {
      kind: "choice",
      name: "mode",
      label: frame.mode,
      options: [
        ["LIVE", frame.LIVE],
        ["SANDBOX", frame.SANDBOX],
      ],
    },
    { kind: "day", name: "from", label: list.from },
    { kind: "day", name: "until", label: list.until },
  ];
  const columns: readonly Column<AuditEntry>[] = [
    { head: t.action, cell: ({ action }) => <AuditAction action={action} />, card: "lead" },
    { head: t.when, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "side" },
    {
      head: t.actor,
      cell: (entry) => <AuditActor entry={entry} />,
    },
    { head: t.merchant, cell: ({ merchantName }) => merchantName ?? "", card: "quiet" },
    {
      head: t.subject,
      cell: ({ subject }) => <a href={`/console/audit?subject=${encodeURIComponent(subject)}`}>{subject}</a>,
      card: "quiet",
    },
    { head: t.change, cell: (entry) => <Change entry={entry} /> },
    { head: t.from, cell: ({ ip }) => ip ?? "", card: "quiet" },
  ];
  return (
    <Page
      title={t.title}
      tools={
        <a class="button quiet" href="/api/v1/tenant/audit/export" download>
          {t.export}
        </a>
      }
    >
      <Chain />
      <List<AuditEntry>
        caption={t.caption}
        path="/tenant/audit"
        query={{
          q: query.q,
          actor: query.actor,
          action: query.action,
          subject: query.subject,
          merchantId: query.merchantId,
          mode: query.mode,
          createdFrom: dayStart(query, "from", timeZone),
          createdTo: dayStart(query, "until", timeZone, 1),
        }}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p>{t.empty}</p>}
      />
    </Page>
  );
}

/** What it was and what it became, folded: it can be long. */
function Change({ entry }: { readonly entry: AuditEntry }) {
  const { audit: t } = useTexts();
  const { before, after, requestId } = entry;
  if (before === null && after === null) return null;
  return (
    <details>
      <summary>{t.beforeAfter}</summary>
      <ChangedList entry={entry} />
      {requestId !== null && (
        <dl>
          <dt>{t.request}</dt>
          <dd>
            <code>{requestId}</code>
          </dd>
        </dl>
      )}
    </details>
  );
}
