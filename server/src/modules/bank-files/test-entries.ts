import { money } from "../../kit/money.ts";
import type { StatedEntry } from "./formats/types.ts";

/** A booked credit of 5 000 F without any reference. */
export function statedEntry(changes: Partial<StatedEntry> = {}): StatedEntry {
  return {
    direction: "CREDIT",
    isReversal: false,
    isBooked: true,
    amount: money(5_000n, "XOF"),
    bookedOn: "2026-11-20",
    bankReferences: [],
    batchReference: null,
    lineReference: null,
    endToEndId: null,
    structuredReferences: [],
    text: "",
    counterpartyName: null,
    counterpartyAccount: null,
    returnReason: null,
    ...changes,
  };
}
