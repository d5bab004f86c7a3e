import { readJsonObject } from "../../kit/json-object.ts";
import { type Money, parseDecimal } from "../../kit/money.ts";
import { sameSecret } from "../../kit/secret.ts";
import { type Book, createBook, type Entry, type Plan } from "../../stand-ins/book.ts";
import { createPayerPages } from "../../stand-ins/payer-pages.tsx";
import {
  type Holder,
  holders,
  readForm,
  type StandIn,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
  type StandInWorld,
} from "../../stand-ins/stand-in.ts";

/** About 90 days. */
const TOKEN_SECONDS = 7_776_000;
const URL_CHARACTERS_MAX = 120;
const REFERENCE_CHARACTERS_MAX = 30;
const currencyOf: Readonly<Record<string, string>> = {
  ci: "XOF",
  sn: "XOF",
  ml: "XOF",
  bf: "XOF",
  cm: "XAF",
  gn: "GNF",
  cd: "CDF",
};

const keysFor = (holder: Holder) => ({
  clientId: `demo-client-${holder}`,
  clientSecret: `demo-client-secret-${holder}`,
  merchantKey: `demo-merchant-key-${holder}`,
});

/**
 * What becomes of a payment that the payer confirms, by the end of its amount in major units; any other amount succeeds.
 * Orange never learns the number before, so the amount has to say it.
 */
const plans: Readonly<Record<string, Plan>> = {
  // The payer confirms, and nothing more happens.
  "453": { end: "NEVER", reports: 0 },
  "451": { end: { code: "FAILED" }, reports: 1 },
  "452": { end: { code: "EXPIRED" }, reports: 0 },
};
const succeeds: Plan = { end: "SUCCESS", reports: 1 };
/** The notification comes before the creation is answered. */
const FIRST = "469";

/** Orange Money Web Payment: a page for the payer, a status by exact amount, notifications without an order. */
export const orangeWebpayStandIn: StandInDefinition = {
  name: "orange_webpay",
  port: 4102,
  title: "Orange Money Web Payment",
  methods: ["MOBILE_MONEY"],
  accountSettings: (baseUrl, holder) => ({ country: "ci", baseUrl, ...keysFor(holder) }),
  failureCodes: ["FAILED", "EXPIRED"],
  open: openOrangeWebpay,
};

