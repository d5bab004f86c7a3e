import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordOrigin } from "../../src/db/origins.ts";
import type { Id } from "../../src/kit/ids.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { memberRoles, permissionsOfRole } from "../../src/modules/members/roles.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { linkTokenTo } from "../harness/mails.ts";
import {
  addMember,
  addOne,
  addPerson,
  addSecondFactor,
  callAs,
  fullTerms,
  openLogIn,
  type TestPerson,
} from "../harness/people.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Persons who call with the cookie of their log-in: the checks, in their order, and what they may do. */
let test: TestApp;
let owner: TestPerson;
let cookie: string;

beforeAll(async () => {
  test = await startTestApp();
  owner = await addOne(test, "OWNER");
  cookie = await openLogIn(test, owner);
}, 60_000);
afterAll(() => test?.stop());

const MINUTE_MS = 60_000;
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const as = async (person: TestPerson, mode = "SANDBOX") =>
  callAs(test, await openLogIn(test, person), { mode });

describe("a cookie", () => {
  it("opens the merchant's operations for the person, at the merchant and in the mode of the headers", async () => {
    const me = callAs(test, cookie);
    expect(code(await me("GET", "/payments/wallets"))).toBe("200");
    const live = await callAs(test, cookie, { mode: "LIVE" })("GET", "/payments/wallets");
    expect([code(live), live.body.data.every((one: { mode: string }) => one.mode === "LIVE")]).toEqual([
      "200",
      true,
    ]);
  });

  it.each([
    ["no merchant", { "cauris-merchant": "" }, "400 VALIDATION_ERROR"],
    ["no UUID", { "cauris-merchant": "me" }, "400 VALIDATION_ERROR"],
    ["another mode", { "cauris-mode": "live" }, "400 VALIDATION_ERROR"],
    [
      "a merchant of somebody else",
      { "cauris-merchant": "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" },
      "403 INVALID_MERCHANT_SCOPE",
    ],
  ])("with %s in the headers is refused", async (_name, headers, expected) => {
    expect(code(await callAs(test, cookie)("GET", "/payments/wallets", undefined, headers))).toBe(expected);
  });

  it("does not reach another merchant in the path, not even one that the person works for", async () => {
    const { token } = await test.operator();
    const made = await test.request("POST", "/tenant/merchants", {
      apiKey: token,
      body: { displayName: "Autre", countryCode: "CI" },
    });
    const other = made.body.data.id;
    const path = `/merchant/merchants/${other}/members`;
    expect(code(await callAs(test, cookie)("GET", path))).toBe("403 INVALID_MERCHANT_SCOPE");
    await addMember(test, owner, fullTerms("OWNER"), other);
    expect(code(await callAs(test, cookie)("GET", path))).toBe("403 INVALID_MERCHANT_SCOPE");
    expect(code(await callAs(test, cookie, { merchantId: other })("GET", path))).toBe("200");
  });

  it("never adds to an Authorization header, which decides alone", async () => {
    const reader = callAs(test, cookie);
    const wrong = await reader("GET", "/payments/wallets", undefined, { authorization: "Bearer nothing" });
    expect(code(wrong)).toBe("401 Invalid API key");
    const byKey = await reader("GET", "/payments/wallets", undefined, {
      authorization: `Bearer ${test.apiKey}`,
      "cauris-mode": "LIVE",
    });
    expect(byKey.body.data[0].mode).toBe("SANDBOX");
  });

  it.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from a sister site", { "sec-fetch-site": "same-site" }],
    ["without our header", { "cauris-request": "" }],
  ])("changes nothing %s", async (_name, headers) => {
    const body = { amount: "5000", currency: "XOF", title: "a" };
    const refused = await callAs(test, cookie)("POST", "/checkout/sessions", body, headers);
    expect(code(refused)).toBe("403 FOREIGN_REQUEST");
    const form = await callAs(test, cookie)("POST", "/checkout/sessions", body, {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(code(form)).toBe("415 UNSUPPORTED_MEDIA_TYPE");
  });

  it("that has ended, or whose person is disabled or removed, opens nothing from then on", async () => {
    const person = await addOne(test, "VIEWER");
    const reader = await as(person);
    expect(code(await reader("GET", "/payments/wallets"))).toBe("200");
    expect(
      code(
        await callAs(test, cookie)("DELETE", `/merchant/merchants/${test.merchantId}/members/${person.id}`),
      ),
    ).toBe("200");
    expect(code(await reader("GET", "/payments/wallets"))).toBe("403 INVALID_MERCHANT_SCOPE");
    const second = await addOne(test, "VIEWER");
    const seen = await as(second);
    await test.owner.query({
      text: "update persons set status = 'DISABLED' where id = $1",
      values: [second.personId],
    });
    expect(code(await seen("GET", "/payments/wallets"))).toBe("401 LOG_IN_REQUIRED");
    const third = await addOne(test, "VIEWER");
    const ended = await as(third);
    expect(code(await ended("POST", "/auth/merchant/log-out", {}))).toBe("200");
    expect(code(await ended("GET", "/payments/wallets"))).toBe("401 LOG_IN_REQUIRED");
  });

  it("of an operator is none of a person, and the other way round", async () => {
    const foreign = cookie.replace("cauris-merchant", "cauris-console");
    expect(code(await callAs(test, foreign)("GET", "/payments/wallets"))).toBe("401 Invalid API key");
    expect(code(await callAs(test, foreign)("GET", "/tenant/me"))).toBe("401 LOG_IN_REQUIRED");
    expect(code(await callAs(test, cookie)("GET", "/tenant/me"))).toBe("401 INVALID_OPERATOR_TOKEN");
  });
});

