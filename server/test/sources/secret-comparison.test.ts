import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * `===` stops at the first character that differs, and its duration tells an attacker how much was right. Secrets are
 * compared by `equalSecrets` (digest and `timingSafeEqual`); this finds forgotten places.
 */
const root = resolve(import.meta.dirname, "../../..");

/** Names of secrets, by their last word: `webhookSecret`, `given.signature`, `apiKey`, `tokenHash`. */
const secretWords = new Set([
  ...["token", "secret", "signature", "password", "passphrase", "pin", "otp", "mac", "digest", "hash"],
  ...["credential", "apikey"],
]);

/** Comparisons that reveal nothing, by file and text, with the reason. */
const harmless: readonly (readonly [file: string, text: string])[] = [
  // Both are rows of ours: whether the password was changed meanwhile.
  ["server/src/modules/log-in/credentials.ts", "account?.passwordHash !== known.passwordHash"],
  // Seals are public: they are in every export of the ledger.
  ["server/src/modules/wallets/detach/verify-file.ts", "hash !=="],
  ["server/src/merchant-move/verify.ts", "hash !=="],
  // So are the hashes of the audit log.
  ["server/src/modules/audit/detach/verify-file.ts", "entry.previousHash !== last.hash"],
  ["server/src/modules/audit/detach/verify-file.ts", "entry.hash !== hash"],
  ["server/src/modules/audit/detach/verify-file.ts", "last.hash === end.hash"],
  // The one-time code of the sandbox's numbers is in the documentation.
  ["server/src/providers/simulator/rules.ts", "otp === RIGHT_OTP"],
  // Published hashes of the audit log, compared in the browser of an operator who has read both.
  ["web/console/audit-chain.ts", "entry.previousHash !== last.hash"],
  ["web/console/audit-chain.ts", "=== entry.hash"],
  // In the sandbox's provider: the same request or another one, from a caller that is already authenticated.
  ["server/src/providers/simulator/service.ts", "found.operation.requestMac.equals(requestMac)"],
];

/** Whether an operand such as `session?.tokenHash` or `secret.reveal()` is named like a secret. */
function isSecret(operand: string): boolean {
  const name = operand
    .replace(/(?:\.(?:reveal|toString)\([^()]*\)|[()!?])+$/g, "")
    .replace(/\([^()]*\)$/, "");
  const last = /[\w$]+$/.exec(name)?.[0] ?? "";
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");
  return secretWords.has(words.at(-1) ?? "") || secretWords.has(words.slice(-2).join(""));
}

/** These comparisons only reveal whether there is a secret. */
const absences = new Set(["null", "undefined", '""', "true", "false"]);

function comparisonsIn(line: string): readonly (readonly [left: string, right: string])[] {
  const code = line
    .replace(/"(?:[^"\\]|\\.)+"/g, '"…"')
    .replace(/`[^`]*`/g, '"…"')
    .replace(/^\s*\*.*|\/\/.*/, "");
  const pairs = [
    ...code.matchAll(/(typeof\s+)?([\w$.?!()[\]]+)\s*[!=]==?(?!>)\s*(typeof\s+)?("…"|""|[\w$.?!()[\]]+)/g),
  ]
    .filter(([, before, , behind]) => before === undefined && behind === undefined)
    .map(([, , left = "", , right = ""]) => [left, right] as const);
  const asBytes = [...code.matchAll(/([\w$.?!]+)\.equals\(([\w$.?!]*)/g)].map(
    ([, left = "", right = ""]) => [left, right] as const,
  );
  return [...pairs, ...asBytes];
}

function findingsIn(name: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const isHarmless = harmless.some(([file, known]) => file === name && line.includes(known));
    const isFound = comparisonsIn(line).some(
      ([left, right]) =>
        (isSecret(left) || isSecret(right)) &&
        ![left, right].some((operand) => absences.has(operand.replace(/^[(!]+|[)\]!]+$/g, ""))),
    );
    return isFound && !isHarmless ? [`${name}:${index + 1}: ${line.trim()}`] : [];
  });
}

/** The checkers in `tools/` compare published hashes. */
const sources = ["server/src", "web"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

describe("secrets", () => {
  it("are nowhere compared by an operator that stops at the first difference", () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(sources.flatMap((name) => findingsIn(name, readFileSync(join(root, name), "utf8")))).toEqual([]);
  });
  it.each([
    "if (token === expected) return;",
    "return given !== caller.apiKey;",
    "if (headers.signature == computed) {",
    "const same = row.secret.reveal() === text;",
    "if (expectedMac.equals(given)) {",
    "return session?.tokenHash !== sha256(text);",
    'if (a === null || password === "open sesame") {',
  ])("would be found: %s", (line) => {
    expect(findingsIn("server/src/new.ts", line)).toHaveLength(1);
  });
  it.each([
    "if (token === null) return;",
    'if (secret !== undefined && password !== "") {',
    'if (typeof password === "string") {',
    "if (tokens.length === 2) {",
    "if (spin === 3 || mapping === other) {",
    "  // token === expected",
    " * token === expected",
    'log.info("token === x");',
  ])("would be let through: %s", (line) => {
    expect(findingsIn("server/src/new.ts", line)).toEqual([]);
  });
});
