import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { recordNews } from "../../db/merchant-news.ts";
import { notify } from "../../db/notify.ts";
import { recordOrigin } from "../../db/origins.ts";
import { errors } from "../../http/errors.ts";
import type { AccessPort, Caller } from "../../http/route.ts";
import { createBatchedLoad } from "../../kit/batched-load.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import { assert } from "../../kit/errors.ts";
import { type Id, type IdSource, isUuid, type MerchantId, type MerchantNo, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { type Secret, sha256 } from "../../kit/secret.ts";
import { parseNetwork } from "./ip-allowlist.ts";
import { bearerOf, makeApiKey, modeOfApiKey } from "./key-format.ts";
import { isUsable, ownPaceOf } from "./rules.ts";
import * as store from "./store.ts";
import type { ApiKey, NewApiKey } from "./types.ts";

export interface AccessDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Logger;
  /** The code of its cell stands in the keys that are made. */
  readonly keyring: Pick<Keyring, "cell">;
  /** Why LIVE keys are refused, in a few words; null or absent: they are accepted. */
  readonly refuseLiveKeys?: string | null;
}

export interface CreatedApiKey {
  readonly id: Id<"apiKey">;
  /** Shown once; afterwards only its digest exists. */
  readonly key: Secret<string>;
}

export interface Access extends Omit<AccessPort, "authenticateOperator" | "authenticateAccount"> {
  /**
   * Makes a key of the merchant, in the mode of its number, and tells the merchant's people. Refuses with VALIDATION_ERROR an invalid network and a
   * merchant of another tenant.
   */
  createApiKey(tx: Transaction, input: NewApiKey, actor: AuditActor): Promise<CreatedApiKey>;
  /**
   * Ends a key permanently, on every instance. Returns false when the merchant has no such key or it was revoked
   * before.
   */
  revokeApiKey(
    tx: Transaction,
    merchantNo: MerchantNo,
    keyId: Id<"apiKey">,
    actor: AuditActor,
    reason?: string,
  ): Promise<boolean>;
  /** The key with this text, if it is usable now from any address, or null. Does not count as a use. */
  findUsableKey(text: string): Promise<ApiKey | null>;
  /**
   * What this key may do now at this merchant, for work that goes on after its request; null: the key has ended, or does
   * not list the merchant. Its address is that of the request, which was checked then.
   */
  callerOf(keyId: Id<"apiKey">, merchantId: MerchantId): Promise<Caller | null>;
  /** The merchant's keys of this name that are not revoked. */
  keysByName(tx: Transaction, merchantNo: MerchantNo, name: string): Promise<readonly Id<"apiKey">[]>;
  /** Keys of this name that were never used and were made before `madeBeforeMs`. */
  unusedKeysByName(
    tx: Transaction,
    merchantNo: MerchantNo,
    name: string,
    madeBeforeMs: number,
  ): Promise<readonly Id<"apiKey">[]>;
  /** Keys of these names that were made to live no longer than `lifeMs`, and that were probably never handed over. */
  unhandedKeys(
    tx: Transaction,
    merchantNo: MerchantNo,
    names: readonly string[],
    lifeMs: number,
  ): Promise<readonly Id<"apiKey">[]>;
  /** Removes the expiry of a key made to live no longer than `lifeMs`, once it has reached its holder. */
  makeLasting(merchantNo: MerchantNo, keyId: Id<"apiKey">, lifeMs: number): Promise<void>;
  /** Writes when keys were last used: run every minute. Returns the number of keys written. */
  writeLastUsed(): Promise<number>;
  /**
   * Call after the commit of a change to keys: this instance reads the database again. The database notifies the
   * others.
   */
  forget(): void;
  /** Stops listening for changes. */
  stop(): void;
}

/** How long a revoked key can live on an instance that missed the announcement, in milliseconds. */
export const KEY_LIFE_MS = 2_000;
const KEYS_MAX = 10_000;
const SCOPES_MAX = 10_000;

