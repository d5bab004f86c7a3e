import { describe, expect, it } from "vitest";
import { expectInvariants } from "../harness/invariants.ts";
import { world } from "./access-shared.ts";
import { type Cell, faceOf, outcome } from "./access-world.ts";
import type { Call, Operation } from "./document.ts";
import { createKey, type Estate } from "./estate.ts";
import { rules } from "./rules.ts";

/**
 * Objects of other merchants, for every operation in the running service's document: they look like unknown ones, and
 * no body shows any part of them.
 */
const { app, contract, own, ownLive, neighbour, stranger, revokedKey } = world;
const { keyed, withObject, onMerchantPath, everyEstate } = world;
const { rightCall, leaksIn, cellsOf, expectCells } = world;

describe("another merchant in the path", () => {
  it.each([
    ["a neighbour's, of the same tenant", () => neighbour.merchantId],
    ["a stranger's, of another tenant", () => stranger.merchantId],
    ["nobody's", () => "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f"],
    ["its own in capitals", () => own.merchantId.toUpperCase()],
    ["no UUID", () => "me"],
  ])("%s: INVALID_MERCHANT_SCOPE in the same words", async (_name, merchantId) => {
    const cells = await cellsOf(
      onMerchantPath(),
      (operation) => {
        const call = rightCall(operation, own);
        return { ...call, params: { ...call.params, merchantId: merchantId() } };
      },
      "403 INVALID_MERCHANT_SCOPE",
    );
    expectCells(cells, null);
    expect(new Set(cells.map(([, answer]) => faceOf(answer))).size).toBe(1);
  });
  it("the keys of others do not open the own merchant's path", async () => {
    for (const reader of [neighbour, stranger]) {
      const cells = await cellsOf(
        onMerchantPath(),
        (each) => rightCall(each, own, reader.apiKey),
        "403 INVALID_MERCHANT_SCOPE",
      );
      expectCells(cells, null);
    }
  });
  it("a key that lists a neighbour acts for it and for nobody of another tenant", async () => {
    const { key } = await createKey(app, own.merchantNo, { merchantIds: [neighbour.merchantId] });
    const lists = onMerchantPath().filter(({ isList, id }) => isList && rules[id]?.object === undefined);
    expect(lists.length).toBeGreaterThanOrEqual(3);
    const cells = await cellsOf(lists, (each) => rightCall(each, neighbour, key), "200");
    expectCells(cells, neighbour);
    for (const [, answer] of cells) expect(JSON.stringify(answer.body)).toContain(neighbour.merchantId);
    const far = await cellsOf(lists, (each) => rightCall(each, stranger, key), "403 INVALID_MERCHANT_SCOPE");
    expectCells(far, null);
    await expect(
      createKey(app, own.merchantNo, { merchantIds: [stranger.merchantId] }),
    ).rejects.toMatchObject({ declaration: { name: "VALIDATION_ERROR" } });
  });
});

describe("an object of somebody else", () => {
  /** Each set of path parameters in which at least one belongs to another merchant. */
  const mixtures = (operation: Operation, reader: Estate, target: Estate): Call[] => {
    const rule = rules[operation.id];
    const foreign = rule?.object?.(target) ?? {};
    const mine =
      rule?.needsPayment === true && reader.paid === null ? foreign : (rule?.object?.(reader) ?? {});
    const names = Object.keys(foreign);
    const call = rightCall(operation, own, reader.apiKey);
    const params = (values: object) => ({ ...call, params: { merchantId: reader.merchantId, ...values } });
    const single = names.length > 1 ? names.map((name) => params({ ...mine, [name]: foreign[name] })) : [];
    return [params(foreign), ...single];
  };
  it.each([
    ["a neighbour's key", () => [neighbour, own] as const],
    ["a stranger's key", () => [stranger, own] as const],
    ["the live key of the same merchant", () => [ownLive, own] as const],
    ["the sandbox key of the same merchant, on a live object", () => [own, ownLive] as const],
    ["the own key, on a neighbour's object", () => [own, neighbour] as const],
    ["the own key, on a stranger's object", () => [own, stranger] as const],
  ])("%s: RESOURCE_NOT_FOUND, with the body of an id that nobody has", async (_name, pair) => {
    const [reader, target] = pair();
    const cells: Cell[] = [];
    for (const operation of withObject()) {
      const rule = rules[operation.id];
      if (rule?.needsPayment === true && target.paid === null) continue;
      if (rule?.inBothModes && reader.merchantId === target.merchantId) continue;
      const nowhere = { merchantId: reader.merchantId, ...rule?.unknown };
      const unknown = await contract.call(operation, {
        ...rightCall(operation, own, reader.apiKey),
        params: nowhere,
      });
      expect(outcome(unknown), operation.id).toBe("404 RESOURCE_NOT_FOUND");
      for (const call of mixtures(operation, reader, target)) {
        const answer = await contract.call(operation, call);
        cells.push([operation, answer, "404 RESOURCE_NOT_FOUND"]);
        expect(faceOf(answer), operation.id).toBe(faceOf(unknown));
      }
    }
    expectCells(cells, null);
  });
  it("nothing of it was changed by being asked for", async () => {
    for (const estate of everyEstate()) {
      const { apiKey } = estate;
      const session = await contract.call("getCheckoutSession", { apiKey, params: { id: estate.sessionId } });
      expect(session.body.data).toMatchObject({ status: "OPEN", version: 1 });
      const link = await contract.call("getPaymentLink", { apiKey, params: { id: estate.linkId } });
      expect(link.body.data).toMatchObject({ linkStatus: "ACTIVE", version: 1 });
    }
    await expectInvariants(app.owner);
  });
});

