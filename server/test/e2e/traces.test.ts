import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpOut } from "../../src/kit/http-out.ts";
import { operationOfPublicId } from "../../src/tracing/operations.ts";
import type { Span } from "../../src/tracing/span.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** The traces of payments, refunds and payouts: what is in them, and what other services hear of them. */
const wire = createWire();
const spans: Span[] = [];
const calls: Readonly<Record<string, string>>[] = [];
const hooks: { readonly type: string; readonly headers: IncomingHttpHeaders }[] = [];
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let receiver: Server;

beforeAll(async () => {
  test = await startTestApp({
    onSpan: (span) => spans.push(span),
    egress: (egress) => {
      const wrapped = wire.wrap(egress);
      const trusted: HttpOut = (request) => {
        calls.push(request.headers ?? {});
        return wrapped.trusted(request);
      };
      return { ...wrapped, trusted };
    },
  });
  wire.clock = test.clock;
  payer = createPayer(test);
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      hooks.push({ type: JSON.parse(body).type, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
    body: { url: `http://localhost:${port}/hooks`, events: ["*"] },
  });
  await test.drain();
});
afterAll(async () => {
  await test.stop();
  receiver.closeAllConnections();
  receiver.close();
});

/** The trace of the operation with this public id, by the names of its spans. */
function traceOf(publicId: string) {
  const operation = operationOfPublicId(publicId);
  const found = spans.filter(({ traceId }) => traceId === operation?.traceId);
  return { operation, found, names: found.map(({ name }) => name) };
}

async function paid(suffix = "789"): Promise<string> {
  const { id } = await payer.newSession({});
  const { body } = await payer.complete(id, mtn(suffix));
  await test.advance(60_000);
  return body.data.chargeId;
}

describe("a payment", () => {
  it("is one trace, from the request to the delivered webhooks", async () => {
    const { operation, found, names } = traceOf(await paid());
    expect(new Set(names)).toEqual(
      new Set([
        "POST /api/v1/checkout/pay/:sessionId/complete",
        // The simulator is served here, as another service would be: it takes up the trace that it is sent.
        "POST /simulator/v1/payments",
        "GET /simulator/v1/payments/:reference",
        "choose route",
        "simulator start",
        "simulator query",
        "record outcome",
        "attempt",
        "deliver webhook",
      ]),
    );
    const [root] = found.filter(({ name }) => name === "attempt");
    expect(root).toMatchObject({ spanId: operation?.rootSpanId, parentSpanId: null });
    const callIds = found.filter(({ kind }) => kind === "client").map(({ spanId }) => spanId);
    for (const { name, parentSpanId } of found.filter((span) => span !== root)) {
      if (name.includes("/simulator/")) expect(callIds).toContain(parentSpanId);
      else expect([name, parentSpanId]).toEqual([name, operation?.rootSpanId]);
    }
    expect(new Set(found.map(({ spanId }) => spanId)).size).toBe(found.length);
    expect(found.every(({ startMs, endMs }) => endMs >= startMs)).toBe(true);
  });

  it("is in the trace that its provider and its merchant are told of", async () => {
    calls.length = 0;
    hooks.length = 0;
    const { operation, found } = traceOf(await paid());
    const [call] = found.filter(({ name }) => name === "simulator start");
    expect(calls.map(({ traceparent }) => traceparent)).toContain(
      `00-${operation?.traceId}-${call?.spanId}-01`,
    );
    const success = hooks.find(({ type }) => type === "payment.succeeded");
    expect(success?.headers.traceparent).toMatch(new RegExp(`^00-${operation?.traceId}-[0-9a-f]{16}-01$`));
  });

  it("holds no phone number, name or session", async () => {
    const { found } = traceOf(await paid());
    const text = JSON.stringify(found);
    expect(text).not.toMatch(/cs_|0700000|Awa|sk_/);
    expect(text).toContain("cauris.provider");
  });

  it("with an unknown outcome keeps its trace", async () => {
    const { found } = traceOf(await paid("249"));
    const kept = found.filter(({ keepsTrace }) => keepsTrace).map(({ name }) => name);
    expect(kept.length).toBeGreaterThan(0);
  });
});

describe("a request with a traceparent", () => {
  const theirTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const theirSpan = "00f067aa0ba902b7";
  const headers = { traceparent: `00-${theirTrace}-${theirSpan}-01` };

  it("is a span of its caller's trace", async () => {
    const { status } = await test.request("GET", `/payments/charges`, {
      headers,
    });
    expect(status).toBe(200);
    const found = spans.filter(({ traceId }) => traceId === theirTrace);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: "server", parentSpanId: theirSpan, link: null, isError: false });
  });

  it("that changes an operation is in both traces, each of which names the other", async () => {
    const chargeId = await paid();
    const before = spans.length;
    const { body } = await test.request("POST", `/payments/charges/${chargeId}/refunds`, {
      headers: { ...headers, "idempotency-key": "traced-refund" },
      body: { amount: "1000" },
    });
    await test.advance(60_000);
    const made = spans.slice(before);
    const theirs = made.find(({ traceId }) => traceId === theirTrace);
    const { operation, found, names } = traceOf(body.data.id);
    const ours = found.find(({ kind }) => kind === "server");
    expect(theirs?.link).toMatchObject({ traceId: operation?.traceId, spanId: ours?.spanId });
    expect(ours?.link).toMatchObject({ traceId: theirTrace, spanId: theirs?.spanId });
    expect(names).toEqual(expect.arrayContaining(["simulator refund", "refund", "deliver webhook"]));
  });

  it("that is not valid begins a trace of its own", async () => {
    const before = spans.length;
    await test.request("GET", `/payments/charges`, {
      headers: { traceparent: "00-zz-zz-01" },
    });
    expect(spans[before]).toMatchObject({ kind: "server", parentSpanId: null });
  });
});
