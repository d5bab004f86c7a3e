import type { Contract, Json } from "../contract/document.ts";
import type { Answer } from "./app.ts";

/** How to read the result of a confirmed request, by kind: the answer that a single operator would have got. */
const readers: Readonly<Record<string, (subject: string) => readonly [string, Json]>> = {
  CREATE_PROVIDER_ACCOUNT: (id) => ["getProviderAccount", { params: { id } }],
  UPDATE_PROVIDER_ACCOUNT: (id) => ["getProviderAccount", { params: { id } }],
  UPDATE_SUB_TENANT: (id) => ["getSubTenant", { params: { id } }],
  CREATE_ROUTING_RULE: (id) => ["getRoutingRule", { params: { id } }],
  UPDATE_ROUTING_RULE: (id) => ["getRoutingRule", { params: { id } }],
  SET_REFUND_FEE_POLICY: () => ["getRefundFeePolicy", {}],
  ASSIGN_BANK_ENTRY: (id) => ["getBankEntry", { params: { id } }],
  BOOK_BANK_ENTRY: (id) => ["getBankEntry", { params: { id } }],
  SET_PAYOUT_APPROVAL: (id) => ["getPayoutApproval", { params: { id } }],
};

/**
 * `data` of an accepted answer. When that is a change request, another operator (`second`) confirms it first, and the
 * changed object is read; of a list, the new entry.
 */
export async function agreed(contract: Contract, answer: Answer, second: string): Promise<Json> {
  const { data } = answer.body;
  if (answer.status !== 202 || data.object !== "change_request") return data;
  const ask = async (operation: string, call: Json): Promise<Json> => {
    const { status, body } = await contract.call(operation, { apiKey: second, ...call });
    if (status >= 400) throw new Error(`${operation}: ${JSON.stringify(body.error)}`);
    return body.data;
  };
  const { kind, subject } = await ask("confirmChangeRequest", { params: { id: data.id } });
  const reader = readers[kind]?.(subject);
  if (reader !== undefined) return ask(...reader);
  if (kind !== "SET_FEE_SCHEDULE") return { id: subject };
  const schedules = await ask("listFeeSchedules", { query: { pageSize: "100" } });
  return schedules.find(({ id }: Json) => id === subject);
}
