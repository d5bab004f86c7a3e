import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Card numbers must never reach the service's database or logs. This finds the ones that arrive by accident in any text
 * of a request: 13-19 digits, written together or in groups separated by one space, dash or dot, that pass the Luhn
 * check and begin like the cards of a network. Phone numbers (`+` and at most 15 digits) and valid IBANs are not cards,
 * though one in ten passes Luhn; nor are UUIDs and random hexadecimal words, of which one in some thousands looks like
 * one.
 */
const runPattern = /\+?\d(?:[ \u00a0\u202f.-]?\d){12,}/g;
const quickTest = /\d(?:[ \u00a0\u202f.-]?\d){12}/;
const uuids = /(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi;
/** Longer than any card number, made of digits and at least three of the letters a-f. */
const hexWords = /(?<![0-9a-z])(?=(?:[0-9]*[a-f]){3})[0-9a-f]{22,}(?![0-9a-z])/gi;
const E164_DIGITS_MAX = 15;
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/;

interface Network {
  readonly begins: RegExp;
  readonly lengths: readonly number[];
}

const networks: readonly Network[] = [
  { begins: /^4/, lengths: [13, 16, 19] }, // Visa
  { begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { begins: /^3[47]/, lengths: [15] }, // American Express
  { begins: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] }, // Discover
  { begins: /^(?:30[0-59]|36|3[89])/, lengths: [14, 16, 19] }, // Diners Club
  { begins: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { begins: /^62/, lengths: [16, 17, 18, 19] }, // UnionPay
  { begins: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] }, // Maestro
  { begins: /^220[0-4]/, lengths: [16, 17, 18, 19] }, // Mir
  { begins: /^(?:506[01]|507[89]|6500)/, lengths: [16, 18, 19] }, // Verve
  { begins: /^(?:508[5-9]|60(?:69|7)|81|82)/, lengths: [16] }, // RuPay
  { begins: /^9792/, lengths: [16] }, // Troy
];

const CARD_DIGITS_MIN = 13;

/** Whether `text` contains something that looks like a card number. */
export function containsCardNumber(text: string): boolean {
  if (text.length < CARD_DIGITS_MIN) return false;
  const ascii = otherDigits.test(text) ? text.replace(new RegExp(otherDigits, "g"), asciiDigit) : text;
  if (!quickTest.test(ascii) || isIban(ascii)) return false;
  return [...ascii.replace(uuids, "").replace(hexWords, "").matchAll(runPattern)].some(([run]) => {
    const digits = run.replace(/\D/g, "");
    return !(run.startsWith("+") && digits.length <= E164_DIGITS_MAX) && isCardNumber(digits);
  });
}

/**
 * Whether any text, key or number in `value` contains a card number. `amountFields` hold money, which may look the
 * same.
 */
export function holdsCardNumber(value: unknown, amountFields: ReadonlySet<string>, field = ""): boolean {
  if (typeof value === "string") return !isAmount(value, field, amountFields) && containsCardNumber(value);
  if (typeof value === "number") return containsCardNumber(String(value));
  if (Array.isArray(value)) return value.some((item) => holdsCardNumber(item, amountFields, field));
  if (typeof value !== "object" || value === null) return false;
  for (const key of Object.keys(value)) {
    const item: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (containsCardNumber(key) || holdsCardNumber(item, amountFields, key)) return true;
  }
  return false;
}

/** Characters of texts that are looked at in one turn of the event loop. */
const CHARACTERS_PER_TURN = 131_072;

/**
 * As `holdsCardNumber`, for bodies of megabytes: other requests get their turn in between. A long text is cut at line
 * ends, which no card number spans.
 */
export async function holdsCardNumberInTurns(
  value: unknown,
  amountFields: ReadonlySet<string>,
  charactersPerTurn: number = CHARACTERS_PER_TURN,
): Promise<boolean> {
  let seen = 0;
  for (const text of textsOf(value, amountFields, "", charactersPerTurn)) {
    if (containsCardNumber(text)) return true;
    seen += text.length;
    if (seen < charactersPerTurn) continue;
    seen = 0;
    await nextTurn();
  }
  return false;
}

function* textsOf(
  value: unknown,
  amountFields: ReadonlySet<string>,
  field: string,
  charactersMax: number,
): Iterable<string> {
  if (typeof value === "string") {
    if (!isAmount(value, field, amountFields)) yield* cutAtLines(value, charactersMax);
  } else if (typeof value === "number") yield String(value);
  else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item, amountFields, field, charactersMax);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield key;
      yield* textsOf(item, amountFields, key, charactersMax);
    }
  }
}

/** Pieces that end with a line, of at least so many characters; a text without lines is one piece. */
function* cutAtLines(text: string, charactersMin: number): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at + charactersMin);
    if (end === -1) {
      yield text.slice(at);
      return;
    }
    yield text.slice(at, end + 1);
    at = end + 1;
  }
}

const isAmount = (text: string, field: string, amountFields: ReadonlySet<string>): boolean =>
  amountFields.has(field) && /^\d{1,15}$/.test(text);

function isCardNumber(digits: string): boolean {
  return (
    networks.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits)) &&
    passesLuhn(digits)
  );
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616: two letters, two check digits, remainder 1 modulo 97. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(" ", "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const rearranged = compact.slice(4) + compact.slice(0, 4);
  let remainder = 0;
  for (const character of rearranged) {
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}

/** The value of each of these digits is its last hexadecimal digit minus the offset of its row. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660;
  return String(code - zero);
}
