import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import type { Coverage, ProviderAccount } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";
import { dayKind } from "./day-kind.ts";

interface CoverageProps {
  readonly mode: Mode;
  readonly accounts: readonly ProviderAccount[];
}

/** Which days of each account were compared. A gap is red and hatched, and says why. */
export function CoverageCalendars({ mode, accounts }: CoverageProps) {
  const { reconciliation: t } = useTexts();
  const read = useRead<readonly Coverage[]>(`/tenant/reconciliation/coverage?mode=${mode}`);
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? id;
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
          const text = `${day.day}: ${t.dayKinds[kind]}`;
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
            <li key={day}>
              {day}: {problem ?? t.dayKinds.GAP}
            </li>
          ))}
        </ul>
      )}
      <ul class="balances">
        {coverage.balances.map(({ currency, theirs, ours, readAt }) => (
          <li key={currency}>
            {t.balance(format.amount(theirs, currency), format.amount(ours, currency))}{" "}
            <Badge tone={theirs === ours ? "good" : "bad"} text={theirs === ours ? t.agrees : t.differs} />{" "}
            <span class="quiet">{format.moment(readAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
