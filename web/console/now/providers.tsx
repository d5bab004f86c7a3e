import type { Outage, ProviderHealth } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

/** What operators have closed or called disturbed, and why. */
export function Outages({ outages }: { readonly outages: readonly Outage[] }) {
  const { now: t } = useTexts();
  const { methods } = useUiTexts();
  const format = useFormat();
  if (outages.length === 0) return <p class="quiet">{t.noOutages}</p>;
  return (
    <ul class="now-list">
      {outages.map(({ id, method, operator, country, status, reason, startsAt }) => (
        <li key={id}>
          <b>
            {methods[method]} {operator ?? ""} {country ?? ""}
          </b>{" "}
          <Badge tone={status === "CLOSED" ? "bad" : "warn"} text={t.outageStates[status]} />
          <p>{reason}</p>
          <p class="quiet">{t.since(format.shortMoment(startsAt))}</p>
        </li>
      ))}
    </ul>
  );
}

/** Provider accounts with what they answered in the last quarter of an hour; those in trouble first. */
export function Accounts({ accounts }: { readonly accounts: ProviderHealth["accounts"] }) {
  const { now: t } = useTexts();
  const format = useFormat();
  if (accounts.length === 0) return <p class="quiet">{t.noAccounts}</p>;
  const sorted = accounts.toSorted(
    (one, other) => Number(other.state === "SUSPENDED") - Number(one.state === "SUSPENDED"),
  );
  return (
    <ul class="now-list">
      {sorted.map(({ accountId, name, state, lastQuarterHour: { calls, faults, averageMs } }) => (
        <li key={accountId}>
          <b>{name}</b>{" "}
          <Badge
            tone={state === "SUSPENDED" ? "bad" : "good"}
            text={state === "SUSPENDED" ? t.suspended : t.inService}
          />
          <p class="quiet">
            {calls === 0
              ? t.noCalls
              : t.calls(
                  format.count(calls),
                  format.count(faults),
                  averageMs === null ? "–" : format.length(averageMs),
                )}
          </p>
        </li>
      ))}
    </ul>
  );
}
