import type { Provider } from "../../ui/api/views.ts";
import { Field } from "../../ui/parts/field.tsx";
import { useTexts } from "../i18n/index.ts";

interface SettingInputProps {
  readonly setting: Provider["settings"][number];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** One setting of a provider's account. A secret is typed blind, and no browser offers to keep it. */
export function SettingInput({ setting, value, onValue }: SettingInputProps) {
  const { providers: t } = useTexts();
  const { name, description, required, secret, kind, minLength, maxLength } = setting;
  return (
    <Field label={required ? name : t.optional(name)} hint={description}>
      {(attributes) =>
        kind === "PEM" ? (
          <textarea
            {...attributes}
            rows={4}
            required={required}
            maxLength={maxLength}
            autocomplete="off"
            spellcheck={false}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        ) : (
          <input
            {...attributes}
            type={secret ? "password" : "text"}
            autocomplete={secret ? "new-password" : "off"}
            spellcheck={false}
            required={required}
            minLength={minLength}
            maxLength={maxLength}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}