describe("each role", () => {
  const probes = [
    ["GET", "/payments/wallets", "merchant.wallets.read"],
    ["GET", "/payments/charges", "merchant.charges.read"],
    ["GET", "/payments/payouts", "merchant.payouts.read"],
    ["GET", "/payments/beneficiaries", "merchant.beneficiaries.read"],
    ["GET", "/payments/links", "merchant.links.read"],
    ["GET", "/merchant/merchants/:merchantId/events", "merchant.events.read"],
  ] as const;
  it.each(memberRoles)("%s reads what it may, in both modes", async (role) => {
    const person = await addOne(test, role);
    for (const mode of ["SANDBOX", "LIVE"] as const) {
      const call = await as(person, mode);
      const held = permissionsOfRole(role, mode);
      for (const [method, path, permission] of probes) {
        const may = held.includes(permission) || held.includes(permission.replace("read", "manage") as never);
        const answer = await call(method, path.replace(":merchantId", test.merchantId));
        expect(code(answer), `${mode} ${path}`).toBe(may ? "200" : "403 INSUFFICIENT_PERMISSIONS");
      }
    }
  });

  it("is one of its mode: without a role there, nothing opens", async () => {
    const person = await addPerson(test, "Sandbox");
    await addMember(test, person, { ...fullTerms("VIEWER"), LIVE: null });
    const refused = await (await as(person, "LIVE"))("GET", "/payments/wallets");
    expect([code(refused), refused.body.error.details.mode]).toEqual(["403 NO_ROLE_IN_MODE", "LIVE"]);
  });

  it("waits in live mode with what moves money until a second factor is there", async () => {
    const person = await addOne(test, "ACCOUNTANT");
    const live = await as(person, "LIVE");
    const body = { name: "Awa", type: "MOBILE_MONEY", details: { phone: "+2250500000789" }, currency: "XOF" };
    expect(code(await live("GET", "/payments/beneficiaries"))).toBe("200");
    expect(code(await live("POST", "/payments/beneficiaries", body))).toBe(
      "403 SECOND_FACTOR_ENROLMENT_REQUIRED",
    );
    await addSecondFactor(test, person);
    const answer = code(await live("POST", "/payments/beneficiaries", body));
    expect(answer).not.toMatch(/SECOND_FACTOR|INSUFFICIENT/);
  });
});

