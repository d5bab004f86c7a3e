import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { haveCommonOrigin } from "../../src/db/origins.ts";
import type { Id } from "../../src/kit/ids.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
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

/** Somebody has lost the second factor and the recovery codes: another owner, or two operators, send a link. */
const MINUTE_MS = 60_000;
let test: TestApp;
let owner: TestPerson;
let first: string;
let second: string;

beforeAll(async () => {
  test = await startTestApp();
  owner = await addOne(test, "OWNER");
  first = (await test.operator()).token;
  second = (await test.operator("second")).token;
}, 60_000);
afterAll(() => test?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const recover = async (by: TestPerson, whom: TestPerson, merchantId = test.merchantId) =>
  callAs(test, await openLogIn(test, by))(
    "POST",
    `/auth/merchant/merchants/${merchantId}/members/${whom.id}/recovery`,
  );
const recoveries = async ({ email }: TestPerson) =>
  (await mailsTo(test, email)).filter(({ kind }) => kind === "ACCOUNT_RECOVERY");
const hasFactor = async ({ personId }: TestPerson): Promise<boolean> =>
  (await test.owner.query({ text: "select from second_factors where account_id = $1", values: [personId] }))
    .length === 1;
const open = (link: string) =>
  fetch(link, {
    method: "POST",
    body: new URLSearchParams({ password: "un mot de passe tout neuf et long" }),
    headers: { "sec-fetch-site": "same-origin" },
  });
const lost = async (role: "OWNER" | "ACCOUNTANT" = "ACCOUNTANT") => {
  const person = await addOne(test, role);
  await addSecondFactor(test, person);
  return person;
};

describe("by another owner", () => {
  it("the link goes to the holder alone, and takes the second factor away once it is used", async () => {
    const person = await lost("OWNER");
    const answer = await recover(owner, person);
    expect(code(answer)).toBe("201");
    expect(answer.body.data).toEqual({
      object: "account_recovery",
      memberId: person.id,
      merchantId: test.merchantId,
      expiresAt: new Date(test.clock.nowMs() + 72 * 60 * MINUTE_MS).toISOString(),
    });
    const [mail] = await recoveries(person);
    expect(mail?.text).toContain("OWNER vous envoie ce lien");
    expect(JSON.stringify(answer.body)).not.toContain(mail?.token ?? "?");
    expect(await hasFactor(person)).toBe(true);
    expect((await open(mail?.link ?? "")).status).toBe(200);
    expect(await hasFactor(person)).toBe(false);
    const [holder, issuer] = [person, owner].map(({ personId: id }) => ({ kind: "person", id }) as const);
    if (holder === undefined || issuer === undefined) throw new Error("there are two");
    expect(await haveCommonOrigin(test.db, holder, issuer, test.clock.nowMs())).toBe(true);
    const audit = await test.request(
      "GET",
      `/tenant/audit?subject=${person.id}&action=member.recovery_sent`,
      {
        apiKey: first,
      },
    );
    expect(audit.body.data).toMatchObject([{ actor: owner.id, after: test.merchantId }]);
  });

  it.each(["ADMINISTRATOR", "DEVELOPER", "VIEWER"] as const)("is refused to %s", async (role) => {
    const person = await lost();
    expect(code(await recover(await addOne(test, role), person))).toBe("403 RECOVERY_BY_OTHERS");
    expect(await recoveries(person)).toEqual([]);
  });

  it("is refused for one's own account, somebody unknown, and people of other merchants", async () => {
    expect(code(await recover(owner, owner))).toBe("403 RECOVERY_BY_OTHERS");
    const nobody = { ...owner, id: `usr_7${"z".repeat(24)}0` };
    expect(code(await recover(owner, nobody))).toBe("404 RESOURCE_NOT_FOUND");
    const elsewhere = await addPerson(test, "Yao");
    expect(code(await recover(owner, elsewhere))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await recover(elsewhere, owner))).toBe("403 INVALID_MERCHANT_SCOPE");
    expect(await recoveries(owner)).toEqual([]);
  });

  it("is refused for an account that is disabled", async () => {
    const person = await lost();
    await test.owner.query({
      text: "update persons set status = 'DISABLED' where id = $1",
      values: [person.personId],
    });
    expect(code(await recover(owner, person))).toBe("409 MEMBER_DISABLED");
  });

  it("needs a proof of presence, and a page of ours", async () => {
    const person = await lost();
    const call = callAs(test, await openLogIn(test, owner));
    const path = `/auth/merchant/merchants/${test.merchantId}/members/${person.id}/recovery`;
    expect(code(await call("POST", path, undefined, { "sec-fetch-site": "cross-site" }))).toBe(
      "403 FOREIGN_REQUEST",
    );
    test.clock.advance(5 * MINUTE_MS);
    expect(code(await call("POST", path))).toBe("403 STEP_UP_REQUIRED");
    expect(await recoveries(person)).toEqual([]);
  });

  it("sends a new link in place of the one before", async () => {
    const person = await lost();
    expect(code(await recover(owner, person))).toBe("201");
    expect(code(await recover(owner, person))).toBe("201");
    const [before, after] = await recoveries(person);
    expect((await open(before?.link ?? "")).status).toBe(404);
    expect((await open(after?.link ?? "")).status).toBe(200);
  });
});

