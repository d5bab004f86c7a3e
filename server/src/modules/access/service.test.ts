import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { createDatabase } from "../../db/pool.ts";
import { allPermissions } from "../../http/permissions.ts";
import { HEARD_LIFE_MS, type Hearing, noHearing } from "../../kit/cache.ts";
import { type Id, type MerchantId, type MerchantNo, publicId } from "../../kit/ids.ts";
import { eventually, setupControlPlane, untilListening } from "../merchants/test-setup.ts";
import { type Access, createAccess, KEY_LIFE_MS, makeApiKey, type NewApiKey } from "./index.ts";

let plane: Awaited<ReturnType<typeof setupControlPlane>>;
let access: Access;
let merchantId: MerchantId;
let merchantNo: MerchantNo;
let liveNo: MerchantNo;
const ip = "203.0.113.7";

beforeAll(async () => {
  plane = await setupControlPlane();
  access = createAccess(plane);
  await untilListening(plane.db);
});
beforeEach(async () => {
  const merchant = await plane.createMerchant();
  ({ merchantId } = merchant);
  merchantNo = merchant.numbers.SANDBOX;
  liveNo = merchant.numbers.LIVE;
});
afterAll(async () => {
  access.stop();
  plane.merchants.stop();
  await plane.database.drop();
});

async function createKey(over: Partial<NewApiKey> = {}): Promise<{ id: Id<"apiKey">; text: string }> {
  const input = { merchantNo, name: "Shop", permissions: ["merchant.checkout.manage"], ...over };
  const { id, key } = await plane.db.transaction((tx) => access.createApiKey(tx, input, systemActor));
  return { id, text: key.reveal() };
}

const refused = {
  declaration: { name: "INVALID_API_KEY", wire: "Invalid API key", status: 401 },
  details: {},
};

describe("where live keys are refused", () => {
  test("a live key is refused with the reason, and sandbox keys still work", async () => {
    const careful = createAccess({ ...plane, refuseLiveKeys: "live keys need https" });
    try {
      const live = await createKey({ merchantNo: liveNo });
      await expect(careful.authenticate(`Bearer ${live.text}`, ip)).rejects.toMatchObject({
        declaration: { name: "LIVE_MODE_REFUSED", status: 403 },
        details: { reason: "live keys need https" },
      });
      const sandbox = await createKey();
      expect(await careful.authenticate(`Bearer ${sandbox.text}`, ip)).toMatchObject({ mode: "SANDBOX" });
    } finally {
      careful.stop();
    }
  });
});

describe("a valid key", () => {
  test("says who calls, in the mode of the key", async () => {
    const { id, text } = await createKey();
    expect(await access.authenticate(`Bearer ${text}`, ip)).toMatchObject({
      actor: { kind: "key", id },
      merchantId,
      merchantNo,
      mode: "SANDBOX",
      permissions: ["merchant.checkout.manage"],
    });
    const live = await createKey({ merchantNo: liveNo });
    expect(live.text).toMatch(/^svc_mk_live_/);
    expect(await access.authenticate(`Bearer ${live.text}`, ip)).toMatchObject({
      merchantId,
      merchantNo: liveNo,
      mode: "LIVE",
    });
  });

  test("is not stored in the database, so that a stolen dump opens nothing", async () => {
    const { id, text } = await createKey();
    const [row] = await plane.database.owner.query<{ whole: string; last4: string; audit: string }>({
      text: `select k::text as whole, k.last4,
                    (select string_agg(a::text, ' ') from audit_log a where a.subject = $2) as audit
               from api_keys k where k.id = $1`,
      values: [id, publicId("apiKey", id)],
    });
    expect(row?.last4).toBe(text.slice(-4));
    expect(row?.whole).not.toContain(text.slice(15, 47));
    expect(row?.audit).toContain("api_key.created");
    expect(row?.audit).not.toContain(text.slice(15, 47));
  });

  test("is read from the database once within its cached life, however many requests come", async () => {
    const { text } = await createKey();
    let queries = 0;
    const counting: Database = {
      ...plane.db,
      hearing: noHearing,
      query: (query) => {
        queries += 1;
        return plane.db.query(query);
      },
    };
    const counted = createAccess({ ...plane, db: counting });
    await Promise.all(Array.from({ length: 50 }, () => counted.authenticate(`Bearer ${text}`, ip)));
    expect(queries).toBe(1);
    plane.clock.advance(KEY_LIFE_MS);
    await counted.authenticate(`Bearer ${text}`, ip);
    expect(queries).toBe(2);
    counted.stop();
  });
});

