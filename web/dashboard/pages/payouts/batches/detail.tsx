import { useEffect } from "preact/hooks";
import { useRead } from "../../../../ui/api/reads.ts";
import type { PayoutBatch } from "../../../../ui/api/views.ts";
import { useReader } from "../../../../ui/app/reader.tsx";
import type { PageProps } from "../../../../ui/app/surface.tsx";
import { useFormat } from "../../../../ui/format/index.tsx";
import { Badge, type Tone } from "../../../../ui/parts/badge.tsx";
import { Facts } from "../../../../ui/parts/facts.tsx";
import { Page } from "../../../../ui/parts/page.tsx";
import { saveFile } from "../../../../ui/parts/save-file.ts";
import { Shown } from "../../../../ui/parts/shown.tsx";
import { Table } from "../../../../ui/parts/table.tsx";
import { batchColumns } from "../../../batch-file/read-batch-file.ts";
import { csvText } from "../../../batch-file/write-csv.ts";
import { useTexts } from "../../../i18n/index.ts";
import { useRoot } from "../../../root.ts";

type Row = PayoutBatch["rows"][number];
const tones: Readonly<Record<Row["status"], Tone>> = { WAITING: "quiet", ACCEPTED: "good", REFUSED: "bad" };
/** How often a file under way is read again. */
const READ_AGAIN_MS = 2_000;

/** One file: how far it is, what became of each row, and the refused ones to hand in again. */
export default function BatchPage({ params: { id = "" } }: PageProps) {
  const { batches: t } = useTexts();
  const root = useRoot();
  const read = useRead<PayoutBatch>(`/payments/payouts/batches/${encodeURIComponent(id)}`);
  const batch = read.data?.data;
  const { refetch } = read;
  useEffect(() => {
    if (batch?.status !== "PROCESSING") return;
    const timer = setTimeout(() => void refetch(), READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [batch, refetch]);
  return (
    <Page
      title={batch?.reference ?? t.one}
      above={<a href={`${root}/payouts/batches`}>{t.all}</a>}
      tools={batch === undefined ? undefined : <RefusedRows batch={batch} />}
    >
      <Shown read={read}>{({ data }) => <BatchResult batch={data} />}</Shown>
    </Page>
  );
}

function RefusedRows({ batch }: { readonly batch: PayoutBatch }) {
  const { batches: t } = useTexts();
  const { locale } = useReader();
  const format = useFormat();
  const refused = batch.rows.filter(({ status }) => status === "REFUSED");
  if (refused.length === 0) return null;
  const save = () => {
    const heads = [...batchColumns, "error"];
    const lines = refused.map(({ beneficiaryId, amount, reference, error }) => [
      beneficiaryId,
      format.plain(amount, batch.currency),
      reference ?? "",
      "",
      error?.code ?? "",
    ]);
    saveFile(new Blob([csvText([heads, ...lines], locale)], { type: "text/csv" }), `${batch.id}.csv`);
  };
  return (
    <button type="button" onClick={save}>
      {t.failedRows}
    </button>
  );
}

function BatchResult({ batch }: { readonly batch: PayoutBatch }) {
  const { batches: t, payouts } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const done = batch.acceptedCount + batch.refusedCount;
  const refusals: Readonly<Record<string, string>> = payouts.refusals;
  return (
    <>
      <section class="card" aria-label={t.result}>
        <Badge tone={batch.status === "COMPLETED" ? "good" : "quiet"} text={t[batch.status]} />
        <p role="status">{t.progress(done, batch.rowCount)}</p>
        <progress aria-label={t.result} value={done} max={batch.rowCount} />
        <Facts
          facts={[
            [t.accepted, format.count(batch.acceptedCount)],
            [t.refused, format.count(batch.refusedCount)],
            [t.created, format.moment(batch.createdAt)],
          ]}
        />
      </section>
      <Table<Row>
        caption={t.rows}
        rows={batch.rows}
        keyOf={({ index }) => String(index)}
        hrefOf={({ payoutId }) => (payoutId === null ? undefined : `${root}/payouts/${payoutId}`)}
        columns={[
          {
            head: t.amount,
            cell: ({ amount }) => format.amount(amount, batch.currency),
            isNumber: true,
            card: "lead",
          },
          {
            head: t.state,
            cell: ({ status }) => <Badge tone={tones[status]} text={t[status]} />,
            card: "side",
          },
          { head: t.beneficiary, cell: ({ beneficiaryId }) => <code>{beneficiaryId}</code>, card: "quiet" },
          {
            head: t.problem,
            cell: ({ error }) => (error === null ? "" : (refusals[error.code] ?? error.message)),
          },
        ]}
      />
    </>
  );
}