export function createAccess(deps: AccessDeps): Access {
  const { db, clock, ids, random, keyring, log, refuseLiveKeys = null } = deps;

  const keys = createLoadingCache({
    clock,
    lifeMs: KEY_LIFE_MS,
    hearing: db.hearing,
    entriesMax: KEYS_MAX,
    load: createBatchedLoad((hashes) => store.findKeysByHash(db, hashes)),
  });
  const scopes = createLoadingCache({
    clock,
    lifeMs: KEY_LIFE_MS,
    hearing: db.hearing,
    entriesMax: SCOPES_MAX,
    load: (pair) => {
      const [keyId, merchantId] = pair.split(" ") as [Id<"apiKey">, MerchantId];
      return store.findScopedMerchant(db, keyId, merchantId);
    },
  });
  const forget = (): void => {
    keys.clear();
    scopes.clear();
  };
  const stopListening = db.listen(store.ACCESS_CHANGED, forget);
  const lastUsed = new Map<string, number>();
  const callerWith = (key: ApiKey): Caller => ({
    actor: { kind: "key", id: key.id },
    merchantId: key.merchantId,
    tenantId: key.tenantId,
    merchantNo: key.merchantNo,
    mode: key.mode,
    permissions: key.permissions,
    requestsPerSecond: ownPaceOf(key),
  });

  /** The checksum is checked first: an invented key costs no query and no place in the cache. */
  const findKey = async (text: string): Promise<ApiKey | null> => {
    const mode = modeOfApiKey(text);
    if (mode === null) return null;
    const key = await keys.get(sha256(text).toString("base64"));
    return key?.mode === mode ? key : null;
  };

  return {
    authenticate: async (authorizationHeader, ip) => {
      const text = bearerOf(authorizationHeader);
      const key = text === null ? null : await findKey(text);
      const nowMs = clock.nowMs();
      if (key === null || !isUsable(key, ip, nowMs)) throw errors.INVALID_API_KEY();
      if (key.mode === "LIVE" && refuseLiveKeys !== null)
        throw errors.LIVE_MODE_REFUSED({ reason: refuseLiveKeys });
      lastUsed.set(key.id, nowMs);
      return callerWith(key);
    },
    actFor: async (caller: Caller, merchantId) => {
      if (merchantId === caller.merchantId) return caller;
      // Only keys list further merchants.
      const lists = caller.actor.kind === "key" && isUuid(merchantId);
      const merchantNo = lists ? await scopes.get(`${caller.actor.id} ${merchantId}`) : null;
      if (merchantNo === null) throw errors.INVALID_MERCHANT_SCOPE();
      return { ...caller, merchantId, merchantNo };
    },

    createApiKey: async (tx, input, actor) => {
      const owner = await store.findOwner(tx, input.merchantNo);
      assert(owner !== null, `merchant number ${input.merchantNo} exists`);
      await checkInput(tx, owner, input);
      const id = input.id ?? ids.next("apiKey");
      const key = makeApiKey(owner.mode, keyring.cell, random);
      const text = key.reveal();
      const nowMs = clock.nowMs();
      await store.insertKey(tx, id, sha256(text), text.slice(-4), owner, input, nowMs);
      const made = { kind: "key", id } as const;
      await recordOrigin(tx, made, actor, "created", nowMs);
      if (input.replaces !== undefined) {
        await recordOrigin(tx, made, { kind: "key", id: input.replaces }, "replaces", nowMs);
      }
      await writeAudit(tx, ids, nowMs, {
        tenantId: owner.tenantId,
        merchantNo: input.merchantNo,
        actor,
        action: "api_key.created",
        subject: publicId("apiKey", id),
        after: input.permissions.join(" "),
      });
      const { merchantNo } = input;
      // A first start makes keys that nobody has to be told of.
      if (actor.kind !== "system")
        await recordNews(tx, [{ merchantNo, kind: "KEY_MADE", subject: id, actor, atMs: nowMs }]);
      return { id, key };
    },
    revokeApiKey: async (tx, merchantNo, keyId, actor, reason) => {
      const nowMs = clock.nowMs();
      const revoked = await store.markRevoked(tx, merchantNo, keyId, nowMs);
      if (!revoked) return false;
      await writeAudit(tx, ids, nowMs, {
        merchantNo,
        actor,
        action: "api_key.revoked",
        subject: publicId("apiKey", keyId),
        after: reason ?? null,
      });
      await notify(tx, store.ACCESS_CHANGED);
      return true;
    },

    findUsableKey: async (text) => {
      const key = await findKey(text);
      // The address is checked at each use, so it does not matter here.
      return key !== null && isUsable({ ...key, ipAllowlist: [] }, "", clock.nowMs()) ? key : null;
    },
    callerOf: async (keyId, merchantId) => {
      const key = await store.findKeyById(db, keyId);
      if (key === null || !isUsable({ ...key, ipAllowlist: [] }, "", clock.nowMs())) return null;
      if (key.mode === "LIVE" && refuseLiveKeys !== null) return null;
      const caller = callerWith(key);
      if (merchantId === caller.merchantId) return caller;
      const merchantNo = await store.findScopedMerchant(db, keyId, merchantId);
      return merchantNo === null ? null : { ...caller, merchantId, merchantNo };
    },
    keysByName: (tx, merchantNo, name) => store.findKeysByName(tx, merchantNo, name),
    unusedKeysByName: (tx, merchantNo, name, madeBeforeMs) =>
      store.findKeysByName(tx, merchantNo, name, madeBeforeMs),
    unhandedKeys: (tx, merchantNo, names, lifeMs) => store.findUnhandedKeys(tx, merchantNo, names, lifeMs),
    makeLasting: async (merchantNo, keyId, lifeMs) => {
      await db.transaction(async (tx) => {
        const changed = await store.clearExpiry(tx, merchantNo, keyId, lifeMs, clock.nowMs());
        if (changed) await notify(tx, store.ACCESS_CHANGED);
      });
      forget();
    },

    writeLastUsed: async () => {
      const uses = [...lastUsed];
      if (uses.length === 0) return 0;
      lastUsed.clear();
      await store.writeLastUsed(db, uses);
      log.debug("access.last_used.written", { keys: uses.length });
      return uses.length;
    },
    forget,
    stop: stopListening,
  };
}

/** Refuses with VALIDATION_ERROR an entry that is neither an address nor a network. */
export function checkNetworks(ipAllowlist: readonly string[]): void {
  const badNetwork = ipAllowlist.findIndex((text) => parseNetwork(text) === null);
  if (badNetwork >= 0) {
    throw errors.VALIDATION_ERROR({
      fields: [
        {
          path: `ipAllowlist.${badNetwork}`,
          rule: "network",
          message: "Must be an IP address or a CIDR block.",
        },
      ],
    });
  }
}

async function checkInput(tx: Transaction, owner: store.KeyOwner, input: NewApiKey): Promise<void> {
  checkNetworks(input.ipAllowlist ?? []);
  const merchantIds = new Set(input.merchantIds ?? []);
  if (merchantIds.size === 0) return;
  if ((await store.countTenantMerchants(tx, owner.tenantId, [...merchantIds])) !== merchantIds.size) {
    throw errors.VALIDATION_ERROR({
      fields: [{ path: "merchantIds", rule: "scope", message: "Names a merchant that does not exist." }],
    });
  }
}
