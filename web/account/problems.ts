import type { Refusal } from "../../server/src/kit/errors.ts";
import type { Texts } from "./i18n/index.ts";
import type { FormState } from "./screens/parts.tsx";

type FieldRule = { readonly path?: string; readonly rule?: string };

const SECONDS_PER_MINUTE = 60;

/**
 * A refusal as problems of a form: of its fields for VALIDATION_ERROR, of the field that `fieldOf` names for a code, else of
 * the whole form. Null for a refusal that the forms have no words for.
 */
export function problemsOf(
  t: Texts,
  { declaration, details, retryAfterSeconds }: Refusal,
  fieldOf: Readonly<Record<string, string>> = {},
): FormState["problems"] | null {
  const words: Readonly<Record<string, unknown>> = t.problems;
  if (declaration.name === "VALIDATION_ERROR") {
    const fields = (details.fields ?? []) as readonly FieldRule[];
    return Object.fromEntries(
      fields.map(({ path = "", rule = "" }) => {
        const text = rule === "timeZone" ? t.problems.timeZoneUnknown : words[rule];
        return [path, typeof text === "string" ? text : t.problems.invalid];
      }),
    );
  }
  if (declaration.status === 429) {
    const minutes = Math.ceil((retryAfterSeconds ?? SECONDS_PER_MINUTE) / SECONDS_PER_MINUTE);
    return { "": t.problems.tooMany(minutes) };
  }
  const field = fieldOf[declaration.name] ?? "";
  // Where the address is not in question, only the password can be wrong.
  const isOwnPassword = declaration.name === "INVALID_CREDENTIALS" && field !== "";
  const text = isOwnPassword ? t.problems.WRONG_PASSWORD : words[declaration.name];
  return typeof text === "string" ? { [field]: text } : null;
}

/** The fields of a form that were left empty, as problems. */
export function missingFields(
  t: Texts,
  values: Readonly<Record<string, string>>,
  required: readonly string[],
): FormState["problems"] {
  const missing = required.filter((name) => (values[name] ?? "").trim() === "");
  return Object.fromEntries(missing.map((name) => [name, t.problems.missing]));
}
