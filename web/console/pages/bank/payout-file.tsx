import { useRead } from "../../../ui/api/reads.ts";
import { queryOf } from "../../../ui/api/request.ts";
import type { BankFile, PayoutFile } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Table } from "../../../ui/parts/table.tsx";
import { useOperatorNames } from "../../approvals/names.ts";
import { Proposals } from "../../approvals/proposals.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";
import { PayoutFileActs } from "../../payout-files/acts.tsx";
import { PayoutFileState } from "../../payout-files/state.tsx";
import { Transfers } from "../../payout-files/transfers.tsx";

/** One file of transfers for a bank: what is in it, who let it go, and what the bank answered. */
export default function PayoutFilePage({ params: { id = "" } }: PageProps) {
  const { payoutFiles: t } = useTexts();
  const read = useRead<PayoutFile>(`/tenant/payout-files/${encodeURIComponent(id)}`);
  const back = read.data?.data.mode === "SANDBOX" ? "?mode=SANDBOX" : "";
  return (
    <Page title={t.one} above={<a href={`/console/bank/payout-files${back}`}>{t.title}</a>}>
      <Shown read={read} rows={6}>
        {({ data }) => (
          <>
            <Head file={data} />
            <Proposals subject={data.id} kinds={["RELEASE_PAYOUT_FILE"]} />
            <Card title={t.transfers}>
              <Transfers file={data} />
            </Card>
            <Answers file={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Head({ file }: { readonly file: PayoutFile }) {
  const { bankFiles, payoutFiles: t } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const names = useOperatorNames();
  const { nameOf } = useAccountNames(file.mode);
  const by = (who: string | null, at: string | null) =>
    at === null ? null : t.byAt(who === null ? t.nobody : (names.get(who) ?? who), format.moment(at));
  const { bankStatus, bankReason, delivery, deliveredAt } = file;
  const sum = format.amount(file.total, file.currency);
  return (
    <Card
      title={file.status === "REFUSED" ? file.messageId : sum}
      tools={<PayoutFileState status={file.status} />}
    >
      <p>{t.stateSays[file.status]}</p>
      <Facts
        facts={[
          [t.transferCount, format.count(file.transferCount)],
          [bankFiles.account, nameOf(file.providerAccountId)],
          [frame.mode, frame[file.mode]],
          [t.messageId, <Id key="message" id={file.messageId} />],
          [
            t.preparedBy,
            t.byAt(
              file.preparedBy === null ? t.cutOff : (names.get(file.preparedBy) ?? file.preparedBy),
              format.moment(file.createdAt),
            ),
          ],
          [t.releasedBy, by(file.releasedBy, file.releasedAt)],
          [t.refusedBy, by(file.refusedBy, file.refusedAt)],
          [t.note, file.note],
          [t.delivery, delivery === null ? null : t.deliveries[delivery]],
          [t.delivered, deliveredAt === null ? null : format.moment(deliveredAt)],
          [
            t.bankSays,
            bankStatus === null ? null : (
              <code key="says">{[bankStatus, bankReason].filter(Boolean).join(" · ")}</code>
            ),
          ],
          [t.sha256, file.sha256 === null ? null : <Id key="sha" id={file.sha256} />],
          [bankFiles.id, <Id key="id" id={file.id} />],
        ]}
      />
      <PayoutFileActs file={file} sum={sum} />
    </Card>
  );
}

/** The bank's answers to the file, newest first. */
function Answers({ file: { id, mode } }: { readonly file: PayoutFile }) {
  const { bankFiles, payoutFiles: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly BankFile[]>(
    `/tenant/bank-files${queryOf({ mode, payoutFileId: id, pageSize: 100 })}`,
  );
  return (
    <Card title={t.answers}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noAnswers}</p>
          ) : (
            <Table
              caption={t.answers}
              rows={data}
              keyOf={(answer) => answer.id}
              hrefOf={(answer) => `/console/bank/files/${answer.id}`}
              columns={[
                {
                  head: bankFiles.name,
                  cell: ({ fileName, format: kind }) => fileName ?? bankFiles.formats[kind],
                  card: "lead",
                },
                {
                  head: t.ended,
                  cell: ({ entryCount, newCount }) => bankFiles.answered(entryCount, newCount),
                },
                {
                  head: bankFiles.taken,
                  cell: ({ createdAt }) => format.shortMoment(createdAt),
                  card: "quiet",
                },
              ]}
            />
          )
        }
      </Shown>
    </Card>
  );
}
