/**
 * A payment's short reference: eight signs that a payer reads out on the phone, such as `K7M2-QX4D`. It is computed from
 * the attempt's id and stored nowhere: the id holds the time at which it was made, so the reference leads back to ids
 * of a few single milliseconds, which the primary key finds. Why: docs/decisions/0042-short-references.md.
 */

/** No two of these look alike: neither O nor I nor L, and of each pair such as 2 and Z only one. */
const SIGNS = "23456789CDFHJKMNPQRTVWXY";
const LENGTH = 8;
const BASE = BigInt(SIGNS.length);
const REFERENCES = BASE ** BigInt(LENGTH);
/** References for each millisecond. One process gives the ids of a millisecond consecutive numbers: these tell them apart. */
const PER_MS = 12n;
/** After this time, about 106 days, references come again, in milliseconds. */
const CYCLE_MS = Number(REFERENCES / PER_MS);
/** How far back a reference is looked for, in cycles: two years. */
const CYCLES_SEARCHED = 7;
/** Neighbours in time get references that differ in every sign. Without common divisor with `REFERENCES`. */
const SCATTER = 68_030_285_017n;
/** `SCATTER` times this is one, modulo `REFERENCES`. */
const UNSCATTER = 78_391_049_065n;
/** What people type for a sign that looks like it. */
const MEANT: Readonly<Record<string, string>> = { Z: "2", S: "5", B: "8", G: "6", U: "V" };

/** The short reference of the payment with this id, a UUIDv7 in its text form. */
export function shortReference(id: string): string {
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const sequence = BigInt(Number.parseInt(id.slice(15, 18), 16));
  let rest = ((BigInt(ms % CYCLE_MS) * PER_MS + (sequence % PER_MS)) * SCATTER) % REFERENCES;
  let text = "";
  for (let index = 0; index < LENGTH; index += 1) {
    text = (SIGNS[Number(rest % BASE)] ?? "") + text;
    rest /= BASE;
  }
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

/** Where the ids of a short reference lie: made in one of these milliseconds, with this rest of their sequence. */
export interface NamedIds {
  /** UUIDs, each with the first that is not in its millisecond any more; the newest first. */
  readonly ranges: readonly { readonly from: string; readonly before: string }[];
  /** The id's sequence (its 12 bits after the version) modulo `divisor`. */
  readonly rest: number;
  readonly divisor: number;
}

/**
 * The ids that a typed text may name; null when it has not the form of a short reference. Capitals, hyphens and spaces
 * do not matter.
 */
export function idsOfShortReference(typed: string, nowMs: number): NamedIds | null {
  const text = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[ZSBGU]/g, (sign) => MEANT[sign] ?? sign);
  if (text.length !== LENGTH) return null;
  let value = 0n;
  for (const sign of text) {
    const digit = SIGNS.indexOf(sign);
    if (digit < 0) return null;
    value = value * BASE + BigInt(digit);
  }
  const plain = (value * UNSCATTER) % REFERENCES;
  const inCycleMs = Number(plain / PER_MS);
  const newestMs = inCycleMs + Math.floor((nowMs - inCycleMs) / CYCLE_MS) * CYCLE_MS;
  const ranges = Array.from({ length: CYCLES_SEARCHED }, (_, back) => newestMs - back * CYCLE_MS)
    .filter((ms) => ms >= 0)
    .map((ms) => ({ from: firstIdOf(ms), before: firstIdOf(ms + 1) }));
  return { ranges, rest: Number(plain % PER_MS), divisor: Number(PER_MS) };
}

function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
