import { describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions, type Permission } from "../../src/http/permissions.ts";
import { world } from "./access-shared.ts";
import { faceOf, outcome } from "./access-world.ts";
import type { Call, Operation } from "./document.ts";
import { createEstate, createKey, createOwner } from "./estate.ts";
import { rules } from "./rules.ts";

/**
 * Keys, permissions, and the order of refusals, for every operation in the running service's document. An operation
 * that is in the document but not in `rules.ts` fails here, so that every route is covered.
 */
const { app, contract, receiver, own, stranger, expiredKey, revokedKey } = world;
const { keyed, onMerchantPath, rightCall, cellsOf, expectCells } = world;

it("every documented operation has its rule, and every rule its operation", () => {
  expect(contract.operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(rules).toSorted());
  expect(keyed().every(({ permissions }) => permissions.length > 0)).toBe(true);
  const lacking = contract.operations.filter(({ id, pathParams }) => {
    const named = Object.keys(rules[id]?.object?.(own) ?? {});
    return pathParams.some((name) => name !== "merchantId" && !named.includes(name));
  });
  expect(lacking.map(({ id }) => id)).toEqual([]);
});

describe("a key that does not open", () => {
  const headers: readonly (readonly [string, () => string | undefined])[] = [
    ["no header", () => undefined],
    ["an empty header", () => ""],
    ["another scheme", () => `Basic ${own.apiKey}`],
    ["a bare key", () => own.apiKey],
    ["garbage", () => "Bearer garbage"],
    ["a made-up key", () => `Bearer svc_mk_sandbox_${"A".repeat(38)}`],
    ["a wrong checksum", () => `Bearer ${own.apiKey.slice(0, -1)}${own.apiKey.endsWith("a") ? "b" : "a"}`],
    ["the other mode's prefix", () => `Bearer ${own.apiKey.replace("sandbox", "live")}`],
    ["a key in upper case", () => `Bearer ${own.apiKey.toUpperCase()}`],
    ["a revoked key", () => `Bearer ${revokedKey}`],
    ["an expired key", () => `Bearer ${expiredKey}`],
    ["two keys", () => `Bearer ${own.apiKey}, Bearer ${own.apiKey}`],
  ];
  it.each(headers)("%s: 401 Invalid API key everywhere, in the same words", async (_name, header) => {
    const authorization = header();
    const cells = await cellsOf(
      keyed(),
      (operation) => {
        const call = rightCall(operation, own, null);
        return {
          ...call,
          headers: { ...call.headers, ...(authorization === undefined ? {} : { authorization }) },
        };
      },
      "401 Invalid API key",
    );
    expectCells(cells, null);
    const plain = await contract.call("listWallets", { apiKey: null });
    expect(new Set(cells.map(([, answer]) => faceOf(answer)))).toEqual(new Set([faceOf(plain)]));
  });
  it("an address outside the allowlist: 401 as well", async () => {
    const { key } = await createKey(app, own.merchantNo, { ipAllowlist: ["203.0.113.0/24"] });
    expectCells(await cellsOf(keyed(), (each) => rightCall(each, own, key), "401 Invalid API key"), null);
  });
});

describe("a permission that is missing", () => {
  const without = (anyOf: readonly string[]): readonly Permission[] => {
    const helping = new Set(anyOf.flatMap((one) => [one, one.replace(/read$/, "manage")]));
    return allPermissions.filter((held) => !helping.has(held));
  };
  it("every other permission does not help: 403 that names the one required", async () => {
    const cells = await cellsOf(
      keyed(),
      async (operation) => {
        const permissions = without(operation.permissions);
        expect(permissions.length).toBe(allPermissions.length - operation.permissions.length);
        return rightCall(operation, own, (await createKey(app, own.merchantNo, { permissions })).key);
      },
      "403 INSUFFICIENT_PERMISSIONS",
    );
    expectCells(cells, null);
    for (const [{ permissions }, answer] of cells) {
      expect([answer.body.error.details.required].flat()).toEqual(permissions);
    }
  });
  it("no permission at all: 403", async () => {
    const { key } = await createKey(app, own.merchantNo, { permissions: [] });
    expectCells(
      await cellsOf(keyed(), (each) => rightCall(each, own, key), "403 INSUFFICIENT_PERMISSIONS"),
      null,
    );
  });
  it("reading does not let anybody manage", async () => {
    const permissions = allPermissions.map((held) => held.replace(/manage$/, "read"));
    const { key } = await createKey(app, own.merchantNo, { permissions });
    const managing = keyed().filter(({ permissions: [permission] }) => permission?.endsWith(".manage"));
    const cells = await cellsOf(
      managing,
      (each) => rightCall(each, own, key),
      "403 INSUFFICIENT_PERMISSIONS",
    );
    expectCells(cells, null);
  });
  it("every operation that changes something asks for more than reading", () => {
    const changing = keyed().filter(({ method, id }) => method !== "GET" && rules[id]?.readsOnly !== true);
    expect(
      changing.filter(({ permissions: [permission] }) => permission?.endsWith(".read")).map(({ id }) => id),
    ).toEqual([]);
  });
});

