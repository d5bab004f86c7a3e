import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { LateMoney } from "../../ui/api/views.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";

/** The filter of the list of payments that shows each kind. */
const filters = { LATE: "late", DOUBLE: "duplicate" } as const;

/** What came in the last day although nobody waited for it any more, and what payers have got back of it. */
export function LateMoneyCard({ mode }: { readonly mode: Mode }) {
  const { now: t } = useTexts();
  const format = useFormat();
  const read = useRead<LateMoney>(`/tenant/late-money${queryOf({ mode })}`);
  return (
    <Card title={t.lateMoney}>
      <Shown read={read}>
        {({ data: { sums, days } }) => (
          <>
            {sums.length === 0 ? (
              <p class="quiet">{t.noLateMoney}</p>
            ) : (
              <ul class="now-list">
                {sums.map(({ kind, currency, count, amount, returned }) => (
                  <li key={`${kind} ${currency}`}>
                    <a href={`/console/payments${queryOf({ mode, special: filters[kind] })}`}>
                      {t.lateKinds[kind]} {format.count(count)}
                    </a>{" "}
                    <b>{format.amount(amount, currency)}</b>
                    <p class="quiet">
                      {returned === "0" ? t.notReturned : t.returned(format.amount(returned, currency))}
                    </p>
                  </li>
                ))}
              </ul>
            )}
            {days.some((count) => count > 0) && (
              <div class="quiet">
                <Sparkline values={days} />
                {t.latePerDay(format.count(days.reduce((sum, count) => sum + count, 0)), days.length)}
              </div>
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}
