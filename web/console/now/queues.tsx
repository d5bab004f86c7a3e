import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { BackgroundWork, WebhookHealth, Work } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ages, Failing } from "./later-cards.ts";

interface OfMode {
  readonly mode: Mode;
}

/** Work that should take seconds and has been due for longer is late. */
const LATE_SECONDS = 60;

type Due = NonNullable<WebhookHealth["deliveries"]>;

/** How much is due, and for how long. */
function DueText({ due, oldestDueSeconds }: Due) {
  const { queues: t } = useTexts();
  const format = useFormat();
  if (due === 0 || oldestDueSeconds === null) return <span class="quiet">{t.nothingDue}</span>;
  return (
    <>
      {t.due(format.count(due), format.length(oldestDueSeconds * 1_000))}{" "}
      {oldestDueSeconds > LATE_SECONDS && <Badge tone="bad" text={t.late} />}
    </>
  );
}

/** How late webhooks are, and whose endpoints fail. */
export function WebhooksCard({ mode }: OfMode) {
  const { queues: t } = useTexts();
  const read = useRead<WebhookHealth>(`/tenant/webhook-health${queryOf({ mode })}`);
  return (
    <Card title={t.webhooks}>
      <Shown read={read}>
        {({ data }) => (
          <>
            <p>{data.deliveries === null ? t.notRead : <DueText {...data.deliveries} />}</p>
            <Ages mode={mode} queue="webhooks" />
            <Failing mode={mode} health={data} />
          </>
        )}
      </Shown>
    </Card>
  );
}

/** How much of each kind waits for people, in number and money, and how long they have let it wait. */
export function WaitingCard({ mode }: OfMode) {
  const { queues: t, work } = useTexts();
  const format = useFormat();
  const read = useRead<Work>(`/tenant/work${queryOf({ mode, limit: 1 })}`);
  return (
    <Card title={t.waiting}>
      <Shown read={read}>
        {({ data }) =>
          data.counts.length === 0 ? (
            <p class="quiet">{work.empty}</p>
          ) : (
            <ul class="now-list">
              {data.counts.map(({ kind, count, overdue, oldest, sums }) => (
                <li key={kind}>
                  <a href={`/console/work${queryOf({ kind, mode })}`}>
                    {work.kinds[kind]} {format.count(count)}
                  </a>{" "}
                  {sums.length > 0 && <b>{sums.map(({ amountDisplay }) => amountDisplay).join(" · ")}</b>}{" "}
                  {overdue > 0 && <Badge tone="bad" text={work.overdueCount(overdue)} />}
                  <p class="quiet">{t.oldest(format.shortMoment(oldest))}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <Ages mode={mode} queue="work" />
    </Card>
  );
}

/** Work that the service does by itself; what stays due is stuck. */
export function BackgroundCard({ mode }: OfMode) {
  const { queues: t } = useTexts();
  const read = useRead<BackgroundWork>("/tenant/background-work");
  const words: Readonly<Record<string, string>> = t.background;
  return (
    <Card title={t.backgroundWork}>
      <p class="quiet">{t.wholeInstallation}</p>
      <Ages mode={mode} queue="background" />
      <Shown read={read}>
        {({ data }) =>
          data.queues === null ? (
            <p>{t.notRead}</p>
          ) : (
            <dl class="facts">
              {data.queues.map(({ kind, ...due }) => (
                <div key={kind}>
                  <dt>{words[kind] ?? kind}</dt>
                  <dd>
                    <DueText {...due} />
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </Shown>
    </Card>
  );
}
