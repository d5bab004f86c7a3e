import { useReader } from "../../../ui/app/reader.tsx";
import { countryChoices } from "../../../ui/format/countries.ts";
import { Choice } from "../../../ui/parts/field.tsx";
import { useTexts } from "../../i18n/index.ts";
import type { ErrorOf } from "../refused.ts";
import type { TypedAddress } from "../typed.ts";
import { TextInput } from "./text-input.tsx";

interface AddressEditorProps {
  readonly typed: TypedAddress;
  readonly onChange: (typed: TypedAddress) => void;
  readonly errorOf: ErrorOf;
}

/** Where the merchant has its seat. */
export function AddressEditor({ typed, onChange, errorOf }: AddressEditorProps) {
  const { setup: t } = useTexts();
  const { locale } = useReader();
  const line = (name: keyof TypedAddress, isRequired: boolean, hint?: string) => (
    <TextInput
      label={t.address[name]}
      value={typed[name]}
      onInput={(value) => onChange({ ...typed, [name]: value })}
      error={errorOf(`registeredAddress.${name}`)}
      hint={hint}
      isRequired={isRequired}
    />
  );
  return (
    <>
      {line("line1", true, t.address.line1Hint)}
      {line("line2", false)}
      {line("city", true)}
      {line("region", false)}
      {line("postalCode", false)}
      <Choice
        label={t.address.countryCode}
        value={typed.countryCode}
        options={countryChoices(locale)}
        onChange={(countryCode) => onChange({ ...typed, countryCode })}
        error={errorOf("registeredAddress.countryCode")}
      />
    </>
  );
}
