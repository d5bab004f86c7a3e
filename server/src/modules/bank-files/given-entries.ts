import { parseDecimal } from "../../kit/money.ts";
import { isDay } from "./formats/camt-entry.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import type { StatedEntry } from "./formats/types.ts";
import type { GivenEntry } from "./schemas.ts";

/** Movements as a program hands them in. Refuses with `BankFileFault`, which names the entry. Pure. */
export function readGivenEntries(entries: readonly GivenEntry[]): readonly StatedEntry[] {
  return entries.map((entry, index) => {
    const fault = (sentence: string) => new BankFileFault("BAD_ENTRY", `entries[${index}]: ${sentence}.`);
    const amount = parseDecimal(entry.amount, entry.currency);
    if (amount === null || amount.minor === 0n)
      throw fault("amount must be decimal text in major units of its currency, greater than 0");
    if (!isDay(entry.bookedOn)) throw fault("bookedOn must be a day of the calendar as YYYY-MM-DD");
    const account = entry.counterpartyAccount;
    return {
      direction: entry.direction,
      isReversal: entry.isReversal ?? false,
      isBooked: true,
      amount,
      bookedOn: entry.bookedOn,
      bankReferences: entry.bankReference === undefined ? [] : [entry.bankReference],
      batchReference: null,
      lineReference: null,
      endToEndId: entry.endToEndReference ?? null,
      structuredReferences: entry.structuredReference === undefined ? [] : [entry.structuredReference],
      text: entry.text ?? "",
      counterpartyName: entry.counterpartyName ?? null,
      counterpartyAccount: account === undefined ? null : account.replaceAll(/\s/g, "").toUpperCase(),
      returnReason: entry.returnReason ?? null,
    };
  });
}