describe("a proof of presence", () => {
  it("is asked of persons once five minutes have passed, names the ways, and is not asked of keys", async () => {
    const person = await addOne(test, "OWNER");
    const call = await as(person);
    const path = `/merchant/merchants/${test.merchantId}/invitations`;
    const body = (name: string) => ({ email: `${name}@people.example`, sandbox: { role: "VIEWER" } });
    expect(code(await call("POST", path, body("first")))).toBe("201");
    test.clock.advance(5 * MINUTE_MS);
    const refused = await call("POST", path, body("second"));
    expect([code(refused), refused.body.error.details.methods]).toEqual(["403 STEP_UP_REQUIRED", []]);
    await addSecondFactor(test, person);
    const again = await call("POST", path, body("second"));
    expect(again.body.error.details.methods).toEqual(["totp"]);
    expect(code(await call("GET", path))).toBe("200");
    expect(code(await test.request("POST", path, { body: body("third") }))).toBe("201");
  });

  it("is asked for keys of live mode, and not for those of the sandbox", async () => {
    const person = await addOne(test, "DEVELOPER");
    const path = `/merchant/merchants/${test.merchantId}/api-keys`;
    const sandbox = await as(person);
    const live = await as(person, "LIVE");
    test.clock.advance(5 * MINUTE_MS);
    const body = { name: "Mine", permissions: ["merchant.links.read"] };
    expect(code(await sandbox("POST", path, body))).toBe("201");
    expect(code(await live("POST", path, body))).toBe("403 STEP_UP_REQUIRED");
  });
});

describe("an operator's cookie", () => {
  it("opens the paths of operators, and asks for a proof of presence where a token does not", async () => {
    const { token, email } = await test.operator();
    const secret = `svc_wop_${"o".repeat(43)}`;
    await test.owner.query({
      text: `insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, created_at, last_seen_at,
               stepped_up_at, expires_at)
             select gen_random_uuid(), sha256(convert_to($1, 'UTF8')), 'operator', id, 'COOKIE', '127.0.0.1', $3, $3, $3,
               $3::timestamptz + interval '10 hours' from operators where email = $2`,
      values: [secret, email, new Date(test.clock.nowMs())],
    });
    const call = callAs(test, `cauris-console=${secret}`);
    expect((await call("GET", "/tenant/me")).body.data.email).toBe(email);
    const made = await call("POST", "/tenant/merchants", {
      displayName: "Par la console",
      countryCode: "CI",
    });
    expect(code(made)).toBe("201");
    const path = `/tenant/merchants/${made.body.data.id}/owner-invitation`;
    expect(code(await call("POST", path, { email: "a@people.example" }))).toBe("201");
    test.clock.advance(5 * MINUTE_MS);
    expect(code(await call("POST", path, { email: "b@people.example" }))).toBe("403 STEP_UP_REQUIRED");
    const byToken = await test.request("POST", path, { apiKey: token, body: { email: "c@people.example" } });
    expect(code(byToken)).toBe("201");
    const foreign = await call(
      "POST",
      path,
      { email: "d@people.example" },
      { "sec-fetch-site": "cross-site" },
    );
    expect(code(foreign)).toBe("403 FOREIGN_REQUEST");
  });
});

describe("a refund", () => {
  const askRefund = async (person: TestPerson, chargeId: string, amount: string, key: string) =>
    (await as(person))(
      "POST",
      `/payments/charges/${chargeId}/refunds`,
      { amount },
      { "idempotency-key": key },
    );

  it("by SUPPORT ends at the limit, counted for the whole charge; others prove to be present above theirs", async () => {
    const payer = createPayer(test);
    const session = await payer.newSession({ amount: "5000" });
    await payer.complete(session.id, mtn("789"));
    await test.advance(6_000);
    const [charge] = (await test.request("GET", `/payments/charges?sessionId=${session.id}`)).body.data;
    const support = await addPerson(test, "Clerk");
    const refundLimits = { XOF: 1_000n };
    await addMember(test, support, { ...fullTerms("SUPPORT"), refundLimits });
    expect(code(await askRefund(support, charge.id, "600", "clerk-1"))).toBe("201");
    const above = await askRefund(support, charge.id, "401", "clerk-2");
    expect([code(above), above.body.error.details.limit]).toEqual(["403 REFUND_ABOVE_LIMIT", "1000"]);
    expect(code(await askRefund(support, charge.id, "400", "clerk-3"))).toBe("201");
    const accountant = await addPerson(test, "Accountant");
    await addMember(test, accountant, { ...fullTerms("ACCOUNTANT"), refundLimits });
    await addSecondFactor(test, accountant);
    const call = await as(accountant);
    test.clock.advance(5 * MINUTE_MS);
    const path = `/payments/charges/${charge.id}/refunds`;
    const late = await call("POST", path, { amount: "1" }, { "idempotency-key": "late" });
    expect([code(late), late.body.error.details.methods]).toEqual(["403 STEP_UP_REQUIRED", ["totp"]]);
    expect(code(await askRefund(accountant, charge.id, "1", "fresh"))).toBe("201");
    const byKey = { headers: { "idempotency-key": "by-key" }, body: { amount: "1" } };
    expect(code(await test.request("POST", path, byKey))).toBe("201");
  });
});