describe("every problem with a key gets one and the same answer", () => {
  test("a missing, malformed or unknown key", async () => {
    const unknown = makeApiKey("SANDBOX", null, plane.random).reveal();
    for (const header of [undefined, "", "Bearer", "Basic abc", "Bearer nonsense", `Bearer ${unknown}`]) {
      await expect(access.authenticate(header, ip)).rejects.toMatchObject(refused);
    }
  });

  test("a made-up key costs no query", async () => {
    const silent: Database = { ...plane.db, query: () => Promise.reject(new Error("asked the database")) };
    const guarded = createAccess({ ...plane, db: silent });
    await expect(guarded.authenticate(`Bearer svc_mk_live_${"a".repeat(38)}`, ip)).rejects.toMatchObject(
      refused,
    );
    guarded.stop();
  });

  test("an expired key is refused from its exact end, even while it is cached", async () => {
    const { text } = await createKey({ expiresAtMs: plane.clock.nowMs() + 500 });
    await access.authenticate(`Bearer ${text}`, ip);
    plane.clock.advance(499);
    await access.authenticate(`Bearer ${text}`, ip);
    plane.clock.advance(1);
    await expect(access.authenticate(`Bearer ${text}`, ip)).rejects.toMatchObject(refused);
  });

  test("a key from an address outside its list", async () => {
    const { text } = await createKey({ ipAllowlist: ["203.0.113.0/24"] });
    await access.authenticate(`Bearer ${text}`, ip);
    await expect(access.authenticate(`Bearer ${text}`, "198.51.100.1")).rejects.toMatchObject(refused);
  });

  test("a revoked key", async () => {
    const { id, text } = await createKey();
    await access.authenticate(`Bearer ${text}`, ip);
    expect(await plane.db.transaction((tx) => access.revokeApiKey(tx, merchantNo, id, systemActor))).toBe(
      true,
    );
    expect(await plane.db.transaction((tx) => access.revokeApiKey(tx, merchantNo, id, systemActor))).toBe(
      false,
    );
    await eventually(
      () =>
        access.authenticate(`Bearer ${text}`, ip).then(
          () => false,
          () => true,
        ),
      "the key is refused",
    );
    await expect(access.authenticate(`Bearer ${text}`, ip)).rejects.toMatchObject(refused);
    expect(await access.findUsableKey(text)).toBeNull();
  });
});

describe("revocation across instances", () => {
  test("stops the key on the other instance without waiting for its cache", async () => {
    const otherDb = createDatabase({
      url: plane.database.url,
      max: 2,
      applicationName: "other",
      log: quietLog,
    });
    const other = createAccess({ ...plane, db: otherDb });
    try {
      await untilListening(otherDb);
      const { id, text } = await createKey();
      await other.authenticate(`Bearer ${text}`, ip);
      // The clock stands still, so only the announcement can end the cache entry of the key.
      await plane.db.transaction((tx) => access.revokeApiKey(tx, merchantNo, id, systemActor));
      await eventually(
        () =>
          other.authenticate(`Bearer ${text}`, ip).then(
            () => false,
            () => true,
          ),
        "the other instance refuses the revoked key",
      );
    } finally {
      other.stop();
      await otherDb.close();
    }
  });

  test("ends with the cached life when the announcement is lost", async () => {
    const deaf: Database = { ...plane.db, listen: () => () => {}, hearing: noHearing };
    const other = createAccess({ ...plane, db: deaf });
    const { id, text } = await createKey();
    await other.authenticate(`Bearer ${text}`, ip);
    await plane.db.transaction((tx) => access.revokeApiKey(tx, merchantNo, id, systemActor));
    plane.clock.advance(KEY_LIFE_MS);
    await expect(other.authenticate(`Bearer ${text}`, ip)).rejects.toMatchObject(refused);
    other.stop();
  });

  test("is kept longer while announcements are heard, and ends with the connection that heard them", async () => {
    let connection = 1;
    const hearing: Hearing = { connection: () => connection, isProven: () => true };
    const other = createAccess({ ...plane, db: { ...plane.db, listen: () => () => {}, hearing } });
    const [{ text }, lost] = [await createKey(), await createKey()];
    await other.authenticate(`Bearer ${text}`, ip);
    await other.authenticate(`Bearer ${lost.text}`, ip);
    await plane.db.transaction((tx) => access.revokeApiKey(tx, merchantNo, lost.id, systemActor));
    plane.clock.advance(HEARD_LIFE_MS - 1);
    // This instance never hears of the end of the second one: nothing but its word says that it would.
    await other.authenticate(`Bearer ${lost.text}`, ip);
    connection = 2;
    await expect(other.authenticate(`Bearer ${lost.text}`, ip)).rejects.toMatchObject(refused);
    await other.authenticate(`Bearer ${text}`, ip);
    other.stop();
  });

  test("another merchant cannot revoke the key", async () => {
    const { id, text } = await createKey();
    const stranger = await plane.createMerchant();
    const done = await plane.db.transaction((tx) =>
      access.revokeApiKey(tx, stranger.numbers.SANDBOX, id, systemActor),
    );
    expect(done).toBe(false);
    await access.authenticate(`Bearer ${text}`, ip);
  });
});

