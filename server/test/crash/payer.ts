import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentMethod } from "../../src/kit/payment-terms.ts";

/** One payment, as its payer and its merchant carry it out: whatever breaks off is repeated unchanged. */
export interface Payment {
  readonly method: PaymentMethod;
  /** The merchant's reference, title and idempotency key. */
  readonly reference: string;
  sessionId: string | null;
  /** How often `complete` was sent. */
  completions: number;
}

interface Sandbox {
  readonly apiKey: string;
  readonly payerWallets: readonly {
    readonly walletId: string;
    readonly pin: string;
    readonly currency: string;
  }[];
}

export const AMOUNT = "700";
const RETRY_DELAY_MS = 150;
const REQUEST_TIMEOUT_MS = 12_000;

export function createPayers(origin: string, sandbox: Sandbox) {
  const wallet = sandbox.payerWallets.find(({ currency }) => currency === "XOF");
  if (wallet === undefined) throw new Error("the sandbox has a payer with francs");
  const details: Readonly<Record<PaymentMethod, object>> = {
    MOBILE_MONEY: { phone: "+2250504030789", operator: "MTN", countryCode: "CI" },
    CARD: { returnUrl: "http://localhost:1/back" },
    WALLET: { walletId: wallet.walletId },
    QR: { countryCode: "CI", scheme: "PI_SPI" },
    BANK_TRANSFER: { countryCode: "CI", payerName: "Awa Kone" },
  };
  const acts: Readonly<Partial<Record<PaymentMethod, Readonly<Record<string, string>>>>> = {
    CARD: { act: "card", number: "4242424242424242", expiry: "12/40" },
    WALLET: { act: "pin", pin: wallet.pin },
    QR: { act: "scan" },
  };

  // biome-ignore lint/suspicious/noExplicitAny: a client without types reads what it gets.
  const call = async (method: "GET" | "POST", path: string, body?: object, key?: string): Promise<any> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...(path === "/checkout/sessions" ? { authorization: `Bearer ${sandbox.apiKey}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, ...(await response.json()) };
  };

  const create = async (payment: Payment): Promise<void> => {
    const { reference } = payment;
    const body = { amount: AMOUNT, currency: "XOF", title: reference, reference };
    const answer = await call("POST", "/checkout/sessions", body, reference);
    if (answer.status !== 201) throw new Error(`${reference}: create was answered ${JSON.stringify(answer)}`);
    payment.sessionId = answer.data.id;
  };

  const complete = async (payment: Payment): Promise<void> => {
    payment.completions += 1;
    await call("POST", `/checkout/pay/${payment.sessionId}/complete`, {
      paymentMethod: payment.method,
      paymentDetails: details[payment.method],
    });
  };

  /** The payer's act on the operator's page; nothing with mobile money, which needs none. */
  const act = async (
    { method }: Payment,
    status: {
      readonly actionUrl: string | null;
      readonly instructions: { readonly reference: string } | null;
    },
  ): Promise<void> => {
    const { actionUrl, instructions } = status;
    const form =
      method === "BANK_TRANSFER"
        ? { entry: "EXACT", reference: instructions?.reference ?? "" }
        : acts[method];
    const url = method === "BANK_TRANSFER" ? `${origin}/simulator/bank` : actionUrl;
    if (form === undefined || url === null || (method === "BANK_TRANSFER" && instructions === null)) return;
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    await response.arrayBuffer();
  };

  const status = (payment: Payment) => call("GET", `/checkout/pay/${payment.sessionId}/status`);

  /** One step: whatever the payment expects from its payer. */
  const step = async (payment: Payment): Promise<"paid" | "under way"> => {
    if (payment.sessionId === null) await create(payment);
    const { data } = await status(payment);
    if (data.status === "SUCCEEDED") return "paid";
    if (data.status === "OPEN") await complete(payment);
    else await act(payment, data);
    return "under way";
  };

  /** Until it is paid, through every restart; throws when `signal` ends it before that. */
  const carryThrough = async (payment: Payment, signal: AbortSignal): Promise<void> => {
    let last: unknown = null;
    for (; !signal.aborted; await sleep(RETRY_DELAY_MS)) {
      try {
        if ((await step(payment)) === "paid") return;
      } catch (error) {
        last = error;
      }
    }
    throw new Error(`${payment.reference} was not paid: ${String(signal.reason)}`, { cause: last });
  };

  return { create, complete, act, status, carryThrough };
}
