/**
 * The magic numbers of the name check: the last three digits of a phone or an account number choose the answer, and
 * every other number belongs to the given name. `docs/concepts/simulator.md` shows this table.
 */
export const nameScenarios = [
  { suffix: "409", result: "MISMATCH", text: "the account belongs to another person" },
  { suffix: "419", result: "CLOSE_MATCH", text: "the holder is written a little differently" },
  { suffix: "429", result: "NO_ACCOUNT", text: "there is no such account" },
  { suffix: "439", result: "UNAVAILABLE", text: "the check cannot be made: 503" },
  { suffix: "449", result: "NOT_KNOWN", text: "the account exists, and its holder's name is not known" },
] as const;

export type NameResult = (typeof nameScenarios)[number]["result"] | "MATCH";

/** The result of the check of a phone or account number. */
export function nameResultOf(digits: string): NameResult {
  return nameScenarios.find(({ suffix }) => digits.endsWith(suffix))?.result ?? "MATCH";
}

/** The name as banks write it: capitals, no accents, the last word first. */
export function registeredNameOf(name: string): string {
  const words = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return [...words.slice(-1), ...words.slice(0, -1)].join(" ");
}
