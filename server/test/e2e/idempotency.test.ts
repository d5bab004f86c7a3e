import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, type Contract, readContract } from "../contract/document.ts";
import {
  createEstate,
  createKey,
  createOwner,
  createTenant,
  type Estate,
  logIn,
  type Owner,
  startReceiver,
} from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { openLiveWay } from "../harness/live-way.ts";
import { uploadBody } from "../harness/onboarding.ts";
import { isDeep } from "../harness/tier.ts";

/**
 * A repeated creation has one effect: a merchant whose connection breaks can send it again without charging a payer
 * twice. For every creating POST of the document.
 */
/** More than the service has connections, in either tier. */
const PARALLEL = isDeep ? 200 : 60;

let app: TestApp;
let contract: Contract;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let shop: Owner;
let other: Owner;
const keys = new Map<number, string>();

beforeAll(async () => {
  app = await startTestApp();
  contract = await readContract(app);
  receiver = await startReceiver();
  const tenantId = await createTenant(app, "twice");
  await openLiveWay(app, tenantId);
  shop = await createOwner(app, tenantId, "Shop");
  other = await createOwner(app, tenantId, "Other");
  for (const merchantNo of [...Object.values(shop.numbers), ...Object.values(other.numbers)])
    keys.set(merchantNo, (await createKey(app, merchantNo)).key);
}, 60_000);
afterAll(async () => {
  await receiver?.close();
  await app?.stop();
});

type Who = { readonly owner: Owner; readonly mode: "SANDBOX" | "LIVE" };
const sandbox = (owner: Owner): Who => ({ owner, mode: "SANDBOX" });
const numberOf = ({ owner, mode }: Who) => owner.numbers[mode];

interface Creation {
  readonly operation: string;
  readonly table: string;
  body(variant: number, who: Who): unknown;
}

/** Each creation, with two valid bodies. Slugs of two merchants differ. */
const creations: readonly Creation[] = [
  {
    operation: "createCheckoutSession",
    table: "checkout_sessions",
    body: (variant) => ({
      amount: `${5000 + variant}`,
      currency: "XOF",
      title: "Order",
      metadata: { b: "2", a: "1" },
    }),
  },
  {
    operation: "createPaymentLink",
    table: "payment_links",
    body: (variant, who) => ({
      amount: `${5000 + variant}`,
      currency: "XOF",
      slug: `twice-${numberOf(who)}`,
    }),
  },
  {
    operation: "createWebhookEndpoint",
    table: "webhook_endpoints",
    body: (variant, { mode }) => ({
      url: mode === "LIVE" ? "https://93.184.216.34/hooks" : receiver.url,
      description: `${variant}`,
    }),
  },
  {
    operation: "createBeneficiary",
    table: "beneficiaries",
    body: (variant) => ({
      name: `Awa ${variant}`,
      type: "MOBILE_MONEY",
      details: { phone: "+2250500000789", operator: "MTN" },
      currency: "XOF",
    }),
  },
  {
    operation: "createApiKey",
    table: "api_keys",
    body: (variant) => ({ name: `Reader ${variant}`, permissions: ["merchant.apikeys.read"] }),
  },
  {
    operation: "createPaymentIntent",
    table: "payment_intents",
    body: (variant) => ({ amount: `${5000 + variant}`, currency: "XOF", metadata: { b: "2", a: "1" } }),
  },
  {
    operation: "inviteMember",
    table: "member_invitations",
    body: (variant, who) => ({
      email: `twice-${variant}-${numberOf(who)}@people.example`,
      sandbox: { role: "VIEWER" },
    }),
  },
  {
    operation: "uploadKybDocument",
    table: "kyb_documents",
    body: (variant) => ({ ...uploadBody("OTHER"), fileName: `${variant}.pdf` }),
  },
];
/** What an operator creates, with its table and a valid body. */
const operatorCreations: readonly (readonly [string, string, (subTenantId: string) => unknown])[] = [
  ["createSubTenant", "sub_tenants", () => ({ name: "Twice" })],
  [
    "createProviderAccount",
    "provider_accounts",
    (subTenantId) => ({
      mode: "SANDBOX",
      subTenantId,
      provider: "simulator",
      name: "Twice",
      methods: ["CARD"],
      settings: { apiKey: "api-key-of-twins", callbackSecret: "callback-secret-of-twins" },
    }),
  ],
  ["createMerchant", "merchants", () => ({ displayName: "Twice", countryCode: "CI" })],
  ["createRoutingRule", "routing_rules", (subTenantId) => ({ mode: "SANDBOX", method: "CARD", subTenantId })],
  ["openOutage", "outages", () => ({ mode: "LIVE", method: "CARD", status: "DEGRADED", reason: "Twice" })],
];
/** Those that need more than a merchant as a start: each has its own test below. */
const elsewhere = [
  ...operatorCreations.map(([operation]) => operation),
  ...["openPaymentLinkSession", "createRefund", "createPayout", "createPayoutBatch", "pingWebhookEndpoint"],
  ...["rollApiKey", "createCharge", "triggerSandboxEvent"],
  // In held-money.test.ts, corrections.test.ts and reconciliation.test.ts.
  ...["releaseHeldMoney", "refundHeldMoney", "settleHeldMoney", "settleUnresolvedPayment", "reversePayout"],
  ...["proposeLedgerCorrection", "takeProviderStatement"],
  // In rail-books.test.ts and bank-transfer.deep.test.ts.
  ...["bookSettlementArrival", "takeBankEntries", "takeBankFile"],
  // In operators.test.ts: to hash 200 passwords would take longer than everything else here.
  "createOperator",
  // In owner-invitations.test.ts, rail-ends.test.ts and bank-payouts-live.deep.test.ts.
  ...["inviteMerchantOwner", "correctProviderAccountBook", "preparePayoutFile"],
  // In notes.test.ts.
  ...["writeNote", "writeOperatorNote"],
  // In exports.test.ts.
  ...["createExport", "createTenantExport"],
  // In onboarding-merchants.test.ts.
  ...["createMerchantWallet", "handOverApiKey"],
];

