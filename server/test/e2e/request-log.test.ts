import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { createKey } from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { addOne, type CallAs, callAs, openLogIn, type TestPerson } from "../harness/people.ts";
import { keyOf, newNeighbour } from "../harness/sandbox-world.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** What a merchant's keys and people asked, kept for whoever looks for the reason of an answer. */
let test: TestApp;
let log: string;
let developer: TestPerson;
let asDeveloper: CallAs;

beforeAll(async () => {
  test = await startTestApp();
  log = `/merchant/merchants/${test.merchantId}/requests`;
  developer = await addOne(test, "DEVELOPER");
  asDeveloper = callAs(test, await openLogIn(test, developer));
}, 60_000);
afterAll(() => test?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const requestIdOf = (answer: Answer): string => answer.headers.get("request-id") ?? "";

interface Logged {
  readonly id: string;
  readonly path: string;
  readonly status: number;
  readonly caller: { readonly kind: string; readonly id: string };
}

const written = () => test.app.loops.requestLog?.runOnce();
const list = async (query = ""): Promise<readonly Logged[]> => {
  await written();
  const answer = await test.request("GET", `${log}?pageSize=100&${query}`);
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
  return answer.body.data;
};
/** The kept request of an answer. */
const opened = async (answer: Answer) => {
  await written();
  return (await test.request("GET", `${log}/${requestIdOf(answer)}`)).body.data;
};

describe("a request of a key", () => {
  it("is opened by the id of its answer, without what was sent", async () => {
    const body = {
      amount: "5000",
      currency: "XOF",
      customer: { email: "aya@people.example" },
      metadata: { note: "secret" },
    };
    const made = await test.request("POST", "/checkout/sessions", { body });
    const kept = await opened(made);
    expect(kept).toEqual({
      object: "request",
      id: requestIdOf(made),
      mode: "SANDBOX",
      method: "POST",
      path: "/checkout/sessions",
      operationId: "createCheckoutSession",
      status: made.status,
      errorCode: made.status === 201 ? null : made.body.error.code,
      refusedFields: expect.any(Array),
      requiredPermissions: [],
      durationMs: expect.any(Number),
      idempotencyReplayed: false,
      caller: { kind: "KEY", id: expect.stringMatching(/^key_/), name: expect.any(String) },
      address: "127.0.0.1",
      notKept: 0,
      createdAt: new Date(test.clock.nowMs()).toISOString(),
    });
    expect(JSON.stringify(kept)).not.toMatch(/aya|secret/);
  });

  it("that is refused says which field broke which rule", async () => {
    const refused = await test.request("POST", "/checkout/sessions", { body: { currency: "XOF", aya: 1 } });
    expect(await opened(refused)).toMatchObject({
      status: 400,
      errorCode: "VALIDATION_ERROR",
      refusedFields: expect.arrayContaining([
        { path: "amount", rule: "required" },
        { path: "*", rule: "unknown" },
      ]),
    });
  });

  it("that lacks a permission says which one", async () => {
    const { key } = await createKey(test, test.merchantNo, { permissions: ["merchant.links.read"] });
    const refused = await test.request("GET", "/payments/charges", { apiKey: key });
    expect(await opened(refused)).toMatchObject({
      status: 403,
      errorCode: "INSUFFICIENT_PERMISSIONS",
      requiredPermissions: ["merchant.charges.read"],
    });
  });

  it("that repeats another one says so", async () => {
    const options = {
      body: { title: "Cours", amount: "5000", currency: "XOF" },
      headers: { "idempotency-key": "course-of-november" },
    };
    const [first, second] = [
      await test.request("POST", "/payments/links", options),
      await test.request("POST", "/payments/links", options),
    ];
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await opened(first)).idempotencyReplayed).toBe(false);
    expect((await opened(second)).idempotencyReplayed).toBe(true);
  });
});

describe("a person's request", () => {
  it("is listed beside those of keys, with the person's name", async () => {
    const kept = await opened(await asDeveloper("GET", "/payments/charges"));
    expect(kept.caller).toEqual({ kind: "PERSON", id: developer.id, name: "DEVELOPER" });
  });

  it("is shown to a developer, and neither to support nor to a viewer", async () => {
    expect(code(await asDeveloper("GET", log))).toBe("200");
    for (const role of ["SUPPORT", "VIEWER"] as const) {
      const call = callAs(test, await openLogIn(test, await addOne(test, role)));
      expect(code(await call("GET", log)), role).toBe("403 INSUFFICIENT_PERMISSIONS");
    }
  });
});

