import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import { systemActor } from "../../db/audit.ts";
import { createDatabase } from "../../db/pool.ts";
import { allPermissions } from "../../http/permissions.ts";
import { createHttpServer, type HttpServer } from "../../http/server.ts";
import type { MerchantId, MerchantNo } from "../../kit/ids.ts";
import { eventually, setupControlPlane, untilListening } from "../merchants/test-setup.ts";
import { type Access, apiKeyRoutes, createAccess, createApiKeys, type NewApiKey } from "./index.ts";
import { LIVING_KEYS_MAX } from "./keys.ts";

const HOUR_MS = 3_600_000;
const ip = "203.0.113.7";
let plane: Awaited<ReturnType<typeof setupControlPlane>>;
let access: Access;
let server: HttpServer;
const { log, lines } = createRecordingLog();
/** The merchant, a sister of the same tenant, and a merchant of another. */
let own: { merchantId: MerchantId; numbers: Readonly<Record<"SANDBOX" | "LIVE", MerchantNo>> };
let sister: typeof own;
let stranger: typeof own;
/** A key of the merchant with every permission. */
let admin: string;

beforeAll(async () => {
  plane = await setupControlPlane();
  access = createAccess(plane);
  await untilListening(plane.db);
  server = await createHttpServer({
    routes: apiKeyRoutes(createApiKeys({ ...plane, access })),
    access,
    db: plane.db,
    keyring: plane.keyring,
    clock: plane.clock,
    ids: plane.ids,
    log,
    config: { publicUrl: "http://localhost:3000", trustedProxies: [], version: "0.1.0" },
    readiness: { database: () => plane.db.isUp() },
    plugins: [],
  });
});
afterAll(async () => {
  await server.stop();
  access.stop();
  plane.merchants.stop();
  await plane.database.drop();
});
beforeEach(async () => {
  const tenantId = await plane.createTenant();
  own = await plane.createMerchant({ tenantId });
  sister = await plane.createMerchant({ tenantId });
  stranger = await plane.createMerchant();
  admin = await keyOf({});
});

