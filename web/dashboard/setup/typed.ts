import type { LegalField, LegalProfile } from "../../ui/dossier/profile.ts";

/** What stands in the fields of a form, as text: a dossier before it is sent. */
export interface TypedProfile {
  readonly legalName: string;
  readonly legalForm: string;
  readonly registrationNumber: string;
  readonly taxId: string;
  readonly registeredAddress: TypedAddress;
  readonly directors: readonly TypedPerson[];
  readonly beneficialOwners: readonly TypedPerson[];
  readonly settlementAccount: TypedAccount;
}
export interface TypedAddress {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly countryCode: string;
}
export interface TypedPerson {
  readonly fullName: string;
  readonly dateOfBirth: string;
  readonly nationality: string;
  /** Of a director. */
  readonly role: string;
  /** Of an owner. */
  readonly ownershipPercent: string;
}
/** The name of the field that holds the number says what kind of account it is. */
export type AccountNumberField = "iban" | "accountNumber" | "phone";
export interface TypedAccount {
  readonly numberField: AccountNumberField;
  readonly number: string;
  readonly accountHolder: string;
  readonly currency: string;
  readonly bankName: string;
}

export const newPerson = (countryCode: string): TypedPerson => ({
  fullName: "",
  dateOfBirth: "",
  nationality: countryCode,
  role: "",
  ownershipPercent: "",
});

/**
 * A form that begins with what the dossier says. The number of the account begins empty: the service masks it, and a
 * masked number must not be sent back. Pure.
 */
export function typedOf(profile: LegalProfile, countryCode: string, currency: string): TypedProfile {
  const { registeredAddress: address, settlementAccount: account } = profile;
  return {
    legalName: profile.legalName ?? "",
    legalForm: profile.legalForm ?? "",
    registrationNumber: profile.registrationNumber ?? "",
    taxId: profile.taxId ?? "",
    registeredAddress: {
      line1: address?.line1 ?? "",
      line2: address?.line2 ?? "",
      city: address?.city ?? "",
      region: address?.region ?? "",
      postalCode: address?.postalCode ?? "",
      countryCode: address?.countryCode ?? countryCode,
    },
    directors: peopleOf(profile.directors, countryCode),
    beneficialOwners: peopleOf(profile.beneficialOwners, countryCode),
    settlementAccount: {
      numberField:
        account?.phone != null ? "phone" : account?.accountNumber != null ? "accountNumber" : "iban",
      number: "",
      accountHolder: account?.accountHolder ?? profile.legalName ?? "",
      currency: account?.currency ?? currency,
      bankName: account?.bankName ?? "",
    },
  };
}

function peopleOf(
  people: LegalProfile["directors"] | LegalProfile["beneficialOwners"],
  countryCode: string,
): readonly TypedPerson[] {
  if (people.length === 0) return [newPerson(countryCode)];
  return people.map((person) => ({
    fullName: person.fullName,
    dateOfBirth: person.dateOfBirth,
    nationality: person.nationality,
    role: "role" in person ? (person.role ?? "") : "",
    ownershipPercent: "ownershipPercent" in person ? String(person.ownershipPercent) : "",
  }));
}

const text = (typed: string): string => typed.trim();
const textOrNull = (typed: string): string | null => (text(typed) === "" ? null : text(typed));

/** The value of a field as the API takes it. Pure. */
export function bodyOf(typed: TypedProfile, field: LegalField): unknown {
  switch (field) {
    case "registeredAddress": {
      const { line1, line2, city, region, postalCode, countryCode } = typed.registeredAddress;
      return {
        line1: text(line1),
        line2: textOrNull(line2),
        city: text(city),
        region: textOrNull(region),
        postalCode: textOrNull(postalCode),
        countryCode,
      };
    }
    case "directors":
      return typed.directors.map(({ fullName, dateOfBirth, nationality, role }) => ({
        fullName: text(fullName),
        dateOfBirth,
        nationality,
        role: textOrNull(role),
      }));
    case "beneficialOwners":
      return typed.beneficialOwners.map(({ fullName, dateOfBirth, nationality, ownershipPercent }) => ({
        fullName: text(fullName),
        dateOfBirth,
        nationality,
        // What is no number is refused by the service, which names the field.
        ownershipPercent: Number(ownershipPercent.replace(",", ".")),
      }));
    case "settlementAccount": {
      const { numberField, number, accountHolder, currency, bankName } = typed.settlementAccount;
      return {
        type: numberField === "phone" ? "MOBILE_MONEY" : "BANK_ACCOUNT",
        accountHolder: text(accountHolder),
        currency,
        ...(numberField === "phone" || text(bankName) === "" ? {} : { bankName: text(bankName) }),
        [numberField]: text(number),
      };
    }
    default:
      return text(typed[field]);
  }
}
