import { useState } from "preact/hooks";
import { eventTypes } from "../../../sdk/js/src/generated/event-types.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { CreatedEndpoint } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface NewEndpointDialogProps {
  readonly path: string;
  readonly onClose: () => void;
  readonly onDone: (endpoint: CreatedEndpoint) => void;
}

/** Registers an address. The secret that signs is in the answer alone. */
export function NewEndpointDialog({ path, onClose, onDone }: NewEndpointDialogProps) {
  const { endpoints: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<CreatedEndpoint>();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isOrdered, setOrdered] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = {
      url: url.trim(),
      events: isAll ? ["*"] : chosen,
      ordered: isOrdered,
      ...(description.trim() === "" ? {} : { description: description.trim() }),
    };
    const answer = await act.send(path, { method: "POST", body });
    if (answer !== null) onDone(answer.data);
  };
  return (
    <Dialog title={t.make} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.address} hint={t.addressHint}>
          {(attributes) => (
            <input
              {...attributes}
              type="url"
              value={url}
              required
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
          )}
        </Field>
        <fieldset>
          <legend>{t.events}</legend>
          <label>
            <input type="radio" name="events" checked={isAll} onChange={() => setAll(true)} /> {t.everything}
          </label>
          <label>
            <input type="radio" name="events" checked={!isAll} onChange={() => setAll(false)} /> {t.chosen}
          </label>
        </fieldset>
        {!isAll && (
          <fieldset class="kinds">
            <legend class="hidden">{t.chosen}</legend>
            {eventTypes.map((type) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={(event) =>
                    setChosen(
                      event.currentTarget.checked ? [...chosen, type] : chosen.filter((one) => one !== type),
                    )
                  }
                />{" "}
                <code>{type}</code>
              </label>
            ))}
          </fieldset>
        )}
        <label class="tick">
          <input
            type="checkbox"
            checked={isOrdered}
            onChange={(event) => setOrdered(event.currentTarget.checked)}
          />{" "}
          {t.ordered}
        </label>
        <Field label={t.note}>
          {(attributes) => (
            <input
              {...attributes}
              maxLength={500}
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="quiet">{t.pingFirst}</p>
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || (!isAll && chosen.length === 0)}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.make}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
