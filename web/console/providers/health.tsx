import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import type { AccountHealth, ProviderHealth } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";

interface HealthProps {
  readonly id: string;
  readonly mode: Mode;
}
type WindowRow = AccountHealth["lastMinute"] & { readonly name: string };

/** How the provider has answered in the last minute and the last quarter of an hour. */
export function Health({ id, mode }: HealthProps) {
  const { providers: t } = useTexts();
  const format = useFormat();
  const read = useRead<ProviderHealth>(`/tenant/provider-health?mode=${mode}`);
  const length = (ms: number | null) => (ms === null ? "–" : format.length(ms));
  const columns: readonly Column<WindowRow>[] = [
    { head: t.window, cell: ({ name }) => name, card: "lead" },
    { head: t.callCount, cell: ({ calls }) => String(calls), isNumber: true },
    { head: t.faults, cell: ({ faults, timeouts }) => t.faultCount(faults, timeouts) },
    { head: t.average, cell: ({ averageMs, slowestMs }) => `${length(averageMs)} · ${length(slowestMs)}` },
  ];
  return (
    <Shown read={read}>
      {({ data }) => {
        const health = data.accounts.find(({ accountId }) => accountId === id);
        if (health === undefined) return <p>{t.noHealth}</p>;
        const rows = [
          { ...health.lastMinute, name: t.lastMinute },
          { ...health.lastQuarterHour, name: t.quarterHour },
        ];
        return (
          <>
            {health.state === "SUSPENDED" && (
              <p>
                <Badge tone="bad" text={t.suspended} />{" "}
                {health.nextTrialAt !== null && t.nextTrial(format.moment(health.nextTrialAt))}
              </p>
            )}
            <Table caption={t.health} columns={columns} rows={rows} keyOf={({ name }) => name} />
          </>
        );
      }}
    </Shown>
  );
}
