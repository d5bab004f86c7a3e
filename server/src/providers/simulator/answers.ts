import { bankAccountOf } from "./bank.ts";
import type { Operation } from "./operation.ts";
import type { NextAnswer, OperationAnswer } from "./protocol.ts";

/** An operation as the API shows it. `pageUrl` is the address of its page. */
export function toAnswer(operation: Operation, pageUrl: string): OperationAnswer {
  const { reference, status, code, amount, amountTaken, currency, transactionId } = operation;
  const shown = status === "SUCCEEDED" || status === "FAILED" ? status : "PENDING";
  return {
    reference,
    status: shown,
    code,
    amount: (amountTaken ?? amount).toString(),
    currency,
    transactionId,
    card:
      operation.cardBrand === null || operation.cardLast4 === null
        ? null
        : { brand: operation.cardBrand, last4: operation.cardLast4 },
    next: shown === "PENDING" ? nextOf(operation, pageUrl) : null,
  };
}

function nextOf(operation: Operation, pageUrl: string): NextAnswer {
  const nothing = { url: null, qrPayload: null, transfer: null };
  if (operation.status !== "WAITING" || operation.page === null) return { ...nothing, kind: "WAIT" };
  switch (operation.page) {
    case "QR":
      return { ...nothing, kind: "QR", url: pageUrl, qrPayload: operation.qrPayload };
    case "BANK":
      return {
        ...nothing,
        kind: "TRANSFER",
        url: pageUrl,
        transfer: {
          ...bankAccountOf(operation.country, operation.currency),
          reference: operation.transferReference ?? "",
          amount: operation.amount.toString(),
          currency: operation.currency,
          expiresAt: operation.expiresAtMs === null ? null : new Date(operation.expiresAtMs).toISOString(),
        },
      };
    case "APPROVAL":
    case "CARD":
    case "THREE_D_SECURE":
    case "WALLET":
      return { ...nothing, kind: "REDIRECT", url: pageUrl };
  }
}