const create = (creation: Creation, key: string | null, who: Who, variant = 0, call: Call = {}) =>
  contract.call(creation.operation, {
    apiKey: keys.get(numberOf(who)) ?? null,
    params: { merchantId: who.owner.merchantId },
    body: creation.body(variant, who),
    ...(key === null ? {} : { headers: { "idempotency-key": key } }),
    ...call,
  });

async function rowsOf(table: string): Promise<number> {
  const [row] = await app.owner.query<{ count: bigint }>({ text: `select count(*) as count from ${table}` });
  return Number(row?.count);
}

const replayed = ({ headers }: Answer) => headers.get("idempotency-replayed") === "true";
const codeOf = ({ status, body }: Answer) => (status < 400 ? `${status}` : `${status} ${body.error.code}`);

/** The result of 200 twins, whatever they create. */
function expectOneEffect(answers: readonly Answer[]): void {
  const unexpected = answers
    .map(codeOf)
    .filter((code) => code !== "201" && code !== "409 IDEMPOTENCY_REQUEST_IN_PROGRESS");
  expect(unexpected).toEqual([]);
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  // One of them did it; every other is marked as a replay.
  expect(created.filter((answer) => !replayed(answer)).length).toBe(1);
  for (const { headers } of answers.filter(({ status }) => status === 409)) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
}

it("covers every creating POST; those without a key are repeated safely", () => {
  const creating = contract.operations.filter(({ successStatus }) => successStatus === 201);
  // A repeated log-in is a second token of the same person; each of the others gives a new secret that ends the
  // previous one.
  const unkeyed = creating.filter(({ idempotency }) => idempotency === "none").map(({ id }) => id);
  expect(unkeyed.toSorted()).toEqual([
    ...["beginOwnSecondFactor", "logInOperator", "renewOperatorInvitation", "renewOwnRecoveryCodes"],
  ]);
  const keyed = creating.map(({ id }) => id).filter((id) => !unkeyed.includes(id));
  const covered = [...creations.map(({ operation }) => operation), ...elsewhere];
  expect(keyed.toSorted()).toEqual(covered.toSorted());
});

