import type { Static, TSchema } from "typebox";
import type { RefusalFactory } from "../kit/errors.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Mode } from "../kit/payment-terms.ts";
import type { Permission } from "./permissions.ts";

/** Who calls: an API key, already checked for validity, and the merchant it acts for. */
export interface Caller {
  readonly keyId: Id<"apiKey">;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  readonly permissions: readonly string[];
}

/** How the HTTP layer learns who calls; implemented by modules/access. */
export interface AccessPort {
  /**
   * The caller behind an `Authorization` header, or behind its absence. Refuses with INVALID_API_KEY, in every case with
   * the same answer. `ip` is checked against the key's allowlist.
   */
  authenticate(authorizationHeader: string | undefined, ip: string): Promise<Caller>;
  /**
   * The same caller acting for another merchant that the path names. Refuses with INVALID_MERCHANT_SCOPE unless the key
   * lists this merchant.
   */
  actFor(caller: Caller, merchantId: MerchantId): Promise<Caller>;
}

/** A creation that the caller may repeat: see `http/idempotency.ts`. */
export interface IdempotencyClaim {
  /** `METHOD path`, with path parameters filled in; the secret part of a session id is left out. */
  readonly route: string;
  /** Without the secret part of session ids, as `route`. */
  readonly key: string;
  /** SHA-256 of the canonical body. */
  readonly fingerprint: Buffer;
}

export interface RequestFacts {
  readonly requestId: string;
  readonly ip: string;
  readonly nowMs: number;
  /** Aborted when the caller hangs up: long polls end. */
  readonly signal: AbortSignal;
}

export interface PageMeta {
  readonly page: number | null;
  readonly pageSize: number;
  readonly total: number | null;
  readonly totalPages: number | null;
  readonly hasMore?: boolean;
  readonly nextCursor?: string | null;
}

export interface Reply<Data> {
  readonly data: Data;
  readonly meta?: PageMeta;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Stands for "this part of the request has no schema". */
type Part<Schema> = Schema extends TSchema ? Static<Schema> : Record<string, never>;

interface RouteBase {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to `/api/v1`, in the form `/checkout/sessions/:id`. */
  readonly path: string;
  /** Unique, camelCase verb and noun: `createCheckoutSession`. */
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** What it does, its states and limits: shown in `/docs`. */
  readonly description: string;
  readonly successStatus: 200 | 201;
  /** Each refusal the operation can answer beyond those of its auth, validation and idempotency. */
  readonly errors: readonly RefusalFactory[];
  /** Whether `Idempotency-Key` is required, accepted, or ignored (GET). */
  readonly idempotency: "required" | "optional" | "none";
  /** Longest body in bytes, where it is more than other operations take. */
  readonly bodyBytesMax?: number;
  /** The answer is a list with `meta`. */
  readonly list?: boolean;
  /** Bodies as they go over the wire, executed by a test. */
  readonly examples?: { readonly body?: unknown; readonly data?: unknown };
}

interface RouteSchemas {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Shape of `data`: what it does not declare cannot leak. */
  readonly response: TSchema;
}

export interface KeyRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "key";
  readonly permission: Permission;
  readonly schemas: S;
  /**
   * `idempotency` is null when no header was sent. The handler claims the key in the transaction of its effect; a replay
   * is answered before the handler runs.
   */
  handle(request: {
    readonly caller: Caller;
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
  }): Promise<Reply<Static<S["response"]>>>;
}

export interface PublicRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "public";
  readonly schemas: S;
  /**
   * The merchant in whose scope an `Idempotency-Key` counts, read from the path; null when the path names nobody. Without
   * it the header of a public operation is ignored.
   */
  merchantNoOf?(params: Part<S["params"]>): MerchantNo | null | Promise<MerchantNo | null>;
  handle(request: {
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
  }): Promise<Reply<Static<S["response"]>>>;
}

/** A route with its schemas forgotten: what the server registers. */
// biome-ignore lint/suspicious/noExplicitAny: a list of routes with different schemas has no common type for them.
export type Route = KeyRoute<any> | PublicRoute<any>;

/** Declares a route that needs an API key. Only types are added: the schemas type the handler. */
export function keyRoute<const S extends RouteSchemas>(route: Omit<KeyRoute<S>, "auth">): Route {
  return { ...route, auth: "key" };
}

/** Declares a public route. */
export function publicRoute<const S extends RouteSchemas>(route: Omit<PublicRoute<S>, "auth">): Route {
  return { ...route, auth: "public" };
}
