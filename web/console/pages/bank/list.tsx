import { queryOf } from "../../../ui/api/request.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import type { Filter } from "../../../ui/parts/filters.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { useMayAct } from "../../acts/may.ts";
import { Proposals } from "../../approvals/proposals.tsx";
import { Entries } from "../../bank/entries.tsx";
import { Transit } from "../../bank/transit.tsx";
import { useTexts } from "../../i18n/index.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";

/** What reached our bank: what providers sent and is not there yet, and every entry of the bank's statements. */
export default function BankPage() {
  const { bank: t } = useTexts();
  const may = useMayAct();
  const mayReadPayments = useMay()("tenant.payments.read");
  const mode = useMode();
  const inMode = { mode: mode === "LIVE" ? null : mode };
  const { query } = useAddress();
  const filters: readonly Filter[] = [
    { kind: "choice", name: "status", label: t.state, options: Object.entries(t.states) },
    { kind: "choice", name: "cause", label: t.cause, options: Object.entries(t.causes) },
  ];
  return (
    <Page
      title={t.title}
      tools={
        <>
          <ModeLinks />
          {may("takeBankFile") && (
            <a class="button" href={`/console/bank/files${queryOf({ ...inMode, handIn: "1" })}`}>
              {t.handIn}
            </a>
          )}
        </>
      }
    >
      <Card title={t.transit}>
        <p class="quiet">{t.transitSays}</p>
        <Transit mode={mode} />
      </Card>
      <Proposals subject={null} kinds={["ASSIGN_BANK_ENTRY", "BOOK_BANK_ENTRY", "CORRECT_PROVIDER_BOOK"]} />
      <Card
        title={t.entries}
        tools={
          <>
            <a href={`/console/bank/files${queryOf(inMode)}`}>{t.files}</a>{" "}
            {mayReadPayments && <a href={`/console/bank/payout-files${queryOf(inMode)}`}>{t.payoutFiles}</a>}
          </>
        }
      >
        <p class="quiet">{t.entriesSay}</p>
        <Entries
          key={mode}
          mode={mode}
          query={{ mode, status: query.status ?? null, cause: query.cause ?? null }}
          filters={filters}
          empty={<p>{t.empty}</p>}
        />
      </Card>
    </Page>
  );
}
