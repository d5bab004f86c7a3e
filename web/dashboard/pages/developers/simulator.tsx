import "../../developers/developers.css";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { ClockPanel } from "../../developers/simulator-clock.tsx";
import { EmptyPanel, EventPanel } from "../../developers/simulator-events.tsx";
import { OutcomesPanel } from "../../developers/simulator-outcomes.tsx";
import { useTexts } from "../../i18n/index.ts";
import { placePath } from "../../place.ts";

/** The sandbox's tools: payments with any outcome, time that passes, sample events, mails, and an empty sandbox. */
export default function SimulatorPage() {
  const { simulator: t } = useTexts();
  const { merchantId, mode } = useMerchant();
  if (mode === "LIVE")
    return (
      <Page title={t.title}>
        <div class="empty">
          <p>{t.sandboxOnly}</p>
          <a class="button" href={`${placePath(merchantId, "SANDBOX")}/developers/simulator`}>
            {t.toSandbox}
          </a>
        </div>
      </Page>
    );
  return (
    <Page title={t.title}>
      <Card title={t.outcomes}>
        <OutcomesPanel />
      </Card>
      <div class="cards">
        <Card title={t.clock}>
          <ClockPanel />
        </Card>
        <Card title={t.event}>
          <EventPanel />
        </Card>
        <Card title={t.outbox}>
          <p>{t.outboxText}</p>
          <div class="actions">
            <a class="button quiet" href="/sandbox/outbox">
              {t.openOutbox}
            </a>
          </div>
        </Card>
        <Card title={t.empty}>
          <EmptyPanel />
        </Card>
      </div>
    </Page>
  );
}
