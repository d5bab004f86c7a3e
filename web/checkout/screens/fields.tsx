import type { ComponentChildren } from "preact";
import type { CustomField } from "../../../server/src/kit/payer-pages.ts";
import type { FormError } from "../completion-form.ts";
import { customFieldId } from "../completion-form.ts";
import { countryName, type Messages } from "../i18n/index.ts";
import { customFieldName, type Typed } from "../typed.ts";
import { pageUrl, type SessionView } from "../view.ts";

export function errorOf(errors: readonly FormError[], field: string): string | null {
  return errors.find((error) => error.field === field)?.message ?? null;
}

interface FieldProps {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error: string | null;
  readonly children: ComponentChildren;
}

/**
 * Label, hint, error, control. The error's element always exists: the script fills it, and the input refers to its id.
 */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={id} error={error} />
      {children}
    </div>
  );
}

export function ErrorText({ id, error }: { readonly id: string; readonly error: string | null }) {
  return (
    <p class="error" id={`${id}-error`} hidden={error === null}>
      {error}
    </p>
  );
}

/** The attributes that connect a control with its hint and its error. */
export function describe(id: string, error: string | null, hasHint: boolean) {
  return {
    "aria-describedby": hasHint ? `${id}-hint ${id}-error` : `${id}-error`,
    ...(error === null ? {} : { "aria-invalid": "true" as const }),
  };
}

/** All errors, above the form, focused when the page opens; each line links to its field. */
export function ErrorSummary({ view }: { readonly view: SessionView }) {
  const { errors, t } = view;
  if (errors.length === 0) return null;
  return (
    <div class="summary" id="errors" role="alert" tabIndex={-1} autofocus>
      <h2>{t.errors.heading}</h2>
      <ul>
        {errors.map(({ field, message, country }) => (
          <li key={message}>
            {field === null ? message : <a href={`#${field}`}>{message}</a>}
            {country !== undefined && (
              <>
                {" "}
                <a href={pageUrl(view, { country })}>
                  {t.form.changeCountryTo(countryName(view.locale, country))}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function CustomFields({
  fields,
  typed,
  errors,
  t,
}: {
  readonly fields: readonly CustomField[];
  readonly typed: Typed;
  readonly errors: readonly FormError[];
  readonly t: Messages;
}) {
  if (fields.length === 0) return null;
  return (
    <fieldset class="custom">
      <legend>{t.form.detailsHeading}</legend>
      {fields.map((field) => {
        const id = customFieldId(field.key);
        const error = errorOf(errors, id);
        const label = field.required ? field.label : `${field.label} (${t.form.optional})`;
        return (
          <Field key={field.key} id={id} label={label} error={error}>
            <CustomInput
              field={field}
              value={typed.custom[field.key] ?? field.defaultValue ?? ""}
              error={error}
              t={t}
            />
          </Field>
        );
      })}
    </fieldset>
  );
}

const inputKinds = {
  TEXT: { type: "text" },
  NUMBER: { type: "text", inputmode: "decimal" },
  PHONE: { type: "tel", inputmode: "tel", autocomplete: "tel" },
  EMAIL: { type: "email", inputmode: "email", autocomplete: "email" },
} as const;

function CustomInput({
  field,
  value,
  error,
  t,
}: {
  readonly field: CustomField;
  readonly value: string;
  readonly error: string | null;
  readonly t: Messages;
}) {
  const id = customFieldId(field.key);
  const shared = {
    id,
    name: customFieldName(field.key),
    required: field.required,
    ...(field.required ? { "data-missing": t.errors.customMissing(field.label) } : {}),
    ...describe(id, error, false),
  };
  if (field.type === "DROPDOWN")
    return (
      <select {...shared}>
        <option value="">{t.form.choose}</option>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return <input {...shared} {...inputKinds[field.type]} maxLength={field.maxLength} value={value} />;
}
