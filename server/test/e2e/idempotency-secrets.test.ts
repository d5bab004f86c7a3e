import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { SECRETS_KEPT_FOR_MS } from "../../src/http/idempotency.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { joinOperator } from "../harness/operators.ts";

/** A replay gives its caller the first answer, for an hour; it gives other callers nothing. */
let app: TestApp;
let keysUrl: string;
let endpointsUrl: string;

beforeAll(async () => {
  app = await startTestApp();
  keysUrl = `/merchant/merchants/${app.merchantId}/api-keys`;
  endpointsUrl = `/merchant/merchants/${app.merchantId}/webhook-endpoints`;
}, 60_000);
afterAll(() => app?.stop());

const newKey = async (permissions: readonly string[] = allPermissions): Promise<string> => {
  const input = { merchantNo: app.merchantNo, name: "other", permissions };
  return (await app.db.transaction((tx) => app.app.access.createApiKey(tx, input, systemActor))).key.reveal();
};
const post = (apiKey: string, path: string, body: unknown, key: string): Promise<Answer> =>
  app.request("POST", path, { apiKey, body, headers: { "idempotency-key": key } });
const isReplay = ({ headers }: Answer): boolean => headers.get("idempotency-replayed") === "true";
const code = ({ status, body }: Answer): string => `${status} ${body.error?.code ?? ""}`.trim();

/** Each route that shows a secret: its request, and the place of the secret. */
const shown: readonly (readonly [
  string,
  () => Promise<{ path: string; body: unknown }>,
  (data: Answer["body"]) => unknown,
])[] = [
  [
    "a new key",
    async () => ({ path: keysUrl, body: { name: "shop", permissions: ["merchant.payments.read"] } }),
    ({ key }) => key,
  ],
  [
    "a rolled key",
    async () => {
      const { body } = await post(
        app.apiKey,
        keysUrl,
        { name: "old", permissions: ["merchant.payments.read"] },
        "to roll",
      );
      return { path: `${keysUrl}/${body.data.id}/roll`, body: { overlapHours: 1 } };
    },
    ({ key }) => key,
  ],
  [
    "a new endpoint",
    async () => ({ path: endpointsUrl, body: { url: "https://shop.example/hook", events: ["*"] } }),
    ({ secret }) => secret,
  ],
  [
    "a rotated signing secret",
    async () => {
      const { body } = await post(
        app.apiKey,
        endpointsUrl,
        { url: "https://shop.example/other", events: ["*"] },
        "to turn",
      );
      return { path: `${endpointsUrl}/${body.data.id}/rotate-secret`, body: {} };
    },
    ({ secret }) => secret,
  ],
];

describe.each(shown)("%s", (name, prepare, secretOf) => {
  it("is shown again to its caller for an hour, and without the secret after that", async () => {
    const { path, body } = await prepare();
    const first = await post(app.apiKey, path, body, name);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    expect(secretOf(first.body.data)).toEqual(expect.any(String));
    app.clock.advance(SECRETS_KEPT_FOR_MS - 1);
    const again = await post(app.apiKey, path, body, name);
    expect([isReplay(again), again.body]).toEqual([true, first.body]);
    app.clock.advance(1);
    const late = await post(app.apiKey, path, body, name);
    expect([isReplay(late), late.status, late.body.data.id]).toEqual([
      true,
      first.status,
      first.body.data.id,
    ]);
    expect(secretOf(late.body.data)).toBeNull();
  });
});

describe("another caller with the same Idempotency-Key and body", () => {
  const body = { name: "shop key", permissions: allPermissions };

  it("that has fewer rights is refused as by a first call", async () => {
    const first = await post(app.apiKey, keysUrl, body, "shop-key-1");
    expect(code(first)).toBe("201");
    const weak = await newKey(["merchant.apikeys.manage"]);
    const answer = await post(weak, keysUrl, body, "shop-key-1");
    expect([code(answer), isReplay(answer)]).toEqual(["403 INSUFFICIENT_PERMISSIONS", false]);
    expect(JSON.stringify(answer.body)).not.toContain(first.body.data.key);
  });

  it("that may ask gets a key of its own, and the first keeps its answer", async () => {
    const first = await post(app.apiKey, keysUrl, body, "shop-key-2");
    const other = await newKey();
    const second = await post(other, keysUrl, body, "shop-key-2");
    expect([code(second), isReplay(second)]).toEqual(["201", false]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    const repeated = await post(other, keysUrl, body, "shop-key-2");
    expect([isReplay(repeated), repeated.body]).toEqual([true, second.body]);
    expect((await post(app.apiKey, keysUrl, body, "shop-key-2")).body).toEqual(first.body);
  });

  it("is no mismatch with another body, since its keys are its own", async () => {
    await post(app.apiKey, keysUrl, body, "shop-key-3");
    const answer = await post(await newKey(), keysUrl, { ...body, name: "another" }, "shop-key-3");
    expect(code(answer)).toBe("201");
  });

  it("shares the answer where nothing is secret", async () => {
    const session = { amount: "5000", currency: "XOF", title: "Order" };
    const first = await post(app.apiKey, "/checkout/sessions", session, "order-1");
    const second = await post(await newKey(), "/checkout/sessions", session, "order-1");
    expect([isReplay(second), second.body]).toEqual([true, first.body]);
  });

  it("sees no invitation of a colleague's making", async () => {
    const first = await app.operator();
    const weak = await joinOperator(app, {
      email: "weak@example.com",
      permissions: ["tenant.team.manage"],
      by: first.token,
    });
    const operator = { email: "puppet@example.com", name: "Puppet", permissions: ["tenant.ledger.read"] };
    const made = await post(first.token, "/tenant/operators", operator, "op-1");
    expect(code(made)).toBe("201");
    const answer = await post(weak.token, "/tenant/operators", operator, "op-1");
    expect([code(answer), isReplay(answer)]).toEqual(["403 OPERATOR_EXCEEDS_CREATOR", false]);
    const again = await post(first.token, "/tenant/operators", operator, "op-1");
    expect(again.body).toEqual(made.body);
    app.clock.advance(SECRETS_KEPT_FOR_MS);
    // The log-in is over by then; the operator is the same caller.
    const back = await app.operator();
    const late = await post(back.token, "/tenant/operators", operator, "op-1");
    expect([isReplay(late), late.body.data.invitation.url]).toEqual([true, null]);
  });
});
