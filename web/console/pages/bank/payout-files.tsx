import type { PayoutFile } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import type { Filter } from "../../../ui/parts/filters.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useAccountNames } from "../../parts/account-names.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";
import { PayoutFileState } from "../../payout-files/state.tsx";
import { Waiting } from "../../payout-files/waiting.tsx";

/** Files of transfers for our banks: what waits for one, and where each is on its way. */
export default function PayoutFilesPage() {
  const { bankFiles, payoutFiles: t } = useTexts();
  const format = useFormat();
  const mode = useMode();
  const { query } = useAddress();
  const { accounts, nameOf } = useAccountNames(mode);
  const ofBanks = accounts.filter(({ takesBankFiles }) => takesBankFiles);
  const filters: readonly Filter[] = [
    {
      kind: "choice",
      name: "account",
      label: bankFiles.account,
      options: ofBanks.map(({ id, name }) => [id, name] as const),
    },
    {
      kind: "choice",
      name: "status",
      label: bankFiles.state,
      options: Object.entries(t.states),
    },
  ];
  const columns: readonly Column<PayoutFile>[] = [
    {
      head: t.total,
      cell: ({ total, currency, status }) =>
        status === "REFUSED" ? t.noTotal : format.amount(total, currency),
      card: "lead",
    },
    { head: bankFiles.state, cell: ({ status }) => <PayoutFileState status={status} />, card: "side" },
    { head: t.transferCount, cell: ({ transferCount }) => format.count(transferCount), isNumber: true },
    { head: bankFiles.account, cell: ({ providerAccountId }) => nameOf(providerAccountId), card: "quiet" },
    { head: t.messageId, cell: ({ messageId }) => <code>{messageId}</code>, card: "quiet" },
    { head: t.made, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "quiet" },
  ];
  return (
    <Page
      title={t.title}
      above={<a href={`/console/bank${mode === "SANDBOX" ? "?mode=SANDBOX" : ""}`}>{bankFiles.bank}</a>}
      tools={<ModeLinks />}
    >
      <Waiting mode={mode} accounts={ofBanks} nameOf={nameOf} />
      <Card title={t.title}>
        <p class="quiet">{t.says}</p>
        <List<PayoutFile>
          key={mode}
          caption={t.title}
          path="/tenant/payout-files"
          query={{ mode, providerAccountId: query.account ?? null, status: query.status ?? null }}
          filters={filters}
          columns={columns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/console/bank/payout-files/${id}`}
          empty={<p>{t.empty}</p>}
        />
      </Card>
    </Page>
  );
}
