import { errors } from "../../http/errors.ts";

export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 200;
/** Characters that must remain after removing what is publicly known about the holder. */
const OWN_CHARACTERS_MIN = 8;
/** A repeated part of up to this many characters is guessed as fast as the part itself. */
const REPEATED_PART_MAX = 6;
/** A shorter word of the person's name is ignored: many good passwords contain it. */
const KNOWN_WORD_MIN = 3;
/** Minimum length of a listed word surrounded by digits and signs, as in `dragon12345!`. */
const FRAMED_WORD_MIN = 4;
const SEQUENCES = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
];

/** Public facts about the person who chooses the password. */
export interface PasswordHolder {
  readonly email: string;
  readonly name: string;
}

export type PasswordProblem = "minLength" | "maxLength" | "common" | "repeated" | "sequence" | "personal";

/** The form that is hashed and compared: one spelling of characters that look and are typed the same (NFKC). */
export const normalizePassword = (password: string): string => password.normalize("NFKC");

/**
 * Why this password is not allowed, or null. `common` holds the passwords that attackers try first, in lower case.
 * Length is counted in Unicode characters. Pure.
 */
export function passwordProblem(
  password: string,
  holder: PasswordHolder,
  common: ReadonlySet<string>,
): PasswordProblem | null {
  const text = normalizePassword(password).toLowerCase();
  const { length } = [...text];
  if (length < PASSWORD_LENGTH_MIN) return "minLength";
  if (length > PASSWORD_LENGTH_MAX) return "maxLength";
  if (isRepeated(text)) return "repeated";
  if (isSequence(text)) return "sequence";
  if (common.has(text) || isFramedWord(text, common)) return "common";
  return isPersonal(text, holder) ? "personal" : null;
}

function isRepeated(text: string): boolean {
  for (let length = 1; length <= REPEATED_PART_MAX; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Along the alphabet, the digits or a keyboard row, forwards or backwards, from any place. */
function isSequence(text: string): boolean {
  return SEQUENCES.some((line) => {
    const round = line.repeat(Math.ceil(text.length / line.length) + 1);
    return round.includes(text) || round.includes([...text].toReversed().join(""));
  });
}

function isFramedWord(text: string, common: ReadonlySet<string>): boolean {
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return word.length >= FRAMED_WORD_MIN && word.length < text.length && common.has(word);
}

/** Made of the address, the name and this service's name, with little else. */
function isPersonal(text: string, { email, name }: PasswordHolder): boolean {
  const address = normalizePassword(email).toLowerCase();
  const known = [
    address,
    ...address.split(/[@.+_-]/),
    ...normalizePassword(name).toLowerCase().split(/\s+/),
    "cauris",
  ]
    .filter((word) => word.length >= KNOWN_WORD_MIN)
    .toSorted((left, right) => right.length - left.length);
  const left = known.reduce((rest, word) => rest.replaceAll(word, " "), text);
  if (left === text) return false;
  return [...left.replace(/[^\p{L}\p{N}]/gu, "")].length < OWN_CHARACTERS_MIN;
}

const sentences: Readonly<Record<PasswordProblem, string>> = {
  minLength: `must have at least ${PASSWORD_LENGTH_MIN} characters`,
  maxLength: `must have at most ${PASSWORD_LENGTH_MAX} characters`,
  common: "is among the passwords that are tried first, or one of them with digits around it",
  repeated: "repeats a few characters",
  sequence: "follows the alphabet, the digits or the keyboard",
  personal: "is made of the e-mail address, the name or the name of this service",
};

let list: Promise<ReadonlySet<string>> | undefined;

/** About 49 000 passwords, read when the first one is chosen, so that they do not delay the start. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return list;
}

/** Refuses with VALIDATION_ERROR, naming the field and the rule, a password that is too easy to guess. */
export async function refuseWeakPassword(
  field: string,
  password: string,
  holder: PasswordHolder,
): Promise<void> {
  const rule = passwordProblem(password, holder, await commonPasswords());
  if (rule === null) return;
  const message = `${field} ${sentences[rule]}.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path: field, rule, message }] });
}
