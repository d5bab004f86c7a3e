import type { LegalField } from "../../../ui/dossier/profile.ts";
import { Choice } from "../../../ui/parts/field.tsx";
import { useTexts } from "../../i18n/index.ts";
import type { ErrorOf } from "../refused.ts";
import type { TypedProfile } from "../typed.ts";
import { AccountEditor } from "./account-editor.tsx";
import { AddressEditor } from "./address-editor.tsx";
import { PeopleEditor } from "./people-editor.tsx";
import { TextInput } from "./text-input.tsx";

interface FieldEditorProps {
  readonly field: LegalField;
  /** What the field is called in the merchant's country. */
  readonly label: string;
  readonly typed: TypedProfile;
  readonly onChange: (typed: TypedProfile) => void;
  readonly errorOf: ErrorOf;
}

/** The form of one field of the dossier. */
export function FieldEditor({ field, label, typed, onChange, errorOf }: FieldEditorProps) {
  const { setup: t } = useTexts();
  const { dossier } = useTexts();
  switch (field) {
    case "legalForm":
      return (
        <Choice
          label={label}
          value={typed.legalForm}
          options={[["", t.choose], ...Object.entries(dossier.forms)]}
          onChange={(legalForm) => onChange({ ...typed, legalForm })}
          error={errorOf("legalForm")}
        />
      );
    case "registeredAddress":
      return (
        <AddressEditor
          typed={typed.registeredAddress}
          onChange={(registeredAddress) => onChange({ ...typed, registeredAddress })}
          errorOf={errorOf}
        />
      );
    case "directors":
    case "beneficialOwners":
      return (
        <PeopleEditor
          field={field}
          people={typed[field]}
          countryCode={typed.registeredAddress.countryCode}
          onChange={(people) => onChange({ ...typed, [field]: people })}
          errorOf={errorOf}
        />
      );
    case "settlementAccount":
      return (
        <AccountEditor
          typed={typed.settlementAccount}
          onChange={(settlementAccount) => onChange({ ...typed, settlementAccount })}
          errorOf={errorOf}
        />
      );
    default:
      return (
        <TextInput
          label={label}
          value={typed[field]}
          onInput={(value) => onChange({ ...typed, [field]: value })}
          error={errorOf(field)}
          hint={field === "legalName" ? t.legalNameHint : undefined}
        />
      );
  }
}
