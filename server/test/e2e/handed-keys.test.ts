import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLAIM_LIFE_MS } from "../../src/modules/access/index.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { joinOperator } from "../harness/operators.ts";

/** What an operator can do with a merchant's keys, and what not: read a live one, or make a second one. */
let app: TestApp;
let first: string;
let second: string;
let number = 0;

beforeAll(async () => {
  app = await startTestApp();
  first = (await app.operator()).token;
  second = (await app.operator("second")).token;
}, 60_000);
afterAll(() => app?.stop());

type Mode = "SANDBOX" | "LIVE";
const narrow = ["merchant.apikeys.manage", "merchant.profile.manage"];
const as = (apiKey: string | null, method: string, path: string, body?: unknown) =>
  app.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const data = async (answer: Promise<Answer>): Promise<Answer["body"]> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body.error)).toBeLessThan(300);
  return body.data;
};
const newMerchant = async (): Promise<string> => {
  number += 1;
  return (
    await data(as(first, "POST", "/tenant/merchants", { displayName: `M ${number}`, countryCode: "CI" }))
  ).id;
};
const hand = (merchantId: string, mode: Mode, permissions: readonly string[] = narrow, by = first) =>
  as(by, "POST", `/tenant/merchants/${merchantId}/api-keys`, { mode, name: "First", permissions });
const claim = (token: string) => as(null, "POST", "/merchant/api-key-claims", { token });
const tokenOf = ({ claim: link }: Answer["body"]): string => link.url.split("/").at(-1);
const revoke = (merchantId: string, keyId: string, mode: Mode, by = first) =>
  as(by, "POST", `/tenant/merchants/${merchantId}/api-keys/${keyId}/revoke?mode=${mode}`, {
    reason: "Fuite",
  });
const keysUrl = (merchantId: string) => `/merchant/merchants/${merchantId}/api-keys`;

describe("an operator hands over", () => {
  it.each([
    "merchant.payouts.manage",
    "merchant.payouts.approve",
    "merchant.beneficiaries.manage",
    "merchant.wallets.read",
    "tenant.kyb.manage",
  ])("no key with %s", async (permission) => {
    const merchantId = await newMerchant();
    for (const mode of ["SANDBOX", "LIVE"] as const) {
      const answer = await hand(merchantId, mode, [...narrow, permission]);
      expect(code(answer)).toBe("400 VALIDATION_ERROR");
      expect(answer.body.error.details.fields[0].path).toMatch(/^permissions/);
    }
  });

  it("one key to a merchant that has none in this mode, also of many who ask at once", async () => {
    const merchantId = await newMerchant();
    const answers = await Promise.all(Array.from({ length: 6 }, () => hand(merchantId, "SANDBOX")));
    expect(answers.map(code).toSorted()).toEqual(["201", ...Array(5).fill("409 MERCHANT_HAS_API_KEYS")]);
    expect(answers.find(({ status }) => status === 409)?.body.error.details).toMatchObject({ keys: 1 });
    expect(code(await hand(merchantId, "LIVE"))).toBe("201");
    expect(code(await hand(app.merchantId, "SANDBOX"))).toBe("409 MERCHANT_HAS_API_KEYS");
  });

  it("a live key by a link alone, which works once and for 72 hours", async () => {
    const merchantId = await newMerchant();
    const offered = await data(hand(merchantId, "LIVE"));
    expect(offered).toMatchObject({ mode: "LIVE", key: null, owner: true, permissions: narrow });
    expect(Date.parse(offered.claim.expiresAt)).toBe(app.clock.nowMs() + CLAIM_LIFE_MS);
    const token = tokenOf(offered);
    const stored = await app.owner.query<{ text: string }>({
      text: "select c::text as text from key_claims c",
    });
    expect(JSON.stringify(stored)).not.toContain(token.slice(10));
    const answers = await Promise.all(Array.from({ length: 5 }, () => claim(token)));
    expect(answers.map(code).toSorted()).toEqual(["200", ...Array(4).fill("404 API_KEY_CLAIM_INVALID")]);
    const { key, id } = answers.find(({ status }) => status === 200)?.body.data ?? {};
    expect([key, id]).toEqual([expect.stringMatching(/^svc_mk_live_/), offered.id]);
    expect(code(await as(key, "GET", keysUrl(merchantId)))).toBe("200");
    for (const wrong of [token, `${token}x`, "svc_claim_", "x"]) {
      expect(code(await claim(wrong))).toBe("404 API_KEY_CLAIM_INVALID");
    }
    const late = await newMerchant();
    const link = tokenOf(await data(hand(late, "LIVE")));
    app.clock.advance(CLAIM_LIFE_MS);
    expect(code(await claim(link))).toBe("404 API_KEY_CLAIM_INVALID");
    first = (await app.operator()).token;
    second = (await app.operator("second")).token;
  });

  it("a new link in place of one that nobody has used, which then opens nothing", async () => {
    const merchantId = await newMerchant();
    const old = tokenOf(await data(hand(merchantId, "LIVE")));
    const fresh = tokenOf(await data(hand(merchantId, "LIVE")));
    expect(code(await claim(old))).toBe("404 API_KEY_CLAIM_INVALID");
    expect(code(await claim(fresh))).toBe("200");
    expect(code(await hand(merchantId, "LIVE"))).toBe("409 MERCHANT_HAS_API_KEYS");
  });
});

