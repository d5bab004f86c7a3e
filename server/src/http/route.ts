import type { Static, TSchema } from "typebox";
import type { AuditActor } from "../db/audit.ts";
import type { MerchantActor } from "../kit/actor.ts";
import type { RefusalFactory } from "../kit/errors.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Mode } from "../kit/payment-terms.ts";
import type { FileRule, ReceivedFile } from "./file-rule.ts";
import type { Permission, TenantPermission } from "./permissions.ts";

/** Who calls: an API key, already checked for validity, and the merchant it acts for. */
export interface Caller {
  readonly actor: MerchantActor;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  readonly permissions: readonly string[];
  /** What the key may do in a second, where it is not the usual number. */
  readonly requestsPerSecond?: number | null;
}

/** A person of the tenant who runs the platform, logged in. */
export interface OperatorCaller {
  readonly operatorId: Id<"operator">;
  readonly tenantId: TenantId;
  /**
   * Scope of this tenant's `Idempotency-Key`s: the negative number of the tenant, so that it can never be a merchant's.
   */
  readonly scopeNo: MerchantNo;
  readonly name: string;
  readonly permissions: readonly string[];
  /** A second factor is demanded and this operator has none: only routes without a permission are open to it. */
  readonly mustEnrolSecondFactor: boolean;
  /** The log-in that asks. */
  readonly sessionId: Id<"operatorSession">;
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
  /** The operator behind an `Authorization` header. Refuses with INVALID_OPERATOR_TOKEN, in every case alike. */
  authenticateOperator(authorizationHeader: string | undefined): Promise<OperatorCaller>;
}

/** A creation that the caller may repeat: see `http/idempotency.ts`. */
export interface IdempotencyClaim {
  /** `METHOD path`, with path parameters filled in; the secret part of a session id is left out. */
  readonly route: string;
  /** Without the secret part of session ids, as `route`. */
  readonly key: string;
  /** SHA-256 of the canonical body, in which the hash of a file stands in its place. */
  readonly fingerprint: Buffer;
}

export interface RequestFacts {
  readonly requestId: string;
  readonly ip: string;
  /** The header as it came, also on public operations, which need none. Never to be logged or kept. */
  readonly authorization: string | undefined;
  readonly nowMs: number;
  /** Aborted when the caller hangs up: long polls end. */
  readonly signal: AbortSignal;
  /** What the header `Sandbox-Scenario` names, on routes that take it: in a public one the mode is still to be checked. */
  readonly scenario: string | null;
}

/** The same six fields on every list; null: nobody counted. */
export interface PageMeta {
  readonly page: number | null;
  readonly pageSize: number;
  readonly total: number | null;
  readonly totalPages: number | null;
  /** Whether the list goes on in the direction of reading. */
  readonly hasMore: boolean;
  /** The next `starting_after`, or `ending_before` where that was asked with; null: nothing follows. */
  readonly nextCursor: string | null;
}

