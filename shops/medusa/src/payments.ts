import {
  type Cauris,
  type CheckoutSession,
  ConflictError,
  type CreateCheckoutSessionRequest,
  type CustomerInput,
  InvalidRequestError,
  verifyWebhook,
} from "../../../sdk/js/src/index.ts";
import { currencyOf, majorOf, minorOf } from "./amounts.ts";
import { type CaurisOptions, isLocale } from "./options.ts";
import { createRefund } from "./refunds.ts";

/** What Medusa passes to a provider, as far as it is used here. */
export interface PaymentInput {
  readonly amount?: unknown;
  readonly currency_code?: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly context?:
    | {
        readonly idempotency_key?: string;
        readonly customer?:
          | {
              readonly email?: string;
              readonly first_name?: string | null;
              readonly last_name?: string | null;
              readonly phone?: string | null;
            }
          | undefined;
      }
    | undefined;
}

export type MedusaStatus = "pending" | "requires_more" | "captured" | "error" | "canceled";

/** What Medusa keeps of a payment session. The storefront reads it: nothing in it is secret from the payer. */
type PaymentData = Record<string, unknown>;

interface WebhookPayload {
  readonly rawData: string | Uint8Array;
  readonly headers: Readonly<Record<string, unknown>>;
}

export type WebhookAction =
  | { readonly action: "not_supported" }
  | {
      readonly action: "captured" | "failed" | "canceled";
      readonly data: { readonly session_id: string; readonly amount: number };
    };

/** The key of a checkout session's metadata that says to which of Medusa's payment sessions it belongs. */
const OWNER = "medusaPaymentSession";

const titles = { fr: "Commande", en: "Order", pt: "Pedido" } as const;

