import type { RefusedField } from "../../ui/api/problem.ts";
import type { Texts } from "../i18n/texts.ts";

/** What is wrong with the value at a path of the request, in the reader's words; null: nothing. */
export type ErrorOf = (path: string) => string | null;

/** The refusals of a request by path. A rule that has no words of its own is told in general ones. Pure. */
export function refusedBy(fields: readonly RefusedField[], words: Texts["setup"]["rules"]): ErrorOf {
  const rules: Readonly<Record<string, string>> = words;
  return (path) => {
    const refused = fields.find((field) => field.path === path);
    return refused === undefined ? null : (rules[refused.rule] ?? words.other);
  };
}
