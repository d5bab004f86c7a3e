import { fieldsOf, readJsonObject } from "../../kit/json-object.ts";
import { decimalText, type Money, parseDecimal } from "../../kit/money.ts";
import { type Book, createBook, type Entry, type EntryKind } from "../../stand-ins/book.ts";
import {
  type Holder,
  holders,
  type StandIn,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
  type StandInWorld,
} from "../../stand-ins/stand-in.ts";
import { countriesOf, SANDBOX_ENVIRONMENT } from "./environments.ts";
import type { Product } from "./settings.ts";
import { planOf } from "./stand-in-numbers.ts";

const TOKEN_SECONDS = 3_600;
const TEXT_CHARACTERS_MAX = 160;
/** In each wallet of each account, in the currency's major unit. */
const OPENING_BALANCE = 10_000_000n;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const plainText = /^[A-Za-z0-9 ]*$/;
const rejectedPage = "<html><head><title>Request Rejected</title></head><body>Request Rejected</body></html>";

const operations: Readonly<Record<string, { readonly product: Product; readonly kind: EntryKind }>> = {
  "/collection/v1_0/requesttopay": { product: "collection", kind: "PAYMENT" },
  "/disbursement/v1_0/refund": { product: "disbursement", kind: "REFUND" },
  "/disbursement/v1_0/transfer": { product: "disbursement", kind: "PAYOUT" },
};

/** Keys of one account for one product. */
const keysFor = (product: Product, holder: Holder) => ({
  subscriptionKey: `demo-${product}-subscription-${holder}`,
  apiUser: `demo-${product}-user-${holder}`,
  apiKey: `demo-${product}-key-${holder}`,
});

/** MTN MoMo Open API: tokens of an hour, 202 without a body, 409 for a repeated id, unsigned callbacks. */
export const mtnMomoStandIn: StandInDefinition = {
  name: "mtn_momo",
  port: 4101,
  title: "MTN MoMo",
  methods: ["MOBILE_MONEY"],
  accountSettings: (baseUrl, holder) => {
    const collection = keysFor("collection", holder);
    const disbursement = keysFor("disbursement", holder);
    return {
      targetEnvironment: "mtnivorycoast",
      baseUrl,
      collectionSubscriptionKey: collection.subscriptionKey,
      collectionApiUser: collection.apiUser,
      collectionApiKey: collection.apiKey,
      disbursementSubscriptionKey: disbursement.subscriptionKey,
      disbursementApiUser: disbursement.apiUser,
      disbursementApiKey: disbursement.apiKey,
    };
  },
  failureCodes: [
    "APPROVAL_REJECTED",
    "NOT_ENOUGH_FUNDS",
    "COULD_NOT_PERFORM_TRANSACTION",
    "PAYER_LIMIT_REACHED",
  ],
  open: openMtnMomo,
};

interface TokenHolder {
  readonly holder: Holder;
  readonly product: Product;
  readonly expiresAtMs: number;
}

