import { type Static, Type } from "typebox";
import type { Database } from "../../db/database.ts";
import { type OperatorCaller, operatorRoute, type Route } from "../../http/route.ts";
import { OneOf } from "../../http/schemas.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import { fileProviders } from "../bank-files/index.ts";

const AccountQuery = Type.Object({ mode: OneOf(modes) }, { additionalProperties: false });

export const ReconciliationAccountView = Type.Object({
  object: Type.Literal("reconciliation_account"),
  id: Type.String({ description: "The account at the provider, `acct_…`." }),
  mode: OneOf(modes),
  name: Type.String({ description: "What operators call it." }),
  takesBankFiles: Type.Boolean({ description: "Whether files of a bank can be handed in for it." }),
});
type ReconciliationAccountView = Static<typeof ReconciliationAccountView>;

const example: ReconciliationAccountView = {
  object: "reconciliation_account",
  id: "acct_06f4c1h3v8x2m6q9t1b5n7d0k4",
  mode: "LIVE",
  name: "Wave Côte d'Ivoire",
  takesBankFiles: false,
};

/**
 * The accounts at providers for those who compare books: ids and names. What they can carry and how they are set up takes
 * `tenant.providers.read`, which these people need not have.
 */
export function createAccountsRoute(db: Database): Route {
  return operatorRoute({
    tag: "Reconciliation",
    method: "GET",
    path: "/tenant/reconciliation/accounts",
    operationId: "listReconciliationAccounts",
    summary: "List the accounts whose books are compared",
    description:
      "Ids and names of all accounts at providers, disabled ones too, by name: to hand in a statement for one, or to read its book. Everything else about an account is at `/tenant/provider-accounts`, with its own permission.",
    permission: "tenant.reconciliation.read",
    idempotency: "none",
    successStatus: 200,
    errors: [],
    examples: { data: [example] },
    schemas: { query: AccountQuery, response: Type.Array(ReconciliationAccountView) },
    handle: async ({ operator, query }) => ({ data: await readAccounts(db, operator, query.mode) }),
  });
}

async function readAccounts(
  db: Database,
  { tenantId }: OperatorCaller,
  mode: Mode,
): Promise<ReconciliationAccountView[]> {
  const rows = await db.query<{ id: Id<"providerAccount">; name: string; takesBankFiles: boolean }>({
    text: `select id, name, provider = any($3::text[]) as "takesBankFiles" from provider_accounts
      where tenant_id = $1 and mode = $2 order by name, id`,
    values: [tenantId, mode, fileProviders],
  });
  return rows.map(({ id, name, takesBankFiles }) => ({
    object: "reconciliation_account",
    id: publicId("providerAccount", id),
    mode,
    name,
    takesBankFiles,
  }));
}
