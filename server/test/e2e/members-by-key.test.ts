import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allPermissions } from "../../src/http/permissions.ts";
import { createKey } from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { linkTokenTo, mailsTo } from "../harness/mails.ts";
import { addOne } from "../harness/people.ts";

/** What a merchant's server does with its people by an API key. What people do themselves: members.test.ts. */
let test: TestApp;
let team: string;
let invitations: string;
let number = 0;

beforeAll(async () => {
  test = await startTestApp();
  team = `/merchant/merchants/${test.merchantId}/members`;
  invitations = `/merchant/merchants/${test.merchantId}/invitations`;
}, 60_000);
afterAll(() => test?.stop());

const DAY_MS = 86_400_000;
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const ask = (method: string, path: string, body?: unknown, apiKey = test.apiKey) =>
  test.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
const newEmail = (): string => {
  number += 1;
  return `guest-${number}@people.example`;
};
const invite = (body: object, apiKey = test.apiKey) =>
  ask("POST", invitations, { email: newEmail(), sandbox: { role: "VIEWER" }, ...body }, apiKey);
const keyWith = async (permissions: readonly string[]): Promise<string> =>
  (await createKey(test, test.merchantNo, { permissions })).key;

describe("an invitation", () => {
  it("is sent by mail, is listed, and its link is in no answer where mails leave", async () => {
    const email = newEmail();
    const { status, body } = await invite({ email: email.toUpperCase() });
    expect([status, body.data]).toMatchObject([
      201,
      {
        object: "member_invitation",
        email,
        status: "OPEN",
        live: null,
        sandbox: { role: "VIEWER", narrowed: false },
        url: null,
        expiresAt: new Date(test.clock.nowMs() + 7 * DAY_MS).toISOString(),
      },
    ]);
    const token = await linkTokenTo(test, email, "/invite");
    expect(token).toMatch(/^svc_join_[\w-]{43}$/);
    const listed = await ask("GET", invitations);
    expect(listed.body.data[0]).toMatchObject({ id: body.data.id, email });
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const stored = await test.owner.query({ text: "select * from member_invitations" });
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("of the same address takes the place of the one before, and a renewed one of its link", async () => {
    const email = newEmail();
    const first = (await invite({ email })).body.data;
    const second = (await invite({ email, sandbox: { role: "SUPPORT" } })).body.data;
    const listed = (await ask("GET", invitations)).body.data.filter(
      (one: { email: string }) => one.email === email,
    );
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(code(await ask("POST", `${invitations}/${first.id}/renew`))).toBe("409 INVITATION_ENDED");
    const before = await linkTokenTo(test, email, "/invite");
    test.clock.advance(8 * DAY_MS);
    expect((await ask("GET", invitations)).body.data[0].status).toBe("EXPIRED");
    const renewed = await ask("POST", `${invitations}/${second.id}/renew`);
    expect([renewed.status, renewed.body.data.status]).toEqual([200, "OPEN"]);
    expect(await linkTokenTo(test, email, "/invite")).not.toBe(before);
    expect((await mailsTo(test, email)).length).toBe(3);
  });

  it("that is taken back is gone, and stays so", async () => {
    const { id } = (await invite({})).body.data;
    const gone = await ask("DELETE", `${invitations}/${id}`);
    expect([gone.status, gone.body.data.status]).toEqual([200, "REVOKED"]);
    expect(code(await ask("DELETE", `${invitations}/${id}`))).toBe("409 INVITATION_ENDED");
    expect(code(await ask("DELETE", `${invitations}/inv_${"0".repeat(26)}`))).toBe("404 RESOURCE_NOT_FOUND");
  });

  it.each([
    [{ sandbox: null }, "live"],
    [{ sandbox: { role: "OWNER" } }, "live"],
    [{ sandbox: { role: "BOSS" } }, "sandbox.role"],
    [{ sandbox: { role: "VIEWER", permissions: ["merchant.payouts.manage"] } }, "sandbox.permissions"],
    [{ email: "nobody" }, "email"],
    [
      {
        refundLimits: [
          { currency: "XOF", amount: "1" },
          { currency: "XOF", amount: "2" },
        ],
      },
      "refundLimits.1.currency",
    ],
  ])("%j is refused, naming the field", async (body, path) => {
    const answer = await invite(body);
    expect([code(answer), answer.body.error.details.fields[0].path]).toEqual(["400 VALIDATION_ERROR", path]);
  });

  it("gives no more than the key has: not its permissions, not its mode, and never the ownership", async () => {
    const key = await keyWith(["merchant.team.manage", "merchant.links.read"]);
    const refused = await invite({ sandbox: { role: "VIEWER" } }, key);
    expect([code(refused), refused.body.error.details.exceeds[0]]).toEqual([
      "403 MEMBER_EXCEEDS_INVITER",
      "SANDBOX merchant.checkout.read",
    ]);
    const narrow = { role: "VIEWER", permissions: ["merchant.links.read"] };
    expect(code(await invite({ sandbox: narrow }, key))).toBe("201");
    const all = await keyWith(allPermissions);
    expect(code(await invite({ live: { role: "VIEWER" }, sandbox: null }, all))).toBe(
      "403 MEMBER_EXCEEDS_INVITER",
    );
    const both = { live: { role: "OWNER" }, sandbox: { role: "OWNER" } };
    expect(code(await invite(both, all))).toBe("403 OWNER_ONLY");
  });

  it("that gives more than the key has cannot be renewed, replaced or taken back by it", async () => {
    const email = newEmail();
    const { id } = (await invite({ email, sandbox: { role: "APPROVER" } })).body.data;
    const key = await keyWith(["merchant.team.manage", "merchant.links.read"]);
    const narrow = { role: "VIEWER", permissions: ["merchant.links.read"] };
    expect(code(await invite({ email, sandbox: narrow }, key))).toBe("403 MEMBER_EXCEEDS_CALLER");
    expect(code(await ask("POST", `${invitations}/${id}/renew`, undefined, key))).toBe(
      "403 MEMBER_EXCEEDS_INVITER",
    );
    expect(code(await ask("DELETE", `${invitations}/${id}`, undefined, key))).toBe(
      "403 MEMBER_EXCEEDS_CALLER",
    );
    expect(code(await ask("POST", `${invitations}/${id}/renew`))).toBe("200");
  });

  it("repeated under its Idempotency-Key is one invitation", async () => {
    const options = {
      headers: { "idempotency-key": "invite-once" },
      body: { email: newEmail(), sandbox: { role: "VIEWER" } },
    };
    const first = await test.request("POST", invitations, options);
    const again = await test.request("POST", invitations, options);
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(await mailsTo(test, options.body.email)).toHaveLength(1);
  });
});

describe("a member", () => {
  it("is listed and read, with what it may do in each mode", async () => {
    const { id } = await addOne(test, "DEVELOPER");
    const { body } = await ask("GET", `${team}/${id}`);
    expect(body.data).toMatchObject({
      object: "member",
      id,
      status: "ACTIVE",
      secondFactor: false,
      invitedBy: null,
      live: { role: "DEVELOPER", narrowed: false },
    });
    expect(body.data.live.permissions).not.toContain("merchant.links.manage");
    expect(body.data.sandbox.permissions).toContain("merchant.links.manage");
    const listed = await ask("GET", team);
    expect(listed.body.data.map((one: { id: string }) => one.id)).toContain(id);
  });

  it("is changed and removed, with audit entries, and a later invitation lets it return", async () => {
    const { id, email } = await addOne(test, "VIEWER");
    const key = await keyWith(allPermissions);
    const changed = await ask("PATCH", `${team}/${id}`, { live: null, sandbox: { role: "SUPPORT" } }, key);
    expect(code(changed)).toBe("403 MEMBER_EXCEEDS_CALLER");
    await test.owner.query({
      text: "update members set live_role = null where person_id = (select id from persons where email = $1)",
      values: [email],
    });
    const again = await ask("PATCH", `${team}/${id}`, { sandbox: { role: "SUPPORT" } }, key);
    expect([again.status, again.body.data.sandbox.role, again.body.data.version]).toEqual([
      200,
      "SUPPORT",
      2,
    ]);
    expect(code(await invite({ email }))).toBe("409 MEMBER_EXISTS");
    expect(code(await ask("DELETE", `${team}/${id}`))).toBe("200");
    expect(code(await ask("GET", `${team}/${id}`))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await ask("DELETE", `${team}/${id}`))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await invite({ email }))).toBe("201");
    const { token } = await test.operator();
    const audit = await ask("GET", `/tenant/audit?subject=${id}`, undefined, token);
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual([
      "member.removed",
      "member.changed",
    ]);
  });

  it("who is an owner is out of a key's reach", async () => {
    const { id } = await addOne(test, "OWNER");
    const key = await keyWith(allPermissions);
    expect(code(await ask("PATCH", `${team}/${id}`, { refundLimits: [] }, key))).toBe("403 OWNER_ONLY");
    expect(code(await ask("DELETE", `${team}/${id}`, undefined, key))).toBe("403 OWNER_ONLY");
  });
});
