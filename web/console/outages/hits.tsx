import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useReader } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { lastHours } from "../../ui/reports/period.ts";
import { useSummary } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";

/** The hour before this one and what there is of this one: sums are kept by the hour. */
const HOURS = 2;

interface HitsProps {
  readonly mode: Mode;
  readonly way: { readonly method: string; readonly operator?: string; readonly country?: string };
}

/** What came by this way lately: the payments that closing it would turn away. */
export function Hits({ mode, way }: HitsProps) {
  const { outages: t } = useTexts();
  const { timeZone } = useReader();
  const format = useFormat();
  const period = lastHours(useNow(), timeZone, HOURS);
  const read = useSummary({ ...period, mode, ...way });
  return (
    <div role="status">
      <Shown read={read} rows={1}>
        {({ data: { attempts, currencies } }) => (
          <p>
            {t.hits(
              format.clock(period.from),
              format.count(attempts.succeeded + attempts.failed + attempts.unknown + attempts.underWay),
              format.count(attempts.succeeded),
            )}{" "}
            {currencies
              .filter(({ takings }) => takings.count > 0)
              .map(({ currency, takings }) => format.amount(takings.amountMinor, currency))
              .join(" · ")}
          </p>
        )}
      </Shown>
    </div>
  );
}
