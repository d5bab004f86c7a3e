/**
 * Misbehaviour that providers have in common, on order. The frame applies it, so that no stand-in contains code for it.
 */
const requestFaults = {
  SLOW: "answers late",
  SILENT_BEFORE: "takes nothing, and never answers",
  SILENT_AFTER: "does its work, and never answers",
  RESET_BEFORE: "resets the connection before taking the request",
  RESET_AFTER: "does its work, then resets the connection",
  ERROR_BEFORE: "takes nothing, and answers 503",
  ERROR_AFTER: "does its work, and answers 500",
  HTML: "does its work, and answers a page of HTML with status 200",
  TOO_MANY: "takes nothing, and answers 429 with Retry-After",
  EXPIRED_TOKEN: "forgets its tokens before it reads the request",
} as const;
const callbackFaults = {
  CALLBACK_TWICE: "sends a callback twice",
  CALLBACK_LATE: "sends a callback late",
  CALLBACK_MISSING: "sends no callback",
} as const;
const bookFaults = { WRONG_AMOUNT: "takes another amount" } as const;

export type RequestFault = keyof typeof requestFaults;
export type CallbackFault = keyof typeof callbackFaults;
export type Fault = RequestFault | CallbackFault | keyof typeof bookFaults;
export const faultLabels: Readonly<Record<Fault, string>> = {
  ...requestFaults,
  ...callbackFaults,
  ...bookFaults,
};

export interface FaultOptions {
  /** Only requests with this method. */
  readonly method?: string;
  /** Only requests whose path matches. */
  readonly path?: RegExp;
  /** How often; once when absent, `Infinity` until `calm`. */
  readonly times?: number;
  /** Of SLOW and CALLBACK_LATE, in milliseconds. SLOW waits in real time, CALLBACK_LATE by the world's clock. */
  readonly delayMs?: number;
  /** Of TOO_MANY. */
  readonly retryAfterSeconds?: number;
}

/** A fault that applies now, with the values of its kind filled in. */
export interface AppliedFault<Kind extends Fault = Fault> {
  readonly kind: Kind;
  readonly delayMs: number;
  readonly retryAfterSeconds: number;
}

export interface Faults {
  /** Orders a fault. Those that match the same request or callback apply one after the other, in this order. */
  next(kind: Fault, options?: FaultOptions): void;
  /** No more faults. */
  calm(): void;
  takeForRequest(request: {
    readonly method: string;
    readonly path: string;
  }): AppliedFault<RequestFault> | null;
  takeForCallback(): AppliedFault<CallbackFault> | null;
  takeWrongAmount(): boolean;
  /** What is ordered and has not been applied yet. */
  ordered(): readonly { readonly kind: Fault; readonly times: number }[];
}

const SLOW_MS = 3_000;
const LATE_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

export function createFaults(): Faults {
  const orders: { kind: Fault; options: FaultOptions; left: number }[] = [];

  const take = <Kind extends Fault>(
    applies: (kind: Fault) => kind is Kind,
    matches: (options: FaultOptions) => boolean = () => true,
  ): AppliedFault<Kind> | null => {
    for (const [index, order] of orders.entries()) {
      const { kind, options } = order;
      if (!applies(kind) || !matches(options)) continue;
      order.left -= 1;
      if (order.left <= 0) orders.splice(index, 1);
      return {
        kind,
        delayMs: options.delayMs ?? (kind === "SLOW" ? SLOW_MS : LATE_MS),
        retryAfterSeconds: options.retryAfterSeconds ?? RETRY_AFTER_SECONDS,
      };
    }
    return null;
  };

  return {
    next: (kind, options = {}) => {
      orders.push({ kind, options, left: options.times ?? 1 });
    },
    calm: () => {
      orders.length = 0;
    },
    takeForRequest: (request) =>
      take(
        (kind): kind is RequestFault => kind in requestFaults,
        ({ method, path }) =>
          (method === undefined || method === request.method) &&
          (path === undefined || new RegExp(path.source, path.flags.replace("g", "")).test(request.path)),
      ),
    takeForCallback: () => take((kind): kind is CallbackFault => kind in callbackFaults),
    takeWrongAmount: () => take((kind): kind is "WRONG_AMOUNT" => kind === "WRONG_AMOUNT") !== null,
    ordered: () => orders.map(({ kind, left }) => ({ kind, times: left })),
  };
}
