import { useState } from "preact/hooks";
import { queryOf } from "../../ui/api/request.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { FeePreview, FeeSchedule } from "../../ui/api/views.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { ConflictProblem, useConflict } from "../../ui/parts/conflict.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { lastDays } from "../../ui/reports/period.ts";
import { useSeries } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";
import { free, type TypedTerms, termsOf, typedOf, wrongField } from "./terms.ts";

const MONTH_DAYS = 30;
/** What a fee is shown for where no payment tells an average; minor units. */
const SAMPLE_AMOUNT = "10000";

/** What has a price: a method in a currency, in one mode. */
export type PricedWay = Pick<FeeSchedule, "mode" | "method" | "currency">;

interface ProposeProps {
  readonly way: PricedWay;
  /** What stands; null: the first price, until which payments are free. */
  readonly schedule: FeeSchedule | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The first or another price of a method in a currency: tried on the average payment of the last 30 days before it is sent. */
export function Propose({ way, schedule, onClose, onDone }: ProposeProps) {
  const { fees: t } = useTexts();
  const { act: words, methods } = useUiTexts();
  const { mode, method, currency } = way;
  const announce = useAnnounce();
  const change = useSubmission<{ readonly object: string }>();
  const trial = useSubmission<FeePreview>();
  const [typed, setTyped] = useState<TypedTerms>(typedOf(schedule ?? free));
  const [preview, setPreview] = useState<{ readonly data: FeePreview; readonly count: number } | null>(null);
  const average = useAverage(way);
  const conflict = useConflict<readonly FeeSchedule[]>(
    change,
    `/tenant/fees${queryOf({ mode, pageSize: 100 })}`,
  );
  const ofWay = (schedules: readonly FeeSchedule[]) =>
    schedules.find((one) => one.method === method && one.currency === currency) ?? null;
  const base = conflict.latest === null ? schedule : ofWay(conflict.latest);
  const terms = termsOf(typed);
  const wrong = wrongField(typed);
  const edit = (name: keyof TypedTerms) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setPreview(null);
  };
  const tryOut = async () => {
    if (terms === null || average === null) return;
    const body = { mode, method, currency, amount: average.amount, proposed: terms };
    const answer = await trial.send("/tenant/fees/preview", { method: "POST", body });
    setPreview(answer === null ? null : { data: answer.data, count: average.count });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (terms === null) return;
    const known = base === null ? {} : { version: base.version };
    const body = { mode, method, currency, ...terms, ...known };
    const answer = await change.send("/tenant/fees", { method: "PUT", body });
    if (answer === null) return;
    announce(answer.data.object === "change_request" ? t.proposed : t.changed);
    onDone();
  };
  const fields = [
    ["percent", t.percent],
    ["fixed", t.fixed(currency)],
    ["minimum", t.minimum(currency)],
    ["maximum", t.maximum(currency)],
    ["days", t.days],
  ] as const;
  const compare = (now: readonly FeeSchedule[]) => {
    const standing = typedOf(ofWay(now) ?? free);
    return fields.map(([name, label]) => ({ label, now: standing[name], typed: typed[name] }));
  };
  return (
    <Dialog
      title={`${schedule === null ? t.add : t.change} ${methods[method]} ${currency}`}
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)}>
        {fields.map(([name, label]) => (
          <Field key={name} label={label} error={wrong === name ? t.wrong[name] : null}>
            {(attributes) => (
              <input
                {...attributes}
                inputMode={name === "percent" ? "decimal" : "numeric"}
                value={typed[name]}
                onInput={(event) => edit(name)(event.currentTarget.value)}
              />
            )}
          </Field>
        ))}
        {preview !== null && <Preview preview={preview.data} count={preview.count} />}
        <SubmissionProblem act={trial} />
        <p class="quiet">{mode === "LIVE" ? t.byTwo : t.atOnce}</p>
        <ConflictProblem act={change} conflict={conflict} compare={compare} />
        <div class="actions">
          <button type="submit" disabled={terms === null || change.isSending}>
            {change.isSending
              ? words.sending
              : change.isUnknown
                ? words.askAgain
                : mode === "LIVE"
                  ? t.propose
                  : t.set}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={terms === null || average === null || trial.isSending}
            onClick={() => void tryOut()}
          >
            {t.tryOut}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The fee of one payment, as it is and as it would be. */
function Preview({ preview, count }: { readonly preview: FeePreview; readonly count: number }) {
  const { fees: t } = useTexts();
  const format = useFormat();
  const { amount, currency, current, proposal } = preview;
  const text = (minor: string) => format.amount(minor, currency);
  return (
    <p role="status">
      {t.preview(text(amount), text(current.fee), text(proposal?.fee ?? current.fee))}{" "}
      {count > 0 && t.sample(format.count(count))}
    </p>
  );
}

interface Average {
  /** Minor units. */
  readonly amount: string;
  readonly count: number;
}

/** The average payment of the last 30 days by this method, and how many there were; null while it is read. */
function useAverage({ mode, method, currency }: PricedWay): Average | null {
  const { timeZone } = useReader();
  const nowMs = useNow();
  const period = lastDays(nowMs, timeZone, MONTH_DAYS);
  const read = useSeries({ ...period, mode, currency, interval: "period", groupBy: "method" });
  if (read.isPending) return null;
  const line = read.data?.data.series.find(({ group }) => group === method);
  const takings = line?.points[0]?.takings;
  return takings === undefined || takings.count <= 0
    ? { amount: SAMPLE_AMOUNT, count: 0 }
    : { amount: String(BigInt(takings.amountMinor) / BigInt(takings.count)), count: takings.count };
}
