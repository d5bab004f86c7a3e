import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Coverage } from "../../ui/api/views.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";
import { coverageByDay } from "./coverage-by-day.ts";

/** Which share of the accounts’ days was compared with what providers say, day by day of the last month. */
export function CoverageCard({ mode }: { readonly mode: Mode }) {
  const { now: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly Coverage[]>(`/tenant/reconciliation/coverage${queryOf({ mode })}`);
  return (
    <Card title={t.coverage}>
      <Shown read={read}>
        {({ data }) => {
          const days = coverageByDay(data);
          const sum = (of: (day: (typeof days)[number]) => number) =>
            days.reduce((total, day) => total + of(day), 0);
          const gaps = sum((day) => day.gaps);
          if (days.length === 0) return <p class="quiet">{t.noDays}</p>;
          return (
            <>
              <p>
                <a href={`/console/reconciliation${queryOf({ mode })}`}>
                  {t.compared(format.count(sum((day) => day.compared)), format.count(sum((day) => day.all)))}
                </a>{" "}
                {gaps > 0 && <Badge tone="bad" text={t.gaps(gaps)} />}
              </p>
              {days.length > 1 && (
                <div class="quiet">
                  <Sparkline values={days.map((day) => day.compared / day.all)} />
                  {t.lastDays(days.length)}
                </div>
              )}
            </>
          );
        }}
      </Shown>
    </Card>
  );
}
