import { createServer } from "node:http";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import type { CurrencyCode } from "../../src/kit/currency.ts";
import {
  type Id,
  type MerchantId,
  type MerchantNo,
  parsePublicId,
  publicId,
  type TenantId,
} from "../../src/kit/ids.ts";
import { type Mode, paymentMethods } from "../../src/kit/payment-terms.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import { SIMULATOR, seedSimulator } from "../../src/providers/simulator/index.ts";
import { sandboxBounds, sandboxFees } from "../../src/seed/sandbox-data.ts";
import type { Answer, TestApp } from "../harness/app.ts";
import { makeObjects } from "./estate-objects.ts";
import type { Estate, Owner, TestLogin } from "./estate-shape.ts";
import { logIn } from "./log-in.ts";

export type { Estate, Owner, TestLogin } from "./estate-shape.ts";
export { logIn } from "./log-in.ts";

const currencies: readonly CurrencyCode[] = ["XOF", "EUR"];
const payer = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" } as const;

/** A separate tenant, with a simulator account that can route every method. */
export async function createTenant({ app, db, clock, keyring, origin }: TestApp, name: string) {
  const { merchants, ids } = app;
  const setUp = createRoutingSetUp({ ids, keyring, clock });
  const random = createSeededRandom(name.length);
  const account = { apiKey: `provider-${name}`, callbackSecret: `callback-${name}` };
  const made = await db.transaction(async (tx) => {
    const tenantId = await merchants.createTenant(tx, { name });
    const subTenantId = await setUp.createSubTenant(tx, { tenantId, name: `${name} sub` }, systemActor);
    const scope = { tenantId, mode: "SANDBOX" } as const;
    const id = await setUp.createProviderAccount(
      tx,
      {
        ...scope,
        subTenantId,
        provider: SIMULATOR,
        name: `${name} account`,
        methods: paymentMethods,
        currencies: [],
        countries: [],
        operators: [],
        automaticSuspension: false,
        settings: { baseUrl: `${origin}/simulator`, ...account },
      },
      systemActor,
    );
    for (const [index, method] of paymentMethods.entries())
      await setUp.createRule(tx, { ...scope, priority: index + 1, method, subTenantId }, systemActor);
    for (const bound of sandboxBounds) await setUp.setAmountBound(tx, { ...scope, ...bound }, systemActor);
    for (const fee of sandboxFees) await setUp.setFee(tx, { ...scope, ...fee }, systemActor);
    return { tenantId, id };
  });
  await seedSimulator(db, { id: made.id, ...account }, { clock, random, ids, keyring });
  return made.tenantId;
}

/** An ACTIVE and APPROVED merchant with wallets in both modes. */
export async function createOwner({ app, db }: TestApp, tenantId: TenantId, name: string): Promise<Owner> {
  const { merchantId, numbers } = await db.transaction((tx) =>
    app.merchants.createMerchant(
      tx,
      {
        tenantId,
        legalName: `${name} SARL`,
        displayName: name,
        countryCode: "CI",
        locale: "fr",
        logoUrl: null,
        primaryColor: null,
        status: "ACTIVE",
        kybStatus: "APPROVED",
        wallets: (["SANDBOX", "LIVE"] as const).flatMap((mode) =>
          currencies.map((currency) => ({ mode, label: `${name} ${currency}`, currency })),
        ),
      },
      systemActor,
    ),
  );
  return { merchantId, tenantId, numbers };
}

/** A key of the merchant in the mode of its number; with every permission by default. */
export async function createKey(
  { app, db }: TestApp,
  merchantNo: MerchantNo,
  options: {
    readonly permissions?: readonly string[];
    readonly merchantIds?: readonly MerchantId[];
    readonly expiresAtMs?: number;
    readonly ipAllowlist?: readonly string[];
  } = {},
): Promise<{ readonly id: string; readonly key: string; revoke(): Promise<unknown> }> {
  const { id, key } = await db.transaction((tx) =>
    app.access.createApiKey(
      tx,
      { merchantNo, name: "contract", permissions: allPermissions, ...options },
      systemActor,
    ),
  );
  /** As the API does it: what this process remembers of keys is forgotten at once, not when the notification arrives. */
  const revoke = async () => {
    await db.transaction((tx) => app.access.revokeApiKey(tx, merchantNo, id, systemActor));
    app.access.forget();
  };
  return { id, key: key.reveal(), revoke };
}

