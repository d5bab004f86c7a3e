import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { WebhookHealth } from "../../ui/api/views.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

interface FailingProps {
  readonly mode: Mode;
  readonly health: Pick<WebhookHealth, "endpoints" | "failing" | "failingByDay">;
}

/** How endpoints are, whose fail, and how many did on each of the last days. */
export function Failing({ mode, health: { endpoints, failing, failingByDay } }: FailingProps) {
  const { now, queues: t } = useTexts();
  const format = useFormat();
  const most = Math.max(...failingByDay);
  return (
    <>
      <Endpoints states={endpoints} />
      {failing.length === 0 ? (
        <p class="quiet">{t.noneFails}</p>
      ) : (
        <ul class="now-list">
          {failing.map(({ endpointId, merchantId, merchantName, failingSince }) => (
            <li key={endpointId}>
              <a href={`/console/merchants/${merchantId}?mode=${mode}`}>{merchantName}</a>{" "}
              <Badge tone="bad" text={t.fails} />
              <p class="quiet">{now.since(format.shortMoment(failingSince))}</p>
            </li>
          ))}
        </ul>
      )}
      {most > 0 && (
        <div class="quiet">
          <Sparkline values={failingByDay} />
          {t.failedPerDay(format.count(most), failingByDay.length)}
        </div>
      )}
    </>
  );
}

/** How many endpoints are in each state that one is in. */
function Endpoints({ states }: { readonly states: WebhookHealth["endpoints"] }) {
  const { queues: t } = useTexts();
  const words: Readonly<Record<string, string>> = t.endpointStates;
  const present = Object.entries(states).filter(([, count]) => count > 0);
  if (present.length === 0) return <p class="quiet">{t.noEndpoints}</p>;
  return <p class="quiet">{present.map(([state, count]) => `${count} ${words[state]}`).join(" · ")}</p>;
}
