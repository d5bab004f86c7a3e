import { sha256 } from "../../kit/secret.ts";
import type { StatedEntry } from "./formats/types.ts";

/**
 * The names by which a movement is recognised when another file tells it again: a notice (camt.054) today, the statement
 * (camt.053) tomorrow. Each is 32 bytes.
 */
export interface EntryKeys {
  /** It was told before if an earlier file stored one of these. */
  readonly known: readonly Buffer[];
  /** Stored with it. */
  readonly stored: readonly Buffer[];
}

/**
 * The keys of a file's movements, in their order.
 *
 * The bank's own number and the amount decide where there is a number. A booking of several may be told as a whole in
 * one file and in parts in another: whichever comes second was told before. Without a number, everything that the file
 * tells decides, and so does how often it tells it: two equal movements in one file are two, and the same two in the
 * next file. A movement with a number in one file and without in another is recognised by the rest. Pure.
 */
export function keysOf(entries: readonly StatedEntry[]): readonly EntryKeys[] {
  const counts = new Map<string, number>();
  const counted = (text: string): string => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${text}\n${count}`;
  };
  return entries.map((entry) => {
    const { batchReference: whole, bankReferences } = entry;
    const told = counted(contentOf(entry));
    if (bankReferences.length === 0)
      return { known: [key("content", told)], stored: [key("content", told), key("unnumbered", told)] };
    const side = sideOf(entry);
    const amount = `${entry.amount.minor} ${entry.amount.currency}`;
    const numbers = bankReferences.map((number) => key("number", counted(`${side} ${number} ${amount}`)));
    const named = (kind: "whole" | "parts", names: readonly string[]) =>
      names.map((name) => key(kind, `${side} ${name}`));
    const isPart = whole !== null;
    return {
      known: [
        ...numbers,
        ...(isPart ? named("whole", [whole]) : named("parts", bankReferences)),
        key("unnumbered", told),
      ],
      stored: [
        ...numbers,
        ...(isPart ? named("parts", [whole]) : named("whole", bankReferences)),
        key("content", told),
      ],
    };
  });
}

/** A reversal has the number of what it takes back at some banks. */
function sideOf({ direction, isReversal }: StatedEntry): string {
  return `${direction} ${isReversal}`;
}

function contentOf(entry: StatedEntry): string {
  const { amount, bookedOn, lineReference, endToEndId, structuredReferences, text } = entry;
  const money = [amount.minor.toString(), amount.currency];
  return JSON.stringify([
    sideOf(entry),
    money,
    bookedOn,
    lineReference,
    endToEndId,
    structuredReferences,
    text,
  ]);
}

function key(kind: string, text: string): Buffer {
  return sha256(`${kind}\n${text}`);
}
