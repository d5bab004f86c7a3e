import { errors } from "../../http/errors.ts";
import type { FieldError } from "../../http/validation.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { isHttpsAddress } from "../../kit/url.ts";
import type { PayerPageTerms } from "./store.ts";

/** What turns text around or cannot be seen: with it, a line could show other words than an operator confirmed. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The terms without spaces at their ends; an empty text is none. Refuses with VALIDATION_ERROR, field by field. Pure. */
export function readTerms(input: Partial<PayerPageTerms>): PayerPageTerms {
  const wrong: FieldError[] = [];
  const line = (path: "name" | "licence"): string | null => {
    const text = input[path]?.trim() ?? "";
    if (invisible.test(text))
      wrong.push({ path, rule: "text", message: `${path} must be one line without invisible characters.` });
    return text === "" ? null : text;
  };
  const address = (path: "termsUrl" | "privacyUrl"): string | null => {
    const text = input[path]?.trim() ?? "";
    if (text === "") return null;
    if (!isHttpsAddress(text))
      wrong.push({ path, rule: "url", message: `${path} must be an https address.` });
    return text;
  };
  const terms = {
    name: line("name"),
    licence: line("licence"),
    termsUrl: address("termsUrl"),
    privacyUrl: address("privacyUrl"),
  };
  if (wrong.length > 0) throw errors.VALIDATION_ERROR({ fields: wrong });
  return terms;
}

/**
 * In live mode whatever payers would newly read or be led to: a false address on every page takes their numbers. Taking
 * something away is for one operator, so that an address that was lost can be ended at once. Pure.
 */
export function takesTwo(mode: Mode, before: PayerPageTerms, after: PayerPageTerms): boolean {
  const fields = ["name", "licence", "termsUrl", "privacyUrl"] as const;
  return mode === "LIVE" && fields.some((field) => after[field] !== null && after[field] !== before[field]);
}
