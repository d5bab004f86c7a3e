import { useReader } from "../../../ui/app/reader.tsx";
import { countryChoices } from "../../../ui/format/countries.ts";
import { Choice } from "../../../ui/parts/field.tsx";
import { useTexts } from "../../i18n/index.ts";
import type { ErrorOf } from "../refused.ts";
import { newPerson, type TypedPerson } from "../typed.ts";
import { TextInput } from "./text-input.tsx";

interface PeopleEditorProps {
  readonly field: "directors" | "beneficialOwners";
  readonly people: readonly TypedPerson[];
  /** Whose nationality a new person begins with. */
  readonly countryCode: string;
  readonly onChange: (people: readonly TypedPerson[]) => void;
  readonly errorOf: ErrorOf;
}

/** Everybody who signs for the merchant, or owns it. The list is saved as a whole. */
export function PeopleEditor({ field, people, countryCode, onChange, errorOf }: PeopleEditorProps) {
  const { setup: t } = useTexts();
  const { locale } = useReader();
  const change = (at: number, changes: Partial<TypedPerson>) =>
    onChange(people.map((person, index) => (index === at ? { ...person, ...changes } : person)));
  return (
    <>
      {people.map((person, index) => {
        const error = (name: string) => errorOf(`${field}[${index}].${name}`);
        return (
          // People have no id before they are saved, and a list that is edited keeps its order.
          <fieldset key={index} class="person">
            <legend>{t.people.person(index + 1)}</legend>
            <TextInput
              label={t.people.fullName}
              hint={t.people.fullNameHint}
              value={person.fullName}
              onInput={(fullName) => change(index, { fullName })}
              error={error("fullName")}
            />
            <TextInput
              label={t.people.dateOfBirth}
              type="date"
              value={person.dateOfBirth}
              onInput={(dateOfBirth) => change(index, { dateOfBirth })}
              error={error("dateOfBirth")}
            />
            <Choice
              label={t.people.nationality}
              value={person.nationality}
              options={countryChoices(locale)}
              onChange={(nationality) => change(index, { nationality })}
              error={error("nationality")}
            />
            {field === "directors" ? (
              <TextInput
                label={t.people.role}
                hint={t.people.roleHint}
                value={person.role}
                onInput={(role) => change(index, { role })}
                error={error("role")}
                isRequired={false}
              />
            ) : (
              <TextInput
                label={t.people.ownershipPercent}
                type="number"
                value={person.ownershipPercent}
                onInput={(ownershipPercent) => change(index, { ownershipPercent })}
                error={error("ownershipPercent")}
              />
            )}
            {people.length > 1 && (
              <button
                type="button"
                class="quiet small"
                onClick={() => onChange(people.filter((_, other) => other !== index))}
              >
                {t.people.remove(person.fullName || t.people.person(index + 1))}
              </button>
            )}
          </fieldset>
        );
      })}
      {errorOf(field) !== null && <p class="error">{errorOf(field)}</p>}
      <button type="button" class="quiet" onClick={() => onChange([...people, newPerson(countryCode)])}>
        {t.people.add}
      </button>
    </>
  );
}
