import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Replay } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The stretches of time that are offered, in milliseconds. */
const stretches = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const;
type Stretch = keyof typeof stretches;

interface Count {
  readonly body: object;
  readonly matched: number;
  readonly isMore: boolean;
}

/** Sends the events of a time again. First it counts; the button then says how many. */
export function ReplayForm({ path }: { readonly path: string }) {
  const { endpoints: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Replay>();
  const [stretch, setStretch] = useState<Stretch>("day");
  const [onlyFailed, setOnlyFailed] = useState(true);
  const [count, setCount] = useState<Count | null>(null);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    const now = Date.now();
    const body = {
      from: new Date(now - stretches[stretch]).toISOString(),
      to: new Date(now).toISOString(),
      onlyFailed,
    };
    const answer = await act.send(`${path}/replay`, { method: "POST", body: { ...body, dryRun: true } });
    if (answer === null) return;
    const { matched, nextCursor } = answer.data;
    setCount({ body, matched, isMore: nextCursor !== null });
  };
  const send = async () => {
    if (count === null) return;
    const answer = await act.send(`${path}/replay`, { method: "POST", body: count.body });
    if (answer === null) return;
    announce(t.replayed(format.count(answer.data.replayed)));
    const { nextCursor } = answer.data;
    setCount(nextCursor === null ? null : { ...count, body: { ...count.body, startingAfter: nextCursor } });
    await readAgain(path);
  };
  return (
    <form onSubmit={(event) => void ask(event)}>
      <p>{t.replayText}</p>
      <Field label={t.stretch}>
        {(attributes) => (
          <select
            {...attributes}
            value={stretch}
            onChange={(event) => {
              setStretch(event.currentTarget.value as Stretch);
              setCount(null);
            }}
          >
            {Object.keys(stretches).map((name) => (
              <option key={name} value={name} selected={name === stretch}>
                {t.stretches[name as Stretch]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="tick">
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={(event) => {
            setOnlyFailed(event.currentTarget.checked);
            setCount(null);
          }}
        />{" "}
        {t.onlyFailed}
      </label>
      {count !== null && (
        <p role="status">
          {t.counted(format.count(count.matched))} {count.isMore && t.inSteps}
        </p>
      )}
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        {count === null || count.matched === 0 ? (
          <button type="submit" disabled={act.isSending}>
            {act.isSending ? words.sending : t.count}
          </button>
        ) : (
          <button type="button" disabled={act.isSending} onClick={() => void send()}>
            {act.isSending
              ? words.sending
              : act.isUnknown
                ? words.askAgain
                : t.replayNow(format.count(count.matched))}
          </button>
        )}
      </div>
    </form>
  );
}