describe("by two operators", () => {
  const as = (apiKey: string, method: string, path: string, body?: unknown) =>
    test.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
  const ask = (by: string, { id }: TestPerson, merchantId = test.merchantId) =>
    as(by, "POST", `/tenant/merchants/${merchantId}/members/${id}/recovery`);

  it("one proposes, another confirms, and only then the link is sent", async () => {
    first = (await test.operator()).token;
    second = (await test.operator("second")).token;
    const person = await lost("OWNER");
    const asked = await ask(first, person);
    expect([code(asked), asked.body.data]).toMatchObject([
      "202",
      {
        kind: "RECOVER_PERSON",
        subject: person.id,
        before: { name: "OWNER", merchantId: test.merchantId, secondFactor: true },
        after: { secondFactor: false },
      },
    ]);
    expect(await recoveries(person)).toEqual([]);
    const path = `/tenant/change-requests/${asked.body.data.id}`;
    expect(code(await as(first, "POST", `${path}/confirm`))).toBe("403 FOUR_EYES_REQUIRED");
    expect(code(await as(second, "POST", `${path}/confirm`))).toBe("200");
    const [mail] = await recoveries(person);
    expect((await open(mail?.link ?? "")).status).toBe(200);
    expect(await hasFactor(person)).toBe(false);
  });

  it("is refused for people who do not work there, and for disabled ones", async () => {
    const person = await addPerson(test, "Ama");
    expect(code(await ask(first, person))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await ask(first, owner, "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e"))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
    await addMember(test, person, fullTerms("VIEWER"));
    await test.owner.query({
      text: "update persons set status = 'DISABLED' where id = $1",
      values: [person.personId],
    });
    expect(code(await ask(first, person))).toBe("409 MEMBER_DISABLED");
  });
});

describe("mails as operators see them", () => {
  const read = async (path: string) =>
    (await test.request("GET", `/tenant/mails${path}`, { apiKey: (await test.operator()).token })).body;

  it("show kind, state and codes, and neither reader nor text", async () => {
    const person = await lost();
    await recover(owner, person);
    await test.owner.query({
      text: `update mails set status = 'FAILED', problem = 'RCPT TO 550 5.1.1', attempts = 1, ended_at = $1 where id = (
               select id from mails order by id desc limit 1)`,
      values: [new Date(test.clock.nowMs())],
    });
    const { data, meta } = await read("?status=FAILED");
    expect(data).toMatchObject([
      {
        kind: "ACCOUNT_RECOVERY",
        status: "FAILED",
        attempts: 1,
        problem: "RCPT TO 550 5.1.1",
        nextTryAt: null,
      },
    ]);
    expect(meta.total).toBe(1);
    const all = JSON.stringify(await read(""));
    expect(all).not.toContain("people.example");
    expect(all).not.toContain("svc_inv_");
    expect((await read("/state")).data).toMatchObject({ state: "FAILING", failedLastDay: 1 });
  });

  it("are late after 45 minutes", async () => {
    await test.owner.query({ text: "delete from mails" });
    await recover(owner, await lost());
    expect((await read("/state")).data).toMatchObject({ state: "WORKING", waiting: 1 });
    test.clock.advance(46 * MINUTE_MS);
    const { data } = await read("/state");
    expect(data).toMatchObject({ state: "LATE", waiting: 1 });
    expect(Date.parse(data.waitingSince)).toBeLessThan(test.clock.nowMs() - 45 * MINUTE_MS);
  });

  it("of another tenant are not there, and people without the permission read none", async () => {
    const tenantId = test.app.ids.uuid();
    const id = test.app.ids.next("mail") as Id<"mail">;
    const now = new Date(test.clock.nowMs());
    await test.owner.query({
      text: "insert into tenants (id, name, created_at) values ($1, 'Other', $2)",
      values: [tenantId, now],
    });
    await test.owner.query({
      text: `insert into mails (id, tenant_id, kind, status, content, due_at, created_at, ended_at)
             values ($1, $2, 'PASSWORD_RESET', 'FAILED', '\\x00', $3, $3, $3)`,
      values: [id, tenantId, now],
    });
    const { data } = await read("?status=FAILED");
    expect(data).toEqual([]);
    expect(code(await test.request("GET", "/tenant/mails"))).toBe("401 INVALID_OPERATOR_TOKEN");
  });
});

it("operators read a merchant's people and open invitations, of their own tenant alone", async () => {
  const { token } = await test.operator();
  const read = (path: string) => test.request("GET", `/tenant/merchants/${path}`, { apiKey: token });
  const members = await read(`${test.merchantId}/members`);
  expect(members.body.data[0]).toMatchObject({ id: owner.id, live: { role: "OWNER" } });
  expect(code(await read(`${test.merchantId}/invitations`))).toBe("200");
  const other = await read("019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e/members");
  expect(code(other)).toBe("404 RESOURCE_NOT_FOUND");
});
