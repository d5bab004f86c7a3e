import {
  AuthenticationError,
  CaurisError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  PermissionError,
  RateLimitError,
  ServerError,
  verifyWebhook,
} from "@cauris/sdk";
import { describe, expect, it } from "vitest";
import { CliFailure, describeError, exitCodes } from "./failure.ts";
import { newSecret, signatureHeaders } from "./listen/signing.ts";
import { isSeen, past, readFrom, startOfTime } from "./listen/window.ts";
import { createOutput, printable } from "./output.ts";
import { readAddress, readForward } from "./profiles/address.ts";
import { readTypes } from "./read-types.ts";

describe("the address of a service", () => {
  it.each([
    ["https://pay.example.com", "https://pay.example.com"],
    ["https://pay.example.com/", "https://pay.example.com"],
    ["https://pay.example.com/api/v1", "https://pay.example.com"],
    ["https://example.com/cauris/api/v1/", "https://example.com/cauris"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000/api/v1", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s", (text, address) => expect(readAddress(text)).toBe(address));

  it.each([
    ["http://pay.example.com", /only for this machine/],
    ["http://localhost.example.com", /only for this machine/],
    ["http://127.0.0.1.example.com", /only for this machine/],
    ["http://10.0.0.1", /only for this machine/],
    ["pay.example.com", /is not an address/],
    ["ftp://pay.example.com", /is not an address/],
    ["https://user:secret@pay.example.com", /no user/],
    ["https://pay.example.com?x=1", /no query/],
  ])("%s is refused", (text, message) => expect(() => readAddress(text)).toThrow(message));
});

describe("an address to forward to", () => {
  it.each([
    ["4242", "http://localhost:4242/"],
    ["4242/webhooks", "http://localhost:4242/webhooks"],
    ["localhost:4242/webhooks?x=1", "http://localhost:4242/webhooks?x=1"],
    ["http://127.0.0.1:4242/webhooks", "http://127.0.0.1:4242/webhooks"],
    ["https://localhost:4242/", "https://localhost:4242/"],
  ])("%s", (text, url) => expect(readForward(text)).toBe(url));

  it.each([
    ["https://shop.example.com/hooks", /this machine only/],
    ["192.168.0.4:4242", /this machine only/],
    ["localhost@evil.example:80", /is not an address/],
    ["file:///etc/passwd", /is not an address/],
    ["", /is not an address/],
  ])("%s is refused", (text, message) => expect(() => readForward(text)).toThrow(message));
});

describe("the window of what was read", () => {
  const at = (second: number) => Date.UTC(2026, 10, 21, 10, 0, second);
  it("gives each thing once, in whatever order things become visible", () => {
    const position = past(past(startOfTime, "b", at(2)), "a", at(1));
    expect(["a", "b"].map((id) => isSeen(position, id, at(id === "a" ? 1 : 2)))).toEqual([true, true]);
    // It became visible after a newer one.
    expect(isSeen(position, "late", at(1))).toBe(false);
    expect(readFrom(position)).toBe("2026-11-21T09:59:02.000Z");
  });
  it("reads everything before anything has happened", () => {
    expect(readFrom(startOfTime)).toBeUndefined();
    expect(isSeen(startOfTime, "a", at(0))).toBe(false);
  });
  it("forgets ids that no read brings again, and does not take them for new", () => {
    const position = past(past(startOfTime, "old", at(0)), "new", at(61));
    expect(position.seen).toEqual([["new", at(61)]]);
    expect(isSeen(position, "old", at(0))).toBe(true);
  });
});

describe("the signature", () => {
  it("is one that the client for JavaScript accepts, and no other", async () => {
    const secret = newSecret((count) => new Uint8Array(count).fill(7));
    const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", data: { note: "é ✓" } });
    const headers = signatureHeaders(secret, { id: "evt_1", sentAtMs: 1_790_000_000_999, body });
    const message = { body, headers, secret, nowMs: 1_790_000_001_000 };
    expect((await verifyWebhook(message)).id).toBe("evt_1");
    await expect(verifyWebhook({ ...message, body: body.replace("é", "e") })).rejects.toThrow(
      /no signature fits/,
    );
    await expect(
      verifyWebhook({ ...message, secret: newSecret((count) => new Uint8Array(count)) }),
    ).rejects.toThrow(/no signature fits/);
  });
});

describe("exit codes", () => {
  const facts = {
    code: "X",
    message: "No.",
    status: 400,
    details: {},
    requestId: "req_1",
    retryAfterMs: null,
  };
  it.each<[Error, number]>([
    [new CliFailure(exitCodes.late, "late"), 6],
    [new InvalidRequestError(facts), 3],
    [new ConflictError({ ...facts, status: 409 }), 3],
    [new AuthenticationError({ ...facts, status: 401 }), 4],
    [new PermissionError({ ...facts, status: 403 }), 4],
    [new RateLimitError({ ...facts, status: 429 }), 5],
    [new ServerError({ ...facts, status: 503 }), 5],
    [new ConnectionError({ ...facts, status: null }), 5],
    [new TypeError("x is not a function"), 1],
  ])("%s", (error, code) => {
    expect(describeError(error).exitCode).toBe(code);
    if (error instanceof CaurisError) expect(describeError(error).lines).toContain("Request req_1");
  });
});

describe("output", () => {
  const show = (isTerminal: boolean, env: Record<string, string>, isPlain = false) =>
    createOutput({ out: () => {}, note: () => {}, isTerminal, env }, { isJson: false, isPlain }).paint(
      "red",
      "x",
    );
  it.each([
    [true, {}, false, "\u001b[31mx\u001b[0m"],
    [true, { NO_COLOR: "1" }, false, "x"],
    [true, { NO_COLOR: "" }, false, "\u001b[31mx\u001b[0m"],
    [true, { TERM: "dumb" }, false, "x"],
    [true, {}, true, "x"],
    [false, {}, false, "x"],
  ])("terminal %s, %j, plain %s", (isTerminal, env, isPlain, text) =>
    expect(show(isTerminal, env, isPlain)).toBe(text),
  );

  it("shows nothing that steers a terminal", () => {
    expect(printable("a\u001b[2Jb\rc\u009bd\u202ee")).toBe("a [2Jb c d e");
  });
});

describe("names of events", () => {
  it("are joined as the filter takes them", () => {
    expect(readTypes("payment.succeeded, refund.failed")).toBe("payment.succeeded,refund.failed");
    expect(readTypes(undefined)).toBeUndefined();
  });
  it("are refused when there is no such event", () => {
    expect(() => readTypes("payment.succeeded,payment.lost")).toThrow(/no event "payment.lost"/);
  });
});
