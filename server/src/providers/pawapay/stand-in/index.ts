import { fieldsOf, readJsonObject } from "../../../kit/json-object.ts";
import { type Money, parseDecimal } from "../../../kit/money.ts";
import { createBook, type Entry, type EntryKind } from "../../../stand-ins/book.ts";
import { createPayerPages } from "../../../stand-ins/payer-pages.tsx";
import {
  type Holder,
  holders,
  type StandIn,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
  type StandInWorld,
} from "../../../stand-ins/stand-in.ts";
import { balancesOf } from "./balances.ts";
import { activeConfiguration, type OfferedOperator, offeredOperators } from "./configuration.ts";
import { scriptedBy } from "./numbers.ts";
import { createCallbackSigner, isSignedByAccount, REQUEST_KEY_ID, requestPrivateKey } from "./signing.ts";
import { idFieldOf, operationData, refusal } from "./views.ts";

/** An operator's page has its address this long after the request. */
const PAGE_AFTER_MS = 1_000;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const kinds: Readonly<Record<string, EntryKind>> = {
  deposits: "PAYMENT",
  refunds: "REFUND",
  payouts: "PAYOUT",
};
const tokenOf = (holder: Holder) => `demo-pawapay-token-${holder}`;

/**
 * pawaPay: a fixed token, the caller's UUID v4, refusals with status 200, repeated ids that are ignored, and callbacks
 * signed by RFC 9421. The second account signs its requests. Below `/dashboard` is what people do in pawaPay's own
 * dashboard: `POST /dashboard/rotate-key`, and `POST /dashboard/callback-signing` with `{holder, signed}`.
 */
export const pawapayStandIn: StandInDefinition = {
  name: "pawapay",
  port: 4105,
  title: "pawaPay",
  methods: ["MOBILE_MONEY"],
  accountSettings: (baseUrl, holder) => ({
    baseUrl,
    apiToken: tokenOf(holder),
    ...(holder === "second" ? { signRequests: "true", requestKeyId: REQUEST_KEY_ID, requestPrivateKey } : {}),
  }),
  failureCodes: [
    "PAYMENT_NOT_APPROVED",
    "INSUFFICIENT_BALANCE",
    "PAYER_LIMIT_REACHED",
    "UNSPECIFIED_FAILURE",
  ],
  keepsCallbackUrl: true,
  open: openPawapay,
};

