import type { ComponentChildren } from "preact";
import { useElementId } from "../app/element-id.ts";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value; read out with the field. */
  readonly error?: string | null | undefined;
  /** Renders the control with the attributes that tie label, hint and error to it. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

export interface FieldAttributes {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useElementId();
  const described = [hint === undefined ? "" : `${id}-hint`, error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div class={error ? "field is-wrong" : "field"}>
      <label for={id}>{label}</label>
      {children({
        id,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error ? (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | null;
}

/** A label with the browser's own list of choices. */
export function Choice({ label, value, options, onChange, name, hint, error }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          name={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
