import { providerActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import type { Money } from "../../kit/money.ts";
import { sha256 } from "../../kit/secret.ts";
import { type IntakeDeps, prepareEntries, takeEntries } from "./intake.ts";
import { queued } from "./matching.ts";
import { findAccount } from "./store.ts";

/** Money for a payment that has its money already, as a bank's message tells it. */
export interface SecondCredit {
  readonly accountId: Id<"providerAccount">;
  /** The bank's id of the message. */
  readonly messageId: string;
  /** The payment's id at the bank. */
  readonly ownId: string;
  /** The bank's number of the movement: a statement that tells it under the same number tells it again. */
  readonly transactionId: string;
  readonly amount: Money;
  /** Epoch milliseconds, by the bank's clock. */
  readonly occurredAtMs: number;
}

/**
 * Puts money that was paid twice into the queue of the account's entries, where an operator gives it back or to another
 * payment. Nothing is booked: no payment of ours has it.
 */
export async function queueSecondCredit(
  tx: Transaction,
  deps: Pick<IntakeDeps, "ids" | "keyring">,
  { accountId, messageId, ownId, transactionId, amount, occurredAtMs }: SecondCredit,
  nowMs: number,
): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (account === null) throw new Error("a message was verified with its account");
  const entry = {
    direction: "CREDIT",
    isReversal: false,
    isBooked: true,
    amount,
    bookedOn: new Date(occurredAtMs).toISOString().slice(0, 10),
    bankReferences: [transactionId],
    batchReference: null,
    lineReference: null,
    endToEndId: ownId,
    structuredReferences: [],
    text: "",
    counterpartyName: null,
    counterpartyAccount: null,
    returnReason: null,
  } as const;
  const origin = {
    digest: sha256(`settlement message\n${messageId}`),
    source: "API",
    fileName: null,
    format: "ENTRIES",
    receivedBy: null,
    actor: providerActor,
  } as const;
  const prepared = await prepareEntries(deps, account, [entry]);
  await takeEntries(tx, deps, account, origin, prepared, nowMs, (entries) =>
    entries.map(() => queued("ALREADY_SETTLED")),
  );
}
