import type { ComponentChildren } from "preact";
import { Field } from "../../../ui/parts/field.tsx";

interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: string | null;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly type?: "text" | "date" | "tel" | "number";
  readonly lengthMax?: number;
}

/** One line of a form. */
export function TextInput({
  label,
  value,
  onInput,
  error,
  hint,
  isRequired = true,
  type = "text",
  lengthMax,
}: TextInputProps): ComponentChildren {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type={type === "number" ? "text" : type}
          {...(type === "number" ? { inputMode: "numeric" as const } : {})}
          required={isRequired}
          {...(lengthMax === undefined ? {} : { maxLength: lengthMax })}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
