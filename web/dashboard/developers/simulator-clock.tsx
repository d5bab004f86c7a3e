import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { SandboxClock } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { ShownCall } from "./shown-call.tsx";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;
/** Lengths of time to let pass, in seconds. */
const lengths = [
  MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  DAY_SECONDS,
  3 * DAY_SECONDS,
  30 * DAY_SECONDS,
] as const;

/** Lets time pass for this sandbox. */
export function ClockPanel() {
  const { simulator: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<SandboxClock>();
  const [seconds, setSeconds] = useState<number>(lengths[1]);
  const clock = useRead<SandboxClock>("/sandbox/clock").data?.data;
  const text = (length: number) => format.length(length * 1_000);
  const call = { method: "POST", path: "/sandbox/clock/advance", body: { seconds } };
  const move = async () => {
    const answer = await act.send(call.path, { method: "POST", body: call.body });
    if (answer === null) return;
    announce(t.moved(text(seconds)));
    await readAgain();
  };
  return (
    <>
      <p>
        {t.clockText}{" "}
        {clock !== undefined && clock.advancedSeconds > 0 && t.ahead(text(clock.advancedSeconds))}
      </p>
      <Choice
        label={t.letPass}
        value={String(seconds)}
        options={lengths.map((length) => [String(length), text(length)])}
        onChange={(value) => setSeconds(Number(value))}
      />
      <SubmissionProblem act={act} />
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void move()}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.move(text(seconds))}
        </button>
      </div>
      <ShownCall call={call} />
    </>
  );
}
