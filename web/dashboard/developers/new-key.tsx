import { useState } from "preact/hooks";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { CreatedKey } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useOwnPermissions } from "./own-permissions.ts";
import { type Preset, permissionsOf, presets, type Rights, rightsOf, within } from "./permissions.ts";
import { RightsFields } from "./rights-fields.tsx";
import { RightsSentence } from "./rights-sentence.tsx";

interface NewKeyDialogProps {
  readonly path: string;
  readonly onClose: () => void;
  readonly onDone: (key: CreatedKey) => void;
}

type Choice = Preset | "OWN";
const choices: readonly Choice[] = ["COLLECT", "READ", "EVERYTHING", "OWN"];

/** Makes a key, never with more rights than the reader has. */
export function NewKeyDialog({ path, onClose, onDone }: NewKeyDialogProps) {
  const { keys: t } = useTexts();
  const { act: words } = useUiTexts();
  const held = rightsOf(useOwnPermissions());
  const act = useSubmission<CreatedKey>();
  const [name, setName] = useState("");
  const [choice, setChoice] = useState<Choice>("COLLECT");
  const [own, setOwn] = useState<Rights>(presets.COLLECT);
  const [networks, setNetworks] = useState("");
  const [ends, setEnds] = useState("");
  const permissions = permissionsOf(within(choice === "OWN" ? own : presets[choice], held));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const ipAllowlist = networks.split(/[\s,;]+/).filter((network) => network !== "");
    const body = {
      name: name.trim(),
      permissions,
      ...(ipAllowlist.length === 0 ? {} : { ipAllowlist }),
      ...(ends === "" ? {} : { expiresAt: `${ends}T00:00:00Z` }),
    };
    const answer = await act.send(path, { method: "POST", body });
    if (answer !== null) onDone(answer.data);
  };
  return (
    <Dialog title={t.make} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.name} hint={t.nameHint}>
          {(attributes) => (
            <input
              {...attributes}
              value={name}
              maxLength={100}
              required
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <fieldset>
          <legend>{t.may}</legend>
          {choices.map((one) => (
            <label key={one}>
              <input type="radio" name="rights" checked={choice === one} onChange={() => setChoice(one)} />{" "}
              {t.choices[one]}
            </label>
          ))}
        </fieldset>
        {choice === "OWN" && <RightsFields rights={own} held={held} onChange={setOwn} />}
        <p class="quiet">
          <RightsSentence permissions={permissions} />
        </p>
        <Field label={t.networks} hint={t.networksHint}>
          {(attributes) => (
            <input
              {...attributes}
              value={networks}
              onInput={(event) => setNetworks(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t.ends} hint={t.endsHint}>
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              value={ends}
              onInput={(event) => setEnds(event.currentTarget.value)}
            />
          )}
        </Field>
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || permissions.length === 0 || name.trim() === ""}>
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
