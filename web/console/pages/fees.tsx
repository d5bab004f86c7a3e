import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { FeeSchedule } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { Proposals } from "../approvals/proposals.tsx";
import { RefundPolicy } from "../fees/refund-policy.tsx";
import { useTexts } from "../i18n/index.ts";
import "../fees/fees.css";

const DAY_SECONDS = 86_400;
const EarnedFees = later(async () => (await import("../fees/earned.tsx")).EarnedFees);
const PriceForm = later(async () => (await import("../fees/price-form.tsx")).PriceForm);

/** What payments cost merchants, by method and currency; with every version there was on request. */
export default function FeesPage() {
  const { fees: t } = useTexts();
  const { frame } = useUiTexts();
  const { query, set } = useAddress();
  const readAgain = useReadAgain();
  const mode = query.mode === "SANDBOX" ? "SANDBOX" : "LIVE";
  const may = useMay();
  const mayChange = useMayAct()("setFeeSchedule");
  const isHistory = query.history === "true";
  const [changed, setChanged] = useState<FeeSchedule | "NEW" | null>(null);
  const schedules = useRead<readonly FeeSchedule[]>(
    `/tenant/fees${queryOf({ mode, pageSize: 100, history: isHistory ? "true" : null })}`,
  );
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
      <Card
        title={isHistory ? t.versions : t.current}
        tools={
          <>
            <button
              type="button"
              class="quiet small"
              onClick={() => set({ history: isHistory ? null : "true" })}
            >
              {isHistory ? t.showCurrent : t.showVersions}
            </button>
            {mayChange && !isHistory && schedules.data !== undefined && (
              <button type="button" class="small" aria-haspopup="dialog" onClick={() => setChanged("NEW")}>
                {t.add}
              </button>
            )}
          </>
        }
      >
        <Shown read={schedules} rows={5}>
          {({ data }) => (
            <Schedules schedules={data} onChange={isHistory || !mayChange ? null : setChanged} />
          )}
        </Shown>
      </Card>
      {may("tenant.payments.read") && <EarnedFees mode={mode} />}
      <RefundPolicy />
      <Proposals subject={null} kinds={["SET_FEE_SCHEDULE", "SET_REFUND_FEE_POLICY"]} />
      {changed !== null && (
        <PriceForm
          mode={mode}
          schedule={changed === "NEW" ? null : changed}
          priced={schedules.data?.data ?? []}
          onClose={() => setChanged(null)}
          onDone={() => {
            setChanged(null);
            void readAgain("/tenant/fees", "/tenant/change-requests");
          }}
        />
      )}
    </Page>
  );
}

interface SchedulesProps {
  readonly schedules: readonly FeeSchedule[];
  /** Null: these are versions of the past, or the reader may not change them. */
  readonly onChange: ((schedule: FeeSchedule) => void) | null;
}

function Schedules({ schedules, onChange }: SchedulesProps) {
  const { fees: t } = useTexts();
  const { methods, payment, reports } = useUiTexts();
  const format = useFormat();
  if (schedules.length === 0) return <p class="empty">{t.empty}</p>;
  const price = ({ basisPoints, fixed, currency }: FeeSchedule) =>
    t.price(format.percent(basisPoints / 10_000), fixed === "0" ? null : format.amount(fixed, currency));
  const bounds = ({ minimum, maximum, currency }: FeeSchedule) =>
    minimum === "0" && maximum === null
      ? reports.none
      : t.bounds(
          format.amount(minimum, currency),
          maximum === null ? null : format.amount(maximum, currency),
        );
  return (
    <Table
      caption={t.title}
      rows={schedules}
      keyOf={({ id, version }) => `${id} ${version}`}
      columns={[
        {
          head: payment.method,
          card: "lead",
          cell: ({ method, currency }) => `${methods[method]} ${currency}`,
        },
        { head: t.fee, card: "side", cell: price },
        { head: t.limits, cell: bounds },
        {
          head: t.settles,
          cell: ({ settlementDelaySeconds: delay }) =>
            delay === 0 ? t.atOnceShort : t.afterDays(Math.round(delay / DAY_SECONDS)),
        },
        {
          head: t.since,
          cell: ({ effectiveFrom, version }) => t.version(format.shortMoment(effectiveFrom), version),
        },
        ...(onChange === null
          ? []
          : [
              {
                head: t.change,
                card: "quiet" as const,
                cell: (schedule: FeeSchedule) => (
                  <button
                    type="button"
                    class="quiet small fee-change"
                    aria-label={`${t.change} ${methods[schedule.method]} ${schedule.currency}`}
                    aria-haspopup="dialog"
                    onClick={() => onChange(schedule)}
                  >
                    {t.change}
                  </button>
                ),
              },
            ]),
      ]}
    />
  );
}
