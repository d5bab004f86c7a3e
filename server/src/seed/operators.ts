import { systemActor } from "../db/audit.ts";
import type { Database } from "../db/database.ts";
import { allTenantPermissions } from "../http/permissions.ts";
import type { TenantId } from "../kit/ids.ts";
import type { Random } from "../kit/random.ts";
import { makePassword } from "../modules/log-in/index.ts";
import type { Operators } from "../modules/operators/index.ts";

/** What an operator types to log in. */
export interface OperatorLogin {
  readonly email: string;
  readonly password: string;
}

/** Two people, because some acts need two. */
export const sandboxOperators = [
  { email: "operator@cauris.example", name: "First operator" },
  { email: "second.operator@cauris.example", name: "Second operator" },
] as const;

export interface SeedOperatorsDeps {
  readonly db: Database;
  readonly random: Random;
  readonly operators: Operators;
  readonly known: readonly OperatorLogin[];
  readonly ownsDatabase: boolean;
}

/**
 * The operators of the first start, in the order of `sandboxOperators`, each with its password, or null when it is not
 * known here: its holder changed it, or another instance keeps it. A lost first password is replaced when the database
 * belongs to this data folder; a password that a person chose is never replaced.
 */
export async function seedOperators(
  tenantId: TenantId,
  { db, random, operators, known, ownsDatabase }: SeedOperatorsDeps,
): Promise<readonly (OperatorLogin | null)[]> {
  const logins: (OperatorLogin | null)[] = [];
  for (const { email, name } of sandboxOperators) {
    const written = known.find((login) => login.email === email);
    const password = written?.password ?? makePassword(random);
    const isOurs = await db.transaction(async (tx) => {
      const made = await operators.addFirst(tx, { tenantId, email, name, password }, allTenantPermissions);
      if (made) return true;
      if (written !== undefined) return operators.hasPassword(tx, email, password);
      return ownsDatabase && operators.replaceFirstPassword(tx, email, password, systemActor);
    });
    logins.push(isOurs ? { email, password } : null);
  }
  return logins;
}
