import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Outage, ProviderHealth, ReportSummary } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Failures, SuccessChart, TimesChart } from "../../ui/reports/charts.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { lastHours } from "../../ui/reports/period.ts";
import { useSeries, useSummary } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";
import { OperatorTable } from "../now/operators.tsx";
import { Accounts, Outages } from "../now/providers.tsx";
import "../now/now.css";

const DAY_HOURS = 24;
/** The last day, and four weeks before it to compare with. */
const USUAL_HOURS = 29 * DAY_HOURS;

/** What is wrong now, since when, and how much money it holds. */
export default function NowPage() {
  const { now: t } = useTexts();
  const { reports, frame } = useUiTexts();
  const { timeZone } = useReader();
  const format = useFormat();
  const { query, set } = useAddress();
  const mode = query.mode === "SANDBOX" ? "SANDBOX" : "LIVE";
  const nowMs = useNow();
  const day = lastHours(nowMs, timeZone, DAY_HOURS);
  const summary = useSummary({ ...day, mode });
  const usual = useSeries({ ...lastHours(nowMs, timeZone, USUAL_HOURS), mode, interval: "hour" });
  const operators = useSeries({ ...day, mode, interval: "period", groupBy: "operator" });
  const outages = useRead<readonly Outage[]>(
    `/tenant/outages${queryOf({ mode, state: "OPEN", pageSize: 100 })}`,
  );
  const health = useRead<ProviderHealth>(`/tenant/provider-health${queryOf({ mode })}`);
  return (
    <Page
      title={t.title}
      tools={
        <Choice
          label={frame.mode}
          value={mode}
          options={[
            ["LIVE", frame.LIVE],
            ["SANDBOX", frame.SANDBOX],
          ]}
          onChange={(chosen) => set({ mode: chosen })}
        />
      }
    >
      <Card title={t.lastDay}>
        <Shown read={summary} rows={2}>
          {({ data }) => (
            <>
              <Numbers summary={data} />
              <p class="quiet">{reports.asOf(format.shortMoment(data.asOf))}</p>
            </>
          )}
        </Shown>
        <Shown read={usual} rows={5}>
          {({ data }) => <SuccessChart series={data} />}
        </Shown>
      </Card>
      <div class="cards">
        <Card title={t.outages}>
          <Shown read={outages}>{({ data }) => <Outages outages={data} />}</Shown>
        </Card>
        <Card title={t.accounts}>
          <Shown read={health}>{({ data }) => <Accounts accounts={data.accounts} />}</Shown>
        </Card>
      </div>
      <Card title={t.byOperator}>
        <Shown read={operators} rows={5}>
          {({ data }) => (
            <>
              <OperatorTable series={data} />
              <TimesChart series={data} />
            </>
          )}
        </Shown>
      </Card>
      <Card title={reports.failures}>
        <Shown read={summary}>{({ data }) => <Failures summary={data} />}</Shown>
      </Card>
    </Page>
  );
}

/** Success, what nobody knows yet with its sums, and what is under way. */
function Numbers({ summary }: { readonly summary: ReportSummary }) {
  const { now: t } = useTexts();
  const { reports } = useUiTexts();
  const format = useFormat();
  const { attempts, currencies, timeToTruth } = summary;
  const sums = currencies
    .filter(({ unknown }) => unknown.count > 0)
    .map(({ currency, unknown }) => format.amount(unknown.amountMinor, currency));
  return (
    <dl class="numbers">
      <div>
        <dt>{reports.successRate}</dt>
        <dd>{attempts.successRate === null ? "–" : format.percent(attempts.successRate)}</dd>
        <dd class="quiet">{t.ofDecided(format.count(attempts.succeeded + attempts.failed))}</dd>
      </div>
      <div>
        <dt>{t.unknown}</dt>
        <dd>{format.count(attempts.unknown)}</dd>
        <dd class="quiet">{sums.length === 0 ? t.noMoney : sums.join(" · ")}</dd>
      </div>
      <div>
        <dt>{t.underWay}</dt>
        <dd>{format.count(attempts.underWay)}</dd>
      </div>
      <div>
        <dt>{reports.openAfterOneMinute}</dt>
        <dd>
          {timeToTruth.openAfterOneMinute === null ? "–" : format.percent(timeToTruth.openAfterOneMinute)}
        </dd>
        <dd class="quiet">{timeToTruth.p95Ms === null ? "" : t.p95(format.length(timeToTruth.p95Ms))}</dd>
      </div>
    </dl>
  );
}
