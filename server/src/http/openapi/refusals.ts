import type { ErrorDeclaration } from "../../kit/errors.ts";
import { errors } from "../errors.ts";
import type { Route } from "../route.ts";

/** What persons who call by a cookie are refused with, beside what keys are. */
export const personRefusals = [
  errors.LOG_IN_REQUIRED,
  errors.INVALID_MERCHANT_SCOPE,
  errors.NO_ROLE_IN_MODE,
  errors.LIVE_MODE_REFUSED,
  errors.SECOND_FACTOR_ENROLMENT_REQUIRED,
] as const;

/** What many operations refuse by the same rules. */
export const commonRefusals = [
  errors.VALIDATION_ERROR,
  errors.CARD_DATA_NOT_ALLOWED,
  errors.INVALID_API_KEY,
  errors.INVALID_OPERATOR_TOKEN,
  errors.INSUFFICIENT_PERMISSIONS,
  errors.RESOURCE_NOT_FOUND,
  errors.FOREIGN_REQUEST,
  errors.STEP_UP_REQUIRED,
  errors.IDEMPOTENCY_KEY_REQUIRED,
  errors.IDEMPOTENCY_KEY_MISMATCH,
  errors.IDEMPOTENCY_REQUEST_IN_PROGRESS,
  errors.RATE_LIMITED,
  ...personRefusals,
] as const;

/** Every refusal that the operation can answer: its own, and those of its auth, validation and idempotency. */
export function refusalsOf(route: Route): readonly ErrorDeclaration[] {
  const isBodied = route.method !== "GET";
  const hasQuery = route.schemas.query !== undefined;
  const common = [
    errors.VALIDATION_ERROR,
    ...(isBodied || hasQuery ? [errors.CARD_DATA_NOT_ALLOWED] : []),
    ...(route.auth === "key" ? [errors.INVALID_API_KEY, errors.INSUFFICIENT_PERMISSIONS] : []),
    ...(route.auth === "operator" ? [errors.INVALID_OPERATOR_TOKEN] : []),
    ...(route.auth === "account" ? [errors.LOG_IN_REQUIRED, errors.RESOURCE_NOT_FOUND] : []),
    ...((route.auth === "account" || route.auth === "visitor") && isBodied ? [errors.FOREIGN_REQUEST] : []),
    ...(route.auth === "operator" && route.permission !== null
      ? [errors.INSUFFICIENT_PERMISSIONS, errors.SECOND_FACTOR_ENROLMENT_REQUIRED]
      : []),
    ...(route.stepUp === undefined ? [] : [errors.STEP_UP_REQUIRED]),
    ...(route.auth === "key" ? personRefusals : []),
    ...(route.auth === "operator" ? [errors.LOG_IN_REQUIRED] : []),
    ...((route.auth === "key" || route.auth === "operator") && isBodied ? [errors.FOREIGN_REQUEST] : []),
    ...(route.idempotency === "required" ? [errors.IDEMPOTENCY_KEY_REQUIRED] : []),
    ...(route.idempotency === "none"
      ? []
      : [errors.IDEMPOTENCY_KEY_MISMATCH, errors.IDEMPOTENCY_REQUEST_IN_PROGRESS]),
    ...(isBodied ? [errors.PAYLOAD_TOO_LARGE, errors.UNSUPPORTED_MEDIA_TYPE] : []),
    errors.RATE_LIMITED,
    ...(route.takesScenario === true ? [errors.SANDBOX_ONLY] : []),
    errors.INTERNAL_ERROR,
    errors.SERVICE_UNAVAILABLE,
  ];
  const byName = new Map(
    [...common, ...route.errors].map(({ declaration }) => [declaration.name, declaration]),
  );
  return [...byName.values()];
}
