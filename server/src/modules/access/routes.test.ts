import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { createDatabase } from "../../db/pool.ts";
import { eventually, untilListening } from "../merchants/test-setup.ts";
import { createAccess } from "./index.ts";
import { createSite, CALLER_IP as ip, type People, type Site } from "./test-http.ts";

const HOUR_MS = 3_600_000;
let site: Site;
let plane: Site["plane"];
let access: Site["access"];
let own: People["own"];
let stranger: People["stranger"];
let keyOf: Site["keyOf"];
let call: Site["call"];
let create: Site["create"];
let opens: Site["opens"];
let at: Site["at"];
beforeAll(async () => {
  site = await createSite();
  ({ plane, access, keyOf, call, create, opens, at } = site);
});
afterAll(() => site.close());
beforeEach(async () => {
  ({ own, stranger } = await site.renew());
});
const auditOf = async (id: string) =>
  plane.database.owner.query<{ action: string; actor: string; before: string | null; after: string | null }>({
    text: "select action, actor, before, after from audit_log where subject = $1 order by id",
    values: [id],
  });

describe("creating a key", () => {
  test("gives one that works, shown once", async () => {
    const { status, data } = await create({ expiresAt: at(HOUR_MS), ipAllowlist: ["203.0.113.0/24"] });
    expect(status).toBe(201);
    expect(data).toEqual({
      object: "api_key",
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      merchantId: own.merchantId,
      mode: "SANDBOX",
      name: "Shop",
      last4: data.key.slice(-4),
      status: "ACTIVE",
      permissions: ["merchant.checkout.manage"],
      merchantIds: [],
      ipAllowlist: ["203.0.113.0/24"],
      requestsPerSecond: 25,
      requestsLastMinute: 0,
      expiresAt: at(HOUR_MS),
      revokedAt: null,
      lastUsedAt: null,
      owner: false,
      replaces: null,
      createdBy: expect.stringMatching(/^key_/),
      createdByName: "Admin",
      version: 1,
      createdAt: at(0),
      updatedAt: at(0),
      key: expect.stringMatching(/^svc_mk_sandbox_[0-9A-Za-z]{38}$/),
    });
    expect(await access.authenticate(`Bearer ${data.key}`, ip)).toMatchObject({
      merchantNo: own.numbers.SANDBOX,
      permissions: ["merchant.checkout.manage"],
    });
    expect([await opens(data.key, "198.51.100.1"), await opens(data.key)]).toEqual([false, true]);
    const { key: _once, ...rest } = data;
    expect((await call("GET", `/${data.id}`)).data).toEqual(rest);
    expect((await auditOf(data.id)).map(({ action, actor }) => [action, actor])).toEqual([
      ["api_key.created", data.createdBy],
    ]);
  });

  test("a key that the platform made names nobody", async () => {
    const text = await keyOf({ name: "First", permissions: ["merchant.apikeys.read"] });
    const { data } = await call("GET", "", { key: text });
    const first = data.find(({ name }: { name: string }) => name === "First");
    expect([first.createdBy, first.createdByName]).toEqual(["platform", null]);
  });

  test("by a live key makes a live key: mode is never left", async () => {
    const live = await keyOf({ merchantNo: own.numbers.LIVE });
    const made = await create({}, { key: live });
    expect(made.data).toMatchObject({ mode: "LIVE", key: expect.stringMatching(/^svc_mk_live_/) });
    expect((await call("GET", `/${made.data.id}`)).status).toBe(404);
    expect((await call("GET", `/${made.data.id}`, { key: live })).status).toBe(200);
  });

  test("is done once for one Idempotency-Key, and the key is nowhere in clear: not in the database, not in the log", async () => {
    const first = await create({}, { idempotencyKey: "make" });
    const again = await create({}, { idempotencyKey: "make" });
    expect(again.data).toEqual(first.data);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await create({ name: "Other" }, { idempotencyKey: "make" })).code).toBe(
      "IDEMPOTENCY_KEY_MISMATCH",
    );
    expect((await call("GET")).meta.total).toBe(2);
    const key: string = first.data.key;
    for (const table of ["api_keys", "idempotency_keys", "audit_log"]) {
      const [row] = await plane.database.owner.query<{ text: string | null }>({
        text: `select string_agg(t::text, ' ') as text from ${table} t`,
      });
      expect(row?.text ?? "").not.toContain(key.slice(15));
      expect(row?.text ?? "").not.toContain(Buffer.from(key.slice(15)).toString("hex"));
    }
    expect(JSON.stringify(site.logLines)).not.toContain(key.slice(15));
  });

  test.each([
    ["no name", { name: "" }, "name"],
    ["two lines as a name", { name: "a\nb" }, "name"],
    ["no permission", { permissions: [] }, "permissions"],
    ["an unknown permission", { permissions: ["merchant.money.manage"] }, "permissions[0]"],
    ["a permission of operators", { permissions: ["tenant.merchants.manage"] }, "permissions[0]"],
    ["a network that cannot be read", { ipAllowlist: ["203.0.113.7", "nonsense"] }, "ipAllowlist.1"],
    ["an end that has passed", { expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    ["an end that nobody will see", { expiresAt: "9999-12-31T23:59:59-12:00" }, "expiresAt"],
    ["an end without its offset", { expiresAt: "2030-01-01T00:00:00" }, "expiresAt"],
    ["a merchant that is no UUID", { merchantIds: ["me"] }, "merchantIds[0]"],
    ["an unknown field", { mode: "LIVE" }, "mode"],
  ])("refuses %s and names the field", async (_name, body, path) => {
    const refused = await create(body);
    expect([refused.status, refused.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(refused.error.details.fields[0].path).toBe(path);
    expect((await call("GET")).meta.total).toBe(1);
  });
});

describe("reading keys", () => {
  test("shows all of the merchant in this mode, the newest first, and no key", async () => {
    const made = [];
    for (const name of ["one", "two", "three"]) {
      plane.clock.advance(1);
      made.push((await create({ name })).data);
    }
    await create({}, { key: await keyOf({ merchantNo: own.numbers.LIVE }) });
    await call("POST", `/${made[0].id}/revoke`);
    await call("PATCH", `/${made[1].id}`, { body: { expiresAt: at(1_000) } });
    plane.clock.advance(1_000);
    const all = await call("GET");
    expect(all.data.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ["three", "ACTIVE"],
      ["two", "EXPIRED"],
      ["one", "REVOKED"],
      ["Admin", "ACTIVE"],
    ]);
    expect(all.meta).toMatchObject({ page: 1, total: 4, totalPages: 1 });
    for (const { key } of made) expect(JSON.stringify(all)).not.toContain(key.slice(15, -4));
    const namesOf = async (query: string) =>
      (await call("GET", `?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await namesOf("status=EXPIRED,REVOKED")).toEqual(["two", "one"]);
    expect(await namesOf("status=ACTIVE")).toEqual(["three", "Admin"]);
    expect(await namesOf(`starting_after=${made[1].id}&pageSize=1`)).toEqual(["one"]);
    expect(await namesOf("page=2&pageSize=3")).toEqual(["Admin"]);
    expect((await call("GET", "?starting_after=we_1")).status).toBe(400);
  });

  test("says when a key was last used", async () => {
    const { data } = await create({});
    await opens(data.key);
    await access.writeLastUsed();
    expect((await call("GET", `/${data.id}`)).data).toMatchObject({ lastUsedAt: at(0), version: 1 });
  });
});

describe("changing a key", () => {
  test("changes what is sent, works on the very next request, and is in the audit log", async () => {
    const { data } = await create({});
    expect(await opens(data.key)).toBe(true);
    plane.clock.advance(10);
    const changed = await call("PATCH", `/${data.id}`, {
      body: { ipAllowlist: ["198.51.100.0/24"], name: "Till" },
    });
    expect(changed.data).toMatchObject({
      name: "Till",
      ipAllowlist: ["198.51.100.0/24"],
      permissions: ["merchant.checkout.manage"],
      version: 2,
      updatedAt: at(0),
    });
    expect([await opens(data.key), await opens(data.key, "198.51.100.9")]).toEqual([false, true]);
    const same = await call("PATCH", `/${data.id}`, { body: { name: "Till" } });
    expect(same.data.version).toBe(2);
    const audit = await auditOf(data.id);
    expect(audit.map(({ action }) => action)).toEqual(["api_key.created", "api_key.updated"]);
    expect([audit[1]?.before, audit[1]?.after]).toEqual([
      expect.stringContaining('"Shop"'),
      expect.stringContaining("198.51.100.0/24"),
    ]);
    expect(audit[1]?.actor).toMatch(/^key_/);
  });

  test("that has ended is refused, and so is an empty change", async () => {
    const { data } = await create({ expiresAt: at(1_000) });
    expect((await call("PATCH", `/${data.id}`, { body: {} })).code).toBe("VALIDATION_ERROR");
    plane.clock.advance(1_000);
    for (const [method, path, body] of [
      ["PATCH", "", { expiresAt: null }],
      ["POST", "/roll", {}],
    ] as const) {
      const refused = await call(method, `/${data.id}${path}`, { body });
      expect([refused.status, refused.code, refused.error.details.status]).toEqual([
        409,
        "API_KEY_NOT_ACTIVE",
        "EXPIRED",
      ]);
    }
    await call("POST", `/${data.id}/revoke`);
    const refused = await call("PATCH", `/${data.id}`, { body: { name: "Back" } });
    expect([refused.code, refused.error.details.status]).toEqual(["API_KEY_NOT_ACTIVE", "REVOKED"]);
    expect(await opens(data.key)).toBe(false);
  });
});

describe("revoking a key", () => {
  test("stops it on the very next request, for good, and answers the same when repeated", async () => {
    const { data } = await create({});
    expect(await opens(data.key)).toBe(true);
    const revoked = await call("POST", `/${data.id}/revoke`);
    expect([revoked.status, revoked.data]).toMatchObject([
      200,
      { status: "REVOKED", revokedAt: at(0), version: 2 },
    ]);
    expect(await opens(data.key)).toBe(false);
    plane.clock.advance(10);
    expect((await call("POST", `/${data.id}/revoke`)).data).toEqual(revoked.data);
    expect((await auditOf(data.id)).map(({ action }) => action)).toEqual([
      "api_key.created",
      "api_key.revoked",
    ]);
  });

  test("stops it on every other instance too", async () => {
    const db = createDatabase({ url: plane.database.url, max: 2, applicationName: "other", log: quietLog });
    const other = createAccess({ ...plane, db });
    try {
      await untilListening(db);
      const { data } = await create({});
      await other.authenticate(`Bearer ${data.key}`, ip);
      await call("POST", `/${data.id}/revoke`);
      const refuses = () =>
        other.authenticate(`Bearer ${data.key}`, ip).then(
          () => false,
          () => true,
        );
      await eventually(refuses, "the other instance refuses the key");
    } finally {
      other.stop();
      await db.close();
    }
  });

  test("a key can end itself", async () => {
    const { data } = await create({ permissions: ["merchant.apikeys.manage"] });
    expect((await call("POST", `/${data.id}/revoke`, { key: data.key })).status).toBe(200);
    expect((await call("GET", "", { key: data.key })).code).toBe("Invalid API key");
  });
});

describe("rolling a key", () => {
  test("makes a key with the same permissions and end; the old key works until the overlap ends", async () => {
    const { data: old } = await create({ expiresAt: at(100 * HOUR_MS), ipAllowlist: ["203.0.113.0/24"] });
    const rolled = await call("POST", `/${old.id}/roll`, { body: { overlapHours: 2 } });
    expect(rolled.status).toBe(201);
    expect(rolled.data).toMatchObject({
      name: old.name,
      permissions: old.permissions,
      ipAllowlist: old.ipAllowlist,
      expiresAt: old.expiresAt,
      replaces: old.id,
      version: 1,
    });
    expect([await opens(old.key), await opens(rolled.data.key)]).toEqual([true, true]);
    expect((await call("GET", `/${old.id}`)).data).toMatchObject({ expiresAt: at(2 * HOUR_MS), version: 2 });
    plane.clock.advance(2 * HOUR_MS - 1);
    expect(await opens(old.key)).toBe(true);
    plane.clock.advance(1);
    expect([await opens(old.key), await opens(rolled.data.key)]).toEqual([false, true]);
    expect((await auditOf(old.id)).map(({ action }) => action)).toEqual([
      "api_key.created",
      "api_key.rolled",
    ]);
  });

  test("without overlap ends the old one at once", async () => {
    const { data: old } = await create({});
    expect(await opens(old.key)).toBe(true);
    const rolled = await call("POST", `/${old.id}/roll`, { body: { overlapHours: 0 } });
    expect([await opens(old.key), await opens(rolled.data.key)]).toEqual([false, true]);
    expect((await call("GET", `/${old.id}`)).data.status).toBe("REVOKED");
  });

  test("never makes the old one live longer", async () => {
    const { data: old } = await create({ expiresAt: at(HOUR_MS) });
    await call("POST", `/${old.id}/roll`, { body: { overlapHours: 168 } });
    expect((await call("GET", `/${old.id}`)).data.expiresAt).toBe(at(HOUR_MS));
  });

  test("can be done by the key itself, whatever its permissions", async () => {
    const { data: old } = await create({ permissions: ["merchant.apikeys.manage"], expiresAt: at(HOUR_MS) });
    const rolled = await call("POST", `/${old.id}/roll`, { key: old.key, body: { overlapHours: 0 } });
    expect([rolled.status, await opens(old.key), await opens(rolled.data.key)]).toEqual([201, false, true]);
  });

  test.each([[-1], [169], [0.5], ["24"]])("refuses an overlap of %j", async (overlapHours) => {
    const { data } = await create({});
    expect((await call("POST", `/${data.id}/roll`, { body: { overlapHours } })).code).toBe(
      "VALIDATION_ERROR",
    );
  });
});

describe("who may not", () => {
  test("a key that only reads, one without the area, another merchant's, and the same merchant's in live mode", async () => {
    const { data } = await create({});
    const reader = await keyOf({ permissions: ["merchant.apikeys.read"] });
    const outsider = await keyOf({ permissions: ["merchant.webhooks.manage"] });
    const live = await keyOf({ merchantNo: own.numbers.LIVE });
    const foreign = await keyOf({ merchantNo: stranger.numbers.SANDBOX });
    const acts = [
      ["POST", "", { name: "x", permissions: ["merchant.apikeys.read"] }],
      ["PATCH", `/${data.id}`, { name: "x" }],
      ["POST", `/${data.id}/revoke`, undefined],
      ["POST", `/${data.id}/roll`, {}],
    ] as const;
    for (const [method, path, body] of acts) {
      const send = async (key: string, merchantId?: string) => {
        const more = { key, ...(body === undefined ? {} : { body }), ...(merchantId ? { merchantId } : {}) };
        const { status, code } = await call(method, path, more);
        return `${status} ${code}`;
      };
      expect(await send(reader)).toBe("403 INSUFFICIENT_PERMISSIONS");
      expect(await send(outsider)).toBe("403 INSUFFICIENT_PERMISSIONS");
      expect(await send(foreign)).toBe("403 INVALID_MERCHANT_SCOPE");
      if (path === "") continue;
      expect(await send(live)).toBe("404 RESOURCE_NOT_FOUND");
      expect(await send(foreign, stranger.merchantId)).toBe("404 RESOURCE_NOT_FOUND");
    }
    expect((await call("GET", "", { key: reader })).status).toBe(200);
    expect((await call("GET", "", { key: outsider })).status).toBe(403);
    for (const id of ["key_1", "x", "we_01kf0v0d1qf0w8x3z5c7b9n1m3"]) {
      expect((await call("GET", `/${id}`)).code).toBe("RESOURCE_NOT_FOUND");
    }
    expect((await call("GET", `/${data.id}`)).data).toMatchObject({ version: 1, status: "ACTIVE" });
  });
});
