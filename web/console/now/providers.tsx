import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Outage, ProviderHealth } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";

interface OfMode {
  readonly mode: Mode;
}

/** The outages that are declared. */
export function OutagesCard({ mode }: OfMode) {
  const { now: t } = useTexts();
  const read = useRead<readonly Outage[]>(
    `/tenant/outages${queryOf({ mode, state: "OPEN", pageSize: 100 })}`,
  );
  return (
    <Card title={t.outages}>
      <Shown read={read}>{({ data }) => <Outages outages={data} />}</Shown>
    </Card>
  );
}

/** The accounts at providers. */
export function AccountsCard({ mode }: OfMode) {
  const { now: t } = useTexts();
  const read = useRead<ProviderHealth>(`/tenant/provider-health${queryOf({ mode })}`);
  return (
    <Card title={t.accounts}>
      <Shown read={read}>{({ data }) => <Accounts accounts={data.accounts} />}</Shown>
    </Card>
  );
}

/** What operators have closed or called disturbed, and why. */
function Outages({ outages }: { readonly outages: readonly Outage[] }) {
  const { now: t } = useTexts();
  const { methods } = useUiTexts();
  const format = useFormat();
  if (outages.length === 0) return <p class="quiet">{t.noOutages}</p>;
  return (
    <ul class="now-list">
      {outages.map(({ id, method, operator, country, status, reason, startsAt }) => (
        <li key={id}>
          <b>
            {methods[method]} {operator && operatorName(operator)} {country}
          </b>{" "}
          <Badge tone={status === "CLOSED" ? "bad" : "warn"} text={t.outageStates[status]} />
          <p>{reason}</p>
          <p class="quiet">{t.since(format.shortMoment(startsAt))}</p>
        </li>
      ))}
    </ul>
  );
}

/** Whether an account takes payments: the service took it out of routing, a person switched it off, or it does. Pure. */
const toneOf = ({ state, status }: ProviderHealth["accounts"][number]): "good" | "bad" | "quiet" =>
  state === "SUSPENDED" ? "bad" : status === "DISABLED" ? "quiet" : "good";

/**
 * Provider accounts with what they answered in the last quarter of an hour; those in
 * trouble first and those that are switched off last, which is the order of their tones.
 */
function Accounts({ accounts }: { readonly accounts: ProviderHealth["accounts"] }) {
  const { now: t } = useTexts();
  const format = useFormat();
  if (accounts.length === 0) return <p class="quiet">{t.noAccounts}</p>;
  const sorted = accounts
    .map((account) => ({ ...account, tone: toneOf(account) }))
    .sort((one, other) => one.tone.localeCompare(other.tone));
  return (
    <ul class="now-list">
      {sorted.map(({ accountId, name, tone, lastQuarterHour: { calls, faults, averageMs } }) => (
        <li key={accountId}>
          <a href={`/console/providers/${accountId}`}>{name}</a> <Badge tone={tone} text={t[tone]} />
          <p class="quiet">
            {calls === 0
              ? t.noCalls
              : t.calls(format.count(calls), format.count(faults), format.length(averageMs ?? 0))}
          </p>
        </li>
      ))}
    </ul>
  );
}
