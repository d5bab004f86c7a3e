import { describe, expect, test } from "vitest";
import { Secret } from "../kit/secret.ts";
import { createLogger } from "./logger.ts";
import { redactFields, redactText } from "./redact.ts";

describe("text that a line may not show", () => {
  test.each([
    [
      "an API key",
      "key svc_mk_live_0123456789abcdefABCDEF0123456789abcdef was",
      "key svc_mk_live_[redacted] was",
    ],
    ["an operator's token", `svc_op_${"aZ-_9".repeat(8)}abc`, "svc_op_[redacted]"],
    ["an operator's link", `svc_inv_${"aZ-_9".repeat(8)}abc`, "svc_inv_[redacted]"],
    ["a webhook secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_[redacted]"],
    ["a bearer header", "Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"],
    [
      "a session's token",
      `GET /pay/cs_${"0".repeat(32)}${"1".repeat(26)}/status`,
      `GET /pay/cs_${"0".repeat(32)}/status`,
    ],
    [
      "a database password",
      "connect postgres://u:hunter2@db:5432/x",
      "connect postgres://[redacted]@db:5432/x",
    ],
    ["a card number", "paid with 4242 4242 4242 4242.", "paid with [card number]."],
    ["a phone number", "sent to +225 07 01 23 45 67", "sent to [number …67]"],
    ["a phone number without plus", "msisdn 2250701234567 unknown", "msisdn [number …67] unknown"],
  ])("%s", (_name, text, shown) => {
    expect(redactText(text)).toBe(shown);
  });
  test.each([
    ["an instant", "2026-11-21T10:15:30.000Z"],
    ["an id", "ch_01jd7b3k5m8n9p2q4r6s8t0v2w"],
    ["a UUID", "01890a5d-1234-7745-8123-123456789012"],
    ["an address", "192.168.100.200"],
    ["a small number", "took 1200 ms of 5000"],
  ])("%s stays", (_name, text) => {
    expect(redactText(text)).toBe(text);
  });
});

test("fields are judged by name, at any depth", () => {
  expect(
    redactFields({
      authorization: "x",
      phone: "1",
      request: { headers: { Cookie: "a=b" }, apiKey: "k" },
      rows: [{ pin: "1234", id: 1 }],
      secret: new Secret("s"),
      token: null,
      amount: 5000n,
      bytes: Buffer.from("abc"),
    }),
  ).toEqual({
    authorization: "[redacted]",
    phone: "[redacted]",
    request: { headers: { Cookie: "[redacted]" }, apiKey: "[redacted]" },
    rows: [{ pin: "[redacted]", id: 1 }],
    secret: "[redacted]",
    token: null,
    amount: "5000",
    bytes: "[3 bytes]",
  });
});

test("an error shows its cause without secrets and without the rows PostgreSQL quotes", () => {
  const cause = Object.assign(new Error("duplicate for +2250701234567"), {
    code: "23505",
    detail: "Key (phone)=(+2250701234567) already exists.",
  });
  const text = JSON.stringify(redactFields({ error: new Error("svc_mk_live_abcdef failed", { cause }) }));
  expect(text).toContain("23505");
  expect(text).not.toMatch(/abcdef|0701234567|detail/);
});

test("a circular object does not stop a line", () => {
  const loop: Record<string, unknown> = { name: "x" };
  loop.self = loop;
  expect(JSON.stringify(redactFields({ loop }))).toContain("[deep]");
});

describe("createLogger", () => {
  function record(format: "json" | "text", level: "info" | "error" = "info") {
    const lines: string[] = [];
    const log = createLogger({ level, format, destination: { write: (line) => void lines.push(line) } });
    return { log, lines };
  }
  test("writes one JSON object per event, with the fields of its parents", () => {
    const { log, lines } = record("json");
    log.with({ requestId: "req_1" }).info("http.request", { status: 200, phone: "1" });
    const line = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
    expect(line).toMatchObject({
      level: "info",
      event: "http.request",
      requestId: "req_1",
      status: 200,
      phone: "[redacted]",
    });
    expect(String(line.time)).toMatch(/^\d{4}-.*Z$/);
  });
  test("leaves out what is below its level", () => {
    const { log, lines } = record("json", "error");
    log.warn("a");
    log.error("b");
    expect(lines).toHaveLength(1);
  });
  test("writes lines for people, with the stack below", () => {
    const { log, lines } = record("text");
    log.warn("loop.round.failed", { loop: "sweeper", error: new Error("no") });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} warn {2}loop\.round\.failed loop=sweeper\nError: no\n/);
  });
  test("cannot be made to write a second line by a value", () => {
    const { log, lines } = record("json");
    log.info("x", { text: 'a\n{"level":"error"}' });
    expect(lines[0]?.trimEnd().split("\n")).toHaveLength(1);
  });
});
