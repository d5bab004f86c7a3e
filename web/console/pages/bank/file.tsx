import { useRead } from "../../../ui/api/reads.ts";
import type { BankFile } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Entries } from "../../bank/entries.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";

const AnsweredTransfers = later(async () => (await import("../../bank/report.tsx")).AnsweredTransfers);

/** One file of a bank: what it was, and what became of each of its lines. */
export default function BankFilePage({ params: { id = "" } }: PageProps) {
  const { bankFiles: t } = useTexts();
  const read = useRead<BankFile>(`/tenant/bank-files/${encodeURIComponent(id)}`);
  const back = read.data?.data.mode === "SANDBOX" ? "?mode=SANDBOX" : "";
  return (
    <Page title={t.one} above={<a href={`/console/bank/files${back}`}>{t.title}</a>}>
      <Shown read={read} rows={6}>
        {({ data }) => (
          <>
            <Head file={data} />
            <Lines file={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Head({ file }: { readonly file: BankFile }) {
  const { bankFiles: t } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const { nameOf } = useAccountNames(file.mode);
  const { format: kind, entryCount, newCount, matchedCount, queuedCount } = file;
  const isAnswer = kind === "PAIN_002";
  return (
    <Card
      title={file.fileName ?? t.formats[kind]}
      tools={
        queuedCount > 0 ? (
          <Badge tone="quiet" text={t.setAside(queuedCount)} />
        ) : (
          <Badge tone="good" text={t.noneSetAside} />
        )
      }
    >
      <p>
        {isAnswer
          ? t.answered(entryCount, newCount)
          : newCount === 0
            ? t.nothingNew(entryCount)
            : t.gave(newCount, matchedCount, queuedCount)}
        {!isAnswer && newCount > 0 && newCount < entryCount && ` ${t.knownBefore(entryCount - newCount)}`}
      </p>
      <Facts
        facts={[
          [t.format, t.formats[kind]],
          [t.account, nameOf(file.providerAccountId)],
          [frame.mode, frame[file.mode]],
          [t.source, t.sources[file.source]],
          [t.taken, format.moment(file.createdAt)],
          [t.id, <Id key="id" id={file.id} />],
        ]}
      />
    </Card>
  );
}

/** Of a statement its entries, of an answer the transfers that it is about. */
function Lines({ file: { id, mode, format, payoutFileId } }: { readonly file: BankFile }) {
  const { bank, bankFiles: t } = useTexts();
  if (format === "PAIN_002")
    return payoutFileId === null ? <p>{t.notKept}</p> : <AnsweredTransfers payoutFileId={payoutFileId} />;
  return (
    <Card title={bank.entries}>
      <Entries mode={mode} query={{ fileId: id }} empty={<p>{t.noEntries}</p>} />
    </Card>
  );
}
