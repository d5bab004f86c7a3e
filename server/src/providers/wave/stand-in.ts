import { readJsonObject } from "../../kit/json-object.ts";
import { decimalText, type Money, money, parseDecimal, shareOf } from "../../kit/money.ts";
import { createBook, type Entry } from "../../stand-ins/book.ts";
import { createPayerPages } from "../../stand-ins/payer-pages.tsx";
import {
  type Holder,
  holders,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
  type StandInWorld,
} from "../../stand-ins/stand-in.ts";
import { hmacSignatureHeader } from "../hmac-signatures.ts";
import { SIGNATURE_HEADER, signatureScheme } from "./connector.ts";
import { WAVE } from "./settings.ts";
import { EXPIRED, nameMatch, paymentCodes, paymentPlan, payoutEnd, payoutRefusal } from "./stand-in-plans.ts";
import { pageOfTransactions } from "./stand-in-transactions.ts";

const keyOf = (holder: Holder): string => `wave_ci_prod_demo-key-${holder}`;
const secretOf = (holder: Holder): string => `wave_ci_WHS_demo-secret-${holder}`;
/** As in one of the published examples; others live half an hour. */
const LIFE_MS = 24 * 3_600_000;
/** Wave takes one percent. */
const FEE_BASIS_POINTS = 100n;
const AMOUNT_MAX = 5_000_000n;
const OPENING_BALANCE = 10_000_000n;

/** Wave: sessions that may be created twice under one reference, payouts by idempotency key, signed webhooks. */
export const waveStandIn: StandInDefinition = {
  name: WAVE,
  port: 4104,
  title: "Wave",
  methods: ["MOBILE_MONEY", "QR"],
  accountSettings: (baseUrl, holder) => ({
    baseUrl,
    apiKey: keyOf(holder),
    webhookSecret: secretOf(holder),
  }),
  failureCodes: ["insufficient-funds", ...paymentCodes.filter((code) => code !== "insufficient-funds")],
  keepsCallbackUrl: true,
  open: openWave,
};

