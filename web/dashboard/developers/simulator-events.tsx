import { useState } from "preact/hooks";
import { eventTypes } from "../../../sdk/js/src/generated/event-types.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import { readBoot } from "../../ui/app/boot.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useMerchant } from "../../ui/app/scope.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";
import { ShownCall } from "./shown-call.tsx";

/** Sends a sample of any event to the endpoints. */
export function EventPanel() {
  const { simulator: t } = useTexts();
  const { act: words } = useUiTexts();
  const root = useRoot();
  const act = useSubmission<{ readonly id: string; readonly deliveries: number }>();
  const [type, setType] = useState<string>("payment.succeeded");
  const [sent, setSent] = useState<{ readonly id: string; readonly deliveries: number } | null>(null);
  const call = { method: "POST", path: "/sandbox/events", body: { type } };
  const send = async () => {
    const answer = await act.send(call.path, { method: "POST", body: call.body });
    if (answer !== null) setSent(answer.data);
  };
  return (
    <>
      <p>{t.eventText}</p>
      <Choice
        label={t.eventType}
        value={type}
        options={eventTypes.map((one) => [one, one])}
        onChange={setType}
      />
      <SubmissionProblem act={act} />
      {sent !== null && (
        <p role="status">
          {t.sentTo(sent.deliveries)} <a href={`${root}/developers/events/${sent.id}`}>{t.openEvent}</a>
        </p>
      )}
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void send()}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.send}
        </button>
      </div>
      <ShownCall call={call} />
    </>
  );
}

/** Empties the sandbox, once the merchant's name was typed. */
export function EmptyPanel() {
  const { simulator: t } = useTexts();
  const { act: words } = useUiTexts();
  const { merchantId } = useMerchant();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission();
  const [typed, setTyped] = useState("");
  const name = readBoot().merchants.find(({ id }) => id === merchantId)?.displayName ?? merchantId;
  const call = { method: "POST", path: "/sandbox/reset", body: { confirm: merchantId } };
  const reset = async (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== name) return;
    const answer = await act.send(call.path, { method: "POST", body: call.body });
    if (answer === null) return;
    setTyped("");
    announce(t.emptied);
    await readAgain();
  };
  return (
    <form onSubmit={(event) => void reset(event)}>
      <p>{t.emptyText}</p>
      <Field label={t.typeName(name)}>
        {(attributes) => (
          <input
            {...attributes}
            value={typed}
            autocomplete="off"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        <button type="submit" class="danger" disabled={act.isSending || typed.trim() !== name}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.emptyNow}
        </button>
      </div>
      <ShownCall call={call} />
    </form>
  );
}
