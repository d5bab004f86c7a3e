/** A part of a text of the audit log. `text` and `reason` are as they were written. */
export type SaidPart =
  | { readonly kind: "text" | "reason"; readonly text: string }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "amount" | "refundsUpTo"; readonly minor: string; readonly currency: string }
  | { readonly kind: "oldUntil"; readonly instant: string }
  | { readonly kind: "rights"; readonly permissions: readonly string[] };

/**
 * What the service has put together itself becomes parts that have words; what a person wrote stays whole, also where it
 * contains the same words. Pure.
 */
export function saidParts(text: string): readonly SaidPart[] {
  for (const [pattern, read] of forms) {
    const found = pattern.exec(text);
    if (found !== null) return read(found.slice(1).map((one) => one ?? ""));
  }
  return [{ kind: "text", text }];
}

type Form = readonly [pattern: RegExp, read: (groups: readonly string[]) => readonly SaidPart[]];
const code = (text: string): SaidPart => ({ kind: "code", code: text });
const words = (text: string): SaidPart => ({ kind: "text", text });

const forms: readonly Form[] = [
  // A state with the reason that a person gave.
  [
    /^([A-Z]+(?:_[A-Z]+)*): (.+)$/s,
    ([state = "", reason = ""]) => [code(state), { kind: "reason", text: reason }],
  ],
  // The state of a merchant and that of its dossier.
  [/^([A-Z]+(?:_[A-Z]+)*) ([A-Z]+_[A-Z_]+)$/, ([one = "", two = ""]) => [code(one), code(two)]],
  [/^(\d+) ([A-Z]{3})$/, ([minor = "", currency = ""]) => [{ kind: "amount", minor, currency }]],
  // An operator: the name, the state, the rights.
  [
    /^(?:(.*) )?([A-Z]+) (tenant\.\S+(?: tenant\.\S+)*)$/,
    ([name = "", state = "", rights = ""]) => [
      ...(name === "" ? [] : [words(name)]),
      code(state),
      { kind: "rights", permissions: rights.split(" ") },
    ],
  ],
  [
    /^(tenant\.\S+(?: tenant\.\S+)*)$/,
    ([rights = ""]) => [{ kind: "rights", permissions: rights.split(" ") }],
  ],
  // A person of a merchant: the role in each mode, and how much may be refunded.
  [/^((?:LIVE|SANDBOX) [A-Z]+(?: .*)?)$/, ([terms = ""]) => termsParts(terms)],
  // A key that follows another one.
  [
    /^(key_\S+), the old one until (\d{4}-\d\d-\d\dT[\d:.]+Z)$/,
    ([id = "", instant = ""]) => [words(id), { kind: "oldUntil", instant }],
  ],
];

function termsParts(terms: string): readonly SaidPart[] {
  const parts = terms.match(/refunds to \d+ [A-Z]{3}|\S+/g) ?? [];
  return parts.map((part): SaidPart => {
    const [, minor, currency] = /^refunds to (\d+) ([A-Z]{3})$/.exec(part) ?? [];
    if (minor !== undefined && currency !== undefined) return { kind: "refundsUpTo", minor, currency };
    return /^[A-Z]+$/.test(part) ? code(part) : words(part);
  });
}
