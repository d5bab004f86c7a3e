import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TenantId } from "../../src/kit/ids.ts";
import { createKey, createOwner, createTenant, logIn } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openStream } from "../harness/event-stream.ts";
import { addOne, callAs, openLogIn, type TestPerson } from "../harness/people.ts";
import { workPlants } from "../harness/work-plants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** What people write for their colleagues. Merchants and operators never read each other's. */
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let operator: string;
let colleague: string;
let stranger: string;
let support: TestPerson;
let supportCookie: string;
let payment: { readonly sessionId: string; readonly chargeId: string; readonly intentId: string };

const HOSTILE = "<script>alert(1)</script>\n‮ “; drop table notes; -- 😀";

beforeAll(async () => {
  test = await startTestApp();
  payer = createPayer(test);
  operator = (await test.operator()).token;
  colleague = (await test.operator("second")).token;
  stranger = (await logIn(test, await createTenant(test, "abroad"), 1)).token;
  support = await addOne(test, "SUPPORT");
  supportCookie = await openLogIn(test, support);
  const { id } = await payer.newSession({ amount: "6000" });
  const { data } = (await payer.complete(id, mtn("219"))).body;
  await test.advance(4_000);
  payment = { sessionId: id, chargeId: data.chargeId, intentId: data.paymentIntentId };
}, 60_000);
afterAll(() => test?.stop());

const ask = (method: string, path: string, apiKey: string | undefined, body?: unknown, headers = {}) =>
  test.request(method, path, {
    ...(apiKey === undefined ? {} : { apiKey }),
    headers,
    ...(body === undefined ? {} : { body }),
  });
const asKey = (method: string, id: string, body?: unknown, apiKey?: string) =>
  ask(method, `/payments/notes/${id}`, apiKey, body);
const asOperator = (method: string, id: string, body?: unknown, apiKey = operator, headers = {}) =>
  ask(method, `/tenant/notes/${encodeURIComponent(id)}`, apiKey, body, headers);
const code = ({ status, body }: { status: number; body: { error: { code: string } | null } }) =>
  status < 400 ? `${status}` : `${status} ${body.error?.code}`;
const textsOf = ({ body }: { body: { data: { notes: readonly { text: string }[] } } }) =>
  body.data.notes.map(({ text }) => text);

