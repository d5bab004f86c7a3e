import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock, type ManualClock } from "../kit/clock.ts";
import { createSeededRandom } from "../kit/random.ts";
import { type Inbox, openInbox } from "../providers/testing/inbox.ts";
import type { Fault } from "./faults.ts";
import { openStandIn, type RunningStandIn } from "./open.ts";
import { testStandIn } from "./test-stand-in.ts";

let clock: ManualClock;
let standIn: RunningStandIn;
let inbox: Inbox;
beforeEach(async () => {
  clock = createManualClock(Date.UTC(2026, 10, 21));
  inbox = await openInbox(clock);
  standIn = await openStandIn(testStandIn, { clock, random: createSeededRandom(1) });
  standIn.setCallbackUrl("first", inbox.addressOf("acct_1"));
});
afterEach(async () => {
  await standIn?.close();
  await inbox?.close();
});

const call = (path: string, init?: RequestInit) =>
  fetch(`${standIn.url}${path}`, { redirect: "manual", ...init });
const newToken = async () => (await call("/token", { method: "POST" })).text();
const pay = async (id: string, authorization?: string): Promise<Response> =>
  call("/payments", {
    method: "POST",
    headers: { authorization: authorization ?? (await newToken()) },
    body: JSON.stringify({ id, amount: "500.00" }),
  });
const advance = async (byMs: number) => {
  clock.advance(byMs);
  await standIn.report();
};

