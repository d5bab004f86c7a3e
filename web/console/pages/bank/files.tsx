import type { BankFile } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import type { Filter } from "../../../ui/parts/filters.tsx";
import { later } from "../../../ui/parts/later.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useMayAct } from "../../acts/may.ts";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";

const HandIn = later(async () => (await import("../../bank/hand-in.tsx")).HandInBankFile);

/** Every file that a bank sent, whichever way it came. */
export default function BankFilesPage() {
  const { bankFiles: t } = useTexts();
  const format = useFormat();
  const mode = useMode();
  const { query, set } = useAddress();
  const { accounts, nameOf } = useAccountNames(mode);
  const ofBanks = accounts.filter(({ takesBankFiles }) => takesBankFiles);
  const mayHandIn = useMayAct()("takeBankFile") && ofBanks.length > 0;
  const filters: readonly Filter[] = [
    {
      kind: "choice",
      name: "account",
      label: t.account,
      options: ofBanks.map(({ id, name }) => [id, name] as const),
    },
  ];
  const columns: readonly Column<BankFile>[] = [
    { head: t.name, cell: ({ fileName, format: kind }) => fileName ?? t.formats[kind], card: "lead" },
    {
      head: t.state,
      cell: ({ queuedCount }) =>
        queuedCount > 0 ? (
          <Badge tone="quiet" text={t.setAside(queuedCount)} />
        ) : (
          <Badge tone="good" text={t.noneSetAside} />
        ),
      card: "side",
    },
    { head: t.format, cell: ({ format: kind }) => t.formats[kind], card: "quiet" },
    { head: t.entries, cell: ({ entryCount, newCount }) => t.counted(entryCount, newCount) },
    { head: t.source, cell: ({ source }) => t.sources[source], card: "quiet" },
    { head: t.account, cell: ({ providerAccountId }) => nameOf(providerAccountId), card: "quiet" },
    { head: t.taken, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "quiet" },
  ];
  return (
    <Page
      title={t.title}
      above={<a href={`/console/bank${mode === "SANDBOX" ? "?mode=SANDBOX" : ""}`}>{t.bank}</a>}
      tools={
        <>
          <ModeLinks />
          {mayHandIn && (
            <button type="button" aria-haspopup="dialog" onClick={() => set({ handIn: "1" })}>
              {t.handIn}
            </button>
          )}
        </>
      }
    >
      <Card title={t.title}>
        <p class="quiet">{t.says}</p>
        <List<BankFile>
          key={mode}
          caption={t.title}
          path="/tenant/bank-files"
          query={{ mode, providerAccountId: query.account ?? null }}
          filters={filters}
          columns={columns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/console/bank/files/${id}`}
          empty={<p>{t.empty}</p>}
        />
      </Card>
      {mayHandIn && query.handIn !== undefined && (
        <HandIn accounts={ofBanks} onClose={() => set({ handIn: null })} />
      )}
    </Page>
  );
}
