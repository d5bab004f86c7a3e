import type { StandInAnswer } from "../../../stand-ins/stand-in.ts";

export interface ErrorFields {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
  readonly param?: string;
  readonly payment_intent?: object;
}

export function errorAnswer(status: number, fields: ErrorFields): StandInAnswer {
  return { status, json: { error: { message: "The request was refused.", ...fields } } };
}

export function missing(param: string, status = 404): StandInAnswer {
  return errorAnswer(status, { type: "invalid_request_error", code: "resource_missing", param });
}

export function invalid(param: string, code = "parameter_invalid_empty"): StandInAnswer {
  return errorAnswer(400, { type: "invalid_request_error", code, param });
}
