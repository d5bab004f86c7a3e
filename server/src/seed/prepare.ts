import type { Database } from "../db/database.ts";
import type { DedicatedConnection } from "../db/dedicated.ts";
import type { Clock } from "../kit/clock.ts";
import { Refusal } from "../kit/errors.ts";
import type { IdSource, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Random } from "../kit/random.ts";
import type { Access } from "../modules/access/index.ts";
import type { Checkout } from "../modules/checkout/index.ts";
import type { Merchants } from "../modules/merchants/index.ts";
import type { Operators } from "../modules/operators/index.ts";
import type { Persons } from "../modules/persons/index.ts";
import type { Routing } from "../modules/routing/index.ts";
import type { DemonstrationSize } from "./demonstration.ts";
import { openHandOverLock } from "./hand-over-store.ts";
import { type OperatorLogin, seedOperators } from "./operators.ts";
import { seedOwner } from "./owner.ts";
import { seedSandbox } from "./sandbox.ts";
import { readKnownSandbox, type SandboxFile, writeSandboxFile } from "./sandbox-file.ts";
import { welcomeText } from "./welcome.ts";

export interface PrepareDeps {
  readonly db: Database;
  /** Opens a connection of this start's own to the same database. */
  readonly connect: (applicationName: string) => Promise<DedicatedConnection>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly app: {
    readonly access: Access;
    readonly operators: Operators;
    readonly persons: Persons;
    readonly merchants: Merchants;
    readonly routing: Routing;
    readonly checkout: Pick<Checkout, "create">;
  };
  /** Address of the service as payers see it, without a trailing slash. */
  readonly publicUrl: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  readonly ownsDatabase: boolean;
  /** The demonstration that a new sandbox gets; none when absent. */
  readonly demonstration?: DemonstrationSize;
  /** Called with the seeded sandbox, before anything is due; answers how its demonstration stands. */
  readonly demonstrate?: (seeded: Seeded) => Promise<SandboxFile["demonstration"]>;
  /** The terminal. */
  readonly write: (text: string) => void;
}

/** What a demonstration is made for. */
export interface Seeded {
  readonly tenantId: TenantId;
  readonly operator: OperatorLogin | null;
}

const DASHBOARD_PATH = "/dashboard";
const CONSOLE_PATH = "/console";
/** How long a new key may take to reach `sandbox.json`; if the start fails before, the key expires. */
const HAND_OVER_MS = 10 * 60_000;
const CHECKOUT_LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Seeds the sandbox, and returns what remains to do once requests are answered: a fresh checkout page, `sandbox.json`
 * and the welcome.
 */
export async function prepareSandbox(deps: PrepareDeps): Promise<() => Promise<void>> {
  const { db, clock, random, ids, keyring, app, dataDir } = deps;
  const known = await readKnownSandbox(dataDir);
  const lock = await openHandOverLock(await deps.connect("cauris first keys"));
  const sandbox = await seedSandbox({
    db,
    clock,
    random,
    ids,
    keyring,
    access: app.access,
    merchants: app.merchants,
    routing: app.routing,
    simulatorUrl: deps.simulatorUrl,
    knownApiKey: known.apiKey,
    knownApproverApiKey: known.approverApiKey,
    ownsDatabase: deps.ownsDatabase,
    handOver: { lifeMs: HAND_OVER_MS, lock },
    ...(deps.demonstration === undefined ? {} : { demonstration: deps.demonstration }),
  });
  const [operator = null, secondOperator = null] = await seedOperators(sandbox.tenantId, {
    db,
    random,
    operators: app.operators,
    known: known.operators,
    ownsDatabase: deps.ownsDatabase,
  });
  const owner = await seedOwner(sandbox, {
    db,
    clock,
    random,
    persons: app.persons,
    known: known.owner,
    ownsDatabase: deps.ownsDatabase,
  });
  const demonstration = (await deps.demonstrate?.({ tenantId: sandbox.tenantId, operator })) ?? null;
  const content = (checkoutUrl: string | null): SandboxFile => ({
    baseUrl: `${deps.publicUrl}/api/v1`,
    merchantId: sandbox.merchantId,
    apiKey: sandbox.apiKey,
    approverApiKey: sandbox.approverApiKey,
    checkoutUrl,
    payerWallets: sandbox.payerWallets,
    dashboard: owner === null ? null : { url: `${deps.publicUrl}${DASHBOARD_PATH}`, ...owner },
    consoleUrl: `${deps.publicUrl}${CONSOLE_PATH}`,
    operator,
    secondOperator,
    demonstration,
  });
  // Written once requests are answered, so that a program which waits for the file can use all of it at once. The
  // service reports ready afterwards. If a start fails before, its new key expires, and the next start makes another.
  return async () => {
    const written = content(await openCheckout(deps, sandbox.merchantNo));
    const path = await writeSandboxFile(dataDir, written);
    for (const keyId of sandbox.apiKeyIds) {
      await app.access.makeLasting(sandbox.merchantNo, keyId, HAND_OVER_MS);
    }
    await lock.release();
    await requireUsable(app.access, [sandbox.apiKey, sandbox.approverApiKey]);
    deps.write(welcomeText(written, path, sandbox.isNewKey));
  };
}

/** A start that lost its connection to PostgreSQL has lost its locks too: another one may have revoked its keys. */
async function requireUsable(access: Access, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if ((await access.findUsableKey(key)) === null)
      throw new Error(
        "a key of sandbox.json was revoked during the start: start again, and it gets a new one",
      );
  }
}

/** The page of a new session that can be paid for a day, or null when the merchant may no longer transact. */
async function openCheckout(
  { app, clock }: Pick<PrepareDeps, "app" | "clock">,
  merchantNo: MerchantNo,
): Promise<string | null> {
  try {
    const session = await app.checkout.create({
      merchantNo,
      body: {
        amount: "5000",
        currency: "XOF",
        title: "Pagne wax",
        expiresAt: new Date(clock.nowMs() + CHECKOUT_LIFE_MS).toISOString(),
      },
      idempotency: null,
      paymentLinkId: null,
      by: { kind: "system", id: null },
    });
    return session.url;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
