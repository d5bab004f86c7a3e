import type { ReportSeries } from "../../ui/api/views.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { ratesByInterval } from "../../ui/reports/rates.ts";
import { useTexts } from "../i18n/index.ts";

const DAYS = 14;

/** How the success rate went day by day; nothing where no two days have one. */
export function RateByDay({ series }: { readonly series: ReportSeries }) {
  const { home: t } = useTexts();
  const format = useFormat();
  const rates = ratesByInterval(series).slice(-DAYS);
  const known = rates.filter((rate) => rate !== null);
  if (known.length < 2) return null;
  return (
    <dd class="quiet">
      <Sparkline values={rates} />
      {t.rateByDay(format.percent(Math.min(...known)), format.percent(Math.max(...known)))}
    </dd>
  );
}
