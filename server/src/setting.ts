/** A setting: an environment variable with its rule, its default and what it does. */
export interface Setting<Value> {
  /** Read only with the prefix `CAURIS_`: the short name is too common. */
  readonly onlyPrefixed?: true;
  readonly type: string;
  /** As an operator would write it; empty when there is no default. */
  readonly defaultText: string;
  /** Empty when the value has no unit. */
  readonly unit: string;
  readonly sentence: string;
  /** What is accepted, completing "must be …". */
  readonly rule: string;
  readonly value: Value;
  /** The value, or null when the text breaks the rule. */
  parse(text: string): Value | null;
}

export function whole(
  min: number,
  max: number,
  value: number,
  unit: string,
  sentence: string,
): Setting<number> {
  return {
    type: "whole number",
    defaultText: String(value),
    unit,
    sentence,
    rule: `a whole number from ${min} to ${max}`,
    value,
    parse: (given) => wholeNumber(given, min, max),
  };
}

export function wholeNumber(given: string, min: number, max: number): number | null {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  return number >= min && number <= max ? number : null;
}

export function choice<Value extends string>(
  values: readonly Value[],
  value: Value,
  sentence: string,
): Setting<Value> {
  return {
    type: values.join(" | "),
    defaultText: value,
    unit: "",
    sentence,
    rule: `one of ${values.join(", ")}`,
    value,
    parse: (given) => values.find((candidate) => candidate === given) ?? null,
  };
}

export function text(value: string, sentence: string): Setting<string> {
  return {
    type: "text",
    defaultText: value,
    unit: "",
    sentence,
    rule: "text without control characters",
    value,
    parse: (given) => (/^[^\p{Cc}]+$/u.test(given) ? given : null),
  };
}

export function optional<Value>(
  type: "secret" | "address" | "text",
  rule: string,
  parse: (text: string) => Value | null,
  sentence: string,
): Setting<Value | undefined> {
  return { type, defaultText: "", unit: "", sentence, rule, value: undefined, parse };
}

export function list(
  rule: string,
  isEntry: (text: string) => boolean,
  sentence: string,
): Setting<readonly string[]> {
  return {
    type: "list",
    defaultText: "",
    unit: "",
    sentence,
    rule,
    value: [],
    parse: (given) => {
      const entries = given.split(",").map((entry) => entry.trim());
      return entries.every(isEntry) ? entries : null;
    },
  };
}