function openMtnMomo(world: StandInWorld): StandIn {
  const { clock } = world;
  const book = createBook(world);
  const tokens = new Map<string, TokenHolder>();

  const giveToken = (product: Product, { headers, body }: StandInRequest): StandInAnswer => {
    if (headers["content-length"] === undefined) return { status: 411, html: rejectedPage };
    if (body.length > 0 && headers["content-type"] !== "application/json") {
      return { status: 200, html: rejectedPage };
    }
    const holder = holders.find((one) => {
      const { apiUser, apiKey, subscriptionKey } = keysFor(product, one);
      const basic = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString("base64")}`;
      return headers.authorization === basic && headers["ocp-apim-subscription-key"] === subscriptionKey;
    });
    if (holder === undefined) return refusal(401, "login_failed", "the keys are wrong");
    const token = world.random.bytes(24).toString("base64url");
    tokens.set(token, { holder, product, expiresAtMs: clock.nowMs() + TOKEN_SECONDS * 1_000 });
    return {
      status: 200,
      json: { access_token: token, token_type: "access_token", expires_in: TOKEN_SECONDS },
    };
  };

  const holderOf = ({ headers }: StandInRequest, product: Product): Holder | null => {
    const known = tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
    if (known === undefined || known.product !== product || clock.nowMs() >= known.expiresAtMs) return null;
    const { subscriptionKey } = keysFor(product, known.holder);
    return headers["ocp-apim-subscription-key"] === subscriptionKey ? known.holder : null;
  };

  const start = async (kind: EntryKind, holder: Holder, request: StandInRequest): Promise<StandInAnswer> => {
    const { headers } = request;
    const id = headers["x-reference-id"] ?? "";
    const body = readJsonObject(request.body);
    const fault = requestFault(id, body);
    if (fault !== null) return refusal(400, "VALIDATION_ERROR", fault);
    const amount = readAmount(headers["x-target-environment"] ?? "", body);
    if (amount === null) return refusal(500, "INVALID_CURRENCY", "currency is not supported here");
    if (book.find(kind, holder, id) !== null) return refusal(409, "RESOURCE_ALREADY_EXIST", "duplicated");
    const payment = kind === "REFUND" ? book.find("PAYMENT", holder, String(body.referenceIdToRefund)) : null;
    if (kind === "REFUND") {
      if (payment === null) return refusal(404, "RESOURCE_NOT_FOUND", "the payment is not there");
      const isCovered = book.refunded(holder, payment.id) + amount.minor <= payment.amount.minor;
      if (payment.status !== "SUCCEEDED" || !isCovered)
        return refusal(500, "NOT_ALLOWED", "cannot be refunded");
    }
    const party = payment?.party ?? partyOf(body);
    const { plan, refusal: refused } = planOf(kind, party);
    if (refused !== undefined && refused.isTaken !== true) return refusal(refused.status, refused.code);
    book.add({
      kind,
      holder,
      id,
      reference: typeof body.externalId === "string" ? body.externalId : null,
      amount,
      paymentId: payment?.id ?? null,
      callbackUrl: headers["x-callback-url"] ?? null,
      plan,
      party,
    });
    if (plan.isFirst === true) await report();
    return refused === undefined ? { status: 202 } : refusal(refused.status, refused.code);
  };

  const ask = (kind: EntryKind, holder: Holder, id: string): StandInAnswer => {
    const entry = book.find(kind, holder, id);
    const hiddenMs = entry === null ? 0 : (planOf(kind, entry.party ?? "").hiddenMs ?? 0);
    if (entry === null || clock.nowMs() < entry.createdAtMs + hiddenMs) {
      return refusal(404, "RESOURCE_NOT_FOUND", "Requested resource was not found.");
    }
    // MTN's sandbox sends the reason as text; its description says that it is an object.
    const isSandbox = entry.asked.currency === "EUR";
    return { status: 200, json: viewOf(entry, isSandbox ? "TEXT" : "OBJECT") };
  };

  const report = async (): Promise<void> => {
    for (const entry of book.settle()) {
      for (let count = 0; count < entry.plan.reports && entry.callbackUrl !== null; count += 1) {
        await world.send(() => ({
          url: entry.callbackUrl,
          // Both occur: here callbacks about a payment come by PUT, all others by POST.
          method: entry.kind === "PAYMENT" ? "PUT" : "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(viewOf(entry, "TEXT")),
        }));
      }
    }
  };

  const handle = async (request: StandInRequest): Promise<StandInAnswer> => {
    const { method, path, headers } = request;
    const [, product = "", rest = ""] = /^\/(collection|disbursement)\/(.+)$/.exec(path) ?? [];
    if (product !== "collection" && product !== "disbursement") return refusal(404, "RESOURCE_NOT_FOUND");
    if (rest === "token/" && method === "POST") return giveToken(product, request);
    const holder = holderOf(request, product);
    if (holder === null) return refusal(401, "INVALID_TOKEN", "access denied");
    const environment = headers["x-target-environment"] ?? "";
    if (countriesOf(environment).length === 0) return refusal(500, "NOT_ALLOWED_TARGET_ENVIRONMENT");
    const starts = operations[path];
    if (starts !== undefined && method === "POST") return start(starts.kind, holder, request);
    if (method !== "GET") return refusal(404, "RESOURCE_NOT_FOUND");
    if (rest === "v1_0/account/balance") return balanceOf(book, product, holder, environment);
    const [, base = "", id = ""] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const asked = operations[base];
    return asked === undefined ? refusal(404, "RESOURCE_NOT_FOUND") : ask(asked.kind, holder, id);
  };

  return { book, handle, report, revokeTokens: () => tokens.clear(), close: async () => {} };
}

/** What is wrong with the form of a request for money; null when nothing is. */
function requestFault(id: string, body: Readonly<Record<string, unknown>>): string | null {
  if (!uuidV4.test(id)) return "X-Reference-Id is not a UUID of version 4";
  const amount = parseDecimal(body.amount, body.currency);
  if (amount === null || amount.minor <= 0n) return "amount must be a positive number";
  for (const name of ["payerMessage", "payeeNote"]) {
    const text = body[name] ?? "";
    if (typeof text !== "string" || text.length > TEXT_CHARACTERS_MAX || !plainText.test(text)) {
      return `${name} is not plain text`;
    }
  }
  const hasParty = body.referenceIdToRefund !== undefined || /^\d{8,15}$/.test(partyOf(body));
  return hasParty ? null : "partyId is not a number";
}

/** Null when the environment does not take the currency. */
function readAmount(environment: string, body: Readonly<Record<string, unknown>>): Money | null {
  const taken = currencyOf(environment);
  return body.currency === taken ? parseDecimal(body.amount, taken) : null;
}

function currencyOf(environment: string): string {
  if (environment === SANDBOX_ENVIRONMENT) return "EUR";
  return countriesOf(environment)[0]?.currency ?? "";
}

function partyOf(body: Readonly<Record<string, unknown>>): string {
  const { partyId } = fieldsOf(body.payer ?? body.payee);
  return typeof partyId === "string" ? partyId : "";
}

function viewOf(
  { kind, amount, reference, party, status, plan, transactionId }: Entry,
  form: "TEXT" | "OBJECT",
) {
  const person = { partyIdType: "MSISDN", partyId: party ?? "" };
  const common = {
    amount: decimalText(amount),
    currency: amount.currency,
    externalId: reference,
    ...(kind === "PAYMENT" ? { payer: person } : { payee: person }),
  };
  if (status === "SUCCEEDED") {
    return { ...common, status: "SUCCESSFUL", financialTransactionId: transactionId };
  }
  if (status === "PENDING") return { ...common, status: plan.afterMs === undefined ? "PENDING" : "CREATED" };
  const code = typeof plan.end === "object" ? plan.end.code : "";
  return { ...common, status: "FAILED", reason: form === "TEXT" ? code : { code, message: "as ordered" } };
}

/** The opening balance with everything that has moved since, in the currency of the environment. */
function balanceOf(book: Book, product: Product, holder: Holder, environment: string): StandInAnswer {
  const currency = currencyOf(environment);
  const opening = parseDecimal(String(OPENING_BALANCE), currency);
  if (opening === null) return refusal(500, "INVALID_CURRENCY");
  const minor = book
    .list()
    .filter((one) => one.holder === holder && one.status === "SUCCEEDED" && one.amount.currency === currency)
    .filter(({ kind }) => (kind === "PAYMENT") === (product === "collection"))
    .reduce(
      (sum, { kind, amount }) => sum + (kind === "PAYMENT" ? amount.minor : -amount.minor),
      opening.minor,
    );
  return { status: 200, json: { availableBalance: decimalText({ ...opening, minor }), currency } };
}

function refusal(status: number, code: string, message = "refused"): StandInAnswer {
  return { status, json: { code, message } };
}