describe("acting for another merchant", () => {
  const outside = { declaration: { name: "INVALID_MERCHANT_SCOPE", status: 403 }, details: {} };

  test("works for a merchant that the key lists, in the key's mode", async () => {
    const tenantId = await plane.createTenant();
    const own = await plane.createMerchant({ tenantId });
    const sister = await plane.createMerchant({ tenantId });
    const { text } = await createKey({
      merchantNo: own.numbers.SANDBOX,
      merchantIds: [sister.merchantId],
    });
    const caller = await access.authenticate(`Bearer ${text}`, ip);
    expect(await access.actFor(caller, own.merchantId)).toEqual(caller);
    expect(await access.actFor(caller, sister.merchantId)).toEqual({
      ...caller,
      merchantId: sister.merchantId,
      merchantNo: sister.numbers.SANDBOX,
    });
  });

  test("is refused for any other, known or not, with the same answer", async () => {
    const stranger = await plane.createMerchant();
    const { text } = await createKey({ permissions: allPermissions });
    const caller = await access.authenticate(`Bearer ${text}`, ip);
    for (const id of [stranger.merchantId, plane.ids.uuid() as MerchantId, "nonsense" as MerchantId]) {
      await expect(access.actFor(caller, id)).rejects.toMatchObject(outside);
    }
  });

  test("a key that lists a merchant of another tenant is not made, and would not open it", async () => {
    const stranger = await plane.createMerchant();
    await expect(createKey({ merchantIds: [stranger.merchantId] })).rejects.toMatchObject({
      declaration: { name: "VALIDATION_ERROR" },
    });
    const { id, text } = await createKey();
    await plane.database.owner.query({
      text: "update api_keys set merchant_ids = $2 where id = $1",
      values: [id, [stranger.merchantId]],
    });
    const caller = await access.authenticate(`Bearer ${text}`, ip);
    await expect(access.actFor(caller, stranger.merchantId)).rejects.toMatchObject(outside);
  });
});

describe("making a key", () => {
  test("refuses a network that cannot be read", async () => {
    await expect(createKey({ ipAllowlist: ["203.0.113.7", "nonsense"] })).rejects.toMatchObject({
      declaration: { name: "VALIDATION_ERROR" },
      details: { fields: [{ path: "ipAllowlist.1" }] },
    });
  });
});

describe("last use", () => {
  const lastUsed = async (id: string) => {
    const [row] = await plane.db.query<{ at: number | null; version: number }>({
      text: "select last_used_at as at, version from api_keys where id = $1",
      values: [id],
    });
    return row;
  };

  test("is written in batches, not with each request, and is no new version", async () => {
    await access.writeLastUsed();
    const first = await createKey();
    const second = await createKey();
    for (const { text } of [first, second, first]) await access.authenticate(`Bearer ${text}`, ip);
    expect(await lastUsed(first.id)).toEqual({ at: null, version: 1 });
    expect(await access.writeLastUsed()).toBe(2);
    expect(await lastUsed(first.id)).toEqual({ at: plane.clock.nowMs(), version: 1 });
    expect(await access.writeLastUsed()).toBe(0);
  });

  test("never goes back when an instance reports late", async () => {
    const { id, text } = await createKey();
    await access.authenticate(`Bearer ${text}`, ip);
    await plane.database.owner.query({
      text: "update api_keys set last_used_at = $2 where id = $1",
      values: [id, new Date(plane.clock.nowMs() + 60_000)],
    });
    await access.writeLastUsed();
    expect((await lastUsed(id))?.at).toBe(plane.clock.nowMs() + 60_000);
  });
});