export interface Reply<Data> {
  readonly data: Data;
  readonly meta?: PageMeta;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What was asked is kept and not done yet: 202, in the shape of the route's `schemas.accepted`. */
export interface AcceptedReply<Data> {
  readonly accepted: Data;
}

/** A file instead of JSON: always a download, never shown within a page of ours. */
export interface FileReply {
  readonly file: {
    /** One of the route's `produces`. */
    readonly mediaType: string;
    /** Letters, digits, dots, dashes and underscores. */
    readonly fileName: string;
    readonly body: Buffer;
  };
}

/** Stands for "this part of the request has no schema". */
type Part<Schema> = Schema extends TSchema ? Static<Schema> : Record<string, never>;

interface RouteBase {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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
  /**
   * Nothing leaves the handler before its key is claimed, so whether a request is a repeat need only be asked when the key
   * is lost or the request refused: the first of its kind, which nearly all are, does without the question.
   */
  readonly claimsFirst?: true;
  /**
   * Fields of the answer that are secrets, `invitation.token` within an object. Its `Idempotency-Key`s count for one caller
   * alone, and after an hour a repeat is answered with null in these places.
   */
  readonly answersSecret?: readonly string[];
  /** Longest body in bytes, where it is more than other operations take. */
  readonly bodyBytesMax?: number;
  /** It takes a file, as the body itself or within a JSON body of one level. */
  readonly file?: FileRule;
  /** Media types of the files that it can answer instead of JSON. */
  readonly produces?: readonly string[];
  /** It answers files alone; `schemas.response` says what is in them. */
  readonly filesOnly?: boolean;
  /** The answer is a list with `meta`. */
  readonly list?: boolean;
  /** In sandbox mode the header `Sandbox-Scenario` chooses what the provider simulator does. */
  readonly takesScenario?: boolean;
  /** Bodies as they go over the wire, executed by a test. */
  readonly examples?: { readonly body?: unknown; readonly data?: unknown; readonly accepted?: unknown };
}

interface RouteSchemas {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Shape of `data`: what it does not declare cannot leak. */
  readonly response: TSchema;
  /** Shape of `data` in an answer of 202, where what is asked may have to wait for somebody. */
  readonly accepted?: TSchema;
}

export interface KeyRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "key";
  readonly permission: Permission;
  readonly schemas: S;
  /**
   * `idempotency` is null when no header was sent. The handler claims the key in the transaction of its effect; a replay
   * is answered before the handler runs, or in its place (`claimsFirst`).
   */
  handle(request: {
    readonly caller: Caller;
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
    /** What a route with `file` was sent; in `body` its hash stands in its place. */
    readonly file: ReceivedFile | null;
  }): Promise<Reply<Static<S["response"]>> | FileReply>;
}

export interface OperatorRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "operator";
  /** Of several, one is enough to ask; the handler may ask for more. Null: open to every operator, for its own account. */
  readonly permission: TenantPermission | readonly TenantPermission[] | null;
  readonly schemas: S;
  handle(request: {
    readonly operator: OperatorCaller;
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
  }): Promise<Reply<Static<S["response"]>> | AcceptedReply<Part<S["accepted"]>> | FileReply>;
}

export interface PublicRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "public";
  /** A limit beside those of the caller's address and of the session that the path names. */
  readonly countsAs?: "login";
  readonly schemas: S;
  /**
   * The merchant in whose scope an `Idempotency-Key` counts, read from the path; null when the path names nobody. Without
   * it the header of a public operation is ignored.
   */
  merchantNoOf?(params: Part<S["params"]>): MerchantNo | null | Promise<MerchantNo | null>;
  /**
   * The path is open to many payers who know nothing of each other. A key counts for one address alone, and only from
   * `OPEN_KEY_LENGTH_MIN` characters on; a shorter one, which two of them may choose alike, is ignored.
   */
  readonly manyPayers?: true;
  handle(request: {
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
  }): Promise<Reply<Static<S["response"]>> | FileReply>;
}

/** A route with its schemas forgotten: what the server registers. */
// biome-ignore lint/suspicious/noExplicitAny: a list of routes with different schemas has no common type for them.
export type Route = KeyRoute<any> | OperatorRoute<any> | PublicRoute<any>;

/** Declares a route that needs an API key. Only types are added: the schemas type the handler. */
export function keyRoute<const S extends RouteSchemas>(route: Omit<KeyRoute<S>, "auth">): Route {
  return { ...route, auth: "key" };
}

/** Declares a route for operators of a tenant: everything under `/tenant`. */
export function operatorRoute<const S extends RouteSchemas>(route: Omit<OperatorRoute<S>, "auth">): Route {
  return { ...route, auth: "operator" };
}

/** Declares a public route. */
export function publicRoute<const S extends RouteSchemas>(route: Omit<PublicRoute<S>, "auth">): Route {
  return { ...route, auth: "public" };
}

/** From where, and in which request. */
type Origin = Pick<AuditActor, "requestId" | "ip">;

/** Who acts for a merchant: for the audit log. */
export function callerActor({ actor }: Pick<Caller, "actor">, { requestId, ip }: Origin): AuditActor {
  return { ...actor, requestId, ip };
}

/** Who acts as an operator: for the audit log. */
export function operatorActor({ operatorId }: OperatorCaller, { requestId, ip }: Origin): AuditActor {
  return { kind: "operator", id: operatorId, requestId, ip };
}
