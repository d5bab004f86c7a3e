import { useState } from "preact/hooks";
import { useRead } from "../../../ui/api/reads.ts";
import type { AccountHealth, ProviderAccount, ProviderHealth } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useMayAct } from "../../acts/may.ts";
import { Proposals } from "../../approvals/proposals.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";
import { Entities } from "../../providers/entities.tsx";
import { NewAccount } from "../../providers/new-account.tsx";
import { AccountState } from "../../providers/state.tsx";
import "../../styles/providers.css";

/** Accounts at providers: what they serve and how they do. */
export default function ProvidersPage() {
  const { providers: t } = useTexts();
  const ui = useUiTexts();
  const format = useFormat();
  const mode = useMode();
  const health = useRead<ProviderHealth>(`/tenant/provider-health?mode=${mode}`);
  const [isAdding, setAdding] = useState(false);
  const may = useMayAct();
  const healthOf = (id: string): AccountHealth | undefined =>
    health.data?.data.accounts.find(({ accountId }) => accountId === id);
  const columns: readonly Column<ProviderAccount>[] = [
    { head: t.name, cell: ({ name }) => name, card: "lead" },
    { head: t.state, cell: (account) => <AccountState account={account} />, card: "side" },
    { head: t.provider, cell: ({ provider }) => provider },
    {
      head: t.methods,
      cell: ({ methods }) => methods.map((one) => ui.methods[one]).join(", "),
      card: "quiet",
    },
    {
      head: t.quarterHour,
      cell: ({ id }) => {
        const window = healthOf(id)?.lastQuarterHour;
        return window === undefined ? "" : t.calls(window.calls, window.faults);
      },
      card: "quiet",
    },
    { head: t.since, cell: ({ createdAt }) => format.day(createdAt), card: "hidden" },
  ];
  return (
    <Page title={t.title} tools={<ModeLinks />}>
      <Proposals subject={null} kinds={["CREATE_PROVIDER_ACCOUNT", "UPDATE_SUB_TENANT"]} />
      <List<ProviderAccount>
        key={mode}
        caption={t.caption}
        path="/tenant/provider-accounts"
        query={{ mode }}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/providers/${id}`}
        empty={<p>{t.empty}</p>}
        tools={
          may("createProviderAccount") && (
            <button type="button" aria-haspopup="dialog" onClick={() => setAdding(true)}>
              {t.add}
            </button>
          )
        }
      />
      <Entities />
      {mode === "SANDBOX" && <Badge tone="quiet" text={ui.frame.SANDBOX} />}
      {isAdding && <NewAccount mode={mode} onClose={() => setAdding(false)} />}
    </Page>
  );
}