function openPawapay(world: StandInWorld): StandIn {
  const { clock } = world;
  const book = createBook(world);
  const signer = createCallbackSigner();
  const signsCallbacks = new Set<string>(holders);
  /** Payments whose page has been reported. */
  const reportedPages = new Set<string>();
  const pages = createPayerPages({
    book,
    baseUrl: world.baseUrl,
    title: "Wave",
    decide: (entry, decision) => {
      book.end(entry, decision === "confirm" ? "SUCCESS" : { code: "PAYMENT_NOT_APPROVED" });
      return (
        (decision === "confirm" ? entry.details.successfulUrl : entry.details.failedUrl) ?? world.baseUrl
      );
    },
    leaveUrlOf: (entry) => entry.details.failedUrl ?? world.baseUrl,
  });
  const hasPage = (entry: Entry) =>
    entry.details.flow === "REDIRECT" && clock.nowMs() >= entry.createdAtMs + PAGE_AFTER_MS;
  const dataOf = (entry: Entry) => operationData(entry, hasPage(entry) ? pages.urlOf(entry) : null);

  const start = async (
    kind: EntryKind,
    holder: Holder,
    request: StandInRequest,
  ): Promise<StandInAnswer | null> => {
    const body = readJsonObject(request.body);
    const id = String(body[idFieldOf[kind]] ?? "");
    const answer = (fields: object): StandInAnswer => ({
      status: 200,
      json: { [idFieldOf[kind]]: id, ...fields },
    });
    const rejected = (failureCode: string) =>
      answer({ status: "REJECTED", failureReason: { failureCode, failureMessage: "Scripted." } });
    if (!uuidV4.test(id)) return refusal(400, "INVALID_INPUT");
    if (book.find(kind, holder, id) !== null) return answer({ status: "DUPLICATE_IGNORED" });

    const payment = kind === "REFUND" ? book.find("PAYMENT", holder, String(body.depositId)) : null;
    const { phoneNumber, provider } = fieldsOf(fieldsOf(body.payer ?? body.recipient).accountDetails);
    const phone = kind === "REFUND" ? (payment?.party ?? "") : String(phoneNumber);
    const operator = kind === "REFUND" ? (payment?.details.provider ?? "") : String(provider);
    const offered = offeredOperators.find((one) => one.code === operator && one.currency === body.currency);
    if (kind === "REFUND" && payment === null) return rejected("NOT_FOUND");
    if (!/^\d{8,15}$/.test(phone)) return refusal(400, "INVALID_PARAMETER");
    if (!offeredOperators.some(({ code }) => code === operator)) return rejected("INVALID_PROVIDER");
    if (offered === undefined) return rejected("INVALID_CURRENCY");
    const fault = fieldFault(kind, body, offered);
    if (fault !== null) return refusal(400, fault);
    const amount = readAmount(body, offered);
    if (amount === null) return rejected("INVALID_AMOUNT");
    if (payment !== null) {
      if (payment.status !== "SUCCEEDED") return rejected("INVALID_STATE");
      const left = payment.amount.minor - book.refunded(holder, payment.id);
      if (left === 0n) return rejected("DEPOSIT_ALREADY_REFUNDED");
      if (amount.minor > left) return rejected("AMOUNT_TOO_LARGE");
    } else if (isOutOfBounds(amount, offered)) return rejected("AMOUNT_OUT_OF_BOUNDS");
    const scripted = scriptedBy(kind, operator, phone);
    if (scripted.kind === "rejected") return rejected(scripted.code);

    const { plan } = scripted;
    book.add({
      kind,
      holder,
      id,
      reference: typeof body.clientReferenceId === "string" ? body.clientReferenceId : null,
      amount,
      paymentId: payment?.id ?? null,
      callbackUrl: null,
      plan:
        body.preAuthorisationCode === "000000" ? { ...plan, end: { code: "PAYMENT_NOT_APPROVED" } } : plan,
      party: phone,
      details: {
        country: offered.alpha3,
        provider: operator,
        flow: kind === "PAYMENT" ? offered.flow : "PIN_PROMPT",
        ...textsOf(body, ["customerMessage", "successfulUrl", "failedUrl"]),
      },
    });
    if (plan.isFirst === true) await report();
    const nextStep = kind === "PAYMENT" && offered.flow === "REDIRECT" ? "GET_AUTH_URL" : "FINAL_STATUS";
    return plan.isSilent === true ? null : answer({ status: "ACCEPTED", nextStep });
  };

  const tell = async (entry: Entry): Promise<void> => {
    const holder = entry.holder === "second" ? "second" : "first";
    const body = JSON.stringify(dataOf(entry));
    await world.send(() => {
      const url = world.callbackUrlOf(holder);
      const isSigned = url !== null && signsCallbacks.has(holder);
      const headers = isSigned
        ? signer.headers(url, body, clock.nowMs())
        : { "content-type": "application/json" };
      return { url, headers, body };
    });
  };
  const report = async (): Promise<void> => {
    for (const entry of book.list()) {
      const key = `${entry.holder} ${entry.id}`;
      if (entry.status !== "PENDING" || !hasPage(entry) || reportedPages.has(key)) continue;
      reportedPages.add(key);
      await tell(entry);
    }
    for (const entry of book.settle()) {
      for (let count = 0; count < entry.plan.reports; count += 1) await tell(entry);
    }
  };

  /** What people do in the provider's dashboard. */
  const dashboard = ({ path, body }: StandInRequest): StandInAnswer => {
    if (path === "/dashboard/rotate-key") signer.rotate();
    else {
      const { holder, signed } = readJsonObject(body);
      if (signed === true) signsCallbacks.add(String(holder));
      else signsCallbacks.delete(String(holder));
    }
    return { status: 204 };
  };

  const handle = async (request: StandInRequest): Promise<StandInAnswer | null> => {
    const { method, path, headers } = request;
    const page = pages.handle(request);
    if (page !== null) return page;
    if (path === "/v2/public-key/http") return { status: 200, json: signer.published() };
    if (method === "POST" && path.startsWith("/dashboard/")) return dashboard(request);
    const holder = holders.find((one) => headers.authorization === `Bearer ${tokenOf(one)}`);
    if (headers.authorization === undefined) return refusal(401, "NO_AUTHENTICATION");
    if (holder === undefined) return refusal(403, "AUTHENTICATION_ERROR");
    if (path === "/v2/active-conf") {
      const signedRequestsOnly = holder === "second";
      return {
        status: 200,
        json: activeConfiguration({ signedRequestsOnly, signedCallbacks: signsCallbacks.has(holder) }),
      };
    }
    if (path === "/v2/wallet-balances") return { status: 200, json: balancesOf(book.list(), holder) };
    const [, name = "", id] = /^\/v2\/(deposits|refunds|payouts)(?:\/([^/]+))?$/.exec(path) ?? [];
    const kind = kinds[name];
    if (kind === undefined) return { status: 404 };
    if (method === "POST" && id === undefined) {
      const mayMove = holder === "first" || (await isSignedByAccount(request, clock.nowMs()));
      return mayMove ? start(kind, holder, request) : refusal(403, "HTTP_SIGNATURE_ERROR");
    }
    if (method !== "GET" || id === undefined) return { status: 405 };
    const entry = book.find(kind, holder, id);
    if (entry === null) return { status: 200, json: { status: "NOT_FOUND" } };
    const data = {
      ...dataOf(entry),
      ...(entry.reference === null ? {} : { clientReferenceId: entry.reference }),
    };
    return { status: 200, json: { status: "FOUND", data } };
  };

  return { book, handle, report, close: async () => {} };
}

/** The code of a refused request; null when its fields have the documented form. */
function fieldFault(
  kind: EntryKind,
  body: Readonly<Record<string, unknown>>,
  { flow }: OfferedOperator,
): string | null {
  const { customerMessage, metadata, preAuthorisationCode } = body;
  if (metadata !== undefined && !Array.isArray(metadata)) return "INVALID_INPUT";
  if (kind !== "PAYMENT") return null;
  const isMessage = typeof customerMessage === "string" && /^[A-Za-z0-9 ]{4,22}$/.test(customerMessage);
  if (customerMessage !== undefined && !isMessage) return "INVALID_PARAMETER";
  return flow === "OTP" && typeof preAuthorisationCode !== "string" ? "MISSING_PARAMETER" : null;
}

/** Null: more decimals than the operator takes, or no amount. */
function readAmount(body: Readonly<Record<string, unknown>>, { hasDecimals }: OfferedOperator): Money | null {
  const form = hasDecimals ? /^\d+(\.\d?[1-9])?$/ : /^\d+$/;
  return typeof body.amount === "string" && form.test(body.amount)
    ? parseDecimal(body.amount, body.currency)
    : null;
}

function isOutOfBounds(amount: Money, { minAmount, maxAmount, currency }: OfferedOperator): boolean {
  const [least, most] = [minAmount, maxAmount].map(
    (bound) => parseDecimal(bound.toString(), currency)?.minor ?? 0n,
  );
  return least === undefined || most === undefined || amount.minor < least || amount.minor > most;
}

function textsOf(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = body[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
