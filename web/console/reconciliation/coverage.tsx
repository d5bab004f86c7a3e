import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import type { Coverage } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";
import { Balances } from "../parts/balances.tsx";
import { dayKind } from "./day-kind.ts";

interface CoverageProps {
  readonly mode: Mode;
  readonly nameOf: (accountId: string) => string;
}

/** Which days of each account were compared. A gap is red and hatched, and says why. */
export function CoverageCalendars({ mode, nameOf }: CoverageProps) {
  const { reconciliation: t } = useTexts();
  const read = useRead<readonly Coverage[]>(`/tenant/reconciliation/coverage?mode=${mode}`);
  return (
    <Shown read={read} rows={4}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t.noDays}</p>
        ) : (
          <div class="calendars">
            {data.map((coverage) => (
              <Calendar
                key={coverage.providerAccountId}
                coverage={coverage}
                name={nameOf(coverage.providerAccountId)}
              />
            ))}
          </div>
        )
      }
    </Shown>
  );
}

function Calendar({ coverage, name }: { readonly coverage: Coverage; readonly name: string }) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const days = coverage.days.toReversed();
  const gaps = days.filter((day) => dayKind(day) === "GAP");
  return (
    <section class="calendar">
      <h3>{name}</h3>
      <p>
        {coverage.coveredUntil === null ? t.coveredNever : t.coveredUntil(format.day(coverage.coveredUntil))}{" "}
        {gaps.length > 0 && <Badge tone="bad" text={t.gaps(gaps.length)} />}
      </p>
      <ol class="days">
        {days.map((day) => {
          const kind = dayKind(day);
          const text = t.dayIs(format.date(day.day), t.dayKinds[kind]);
          const number = <span aria-hidden="true">{Number(day.day.slice(8))}</span>;
          return (
            <li key={day.day} class={`day ${kind.toLowerCase()}`} title={text}>
              {day.statementId === null ? (
                <>
                  {number}
                  <span class="hidden">{text}</span>
                </>
              ) : (
                <a href={`/console/reconciliation/${day.statementId}`} aria-label={text}>
                  {number}
                </a>
              )}
            </li>
          );
        })}
      </ol>
      {gaps.length > 0 && (
        <ul class="gaps">
          {gaps.map(({ day, problem }) => (
            <li key={day}>{t.dayIs(format.date(day), problem ?? t.dayKinds.GAP)}</li>
          ))}
        </ul>
      )}
      <Balances balances={coverage.balances} />
    </section>
  );
}
