import type { Mode } from "../../kit/payment-terms.ts";
import { checkCustomFields } from "../checkout/index.ts";
import { type CustomField, checkUrl } from "../payments/index.ts";
import { invalid } from "./rules.ts";
import type { ChangeLinkBody } from "./schemas.ts";

type Fields = Pick<ChangeLinkBody, "successUrl" | "cancelUrl" | "customFields" | "expiresAt">;

export interface ReadFields {
  readonly customFields: readonly CustomField[] | undefined;
  /** Undefined: not sent. */
  readonly expiresAtMs: number | null | undefined;
}

/** The checks of shared fields (creation and change) that a schema cannot express. Refuses with VALIDATION_ERROR. */
export function readFields(body: Fields, mode: Mode, nowMs: number): ReadFields {
  if (typeof body.successUrl === "string") checkUrl(body.successUrl, "successUrl", mode);
  if (typeof body.cancelUrl === "string") checkUrl(body.cancelUrl, "cancelUrl", mode);
  const customFields = body.customFields?.map((field) => ({ ...field, required: field.required ?? false }));
  if (customFields !== undefined) checkCustomFields(customFields);
  return { customFields, expiresAtMs: readExpiry(body.expiresAt, nowMs) };
}

function readExpiry(text: string | null | undefined, nowMs: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const expiresAtMs = Date.parse(text);
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw invalid("expiresAt", "range", "must lie ahead");
}
