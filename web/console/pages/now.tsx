import { useAddress } from "../../ui/app/address.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { ByOperator, LastDay } from "../now/last-day.tsx";
import { CoverageCard, LateMoneyCard } from "../now/later-cards.ts";
import { AccountsCard, OutagesCard } from "../now/providers.tsx";
import { BackgroundCard, WaitingCard, WebhooksCard } from "../now/queues.tsx";
import { declarePath } from "../outages/declare-path.ts";
import { modeOf } from "../parts/mode-of.ts";
import "../now/now.css";

/** What is wrong now, since when, and how much money it holds. Each part is there for those who may read it. */
export default function NowPage() {
  const { now: t } = useTexts();
  const { frame } = useUiTexts();
  const { query, set } = useAddress();
  const may = useMay();
  const mode = modeOf(query);
  const mayDeclare = useMayAct()("openOutage");
  return (
    <Page
      title={t.title}
      tools={
        <>
          {mayDeclare && (
            <a class="button" href={declarePath(mode)}>
              {t.declare}
            </a>
          )}
          <Choice
            label={frame.mode}
            value={mode}
            options={[
              ["LIVE", frame.LIVE],
              ["SANDBOX", frame.SANDBOX],
            ]}
            onChange={(chosen) => set({ mode: chosen })}
          />
        </>
      }
    >
      {may("tenant.payments.read") && <LastDay mode={mode} />}
      <div class="cards">
        {may("tenant.routing.read") && <OutagesCard mode={mode} />}
        {may("tenant.providers.read") && <AccountsCard mode={mode} />}
        {may("tenant.merchants.read") && <WebhooksCard mode={mode} />}
        <WaitingCard mode={mode} />
        {may("tenant.payments.read") && <LateMoneyCard mode={mode} />}
        {may("tenant.reconciliation.read") && <CoverageCard mode={mode} />}
        {may("tenant.providers.read") && <BackgroundCard mode={mode} />}
      </div>
      {may("tenant.payments.read") && <ByOperator mode={mode} />}
    </Page>
  );
}
