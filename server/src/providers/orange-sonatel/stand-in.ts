import { fieldsOf, readJsonObject } from "../../kit/json-object.ts";
import { type Money, parseDecimal } from "../../kit/money.ts";
import { sameSecret } from "../../kit/secret.ts";
import { createBook, type Entry, type Plan } from "../../stand-ins/book.ts";
import { createPayerPages } from "../../stand-ins/payer-pages.tsx";
import {
  type Holder,
  holders,
  readForm,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
  type StandInWorld,
} from "../../stand-ins/stand-in.ts";
import { hmacSignatureHeader } from "../hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "./connector.ts";
import { ORANGE_SONATEL } from "./settings.ts";
import { createPinKeys } from "./stand-in-pins.ts";
import { endStatuses, planOf, refusalOf } from "./stand-in-plans.ts";

const TOKEN_SECONDS = 299;
const PIN = "2468";
/** A one-time password that was never given out. */
const UNKNOWN_OTP = "000000";
/** The PIN is refused three times, and then the number is blocked. */
const PIN_REFUSALS = ["2011", "2012", "2013"];

interface Demo {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantCode: string;
  readonly callbackSecret: string;
  readonly callbackApiKey: string;
  readonly retailerMsisdn: string;
}

const demos: Readonly<Record<Holder, Demo>> = {
  first: demoOf("first", 1),
  second: demoOf("second", 2),
};

function demoOf(name: string, count: number): Demo {
  return {
    clientId: `demo-client-${name}`,
    clientSecret: `demo-client-secret-${name}`,
    merchantCode: `12345${count}`,
    callbackSecret: `demo-callback-secret-${name}`,
    callbackApiKey: `demo-api-key-${name}`,
    retailerMsisdn: `77000000${count}`,
  };
}

/** Orange Sonatel: tokens of 299 s, errors of RFC 7807, codes that no search shows before they are paid, encrypted PINs. */
export const sonatelStandIn: StandInDefinition = {
  name: ORANGE_SONATEL,
  port: 4103,
  title: "Orange Sonatel",
  methods: ["QR", "MOBILE_MONEY"],
  accountSettings: (baseUrl, holder) => ({ baseUrl, ...demos[holder], retailerPin: PIN }),
  failureCodes: [...endStatuses],
  keepsCallbackUrl: true,
  open: openSonatel,
};