function openWave(world: StandInWorld) {
  const { clock, random } = world;
  const book = createBook(world);
  const newId = (prefix: string) => `${prefix}${random.bytes(8).toString("hex")}`;
  const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

  const pages = createPayerPages({
    book,
    baseUrl: world.baseUrl,
    title: "Pay with Wave",
    decide: (entry, decision) => {
      book.end(entry, decision === "confirm" ? "SUCCESS" : { code: "insufficient-funds" });
      return (decision === "confirm" ? entry.details.success_url : entry.details.error_url) ?? "";
    },
    leaveUrlOf: (entry) => entry.details.error_url ?? "",
  });

  const sessionView = (entry: Entry) => {
    const { id, amount, reference, status, plan, createdAtMs, details, transactionId } = entry;
    const isExpired = status === "FAILED" || (status === "PENDING" && clock.nowMs() >= createdAtMs + LIFE_MS);
    const code = status === "FAILED" && typeof plan.end === "object" ? plan.end.code : EXPIRED;
    return {
      id,
      amount: decimalText(amount),
      currency: amount.currency,
      checkout_status: status === "SUCCEEDED" ? "complete" : isExpired ? "expired" : "open",
      payment_status: status === "SUCCEEDED" ? "succeeded" : isExpired ? "cancelled" : "processing",
      client_reference: reference,
      business_name: "Demonstration",
      success_url: details.success_url,
      error_url: details.error_url,
      wave_launch_url: pages.urlOf(entry),
      when_created: iso(createdAtMs),
      when_expires: iso(createdAtMs + LIFE_MS),
      ...(status === "SUCCEEDED" ? { transaction_id: transactionId } : {}),
      ...(code === EXPIRED ? {} : { last_payment_error: { code, message: "The payment failed." } }),
    };
  };

  const createSession = async (holder: Holder, request: StandInRequest): Promise<StandInAnswer | null> => {
    const fields = readJsonObject(request.body);
    const { amount: text, currency, client_reference: reference, success_url, error_url } = fields;
    if (currency !== "XOF") return refusal(400, "currency-mismatch");
    const amount = typeof text === "string" && /^[1-9]\d*$/.test(text) ? parseDecimal(text, currency) : null;
    if (amount === null || amount.minor > AMOUNT_MAX) {
      return refusal(422, "request-validation-error", [{ loc: ["amount"], msg: "not a valid amount" }]);
    }
    if (typeof success_url !== "string" || typeof error_url !== "string" || typeof reference !== "string") {
      return refusal(422, "request-validation-error", [{ loc: ["success_url"], msg: "required" }]);
    }
    if (text === "169") return refusal(403, "disabled-wallet");
    // The payer has one of the pages in front of them, the last, and pays once.
    for (const earlier of sessionsOf(holder, reference)) book.end(earlier, "NEVER");
    const key = { kind: "PAYMENT", holder, id: newId("cos-") } as const;
    const plan = paymentPlan(amount.minor);
    const details = { success_url, error_url };
    book.add({ ...key, reference, amount, paymentId: null, callbackUrl: null, plan, details });
    const entry = book.find(key.kind, holder, key.id);
    if (plan.isFirst === true) await report();
    return entry === null || plan.isSilent === true ? null : { status: 200, json: sessionView(entry) };
  };

  const sessionsOf = (holder: Holder, reference: string | null) =>
    book
      .list()
      .filter((one) => one.kind === "PAYMENT" && one.holder === holder && one.reference === reference);

  const expireSession = (entry: Entry): StandInAnswer =>
    sessionView(entry).checkout_status === "open" && book.end(entry, { code: EXPIRED })
      ? { status: 200 }
      : refusal(409, "checkout-session-not-open");

  const refundSession = (holder: Holder, { id, status, amount, reference }: Entry): StandInAnswer => {
    if (status !== "SUCCEEDED") return refusal(400, "checkout-refund-failed");
    // The same session again is the same refund: it is in the book already.
    const plan = { end: "SUCCESS", reports: 0, isFirst: true } as const;
    book.add({ kind: "REFUND", holder, id, reference, amount, paymentId: id, callbackUrl: null, plan });
    return { status: 200 };
  };

  const payoutView = ({ id, amount, reference, status, plan, party, createdAtMs, details }: Entry) => ({
    id,
    currency: amount.currency,
    receive_amount: decimalText(amount),
    fee: decimalText(feeOf(amount)),
    mobile: party,
    name: details.name,
    client_reference: reference,
    status: { PENDING: "processing", SUCCEEDED: "succeeded", FAILED: "failed" }[status],
    timestamp: iso(createdAtMs),
    ...(status === "FAILED" && typeof plan.end === "object"
      ? { payout_error: { error_code: plan.end.code, error_message: "The payout failed." } }
      : {}),
    ...(details.reversed === undefined ? {} : { status: "reversed" }),
  });

  const sendPayout = (holder: Holder, request: StandInRequest): StandInAnswer => {
    const { currency, receive_amount, mobile, name, client_reference } = readJsonObject(request.body);
    const idempotencyKey = request.headers["idempotency-key"] ?? "";
    const amount = parseDecimal(receive_amount, currency);
    if (amount === null || typeof mobile !== "string" || idempotencyKey === "") {
      return refusal(422, "request-validation-error", [{ loc: ["receive_amount"], msg: "required" }]);
    }
    const refused = payoutRefusal(mobile);
    if (refused !== null) return refusal(...refused);
    const details = { idempotencyKey, name: String(name), body: request.body.toString("utf8") };
    const known = payoutsOf(holder).find((one) => one.details.idempotencyKey === idempotencyKey);
    if (known !== undefined && known.details.body !== details.body)
      return refusal(409, "idempotency-mismatch");
    if (known !== undefined) return { status: 200, json: payoutView(known) };
    const id = newId("pt-");
    const reference = typeof client_reference === "string" ? client_reference : null;
    const plan = { end: payoutEnd(mobile), reports: 0 };
    const operation = {
      kind: "PAYOUT",
      holder,
      id,
      reference,
      amount,
      plan,
      party: mobile,
      details,
    } as const;
    book.add({ ...operation, paymentId: null, callbackUrl: null });
    const entry = book.find("PAYOUT", holder, id);
    return entry === null ? { status: 500 } : { status: 200, json: payoutView(entry) };
  };

  const payoutsOf = (holder: Holder) =>
    book.list().filter((one) => one.kind === "PAYOUT" && one.holder === holder);

  const balanceOf = (holder: Holder): string => {
    const moved = book.list().filter((one) => one.holder === holder && one.status === "SUCCEEDED");
    const change = moved.map(({ kind, amount }) => (kind === "PAYMENT" ? amount.minor : -amount.minor));
    return decimalText(
      money(
        change.reduce((sum, one) => sum + one, OPENING_BALANCE),
        "XOF",
      ),
    );
  };

  const report = async (): Promise<void> => {
    for (const entry of book.settle()) {
      const { kind, holder, status, plan } = entry;
      const known = holders.find((one) => one === holder);
      if (kind !== "PAYMENT" || known === undefined) continue;
      const type = status === "SUCCEEDED" ? "completed" : "payment_failed";
      const event = { id: newId("EV_"), type: `checkout.session.${type}`, data: sessionView(entry) };
      for (let count = 0; count < plan.reports; count += 1) await send(known, event);
    }
  };

  const send = (holder: Holder, event: object): Promise<void> =>
    world.send(() => {
      const body = JSON.stringify(event);
      const seconds = Math.floor(clock.nowMs() / 1_000);
      const signature = hmacSignatureHeader(signatureScheme, secretOf(holder), seconds, body);
      const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
      return { url: world.callbackUrlOf(holder), headers, body };
    });

  const session = (holder: Holder, id: string, use: (entry: Entry) => StandInAnswer): StandInAnswer => {
    const entry = book.find("PAYMENT", holder, id);
    return entry === null ? refusal(404, "checkout-session-not-found") : use(entry);
  };

  const handleFor = async (holder: Holder, request: StandInRequest): Promise<StandInAnswer | null> => {
    const { path, query } = request;
    const [, id = ""] = /^\/v1\/(?:checkout\/sessions|payout)\/([^/]+)/.exec(path) ?? [];
    const reference = query.get("client_reference");
    switch (`${request.method} ${id === "" ? path : path.replace(id, id === "search" ? id : "ID")}`) {
      case "POST /v1/checkout/sessions":
        return createSession(holder, request);
      case "GET /v1/checkout/sessions/search":
        return { status: 200, json: { result: sessionsOf(holder, reference).map(sessionView) } };
      case "GET /v1/checkout/sessions/ID":
        return session(holder, id, (entry) => ({ status: 200, json: sessionView(entry) }));
      case "POST /v1/checkout/sessions/ID/expire":
        return session(holder, id, expireSession);
      case "POST /v1/checkout/sessions/ID/refund":
        return session(holder, id, (entry) => refundSession(holder, entry));
      case "POST /v1/payout":
        return sendPayout(holder, request);
      case "GET /v1/payout/ID": {
        const entry = book.find("PAYOUT", holder, id);
        return entry === null ? refusal(404, "payout-not-found") : { status: 200, json: payoutView(entry) };
      }
      case "GET /v1/payouts/search": {
        const found = payoutsOf(holder).filter((one) => one.reference === reference);
        return { status: 200, json: { result: found.map(payoutView) } };
      }
      case "POST /v1/verify_recipient/":
        return verifyRecipient(request);
      case "GET /v1/balance":
        return { status: 200, json: { amount: balanceOf(holder), currency: "XOF" } };
      case "GET /v1/transactions": {
        const own = book.list().filter((one) => one.holder === holder);
        const date = query.get("date") ?? iso(clock.nowMs()).slice(0, 10);
        return { status: 200, json: pageOfTransactions(own, date, query.get("after"), feeOf) };
      }
      default:
        return refusal(404, "not-found");
    }
  };

  return {
    book,
    handle: async (request: StandInRequest): Promise<StandInAnswer | null> => {
      const page = pages.handle(request);
      if (page !== null) return page;
      const holder = holders.find((one) => request.headers.authorization === `Bearer ${keyOf(one)}`);
      return holder === undefined ? refusal(401, "no-matching-api-key") : handleFor(holder, request);
    },
    report,
    close: async () => {},
  };
}

function verifyRecipient(request: StandInRequest): StandInAnswer {
  const { mobile } = readJsonObject(request.body);
  if (typeof mobile !== "string") return refusal(422, "request-validation-error");
  const refused = payoutRefusal(mobile);
  if (refused?.[1] === "recipient-account-inactive") return refusal(...refused);
  return { status: 200, json: { within_limits: true, name_match: nameMatch(mobile) } };
}

function feeOf(amount: Money): Money {
  return money(shareOf(amount.minor, FEE_BASIS_POINTS), amount.currency);
}

function refusal(status: number, code: string, details?: readonly unknown[]): StandInAnswer {
  return { status, json: { code, message: "The request was refused.", ...(details && { details }) } };
}
