import type { Queryable } from "../../db/database.ts";
import type { Permission } from "../../http/permissions.ts";
import type { Id, MerchantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { MemberRole } from "./roles.ts";
import { termsPermissions } from "./rules.ts";
import { findMember } from "./store.ts";
import { readTerms, selectTerms, type TermsColumns } from "./terms-columns.ts";

/** Somebody who works for a merchant, and how they read. */
export interface PersonAt {
  readonly personId: Id<"person">;
  readonly name: string;
  readonly email: string;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly role: MemberRole;
  /** What the role gives in the mode that was asked for, as if a second factor were set up. */
  readonly permissions: readonly Permission[];
}

/** The ACTIVE people who have a role at the merchant in this mode, the longest there first. */
export async function listPeopleAt(
  db: Queryable,
  merchantId: MerchantId,
  mode: Mode,
): Promise<readonly PersonAt[]> {
  const rows = await db.query<TermsColumns & Omit<PersonAt, "role" | "permissions">>({
    text: `select m.person_id as "personId", p.name, p.email, p.locale, p.time_zone as "timeZone", ${selectTerms("m")}
             from members m join persons p on p.id = m.person_id
            where m.merchant_id = $1 and m.removed_at is null and p.status = 'ACTIVE'
            order by m.joined_at, m.person_id`,
    values: [merchantId],
  });
  return rows.flatMap(({ personId, name, email, locale, timeZone, ...columns }) => {
    const terms = readTerms(columns);
    const role = terms[mode]?.role;
    if (role === undefined) return [];
    return [{ personId, name, email, locale, timeZone, role, permissions: termsPermissions(terms, mode) }];
  });
}

/** What a person's roles at a merchant give in each mode; null in a mode without a role, and for who does not work there. */
export async function permissionsAt(
  db: Queryable,
  merchantId: MerchantId,
  personId: Id<"person">,
): Promise<Readonly<Record<Mode, readonly Permission[] | null>> | null> {
  const member = await findMember(db, merchantId, personId);
  if (member === null) return null;
  const inMode = (mode: Mode) => (member.terms[mode] === null ? null : termsPermissions(member.terms, mode));
  return { LIVE: inMode("LIVE"), SANDBOX: inMode("SANDBOX") };
}
