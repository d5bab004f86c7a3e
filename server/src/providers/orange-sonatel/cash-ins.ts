import { HttpOutError } from "../../kit/http-out.ts";
import type {
  PayoutRequest,
  ProviderCall,
  RefundRequest,
  TransferOutcome,
  TransferQueryOutcome,
  TransferQuestion,
} from "../provider.ts";
import { NoAccess, type SonatelAnswer, type SonatelApi } from "./api.ts";
import { amountOf } from "./payments.ts";
import type { Pins, PinVerdict } from "./pins.ts";
import { nationalNumber, type Retailer, retailerOf } from "./settings.ts";
import { type Failure, isPinRefusal, notSent, refusal } from "./status-map.ts";
import { findTransaction, readAccepted, readState } from "./transactions.ts";

/** Money from the retailer's number to a customer's: payouts, and refunds, which Orange has no other way for. */

export interface CashInTools {
  readonly api: SonatelApi;
  readonly pins: Pins;
}

const KEY_REVOKED = "4003";

export function sendPayout(
  tools: CashInTools,
  call: ProviderCall,
  request: PayoutRequest,
): Promise<TransferOutcome> {
  return sendMoney(tools, call, request, nationalNumber(request.phone));
}

/** To the number that paid, as Orange's book has it: a code may be paid by another one than the payer gave. */
export async function sendRefund(
  tools: CashInTools,
  call: ProviderCall,
  request: RefundRequest,
): Promise<TransferOutcome> {
  if (retailerOf(call.account) === null) return notSent.noRetailer;
  const customer = request.payment.handle?.customer ?? (await payerOf(tools.api, call, request));
  return typeof customer === "object" && customer !== null
    ? customer
    : sendMoney(tools, call, request, customer);
}

/** The nine digits of the number that paid, null where Orange shows none, or why nothing can be refunded. */
async function payerOf(
  api: SonatelApi,
  call: ProviderCall,
  { payment, payer }: RefundRequest,
): Promise<string | null | Failure> {
  const paid = await findTransaction(api, call, { reference: payment.reference }).catch((error: unknown) => {
    // Nothing was sent yet, whatever went wrong.
    if (error instanceof HttpOutError || error instanceof NoAccess) return notSent.noAccess;
    throw error;
  });
  if (paid !== null && "kind" in paid) return notSent.noAccess;
  if (paid?.state !== "succeeded") return notSent.notPaid;
  return paid.customer ?? nationalNumber(payer.phone);
}

/** Never repeated: Orange is not known to recognise a reference that it has seen. */
async function sendMoney(
  tools: CashInTools,
  call: ProviderCall,
  request: Pick<PayoutRequest, "reference" | "amount">,
  customer: string | null,
): Promise<TransferOutcome> {
  const retailer = retailerOf(call.account);
  if (retailer === null) return notSent.noRetailer;
  if (customer === null) return notSent.foreignRecipient;
  const send = async (): Promise<SonatelAnswer | Failure> => {
    const first = await post(tools, call, request, retailer, customer);
    if (!("code" in first) || first.code !== KEY_REVOKED) return first;
    tools.pins.forgetKey(call);
    return post(tools, call, request, retailer, customer);
  };
  const answer = await beforeSending(() => tools.pins.use(call, retailer, send, pinVerdict));
  if (answer === null) return notSent.refusedPin;
  if (answer.kind === "failed") return answer;
  if (answer.kind === "unclear") return { kind: "unknown", reason: answer.reason };
  if (answer.kind === "refused") return refusal("CASH_IN", answer.code, answer.text);
  const accepted = readAccepted(answer);
  if (accepted === null) return { kind: "unknown", reason: "unreadable" };
  const handle = { transactionId: accepted.transactionId };
  // The answer does not say how much was sent: the book does.
  return typeof accepted.state === "object" ? { ...accepted.state, handle } : { kind: "pending", handle };
}

function pinVerdict(answer: SonatelAnswer | Failure): PinVerdict {
  if (answer.kind === "done") return "ACCEPTED";
  return answer.kind === "refused" && isPinRefusal(answer.code) ? "REFUSED" : "OPEN";
}

async function post(
  { api, pins }: CashInTools,
  call: ProviderCall,
  { reference, amount }: Pick<PayoutRequest, "reference" | "amount">,
  { msisdn, pin }: Retailer,
  customer: string,
): Promise<SonatelAnswer | Failure> {
  const encryptedPinCode = await beforeSending(() => pins.encrypt(call, pin));
  if (typeof encryptedPinCode !== "string") return notSent.noAccess;
  return beforeSending(() =>
    api.ask(call, {
      method: "POST",
      path: "/api/eWallet/v1/cashins",
      body: {
        partner: { idType: "MSISDN", id: msisdn, encryptedPinCode, walletType: "PRINCIPAL" },
        customer: { idType: "MSISDN", id: customer },
        amount: amountOf(amount),
        reference,
        receiveNotification: false,
        requestDate: new Date(call.nowMs).toISOString(),
        metadata: { reference },
      },
    }),
  );
}

/** Without a token or a key nothing was sent: a definite failure, where anything else would stay unknown for good. */
async function beforeSending<Result>(make: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof NoAccess)) throw error;
    return error.alarm ? { ...notSent.noAccess, alarm: true } : notSent.noAccess;
  }
}

/**
 * What became of a refund or payout, by Orange's book. One that the book does not show stays unknown: it is never sent
 * again, and after three days an operator decides.
 */
export async function queryCashIn(
  api: SonatelApi,
  call: ProviderCall,
  { reference, handle }: TransferQuestion,
): Promise<TransferQueryOutcome> {
  const transactionId = handle?.transactionId;
  if (transactionId !== undefined) {
    const state = await readState(api, call, transactionId);
    if (state === "pending") return { kind: "pending" };
    if (typeof state === "object") return state;
  }
  const by = transactionId === undefined ? { reference } : { transactionId };
  const found = await findTransaction(api, call, by);
  if (found === null) return { kind: "unknown", reason: "not_listed" };
  if ("kind" in found) return found;
  if (found.state === "pending") return { kind: "pending", handle: { transactionId: found.id } };
  return found.state === "succeeded"
    ? { kind: "succeeded", transactionId: found.id, amount: found.amount }
    : found.state;
}
