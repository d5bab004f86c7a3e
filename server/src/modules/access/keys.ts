import { writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { type Condition, type ListSource, NO_FILTER, REQUEST_DRIFT } from "../../db/list.ts";
import { notify } from "../../db/notify.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { inOrder, parseStatuses, readListPage } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import { type Caller, callerActor, type IdempotencyClaim, type PageMeta } from "../../http/route.ts";
import {
  type Id,
  type IdSource,
  type MerchantId,
  type MerchantNo,
  parsePublicId,
  publicId,
} from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { countRequestsOf } from "../request-log/index.ts";
import { holdCreator, type PersonGivesWithin } from "./creator.ts";
import { accessErrors } from "./errors.ts";
import { excessOf, type Grant, givableBy, grantOf } from "./grants.ts";
import { countLivingKeys, readKeys, writeKey } from "./keys-store.ts";
import type { ChangeKeyBody, KeyListQuery, NewKeyBody } from "./schemas.ts";
import { type Access, checkNetworks } from "./service.ts";
import { ACCESS_CHANGED } from "./store.ts";
import type { StoredApiKey } from "./types.ts";
import { type CreatedKeyView, type KeyStatus, type KeyView, keyStatus, viewKey } from "./view.ts";

export interface ApiKeysDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly access: Pick<Access, "createApiKey" | "revokeApiKey" | "forget">;
  readonly personGivesWithin: PersonGivesWithin;
}

/** Usable keys of a merchant in one mode. */
export const LIVING_KEYS_MAX = 500;
const HOUR_MS = 3_600_000;
/** Over how long the use of a key is counted. */
const USE_MS = 60_000;
/** Later expiries could reach years of five digits, which ISO 8601 readers do not expect. */
const LIFETIME_MS_MAX = 36_525 * 24 * HOUR_MS;

const keyList: ListSource = { table: "api_keys", counters: null, drift: REQUEST_DRIFT };
const keyNames = {
  parse: (text: string) => parsePublicId("apiKey", text),
  format: (id: string) => publicId("apiKey", id as Id<"apiKey">),
};

