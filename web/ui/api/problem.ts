/** A field that the service refused, and why. */
export interface RefusedField {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Codes of ours, beside those of the service: no answer came; the answer was not one of the service. */
export const NO_ANSWER = "NO_ANSWER";
export const NOT_AN_ANSWER = "NOT_AN_ANSWER";

/** A request that did not succeed. */
export class ApiProblem extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly requestId: string | null;
  readonly fields: readonly RefusedField[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ApiProblem";
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = typeof details.requestId === "string" ? details.requestId : null;
    this.fields = Array.isArray(details.fields) ? (details.fields as readonly RefusedField[]) : [];
  }
}

/** Whether the service may have done what it was asked to do although we know of no success. Pure. */
export function isOutcomeUnknown(problem: unknown): boolean {
  return problem instanceof ApiProblem && (problem.status === 0 || problem.status >= 500);
}
