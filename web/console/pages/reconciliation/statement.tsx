import { useRead } from "../../../ui/api/reads.ts";
import type { Statement, StatementLine } from "../../../ui/api/views.ts";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";
import { HolderCard } from "../../parts/holding.ts";
import { Differences } from "../../reconciliation/differences.tsx";
import { Summary } from "../../reconciliation/summary.tsx";
import "../../styles/reconciliation.css";

/** One statement: what agrees, what differs, and its lines as they were handed in. */
export default function StatementPage({ params: { statement = "" } }: PageProps) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const path = `/tenant/reconciliation/statements/${encodeURIComponent(statement)}`;
  const read = useRead<Statement>(path);
  const back = read.data?.data.mode === "SANDBOX" ? "?mode=SANDBOX" : "";
  const columns: readonly Column<StatementLine>[] = [
    { head: t.line, cell: ({ id }) => id, isNumber: true, card: "quiet" },
    { head: t.amount, cell: ({ amount, currency }) => format.amount(amount, currency), card: "lead" },
    { head: t.state, cell: ({ status }) => t.lineStates[status], card: "side" },
    { head: t.type, cell: ({ type }) => t.types[type] },
    { head: t.fee, cell: ({ fee, currency }) => (fee === null ? "" : format.amount(fee, currency)) },
    { head: t.reference, cell: ({ reference, transactionId }) => transactionId ?? reference, card: "quiet" },
    { head: t.when, cell: ({ occurredAt }) => format.shortMoment(occurredAt), card: "quiet" },
  ];
  return (
    <Page title={t.statement} above={<a href={`/console/reconciliation${back}`}>{t.title}</a>}>
      <Shown read={read} rows={4}>
        {({ data }) => <Head statement={data} />}
      </Shown>
      <HolderCard id={`DIFFERENCES:${statement}`} />
      <Notes subjectId={statement} />
      <Card title={t.differences}>
        <Differences
          query={{ statementId: statement }}
          {...(read.data === undefined ? {} : { providerAccountId: read.data.data.providerAccountId })}
        />
      </Card>
      <Card title={t.lines}>
        <List<StatementLine>
          caption={t.lines}
          path={`${path}/lines`}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<p>{t.noLines}</p>}
        />
      </Card>
    </Page>
  );
}

function Head({ statement }: { readonly statement: Statement }) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const { nameOf } = useAccountNames(statement.mode);
  const { openCount, differenceCount, lineCount, matchedCount, ignoredCount } = statement;
  return (
    <Card
      title={nameOf(statement.providerAccountId)}
      tools={
        openCount > 0 ? (
          <Badge tone="warn" text={t.openCount(openCount)} />
        ) : (
          <Badge tone="good" text={differenceCount > 0 ? t.allResolved : t.allAgree} />
        )
      }
    >
      <Facts
        facts={[
          [t.period, `${format.moment(statement.from)} – ${format.moment(statement.to)}`],
          [t.source, t.sources[statement.source]],
          [t.lines, t.lineCounts(lineCount, matchedCount)],
          [t.ignored, String(ignoredCount)],
          [t.byKind, <Summary key="summary" summary={statement.summary} />],
          [t.taken, format.moment(statement.createdAt)],
          [t.id, <Id key="id" id={statement.id} />],
        ]}
      />
    </Card>
  );
}
