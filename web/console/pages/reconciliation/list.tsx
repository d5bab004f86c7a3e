import { useState } from "preact/hooks";
import { useRead } from "../../../ui/api/reads.ts";
import type { ProviderAccount, Statement } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Choice } from "../../../ui/parts/field.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";
import { CoverageCalendars } from "../../reconciliation/coverage.tsx";
import { Differences } from "../../reconciliation/differences.tsx";
import { HandIn } from "../../reconciliation/hand-in.tsx";
import { Summary } from "../../reconciliation/summary.tsx";
import "../../styles/reconciliation.css";

/** Which days agree with the providers, what differs, and every statement. */
export default function ReconciliationPage() {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const mode = useMode();
  const { query, set } = useAddress();
  const [isHandingIn, setHandingIn] = useState(false);
  const accounts = useRead<readonly ProviderAccount[]>(`/tenant/provider-accounts?mode=${mode}&pageSize=100`);
  const known = accounts.data?.data ?? [];
  const nameOf = (id: string) => known.find((account) => account.id === id)?.name ?? id;
  const columns: readonly Column<Statement>[] = [
    { head: t.account, cell: ({ providerAccountId }) => nameOf(providerAccountId), card: "lead" },
    {
      head: t.state,
      cell: ({ openCount, differenceCount }) =>
        openCount > 0 ? (
          <Badge tone="warn" text={t.openCount(openCount)} />
        ) : (
          <Badge tone="good" text={differenceCount > 0 ? t.allResolved : t.allAgree} />
        ),
      card: "side",
    },
    { head: t.period, cell: ({ from, to }) => `${format.shortMoment(from)} – ${format.shortMoment(to)}` },
    { head: t.lines, cell: ({ lineCount, matchedCount }) => t.lineCounts(lineCount, matchedCount) },
    { head: t.byKind, cell: ({ summary }) => <Summary summary={summary} />, card: "quiet" },
    { head: t.source, cell: ({ source }) => t.sources[source], card: "quiet" },
  ];
  return (
    <Page
      title={t.title}
      tools={
        <>
          <ModeLinks />
          <button type="button" onClick={() => setHandingIn(true)} disabled={known.length === 0}>
            {t.handIn}
          </button>
        </>
      }
    >
      <Card title={t.coverage}>
        <CoverageCalendars mode={mode} accounts={known} />
      </Card>
      <Card title={t.openDifferences}>
        <Choice
          label={t.kind}
          value={query.kind ?? ""}
          options={[["", t.anyKind] as const, ...Object.entries(t.kinds)]}
          onChange={(kind) => set({ kind })}
        />
        <Differences query={{ mode, status: "OPEN", kind: query.kind ?? null }} />
      </Card>
      <Card title={t.statements}>
        <List<Statement>
          key={mode}
          caption={t.statements}
          path="/tenant/reconciliation/statements"
          query={{ mode }}
          columns={columns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/console/reconciliation/${id}`}
          empty={<p>{t.noStatements}</p>}
        />
      </Card>
      {isHandingIn && <HandIn mode={mode} accounts={known} onClose={() => setHandingIn(false)} />}
    </Page>
  );
}
