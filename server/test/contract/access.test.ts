import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allPermissions, type Permission } from "../../src/http/permissions.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Call, type Contract, type Operation, readContract } from "./document.ts";
import {
  createEstate,
  createKey,
  createOwner,
  createTenant,
  type Estate,
  secretsOf,
  startReceiver,
} from "./estate.ts";
import { rules } from "./rules.ts";

/**
 * Who may do what, over every operation that the running service documents. An operation that is in the document and not
 * in `rules.ts` fails here, so that no route gets in without its cells.
 */
let app: TestApp;
let contract: Contract;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** The merchant whose objects everybody asks for, and the same merchant in live mode. */
let own: Estate;
let ownLive: Estate;
/** Another merchant of the same tenant, and a merchant of another tenant. */
let neighbour: Estate;
let stranger: Estate;
let expiredKey: string;
let revokedKey: string;
const liveReceiver = "https://93.184.216.34/hooks";

beforeAll(async () => {
  app = await startTestApp();
  contract = await readContract(app);
  receiver = await startReceiver();
  const home = await createTenant(app, "home");
  const abroad = await createTenant(app, "abroad");
  const owner = await createOwner(app, home, "Own");
  own = await createEstate(app, owner, "SANDBOX", "marker-own", receiver.url);
  ownLive = await createEstate(app, owner, "LIVE", "marker-live", liveReceiver);
  const beside = await createOwner(app, home, "Beside");
  neighbour = await createEstate(app, beside, "SANDBOX", "marker-beside", receiver.url);
  const far = await createOwner(app, abroad, "Far");
  stranger = await createEstate(app, far, "SANDBOX", "marker-far", receiver.url);
  const ending = await createKey(app, own.merchantNo, { expiresAtMs: app.clock.nowMs() + 60_000 });
  expect((await contract.call("listWallets", { apiKey: ending.key })).status).toBe(200);
  app.clock.advance(60_000);
  expiredKey = ending.key;
  const ended = await createKey(app, own.merchantNo);
  expect((await contract.call("listWallets", { apiKey: ended.key })).status).toBe(200);
  await ended.revoke();
  revokedKey = ended.key;
}, 120_000);
afterAll(async () => {
  await receiver?.close();
  await app?.stop();
});

let unique = 0;
const keyed = () => contract.operations.filter((operation) => !operation.isPublic);
const withObject = () => keyed().filter(({ id }) => rules[id]?.object !== undefined);
const onMerchantPath = () => keyed().filter(({ pathParams }) => pathParams.includes("merchantId"));
const everyEstate = () => [own, ownLive, neighbour, stranger];

/** A request that is right in every respect, for an object of `target`. */
function rightCall(operation: Operation, target: Estate, apiKey: string | null = target.apiKey): Call {
  const rule = rules[operation.id] ?? {};
  unique += 1;
  const hooks = target.mode === "LIVE" ? liveReceiver : receiver.url;
  const hasBody = operation.bodySchema !== null;
  return {
    apiKey,
    params: { merchantId: target.merchantId, ...rule.object?.(target) },
    ...(hasBody
      ? { body: rule.body?.(`${unique}`, hooks) ?? { ...operation.bodyExample, ...rule.names?.(target) } }
      : {}),
    ...(operation.idempotency === "none" ? {} : { headers: { "idempotency-key": `access ${unique}` } }),
  };
}

/** Status and code on the wire: `200`, `404 RESOURCE_NOT_FOUND`. */
const outcome = ({ status, body }: Answer) => (status < 400 ? `${status}` : `${status} ${body.error.code}`);

/** The body without the one thing that tells two answers apart. */
function faceOf({ status, body }: Answer): string {
  const { requestId: _ours, ...details } = body.error?.details ?? {};
  return JSON.stringify([status, { ...body, error: { ...body.error, details } }]);
}

/** What the answer shows of anybody but `reader`. */
function leaksIn(answer: Answer, reader: Estate | null): readonly string[] {
  const text = JSON.stringify(answer.body);
  return everyEstate()
    .filter((estate) => estate !== reader)
    .flatMap(secretsOf)
    .filter((secret) => text.includes(secret));
}

type Cell = readonly [Operation, Answer, string];

/** Fails with every cell that does not answer as expected, or that shows something of another merchant. */
function expectCells(cells: readonly Cell[], reader: Estate | null): void {
  expect(cells.length).toBeGreaterThan(0);
  const wrong = cells
    .filter(([, answer, expected]) => outcome(answer) !== expected)
    .map(([{ id }, answer, expected]) => `${id}: ${outcome(answer)}, expected ${expected}`);
  const leaks = cells.flatMap(([{ id }, answer]) =>
    leaksIn(answer, reader).map((leak) => `${id} shows ${leak}`),
  );
  expect([...wrong, ...leaks]).toEqual([]);
}

async function cellsOf(
  operations: readonly Operation[],
  callOf: (operation: Operation) => Call | Promise<Call>,
  expected: string | ((operation: Operation) => string),
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const operation of operations) {
    const answer = await contract.call(operation, await callOf(operation));
    cells.push([operation, answer, typeof expected === "string" ? expected : expected(operation)]);
  }
  return cells;
}

