import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openStream, type TestStream } from "../harness/event-stream.ts";
import { addOne, callAs, openLogIn, type TestPerson } from "../harness/people.ts";
import { startSecondInstance } from "../harness/second-instance.ts";

/** Streams of what happens at a merchant, over real HTTP. Looks happen when the test says so. */
let test: TestApp;
let owner: TestPerson;
let ownerCookie: string;
const opened: TestStream[] = [];

beforeAll(async () => {
  test = await startTestApp();
  owner = await addOne(test, "OWNER");
  ownerCookie = await openLogIn(test, owner);
}, 60_000);
afterAll(() => test?.stop());
afterEach(async () => {
  for (const stream of opened.splice(0)) {
    stream.close();
    await stream.ended;
  }
});

const SECOND_MS = 1_000;
const path = (merchantId = test.merchantId) => `/merchant/merchants/${merchantId}/live`;
const keysPath = () => `/merchant/merchants/${test.merchantId}/api-keys`;
const fromPage = { "sec-fetch-site": "same-origin" };

/** What a browser's EventSource sends: the cookie and no header of ours. */
async function follow(
  cookie: string,
  query = "?mode=SANDBOX",
  headers: Readonly<Record<string, string>> = {},
): Promise<TestStream> {
  const stream = await openStream(`${test.baseUrl}${path()}${query}`, { ...fromPage, cookie, ...headers });
  opened.push(stream);
  return stream;
}

const look = () => test.app.loops.live?.runOnce();
const types = (messages: readonly { data: { type: string } }[]) => messages.map(({ data }) => data.type);
const isReady = (messages: readonly unknown[]) => messages.length > 0;