function openSonatel(world: StandInWorld) {
  const { clock, random } = world;
  const book = createBook(world);
  const pins = createPinKeys();
  const tokens = new Map<string, { readonly holder: Holder; readonly untilMs: number }>();
  const wrongPins = new Map<Holder, number>();
  let hasRevoked = false;

  const pages = createPayerPages({
    book,
    baseUrl: world.baseUrl,
    title: "Orange Money",
    decide: (entry, decision) => {
      book.end(entry, decision === "confirm" ? "SUCCESS" : { code: "CANCELLED" });
      return leaveUrlOf(entry);
    },
    leaveUrlOf,
  });

  const giveToken = ({ body }: StandInRequest): StandInAnswer => {
    const form = readForm(body);
    const holder = holders.find(
      (one) =>
        form.get("client_id") === demos[one].clientId &&
        sameSecret(form.get("client_secret") ?? "", demos[one].clientSecret),
    );
    if (holder === undefined || form.get("grant_type") !== "client_credentials") {
      return { status: 401, json: { error: "invalid_client", error_description: "Invalid client" } };
    }
    const token = random.bytes(16).toString("hex");
    tokens.set(token, { holder, untilMs: clock.nowMs() + TOKEN_SECONDS * 1_000 });
    return {
      status: 200,
      json: { access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS, scope: "email" },
    };
  };

  const holderOf = ({ headers }: StandInRequest): Holder | null => {
    const token = tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
    return token !== undefined && clock.nowMs() < token.untilMs ? token.holder : null;
  };

  /** Adds an operation under an id of Orange's; null: it is accepted and the answer never comes. */
  const accept = async (
    operation: Pick<Entry, "kind" | "holder" | "reference" | "amount" | "details"> & { readonly plan: Plan },
    prefix: string,
    answer: (entry: Entry) => StandInAnswer,
  ): Promise<StandInAnswer | null> => {
    const id = `${prefix}${random.bytes(9).toString("hex").toUpperCase()}`.slice(0, 20);
    const callbackUrl = operation.details.callbackUrl ?? null;
    book.add({ ...operation, id, paymentId: null, callbackUrl, party: operation.details.customer ?? "" });
    if (operation.plan.isFirst === true) await report();
    const entry = book.find(operation.kind, operation.holder, id);
    return entry === null || operation.plan.isSilent === true ? null : answer(entry);
  };

  const createCode = (holder: Holder, request: StandInRequest) => {
    const fields = readJsonObject(request.body);
    const amount = amountIn(fields.amount);
    if (fields.code !== demos[holder].merchantCode) return problem(400, "4099");
    if (amount === null || amount.minor < 1n) return problem(400, "21", "amount.value");
    const refused = refusalOf(amount.minor.toString().padStart(3, "0"));
    if (refused !== null) return problem(...refused);
    const plan = planOf(amount.minor.toString().padStart(3, "0"));
    const details = {
      isCode: "yes",
      customer: "771234567",
      returnUrl: String(fields.callbackSuccessUrl ?? ""),
      callbackUrl: request.headers["x-callback-url"] ?? "",
      apiKey: request.headers["x-api-key"] ?? "",
    };
    const operation = {
      kind: "PAYMENT",
      holder,
      reference: String(fields.reference),
      amount,
      details,
      plan,
    } as const;
    return accept(operation, "MP", (entry) => ({
      status: 200,
      json: {
        qrId: entry.id,
        deepLink: pages.urlOf(entry),
        deepLinks: { MAXIT: pages.urlOf(entry), OM: pages.urlOf(entry) },
        shortLink: `${world.baseUrl}/s/${entry.id}`,
        qrCode: "iVBORw0KGgo=",
        validity: fields.validity,
      },
    }));
  };

  const payOneStep = (holder: Holder, request: StandInRequest) => {
    const fields = readJsonObject(request.body);
    const { id: number, otp } = fieldsOf(fields.customer);
    const amount = amountIn(fields.amount);
    if (amount === null || amount.minor < 1n) return problem(400, "21", "amount.value");
    if (fieldsOf(fields.partner).id !== demos[holder].merchantCode) return problem(400, "4099");
    if (typeof number !== "string" || typeof otp !== "string") return problem(400, "2001");
    if (sameSecret(otp, UNKNOWN_OTP)) return problem(400, "2051");
    // A password serves once.
    const reference = String(fields.reference);
    const isUsed = book.list().some((one) => one.holder === holder && one.reference === reference);
    if (isUsed) return problem(400, "2052");
    const refused = refusalOf(number);
    if (refused !== null && refused[1] !== "51") return problem(...refused);
    const details = { customer: number, apiKey: demos[holder].callbackApiKey };
    const operation = {
      kind: "PAYMENT",
      holder,
      reference: String(fields.reference),
      amount,
      details,
    } as const;
    return accept({ ...operation, plan: planOf(number) }, "MP", (entry) =>
      refused === null ? accepted(entry) : problem(...refused),
    );
  };

  const sendCashIn = (holder: Holder, request: StandInRequest) => {
    const fields = readJsonObject(request.body);
    const partner = fieldsOf(fields.partner);
    const { id: number } = fieldsOf(fields.customer);
    const amount = amountIn(fields.amount);
    if (amount === null || typeof number !== "string") return problem(400, "21", "amount.value");
    // Once, the key is revoked between the encryption and the request.
    if (number.endsWith("403") && !hasRevoked) {
      hasRevoked = true;
      pins.revoke();
    }
    const pin = pins.open(String(partner.encryptedPinCode));
    if (pin === null) return problem(400, "4003");
    const wrong = wrongPins.get(holder) ?? 0;
    if (
      !sameSecret(pin, PIN) ||
      wrong >= PIN_REFUSALS.length ||
      partner.id !== demos[holder].retailerMsisdn
    ) {
      wrongPins.set(holder, wrong + 1);
      return problem(400, PIN_REFUSALS[wrong] ?? "2013");
    }
    const refused = refusalOf(number);
    if (refused !== null && refused[1] !== "51") return problem(...refused);
    const details = { customer: number, apiKey: demos[holder].callbackApiKey };
    const operation = {
      kind: "PAYOUT",
      holder,
      reference: String(fields.reference),
      amount,
      details,
    } as const;
    return accept({ ...operation, plan: planOf(number) }, "CI", (entry) =>
      refused === null ? accepted(entry) : problem(...refused),
    );
  };

  const search = (holder: Holder, { query }: StandInRequest): StandInAnswer => {
    const [reference, transactionId] = [query.get("reference"), query.get("transactionId")];
    const found = book
      .list()
      .filter((one) => one.holder === holder)
      .filter((one) => reference === null || one.reference === reference)
      .filter((one) => transactionId === null || one.id === transactionId)
      // A code that nobody has paid is not a transaction yet.
      .filter(({ status, details }) => status !== "PENDING" || details.isCode === undefined);
    return { status: 200, json: found.map(transactionView) };
  };

  const report = async (): Promise<void> => {
    for (const entry of book.settle()) {
      for (let count = 0; count < entry.plan.reports; count += 1) await send(entry);
    }
  };

  const send = (entry: Entry): Promise<void> => {
    const { holder: owner, callbackUrl, details } = entry;
    const holder = owner === "second" ? "second" : "first";
    const idempotencyKey = random.bytes(16).toString("hex");
    return world.send(() => {
      const body = JSON.stringify(callbackView(entry));
      const seconds = Math.floor(clock.nowMs() / 1_000);
      const signature = hmacSignatureHeader(signatureScheme, demos[holder].callbackSecret, seconds, body);
      return {
        url: callbackUrl ?? world.callbackUrlOf(holder),
        headers: {
          "content-type": "application/json",
          "user-agent": "Sonatel-Client/1.0",
          "x-sonatel-idempotency-key": idempotencyKey,
          [SIGNATURE_HEADER]: signature,
          authorization: `Basic ${details.apiKey}`,
        },
        body,
      };
    });
  };

  const handleFor = async (holder: Holder, request: StandInRequest): Promise<StandInAnswer | null> => {
    const { method, path } = request;
    const [, id] = /^\/api\/eWallet\/v1\/transactions\/([^/]+)\/status$/.exec(path) ?? [];
    if (method === "GET" && id !== undefined) {
      const entry = book.list().find((one) => one.holder === holder && one.id === id);
      return entry === undefined ? problem(404, "60") : { status: 200, json: { status: statusOf(entry) } };
    }
    switch (`${method} ${path}`) {
      case "GET /api/account/v1/publicKeys":
        return {
          status: 200,
          json: { keyId: "demo", keyType: "RSA", keySize: 2_048, key: pins.publicKey() },
        };
      case "POST /api/eWallet/v4/qrcode":
        return createCode(holder, request);
      case "POST /api/eWallet/v1/payments/onestep":
        return payOneStep(holder, request);
      case "POST /api/eWallet/v1/cashins":
        return sendCashIn(holder, request);
      case "GET /api/eWallet/v1/transactions":
        return search(holder, request);
      default:
        return problem(404, "60");
    }
  };

  return {
    book,
    handle: async (request: StandInRequest): Promise<StandInAnswer | null> => {
      const page = pages.handle(request);
      if (page !== null) return page;
      const [, shortId] = /^\/s\/([A-Z0-9]+)$/.exec(request.path) ?? [];
      const scanned = book.list().find(({ id }) => id === shortId);
      if (scanned !== undefined) return { status: 302, headers: { location: pages.urlOf(scanned) } };
      if (request.method === "POST" && request.path === "/oauth/v1/token") return giveToken(request);
      const holder = holderOf(request);
      if (holder === null) return problem(401, "10");
      // Orange wants it on every request.
      if (request.headers["content-type"] !== "application/json") return { status: 415 };
      return handleFor(holder, request);
    },
    report,
    revokeTokens: () => tokens.clear(),
    close: async () => {},
  };
}