/** Time and request of a call. */
export interface Moment {
  readonly nowMs: number;
  readonly requestId: string | null;
  readonly ip: string | null;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Merchants' own operations on their keys. A key never gets more than the caller has at that moment. */
export function createApiKeys({ db, ids, keyring, access, personGivesWithin }: ApiKeysDeps) {
  const holdBoth = (tx: Transaction, caller: Caller, keyId: Id<"apiKey"> | null, nowMs: number) =>
    holdCreator(tx, caller, keyId, nowMs, personGivesWithin);
  const idOf = (text: string): Id<"apiKey"> => {
    const id = parsePublicId("apiKey", text);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    return id;
  };
  const audit = (
    tx: Transaction,
    caller: Caller,
    moment: Moment,
    entry: {
      readonly action: string;
      readonly id: Id<"apiKey">;
      readonly before: string;
      readonly after: string;
    },
  ) =>
    writeAudit(tx, ids, moment.nowMs, {
      tenantId: caller.tenantId,
      merchantNo: caller.merchantNo,
      actor: callerActor(caller, moment),
      action: entry.action,
      subject: publicId("apiKey", entry.id),
      before: entry.before,
      after: entry.after,
    });

  /** Makes the key and returns its text, for the only time. Refuses with API_KEY_LIMIT_REACHED. */
  const make = async (
    tx: Transaction,
    caller: Caller,
    moment: Moment,
    input: {
      readonly id: Id<"apiKey">;
      readonly name: string;
      readonly grant: Grant;
      /** Null: the limit of the merchant's keys, also when it changes. */
      readonly requestsPerSecond: number | null;
      readonly replaces?: Id<"apiKey">;
      readonly owner?: boolean;
    },
  ): Promise<CreatedKeyView> => {
    const { id, name, grant, replaces } = input;
    if ((await countLivingKeys(tx, caller.merchantNo, moment.nowMs)) >= LIVING_KEYS_MAX) {
      throw accessErrors.API_KEY_LIMIT_REACHED({ max: LIVING_KEYS_MAX });
    }
    const { key } = await access.createApiKey(
      tx,
      {
        id,
        merchantNo: caller.merchantNo,
        name,
        permissions: grant.permissions,
        merchantIds: grant.merchantIds.filter((one) => one !== caller.merchantId) as MerchantId[],
        ipAllowlist: grant.ipAllowlist,
        expiresAtMs: grant.expiresAtMs,
        requestsPerSecond: input.requestsPerSecond,
        owner: input.owner ?? false,
        ...(replaces === undefined ? {} : { replaces }),
      },
      callerActor(caller, moment),
    );
    const [stored] = await readKeys(tx, caller.merchantNo, [id]);
    if (stored === undefined) throw new Error("the key is not there after it was made");
    return { ...viewKey(stored, moment.nowMs, 0), key: key.reveal() };
  };

  /**
   * Makes a key in the mode of the caller. Addresses and lifetime default to those of the key that asks. Refuses with
   * VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS, INVALID_MERCHANT_SCOPE, API_KEY_EXCEEDS_CREATOR and
   * API_KEY_LIMIT_REACHED.
   */
  const create = async (
    caller: Caller,
    body: NewKeyBody,
    claim: IdempotencyClaim | null,
    moment: Moment,
  ): Promise<CreatedKeyView> => {
    const { nowMs } = moment;
    const id = ids.next("apiKey");
    const expiresAtMs = parseExpiry(body.expiresAt, nowMs);
    checkNetworks(body.ipAllowlist ?? []);
    const options = { claim, merchantNo: caller.merchantNo, owner: id, nowMs, status: 201 } as const;
    return once(db, keyring, options, async (tx) => {
      const { creator } = await holdBoth(tx, caller, null, nowMs);
      const grant: Grant = {
        permissions: body.permissions,
        merchantIds: [...new Set([caller.merchantId, ...(body.merchantIds ?? [])])],
        ipAllowlist: body.ipAllowlist ?? creator.grant.ipAllowlist,
        expiresAtMs: expiresAtMs === undefined ? creator.grant.expiresAtMs : expiresAtMs,
        requestsPerSecond: body.requestsPerSecond ?? creator.grant.requestsPerSecond,
      };
      refuseExcess([creator.givable], grant);
      const requestsPerSecond = body.requestsPerSecond ?? creator.requestsPerSecond;
      return make(tx, caller, moment, { id, name: body.name, grant, requestsPerSecond });
    });
  };

  /** What each key did in the last minute. */
  const readUse = async (merchantNo: MerchantNo, keyIds: readonly Id<"apiKey">[], nowMs: number) => {
    const counts = await countRequestsOf(db, merchantNo, keyIds, nowMs - USE_MS);
    return (keyId: Id<"apiKey">): number => counts.get(keyId) ?? 0;
  };

  const get = async (caller: Caller, keyId: string, nowMs: number): Promise<KeyView> => {
    const [key] = await readKeys(db, caller.merchantNo, [idOf(keyId)]);
    if (key === undefined) throw errors.RESOURCE_NOT_FOUND();
    const use = await readUse(caller.merchantNo, [key.id], nowMs);
    return viewKey(key, nowMs, use(key.id));
  };

  /** The keys of a merchant in the mode of its number. */
  const listOf = async (
    merchantNo: MerchantNo,
    query: KeyListQuery,
    nowMs: number,
  ): Promise<{ data: KeyView[]; meta: PageMeta }> => {
    const statuses = parseStatuses(query.status) as readonly KeyStatus[] | null;
    const { ids: found, meta } = await readListPage(db, {
      source: keyList,
      merchantNo,
      filter: { ...NO_FILTER, conditions: statuses === null ? [] : [hasStatus(statuses, nowMs)] },
      names: keyNames,
      page: parsePage(query),
    });
    const keys = await readKeys(db, merchantNo, found);
    const use = await readUse(
      merchantNo,
      keys.map(({ id }) => id),
      nowMs,
    );
    const ordered = inOrder(found, keys, ({ id }) => id);
    return { data: ordered.map((key) => viewKey(key, nowMs, use(key.id))), meta };
  };

  const list = (caller: Caller, query: KeyListQuery, nowMs: number) =>
    listOf(caller.merchantNo, query, nowMs);

  /** Changes the fields sent. Refuses as `create` does, and with API_KEY_NOT_ACTIVE. */
  const update = async (
    caller: Caller,
    keyId: string,
    body: ChangeKeyBody,
    moment: Moment,
  ): Promise<KeyView> => {
    const { nowMs } = moment;
    const id = idOf(keyId);
    const expiresAtMs = parseExpiry(body.expiresAt, nowMs);
    checkNetworks(body.ipAllowlist ?? []);
    const view = await db.transaction(async (tx) => {
      const { creator, target } = await holdBoth(tx, caller, id, nowMs);
      const before = requireActive(target, nowMs);
      const after: StoredApiKey = {
        ...before,
        name: body.name ?? before.name,
        permissions: body.permissions ?? before.permissions,
        ipAllowlist: body.ipAllowlist ?? before.ipAllowlist,
        expiresAtMs: expiresAtMs === undefined ? before.expiresAtMs : expiresAtMs,
        requestsPerSecond: body.requestsPerSecond ?? before.requestsPerSecond,
        version: before.version + 1,
        updatedAtMs: nowMs,
      };
      const wanted = { ...grantOf(after), requestsPerSecond: body.requestsPerSecond ?? 0 };
      refuseExcess([creator.givable, grantOf(before)], wanted);
      if (describe(before) === describe(after)) return viewKey(before, nowMs);
      await writeKey(tx, after);
      const words = { before: describe(before), after: describe(after) };
      await audit(tx, caller, moment, { action: "api_key.updated", id, ...words });
      await notify(tx, ACCESS_CHANGED);
      return viewKey(after, nowMs);
    });
    access.forget();
    return view;
  };

  /** Ends a key permanently, at once and on every instance. A key that is revoked already stays as it is. */
  const revoke = async (
    caller: Caller,
    keyId: string,
    claim: IdempotencyClaim | null,
    moment: Moment,
  ): Promise<KeyView> => {
    const { nowMs } = moment;
    const id = idOf(keyId);
    const options = { claim, merchantNo: caller.merchantNo, owner: id, nowMs, status: 200 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const { target } = await holdBoth(tx, caller, id, nowMs);
      if (target === undefined) throw errors.RESOURCE_NOT_FOUND();
      await access.revokeApiKey(tx, caller.merchantNo, id, callerActor(caller, moment));
      const [revoked] = await readKeys(tx, caller.merchantNo, [id]);
      return viewKey(revoked ?? target, nowMs);
    });
    access.forget();
    return view;
  };

