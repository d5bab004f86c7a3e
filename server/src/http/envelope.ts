import type { ErrorDeclaration, ErrorDetails } from "../kit/errors.ts";
import type { PageMeta } from "./route.ts";

/** Every JSON answer always has these four keys. */
export interface SuccessEnvelope<Data> {
  readonly success: true;
  readonly data: Data;
  readonly error: null;
  readonly meta: PageMeta | null;
}

export interface ErrorEnvelope {
  readonly success: false;
  readonly data: null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: ErrorDetails & { readonly requestId: string };
  };
  readonly meta: null;
}

export function successEnvelope<Data>(data: Data, meta: PageMeta | null): SuccessEnvelope<Data> {
  return { success: true, data, error: null, meta };
}

export function errorEnvelope(
  declaration: ErrorDeclaration,
  details: ErrorDetails,
  requestId: string,
  message: string = declaration.message,
): ErrorEnvelope {
  return {
    success: false,
    data: null,
    error: { code: declaration.wire, message, details: { ...details, requestId } },
    meta: null,
  };
}