function leaveUrlOf({ details }: Entry): string {
  return details.returnUrl ?? "";
}

function statusOf({ status, plan }: Entry): string {
  if (status === "SUCCEEDED") return "SUCCESS";
  if (status === "PENDING") return "PENDING";
  return typeof plan.end === "object" && endStatuses.has(plan.end.code) ? plan.end.code : "FAILED";
}

function accepted(entry: Entry): StandInAnswer {
  const { id, reference } = entry;
  return { status: 200, json: { transactionId: id, status: statusOf(entry), reference, requestId: id } };
}

/** The amount as a number, which is how Orange sends it, `10.0` included. */
function transactionView(entry: Entry) {
  const { id, reference, amount, details, kind } = entry;
  return {
    transactionId: id,
    reference,
    status: statusOf(entry),
    type: kind === "PAYMENT" ? "MERCHANT_PAYMENT" : "CASHIN",
    amount: { value: Number(amount.minor), unit: amount.currency },
    customer: { idType: "MSISDN", id: details.customer },
  };
}

function callbackView(entry: Entry) {
  const { transactionId, reference, status, type, amount, customer } = transactionView(entry);
  const partner = { idType: "CODE", id: "123456" };
  const channel = "API";
  return {
    amount,
    partner,
    customer,
    reference,
    type,
    channel,
    transactionId,
    paymentMethod: "QRCODE",
    status,
  };
}

function amountIn(amount: unknown): Money | null {
  const { value, unit } = fieldsOf(amount);
  return typeof value === "number" ? parseDecimal(String(value), unit) : null;
}

/** RFC 7807, with numbers as text. */
function problem(status: number, code: string, field?: string): StandInAnswer {
  const violations = field === undefined ? [] : [{ field, message: "not valid" }];
  const json = {
    type: "about:blank",
    title: "Refused",
    status: String(status),
    code,
    detail: "Refused",
    violations,
  };
  return { status, json };
}
