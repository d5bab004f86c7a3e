import { useRead } from "../../ui/api/reads.ts";
import type { Endpoint, EndpointHealth } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Facts } from "../../ui/parts/facts.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";

/** Whether events reach the endpoint: stopped, not verified yet, failing, or well. */
export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const { endpoints: t } = useTexts();
  if (endpoint.status === "DISABLED") return <Badge tone="bad" text={t.states.DISABLED} />;
  if (endpoint.verifiedAt === null) return <Badge tone="warn" text={t.states.UNVERIFIED} />;
  if (endpoint.failingSince !== null) return <Badge tone="bad" text={t.states.FAILING} />;
  return <Badge tone="good" text={t.states.WELL} />;
}

interface HealthProps {
  /** The endpoint's path in the API. */
  readonly path: string;
}

/** The last 24 hours in one line, for a row of the list. */
export function HealthLine({ path }: HealthProps) {
  const { endpoints: t } = useTexts();
  const format = useFormat();
  const health = useRead<EndpointHealth>(`${path}/health`).data?.data;
  if (health === undefined) return null;
  const { deliveries, answers } = health;
  if (deliveries.total === 0) return <>{t.quiet}</>;
  return (
    <>
      {t.accepted(format.count(deliveries.succeeded), format.count(deliveries.total))}
      {answers.p95Ms !== null && ` · p95 ${format.length(answers.p95Ms)}`}
    </>
  );
}

/** What became of the events of the last 24 hours, and how the endpoint answered. */
export function Health({ path }: HealthProps) {
  const { endpoints: t } = useTexts();
  const format = useFormat();
  const read = useRead<EndpointHealth>(`${path}/health`);
  const length = (ms: number | null) => (ms === null ? null : format.length(ms));
  return (
    <Shown read={read}>
      {({ data: { deliveries, refusals, answers, failingSince, isWhole, from } }) => (
        <>
          {deliveries.total === 0 && <p>{t.quiet}</p>}
          {!isWhole && <p class="quiet">{t.onlySince(format.moment(from))}</p>}
          <Facts
            facts={[
              [t.deliveries.SUCCEEDED, format.count(deliveries.succeeded)],
              [t.deliveries.PENDING, format.count(deliveries.pending)],
              [t.deliveries.FAILED, format.count(deliveries.failed)],
              [t.deliveries.CANCELLED, format.count(deliveries.cancelled)],
              [t.half, length(answers.p50Ms)],
              [t.nearlyAll, length(answers.p95Ms)],
              [t.failingSince, failingSince === null ? null : format.moment(failingSince)],
            ]}
          />
          {refusals.length > 0 && (
            <ul>
              {refusals.map(({ statusCode, count }) => (
                <li key={statusCode}>
                  {t.refused(statusCode === null ? t.noAnswer : `HTTP ${statusCode}`, format.count(count))}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Shown>
  );
}