/** Gives a merchant its objects. Its webhooks go to `receiverUrl`, unless nothing is delivered in its mode. */
export async function createEstate(
  test: TestApp,
  owner: Owner,
  mode: Mode,
  marker: string,
  receiverUrl: string,
): Promise<Estate> {
  const merchantNo = owner.numbers[mode];
  const { key: apiKey } = await createKey(test, merchantNo);
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer["body"]> => {
    const answer = await test.request(method, path, {
      apiKey,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const own = { reference: marker, metadata: { marker } };
  const order = { amount: "5000", currency: "XOF", title: `Order ${marker}`, ...own };
  const endpoints = `/merchant/merchants/${owner.merchantId}/webhook-endpoints`;
  const reader = await send("POST", `/merchant/merchants/${owner.merchantId}/api-keys`, {
    name: marker,
    permissions: ["merchant.apikeys.read"],
  });
  const endpoint = await send("POST", endpoints, { url: receiverUrl, description: marker });
  const link = await send("POST", "/payments/links", order, { "idempotency-key": `estate ${marker}` });
  const session = await send("POST", "/checkout/sessions", { ...order, customer: { name: marker } });
  const wallets = await send("GET", "/payments/wallets");
  const walletId = wallets.find((one: { currency: string }) => one.currency === "XOF").id;

  const beneficiary = await send("POST", "/payments/beneficiaries", {
    name: marker,
    type: "MOBILE_MONEY",
    details: payer,
    currency: "XOF",
    ...own,
  });

  const batch = await send(
    "POST",
    "/payments/payouts/batches",
    { walletId, reference: marker, rows: [{ beneficiaryId: beneficiary.id, amount: "1", ...own }] },
    { "idempotency-key": `estate ${marker}` },
  );

  let paid: Estate["paid"] = null;
  if (mode === "SANDBOX") {
    const second = await send("POST", "/checkout/sessions", order);
    await send("POST", `/checkout/pay/${second.id}/complete`, {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: payer,
    });
    await test.advance(4_000);
    const status = await send("GET", `/checkout/pay/${second.id}/status`);
    if (status.status !== "SUCCEEDED") throw new Error(`the payment of ${marker} ended as ${status.status}`);
    const deliveries = await send("GET", `${endpoints}/${endpoint.id}/deliveries`);
    const entries = await send("GET", `/payments/wallets/${walletId}/entries`);
    const refund = await send(
      "POST",
      `/payments/charges/${status.chargeId}/refunds`,
      { amount: "100", note: marker, metadata: { marker } },
      { "idempotency-key": `estate ${marker}` },
    );
    await send("POST", `/payments/refunds/${refund.id}/cancel`);
    // Every payout of an estate needs another key, so that there is one to approve.
    const stored = parsePublicId("wallet", walletId);
    if (stored === null) throw new Error("a wallet has an id");
    await test.db.transaction((tx) =>
      test.app.payouts.setApprovalThreshold(tx, merchantNo, stored, 0n, systemActor),
    );
    const payout = await send(
      "POST",
      "/payments/payouts",
      { walletId, beneficiaryId: beneficiary.id, amount: "100", ...own },
      { "idempotency-key": `estate ${marker}` },
    );
    await send("POST", `/payments/payouts/${payout.id}/cancel`);
    paid = {
      sessionId: second.id,
      intentId: status.paymentIntentId,
      chargeId: status.chargeId,
      deliveryId: deliveries[0].id,
      eventId: deliveries[0].eventId,
      entryId: entries[0].id,
      refundId: refund.id,
      payoutId: payout.id,
    };
  }
  const [operator, second] = await operatorsOf(test, owner.tenantId);
  const estate: Estate = {
    merchantId: owner.merchantId,
    tenantId: owner.tenantId,
    merchantNo,
    mode,
    apiKey,
    operator,
    second,
    more: {},
    marker,
    sessionId: session.id,
    linkId: link.id,
    slug: link.slug,
    endpointId: endpoint.id,
    walletId,
    beneficiaryId: beneficiary.id,
    batchId: batch.id,
    keyId: reader.id,
    paid,
  };
  const more = await makeObjects(test, estate);
  return { ...estate, more: { ...more, requestId: await keptRequest(test, merchantNo) } };
}

/** The first of the merchant's requests. */
async function keptRequest(test: TestApp, merchantNo: MerchantNo): Promise<string> {
  await test.app.loops.requestLog?.runOnce();
  const [row] = await test.owner.query<{ id: Id<"request"> }>({
    text: "select id from request_log where merchant_no = $1 order by id limit 1",
    values: [merchantNo],
  });
  if (row === undefined) throw new Error(`merchant ${merchantNo} made no request`);
  return publicId("request", row.id);
}

const logins = new WeakMap<TestApp, Map<TenantId, Promise<readonly [TestLogin, TestLogin]>>>();

/** Two operators of the tenant, made and logged in once. */
function operatorsOf(test: TestApp, tenantId: TenantId): Promise<readonly [TestLogin, TestLogin]> {
  const known = logins.get(test) ?? new Map();
  logins.set(test, known);
  const made = known.get(tenantId) ?? Promise.all([logIn(test, tenantId, 1), logIn(test, tenantId, 2)]);
  known.set(tenantId, made);
  return made;
}

/** Every text that only the estate's own keys may see. */
export function secretsOf(estate: Estate): readonly string[] {
  const { marker, sessionId, linkId, slug, endpointId, walletId, beneficiaryId, batchId, keyId, more, paid } =
    estate;
  return [
    ...Object.values(more),
    ...[marker, sessionId, linkId, slug, endpointId, walletId, beneficiaryId, batchId, keyId],
    ...Object.values(paid ?? {}),
  ];
}

/** A receiver of webhooks on this machine that accepts everything. */
export async function startReceiver(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = 204;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}/hooks`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