describe.each(creations)("$operation", (creation) => {
  const name = creation.operation;
  it(`${PARALLEL} at once with one key: one effect, equal answers, nothing breaks`, async () => {
    const before = await rowsOf(creation.table);
    const key = `at-once ${name}`;
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => create(creation, key, sandbox(shop))),
    );
    expectOneEffect(answers);
    expect(await rowsOf(creation.table)).toBe(before + 1);
    const later = await create(creation, key, sandbox(shop));
    expect([later.status, replayed(later)]).toEqual([201, true]);
    expect(later.body).toEqual(answers.find(({ status }) => status === 201)?.body);
  });
  it("the same key with another body: 422, and the first answer stays", async () => {
    const key = `mismatch ${name}`;
    const first = await create(creation, key, sandbox(other));
    expect([first.status, replayed(first)]).toEqual([201, false]);
    const before = await rowsOf(creation.table);
    expect(codeOf(await create(creation, key, sandbox(other), 1))).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    const again = await create(creation, key, sandbox(other));
    expect(again.body).toEqual(first.body);
    expect(await rowsOf(creation.table)).toBe(before);
  });
  it("the same body in another order and with the key in quotes is the same request", async () => {
    const key = `mismatch ${name}`;
    const body = Object.fromEntries(Object.entries(creation.body(0, sandbox(other)) as object).toReversed());
    const again = await create(creation, `"${key}"`, sandbox(other), 0, { body });
    expect([again.status, replayed(again)]).toEqual([201, true]);
  });
  it("the same key of another merchant, or in the other mode, is another request", async () => {
    const key = `apart ${name}`;
    const makers: readonly Who[] = [
      { owner: shop, mode: "LIVE" },
      { owner: other, mode: "LIVE" },
    ];
    const before = await rowsOf(creation.table);
    const answers = await Promise.all(makers.map((who) => create(creation, key, who)));
    expect(answers.map(codeOf)).toEqual(["201", "201"]);
    expect(answers.some(replayed)).toBe(false);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(2);
    expect(await rowsOf(creation.table)).toBe(before + 2);
  });
  it("a request that was refused as wrong did not use up its key", async () => {
    const key = `refused ${name}`;
    const who: Who = { owner: await createOwner(app, shop.tenantId, name), mode: "SANDBOX" };
    keys.set(numberOf(who), (await createKey(app, numberOf(who))).key);
    const headers = { "idempotency-key": key };
    expect(codeOf(await create(creation, key, who, 0, { body: { nonsense: 1 } }))).toBe(
      "400 VALIDATION_ERROR",
    );
    expect(codeOf(await create(creation, key, who, 0, { apiKey: null, headers }))).toBe(
      "401 Invalid API key",
    );
    const right = await create(creation, key, who);
    expect([right.status, replayed(right)]).toEqual([201, false]);
  });
});

describe("a payer who starts at a link twice", () => {
  it(`${PARALLEL} at once with one key: one session`, async () => {
    const link = await create(
      {
        ...(creations[1] as Creation),
        body: () => ({ amount: "700", currency: "XOF", metadata: { internal: "yes" } }),
      },
      "link of twins",
      sandbox(shop),
    );
    const before = await rowsOf("checkout_sessions");
    const { slug } = link.body.data;
    const start = (headers: Record<string, string>) =>
      contract.call("openPaymentLinkSession", { apiKey: null, params: { slug }, headers });
    const key = { "idempotency-key": "0c4c27f0-6a9f-4f25-9c0d-8f6f6c0f5b7e" };
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => start(key)));
    expectOneEffect(answers);
    expect(await rowsOf("checkout_sessions")).toBe(before + 1);
    // A replay shows no more than the first answer.
    expect(JSON.stringify((await start(key)).body)).not.toContain("internal");
    const [one, two] = await Promise.all([start({}), start({})]);
    expect(one.body.data.id).not.toBe(two.body.data.id);
  });
});

