import { systemActor } from "../db/audit.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { allPermissions, type Permission } from "../http/permissions.ts";
import type { Clock } from "../kit/clock.ts";
import { assert } from "../kit/errors.ts";
import type { Id, IdSource, MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { paymentMethods } from "../kit/payment-terms.ts";
import type { Random } from "../kit/random.ts";
import type { Access, ApiKey } from "../modules/access/index.ts";
import type { Merchants } from "../modules/merchants/index.ts";
import { writeApprovedDossier } from "../modules/onboarding/index.ts";
import { createRoutingSetUp, type Routing } from "../modules/routing/index.ts";
import { type PayerWallet, SIMULATOR, seedSimulator } from "../providers/simulator/index.ts";
import { beginOf, type DemonstrationSize, wishDemonstration } from "./demonstration.ts";
import { type HandOverLock, isAbandoned } from "./hand-over-store.ts";
import {
  sandboxAccountName,
  sandboxApproverName,
  sandboxBounds,
  sandboxFees,
  sandboxKeyName,
  sandboxMerchant,
  sandboxSubTenantName,
  sandboxTenantName,
  sandboxWallets,
} from "./sandbox-data.ts";
import { sandboxDocuments, sandboxProfile } from "./sandbox-dossier.ts";

export interface SeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly access: Access;
  readonly merchants: Merchants;
  readonly routing: Routing;
  /** Address of the simulator. */
  readonly simulatorUrl: string;
  /** The key recorded by an earlier start; kept while it works. */
  readonly knownApiKey?: string | null;
  /** The same for the approver's key. */
  readonly knownApproverApiKey?: string | null;
  /**
   * Whether the database belongs to this data folder alone. Then a lost key is revoked when a new one is made. When
   * several instances share a database, each keeps its key in its own folder, and only unused keys are revoked.
   */
  readonly ownsDatabase?: boolean;
  /** The demonstration that a new sandbox gets beside its merchant; none when absent. */
  readonly demonstration?: DemonstrationSize;
  /** How new keys are handed over; when absent they are permanent at once. */
  readonly handOver?: HandOver;
}

export interface HandOver {
  /** Lifetime of a new key unless it is made permanent: its end where no other start comes. */
  readonly lifeMs: number;
  readonly lock: Pick<HandOverLock, "hold">;
}

export interface Sandbox {
  readonly tenantId: TenantId;
  readonly merchantId: MerchantId;
  /** Its number in SANDBOX mode. */
  readonly merchantNo: MerchantNo;
  readonly providerAccountId: string;
  /** It has every permission. */
  readonly apiKey: string;
  /** The key of a second person, who reads and approves payouts. */
  readonly approverApiKey: string;
  /** Ids of both keys. */
  readonly apiKeyIds: readonly Id<"apiKey">[];
  /** True when this call made the first key. */
  readonly isNewKey: boolean;
  readonly payerWallets: readonly PayerWallet[];
  /** True when this call made the sandbox. */
  readonly isNew: boolean;
}

/** Any number that no other lock uses. */
const SEED_LOCK = 7_241_001;
const SECRET_BYTES = 32;
const approverPermissions = ["merchant.payouts.read", "merchant.payouts.approve"] as const;
/**
 * When several starts share a database, each with its own folder that may vanish with its container, a key unused for
 * this long counts as lost when a new one is made, so that starts do not accumulate keys.
 */
const UNUSED_MS = 60 * 60_000;

/**
 * The sandbox of the first start: tenant, simulator account, routing, a merchant who may transact, and a key.
 * Repeatable, also by two instances at once: existing objects stay, and only a lost key is replaced.
 */
export async function seedSandbox(deps: SeedDeps): Promise<Sandbox> {
  const { db, clock, random, ids, keyring, access, routing } = deps;
  const keys = [
    { name: sandboxKeyName, permissions: allPermissions, text: deps.knownApiKey },
    { name: sandboxApproverName, permissions: approverPermissions, text: deps.knownApproverApiKey },
  ] as const;
  const usable = await Promise.all(
    keys.map(({ text }) => (text == null ? Promise.resolve(null) : access.findUsableKey(text))),
  );
  const seeded = await db.transaction(async (tx) => {
    await tx.query({ text: "select pg_advisory_xact_lock($1)", values: [SEED_LOCK] });
    const found = await findSandbox(tx);
    const place = found ?? (await createSandbox(tx, deps));
    const { merchantNo } = place;
    if (deps.handOver !== undefined) {
      const known = usable.flatMap((key) => key ?? []);
      await settleUnhanded(tx, deps, deps.handOver, merchantNo, known);
    }
    const held: HeldKey[] = [];
    for (const [index, { name, permissions, text }] of keys.entries()) {
      const known = usable[index];
      const isKnown = text != null && known?.merchantNo === merchantNo;
      held.push(
        isKnown
          ? { id: known.id, text, isNew: false }
          : await replaceKey(tx, deps, { merchantNo, name, permissions }),
      );
    }
    const [first, approver] = held;
    assert(first !== undefined && approver !== undefined, "each key is there");
    return {
      ...place,
      apiKey: first.text,
      approverApiKey: approver.text,
      apiKeyIds: held.map(({ id }) => id),
      isNewKey: first.isNew,
      isNew: found === null,
    };
  });
  const { settings } = await routing.providerAccount(seeded.providerAccountId);
  const { apiKey, callbackSecret } = settings;
  assert(apiKey !== undefined && callbackSecret !== undefined, "the simulator's account has its credentials");
  const account = { id: seeded.providerAccountId, apiKey, callbackSecret };
  const { payerWallets } = await seedSimulator(db, account, { clock, random, ids, keyring });
  return { ...seeded, payerWallets };
}