function openOrangeWebpay(world: StandInWorld): StandIn {
  const { clock } = world;
  const book = createBook(world);
  const tokens = new Map<string, { readonly holder: Holder; readonly expiresAtMs: number }>();
  const secret = (bytes: number) => world.random.bytes(bytes).toString("hex");
  const pages = createPayerPages({
    book,
    baseUrl: world.baseUrl,
    title: "Orange Money",
    decide: (entry, decision) => {
      if (decision === "confirm") confirm(book, entry);
      const { returnUrl = "", cancelUrl = "" } = entry.details;
      return decision === "confirm" ? returnUrl : cancelUrl;
    },
    leaveUrlOf: ({ details }) => details.cancelUrl ?? "",
  });

  const giveToken = ({ headers, body }: StandInRequest): StandInAnswer => {
    const holder = holders.find((one) => {
      const { clientId, clientSecret } = keysFor(one);
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
      return headers.authorization === basic;
    });
    if (holder === undefined || readForm(body).get("grant_type") !== "client_credentials") {
      return { status: 401, json: { error: "invalid_client", error_description: "wrong id or secret" } };
    }
    const token = secret(16);
    tokens.set(token, { holder, expiresAtMs: clock.nowMs() + TOKEN_SECONDS * 1_000 });
    const expiry = String(TOKEN_SECONDS);
    return { status: 200, json: { token_type: "Bearer", access_token: token, expires_in: expiry } };
  };

  const create = async (holder: Holder, country: string, request: StandInRequest): Promise<StandInAnswer> => {
    const body = readJsonObject(request.body);
    if (!sameSecret(String(body.merchant_key), keysFor(holder).merchantKey))
      return refusal(403, 50, "Access denied");
    const fault = creationFault(body);
    const amount = readAmount(country, body);
    if (fault !== null || amount === null)
      return refusal(400, 22, `Invalid body field: ${fault ?? "amount"}`);
    const payToken = secret(32);
    const notifToken = secret(16);
    const id = String(body.order_id);
    const end = String(body.amount).slice(-FIRST.length);
    const isNew = book.add({
      kind: "PAYMENT",
      holder,
      id,
      reference: id,
      amount,
      paymentId: null,
      callbackUrl: String(body.notif_url),
      // Nobody has opened the page: without that nothing ever happens.
      plan: end === FIRST ? { ...succeeds, isFirst: true } : { end: "NEVER", reports: succeeds.reports },
      details: {
        payToken,
        notifToken,
        planName: end,
        returnUrl: String(body.return_url),
        cancelUrl: String(body.cancel_url),
      },
    });
    if (!isNew) return refusal(400, 22, "Invalid body field: order_id exists");
    if (end === FIRST) await report();
    const paymentUrl = pages.urlOf({ kind: "PAYMENT", holder, id });
    return {
      status: 201,
      json: {
        status: 201,
        message: "OK",
        pay_token: payToken,
        payment_url: paymentUrl,
        notif_token: notifToken,
      },
    };
  };

  const statusOf = (holder: Holder, country: string, request: StandInRequest): StandInAnswer => {
    const body = readJsonObject(request.body);
    const entry = book.find("PAYMENT", holder, String(body.order_id));
    if (entry === null || !sameSecret(entry.details.payToken ?? "", String(body.pay_token))) {
      return refusal(404, 60, "Resource not found");
    }
    const asked = readAmount(country, { currency: currencyName(country), amount: body.amount });
    // The amount is part of the question, and never of the answer.
    if (asked?.minor !== entry.amount.minor) return refusal(400, 22, "Invalid body field: amount");
    const txnid = entry.status === "SUCCEEDED" ? numberOf(entry) : "";
    return { status: 201, json: { status: wordOf(entry), order_id: entry.id, txnid } };
  };

  const report = async (): Promise<void> => {
    for (const entry of book.settle()) {
      const isSuccess = entry.status === "SUCCEEDED";
      if (entry.plan.reports === 0 || wordOf(entry) === "EXPIRED") continue;
      await world.send(() => ({
        url: entry.callbackUrl,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          status: isSuccess ? "SUCCESS" : "FAILED",
          notif_token: entry.details.notifToken,
          txnid: numberOf(entry),
        }),
      }));
    }
  };

  const handle = async (request: StandInRequest): Promise<StandInAnswer> => {
    const page = pages.handle(request);
    if (page !== null) return page;
    const { method, path, headers } = request;
    if (method === "POST" && path === "/oauth/v3/token") return giveToken(request);
    const [, country = "", operation] = /^\/orange-money-webpay\/(\w+)\/v1\/(\w+)$/.exec(path) ?? [];
    if (method !== "POST" || currencyName(country) === "") return refusal(404, 60, "Resource not found");
    const token = tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
    if (token === undefined || clock.nowMs() >= token.expiresAtMs) {
      return refusal(401, 42, "Expired credentials");
    }
    if (operation === "webpayment") return create(token.holder, country, request);
    if (operation === "transactionstatus") return statusOf(token.holder, country, request);
    return refusal(404, 60, "Resource not found");
  };

  return { book, handle, report, revokeTokens: () => tokens.clear(), close: async () => {} };
}

/** The payer enters the code: the payment ends as its amount wants it, or stays in progress. */
function confirm(book: Book, entry: Entry): void {
  book.amend(entry, { isConfirmed: "yes" });
  const plan = plans[entry.details.planName ?? ""] ?? succeeds;
  if (plan.end !== "NEVER") book.end(entry, plan.end);
}

function creationFault(body: Readonly<Record<string, unknown>>): string | null {
  const fits = (name: string, charactersMax: number) => {
    const text = body[name];
    return typeof text === "string" && text.length > 0 && text.length <= charactersMax;
  };
  for (const name of ["return_url", "cancel_url", "notif_url"])
    if (!fits(name, URL_CHARACTERS_MAX)) return name;
  for (const name of ["order_id", "reference"]) if (!fits(name, REFERENCE_CHARACTERS_MAX)) return name;
  return body.lang === "fr" || body.lang === "en" ? null : "lang";
}

/** The sandbox has a currency of its own; the book keeps its amounts as francs. */
function readAmount(country: string, { currency, amount }: Readonly<Record<string, unknown>>): Money | null {
  if (currency !== currencyName(country) || !Number.isInteger(amount)) return null;
  const read = parseDecimal(String(amount), currency === "OUV" ? "XOF" : currency);
  return read === null || read.minor <= 0n ? null : read;
}

function currencyName(country: string): string {
  return country === "dev" ? "OUV" : (currencyOf[country] ?? "");
}

function wordOf({ status, plan, details }: Entry): string {
  if (status === "SUCCEEDED") return "SUCCESS";
  if (status === "FAILED") return typeof plan.end === "object" ? plan.end.code : "FAILED";
  return details.isConfirmed === "yes" ? "PENDING" : "INITIATED";
}

/** The number in the payer's message, in Orange's form. */
function numberOf({ transactionId }: Entry): string {
  return `MP261121.1000.${transactionId}`;
}

function refusal(status: number, code: number, message: string): StandInAnswer {
  return { status, json: { code, message, description: message } };
}