describe("a stand-in answers", () => {
  it("text with headers, bytes, nothing, and forms as well as JSON", async () => {
    const token = await call("/token", { method: "POST" });
    expect(token.headers.get("x-kind")).toBe("token");
    const authorization = await token.text();
    expect(Buffer.from(await (await call("/bytes")).arrayBuffer())).toEqual(Buffer.from([0, 255]));
    const empty = await call("/empty");
    expect([empty.status, await empty.text()]).toEqual([202, ""]);
    const body = new URLSearchParams({ id: "f", amount: "7" });
    const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
    const paid = await call("/payments", { method: "POST", headers, body: body.toString() });
    expect(await paid.json()).toMatchObject({ id: "f", amount: "7", status: "PENDING" });
    expect((await call("/payments?id=f", { headers })).status).toBe(200);
    expect((await call("/payments?id=g", { headers })).status).toBe(404);
  });

  it("599 with the error when the stand-in itself is broken", async () => {
    const response = await call("/broken");
    expect(response.status).toBe(599);
    expect(await response.text()).toContain("a bug of the stand-in");
  });

  it("nothing at all when it leaves the connection open", async () => {
    await expect(call("/open", { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout/);
  });
});

describe("operations", () => {
  it("end by themselves after a while, once, with one callback", async () => {
    await pay("a");
    await advance(1_999);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe("PENDING");
    await advance(1);
    await advance(10_000);
    expect(standIn.book.moved("PAYMENT", "a")).toEqual([{ minor: 500n, currency: "XOF" }]);
    expect(inbox.take().map(({ rawBody }) => rawBody.toString())).toEqual([
      '{"id":"a","status":"SUCCEEDED"}',
    ]);
  });

  it("of a payer who does not react never end, and the payer decides only once", async () => {
    await pay("a");
    const key = { kind: "PAYMENT", holder: "first", id: "a" } as const;
    expect(standIn.book.end(key, "NEVER")).toBe(true);
    await advance(3_600_000);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe("PENDING");
    expect(standIn.book.end(key, { code: "NO_MONEY" })).toBe(true);
    expect(standIn.book.end(key, "SUCCESS")).toBe(false);
    expect(standIn.book.find("PAYMENT", "first", "a")).toMatchObject({
      status: "FAILED",
      plan: { end: { code: "NO_MONEY" } },
    });
  });

  it("are one for an id that comes twice", async () => {
    await pay("a");
    await pay("a");
    expect(standIn.book.list()).toHaveLength(1);
  });
});

describe("faults", () => {
  const order = (kind: Fault) => standIn.faults.next(kind, { method: "POST", path: /^\/payments/ });
  const taken = () => standIn.book.list().length;

  it.each([
    ["ERROR_BEFORE", 503, 0],
    ["ERROR_AFTER", 500, 1],
    ["TOO_MANY", 429, 0],
  ] as const)("%s answers %d, with %d operations taken", async (kind, status, operations) => {
    order(kind);
    const response = await pay("a");
    expect([response.status, taken()]).toEqual([status, operations]);
    expect(response.headers.get("retry-after")).toBe(kind === "TOO_MANY" ? "5" : null);
    expect((await pay("b")).status).toBe(200);
  });

  it.each([
    ["RESET_BEFORE", 0],
    ["RESET_AFTER", 1],
  ] as const)("%s breaks the connection, with %d operations taken", async (kind, operations) => {
    const token = await newToken();
    order(kind);
    await expect(pay("a", token)).rejects.toThrow();
    expect(taken()).toBe(operations);
  });

  it.each([
    ["SILENT_BEFORE", 0],
    ["SILENT_AFTER", 1],
  ] as const)("%s never answers, with %d operations taken", async (kind, operations) => {
    order(kind);
    const headers = { authorization: await newToken() };
    const body = JSON.stringify({ id: "a", amount: "500" });
    const signal = AbortSignal.timeout(300);
    await expect(call("/payments", { method: "POST", headers, body, signal })).rejects.toThrow(/timeout/);
    expect(taken()).toBe(operations);
  });

  it("SLOW answers after its delay", async () => {
    standIn.faults.next("SLOW", { delayMs: 50, path: /^\/empty$/ });
    const beganMs = performance.now();
    expect((await call("/empty")).status).toBe(202);
    expect(performance.now() - beganMs).toBeGreaterThan(45);
  });

  it("HTML takes the request and answers a page with status 200", async () => {
    order("HTML");
    const response = await pay("a");
    expect([response.status, taken()]).toEqual([200, 1]);
    expect(await response.text()).toContain("<!doctype html>");
  });

  it("EXPIRED_TOKEN refuses a token that was right", async () => {
    const token = await newToken();
    order("EXPIRED_TOKEN");
    expect((await pay("a", token)).status).toBe(401);
    expect((await pay("a")).status).toBe(200);
  });

  it("WRONG_AMOUNT takes one minor unit less than was asked for, and remembers both", async () => {
    standIn.faults.next("WRONG_AMOUNT");
    await pay("a");
    expect(standIn.book.find("PAYMENT", "first", "a")).toMatchObject({
      amount: { minor: 499n },
      asked: { minor: 500n },
    });
  });

  it("apply to matching requests only, as often as ordered, until they are cleared", async () => {
    standIn.faults.next("ERROR_BEFORE", { path: /^\/other/, times: Number.POSITIVE_INFINITY });
    standIn.faults.next("ERROR_BEFORE", { path: /^\/empty/, times: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await call("/empty")).status);
    expect(statuses).toEqual([503, 503, 202]);
    expect((await call("/other")).status).toBe(503);
    standIn.faults.calm();
    expect((await call("/other")).status).not.toBe(503);
    expect(standIn.faults.ordered()).toEqual([]);
  });

  it.each([
    ["CALLBACK_TWICE", 2, 0],
    ["CALLBACK_MISSING", 0, 0],
    ["CALLBACK_LATE", 0, 1],
  ] as const)("%s: %d callbacks at once, %d later, made at the time of sending", async (kind, now, later) => {
    standIn.faults.next(kind);
    await pay("a");
    await advance(2_000);
    expect(inbox.take()).toHaveLength(now);
    await advance(30_000);
    const late = inbox.take();
    expect(late).toHaveLength(later);
    expect(late.map(({ headers }) => headers["x-time"])).toEqual(late.map(() => String(clock.nowMs())));
  });
});

describe("the payer's page", () => {
  const open = async () => {
    const { page } = (await (await pay("a")).json()) as { page: string };
    return page;
  };
  const decide = (page: string, decision: string) =>
    fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams({ decision }) });

  it.each([
    ["confirm", "SUCCEEDED"],
    ["decline", "FAILED"],
  ])("%s leads back to the merchant, and the operation is %s", async (decision, status) => {
    const response = await decide(await open(), decision);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `https://merchant.example/back?decision=${decision}`,
    ]);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe(status);
  });

  it("waits for the person who has opened it, and shows an ended operation without buttons", async () => {
    const page = await open();
    expect(await (await fetch(page)).text()).toContain("Confirm");
    await advance(60_000);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe("PENDING");
    await advance(600_000);
    expect(await (await fetch(page)).text()).not.toContain("Confirm");
    expect((await decide(page, "decline")).status).toBe(200);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe("SUCCEEDED");
  });

  it("refuses another decision, and does not know other operations", async () => {
    const page = await open();
    expect((await decide(page, "perhaps")).status).toBe(400);
    expect((await fetch(`${page}x`)).status).toBe(404);
  });
});

