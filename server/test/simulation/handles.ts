import type { Database } from "../../src/db/database.ts";
import type { Id, MerchantNo } from "../../src/kit/ids.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { openHandle } from "../../src/modules/payments/provider/handle.ts";
import type { Provider, ProviderHandle } from "../../src/providers/provider.ts";

interface ProviderCall {
  readonly reference: string;
  readonly handle: ProviderHandle | null;
}

/**
 * The connector as if its provider gave a handle with each answer, as real ones do. `mixed` is told of each handle that comes back
 * with another operation, and of each refund whose payment has lost the handle of its success.
 */
export function withHandles(connector: Provider, mixed: (what: string) => void): Provider {
  const check = ({ reference, handle }: ProviderCall): void => {
    if (handle !== null && handle.reference !== reference) mixed(`${reference} has the handle of another`);
  };
  const told = <Outcome extends { readonly kind: string }>(reference: string, outcome: Outcome): Outcome => {
    if (outcome.kind === "unknown" || outcome.kind === "not_found") return outcome;
    const transactionId = "transactionId" in outcome ? String(outcome.transactionId) : "";
    return { ...outcome, handle: { reference, kind: outcome.kind, transactionId } };
  };
  const { queryRefund, queryPayout, refund, payout } = connector;
  return {
    ...connector,
    start: async (call, request) => told(request.reference, await connector.start(call, request)),
    query: async (call, question) => {
      check(question);
      return told(question.reference, await connector.query(call, question));
    },
    ...(refund === undefined || queryRefund === undefined
      ? {}
      : {
          refund: async (call, request) => {
            const { payment, reference } = request;
            check(payment);
            if (payment.handle?.kind !== "succeeded")
              mixed(`the refund ${reference} without its payment's handle`);
            return told(reference, await refund(call, request));
          },
          queryRefund: async (call, question) => {
            check(question);
            check(question.payment);
            return told(question.reference, await queryRefund(call, question));
          },
        }),
    ...(payout === undefined || queryPayout === undefined
      ? {}
      : {
          payout: async (call, request) => told(request.reference, await payout(call, request)),
          queryPayout: async (call, question) => {
            check(question);
            return told(question.reference, await queryPayout(call, question));
          },
        }),
  };
}

/** Rows that were told of a success and do not have the handle that came with it. Must be empty. */
export async function lostHandles(
  db: Database,
  keyring: Keyring,
  merchantNo: MerchantNo,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const table of ["charges", "refunds", "payouts"] as const) {
    const rows = await db.query<{ id: Id<"charge">; transactionId: string; providerHandle: Buffer | null }>({
      text: `select id, provider_transaction_id as "transactionId", provider_handle as "providerHandle" from ${table}
        where merchant_no = $1 and provider_transaction_id is not null`,
      values: [merchantNo],
    });
    for (const { id, transactionId, providerHandle } of rows) {
      const handle = openHandle(keyring, table, { merchantNo, id, providerHandle });
      const isKept =
        handle?.reference === providerReference(merchantNo, id) && handle.transactionId === transactionId;
      if (!isKept) lost.push(`${table} ${id} has lost its handle: ${JSON.stringify(handle)}`);
    }
  }
  return lost;
}