describe("a person as an actor", () => {
  it("makes keys with no more than it has, and is in the audit log", async () => {
    const person = await addOne(test, "DEVELOPER");
    const live = await as(person, "LIVE");
    const path = `/merchant/merchants/${test.merchantId}/api-keys`;
    const refused = await live("POST", path, { name: "Money", permissions: ["merchant.payouts.manage"] });
    expect([code(refused), refused.body.error.details.required]).toEqual([
      "403 INSUFFICIENT_PERMISSIONS",
      "merchant.payouts.manage",
    ]);
    const made = await live("POST", path, { name: "Links", permissions: ["merchant.links.read"] });
    expect([code(made), made.body.data.mode]).toEqual(["201", "LIVE"]);
    const { token } = await test.operator();
    const audit = await test.request("GET", `/tenant/audit?subject=${made.body.data.id}`, { apiKey: token });
    expect(audit.body.data[0]).toMatchObject({ action: "api_key.created", actor: person.id });
  });

  it("cannot approve its own payout: not with a key that it made, and not as one of whom it was invited", async () => {
    const person = await addOne(test, "OWNER");
    const other = await addOne(test, "OWNER");
    const invited = await addOne(test, "OWNER");
    await test.db.transaction((tx) =>
      recordOrigin(
        tx,
        { kind: "person", id: invited.personId },
        { kind: "person", id: person.personId },
        "created",
        test.clock.nowMs(),
      ),
    );
    const call = await as(person);
    const wallets = await call("GET", "/payments/wallets");
    const wallet = wallets.body.data.find((one: { currency: string }) => one.currency === "XOF");
    const walletId = parsePublicId("wallet", wallet.id) as Id<"wallet">;
    await test.owner.query({
      text: "update wallets set available = 1000000, payout_approval_above = 1 where id = $1",
      values: [walletId],
    });
    const details = { phone: "+2250500000789", operator: "MTN" };
    const beneficiary = await call("POST", "/payments/beneficiaries", {
      name: "Awa Koné",
      type: "MOBILE_MONEY",
      details,
      currency: "XOF",
    });
    expect(code(beneficiary)).toBe("201");
    const payout = await call(
      "POST",
      "/payments/payouts",
      { walletId: wallet.id, beneficiaryId: beneficiary.body.data.id, amount: "5000" },
      { "idempotency-key": "payout-by-person" },
    );
    expect([code(payout), payout.body.data?.status, payout.body.data?.createdBy]).toEqual([
      "201",
      "PENDING_APPROVAL",
      person.id,
    ]);
    const path = `/payments/payouts/${payout.body.data.id}/approve`;
    const refusal = "409 PAYOUT_NEEDS_ANOTHER_APPROVER";
    expect(code(await call("POST", path, {}))).toBe(refusal);
    const key = await call("POST", `/merchant/merchants/${test.merchantId}/api-keys`, {
      name: "Mine",
      permissions: ["merchant.payouts.approve"],
    });
    expect(code(await test.request("POST", path, { apiKey: key.body.data.key, body: {} }))).toBe(refusal);
    expect(code(await (await as(invited))("POST", path, {}))).toBe(refusal);
    const approved = await (await as(other))("POST", path, {});
    expect([code(approved), approved.body.data.approvedBy]).toEqual(["200", other.id]);
  });

  it("repeats its own creation, and not that of a colleague who chose the same Idempotency-Key", async () => {
    const body = { amount: "5000", currency: "XOF", title: "Cotisation" };
    const headers = { "idempotency-key": "the same for two" };
    const one = await as(await addOne(test, "OWNER"));
    const two = await as(await addOne(test, "OWNER"));
    const first = await one("POST", "/payments/links", body, headers);
    const again = await one("POST", "/payments/links", body, headers);
    const theirs = await two("POST", "/payments/links", body, headers);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect([code(theirs), theirs.body.data.id === first.body.data.id]).toEqual(["201", false]);
  });
});

