import { encodeBase32 } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";

/** 3 to 64 lower-case letters, digits and hyphens; no hyphen at either end. */
export const SLUG_PATTERN = "^[a-z0-9](?:[a-z0-9-]{1,62}[a-z0-9])$";
const slugPattern = new RegExp(SLUG_PATTERN);

/** 50 random bits: a stranger's link cannot be guessed, and ten characters can be read out on the phone. */
const GENERATED_LENGTH = 10;
const GENERATED_BYTES = 7;

/**
 * Words that a payer could take for a page of the service itself, or that we may need for one: the owner of
 * `/pay/login` could ask payers for anything.
 */
const reservedSlugs: ReadonlySet<string> = new Set(
  `
    about account accounts admin administrator api app assets auth billing callback callbacks cancel
    cauris charge charges checkout confirm contact dashboard docs docs-json error errors events favicon
    help home index legal link links livez login logout manifest merchant merchants null official
    operator otp password pay payment payments payout payouts pin privacy public qr readyz receipt
    refund refunds register robots root sandbox secure security session sessions settings sign-in
    sign-up signin signup simulator sitemap staff static status success support system tenant terms
    undefined verify wallet wallets webhook webhooks well-known www
  `
    .trim()
    .split(/\s+/),
);

export function isSlug(text: string): boolean {
  return slugPattern.test(text);
}

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/** A generated slug: no vowels except `a` and `e`, no letter that looks like a digit. */
export function newSlug(random: Random): string {
  return encodeBase32(random.bytes(GENERATED_BYTES)).slice(0, GENERATED_LENGTH);
}
