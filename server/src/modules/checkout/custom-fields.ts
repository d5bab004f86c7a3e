import { errors } from "../../http/errors.ts";
import type { FieldError } from "../../http/validation.ts";
import { normalizePhone } from "../../kit/phone.ts";
import type { CustomField } from "../payments/index.ts";

export type CustomFieldValues = Readonly<Record<string, string>>;

/** Checks a merchant's custom fields: refuses with VALIDATION_ERROR when they contradict themselves. */
export function checkCustomFields(fields: readonly CustomField[]): void {
  const problems: FieldError[] = [];
  const add = (index: number, name: string, rule: string, text: string) =>
    problems.push({
      path: `customFields[${index}].${name}`,
      rule,
      message: `customFields[${index}].${name} ${text}.`,
    });
  fields.forEach((field, index) => {
    if (fields.findIndex((other) => other.key === field.key) !== index)
      add(index, "key", "unique", "is used twice");
    const dropdown = field.type === "DROPDOWN";
    if (dropdown && field.options === undefined)
      add(index, "options", "required", "is required for a DROPDOWN");
    if (!dropdown && field.options !== undefined)
      add(index, "options", "unexpected", "applies to a DROPDOWN only");
    const { minLength = 0, maxLength = VALUE_LENGTH_MAX } = field;
    if (minLength > maxLength) add(index, "minLength", "maximum", "must not exceed maxLength");
    if (field.defaultValue !== undefined && valueProblem(field, field.defaultValue) !== null) {
      add(index, "defaultValue", "format", "is not a value that the field itself accepts");
    }
  });
  if (problems.length > 0) throw errors.VALIDATION_ERROR({ fields: problems });
}

const VALUE_LENGTH_MAX = 500;

/**
 * The payer's answers, without blank ones. Refuses with VALIDATION_ERROR on an unknown key, a missing required answer,
 * or one that does not fit its field.
 */
export function readCustomFieldValues(
  fields: readonly CustomField[],
  given: CustomFieldValues,
): CustomFieldValues {
  const problems: FieldError[] = [];
  const values: Record<string, string> = {};
  const add = (key: string, rule: string, text: string) =>
    problems.push({ path: `customFieldValues.${key}`, rule, message: `customFieldValues.${key} ${text}.` });
  for (const key of Object.keys(given)) {
    if (!fields.some((field) => field.key === key)) add(key, "unexpected", "is not a field of this session");
  }
  for (const field of fields) {
    // Own properties only: a field may be called `constructor`.
    const value = Object.hasOwn(given, field.key) ? (given[field.key] ?? "").trim() : "";
    if (value === "") {
      if (field.required) add(field.key, "required", "is required");
      continue;
    }
    const wrong = valueProblem(field, value);
    if (wrong === null) values[field.key] = value;
    else add(field.key, wrong.rule, wrong.text);
  }
  if (problems.length > 0) throw errors.VALIDATION_ERROR({ fields: problems });
  return values;
}

function valueProblem(
  field: CustomField,
  value: string,
): { readonly rule: string; readonly text: string } | null {
  const { minLength = 0, maxLength = VALUE_LENGTH_MAX } = field;
  if (value.length < minLength)
    return { rule: "minLength", text: `must have at least ${minLength} characters` };
  if (value.length > maxLength)
    return { rule: "maxLength", text: `must have at most ${maxLength} characters` };
  switch (field.type) {
    case "TEXT":
      return null;
    case "NUMBER":
      return /^-?[0-9]{1,30}([.,][0-9]{1,10})?$/.test(value)
        ? null
        : { rule: "format", text: "must be a number" };
    case "EMAIL":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
        ? null
        : { rule: "format", text: "must be an e-mail address" };
    case "PHONE":
      return "e164" in normalizePhone(value, null)
        ? null
        : { rule: "format", text: "must be a phone number in international form" };
    case "DROPDOWN":
      return field.options?.some((option) => option.value === value) === true
        ? null
        : { rule: "enum", text: "must be one of the field's options" };
  }
}