describe("the control page", () => {
  const act = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call(`/stand-in/${path}`, { method: "POST", headers, body: new URLSearchParams(fields) });
  const shown = async () => (await call("/stand-in")).text();
  const key = { kind: "PAYMENT", holder: "first", id: "a" };

  it("shows what was asked, newest first, and what was answered", async () => {
    await pay("<a>");
    await pay("b");
    const html = await shown();
    expect(html.indexOf("<code>b</code>")).toBeLessThan(html.indexOf("<code>&lt;a></code>"));
    expect(html).toContain("POST /payments");
    expect(html).not.toContain("<a>");
  });

  it.each([
    ["confirm", "SUCCEEDED", 1],
    ["decline", "FAILED", 1],
    ["silent", "PENDING", 0],
  ])("%s: the operation is %s, and %d callbacks are sent", async (decision, status, callbacks) => {
    await pay("a");
    expect((await act("operation", { ...key, decision, code: "NO_MONEY" })).status).toBe(303);
    await advance(60_000);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe(status);
    expect(inbox.take()).toHaveLength(callbacks);
  });

  it("orders and clears faults", async () => {
    await act("fault", { fault: "ERROR_AFTER", often: "once" });
    await act("fault", { fault: "TOO_MANY", often: "always" });
    await act("fault", { fault: "NO_SUCH_FAULT", often: "always" });
    expect(standIn.faults.ordered()).toEqual([
      { kind: "ERROR_AFTER", times: 1 },
      { kind: "TOO_MANY", times: Number.POSITIVE_INFINITY },
    ]);
    expect(await shown()).toContain("answers 429 with Retry-After (always)");
    await act("calm", {});
    expect(standIn.faults.ordered()).toEqual([]);
  });

  it("keeps the callback address of an account", async () => {
    await act("callback-url", { holder: "first", url: inbox.addressOf("acct_2") });
    await pay("a");
    await advance(2_000);
    expect(inbox.take().map(({ path }) => path)).toEqual(["/provider-callbacks/acct_2"]);
  });

  it("refuses a form of another site, and an act that it does not have", async () => {
    await pay("a");
    const headers = { origin: "https://elsewhere.example" };
    expect((await act("operation", { ...key, decision: "decline" }, headers)).status).toBe(403);
    expect(standIn.book.find("PAYMENT", "first", "a")?.status).toBe("PENDING");
    expect((await act("nothing", {})).status).toBe(404);
  });
});

it("a callback without an address, or without an answer, is noted and breaks nothing", async () => {
  standIn.setCallbackUrl("first", "http://127.0.0.1:1/");
  await pay("a");
  await advance(2_000);
  expect(await (await call("/stand-in")).text()).toContain("no answer");
});

it("a port in use is an error at the start", async () => {
  const port = Number(new URL(standIn.url).port);
  const second = openStandIn(testStandIn, { clock, random: createSeededRandom(1), port });
  await expect(second).rejects.toThrow(/EADDRINUSE/);
});