describe("the order of checks", () => {
  const bent: Call = { query: { nonsense: "1" }, body: { nonsense: 1 } };
  const bentCall = (operation: Operation, call: Call): Call => {
    const { body: _right, headers: _keyed, ...rest } = call;
    return { ...rest, ...(operation.method === "GET" ? { query: bent.query ?? {} } : bent) };
  };
  it("401 before everything", async () => {
    const nobody = (operation: Operation): Call => ({
      ...bentCall(operation, rightCall(operation, own, null)),
      params: {
        merchantId: "me",
        id: "1",
        deliveryId: "1",
        keyId: "1",
        documentId: "1",
        memberId: "1",
        invitationId: "1",
      },
    });
    expectCells(await cellsOf(keyed(), nobody, "401 Invalid API key"), null);
    for (const [text, type] of [
      ["{", "application/json"],
      ["<a/>", "text/xml"],
      [`{"a":"${"x".repeat(200_000)}"}`, "application/json"],
    ] as const) {
      const response = await fetch(`${app.baseUrl}/checkout/sessions`, {
        method: "POST",
        headers: { "content-type": type },
        body: text,
      });
      expect(response.status, type).toBe(401);
      await response.text();
    }
  });
  it("403 before 400 and 404", async () => {
    const { key } = await createKey(app, own.merchantNo, { permissions: [] });
    const unknown = (operation: Operation): Call => ({
      ...bentCall(operation, rightCall(operation, own, key)),
      params: { merchantId: stranger.merchantId, ...rules[operation.id]?.unknown },
    });
    expectCells(await cellsOf(keyed(), unknown, "403 INSUFFICIENT_PERMISSIONS"), null);
    const outside = (operation: Operation): Call => ({ ...unknown(operation), apiKey: own.apiKey });
    expectCells(await cellsOf(onMerchantPath(), outside, "403 INVALID_MERCHANT_SCOPE"), null);
  });
  it("400 before 404", async () => {
    const strict = keyed().filter(({ method, isList }) => method !== "GET" || isList);
    const call = (operation: Operation): Call => ({
      ...bentCall(operation, rightCall(operation, own)),
      params: { merchantId: own.merchantId, ...rules[operation.id]?.unknown },
    });
    expectCells(await cellsOf(strict, call, "400 VALIDATION_ERROR"), null);
  });
  it("validation before the merchant's gate, the gate before the state", async () => {
    const owner = await createOwner(app, own.tenantId, "Closing");
    const closing = await createEstate(app, owner, "SANDBOX", "marker-closing", receiver.url);
    await app.app.merchants.changeKyb(owner.numbers.SANDBOX, "submit", systemActor);
    const { apiKey } = closing;
    const headers = { "idempotency-key": "gate" };
    const taken = { amount: "5000", currency: "XOF", slug: own.slug };
    const pay = {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN" },
    };
    const gate = "400 MERCHANT_KYB_NOT_APPROVED";
    const asked: readonly (readonly [string, Call, string])[] = [
      ["createCheckoutSession", { body: { amount: 5 } }, "400 VALIDATION_ERROR"],
      ["createCheckoutSession", { body: { amount: "5000", currency: "XOF", title: "a" } }, gate],
      ["createPaymentLink", { body: { ...taken, amount: "0" }, headers }, "400 VALIDATION_ERROR"],
      ["createPaymentLink", { body: taken }, "400 IDEMPOTENCY_KEY_REQUIRED"],
      ["createPaymentLink", { body: taken, headers }, gate],
      ["openPaymentLinkSession", { params: { slug: closing.slug } }, gate],
      [
        "completeCheckoutSession",
        { params: { sessionId: closing.sessionId }, body: {} },
        "400 VALIDATION_ERROR",
      ],
      ["completeCheckoutSession", { params: { sessionId: closing.sessionId }, body: pay }, gate],
      ["getCheckoutSession", { params: { id: closing.sessionId } }, "200"],
      ["listCharges", {}, "200"],
      ["listWebhookEndpoints", { params: { merchantId: closing.merchantId } }, "200"],
    ];
    for (const [id, call, expected] of asked) {
      expect(outcome(await contract.call(id, { apiKey, ...call })), id).toBe(expected);
    }
  });
});