  /**
   * Makes a new key with the rights and the lifetime of the old one, which works for `overlapHours` more. Refuses with
   * API_KEY_NOT_ACTIVE, and as `create` does unless a key rolls itself, because the answer contains a key with those
   * rights.
   */
  const roll = async (
    caller: Caller,
    keyId: string,
    overlapHours: number,
    claim: IdempotencyClaim | null,
    moment: Moment,
  ): Promise<CreatedKeyView> => {
    const { nowMs } = moment;
    const oldId = idOf(keyId);
    const id = ids.next("apiKey");
    const options = { claim, merchantNo: caller.merchantNo, owner: id, nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const { creator, target } = await holdBoth(tx, caller, oldId, nowMs);
      const old = requireActive(target, nowMs);
      // The successor of an owner's key can give as much, so only a caller who could give all of it gets one.
      refuseExcess([creator.givable], givableBy(old));
      const endsAtMs = Math.min(old.expiresAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapHours * HOUR_MS);
      if (overlapHours === 0) {
        await access.revokeApiKey(tx, caller.merchantNo, oldId, callerActor(caller, moment));
      } else {
        await writeKey(tx, { ...old, expiresAtMs: endsAtMs, version: old.version + 1, updatedAtMs: nowMs });
      }
      await audit(tx, caller, moment, {
        action: "api_key.rolled",
        id: oldId,
        before: describe(old),
        after: `${publicId("apiKey", id)}, the old one until ${new Date(endsAtMs).toISOString()}`,
      });
      await notify(tx, ACCESS_CHANGED);
      const { name, requestsPerSecond } = old;
      return make(tx, caller, moment, {
        id,
        name,
        grant: grantOf(old),
        requestsPerSecond,
        replaces: oldId,
        owner: old.owner,
      });
    });
    access.forget();
    return view;
  };

  /**
   * What the key that calls may give, and whether it is the owner's key, with the key locked. Refuses with
   * INVALID_API_KEY when it has just ended.
   */
  const givesWithin = async (tx: Transaction, caller: Caller, nowMs: number) => {
    const { givable, isOwnerKey } = (await holdBoth(tx, caller, null, nowMs)).creator;
    return { permissions: givable.permissions, isOwnerKey };
  };

  return { create, get, list, listOf, update, revoke, roll, givesWithin };
}

