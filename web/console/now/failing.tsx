import type { WebhookHealth } from "../../ui/api/views.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

interface FailingProps {
  readonly health: Pick<WebhookHealth, "failing" | "failingByDay">;
}

/** Whose endpoints fail, and how many did on each of the last days. */
export function Failing({ health: { failing, failingByDay } }: FailingProps) {
  const { now, queues: t } = useTexts();
  const format = useFormat();
  const most = Math.max(...failingByDay);
  return (
    <>
      {failing.length === 0 ? (
        <p class="quiet">{t.noneFails}</p>
      ) : (
        <ul class="now-list">
          {failing.map(({ endpointId, merchantId, merchantName, failingSince }) => (
            <li key={endpointId}>
              <a href={`/console/merchants/${merchantId}`}>{merchantName}</a>{" "}
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