describe("an invitation", () => {
  const invite = async (email: string) => {
    const path = `/merchant/merchants/${test.merchantId}/invitations`;
    const body = { email, sandbox: { role: "SUPPORT" }, refundLimits: [{ currency: "XOF", amount: "5" }] };
    const call = await as(owner);
    expect(code(await call("POST", path, body))).toBe("201");
    return linkTokenTo(test, email, "/invite");
  };
  const page = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    test.request("POST", `/auth/merchant/invitations/${path}`, {
      apiKey: null,
      body,
      headers: { "sec-fetch-site": "same-origin", "cauris-request": "1", ...headers },
    });

  it("is read without being used, and joins a new person, once", async () => {
    const token = await invite("nouveau@people.example");
    expect((await page("read", { token })).body.data).toMatchObject({
      email: "nouveau@people.example",
      hasAccount: false,
    });
    const password = "quatre mots bien choisis";
    expect(code(await page("accept", { token, password }))).toBe("400 VALIDATION_ERROR");
    expect(code(await page("accept", { token, name: "Awa", password: "short" }))).toBe(
      "400 VALIDATION_ERROR",
    );
    const joined = await page("accept", { token, name: "Awa Diop", password });
    expect(code(joined)).toBe("200");
    const own = joined.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(code(await callAs(test, own)("GET", "/payments/charges"))).toBe("200");
    expect(code(await page("accept", { token, name: "Awa Diop", password }))).toBe("404 INVITATION_INVALID");
    const [origin] = await test.owner.query<{ maker: string }>({
      text: `select o.maker_id as maker from actor_origins o join persons p on p.id = o.made_id where p.email = $1`,
      values: ["nouveau@people.example"],
    });
    expect(origin?.maker).toBe(owner.personId);
  });

  it("joins somebody who is logged in with that address, and nobody else", async () => {
    const person = await addPerson(test, "Known");
    const token = await invite(person.email);
    const join = async (who: TestPerson) => page("join", { token }, { cookie: await openLogIn(test, who) });
    expect(code(await join(await addPerson(test, "Other")))).toBe("403 INVITATION_OF_ANOTHER");
    expect((await page("read", { token })).body.data.hasAccount).toBe(true);
    expect(code(await page("accept", { token, password: "not the password" }))).toBe(
      "401 INVALID_CREDENTIALS",
    );
    const joined = await join(person);
    expect([code(joined), joined.body.data.sandbox.role]).toEqual(["200", "SUPPORT"]);
    expect(code(await join(person))).toBe("404 INVITATION_INVALID");
  });

  it("that is out of date opens nothing", async () => {
    const token = await invite("late@people.example");
    test.clock.advance(7 * 24 * 60 * MINUTE_MS);
    expect(code(await page("read", { token }))).toBe("404 INVITATION_INVALID");
    expect(code(await page("read", { token: "svc_join_x" }))).toBe("404 INVITATION_INVALID");
  });
});

it("asks for a proof of presence before the account changes where live money goes, and for nothing else of a dossier", async () => {
  const person = await addOne(test, "OWNER");
  const settlementAccount = {
    type: "MOBILE_MONEY",
    accountHolder: "Maison Akwaba",
    currency: "XOF",
    phone: "+2250700000789",
  };
  const [live, sandbox] = [await as(person, "LIVE"), await as(person)];
  const patch = async (call: typeof live, body: object) =>
    code(await call("PATCH", "/merchant-owner/onboarding", body));
  const fresh = await patch(live, { settlementAccount });
  test.clock.advance(5 * MINUTE_MS);
  expect(fresh).not.toContain("STEP_UP");
  expect(await patch(live, { settlementAccount })).toBe("403 STEP_UP_REQUIRED");
  expect(await patch(live, { taxId: "CI-1" })).toBe(fresh);
  expect(await patch(sandbox, { settlementAccount })).not.toContain("STEP_UP");
});