async function keyOf(over: Partial<NewApiKey>): Promise<string> {
  const input = { merchantNo: own.numbers.SANDBOX, name: "Admin", permissions: allPermissions, ...over };
  const { key } = await plane.db.transaction((tx) => access.createApiKey(tx, input, systemActor));
  return key.reveal();
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";
async function call(
  method: Method,
  path = "",
  more: { key?: string; body?: unknown; idempotencyKey?: string; merchantId?: string } = {},
) {
  const response = await server.app.inject({
    method,
    remoteAddress: ip,
    url: `/api/v1/merchant/merchants/${more.merchantId ?? own.merchantId}/api-keys${path}`,
    headers: {
      authorization: `Bearer ${more.key ?? admin}`,
      ...(more.idempotencyKey === undefined ? {} : { "idempotency-key": more.idempotencyKey }),
    },
    ...(more.body === undefined ? {} : { payload: more.body as object }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  const body = response.json<any>();
  return { status: response.statusCode, code: body.error?.code, headers: response.headers, ...body };
}
const create = (body: object, more: { key?: string; idempotencyKey?: string; merchantId?: string } = {}) =>
  call("POST", "", { body: { name: "Shop", permissions: ["merchant.checkout.manage"], ...body }, ...more });
const opens = (key: string, from = ip) =>
  access.authenticate(`Bearer ${key}`, from).then(
    () => true,
    () => false,
  );
const auditOf = async (id: string) =>
  plane.database.owner.query<{ action: string; actor: string; before: string | null; after: string | null }>({
    text: "select action, actor, before, after from audit_log where subject = $1 order by id",
    values: [id],
  });
const at = (ms: number) => new Date(plane.clock.nowMs() + ms).toISOString();

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
      expiresAt: at(HOUR_MS),
      revokedAt: null,
      lastUsedAt: null,
      replaces: null,
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
    expect((await auditOf(data.id)).map(({ action }) => action)).toEqual(["api_key.created"]);
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
    expect(JSON.stringify(lines)).not.toContain(key.slice(15));
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

describe("the number of keys", () => {
  test("is bounded by those that work, however many come at once", async () => {
    const { data: last } = await create({});
    await plane.database.owner.query({
      text: `insert into api_keys (id, hash, merchant_id, merchant_no, mode, name, last4, permissions, created_at, updated_at)
        select gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), merchant_id, merchant_no, mode, 'many', 'many',
               permissions, created_at, updated_at from api_keys, generate_series(1, $2) where last4 = $1`,
      values: [last.last4, LIVING_KEYS_MAX - 4],
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({})));
    const outcomes = answers.map(({ status, code }) => `${status} ${code ?? ""}`).sort();
    expect(outcomes).toEqual([...Array(2).fill("201 "), ...Array(4).fill("409 API_KEY_LIMIT_REACHED")]);
    expect((await call("POST", `/${last.id}/roll`, { body: {} })).code).toBe("API_KEY_LIMIT_REACHED");
    expect(await opens(last.key)).toBe(true);
    expect((await call("POST", `/${last.id}/roll`, { body: { overlapHours: 0 } })).status).toBe(201);
  });
});

describe("a key is never given more than its creator has", () => {
  test("permissions", async () => {
    const key = await keyOf({
      permissions: ["merchant.apikeys.manage", "merchant.links.manage", "merchant.team.read"],
    });
    const refused = await create({ permissions: ["merchant.links.read", "merchant.team.manage"] }, { key });
    expect([refused.status, refused.code, refused.error.details]).toMatchObject([
      403,
      "INSUFFICIENT_PERMISSIONS",
      { required: "merchant.team.manage", missing: ["merchant.team.manage"] },
    ]);
    expect(
      (await create({ permissions: ["merchant.links.read", "merchant.team.read"] }, { key })).status,
    ).toBe(201);
  });

  test("merchants: a sister that it does not list, a stranger, and one that nobody is get the same answer", async () => {
    const lists = await keyOf({ merchantIds: [sister.merchantId] });
    const answers = [];
    for (const [key, merchantId] of [
      [admin, sister.merchantId],
      [lists, stranger.merchantId],
      [lists, plane.ids.uuid()],
    ] as const) {
      const { status, code } = await create({ merchantIds: [merchantId] }, { key });
      answers.push([status, code]);
    }
    expect(answers).toEqual(answers.map(() => [403, "INVALID_MERCHANT_SCOPE"]));
    const made = await create({ merchantIds: [sister.merchantId, own.merchantId] }, { key: lists });
    expect(made.data.merchantIds).toEqual([sister.merchantId]);
    const forSister = await create({}, { key: lists, merchantId: sister.merchantId });
    expect(forSister.data).toMatchObject({ merchantId: sister.merchantId, merchantIds: [] });
  });

  test("lifetime: its own end when none is named, and none beyond", async () => {
    const key = await keyOf({ expiresAtMs: plane.clock.nowMs() + HOUR_MS });
    expect((await create({}, { key })).data.expiresAt).toBe(at(HOUR_MS));
    expect((await create({ expiresAt: at(HOUR_MS) }, { key })).status).toBe(201);
    for (const expiresAt of [at(HOUR_MS + 1), null]) {
      const refused = await create({ expiresAt }, { key });
      expect([refused.status, refused.code, refused.error.details.exceeds]).toEqual([
        403,
        "API_KEY_EXCEEDS_CREATOR",
        ["expiresAt"],
      ]);
    }
  });

  test("addresses: its own when none are named, and none beside", async () => {
    const key = await keyOf({ ipAllowlist: ["203.0.113.0/24"] });
    expect((await create({}, { key })).data.ipAllowlist).toEqual(["203.0.113.0/24"]);
    expect((await create({ ipAllowlist: [ip] }, { key })).status).toBe(201);
    for (const ipAllowlist of [[], ["203.0.0.0/16"], [ip, "198.51.100.1"]]) {
      const refused = await create({ ipAllowlist }, { key });
      expect([refused.status, refused.code]).toEqual([403, "API_KEY_EXCEEDS_CREATOR"]);
      expect(refused.error.details.exceeds).toEqual(["ipAllowlist"]);
    }
  });

  test("not even by changing another key, which keeps what it had", async () => {
    const { data } = await create({ permissions: ["merchant.refunds.manage", "merchant.links.read"] });
    const key = await keyOf({
      permissions: ["merchant.apikeys.manage", "merchant.checkout.manage"],
      expiresAtMs: plane.clock.nowMs() + HOUR_MS,
    });
    const patch = (body: object) => call("PATCH", `/${data.id}`, { key, body });
    expect((await patch({ permissions: ["merchant.refunds.manage", "merchant.links.manage"] })).code).toBe(
      "INSUFFICIENT_PERMISSIONS",
    );
    const kept = await patch({ permissions: ["merchant.refunds.read", "merchant.checkout.manage"] });
    expect(kept.data).toMatchObject({
      permissions: ["merchant.refunds.read", "merchant.checkout.manage"],
      expiresAt: null,
      version: 2,
    });
    expect((await patch({ permissions: ["merchant.refunds.manage"] })).code).toBe("INSUFFICIENT_PERMISSIONS");
    expect((await patch({ expiresAt: at(HOUR_MS) })).status).toBe(200);
    expect((await patch({ expiresAt: at(HOUR_MS + 1) })).code).toBe("API_KEY_EXCEEDS_CREATOR");
  });

  test("not even by rolling another key: the answer would hold its rights", async () => {
    const { data } = await create({ permissions: ["merchant.refunds.manage"] });
    const key = await keyOf({ permissions: ["merchant.apikeys.manage"] });
    const refused = await call("POST", `/${data.id}/roll`, { key, body: {} });
    expect([refused.status, refused.code]).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
    expect(await opens(data.key)).toBe(true);
    expect((await call("GET", `/${data.id}`)).data).toMatchObject({ version: 1, expiresAt: null });
  });

  test("not even by a key that is ending at this moment", async () => {
    const { data } = await create({ permissions: [...allPermissions] });
    const answers = await Promise.all([
      call("POST", `/${data.id}/revoke`),
      ...Array.from({ length: 10 }, () => create({}, { key: data.key })),
    ]);
    const revokedAt = Date.parse(answers[0].data.revokedAt);
    expect(answers.slice(1).every(({ status }) => status === 201 || status === 401)).toBe(true);
    expect(revokedAt).toBe(plane.clock.nowMs());
    expect((await create({}, { key: data.key })).status).toBe(401);
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
  test("gives one that may do the same for as long; the old one works on until the overlap ends", async () => {
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

  test("can be done by the key itself, whatever it may do", async () => {
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
