import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { addOne, callAs, openLogIn, type TestPerson } from "../harness/people.ts";

/** Where a merchant's people are logged in: another owner sees it, and ends it, as for a phone that was lost. */
let test: TestApp;
let owner: TestPerson;
beforeAll(async () => {
  test = await startTestApp();
  owner = await addOne(test, "OWNER");
}, 60_000);
afterAll(() => test?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const pathOf = ({ id }: Pick<TestPerson, "id">, merchantId: string = test.merchantId) =>
  `/auth/merchant/merchants/${merchantId}/members/${id}/sessions`;
const ask = async (by: TestPerson, method: "GET" | "DELETE", path: string) =>
  callAs(test, await openLogIn(test, by))(method, path);
const isOpen = async (cookie: string) =>
  (await callAs(test, cookie)("GET", "/auth/merchant/sessions")).status === 200;

it("an owner sees place and device of a colleague's log-ins, and ends one or all; each end is audited", async () => {
  const person = await addOne(test, "SUPPORT");
  const cookies = [
    await openLogIn(test, person),
    await openLogIn(test, person),
    await openLogIn(test, person),
  ];
  const listed = await ask(owner, "GET", pathOf(person));
  expect(code(listed)).toBe("200");
  expect(listed.body.data).toHaveLength(3);
  expect(listed.body.data[0]).toMatchObject({ object: "log_in", current: false });
  expect(listed.body.data[0].place).toEqual(expect.any(String));
  expect(JSON.stringify(listed.body)).not.toContain("svc_");

  const [newest] = listed.body.data;
  const one = await ask(owner, "DELETE", `${pathOf(person)}/${newest.id}`);
  expect(one.body.data).toEqual({ object: "ended_log_ins", ended: 1 });
  expect(code(await ask(owner, "DELETE", `${pathOf(person)}/${newest.id}`))).toBe("404 RESOURCE_NOT_FOUND");
  expect(await Promise.all(cookies.map(isOpen))).toEqual([true, true, false]);

  expect((await ask(owner, "DELETE", pathOf(person))).body.data).toMatchObject({ ended: 2 });
  expect(await Promise.all(cookies.map(isOpen))).toEqual([false, false, false]);
  const { token: apiKey } = await test.operator();
  const path = `/tenant/audit?subject=${person.id}&action=member.log_ins_ended`;
  const audit = await test.request("GET", path, { apiKey });
  expect(audit.body.data).toMatchObject([
    { actor: owner.id, after: "2" },
    { actor: owner.id, after: "1" },
  ]);
});

it.each(["ADMINISTRATOR", "DEVELOPER", "SUPPORT"] as const)(
  "%s is refused, and nothing ends",
  async (role) => {
    const [by, person] = [await addOne(test, role), await addOne(test, "VIEWER")];
    const cookie = await openLogIn(test, person);
    expect(code(await ask(by, "GET", pathOf(person)))).toBe("403 LOG_INS_BY_OWNER");
    expect(code(await ask(by, "DELETE", pathOf(person)))).toBe("403 LOG_INS_BY_OWNER");
    expect(await isOpen(cookie)).toBe(true);
  },
);

it("refuses one's own, a stranger's, somebody's of no merchant of the owner, and another person's log-in", async () => {
  const [person, other] = [await addOne(test, "VIEWER"), await addOne(test, "VIEWER")];
  const cookie = await openLogIn(test, other);
  expect(code(await ask(owner, "GET", pathOf(owner)))).toBe("403 LOG_INS_BY_OWNER");
  const stranger = { id: `usr_7${"z".repeat(24)}0` };
  expect(code(await ask(owner, "GET", pathOf(stranger)))).toBe("404 RESOURCE_NOT_FOUND");
  const elsewhere = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
  expect(code(await ask(owner, "DELETE", pathOf(person, elsewhere)))).toBe("403 INVALID_MERCHANT_SCOPE");
  const [theirs] = (await ask(owner, "GET", pathOf(other))).body.data;
  expect(code(await ask(owner, "DELETE", `${pathOf(person)}/${theirs.id}`))).toBe("404 RESOURCE_NOT_FOUND");
  expect(await isOpen(cookie)).toBe(true);
});

it("ends nothing without a proof of presence", async () => {
  const person = await addOne(test, "VIEWER");
  const cookie = await openLogIn(test, person);
  const mine = await openLogIn(test, owner);
  await test.owner.query({
    text: "update log_in_sessions set stepped_up_at = $2 where account_id = $1",
    values: [owner.personId, new Date(test.clock.nowMs() - 6 * 60_000)],
  });
  expect(code(await callAs(test, mine)("DELETE", pathOf(person)))).toBe("403 STEP_UP_REQUIRED");
  expect(await isOpen(cookie)).toBe(true);
});