/**
 * Revokes the keys that an earlier start made and can no longer hand over: its process no longer holds their locks.
 * Keys in `known` are handed over by this start.
 */
async function settleUnhanded(
  tx: Transaction,
  { access }: SeedDeps,
  { lifeMs, lock }: HandOver,
  merchantNo: MerchantNo,
  known: readonly Pick<ApiKey, "id">[],
): Promise<void> {
  const names = [sandboxKeyName, sandboxApproverName];
  for (const keyId of await access.unhandedKeys(tx, merchantNo, names, lifeMs)) {
    if (known.some(({ id }) => id === keyId)) await lock.hold(keyId);
    else if (await isAbandoned(tx, keyId))
      await access.revokeApiKey(tx, merchantNo, keyId, systemActor, "never handed over");
  }
}

interface HeldKey {
  readonly id: Id<"apiKey">;
  readonly text: string;
  readonly isNew: boolean;
}

/**
 * Makes a new key. Of the keys of its name that are unknown here, it revokes all when the database belongs to this
 * folder alone, and otherwise those never used.
 */
async function replaceKey(
  tx: Transaction,
  { access, clock, ids, ownsDatabase, handOver }: SeedDeps,
  key: {
    readonly merchantNo: MerchantNo;
    readonly name: string;
    readonly permissions: readonly Permission[];
  },
): Promise<HeldKey> {
  const { merchantNo, name } = key;
  const nowMs = clock.nowMs();
  const lost =
    ownsDatabase === true
      ? await access.keysByName(tx, merchantNo, name)
      : await access.unusedKeysByName(tx, merchantNo, name, nowMs - UNUSED_MS);
  for (const keyId of lost) await access.revokeApiKey(tx, merchantNo, keyId, systemActor);
  const id = ids.next("apiKey");
  await handOver?.lock.hold(id);
  const expiresAtMs = handOver === undefined ? null : nowMs + handOver.lifeMs;
  const made = await access.createApiKey(tx, { ...key, id, expiresAtMs }, systemActor);
  return { id: made.id, text: made.key.reveal(), isNew: true };
}

interface Place {
  readonly tenantId: TenantId;
  readonly merchantId: MerchantId;
  readonly merchantNo: MerchantNo;
  readonly providerAccountId: string;
}

/** An existing sandbox: the simulator account of the first start, and the first merchant of its tenant. */
async function findSandbox(db: Queryable): Promise<Place | null> {
  const [row] = await db.query<Place>({
    text: `select a.tenant_id as "tenantId", m.id as "merchantId", n.merchant_no as "merchantNo",
                  a.id as "providerAccountId"
             from provider_accounts a
             join merchants m on m.tenant_id = a.tenant_id
              and not exists (select from demonstrations d where d.merchant_id = m.id)
             join merchant_numbers n on n.merchant_id = m.id and n.mode = 'SANDBOX'
            where a.provider = $1 and a.name = $2 and a.mode = 'SANDBOX'
            order by a.created_at, m.created_at, m.id limit 1`,
    values: [SIMULATOR, sandboxAccountName],
  });
  return row ?? null;
}

async function createSandbox(tx: Transaction, deps: SeedDeps): Promise<Place> {
  const { clock, random, merchants, simulatorUrl, demonstration } = deps;
  const tenantId = await merchants.createTenant(tx, { name: sandboxTenantName });
  const scope = { tenantId, mode: "SANDBOX" } as const;
  const nowMs = clock.nowMs();
  if (demonstration !== undefined) await wishDemonstration(tx, tenantId, demonstration, nowMs);
  // Prices hold from the first day of what is demonstrated.
  const beginMs = demonstration === undefined ? nowMs : beginOf(demonstration, nowMs);
  const setUp = createRoutingSetUp({ ...deps, clock: { nowMs: () => beginMs } });
  const subTenantId = await setUp.createSubTenant(tx, { tenantId, name: sandboxSubTenantName }, systemActor);
  const secret = () => random.bytes(SECRET_BYTES).toString("base64url");
  const providerAccountId = await setUp.createProviderAccount(
    tx,
    {
      ...scope,
      subTenantId,
      provider: SIMULATOR,
      name: sandboxAccountName,
      methods: paymentMethods,
      currencies: [],
      countries: [],
      operators: [],
      // It fails on request.
      automaticSuspension: false,
      settings: { baseUrl: simulatorUrl, apiKey: secret(), callbackSecret: secret() },
    },
    systemActor,
  );
  for (const [index, method] of paymentMethods.entries()) {
    // Gaps, so that a rule can be inserted between two others.
    const priority = (index + 1) * 100;
    await setUp.createRule(tx, { ...scope, priority, method, subTenantId }, systemActor);
  }
  for (const bound of sandboxBounds) await setUp.setAmountBound(tx, { ...scope, ...bound }, systemActor);
  for (const fee of sandboxFees) await setUp.setFee(tx, { ...scope, ...fee }, systemActor);
  const { merchantId, numbers } = await merchants.createMerchant(
    tx,
    {
      ...sandboxMerchant,
      tenantId,
      status: "ACTIVE",
      kybStatus: "APPROVED",
      wallets: sandboxWallets,
    },
    systemActor,
  );
  // Both modes: they were approved together.
  for (const merchantNo of Object.values(numbers)) {
    await writeApprovedDossier(tx, deps, merchantNo, sandboxProfile, sandboxDocuments(), deps.clock.nowMs());
  }
  return { tenantId, merchantId, merchantNo: numbers.SANDBOX, providerAccountId };
}
