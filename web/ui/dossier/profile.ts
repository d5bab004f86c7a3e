import { countryName } from "../../../server/src/kit/country-name.ts";
import type { Locale } from "../../../server/src/kit/money.ts";
import type { Dossier } from "../api/views.ts";
import { dateText } from "../format/times.ts";
import type { DossierTexts } from "../i18n/types.ts";

export type LegalProfile = Dossier["profile"];
export type LegalField = keyof LegalProfile;

/** In the order in which people know them. */
export const profileFields: readonly LegalField[] = [
  "legalName",
  "legalForm",
  "registrationNumber",
  "taxId",
  "registeredAddress",
  "directors",
  "beneficialOwners",
  "settlementAccount",
];

/** What a field of the profile says, in lines for people; empty: nothing was written. Pure. */
export function linesOf(
  profile: LegalProfile,
  field: LegalField,
  words: Pick<DossierTexts, "forms" | "accounts">,
  locale: Locale,
): readonly string[] {
  const country = (code: string) => countryName(code, locale);
  const born = (date: string) => dateText(date, locale);
  switch (field) {
    case "legalForm": {
      const forms: Readonly<Record<string, string>> = words.forms;
      return profile.legalForm === null ? [] : [forms[profile.legalForm] ?? profile.legalForm];
    }
    case "registeredAddress": {
      const address = profile.registeredAddress;
      if (address === null) return [];
      const { line1, line2, postalCode, city, region, countryCode } = address;
      return given([line1, line2, joined(" ", [postalCode, city, region]), country(countryCode)]);
    }
    case "directors":
      return profile.directors.map(({ fullName, role, dateOfBirth, nationality }) =>
        joined(", ", [fullName, role, born(dateOfBirth), country(nationality)]),
      );
    case "beneficialOwners":
      return profile.beneficialOwners.map(({ fullName, ownershipPercent, dateOfBirth, nationality }) =>
        joined(", ", [fullName, `${ownershipPercent} %`, born(dateOfBirth), country(nationality)]),
      );
    case "settlementAccount": {
      const account = profile.settlementAccount;
      if (account === null) return [];
      const { type, accountHolder, currency, bankName, iban, accountNumber, phone } = account;
      const kinds: Readonly<Record<string, string>> = words.accounts;
      return given([
        joined(", ", [kinds[type] ?? type, currency]),
        accountHolder,
        joined(", ", [bankName, iban, accountNumber, phone]),
      ]);
    }
    default:
      return given([profile[field]]);
  }
}

const given = (lines: readonly (string | null)[]): readonly string[] =>
  lines.filter((line): line is string => line !== null && line !== "");
const joined = (mark: string, parts: readonly (string | null)[]): string => given(parts).join(mark);
