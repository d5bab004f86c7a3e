import { systemActor } from "../db/audit.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import type { MerchantId, TenantId } from "../kit/ids.ts";
import type { Random } from "../kit/random.ts";
import { makePassword } from "../modules/log-in/index.ts";
import { addFirstOwner } from "../modules/members/index.ts";
import type { Persons } from "../modules/persons/index.ts";
import type { OperatorLogin } from "./operators.ts";

/** The owner of the sandbox's merchant. */
export const sandboxOwner = { email: "owner@cauris.example", name: "Awa Koné" } as const;

export interface SeedOwnerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly persons: Persons;
  /** What an earlier start wrote. */
  readonly known: OperatorLogin | null;
  readonly ownsDatabase: boolean;
}

/**
 * The first person of the sandbox's merchant, with its password, or null when it is not known here. As with the first
 * operators, a lost first password is replaced when the database belongs to this data folder, and one that a person
 * chose never.
 */
export async function seedOwner(
  merchant: { readonly tenantId: TenantId; readonly merchantId: MerchantId },
  { db, clock, random, persons, known, ownsDatabase }: SeedOwnerDeps,
): Promise<OperatorLogin | null> {
  const { email, name } = sandboxOwner;
  const written = known?.email === email ? known : null;
  const password = written?.password ?? makePassword(random);
  // Most starts find the owner of an earlier one, and need no hash.
  if (written !== null && (await persons.findByEmail(db, email)) !== null) {
    const isOurs = await db.transaction((tx) => persons.hasPassword(tx, email, password));
    return isOurs ? { email, password } : null;
  }
  const passwordHash = await persons.preparePassword("password", password, sandboxOwner);
  const nowMs = clock.nowMs();
  const isOurs = await db.transaction(async (tx: Transaction) => {
    if ((await persons.findByEmail(tx, email)) !== null)
      return ownsDatabase && persons.replaceFirstPassword(tx, email, passwordHash, systemActor);
    const profile = { email, name, locale: "fr", timeZone: "Africa/Abidjan" } as const;
    const person = { ...profile, tenantId: merchant.tenantId, passwordHash };
    const personId = await persons.open(tx, person, systemActor, nowMs);
    return addFirstOwner(tx, { ...merchant, personId }, nowMs);
  });
  return isOurs ? { email, password } : null;
}