describe("the owner's key", () => {
  it("moves nothing itself, and makes keys that do; those give no more than they have", async () => {
    const merchantId = await newMerchant();
    const { key: owner } = await data(hand(merchantId, "SANDBOX"));
    expect(code(await as(owner, "GET", "/payments/wallets"))).toBe("403 INSUFFICIENT_PERMISSIONS");
    const permissions = ["merchant.apikeys.manage", "merchant.payouts.read"];
    const shop = await data(as(owner, "POST", keysUrl(merchantId), { name: "Shop", permissions }));
    expect(shop).toMatchObject({ owner: false, permissions });
    expect(code(await as(shop.key, "GET", "/payments/payouts"))).toBe("200");
    const wider = { name: "Wider", permissions: ["merchant.payouts.manage"] };
    expect(code(await as(shop.key, "POST", keysUrl(merchantId), wider))).toBe("403 INSUFFICIENT_PERMISSIONS");
  });

  it("passes what it may give to its successor, and is rolled by no key with less", async () => {
    const merchantId = await newMerchant();
    const { key: owner, id } = await data(hand(merchantId, "SANDBOX"));
    const permissions = narrow;
    const alike = await data(as(owner, "POST", keysUrl(merchantId), { name: "Alike", permissions }));
    const roll = `${keysUrl(merchantId)}/${id}/roll`;
    expect(code(await as(alike.key, "POST", roll, { overlapHours: 0 }))).toBe("403 INSUFFICIENT_PERMISSIONS");
    const successor = await data(as(owner, "POST", roll, { overlapHours: 0 }));
    expect(successor).toMatchObject({ owner: true, permissions });
    const made = as(successor.key, "POST", keysUrl(merchantId), {
      name: "Pay",
      permissions: ["merchant.payouts.manage"],
    });
    expect((await data(made)).permissions).toEqual(["merchant.payouts.manage"]);
  });
});

describe("a merchant's keys", () => {
  const eventsOf = async (merchantId: string, mode: Mode) =>
    app.owner.query<{ type: string; sequence: number; payload: string }>({
      text: `select e.type, e.sequence, e.payload from events e join merchant_numbers n using (merchant_no)
              where n.merchant_id = $1 and n.mode = $2 and e.type like 'api_key.%' order by e.sequence`,
      values: [merchantId, mode],
    });

  it("are listed and revoked by an operator, at once, and the merchant is told of both", async () => {
    const merchantId = await newMerchant();
    const { key, id } = await data(hand(merchantId, "SANDBOX"));
    const list = () => data(as(first, "GET", `/tenant/merchants/${merchantId}/api-keys`));
    expect(await list()).toMatchObject([{ id, status: "ACTIVE", mode: "SANDBOX" }]);
    expect(JSON.stringify(await list())).not.toContain(key);
    const revoked = await data(revoke(merchantId, id, "SANDBOX"));
    expect(revoked).toMatchObject({ id, status: "REVOKED" });
    expect(code(await as(key, "GET", keysUrl(merchantId)))).toBe("401 Invalid API key");
    expect(await data(revoke(merchantId, id, "SANDBOX"))).toEqual(revoked);
    const events = await eventsOf(merchantId, "SANDBOX");
    expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      "1 api_key.created_by_operator",
      "2 api_key.revoked_by_operator",
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
    const audit = await data(as(first, "GET", `/tenant/audit?subject=${id}`));
    expect(audit.map(({ action, after }: Answer["body"]) => [action, after])).toEqual([
      ["api_key.revoked", "Fuite"],
      ["api_key.created", narrow.join(" ")],
    ]);
  });

  it("are nobody's business without the permission, and of another mode are not found", async () => {
    const merchantId = await newMerchant();
    const { id } = await data(hand(merchantId, "SANDBOX"));
    const reader = await joinOperator(app, {
      email: "reads@example.com",
      permissions: ["tenant.merchants.read"],
      by: first,
    });
    expect(code(await as(reader.token, "GET", `/tenant/merchants/${merchantId}/api-keys`))).toBe("200");
    expect(code(await revoke(merchantId, id, "SANDBOX", reader.token))).toBe("403 INSUFFICIENT_PERMISSIONS");
    expect(code(await revoke(merchantId, id, "LIVE"))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await revoke(await newMerchant(), id, "SANDBOX"))).toBe("404 RESOURCE_NOT_FOUND");
  });

  it("are not taken over in live mode by one operator, who revokes them and hands over another", async () => {
    const merchantId = await newMerchant();
    const offered = await data(hand(merchantId, "LIVE"));
    const { key } = await data(claim(tokenOf(offered)));
    await data(revoke(merchantId, offered.id, "LIVE"));
    expect(code(await as(key, "GET", keysUrl(merchantId)))).toBe("401 Invalid API key");
    const alone = await hand(merchantId, "LIVE");
    expect([code(alone), alone.body.error.details.reason]).toEqual([
      "403 FOUR_EYES_REQUIRED",
      "SAME_ACCOUNT",
    ]);
    const puppet = await joinOperator(app, {
      email: "puppet.keys@example.com",
      permissions: ["tenant.merchants.manage"],
      by: first,
    });
    const made = await hand(merchantId, "LIVE", narrow, puppet.token);
    expect([code(made), made.body.error.details.reason]).toEqual(["403 FOUR_EYES_REQUIRED", "COMMON_ORIGIN"]);
    expect(code(await hand(merchantId, "LIVE", narrow, second))).toBe("201");
    expect(await eventsOf(merchantId, "LIVE")).toHaveLength(3);
  });
});
