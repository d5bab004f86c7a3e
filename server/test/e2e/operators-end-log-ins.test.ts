import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { joinOperator } from "../harness/operators.ts";

/** Where operators are logged in: a colleague sees it, and ends it, as for a computer that was lost. */
let test: TestApp;
let first: TestOperator;
let joined = 0;
beforeAll(async () => {
  test = await startTestApp();
  first = await test.operator();
}, 60_000);
afterAll(() => test?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const ask = (token: string, method: string, path: string, body?: unknown) =>
  test.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) });
const pathOf = ({ operatorId }: Pick<TestOperator, "operatorId">) =>
  `/tenant/operators/${operatorId}/sessions`;
function join(permissions: readonly string[] = ["tenant.team.read"]): Promise<TestOperator> {
  joined += 1;
  return joinOperator(test, { email: `colleague-${joined}@example.com`, permissions, by: first.token });
}
async function logInAgain({ email, password }: TestOperator): Promise<string> {
  return (await test.request("POST", "/tenant/sessions", { apiKey: null, body: { email, password } })).body
    .data.token;
}
const isOpen = async (token: string) => (await ask(token, "GET", "/tenant/me")).status === 200;

it("a colleague sees place and device, and ends one or all; each end is audited", async () => {
  const awa = await join();
  const tokens = [awa.token, await logInAgain(awa), await logInAgain(awa)];
  const listed = await ask(first.token, "GET", pathOf(awa));
  expect(code(listed)).toBe("200");
  expect(listed.body.data).toHaveLength(3);
  expect(listed.body.data[0]).toMatchObject({ object: "log_in", current: false, place: expect.any(String) });

  const [newest] = listed.body.data;
  const one = await ask(first.token, "DELETE", `${pathOf(awa)}/${newest.id}`);
  expect(one.body.data).toEqual({ object: "ended_log_ins", ended: 1 });
  expect(code(await ask(first.token, "DELETE", `${pathOf(awa)}/${newest.id}`))).toBe(
    "404 RESOURCE_NOT_FOUND",
  );
  expect(await Promise.all(tokens.map(isOpen))).toEqual([true, true, false]);
  expect((await ask(first.token, "DELETE", pathOf(awa))).body.data).toMatchObject({ ended: 2 });
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, false, false]);
  const audit = await ask(
    first.token,
    "GET",
    `/tenant/audit?subject=${awa.operatorId}&action=operator.log_ins_ended`,
  );
  expect(audit.body.data).toMatchObject([
    { actor: first.operatorId, after: "2" },
    { actor: first.operatorId, after: "1" },
  ]);
});

it("refuses one's own, a stranger's, another colleague's log-in, and somebody who may do more; nothing ends", async () => {
  const [manager, reader] = [await join(["tenant.team.read", "tenant.team.manage"]), await join()];
  expect(code(await ask(first.token, "GET", pathOf(first)))).toBe("409 OPERATOR_OWN_ACCOUNT");
  const stranger = { operatorId: `op_7${"z".repeat(24)}0` };
  expect(code(await ask(first.token, "DELETE", pathOf(stranger)))).toBe("404 RESOURCE_NOT_FOUND");
  const [theirs] = (await ask(first.token, "GET", pathOf(reader))).body.data;
  expect(code(await ask(first.token, "DELETE", `${pathOf(manager)}/${theirs.id}`))).toBe(
    "404 RESOURCE_NOT_FOUND",
  );
  for (const method of ["GET", "DELETE"])
    expect(code(await ask(manager.token, method, pathOf(first)))).toBe("403 OPERATOR_EXCEEDS_CALLER");
  for (const method of ["GET", "DELETE"])
    expect((await ask(reader.token, method, pathOf(manager))).status).toBe(403);
  expect(await Promise.all([first.token, manager.token, reader.token].map(isOpen))).toEqual([
    true,
    true,
    true,
  ]);
});
