import { useState } from "preact/hooks";
import type { Statement } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Choice } from "../../../ui/parts/field.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useMayAct } from "../../acts/may.ts";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";
import { CoverageCalendars } from "../../reconciliation/coverage.tsx";
import { Differences } from "../../reconciliation/differences.tsx";
import { Summary } from "../../reconciliation/summary.tsx";
import "../../styles/reconciliation.css";

const HandIn = later(async () => (await import("../../reconciliation/hand-in.tsx")).HandIn);

/** Which days agree with the providers, what differs, and every statement. */
export default function ReconciliationPage() {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const mode = useMode();
  const { query, set } = useAddress();
  const [isHandingIn, setHandingIn] = useState(false);
  const may = useMayAct();
  const { accounts, nameOf } = useAccountNames(mode);
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
          {may("takeProviderStatement") && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setHandingIn(true)}
              disabled={accounts.length === 0}
            >
              {t.handIn}
            </button>
          )}
        </>
      }
    >
      <Card title={t.coverage}>
        <CoverageCalendars mode={mode} nameOf={nameOf} />
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
      {isHandingIn && <HandIn mode={mode} accounts={accounts} onClose={() => setHandingIn(false)} />}
    </Page>
  );
}
