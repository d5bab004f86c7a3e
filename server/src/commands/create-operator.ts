import { parseArgs } from "node:util";
import { loadConfig, publicUrlOf } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import { allTenantPermissions } from "../http/permissions.ts";
import { openServiceKeyring } from "../keyring/index.ts";
import { systemClock } from "../kit/clock.ts";
import { Refusal } from "../kit/errors.ts";
import { createIdSource, type TenantId } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createLogger } from "../log/logger.ts";
import { noNotices } from "../modules/log-in/index.ts";
import { createMerchants } from "../modules/merchants/index.ts";
import { createOperators, type Invitation } from "../modules/operators/index.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

interface Request {
  readonly email: string;
  readonly name: string;
  readonly tenant: string | null;
  /** A new link for an existing account. */
  readonly again: boolean;
}

/**
 * Adds an operator with every permission and prints the link by which that person chooses a password. The first one of
 * an installation makes its tenant as well. Only the link goes to standard output.
 */
export async function createOperator(args: readonly string[]): Promise<number> {
  const request = readRequest(args);
  const config = loadConfig(process.env);
  const log = createLogger({ level: "silent", format: "json" });
  const url = await databaseAddress(config);
  const db = createDatabase({ url, max: 2, applicationName: "cauris create-operator", log });
  try {
    const [clock, random] = [systemClock, createSystemRandom()];
    const ids = createIdSource(clock, random);
    const keyring = await openServiceKeyring({ db, clock, random }, config);
    const publicUrl = publicUrlOf(config, config.port);
    const operators = createOperators({
      db,
      clock,
      ids,
      random,
      keyring,
      log,
      publicUrl,
      notifier: noNotices,
      requireSecondFactor: config.env === "production",
    });
    const merchants = createMerchants({ db, clock, ids, log });
    try {
      const makeTenant = (name: string) => db.transaction((tx) => merchants.createTenant(tx, { name }));
      const invitation = request.again
        ? await operators.inviteAgain(request.email, clock.nowMs())
        : await operators.invite(
            {
              tenantId: await tenantFor(db, request.tenant, makeTenant),
              email: request.email,
              name: request.name,
              permissions: allTenantPermissions,
            },
            clock.nowMs(),
          );
      if (invitation === null) throw new Error(`Nobody has the address ${request.email}.`);
      printInvitation(request.email, invitation);
    } finally {
      merchants.stop();
    }
    return 0;
  } catch (error) {
    if (error instanceof Refusal && error.declaration.name === "OPERATOR_EMAIL_TAKEN") {
      throw new Error(`${request.email} has an account. For a new link to it add --again.`, { cause: error });
    }
    throw error;
  } finally {
    await db.close();
  }
}

function printInvitation(email: string, { url, expiresAtMs }: Invitation): void {
  process.stderr.write(
    `Hand this link to ${email} alone: it works once, until ${new Date(expiresAtMs).toISOString()}.\n`,
  );
  process.stdout.write(`${url}\n`);
}

function readRequest(args: readonly string[]): Request {
  let values: { email?: string; name?: string; tenant?: string; again?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        email: { type: "string" },
        name: { type: "string" },
        tenant: { type: "string" },
        again: { type: "boolean" },
      },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const email = (values.email ?? "").trim().toLowerCase();
  const name = (values.name ?? "").trim();
  const again = values.again ?? false;
  if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(email))
    throw new UsageError("--email must be an e-mail address.");
  if (!again && (name === "" || name.length > 100))
    throw new UsageError("--name must be 1 to 100 characters.");
  return { email, name, tenant: values.tenant?.trim() || null, again };
}

/** The tenant of that name, or the only one; made when none exists. */
async function tenantFor(
  db: Database,
  name: string | null,
  make: (name: string) => Promise<TenantId>,
): Promise<TenantId> {
  const tenants = await db.query<{ id: TenantId; name: string }>({
    text: "select id, name from tenants order by created_at, id",
  });
  if (tenants.length === 0) {
    if (name === null) throw new UsageError("There is no tenant yet: --tenant gives the first one its name.");
    return make(name);
  }
  const fitting = name === null ? tenants : tenants.filter((tenant) => tenant.name === name);
  const [only, another] = fitting;
  const names = tenants.map((tenant) => JSON.stringify(tenant.name)).join(", ");
  if (only === undefined)
    throw new UsageError(`There is no tenant ${JSON.stringify(name)}; there are ${names}.`);
  if (another !== undefined) throw new UsageError(`--tenant must say which one: there are ${names}.`);
  return only.id;
}
