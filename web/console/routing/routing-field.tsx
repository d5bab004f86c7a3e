import { Field } from "../../ui/parts/field.tsx";

interface RoutingFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly length: number;
  readonly error?: string | null;
  readonly onValue: (value: string) => void;
  readonly isRequired?: boolean;
}

/** A code of a country, a currency or an operator: capital letters, as the service has them. */
export function RoutingField({
  label,
  hint,
  value,
  length,
  error,
  onValue,
  isRequired = false,
}: RoutingFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          value={value}
          maxLength={length}
          required={isRequired}
          autoCapitalize="characters"
          onInput={(event) => onValue(event.currentTarget.value.toUpperCase().trim())}
        />
      )}
    </Field>
  );
}
