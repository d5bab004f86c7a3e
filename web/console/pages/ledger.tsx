import { useState } from "preact/hooks";
import { useRead } from "../../ui/api/reads.ts";
import type { ProviderAccount } from "../../ui/api/views.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { useTexts } from "../i18n/index.ts";
import { Books } from "../ledger/books.tsx";
import { Corrections } from "../ledger/corrections.tsx";
import { Propose } from "../ledger/propose.tsx";
import { ModeLinks, useMode } from "../parts/mode.tsx";
import { Proposals } from "../parts/proposals.tsx";
import "../styles/ledger.css";

/** What the platform holds at its providers, and corrections of the books. */
export default function LedgerPage() {
  const { ledger: t } = useTexts();
  const mode = useMode();
  const [isProposing, setProposing] = useState(false);
  const accounts = useRead<readonly ProviderAccount[]>(`/tenant/provider-accounts?mode=${mode}&pageSize=100`);
  return (
    <Page title={t.title} tools={<ModeLinks />}>
      <Card title={t.books}>
        <p class="quiet">{t.booksSay}</p>
        <Books mode={mode} accounts={accounts.data?.data ?? []} />
      </Card>
      <Proposals subject={null} kinds={["CORRECT_PROVIDER_BOOK"]} />
      <Card
        title={t.corrections}
        tools={
          <button type="button" class="small" onClick={() => setProposing(true)}>
            {t.propose}
          </button>
        }
      >
        <p class="quiet">{t.correctionsSay}</p>
        <Corrections mode={mode} />
      </Card>
      {isProposing && <Propose mode={mode} onClose={() => setProposing(false)} />}
    </Page>
  );
}
