import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MerchantId, MerchantNo } from "../../src/kit/ids.ts";
import { createKey } from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { linkTokenTo, mailsTo } from "../harness/mails.ts";
import { addMember, addPerson, fullTerms } from "../harness/people.ts";

/** How an operator takes a merchant in without reading any of its secrets. */
let test: TestApp;
let first: string;
let second: string;
let number = 0;

beforeAll(async () => {
  test = await startTestApp();
  first = (await test.operator()).token;
  second = (await test.operator("second")).token;
}, 60_000);
afterAll(() => test?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const as = (apiKey: string, method: string, path: string, body?: unknown) =>
  test.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
const newMerchant = async (): Promise<MerchantId> => {
  number += 1;
  const body = { displayName: `Maison ${number}`, countryCode: "CI" };
  return (await as(first, "POST", "/tenant/merchants", body)).body.data.id;
};
const inviteOwner = (merchantId: string, email = `owner-${number}@people.example`, by = first) =>
  as(by, "POST", `/tenant/merchants/${merchantId}/owner-invitation`, { email });
const liveNo = async (merchantId: MerchantId): Promise<MerchantNo> => {
  const [row] = await test.owner.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = 'LIVE'`,
    values: [merchantId],
  });
  if (row === undefined) throw new Error("a merchant has a live number");
  return row.merchantNo;
};

describe("the owner of a merchant", () => {
  it("is invited by mail, and the operator sees no link", async () => {
    const merchantId = await newMerchant();
    const { status, body } = await inviteOwner(merchantId, "chef@people.example");
    expect([status, body.data]).toMatchObject([
      201,
      {
        merchantId,
        email: "chef@people.example",
        live: { role: "OWNER" },
        sandbox: { role: "OWNER" },
        url: null,
      },
    ]);
    expect(body.data.invitedBy).toMatch(/^op_/);
    expect(await linkTokenTo(test, "chef@people.example", "/invite")).toMatch(/^svc_join_/);
    const audit = await as(first, "GET", `/tenant/audit?subject=${body.data.id}`);
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual(["member.owner_invited"]);
  });

  it("is invited once by a repeated request, with one mail", async () => {
    const merchantId = await newMerchant();
    const email = "twice@people.example";
    const invite = () =>
      test.request("POST", `/tenant/merchants/${merchantId}/owner-invitation`, {
        apiKey: first,
        headers: { "idempotency-key": "owner twice" },
        body: { email },
      });
    const [made, again] = [await invite(), await invite()];
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body.data).toEqual(made.body.data);
    expect(await mailsTo(test, email)).toHaveLength(1);
  });

  it("is not invited by an operator once the merchant has people, who invite each other", async () => {
    const merchantId = await newMerchant();
    await addMember(test, await addPerson(test, "Viewer"), fullTerms("VIEWER"), merchantId);
    const refused = await inviteOwner(merchantId);
    expect([code(refused), refused.body.error.details.people]).toEqual(["409 MERCHANT_HAS_PEOPLE", 1]);
    const permissions = ["merchant.apikeys.manage"];
    const body = { mode: "SANDBOX", name: "First", permissions };
    const key = await as(first, "POST", `/tenant/merchants/${merchantId}/api-keys`, body);
    expect(code(key)).toBe("409 MERCHANT_HAS_PEOPLE");
  });

  it("is not invited by an operator once a live key works; the owner's key invites the first one", async () => {
    const merchantId = await newMerchant();
    const merchantNo = await liveNo(merchantId);
    const plain = await createKey(test, merchantNo);
    const refused = await inviteOwner(merchantId);
    expect([code(refused), refused.body.error.details.liveKeys]).toEqual(["409 MERCHANT_HAS_PEOPLE", 1]);
    const owners = { live: { role: "OWNER" }, sandbox: { role: "OWNER" } };
    const path = `/merchant/merchants/${merchantId}/invitations`;
    const ask = (key: string) => as(key, "POST", path, { email: "boss@people.example", ...owners });
    expect(code(await ask(plain.key))).toBe("403 OWNER_ONLY");
    await test.owner.query({ text: "update api_keys set owner = true where id = $1", values: [plain.id] });
    test.app.access.forget();
    expect(code(await ask(plain.key))).toBe("201");
    await addMember(test, await addPerson(test, "Boss"), fullTerms("OWNER"), merchantId);
    expect(code(await ask(plain.key))).toBe("403 OWNER_ONLY");
  });

  it("is not invited by the operator who took the merchant's live keys away, and by another one", async () => {
    const merchantId = await newMerchant();
    const { id } = await createKey(test, await liveNo(merchantId));
    await test.owner.query({
      text: `update api_keys set revoked_at = $2, revoked_by = (select id from operators where email =
               (select min(email) from operators)) where id = $1`,
      values: [id, new Date(test.clock.nowMs())],
    });
    const answers = [await inviteOwner(merchantId), await inviteOwner(merchantId, undefined, second)];
    expect(answers.map(code).toSorted()).toEqual(["201", "403 FOUR_EYES_REQUIRED"]);
  });

  it("of an unknown merchant is nobody's to invite", async () => {
    expect(code(await inviteOwner("019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e"))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await inviteOwner(await newMerchant(), "no address"))).toBe("400 VALIDATION_ERROR");
  });
});