/** Medusa's questions to a payment provider, answered by the service. Browsers are never believed. */
export function createPayments(cauris: Cauris, options: CaurisOptions, nowMs: () => number = Date.now) {
  /** The checkout session of this payment session; null when none was made. Throws when it belongs to another one. */
  async function sessionOf(data: PaymentInput["data"]): Promise<CheckoutSession | null> {
    const { id, session_id: owner } = data ?? {};
    // Without the owner it is what a storefront sent: a payer could name the session of somebody else.
    if (typeof id !== "string" || typeof owner !== "string") return null;
    const session = await cauris.checkoutSessions.get(id);
    if (session.metadata[OWNER] !== owner) throw new Error(`${id} is not the checkout session of ${owner}`);
    return session;
  }

  async function known(data: PaymentInput["data"]): Promise<CheckoutSession> {
    const session = await sessionOf(data);
    if (session === null)
      throw new Error("The payment session has no checkout session: initiate the payment again.");
    return session;
  }

  async function open(input: PaymentInput, owner: string, before: string): Promise<PaymentData> {
    const currency = currencyOf(input.currency_code ?? "");
    const amount = minorOf(input.amount, currency, options.fractions);
    const locale = [input.data?.locale, options.locale].find(isLocale);
    const address = (name: "successUrl" | "cancelUrl", standard: string) =>
      allowedAddress(input.data?.[name], standard).replaceAll("{PAYMENT_SESSION_ID}", owner);
    const customer = customerOf(input.context);
    const body: CreateCheckoutSessionRequest = {
      amount,
      currency,
      title: options.title ?? titles[locale ?? "fr"],
      reference: owner,
      metadata: { [OWNER]: owner },
      successUrl: address("successUrl", options.successUrl),
      cancelUrl: address("cancelUrl", options.cancelUrl ?? options.successUrl),
      ...(locale === undefined ? {} : { locale }),
      ...(customer === null ? {} : { customer }),
    };
    const session = await create(body, `medusa-${owner}-${amount}${currency}${before}`);
    const { id, url, expiresAt } = session;
    return { ...input.data, id, url, expiresAt, session_id: owner, amount, currency };
  }

  /** What a customer typed elsewhere, such as a number that does not exist, must not keep them from paying. */
  async function create(
    body: CreateCheckoutSessionRequest,
    idempotencyKey: string,
  ): Promise<CheckoutSession> {
    try {
      return await cauris.checkoutSessions.create(body, { idempotencyKey });
    } catch (error) {
      const { customer, ...others } = body;
      const isOfCustomer =
        customer !== undefined &&
        error instanceof InvalidRequestError &&
        error.fields.length > 0 &&
        error.fields.every(({ path }) => path.startsWith("customer"));
      if (!isOfCustomer) throw error;
      return await cauris.checkoutSessions.create(others, { idempotencyKey: `${idempotencyKey}-plain` });
    }
  }

  /** Ends a session that nobody has paid. Throws while a payment is under way and after one: its money needs this session. */
  async function end(session: CheckoutSession | null): Promise<void> {
    if (session === null || session.status === "CANCELLED" || session.status === "EXPIRED") return;
    try {
      await cauris.checkoutSessions.cancel(session.id);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const { status, retryable } = await cauris.checkoutSessions.get(session.id);
      if (status === "PROCESSING")
        throw new Error("A payment is under way, and its outcome is not known yet: wait until it is.");
      if (status === "SUCCEEDED") throw new Error("It is paid: refund it instead.");
      if (status === "FAILED" && !retryable) return;
      throw error;
    }
  }

  function allowedAddress(asked: unknown, standard: string): string {
    if (asked === undefined) return standard;
    if (typeof asked === "string" && originOf(asked) === originOf(standard)) return asked;
    throw new Error(`successUrl and cancelUrl of a payment session must begin with ${originOf(standard)}`);
  }

  return {
    /** Opens a checkout session. A repeat for the same payment session and amount gives the same one. */
    async initiate(input: PaymentInput): Promise<{ id: string; status: MedusaStatus; data: PaymentData }> {
      const owner = input.data?.session_id ?? input.context?.idempotency_key;
      if (typeof owner !== "string" || owner === "")
        throw new Error("Medusa gave no id of its payment session.");
      const data = await open(input, owner, "");
      return { id: String(data.id), status: "pending", data };
    },

    /** Another amount, or a session that has ended, needs another checkout session; the one before is cancelled first. */
    async update(input: PaymentInput): Promise<{ status: MedusaStatus; data: PaymentData }> {
      const session = await known(input.data);
      const currency = currencyOf(input.currency_code ?? "");
      const isSame =
        session.amount === minorOf(input.amount, currency, options.fractions) &&
        session.currency === currency;
      const status = statusOf(session);
      if (isSame && status !== "error" && status !== "canceled") return { status, data: { ...input.data } };
      await end(session);
      const data = await open(input, session.metadata[OWNER] ?? "", `-${session.id.slice(-16)}`);
      return { status: "pending", data };
    },

    /** Asks the service. Only a session that is paid with the amount that was asked for is captured; unknown is pending. */
    async authorize(input: PaymentInput): Promise<{ status: MedusaStatus; data: PaymentData }> {
      const session = await known(input.data);
      return { status: statusOf(session), data: withResult(input.data, session) };
    },

    /** The money is taken when the payer pays. Throws when it was not. */
    async capture(input: PaymentInput): Promise<{ data: PaymentData }> {
      const session = await known(input.data);
      if (session.status !== "SUCCEEDED")
        throw new Error(`The payment is not captured: its checkout session is ${session.status}.`);
      return { data: withResult(input.data, session) };
    },

    async refund(input: PaymentInput): Promise<{ data: PaymentData }> {
      const session = await known(input.data);
      if (session.chargeId === null) throw new Error("Nothing was paid, so there is nothing to refund.");
      const refunds = await createRefund(cauris, {
        chargeId: session.chargeId,
        amount: minorOf(input.amount, session.currency, options.fractions),
        refundId: input.context?.idempotency_key ?? "",
        recorded: input.data?.refunds,
        nowMs: nowMs(),
      });
      return { data: { ...withResult(input.data, session), refunds } };
    },

    /** Cancels what nobody has paid; see `end`. */
    async cancel(input: PaymentInput): Promise<{ data: PaymentData }> {
      await end(await sessionOf(input.data));
      return { data: { ...input.data } };
    },

    async retrieve(input: PaymentInput): Promise<{ data: PaymentData }> {
      return { data: { ...(await known(input.data)) } };
    },

    /** What a webhook means. Throws for one that is not the service's. Events that belong to no payment session are not supported. */
    async webhook({ rawData, headers }: WebhookPayload): Promise<WebhookAction> {
      const event = await verifyWebhook({
        body: rawData,
        headers: headers as Readonly<Record<string, string | readonly string[] | undefined>>,
        secret: options.webhookSecret,
        nowMs: nowMs(),
      });
      const action = actions[event.type as keyof typeof actions];
      if (action === undefined) return { action: "not_supported" };
      const { metadata, amount, currency } = event.data as CheckoutSession;
      const owner = metadata[OWNER];
      if (owner === undefined) return { action: "not_supported" };
      return { action, data: { session_id: owner, amount: majorOf(amount, currency) } };
    },
  };
}

/** One event for each end of a session: `payment.succeeded` and `payment.failed` are of single attempts. */
const actions = {
  "checkout.session.completed": "captured",
  "checkout.session.failed": "failed",
  "checkout.session.expired": "canceled",
  "checkout.session.cancelled": "canceled",
} as const;

/** Medusa's status of a checkout session. `pending`: not paid yet, or not known. */
function statusOf({ status, retryable }: Pick<CheckoutSession, "status" | "retryable">): MedusaStatus {
  switch (status) {
    case "SUCCEEDED":
      return "captured";
    case "OPEN":
    case "PROCESSING":
      return "pending";
    case "FAILED":
      return retryable ? "requires_more" : "error";
    case "EXPIRED":
    case "CANCELLED":
      return "canceled";
  }
}

function withResult(data: PaymentInput["data"], session: CheckoutSession): PaymentData {
  const { status, chargeId, failureCode, failureMessage } = session;
  return { ...data, status, chargeId, failureCode, failureMessage };
}

function customerOf(context: PaymentInput["context"]): CustomerInput | null {
  const { email, phone, first_name, last_name } = context?.customer ?? {};
  const name = [first_name, last_name].filter(Boolean).join(" ");
  if (!email && !phone && name === "") return null;
  return { ...(name === "" ? {} : { name }), ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
}

/** Null for text that is no address. */
function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}