describe("what an operator creates", () => {
  let token: string;
  let subTenantId: string;
  beforeAll(async () => {
    ({ token } = await logIn(app, shop.tenantId, 1));
    const made = await contract.call("createSubTenant", { apiKey: token, body: { name: "Entity" } });
    subTenantId = made.body.data.id;
  });
  it.each(operatorCreations)(
    `%s: ${PARALLEL} at once with one key are one`,
    async (operation, table, bodyOf) => {
      const before = await rowsOf(table);
      const call = { apiKey: token, body: bodyOf(subTenantId), headers: { "idempotency-key": "twins" } };
      expectOneEffect(
        await Promise.all(Array.from({ length: PARALLEL }, () => contract.call(operation, call))),
      );
      expect(await rowsOf(table)).toBe(before + 1);
      const other = {
        ...(call.body as object),
        reason: "Another",
        name: "Another",
        displayName: "Another",
        method: "QR",
      };
      const named = Object.fromEntries(
        Object.entries(other).filter(([name]) => name in (call.body as object)),
      );
      expect(codeOf(await contract.call(operation, { ...call, body: named }))).toBe(
        "422 IDEMPOTENCY_KEY_MISMATCH",
      );
    },
  );
});

describe("what an operator changes", () => {
  let token: string;
  let ruleId: string;
  let feeVersion: number;
  beforeAll(async () => {
    ({ token } = await logIn(app, shop.tenantId, 1));
    const entity = await contract.call("createSubTenant", { apiKey: token, body: { name: "Changed" } });
    const body = { mode: "SANDBOX", method: "QR", subTenantId: entity.body.data.id };
    ruleId = (await contract.call("createRoutingRule", { apiKey: token, body })).body.data.id;
    const first = await contract.call("setFeeSchedule", {
      apiKey: token,
      body: { ...fee, basisPoints: 110 },
    });
    feeVersion = first.body.data.version;
  });
  const fee = { mode: "SANDBOX", method: "QR", currency: "XOF", basisPoints: 120 };
  /** Each with the version that was read before, and with another body. */
  const changes: readonly (readonly [string, number, () => object, object])[] = [
    ["updateRoutingRule", 200, () => ({ priority: 77, version: 1 }), { priority: 78, version: 1 }],
    ["setFeeSchedule", 200, () => ({ ...fee, version: feeVersion }), { ...fee, basisPoints: 130 }],
    ["setRefundFeePolicy", 202, () => ({ policy: "RETURN" }), { policy: "KEEP" }],
  ];
  it.each(changes)(
    `%s: ${PARALLEL} at once with one key are one change`,
    async (operation, status, bodyOf, another) => {
      const send = (more: Call = {}) =>
        contract.call(operation, {
          apiKey: token,
          params: { id: ruleId },
          headers: { "idempotency-key": "one change" },
          body: bodyOf(),
          ...more,
        });
      const before = await rowsOf("audit_log");
      const answers = await Promise.all(Array.from({ length: PARALLEL }, () => send()));
      const done = answers.filter((answer) => answer.status === status);
      const codes = new Set(answers.map(codeOf));
      codes.delete("409 IDEMPOTENCY_REQUEST_IN_PROGRESS");
      expect([...codes]).toEqual([`${status}`]);
      expect(done.filter((answer) => !replayed(answer))).toHaveLength(1);
      expect(new Set(done.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
      expect(await rowsOf("audit_log")).toBe(before + 1);
      // The version that the caller read is over: with a new key it would be a conflict, with the same key it is the answer.
      const later = await send();
      expect([later.status, replayed(later), later.body]).toEqual([status, true, done[0]?.body]);
      expect(codeOf(await send({ body: another }))).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
      expect(await rowsOf("audit_log")).toBe(before + 1);
      if (status === 202) return;
      expect(codeOf(await send({ headers: {} }))).toBe("409 VERSION_CONFLICT");
    },
  );
});

describe("what begins with an object of the merchant", () => {
  let estate: Estate;
  beforeAll(async () => {
    const owner = await createOwner(app, shop.tenantId, "Mover");
    estate = await createEstate(app, owner, "SANDBOX", "mover", receiver.url);
  });
  const reserved = async (): Promise<number> => {
    const { apiKey, walletId } = estate;
    const wallet = await contract.call("getWallet", { apiKey, params: { id: walletId } });
    return Number(wallet.body.data.reserved);
  };
  const moves: readonly (readonly [string, string, () => Call])[] = [
    [
      "createRefund",
      "refunds",
      () => ({ params: { id: estate.paid?.chargeId ?? "" }, body: { amount: "100" } }),
    ],
    [
      "createPayout",
      "payouts",
      () => ({ body: { walletId: estate.walletId, beneficiaryId: estate.beneficiaryId, amount: "100" } }),
    ],
  ];
  it.each(moves)(`%s: ${PARALLEL} at once with one key move it once`, async (operation, table, call) => {
    const [rowsBefore, reservedBefore] = [await rowsOf(table), await reserved()];
    const headers = { "idempotency-key": `at-once ${operation}` };
    const send = (more: Call = {}) =>
      contract.call(operation, { apiKey: estate.apiKey, headers, ...call(), ...more });
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => send()));
    expectOneEffect(answers);
    expect([await rowsOf(table), await reserved()]).toEqual([rowsBefore + 1, reservedBefore + 100]);
    const other = { ...(call().body as object), amount: "101" };
    expect(codeOf(await send({ body: other }))).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    expect(codeOf(await send({ headers: {} }))).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
    expect(await rowsOf(table)).toBe(rowsBefore + 1);
  });
  it(`rollApiKey: ${PARALLEL} at once with one key make one new key, which all are shown`, async () => {
    const before = await rowsOf("api_keys");
    const { apiKey, merchantId, keyId } = estate;
    const call = {
      apiKey,
      params: { merchantId, keyId },
      body: { overlapHours: 1 },
      headers: { "idempotency-key": "roll" },
    };
    expectOneEffect(
      await Promise.all(Array.from({ length: PARALLEL }, () => contract.call("rollApiKey", call))),
    );
    expect(await rowsOf("api_keys")).toBe(before + 1);
  });
  it(`createCharge: ${PARALLEL} at once with one key ask the payer once`, async () => {
    const before = [await rowsOf("charges"), await rowsOf("simulator.operations")];
    const call = {
      apiKey: estate.apiKey,
      body: contract.operation("createCharge").bodyExample,
      headers: { "idempotency-key": "charge" },
    };
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => contract.call("createCharge", call)),
    );
    expectOneEffect(answers);
    expect([await rowsOf("charges"), await rowsOf("simulator.operations")]).toEqual(
      before.map((count) => count + 1),
    );
    const later = await contract.call("createCharge", call);
    expect([replayed(later), later.body]).toEqual([true, answers.find(({ status }) => status === 201)?.body]);
  });
  it(`createPayoutBatch: ${PARALLEL} at once with one key are one batch`, async () => {
    const before = await rowsOf("payout_batches");
    const { apiKey, walletId, beneficiaryId } = estate;
    const call = {
      apiKey,
      body: { walletId, rows: [{ beneficiaryId, amount: "1" }] },
      headers: { "idempotency-key": "batch" },
    };
    expectOneEffect(
      await Promise.all(Array.from({ length: PARALLEL }, () => contract.call("createPayoutBatch", call))),
    );
    expect(await rowsOf("payout_batches")).toBe(before + 1);
  });
  it(`triggerSandboxEvent: ${PARALLEL} at once with one key are one event`, async () => {
    const before = await rowsOf("events");
    const call = {
      apiKey: estate.apiKey,
      body: { type: "payment.failed" },
      headers: { "idempotency-key": "sample" },
    };
    expectOneEffect(
      await Promise.all(Array.from({ length: PARALLEL }, () => contract.call("triggerSandboxEvent", call))),
    );
    expect(await rowsOf("events")).toBe(before + 1);
  });
  it(`pingWebhookEndpoint: ${PARALLEL} at once with one key are one event`, async () => {
    const before = await rowsOf("webhook_deliveries");
    const { apiKey, merchantId, endpointId } = estate;
    const call = { apiKey, params: { merchantId, id: endpointId }, headers: { "idempotency-key": "ping" } };
    expectOneEffect(
      await Promise.all(Array.from({ length: PARALLEL }, () => contract.call("pingWebhookEndpoint", call))),
    );
    expect(await rowsOf("webhook_deliveries")).toBe(before + 1);
  });
});

