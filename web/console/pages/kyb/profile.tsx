import type { ComponentChildren } from "preact";
import type { Review } from "../../../ui/api/views.ts";
import { Badge } from "../../../ui/parts/badge.tsx";
import { useTexts } from "../../i18n/index.ts";

type Profile = Review["profile"];
type Field = keyof Profile;
const order: readonly Field[] = [
  "legalName",
  "legalForm",
  "registrationNumber",
  "taxId",
  "registeredAddress",
  "directors",
  "beneficialOwners",
  "settlementAccount",
];

/** What the merchant says of itself. Where a change is under review, what stands is beside what is asked. */
export function ProfileFields({
  dossier: { profile, proposedProfile, change },
}: {
  readonly dossier: Review;
}) {
  const { kyb: t } = useTexts();
  return (
    <>
      {change !== null && (
        <p>
          <strong>{t.changeReason}</strong> {change.reason ?? t.nothing}
        </p>
      )}
      <dl class="facts">
        {order.map((field) => {
          const isChanged = change?.fields.includes(field) === true && proposedProfile !== null;
          return (
            <div key={field}>
              <dt>
                {t.fields[field]} {isChanged && <Badge tone="warn" text={t.changed} />}
              </dt>
              <dd>
                {isChanged && (
                  <>
                    <strong>{t.asks}</strong>
                    <Value profile={proposedProfile} field={field} />
                    <strong>{t.stands}</strong>
                  </>
                )}
                <Value profile={profile} field={field} />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

function Value({ profile, field }: { readonly profile: Profile; readonly field: Field }) {
  const { kyb: t } = useTexts();
  const lines = linesOf(profile, field).filter((line) => line !== "");
  if (lines.length === 0) return <p class="quiet">{t.nothing}</p>;
  return lines.map((line): ComponentChildren => <p key={line}>{line}</p>);
}

/** The value in lines, as it was typed. Pure. */
function linesOf(profile: Profile, field: Field): readonly string[] {
  switch (field) {
    case "registeredAddress": {
      const address = profile.registeredAddress;
      if (address === null) return [];
      const { line1, line2, postalCode, city, region, countryCode } = address;
      return [line1, line2 ?? "", [postalCode, city, region, countryCode].filter(Boolean).join(" ")];
    }
    case "directors":
      return profile.directors.map(({ fullName, dateOfBirth, nationality, role }) =>
        [fullName, role, dateOfBirth, nationality].filter(Boolean).join(", "),
      );
    case "beneficialOwners":
      return profile.beneficialOwners.map(({ fullName, dateOfBirth, nationality, ownershipPercent }) =>
        [fullName, `${ownershipPercent} %`, dateOfBirth, nationality].join(", "),
      );
    case "settlementAccount": {
      const account = profile.settlementAccount;
      if (account === null) return [];
      const { type, accountHolder, currency, bankName, iban, accountNumber, phone } = account;
      return [
        [type, currency].join(", "),
        accountHolder,
        [bankName, iban, accountNumber, phone].filter(Boolean).join(", "),
      ];
    }
    default:
      return [profile[field] ?? ""];
  }
}