let made = 0;
async function makeLink(title = "Panier"): Promise<string> {
  made += 1;
  const answer = await test.request("POST", "/payments/links", {
    headers: { "idempotency-key": `live-link-${made}` },
    body: { amount: "5000", currency: "XOF", title },
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}
const refusal = async ({ response }: TestStream) =>
  `${response.status} ${((await response.json()) as { error: { code: string } }).error.code}`;

describe("a stream", () => {
  it("says what changed by its id alone, and nothing else of it", async () => {
    const stream = await follow(ownerCookie);
    const { headers, status } = stream.response;
    expect([status, headers.get("content-type"), headers.get("x-accel-buffering")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
      "no",
    ]);
    expect([headers.get("cache-control"), headers.get("content-encoding")]).toEqual(["no-store", null]);
    expect(headers.get("request-id")).toMatch(/^req_/);
    await stream.until(isReady);
    const id = await makeLink("Un titre secret");
    await look();
    const messages = await stream.until(({ length }) => length === 2);
    expect(messages.map(({ data }) => data)).toEqual([
      { type: "ready", id: null, version: null },
      { type: "payment_link.created", id, version: 1 },
    ]);
    expect(stream.text()).not.toContain("secret");
  });

  it("tells each event once to each of its readers", async () => {
    const streams = [await follow(ownerCookie), await follow(ownerCookie)];
    for (const stream of streams) await stream.until(isReady);
    await makeLink();
    for (let round = 0; round < 3; round += 1) await look();
    await makeLink();
    await look();
    for (const stream of streams)
      expect(types(await stream.until(({ length }) => length >= 3))).toEqual([
        "ready",
        "payment_link.created",
        "payment_link.created",
      ]);
  });

  it("tells nothing of another merchant, and nothing of the other mode", async () => {
    const { token } = await test.operator();
    const other = await test.request("POST", "/tenant/merchants", {
      apiKey: token,
      body: { displayName: "Autre", countryCode: "CI" },
    });
    const stranger = await addOne(test, "OWNER", other.body.data.id);
    const theirs = await openStream(`${test.baseUrl}${path(other.body.data.id)}?mode=SANDBOX`, {
      ...fromPage,
      cookie: await openLogIn(test, stranger),
    });
    opened.push(theirs);
    const live = await follow(ownerCookie, "?mode=LIVE");
    const own = await follow(ownerCookie);
    for (const stream of [theirs, live, own]) await stream.until(isReady);
    await makeLink();
    await look();
    await own.until(({ length }) => length === 2);
    for (const stream of [theirs, live]) expect(types(await stream.until(isReady))).toEqual(["ready"]);
  });

  it("leaves out what the reader may not read", async () => {
    const approver = await follow(await openLogIn(test, await addOne(test, "APPROVER")));
    const accountant = await follow(await openLogIn(test, await addOne(test, "ACCOUNTANT")));
    for (const stream of [approver, accountant]) await stream.until(isReady);
    await makeLink();
    await look();
    await accountant.until(({ length }) => length === 2);
    expect(types(await approver.until(isReady))).toEqual(["ready"]);
  });

  it("hears of what another process wrote", async () => {
    const second = await startSecondInstance(test);
    const port = await second.app.http.listen({ host: "127.0.0.1", port: 0 });
    const stream = await openStream(`http://127.0.0.1:${port}/api/v1${path()}?mode=SANDBOX`, {
      ...fromPage,
      cookie: ownerCookie,
    });
    await stream.until(isReady);
    const id = await makeLink();
    await second.app.loops.live?.runOnce();
    const messages = await stream.until(({ length }) => length === 2);
    expect(messages[1]?.data.id).toBe(id);
    // Also without a client that hangs up: a server that stops ends its streams.
    const stopped = second.stop();
    await stream.ended;
    second.app.http.app.server.closeIdleConnections();
    await stopped;
  });

  it("sends a sign of life when nothing happens for 15 seconds", async () => {
    const stream = await follow(ownerCookie);
    await stream.until(isReady);
    test.clock.advance(14 * SECOND_MS);
    await look();
    expect(stream.text()).not.toContain("event: beat");
    test.clock.advance(SECOND_MS);
    await look();
    await stream.until(() => stream.text().endsWith("\n\nevent: beat\ndata:\n\n"));
  });

  it("is not compressed, also for a client that accepts it", async () => {
    const stream = await follow(ownerCookie, "?mode=SANDBOX", { "accept-encoding": "gzip" });
    expect(stream.response.headers.get("content-encoding")).toBeNull();
    expect(types(await stream.until(isReady))).toEqual(["ready"]);
  });
});

describe("after a pause", () => {
  it("a stream goes on after the position of the last message", async () => {
    const before = await follow(ownerCookie);
    await before.until(isReady);
    const first = await makeLink();
    await look();
    const position = (await before.until(({ length }) => length === 2))[1]?.position ?? "";
    before.close();
    await before.ended;
    test.clock.advance(30 * SECOND_MS);
    const missed = await makeLink();
    const resumed = await follow(ownerCookie, "?mode=SANDBOX", { "last-event-id": position });
    const messages = await resumed.until((read) => read.some(({ data }) => data.id === missed));
    expect(messages[0]?.data.type).toBe("ready");
    // An event that was told before the pause may be told again, with the version that the reader knows.
    expect([first, missed]).toEqual(expect.arrayContaining(messages.slice(1).map(({ data }) => data.id)));
  });

  it("of more than five minutes the reader is told to read everything again", async () => {
    const longAgo = String(test.clock.nowMs() - 5 * 60 * SECOND_MS - 1);
    const stream = await follow(ownerCookie, "?mode=SANDBOX", { "last-event-id": longAgo });
    expect(types(await stream.until(({ length }) => length === 2))).toEqual(["ready", "reload"]);
    const polled = await callAs(test, ownerCookie)("GET", `${path()}?after=${longAgo}`);
    expect(polled.body.data).toMatchObject({ reload: true, changes: [] });
  });

  it.each(["", "evt_1", "9".repeat(13), "1".repeat(500)])(
    "a position that is not ours (%j) is the present",
    async (position) => {
      const stream = await follow(ownerCookie, "?mode=SANDBOX", { "last-event-id": position });
      expect(types(await stream.until(isReady))[0]).toBe("ready");
    },
  );
});

describe("without a stream", () => {
  it("a page asks what happened since its last question", async () => {
    const ask = callAs(test, ownerCookie);
    const first = await ask("GET", path());
    expect(first.body.data).toMatchObject({ object: "live_changes", reload: false, changes: [] });
    test.clock.advance(15 * SECOND_MS);
    const id = await makeLink();
    const next = await ask("GET", `${path()}?after=${first.body.data.position}`);
    expect(next.body.data.changes).toContainEqual({ type: "payment_link.created", id, version: 1 });
    test.clock.advance(15 * SECOND_MS);
    const last = await ask("GET", `${path()}?after=${next.body.data.position}`);
    expect(last.body.data.changes).toEqual([{ type: "payment_link.created", id, version: 1 }]);
    test.clock.advance(15 * SECOND_MS);
    const silent = await ask("GET", `${path()}?after=${last.body.data.position}`);
    expect(silent.body.data.changes).toEqual([]);
  });
});

describe("a stream ends within two seconds", () => {
  const twoSeconds = async () => {
    test.clock.advance(2 * SECOND_MS);
    await look();
  };

  it("when the holder logs out, while another log-in of the same person stays", async () => {
    const person = await addOne(test, "VIEWER");
    const cookie = await openLogIn(test, person);
    const stream = await follow(cookie);
    const other = await follow(await openLogIn(test, person));
    await twoSeconds();
    expect((await callAs(test, cookie)("POST", "/auth/merchant/log-out", {})).status).toBe(200);
    await twoSeconds();
    await stream.ended;
    await makeLink();
    await look();
    expect(types(await other.until(({ length }) => length === 2))[1]).toBe("payment_link.created");
  });

  it("when the person is removed from the merchant, or disabled", async () => {
    const removed = await addOne(test, "VIEWER");
    const disabled = await addOne(test, "VIEWER");
    const streams = [
      await follow(await openLogIn(test, removed)),
      await follow(await openLogIn(test, disabled)),
    ];
    const gone = await callAs(test, ownerCookie)(
      "DELETE",
      `/merchant/merchants/${test.merchantId}/members/${removed.id}`,
    );
    expect(gone.status).toBe(200);
    await test.owner.query({
      text: "update persons set status = 'DISABLED' where id = $1",
      values: [disabled.personId],
    });
    await twoSeconds();
    for (const stream of streams) await stream.ended;
  });

  it("when the log-in was not used for twelve hours: the stream itself is no use", async () => {
    const stream = await follow(await openLogIn(test, await addOne(test, "VIEWER")));
    test.clock.advance(12 * 3_600 * SECOND_MS - 2 * SECOND_MS);
    await look();
    expect(types(await stream.until(isReady))[0]).toBe("ready");
    await twoSeconds();
    await stream.ended;
    ownerCookie = await openLogIn(test, owner);
  });

  it("when the key is revoked", async () => {
    const key = await test.request("POST", keysPath(), {
      headers: { "idempotency-key": "live-key" },
      body: { name: "Live", permissions: ["merchant.links.read"] },
    });
    expect(key.status).toBe(201);
    const stream = await openStream(`${test.baseUrl}${path()}`, {
      authorization: `Bearer ${key.body.data.key}`,
    });
    opened.push(stream);
    await stream.until(isReady);
    const revoked = await test.request("POST", `${keysPath()}/${key.body.data.id}/revoke`, { body: {} });
    expect(revoked.status).toBe(200);
    await twoSeconds();
    await stream.ended;
  });
});

describe("a stream is refused", () => {
  it.each([
    ["without a cookie", { cookie: "" }, "?mode=SANDBOX", "401 Invalid API key"],
    [
      "with a cookie that opens nothing",
      { cookie: "cauris-merchant=x" },
      "?mode=SANDBOX",
      "401 LOG_IN_REQUIRED",
    ],
    ["without a mode", {}, "", "400 VALIDATION_ERROR"],
    ["in no mode of ours", {}, "?mode=live", "400 VALIDATION_ERROR"],
    ["from a position of no kind", {}, "?mode=SANDBOX&after=yesterday", "400 VALIDATION_ERROR"],
    ["to another site", { "sec-fetch-site": "cross-site" }, "?mode=SANDBOX", "403 FOREIGN_REQUEST"],
    ["to a sister site", { "sec-fetch-site": "same-site" }, "?mode=SANDBOX", "403 FOREIGN_REQUEST"],
    [
      "when header and address name two modes",
      { "cauris-mode": "LIVE" },
      "?mode=SANDBOX",
      "400 VALIDATION_ERROR",
    ],
  ])("%s", async (_name, headers, query, expected) => {
    expect(await refusal(await follow(ownerCookie, query, headers))).toBe(expected);
  });

  it("to another origin, where the browser does not say from which site it asks", async () => {
    const url = `${test.baseUrl}${path()}?mode=SANDBOX`;
    const foreign = await openStream(url, { cookie: ownerCookie, origin: "https://evil.example" });
    expect(await refusal(foreign)).toBe("403 FOREIGN_REQUEST");
    const own = await openStream(url, { cookie: ownerCookie, origin: test.origin });
    opened.push(own);
    expect(own.response.status).toBe(200);
  });

  it("to people of another merchant, and to a key without one of its permissions", async () => {
    const other = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
    const url = `${test.baseUrl}${path(other)}?mode=SANDBOX`;
    expect(await refusal(await openStream(url, { ...fromPage, cookie: ownerCookie }))).toBe(
      "403 INVALID_MERCHANT_SCOPE",
    );
    expect(await refusal(await openStream(url, { authorization: `Bearer ${test.apiKey}` }))).toBe(
      "403 INVALID_MERCHANT_SCOPE",
    );
    const key = await test.request("POST", keysPath(), {
      headers: { "idempotency-key": "reports-key" },
      body: { name: "Reports", permissions: ["merchant.reports.read"] },
    });
    const stream = await openStream(`${test.baseUrl}${path()}`, {
      authorization: `Bearer ${key.body.data.key}`,
    });
    expect(await refusal(stream)).toBe("403 INSUFFICIENT_PERMISSIONS");
  });

  it("to whoever has ten already, until one of them ends", async () => {
    const cookie = await openLogIn(test, await addOne(test, "VIEWER"));
    const streams: TestStream[] = [];
    for (let index = 0; index < 10; index += 1) streams.push(await follow(cookie));
    const refused = await follow(cookie);
    expect(await refusal(refused)).toBe("429 TOO_MANY_STREAMS");
    expect(refused.response.headers.get("retry-after")).toBe("15");
    const [first] = streams;
    first?.close();
    await first?.ended;
    // The server notices the closed connection a moment later.
    await expect.poll(async () => (await follow(cookie)).response.status).toBe(200);
  });
});
