import type { ComponentChildren } from "preact";
import type { Texts } from "../i18n/index.ts";
import type { PasskeyPlace } from "../ports.ts";

/** What a form shows again after a refusal. Passwords and codes are never shown again. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  /** Problems by field; under "" those of the whole form. */
  readonly problems: Readonly<Record<string, string>>;
}

export const emptyForm: FormState = { values: {}, problems: {} };

export interface FieldProps {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: "text" | "email" | "password";
  readonly autocomplete: string;
  /** Shown at first; what was typed comes before it. */
  readonly value?: string;
  readonly inputmode?: "numeric" | "email" | "text";
  readonly maxlength?: number;
  readonly isFirst?: boolean;
  readonly isCode?: boolean;
  /** Where two forms of a page have a field of this name. */
  readonly id?: string;
  readonly list?: string;
  /** Where the field stands outside its form. */
  readonly formId?: string;
}

/** A labelled field with its problem beside it. Password managers fill it, and pasting is allowed. */
export function Field(props: FieldProps) {
  const { form, name, label, hint, type = "text", value, isFirst, isCode, id = name } = props;
  const problem = form.problems[name];
  const notes = [problem === undefined ? "" : `${id}-problem`, hint === undefined ? "" : `${id}-hint`];
  const isSecret = type === "password" || isCode === true;
  return (
    <div>
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="wrong" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <input
        id={id}
        name={name}
        type={type}
        class={isCode === true ? "code" : undefined}
        autocomplete={props.autocomplete}
        autocapitalize={type === "text" ? undefined : "none"}
        spellcheck={false}
        inputmode={props.inputmode}
        maxlength={props.maxlength}
        list={props.list}
        form={props.formId}
        value={isSecret ? undefined : (form.values[name] ?? value)}
        required
        autofocus={isFirst === true || problem !== undefined}
        aria-invalid={problem === undefined ? undefined : "true"}
        aria-describedby={notes.filter((note) => note !== "").join(" ") || undefined}
      />
    </div>
  );
}

/** Announced when the page opens: the problem of a whole form, and that fields have problems. */
export function Problem({ form }: { readonly form: FormState }) {
  const text = form.problems[""] ?? Object.values(form.problems)[0];
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** A form of one button, for acts that need nothing typed. */
export function ButtonForm(props: {
  readonly action: string;
  readonly children: ComponentChildren;
  readonly label?: string;
  readonly isSmall?: boolean;
  readonly fields?: Readonly<Record<string, string>>;
}) {
  const { action, children, label, isSmall = false, fields = {} } = props;
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class={isSmall ? "second small" : "second"} aria-label={label}>
        {children}
      </button>
    </form>
  );
}

/** A button that uses a passkey; hidden in a browser that cannot, and elsewhere than where passkeys belong. */
export function PasskeyForm(props: {
  readonly t: Texts;
  readonly place: PasskeyPlace;
  readonly kind: "log-in" | "add" | "presence" | "join";
  readonly action: string;
  readonly next?: string;
  readonly submit: string;
  readonly isSecond?: boolean;
  readonly children?: ComponentChildren;
}) {
  const { t, place, kind, action, next, submit, isSecond = true, children } = props;
  if ("lack" in place) return null;
  return (
    <>
      <form
        method="post"
        action={action}
        data-passkey={kind}
        data-origin={place.origin}
        data-with-script
        data-cancelled={t.problems.passkeyCancelled}
        data-failed={t.problems.brokenText}
        hidden
      >
        {next !== undefined && <input type="hidden" name="next" value={next} />}
        <p class="problem" role="alert" hidden />
        {children}
        <button type="submit" class={isSecond ? "second" : undefined}>
          <KeyMark />
          {submit}
        </button>
      </form>
      <p class="quiet" data-elsewhere hidden>
        {t.passkeys.elsewhere}{" "}
        <a class="line" href={place.origin}>
          {place.origin}
        </a>
      </p>
    </>
  );
}

/** Why there are no passkeys at the address of this installation, and what to do; nothing where there are. */
export function NoPasskeys({ t, place }: { readonly t: Texts; readonly place: PasskeyPlace }) {
  if ("origin" in place) return null;
  return <p class="quiet">{place.lack === "NAME" ? t.passkeys.lackName : t.passkeys.lackHttps}</p>;
}

function KeyMark() {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="8" cy="9" r="4.5" />
      <path d="M11.5 12.5 19 20m-3-3 2.5-2.5" />
    </svg>
  );
}
