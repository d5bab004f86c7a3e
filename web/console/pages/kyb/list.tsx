import type { QueueEntry } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { dayAfter, EXPIRY_DAYS } from "../../../ui/dossier/validity.ts";
import { Validity } from "../../../ui/dossier/validity-badge.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import type { Filter } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useNow } from "../../../ui/reports/now.ts";
import { useTexts } from "../../i18n/index.ts";
import { KybBadge } from "../merchants/state.tsx";

/** Dossiers of all merchants: by state, and those with papers that end. */
export default function DossiersPage() {
  const { kyb: t, standing, dossier } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const { query } = useAddress();
  const nowMs = useNow();
  const filters: readonly Filter[] = [
    { kind: "text", name: "person", label: t.person, hint: t.personHint },
    { kind: "choice", name: "status", label: t.state, options: Object.entries(standing.kyb) },
    {
      kind: "choice",
      name: "papers",
      label: t.papers,
      options: [
        ["soon", t.endSoon(EXPIRY_DAYS)],
        ["ended", t.haveEnded],
      ],
    },
    {
      kind: "choice",
      name: "mode",
      label: frame.mode,
      options: [
        ["LIVE", frame.LIVE],
        ["SANDBOX", frame.SANDBOX],
      ],
    },
  ];
  const columns: readonly Column<QueueEntry>[] = [
    { head: t.account, cell: ({ displayName }) => displayName, card: "lead" },
    { head: t.state, cell: ({ status }) => <KybBadge status={status} />, card: "side" },
    {
      head: t.about,
      cell: ({ isChange, hasProposal }) => (
        <span class="badges">
          {isChange && <Badge tone="warn" text={t.isChange} />}
          {hasProposal && <Badge tone="warn" text={t.hasProposal} />}
        </span>
      ),
    },
    { head: t.papers, cell: ({ firstExpiry }) => <Validity expiresOn={firstExpiry} words={dossier} /> },
    { head: frame.mode, cell: ({ mode }) => frame[mode], card: "quiet" },
    { head: t.country, cell: ({ countryCode }) => format.country(countryCode), card: "quiet" },
    {
      head: t.submitted,
      cell: ({ submittedAt }) => (submittedAt === null ? "" : format.moment(submittedAt)),
      card: "quiet",
    },
  ];
  const expiresBy =
    query.papers === "soon"
      ? dayAfter(nowMs, EXPIRY_DAYS)
      : query.papers === "ended"
        ? dayAfter(nowMs, -1)
        : undefined;
  return (
    <Page title={t.list}>
      <List<QueueEntry>
        caption={t.list}
        path="/tenant/kyb"
        query={{ status: query.status, mode: query.mode, person: query.person, expiresBy }}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/kyb/${id}`}
        empty={<p>{t.noDossier}</p>}
      />
    </Page>
  );
}