describe("the list", () => {
  it.each<[string, (one: Logged & Readonly<Record<string, unknown>>) => boolean]>([
    ["method=POST", ({ method }) => method === "POST"],
    ["path=/checkout", ({ path }) => path.startsWith("/checkout")],
    ["status=403", ({ status }) => status === 403],
    ["errorCode=VALIDATION_ERROR", ({ errorCode }) => errorCode === "VALIDATION_ERROR"],
    ["refused=true", ({ status }) => status >= 400],
    ["callerKind=PERSON", ({ caller }) => caller.kind === "PERSON"],
    ["callerKind=KEY&refused=true", ({ caller, status }) => caller.kind === "KEY" && status >= 400],
  ])("is filtered by %s", async (query, fits) => {
    const all = (await list()) as readonly (Logged & Readonly<Record<string, unknown>>)[];
    const expected = all.filter(fits).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    const found = await list(query);
    expect(found.map(({ id }) => id).filter((id) => all.some((one) => one.id === id))).toEqual(expected);
  });

  it("is filtered by who called and by time", async () => {
    const found = await list(`callerId=${developer.id}`);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ caller }) => caller.id))).toEqual(new Set([developer.id]));
    const now = new Date(test.clock.nowMs()).toISOString();
    expect(await list(`createdTo=${now}`)).toEqual([]);
    expect((await list(`createdFrom=${now}`)).length).toBeGreaterThan(0);
  });

  it("is read on by cursor in both directions", async () => {
    const all = (await list()).map(({ id }) => id);
    const [first, second, third] = all;
    const ask = async (query: string) =>
      (await test.request("GET", `${log}?pageSize=1&${query}`)).body.data.map(({ id }: Logged) => id);
    expect(await ask(`starting_after=${first}`)).toEqual([second]);
    expect(await ask(`ending_before=${third}`)).toEqual([second]);
  });

  it.each([
    ["callerId=op_01kf0v0d1qf0w8x3z5c7b9n1m3", "callerId"],
    ["status=99", "status"],
    ["path=charges", "path"],
    ["refused=maybe", "refused"],
    ["method=FETCH", "method"],
    ["starting_after=ch_1", "starting_after"],
    ["createdFrom=2026-11-22T00:00:00Z&createdTo=2026-11-21T00:00:00Z", "createdTo"],
  ])("refuses %s and names the field", async (query, field) => {
    const { status, body } = await test.request("GET", `${log}?${query}`);
    expect([status, body.error?.details.fields?.[0]?.path]).toEqual([400, field]);
  });
});

describe("what is not in the log", () => {
  it("payers' requests, and those with a key that does not work", async () => {
    const before = (await list()).length;
    const payer = createPayer(test);
    const session = await payer.newSession();
    const after = (await list()).length;
    await payer.complete(session.id, mtn("789", 1));
    await test.request("GET", "/payments/charges", { apiKey: "svc_mk_sandbox_nothing" });
    // Each list is a request of its own.
    expect((await list()).length).toBe(after + 1);
    expect(after).toBeGreaterThan(before);
    const [row] = await test.owner.query<{ text: string }>({
      text: "select coalesce(string_agg(r::text, ' '), '') as text from request_log r",
    });
    expect(row?.text).not.toContain(session.id);
    expect(row?.text).not.toContain("0707");
  });

  it("requests of another merchant, and of the other mode", async () => {
    const neighbour = await newNeighbour(test);
    const key = await keyOf(test, neighbour);
    const theirs = await test.request("GET", "/payments/charges", { apiKey: key });
    const live = await callAs(test, await openLogIn(test, await addOne(test, "OWNER")), { mode: "LIVE" })(
      "GET",
      "/payments/wallets",
    );
    await written();
    for (const answer of [theirs, live]) {
      expect(code(await test.request("GET", `${log}/${requestIdOf(answer)}`))).toBe("404 RESOURCE_NOT_FOUND");
    }
    expect(code(await test.request("GET", `${log}/ch_1`))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await test.request("GET", log, { apiKey: key }))).toBe("403 INVALID_MERCHANT_SCOPE");
  });
});

it("a request is found for 14 days", async () => {
  const answer = await test.request("GET", "/payments/charges");
  const requestId = requestIdOf(answer);
  await written();
  const after = async (days: number) => {
    test.clock.advance(days * 86_400_000);
    await test.app.loops.forgottenRequests?.runOnce();
    return code(await test.request("GET", `${log}/${requestId}`));
  };
  expect(await after(14)).toBe("200");
  expect(await after(1)).toBe("404 RESOURCE_NOT_FOUND");
});

describe("how much a key is used", () => {
  it("is counted over the last minute, in the list and on the key, and for no other key", async () => {
    const body = { name: "Busy", permissions: ["merchant.wallets.read"] };
    const keys = `/merchant/merchants/${test.merchantId}/api-keys`;
    const made = (await test.request("POST", keys, { body })).body.data;
    expect(made.requestsLastMinute).toBe(0);
    const used = async (id: string): Promise<number> => {
      await written();
      const one = (await test.request("GET", `${keys}/${id}`)).body.data.requestsLastMinute;
      const all = (await test.request("GET", `${keys}?limit=100`)).body.data;
      expect(all.find((key: { id: string }) => key.id === id).requestsLastMinute).toBe(one);
      return one;
    };
    expect(await used(made.id)).toBe(0);
    for (let call = 0; call < 7; call += 1)
      expect((await test.request("GET", "/payments/wallets", { apiKey: made.key })).status).toBe(200);
    // A refused request is one too.
    expect((await test.request("GET", "/payments/charges", { apiKey: made.key })).status).toBe(403);
    expect(await used(made.id)).toBe(8);
    const other = (await test.request("POST", keys, { body: { ...body, name: "Idle" } })).body.data;
    expect(await used(other.id)).toBe(0);
    // What it did at another merchant that it may act for does not count here.
    const elsewhere = await newNeighbour(test);
    await test.owner.query({
      text: "update request_log set merchant_no = $1 where id = (select max(id::text)::uuid from request_log where actor_id = $2)",
      values: [elsewhere, parsePublicId("apiKey", made.id)],
    });
    expect(await used(made.id)).toBe(7);
    await test.advance(61_000);
    expect(await used(made.id)).toBe(0);
  });

  it("includes requests of which nothing was kept", async () => {
    const body = { name: "Very busy", permissions: ["merchant.wallets.read"] };
    const keys = `/merchant/merchants/${test.merchantId}/api-keys`;
    const made = (await test.request("POST", keys, { body })).body.data;
    await test.request("GET", "/payments/wallets", { apiKey: made.key });
    await written();
    await test.owner.query({
      text: "update request_log set not_kept = 500 where actor_id = $1",
      values: [parsePublicId("apiKey", made.id)],
    });
    expect((await test.request("GET", `${keys}/${made.id}`)).body.data.requestsLastMinute).toBe(501);
  });
});
