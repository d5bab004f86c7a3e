import { useState } from "preact/hooks";
import { useRead } from "../../../ui/api/reads.ts";
import type { Difference, Statement } from "../../../ui/api/views.ts";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Notes } from "../../../ui/notes/later.ts";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useMayAct } from "../../acts/may.ts";
import { useTexts } from "../../i18n/index.ts";
import { HolderCard } from "../../parts/holding.ts";
import { DifferenceActs } from "../../reconciliation/difference-acts.tsx";
import { startOf, useSideText } from "../../reconciliation/one-difference.ts";
import "../../styles/reconciliation.css";

const Proposals = later(async () => (await import("../../approvals/proposals.tsx")).Proposals);
const Resolve = later(async () => (await import("../../reconciliation/resolve.tsx")).Resolve);
const CorrectBook = later(async () => (await import("../../ledger/correct-book.tsx")).CorrectBook);

/** One difference: both sides, who looks after it, and what becomes of it. */
export default function DifferencePage({ params: { id = "" } }: PageProps) {
  const { reconciliation: t } = useTexts();
  const read = useRead<Difference>(`/tenant/reconciliation/differences/${encodeURIComponent(id)}`);
  const statementId = read.data?.data.statementId;
  const above =
    statementId === undefined ? "/console/reconciliation" : `/console/reconciliation/${statementId}`;
  return (
    <Page title={t.kind} above={<a href={above}>{statementId === undefined ? t.title : t.statement}</a>}>
      <Shown read={read} rows={6}>
        {({ data }) => (
          <>
            <Sides row={data} />
            {data.status === "OPEN" && (
              <>
                <HolderCard id={`DIFFERENCE:${id}`} />
                <Decide row={data} />
              </>
            )}
          </>
        )}
      </Shown>
      <Notes subjectId={id} />
    </Page>
  );
}

function Sides({ row }: { readonly row: Difference }) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const { kind, type, status, subjectId, merchantName, ours, theirs } = row;
  const side = useSideText();
  return (
    <Card
      title={t.kinds[kind]}
      tools={<Badge tone={status === "OPEN" ? "warn" : "good"} text={t.states[status]} />}
    >
      <Facts
        facts={[
          [t.theirs, side(theirs)],
          [t.ours, side(ours)],
          [t.type, type === "BALANCE" ? t.kinds.BALANCE : t.types[type]],
          [t.reference, row.transactionId ?? row.reference],
          [
            t.subject,
            subjectId === null ? null : (
              <a key="subject" href={`/console/payments/${subjectId}`}>
                <code>{subjectId}</code>
              </a>
            ),
          ],
          [t.merchant, merchantName],
          [t.when, format.moment(row.occurredAt)],
          [t.note, row.note],
          [t.resolvedBy, row.resolvedByName],
          [t.resolvedAt, row.resolvedAt === null ? null : format.moment(row.resolvedAt)],
          [t.id, <Id key="id" id={row.id} />],
        ]}
      />
    </Card>
  );
}

/** The ways to end an open difference. */
function Decide({ row }: { readonly row: Difference }) {
  const { correcting, reconciliation: t } = useTexts();
  const may = useMayAct();
  const [isCorrecting, setCorrecting] = useState(false);
  const statement = useRead<Statement>(`/tenant/reconciliation/statements/${row.statementId}`);
  const providerAccountId = statement.data?.data.providerAccountId;
  return (
    <>
      {providerAccountId !== undefined && (
        <Proposals subject={providerAccountId} kinds={["CORRECT_PROVIDER_BOOK"]} />
      )}
      <Card title={t.decide}>
        <DifferenceActs row={row} onCorrect={() => setCorrecting(true)} />
        {may("resolveReconciliationDifferences") && <Resolve ids={[row.id]} onDone={() => {}} />}
      </Card>
      {isCorrecting && providerAccountId !== undefined && (
        <CorrectBook
          title={correcting.fromDifference}
          start={{ ...startOf(row), providerAccountId }}
          onClose={() => setCorrecting(false)}
        />
      )}
    </>
  );
}
