import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { queryOf } from "../../ui/api/request.ts";
import { useReader } from "../../ui/app/reader.tsx";
import { localDate } from "../../ui/format/local-instant.ts";
import { monthText } from "../../ui/format/times.ts";
import { useNow } from "../../ui/reports/now.ts";
import { monthOf } from "../../ui/reports/period.ts";
import { useTexts } from "../i18n/index.ts";

/** The trial balance of all books as a file: at the end of the last month, and of today. */
export function TrialBalances({ mode }: { readonly mode: Mode }) {
  const { ledger: t } = useTexts();
  const { locale, timeZone } = useReader();
  const nowMs = useNow();
  const thisMonth = monthOf(localDate(nowMs, timeZone).slice(0, 7), nowMs, timeZone);
  const separator = locale === "en" ? "," : ";";
  const href = (at?: string) =>
    `/api/v1/tenant/reconciliation/trial-balance${queryOf({ mode, at, format: "csv", separator })}`;
  return (
    <>
      {thisMonth !== null && (
        <li>
          <a href={href(thisMonth.from)} download>
            {t.trialBalance(monthText(lastDayBefore(thisMonth.from), locale, timeZone))}
          </a>
        </li>
      )}
      <li>
        <a href={href()} download>
          {t.trialBalanceNow}
        </a>
      </li>
    </>
  );
}

const DAY_MS = 86_400_000;
const lastDayBefore = (instant: string): string => new Date(Date.parse(instant) - DAY_MS).toISOString();
