import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import type { Sent } from "../../ui/api/request.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { About } from "../../ui/parts/about.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem, useRefusalOf } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import type { OperatorAct } from "../acts/permissions.ts";
import { isProposal } from "./is-proposal.ts";

export interface AskField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: "line" | "email" | "date" | "choice";
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly isOptional?: boolean;
  readonly lengthMax?: number;
  /** Codes of refusals that are about this field: they are said beside it, in these words. */
  readonly refusals?: Readonly<Record<string, string>>;
}

interface AskProps {
  /** The operation that it calls. Nothing is shown to a reader whose role does not allow it. */
  readonly act: OperatorAct;
  /** On the button that opens the form, in its title, and on the button that sends it. */
  readonly label: string;
  /** What the button is about, where several stand below each other: heard, and not seen. */
  readonly about?: string;
  /** On the button that sends it instead: what moves money repeats the amount there. */
  readonly sendLabel?: string;
  /** What follows, and for whom; what cannot be undone. */
  readonly text: string;
  readonly fields?: readonly AskField[];
  readonly path: string;
  readonly method?: Sent["method"];
  /** The body from what was typed; empty values of optional fields are left out before. */
  readonly bodyOf?: (values: Readonly<Record<string, string>>) => unknown;
  /** Said when it was done. */
  readonly done: string;
  /** Said instead where a colleague must confirm. */
  readonly proposed?: string;
  /** Texts for the refusals of this act. */
  readonly refusals?: Readonly<Record<string, string>>;
  readonly isQuiet?: boolean;
  /** A key that opens the form, too. */
  readonly shortcut?: string;
}

/** A button that opens a form for one act of an operator. The form says what follows; sending it twice does it once. */
export function Ask(props: AskProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayAct()(props.act)) return null;
  return (
    <>
      <button
        type="button"
        class={props.isQuiet === true ? "quiet" : undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts={props.shortcut}
        onClick={() => setOpen(true)}
      >
        <About text={props.label} about={props.about} />
      </button>
      {isOpen && <AskDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const LINE_LENGTH_MAX = 500;

function AskDialog({
  label,
  sendLabel = label,
  text,
  fields = [],
  path,
  method = "POST",
  bodyOf,
  done,
  proposed = done,
  refusals,
  onClose,
}: Omit<AskProps, "act"> & { readonly onClose: () => void }) {
  const { act: words } = useUiTexts();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, options }) => [name, options?.[0]?.[0] ?? ""])),
  );
  const refusalOf = useRefusalOf(act);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
    const filled = Object.fromEntries(given.filter(([, value]) => value !== ""));
    const body = bodyOf === undefined ? (fields.length === 0 ? undefined : filled) : bodyOf(filled);
    const sent = { method, ...(body === undefined ? {} : { body }) };
    const answer = await act.send(path, sent);
    if (answer === null) return;
    announce(isProposal(answer.data) ? proposed : done);
    onClose();
    await readAgain();
  };
  return (
    <Dialog title={label} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{text}</p>
        {fields.map((field) => (
          <AskedField
            key={field.name}
            field={field}
            error={field.refusals?.[act.problem?.code ?? ""] ?? refusalOf(field.name)}
            value={values[field.name] ?? ""}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <SubmissionProblem act={act} {...(refusals === undefined ? {} : { texts: refusals })} />
        <div class="actions">
          <button type="submit" disabled={act.isSending}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : sendLabel}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function AskedField({
  field: { label, hint, kind = "line", options = [], isOptional = false, lengthMax = LINE_LENGTH_MAX },
  error,
  value,
  onChange,
}: {
  readonly field: AskField;
  readonly error: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  if (kind === "choice")
    return (
      <Choice
        label={label}
        value={value}
        options={options}
        error={error}
        onChange={onChange}
        {...(hint === undefined ? {} : { hint })}
      />
    );
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type={kind === "line" ? "text" : kind}
          value={value}
          required={!isOptional}
          maxLength={lengthMax}
          autocomplete="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