describe("lists", () => {
  it("show what is the caller's own, in its mode, and nothing else", async () => {
    for (const reader of everyEstate()) {
      const lists = keyed().filter(({ id, isList }) => isList && rules[id]?.object === undefined);
      const cells = await cellsOf(lists, (each) => rightCall(each, reader), "200");
      expectCells(cells, reader);
      for (const [{ id }, { body }] of cells) {
        for (const item of body.data) {
          expect([item.mode, item.merchantId ?? reader.merchantId], id).toEqual([
            reader.mode,
            reader.merchantId,
          ]);
        }
        if (reader.paid !== null) expect(body.data.length, id).toBeGreaterThan(0);
      }
    }
  });
  it("find nothing by the id of somebody else, and take it for no cursor", async () => {
    const idParams = [
      "sessionId",
      "paymentIntentId",
      "paymentLinkId",
      "payoutId",
      "sourceId",
      "starting_after",
      "ending_before",
      "q",
    ];
    const ids = (estate: Estate) => [estate.sessionId, estate.linkId, ...Object.values(estate.paid ?? {})];
    let asked = 0;
    for (const operation of keyed().filter(({ isList }) => isList)) {
      for (const { name } of operation.query.filter((one) => idParams.includes(one.name))) {
        for (const id of [...ids(stranger), neighbour.sessionId]) {
          const answer = await contract.call(operation, {
            ...rightCall(operation, own),
            query: { [name]: id },
          });
          asked += 1;
          expect(leaksIn(answer, own), `${operation.id} ${name}`).toEqual([]);
          expect([200, 400]).toContain(answer.status);
          const isCursor = name === "starting_after" || name === "ending_before";
          if (answer.status === 200 && !isCursor)
            expect(answer.body.data, `${operation.id} ${name}`).toEqual([]);
        }
      }
    }
    expect(asked).toBeGreaterThan(100);
  });
});

describe("public operations", () => {
  const open = () => contract.operations.filter(({ isPublic }) => isPublic);
  it("take no key, and look at none", async () => {
    const reads = open().filter(({ method }) => method === "GET");
    expect(reads.length).toBeGreaterThanOrEqual(4);
    for (const authorization of [
      undefined,
      "Bearer garbage",
      `Bearer ${revokedKey}`,
      `Bearer ${stranger.apiKey}`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      const cells = await cellsOf(reads, (each) => ({ ...rightCall(each, own, null), headers }), "200");
      expect(cells.filter(([, answer, expected]) => outcome(answer) !== expected)).toEqual([]);
    }
  });
  it("know an id only whole: a guess, a handle, another's secret are all not found, in the same words", async () => {
    const handle = own.sessionId.slice(0, 35);
    const guesses = [
      handle,
      `${handle}${"0".repeat(26)}`,
      `${handle}${stranger.sessionId.slice(35)}`,
      own.sessionId.toUpperCase(),
      `${own.sessionId} `,
      own.paid?.intentId ?? "",
      "cs_",
    ];
    for (const operation of open().filter(({ pathParams }) => pathParams.includes("sessionId"))) {
      const call = rightCall(operation, own, null);
      const unknown = await contract.call(operation, { ...call, params: rules[operation.id]?.unknown ?? {} });
      expect(outcome(unknown), operation.id).toBe("404 CHECKOUT_SESSION_NOT_FOUND");
      for (const sessionId of guesses) {
        const answer = await contract.call(operation, { ...call, params: { sessionId } });
        expect(faceOf(answer), `${operation.id} ${sessionId.slice(0, 6)}`).toBe(faceOf(unknown));
      }
    }
  });
  it("say nothing of what is between merchant and service", async () => {
    const { body } = await contract.call("readPublicCheckoutSession", {
      apiKey: null,
      params: { sessionId: own.sessionId },
    });
    const beyondTheTable = Object.keys(body.data).filter((key) => !publicFields.includes(key));
    expect(beyondTheTable).toEqual([]);
    for (const operation of open().filter(({ method }) => method === "GET")) {
      const answer = await contract.call(operation, rightCall(operation, own, null));
      const text = JSON.stringify(answer.body);
      expect(text, operation.id).not.toContain(own.merchantId);
      expect(text, operation.id).not.toMatch(/"(?:metadata|reference|customer|merchantId|fee|net)"/);
    }
  });
});

/** Interface 2.3, and the fields of every object. */
const publicFields = [
  ...["object", "mode", "version", "sessionId", "status", "amount", "amountDisplay", "currency", "title"],
  ...["description", "allowedMethods", "merchantName", "merchantLogo", "locale", "expiresAt", "branding"],
  ...["customFields", "successMessage", "failureCode", "failureMessage", "retryable", "attemptsRemaining"],
];