it("every documented operation has its rule, and every rule its operation", () => {
  expect(contract.operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(rules).toSorted());
  expect(keyed().every(({ permission }) => permission !== null)).toBe(true);
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
  const without = (required: string): readonly Permission[] =>
    allPermissions.filter((held) => held !== required && held !== required.replace(/read$/, "manage"));
  it("every other permission does not help: 403 that names the one required", async () => {
    const cells = await cellsOf(
      keyed(),
      async (operation) => {
        const permissions = without(operation.permission ?? "");
        expect(permissions.length).toBe(allPermissions.length - 1);
        return rightCall(operation, own, (await createKey(app, own.merchantNo, { permissions })).key);
      },
      "403 INSUFFICIENT_PERMISSIONS",
    );
    expectCells(cells, null);
    for (const [{ permission }, answer] of cells) {
      expect(answer.body.error.details.required).toBe(permission);
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
    const managing = keyed().filter(({ permission }) => permission?.endsWith(".manage"));
    const cells = await cellsOf(
      managing,
      (each) => rightCall(each, own, key),
      "403 INSUFFICIENT_PERMISSIONS",
    );
    expectCells(cells, null);
  });
  it("every operation that changes something asks for more than reading", () => {
    const changing = keyed().filter(({ method }) => method !== "GET");
    expect(changing.filter(({ permission }) => permission?.endsWith(".read")).map(({ id }) => id)).toEqual(
      [],
    );
  });
});

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
  /** Each set of path parameters in which at least one is another's. */
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

describe("the order of checks", () => {
  const bent: Call = { query: { nonsense: "1" }, body: { nonsense: 1 } };
  const bentCall = (operation: Operation, call: Call): Call => {
    const { body: _right, headers: _keyed, ...rest } = call;
    return { ...rest, ...(operation.method === "GET" ? { query: bent.query ?? {} } : bent) };
  };
  it("401 before everything", async () => {
    const nobody = (operation: Operation): Call => ({
      ...bentCall(operation, rightCall(operation, own, null)),
      params: { merchantId: "me", id: "1", deliveryId: "1" },
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
    await app.app.merchants.changeKyb(owner.merchantId, "submit", { name: "test", requestId: null });
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

/** Interface 2.3, and what every object carries. */
const publicFields = [
  ...["object", "mode", "version", "sessionId", "status", "amount", "amountDisplay", "currency", "title"],
  ...["description", "allowedMethods", "merchantName", "merchantLogo", "locale", "expiresAt", "branding"],
  ...["customFields", "successMessage", "failureCode", "failureMessage", "retryable", "attemptsRemaining"],
];

/** Last, because it changes what it touches. */
describe("the right key", () => {
  async function fresh(estate: Estate, spends: boolean): Promise<Estate> {
    const { apiKey } = estate;
    unique += 1;
    const body = { amount: "5000", currency: "XOF", title: "Fresh" };
    const session = await contract.call("createCheckoutSession", { apiKey, body });
    const link = await contract.call("createPaymentLink", {
      apiKey,
      body,
      headers: { "idempotency-key": `fresh ${unique}` },
    });
    const endpoint = !spends
      ? null
      : await contract.call("createWebhookEndpoint", {
          apiKey,
          params: { merchantId: estate.merchantId },
          body: { url: receiver.url },
        });
    const beneficiary = !spends
      ? null
      : await contract.call("createBeneficiary", {
          apiKey,
          body: contract.operation("createBeneficiary").bodyExample,
        });
    const payout = await contract.call("createPayout", {
      apiKey,
      body: { walletId: estate.walletId, beneficiaryId: estate.beneficiaryId, amount: "1" },
      headers: { "idempotency-key": `fresh ${unique}` },
    });
    return {
      ...estate,
      endpointId: endpoint?.body.data.id ?? estate.endpointId,
      beneficiaryId: beneficiary?.body.data.id ?? estate.beneficiaryId,
      paid: estate.paid === null ? null : { ...estate.paid, payoutId: payout.body.data.id },
      sessionId: session.body.data.id,
      linkId: link.body.data.id,
      slug: link.body.data.slug,
    };
  }
  it("opens every operation, with no more than its one permission", async () => {
    const cells = await cellsOf(
      keyed(),
      async (operation) => {
        const permissions = [operation.permission ?? ""];
        const { key } = await createKey(app, own.merchantNo, { permissions });
        return rightCall(operation, await fresh(own, rules[operation.id]?.spends === true), key);
      },
      ({ successStatus }) => `${successStatus}`,
    );
    expectCells(cells, own);
  });
  it("managing includes reading", async () => {
    const reading = keyed().filter(({ permission }) => permission?.endsWith(".read"));
    const cells = await cellsOf(
      reading,
      async (operation) => {
        const permissions = [operation.permission?.replace(/read$/, "manage") ?? ""];
        return rightCall(operation, own, (await createKey(app, own.merchantNo, { permissions })).key);
      },
      "200",
    );
    expectCells(cells, own);
  });
  it("of a neighbour creates for the neighbour, of live mode in live mode", async () => {
    const creating = keyed().filter(({ method, id }) => method === "POST" && rules[id]?.object === undefined);
    for (const reader of [neighbour, stranger, ownLive]) {
      const possible = creating.filter(({ id }) => reader.paid !== null || !rules[id]?.needsPayment);
      const cells = await cellsOf(possible, (each) => rightCall(each, reader), "201");
      expectCells(cells, reader);
      for (const [{ id }, { body }] of cells) {
        expect([body.data.mode, body.data.merchantId ?? reader.merchantId], id).toEqual([
          reader.mode,
          reader.merchantId,
        ]);
      }
    }
  });
});
