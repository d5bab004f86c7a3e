import { useRead } from "../../../ui/api/reads.ts";
import type { BankEntry } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Proposals } from "../../approvals/proposals.tsx";
import { EntryState } from "../../bank/state.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";
import { HolderCard } from "../../parts/holding.ts";

const Decide = later(async () => (await import("../../bank/decide.tsx")).Decide);

/** One entry of the bank: what it told, what probably belongs to it, and what becomes of it. */
export default function BankEntryPage({ params: { id = "" } }: PageProps) {
  const { bank: t } = useTexts();
  const read = useRead<BankEntry>(`/tenant/bank-entries/${encodeURIComponent(id)}`);
  const back = read.data?.data.mode === "SANDBOX" ? "?mode=SANDBOX" : "";
  return (
    <Page title={t.entry} above={<a href={`/console/bank${back}`}>{t.title}</a>}>
      <Shown read={read} rows={6}>
        {({ data }) => (
          <>
            <Told entry={data} />
            <HolderCard id={`BANK_ENTRY:${id}`} />
            <Proposals subject={id} kinds={["ASSIGN_BANK_ENTRY", "BOOK_BANK_ENTRY"]} />
            {data.status === "QUEUED" && <Decide entry={data} />}
          </>
        )}
      </Shown>
    </Page>
  );
}

function Told({ entry }: { readonly entry: BankEntry }) {
  const { bank: t } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const { nameOf } = useAccountNames(entry.mode);
  const { amount, currency, direction, isReversal, cause, reference } = entry;
  return (
    <Card
      title={t.signed[direction](format.amount(amount, currency))}
      tools={<EntryState status={entry.status} />}
    >
      {cause !== null && entry.status === "QUEUED" && <p>{t.causesSay[cause]}</p>}
      <Facts
        facts={[
          [t.direction, isReversal ? t.reversals[direction] : t.directions[direction]],
          [t.bookedOn, format.date(entry.bookedOn)],
          [t.counterparty, entry.counterpartyName],
          [t.counterpartyAccount, entry.counterpartyAccount],
          [t.text, entry.text],
          [t.references, entry.structuredReferences.join(" · ")],
          [t.endToEnd, entry.endToEndReference],
          [t.bankNumber, entry.bankReference],
          [t.returnReason, entry.returnReason],
          [t.account, nameOf(entry.providerAccountId)],
          [frame.mode, frame[entry.mode]],
          [t.belongsTo, reference === null ? null : <Id key="reference" id={reference} />],
          [t.note, entry.note],
          [t.decidedAt, entry.decidedAt === null ? null : format.moment(entry.decidedAt)],
          [t.id, <Id key="id" id={entry.id} />],
        ]}
      />
    </Card>
  );
}