describe("a merchant's notes", () => {
  it("on one payment are one list, whatever its id, with author and time, the oldest first", async () => {
    const byKey = await asKey("POST", payment.chargeId, { text: HOSTILE });
    expect(byKey.status, JSON.stringify(byKey.body.error)).toBe(201);
    const text = "She calls again at four.";
    const path = `/payments/notes/${payment.intentId}`;
    const byPerson = await callAs(test, supportCookie)("POST", path, { text });
    expect(byPerson.body.data).toMatchObject({
      object: "note",
      subjectId: payment.intentId,
      author: { id: support.id, name: expect.stringMatching(/./) },
      text,
    });
    for (const id of [payment.intentId, payment.chargeId, payment.sessionId])
      expect(textsOf(await asKey("GET", id))).toEqual([HOSTILE, "She calls again at four."]);
    const [first] = (await asKey("GET", payment.intentId)).body.data.notes;
    expect(first.author.id).toMatch(/^key_/);
    expect(Date.parse(first.createdAt)).toBeLessThanOrEqual(test.clock.nowMs());
  });

  it("are sealed, written in the audit log without their text, and cannot be changed by anybody", async () => {
    const rows = await test.owner.query<{ content: Buffer }>({ text: "select content from notes" });
    expect(rows.length).toBeGreaterThan(0);
    for (const { content } of rows) expect(content.toString("utf8")).not.toMatch(/alert|calls/);
    const acts = await test.owner.query<{ entry: string }>({
      text: "select to_jsonb(a)::text as entry from audit_log a where action = 'note.written' and subject = $1",
      values: [payment.intentId],
    });
    expect(acts).toHaveLength(2);
    expect(JSON.stringify(acts)).not.toContain("calls again");
    for (const method of ["PATCH", "DELETE"])
      expect((await asKey(method, payment.intentId, { text: "other" })).status).toBe(405);
  });

  it("are one when they are sent twice under one key", async () => {
    const headers = { "idempotency-key": "note-once" };
    const send = () =>
      ask("POST", `/payments/notes/${payment.intentId}`, undefined, { text: "once" }, headers);
    const [one, two] = [await send(), await send()];
    expect(two.body.data.id).toBe(one.body.data.id);
    expect(textsOf(await asKey("GET", payment.intentId)).filter((text) => text === "once")).toHaveLength(1);
  });

  it.each([
    ["empty", { text: "" }],
    ["blank", { text: " \n " }],
    ["too long", { text: "x".repeat(2_001) }],
    ["with a control character", { text: "a\u0000b" }],
    ["missing", {}],
    ["no text", { text: 7 }],
  ])("%s: refused, and nothing is written", async (_name, body) => {
    const before = textsOf(await asKey("GET", payment.intentId)).length;
    expect(code(await asKey("POST", payment.intentId, body))).toBe("400 VALIDATION_ERROR");
    expect(textsOf(await asKey("GET", payment.intentId))).toHaveLength(before);
  });

  it("keep 2 000 characters", async () => {
    const { id } = await payer.newSession({ amount: "500" });
    expect((await asKey("POST", id, { text: "é".repeat(2_000) })).status).toBe(201);
    expect(textsOf(await asKey("GET", id))).toEqual(["é".repeat(2_000)]);
  });

  it("are written by whoever may do something, and not by a reader; each object needs its own permission", async () => {
    const keyWith = async (permissions: readonly string[]) =>
      (await createKey(test, test.merchantNo, { permissions })).key;
    const reader = await keyWith(["merchant.payments.read"]);
    expect(code(await asKey("GET", payment.intentId, undefined, reader))).toBe("200");
    expect(code(await asKey("POST", payment.intentId, { text: "no" }, reader))).toBe(
      "403 INSUFFICIENT_PERMISSIONS",
    );
    const ofLinks = await keyWith(["merchant.links.manage"]);
    for (const method of ["GET", "POST"])
      expect(
        code(await asKey(method, payment.intentId, method === "GET" ? undefined : { text: "no" }, ofLinks)),
      ).toBe("403 INSUFFICIENT_PERMISSIONS");
    expect(code(await asKey("GET", "plink_06f4c1n9k3v7x2m5t8b1d6q4r0", undefined, ofLinks))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
  });

  it("are not found by another merchant, in the other mode, or on what there is not", async () => {
    const [home] = await test.owner.query<{ tenantId: TenantId; live: typeof test.merchantNo }>({
      text: `select m.tenant_id as "tenantId", n.merchant_no as live from merchants m
               join merchant_numbers n on n.merchant_id = m.id and n.mode = 'LIVE' where m.id = $1`,
      values: [test.merchantId],
    });
    if (home === undefined) throw new Error("the merchant has a live number");
    const neighbour = await createOwner(test, home.tenantId, "neighbour");
    for (const merchantNo of [neighbour.numbers.SANDBOX, home.live]) {
      const { key } = await createKey(test, merchantNo);
      for (const id of [payment.intentId, payment.chargeId, payment.sessionId]) {
        expect(code(await asKey("GET", id, undefined, key))).toBe("404 RESOURCE_NOT_FOUND");
        expect(code(await asKey("POST", id, { text: "no" }, key))).toBe("404 RESOURCE_NOT_FOUND");
      }
    }
    for (const id of [
      "pi_06f4c1n9k3v7x2m5t8b1d6q4r0",
      "po_06f4c1n9k3v7x2m5t8b1d6q4r0",
      "kyb_x",
      test.merchantId,
    ])
      expect(code(await asKey("GET", id))).toBe("404 RESOURCE_NOT_FOUND");
  });
});

describe("operators' notes", () => {
  it("and a merchant's never meet", async () => {
    const written = await asOperator("POST", payment.intentId, { text: "Looks like fraud." });
    expect(written.status, JSON.stringify(written.body.error)).toBe(201);
    expect(textsOf(await asOperator("GET", payment.chargeId, undefined, colleague))).toEqual([
      "Looks like fraud.",
    ]);
    expect(JSON.stringify((await asKey("GET", payment.intentId)).body)).not.toContain("fraud");
    expect(code(await asOperator("GET", payment.intentId, undefined, stranger))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
    expect(code(await asOperator("POST", payment.intentId, { text: "no" }, stranger))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
  });

  it("are kept on a merchant and on a row of the queue, and only where the operator may read", async () => {
    const { id, end } = await workPlants(test).PROVIDER_ALARM();
    for (const subject of [test.merchantId, id]) {
      expect(code(await asOperator("POST", subject, { text: "The night: asked twice." }))).toBe("201");
      expect(textsOf(await asOperator("GET", subject, undefined, colleague))).toEqual([
        "The night: asked twice.",
      ]);
      expect(code(await asOperator("GET", subject, undefined, stranger))).toBe("404 RESOURCE_NOT_FOUND");
    }
    await end();
    expect(code(await asOperator("GET", id))).toBe("404 RESOURCE_NOT_FOUND");
    const { email, permissions } = (await ask("GET", "/tenant/me", colleague)).body.data;
    const setPermissions = (held: readonly string[]) =>
      test.owner.query({
        text: "update operators set permissions = $2 where email = $1",
        values: [email, held],
      });
    await setPermissions(["tenant.merchants.read"]);
    expect(code(await asOperator("GET", test.merchantId, undefined, colleague))).toBe("200");
    expect(code(await asOperator("GET", payment.intentId, undefined, colleague))).toBe(
      "403 INSUFFICIENT_PERMISSIONS",
    );
    await setPermissions(permissions);
    for (const subject of [
      "diff_06f4c1n9k3v7x2m5t8b1d6q4r0",
      "kyb_06f4c1n9k3v7x2m5t8b1d6q4r0",
      "HELD_MONEY:x",
      "x",
    ])
      expect(code(await asOperator("GET", subject))).toBe("404 RESOURCE_NOT_FOUND");
  });
});

it("operators' notes are kept on provider accounts and on proposals, for those who may read them", async () => {
  const [account] = (await ask("GET", "/tenant/provider-accounts?mode=SANDBOX", operator)).body.data;
  const { operatorId, email } = await test.operator("second");
  const proposed = await ask("POST", `/tenant/operators/${operatorId}/recovery`, operator);
  expect(proposed.status, JSON.stringify(proposed.body.error)).toBe(202);
  const subjects: readonly string[] = [account.id, proposed.body.data.id];
  for (const subject of subjects) {
    expect(code(await asOperator("POST", subject, { text: "Asked them by phone." }))).toBe("201");
    expect(textsOf(await asOperator("GET", subject))).toEqual(["Asked them by phone."]);
    expect(code(await asOperator("GET", subject, undefined, stranger))).toBe("404 RESOURCE_NOT_FOUND");
  }
  const { permissions } = (await ask("GET", "/tenant/me", colleague)).body.data;
  const setPermissions = (held: readonly string[]) =>
    test.owner.query({
      text: "update operators set permissions = $2 where email = $1",
      values: [email, held],
    });
  await setPermissions(["tenant.merchants.read"]);
  for (const subject of subjects)
    expect(code(await asOperator("GET", subject, undefined, colleague))).toBe("403 INSUFFICIENT_PERMISSIONS");
  await setPermissions(permissions);
  for (const prefix of ["creq", "dec", "adj", "acct"])
    expect(code(await asOperator("GET", `${prefix}_06f4c1n9k3v7x2m5t8b1d6q4r0`))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
});

describe("pages that stay open", () => {
  it("are told that a colleague wrote, and not what; nobody else is", async () => {
    const fromPage = { "sec-fetch-site": "same-origin" };
    const merchants = await openStream(
      `${test.baseUrl}/merchant/merchants/${test.merchantId}/live?mode=SANDBOX`,
      { ...fromPage, cookie: supportCookie },
    );
    const [own, theirs] = await Promise.all(
      [colleague, stranger].map((token) =>
        openStream(`${test.baseUrl}/tenant/live`, { authorization: `Bearer ${token}` }),
      ),
    );
    for (const stream of [merchants, own, theirs]) await stream?.until(({ length }) => length >= 1);
    const look = async () => {
      test.clock.advance(2_000);
      await test.app.loops.live?.runOnce();
    };
    await look();
    const ofMerchant = (await asKey("POST", payment.intentId, { text: "secret of ours" })).body.data.id;
    const ofOperator = (await asOperator("POST", test.merchantId, { text: "secret of theirs" })).body.data.id;
    await look();
    const idsOf = (stream: typeof merchants | undefined, wanted: string) =>
      stream?.until((all) => all.some(({ data }) => data.id === wanted));
    const [toMerchant, toOperator] = [await idsOf(merchants, ofMerchant), await idsOf(own, ofOperator)];
    expect(JSON.stringify([toMerchant, toOperator])).not.toContain("secret");
    expect(JSON.stringify(toMerchant)).not.toContain(ofOperator);
    expect(JSON.stringify(toOperator)).not.toContain(ofMerchant);
    expect(JSON.stringify(await theirs?.until(() => true))).not.toContain("note_");
    for (const stream of [merchants, own, theirs]) {
      stream?.close();
      await stream?.ended;
    }
  });
});