describe("a key", () => {
  const [session, link] = creations as readonly [Creation, Creation, ...Creation[]];
  it("counts for one route: the same text elsewhere is another request", async () => {
    const key = "everywhere";
    const who: Who = { owner: await createOwner(app, shop.tenantId, "Routes"), mode: "SANDBOX" };
    keys.set(numberOf(who), (await createKey(app, numberOf(who))).key);
    const apiKey = keys.get(numberOf(who)) ?? null;
    const answers: Answer[] = [];
    for (const creation of creations) answers.push(await create(creation, key, who));
    const headers = { "idempotency-key": key };
    for (const title of ["one", "two"]) {
      const made = await create(session, `made ${title}`, who);
      const params = { id: made.body.data.id };
      answers.push(await contract.call("cancelCheckoutSession", { apiKey, params, headers }));
      answers.push(await contract.call("expireCheckoutSession", { apiKey, params: params, headers: {} }));
    }
    expect(answers.map(codeOf)).toEqual([
      ...creations.map(() => "201"),
      ...["200", "409 CHECKOUT_SESSION_NOT_OPEN", "200", "409 CHECKOUT_SESSION_NOT_OPEN"],
    ]);
    expect(answers.some(replayed)).toBe(false);
  });
  it("is required where a link is made, and refused when it is none", async () => {
    expect(codeOf(await create(link, null, sandbox(shop)))).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
    for (const key of ["", " ", '""', "k".repeat(256), "clé"]) {
      const headers = { "idempotency-key": Buffer.from(key).toString("latin1") };
      const answer = await create(link, null, sandbox(shop), 0, { headers });
      expect(["400 VALIDATION_ERROR", "400 IDEMPOTENCY_KEY_REQUIRED"], key).toContain(codeOf(answer));
    }
  });
  it("gives the first answer even when the object has moved on since", async () => {
    const body = { amount: "900", currency: "XOF" };
    const first = await create(link, "moved on", sandbox(shop), 0, { body });
    const apiKey = keys.get(shop.numbers.SANDBOX) ?? null;
    await contract.call("cancelPaymentLink", { apiKey, params: { id: first.body.data.id } });
    const again = await create(link, "moved on", sandbox(shop), 0, { body });
    expect([again.status, replayed(again), again.body]).toEqual([201, true, first.body]);
  });
  it("gives the first answer even to a merchant who may not sell any more", async () => {
    const who: Who = { owner: await createOwner(app, shop.tenantId, "Stopped"), mode: "SANDBOX" };
    keys.set(numberOf(who), (await createKey(app, numberOf(who))).key);
    const first = await create(session, "stopped", who);
    await app.owner.query({
      text: "update merchants set status = 'SUSPENDED' where id = $1",
      values: [who.owner.merchantId],
    });
    app.clock.advance(10_000);
    const again = await create(session, "stopped", who);
    expect([again.status, replayed(again), again.body]).toEqual([201, true, first.body]);
    expect(codeOf(await create(session, "stopped", who, 1))).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    expect(codeOf(await create(session, "another", who))).toBe("400 MERCHANT_KYB_NOT_APPROVED");
  });
  it("opens nothing to a key that no longer opens", async () => {
    const passing = await createKey(app, shop.numbers.SANDBOX);
    expect(codeOf(await create(session, "passing", sandbox(shop), 0, { apiKey: passing.key }))).toBe("201");
    await passing.revoke();
    const again = await create(session, "passing", sandbox(shop), 0, { apiKey: passing.key });
    expect(codeOf(again)).toBe("401 Invalid API key");
  });
  it("is kept for seven days, and is new after that", async () => {
    const first = await create(session, "seven days", sandbox(shop));
    const day = 86_400_000;
    app.clock.advance(7 * day - 60_000);
    await app.app.loops.idempotencyKeys?.runOnce();
    const within = await create(session, "seven days", sandbox(shop));
    expect([replayed(within), within.body]).toEqual([true, first.body]);
    app.clock.advance(120_000);
    while (((await app.app.loops.idempotencyKeys?.runOnce()) ?? 0) > 0);
    const after = await create(session, "seven days", sandbox(shop));
    expect([after.status, replayed(after)]).toEqual([201, false]);
    expect(after.body.data.id).not.toBe(first.body.data.id);
  });
});

it("the books are right after all of it", () => expectInvariants(app.owner));