function requireActive(key: StoredApiKey | undefined, nowMs: number): StoredApiKey {
  if (key === undefined) throw errors.RESOURCE_NOT_FOUND();
  const status = keyStatus(key, nowMs);
  if (status !== "ACTIVE") throw accessErrors.API_KEY_NOT_ACTIVE({ status });
  return key;
}

/** An existing merchant and an unknown one get the same answer. */
function refuseExcess(sources: readonly Grant[], wanted: Grant): void {
  const { permissions, merchantIds, lifetime, addresses, rate } = excessOf(sources, wanted);
  const [required] = permissions;
  if (required !== undefined) throw errors.INSUFFICIENT_PERMISSIONS({ required, missing: permissions });
  if (merchantIds.length > 0) throw errors.INVALID_MERCHANT_SCOPE({ merchantIds });
  const exceeds = [
    ...(lifetime ? ["expiresAt"] : []),
    ...(addresses ? ["ipAllowlist"] : []),
    ...(rate ? ["requestsPerSecond"] : []),
  ];
  if (exceeds.length > 0) throw accessErrors.API_KEY_EXCEEDS_CREATOR({ exceeds });
}

function parseExpiry(text: string | null | undefined, nowMs: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const ms = Date.parse(text);
  if (ms > nowMs && ms <= nowMs + LIFETIME_MS_MAX) return ms;
  const message = "expiresAt must be an instant that lies ahead, by a hundred years at most.";
  throw errors.VALIDATION_ERROR({ fields: [{ path: "expiresAt", rule: "future", message }] });
}

/** A key's description for the audit log. */
function describe(key: StoredApiKey): string {
  const { name, permissions, ipAllowlist, expiresAtMs, requestsPerSecond } = key;
  return JSON.stringify({
    name,
    permissions,
    ipAllowlist,
    ...(requestsPerSecond === null ? {} : { requestsPerSecond }),
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  });
}

/** `keyStatus` in SQL. */
function hasStatus(statuses: readonly KeyStatus[], nowMs: number): Condition {
  return (bind) => {
    const now = bind(new Date(nowMs));
    return `${bind(statuses)}::text[] @> array[case when t.revoked_at is not null then 'REVOKED'
      when t.expires_at <= ${now} then 'EXPIRED' else 'ACTIVE' end]`;
  };
}
