import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allPermissions } from "../../http/permissions.ts";
import { LIVING_KEYS_MAX } from "./keys.ts";
import { createSite, CALLER_IP as ip, type People, type Site } from "./test-http.ts";

const HOUR_MS = 3_600_000;
let site: Site;
let plane: Site["plane"];
let own: People["own"];
let sister: People["sister"];
let stranger: People["stranger"];
let admin: string;
let keyOf: Site["keyOf"];
let call: Site["call"];
let create: Site["create"];
let opens: Site["opens"];
let at: Site["at"];
beforeAll(async () => {
  site = await createSite();
  ({ plane, keyOf, call, create, opens, at } = site);
});
afterAll(() => site.close());
beforeEach(async () => {
  ({ own, sister, stranger, admin } = await site.renew());
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

  test("requests a second: lowered by the merchant, raised for all its keys by an operator alone", async () => {
    expect((await create({})).data.requestsPerSecond).toBe(25);
    const refused = await create({ requestsPerSecond: 26 });
    expect([refused.status, refused.code, refused.error.details.exceeds]).toEqual([
      403,
      "API_KEY_EXCEEDS_CREATOR",
      ["requestsPerSecond"],
    ]);
    const permissions = ["merchant.apikeys.manage"];
    const { data: slow } = await create({ permissions, requestsPerSecond: 10 });
    expect(slow.requestsPerSecond).toBe(10);
    const faster = await call("PATCH", `/${slow.id}`, { key: slow.key, body: { requestsPerSecond: 11 } });
    expect(faster.code).toBe("API_KEY_EXCEEDS_CREATOR");
    expect((await create({ permissions }, { key: slow.key })).data.requestsPerSecond).toBe(10);
    const renamed = await call("PATCH", `/${slow.id}`, { key: slow.key, body: { name: "Slow" } });
    expect(renamed.data).toMatchObject({ name: "Slow", requestsPerSecond: 10 });
    const restored = await call("PATCH", `/${slow.id}`, { body: { requestsPerSecond: 20 } });
    expect(restored.data).toMatchObject({ requestsPerSecond: 20, version: 3 });
    const rolled = await call("POST", `/${slow.id}/roll`, { body: {} });
    expect(rolled.data.requestsPerSecond).toBe(20);

    await plane.database.db.query({
      text: "update merchant_numbers set requests_per_second_max = 200 where merchant_no = $1",
      values: [own.numbers.SANDBOX],
    });
    expect((await create({ requestsPerSecond: 200 })).data.requestsPerSecond).toBe(200);
    expect((await call("GET", `/${rolled.data.id}`)).data.requestsPerSecond).toBe(20);
    expect((await create({ requestsPerSecond: 201 })).code).toBe("API_KEY_EXCEEDS_CREATOR");
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
