import type { Static, TSchema } from "typebox";
import type { AuditActor } from "../db/audit.ts";
import type { MerchantActor } from "../kit/actor.ts";
import type { AudienceName } from "../kit/audience.ts";
import type { RefusalFactory } from "../kit/errors.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Mode } from "../kit/payment-terms.ts";
import type { EventStream } from "./event-stream.ts";
import type { FileRule, ReceivedFile } from "./file-rule.ts";
import type { Permission, TenantPermission } from "./permissions.ts";

/** An API key that passed its checks, and the merchant it acts for. */
export interface Caller {
  readonly actor: MerchantActor;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  readonly permissions: readonly string[];
  /** The key's own rate limit per second, when it is not the default. */
  readonly requestsPerSecond?: number | null;
  /** Absent when a key calls. */
  readonly person?: CallingPerson;
}

/** What is known of a person who calls with the cookie of a log-in, beside the rights. */
export interface CallingPerson {
  readonly account: AccountCaller;
  /** Permissions of the role that wait until a second factor is set up. */
  readonly waiting: readonly string[];
  readonly refundLimit: RefundLimit;
  /** The ways by which the person can prove to be present. */
  stepUpMethods(): Promise<readonly string[]>;
}

/** What a person may refund of one charge without more. */
export interface RefundLimit {
  /** Minor units by currency; 0 for a currency that is not here. */
  readonly upTo: Readonly<Record<string, bigint>>;
  /** What follows above it: a refusal, or a proof that the person is present. */
  readonly above: "refused" | "presence";
}

/** A logged-in operator of the tenant. */
export interface OperatorCaller {
  readonly operatorId: Id<"operator">;
  readonly tenantId: TenantId;
  /** Scope of this tenant's `Idempotency-Key`s: the tenant's number negated, so that it never equals a merchant's. */
  readonly scopeNo: MerchantNo;
  readonly name: string;
  readonly permissions: readonly string[];
  /** A second factor is required and this operator has none: only routes without a permission are open. */
  readonly mustEnrolSecondFactor: boolean;
  /** The log-in that makes the request. */
  readonly sessionId: Id<"operatorSession">;
}

/**
 * When the holder of a cookie must have proved to be present: always, or only in live mode. Keys and bearer tokens are
 * not asked: nobody sits in front of a program.
 */
export type StepUpRule = "always" | "live";

/** Somebody who is logged in by a cookie, for their own account. */
export interface AccountCaller {
  readonly audience: AudienceName;
  readonly id: Id<"person"> | Id<"operator">;
  readonly tenantId: TenantId;
  /** The log-in that makes the request. */
  readonly sessionId: Id<"personSession"> | Id<"operatorSession">;
  /** When they last proved to be present; null: not in this log-in. */
  readonly steppedUpAtMs: number | null;
}

/** How the HTTP layer identifies callers; implemented by modules/access. */
export interface AccessPort {
  /**
   * The caller of an `Authorization` header. Refuses with INVALID_API_KEY, with the same answer in every case, also
   * without a header. `ip` is checked against the key's allowlist.
   */
  authenticate(authorizationHeader: string | undefined, ip: string): Promise<Caller>;
  /**
   * The same caller acting for another merchant named in the path. Refuses with INVALID_MERCHANT_SCOPE unless the key
   * lists this merchant.
   */
  actFor(caller: Caller, merchantId: MerchantId): Promise<Caller>;
  /**
   * The operator of an `Authorization` header. Refuses with INVALID_OPERATOR_TOKEN, with the same answer in every case.
   */
  authenticateOperator(authorizationHeader: string | undefined): Promise<OperatorCaller>;
  /** The account of a `Cookie` header. Refuses with LOG_IN_REQUIRED, with the same answer in every case. */
  authenticateAccount(audience: AudienceName, cookieHeader: string | undefined): Promise<AccountCaller>;
}

/** What is asked about callers who are logged in by a cookie; implemented by modules/log-in, members and operators. */
export interface PeoplePort {
  /** Whether a `Cookie` header carries a log-in of this audience, valid or not. Costs no query. */
  carriesLogIn(audience: AudienceName, cookieHeader: string | undefined): boolean;
  /**
   * The person of a log-in, at one merchant in one mode. Refuses with INVALID_MERCHANT_SCOPE, NO_ROLE_IN_MODE and
   * LIVE_MODE_REFUSED.
   */
  personAt(account: AccountCaller, merchantId: MerchantId, mode: Mode): Promise<Caller>;
  /** Whether a log-in is still open. Unlike a request it does not count as use, so it keeps no log-in from ending. */
  holdsLogIn(account: Omit<AccountCaller, "steppedUpAtMs">): Promise<boolean>;
  /** The operator of a log-in by cookie. Refuses with LOG_IN_REQUIRED when it has ended meanwhile. */
  operatorAt(account: AccountCaller): Promise<OperatorCaller>;
  /** The ways by which the holder of a log-in can prove to be present. */
  stepUpMethods(account: AccountCaller): Promise<readonly string[]>;
}

/** A creation that the caller may repeat: see `http/idempotency.ts`. */
export interface IdempotencyClaim {
  /** `METHOD path`, with path parameters filled in; the secret part of a session id is left out. */
  readonly route: string;
  /** Without the secret part of session ids, like `route`. */
  readonly key: string;
  /** SHA-256 of the canonical body, in which a file is replaced by its hash. */
  readonly fingerprint: Buffer;
}

export interface RequestFacts {
  readonly requestId: string;
  readonly ip: string;
  /** The header `User-Agent`: text of the caller. Absent where nobody asks for it. */
  readonly userAgent?: string | undefined;
  /** The raw header, also on public operations, which need none. Never log or keep it. */
  readonly authorization: string | undefined;
  /** The raw header, for `readerLocale`. */
  readonly acceptLanguage: string | undefined;
  readonly nowMs: number;
  /** Aborted when the caller disconnects: long polls end. */
  readonly signal: AbortSignal;
  /** The header `Sandbox-Scenario`, on routes that accept it. On public ones the mode is still to be checked. */
  readonly scenario: string | null;
}

/** The same six fields on every list; a total that was not counted is null. */
export interface PageMeta {
  readonly page: number | null;
  readonly pageSize: number;
  readonly total: number | null;
  readonly totalPages: number | null;
  /** Whether the list continues in the direction of reading. */
  readonly hasMore: boolean;
  /** The next `starting_after`, or `ending_before` when that was used; null: nothing follows. */
  readonly nextCursor: string | null;
}

export interface Reply<Data> {
  readonly data: Data;
  readonly meta?: PageMeta;
  readonly headers?: Readonly<Record<string, string>>;
  readonly embedded?: EmbeddedFile;
}

/** The request is kept and not executed yet: 202, in the shape of the route's `schemas.accepted`. */
export interface AcceptedReply<Data> {
  readonly accepted: Data;
}

/** A file instead of JSON: always a download, never shown in a page of ours. */
export interface FileReply {
  readonly file: {
    /** One of the route's `produces`. */
    readonly mediaType: string;
    /** Letters, digits, dots, dashes and underscores. */
    readonly fileName: string;
    /** A long file is given piece by piece, as the client takes it. */
    readonly body: Buffer | AsyncIterable<Buffer>;
  };
}

/** How a stream begins, and who asks for it. */
export interface Following {
  /** What the client has read last: the header `Last-Event-ID`; null at its first connection. */
  readonly lastEventId: string | null;
  /**
   * Whether the caller still has the access with which the stream began: the key, the log-in, the role, the permission.
   * Does not count as use of the log-in.
   */
  readonly stillAllowed: () => Promise<boolean>;
}

/** Messages as things happen, until one side ends: `begin` is called once the answer's head is written. */
export interface StreamReply {
  readonly begin: (stream: EventStream) => void;
}

/** `data` with a file in base64, of which `data[field]` is empty: it is put in piece by piece. */
export interface EmbeddedFile {
  readonly field: string;
  readonly bytes: Buffer;
}

/** The type of a request part without a schema. */
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
  /** Each refusal that the operation can answer in addition to those of its auth, validation and idempotency. */
  readonly errors: readonly RefusalFactory[];
  /** Whether `Idempotency-Key` is required, accepted, or ignored (GET). */
  readonly idempotency: "required" | "optional" | "none";
  /**
   * The handler has no effect outside before it claims its key, so the check for a repeat is needed only when the key
   * is lost or the request refused: a first request, as nearly all are, needs no lookup.
   */
  readonly claimsFirst?: true;
  /**
   * Fields of the answer that are secrets, `invitation.token` for a nested one. The `Idempotency-Key` then counts for
   * one caller alone, and after an hour a repeat is answered with null in these places.
   */
  readonly answersSecret?: readonly string[];
  /** Maximum body in bytes, when it is more than the default. */
  readonly bodyBytesMax?: number;
  /** It accepts a file, as the body itself or in a JSON body of one level. */
  readonly file?: FileRule;
  /** Media types of files that it can answer instead of JSON. */
  readonly produces?: readonly string[];
  /** It answers only files; `schemas.response` describes their content. */
  readonly filesOnly?: boolean;
  /** The answer is a list with `meta`. */
  readonly list?: boolean;
  /** By cookie it needs a proof, not older than five minutes, that the holder is present. */
  readonly stepUp?: StepUpRule;
  /** In sandbox mode the header `Sandbox-Scenario` chooses what the provider simulator does. */
  readonly takesScenario?: boolean;
  /** Example bodies as they are sent; a test executes them. */
  readonly examples?: { readonly body?: unknown; readonly data?: unknown; readonly accepted?: unknown };
}

interface RouteSchemas {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** What the document shows instead of `body`, where code accepts less than the schema. */
  readonly shownBody?: TSchema;
  /** Shape of `data`: undeclared fields cannot leak. */
  readonly response: TSchema;
  /** Shape of `data` in a 202 answer, when the request may need another person's decision. */
  readonly accepted?: TSchema;
}

export interface KeyRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "key";
  /** Any one of several permissions is enough; the handler decides what each shows. */
  readonly permission: Permission | readonly Permission[];
  readonly schemas: S;
  /**
   * `idempotency` is null when no header was sent. The handler claims the key in the transaction of its effect; a
   * replay is answered before the handler runs, or in its place (`claimsFirst`).
   */
  handle(request: {
    readonly caller: Caller;
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
    /** The file sent to a route with `file`; in `body` its hash replaces it. */
    readonly file: ReceivedFile | null;
  }): Promise<Reply<Static<S["response"]>> | FileReply>;
  /**
   * Answers instead of `handle` when the caller accepts `text/event-stream`. A browser's EventSource sets no headers, so
   * with a cookie such a route takes the merchant from its path and the mode from its query.
   */
  follow?(request: {
    readonly caller: Caller;
    readonly facts: RequestFacts;
    readonly query: Part<S["query"]>;
    readonly following: Following;
  }): Promise<StreamReply>;
}

export interface OperatorRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "operator";
  /**
   * Any one of several permissions is enough; the handler may require more. Null: open to every operator, for its own
   * account.
   */
  readonly permission: TenantPermission | readonly TenantPermission[] | null;
  readonly schemas: S;
  handle(request: {
    readonly operator: OperatorCaller;
    readonly facts: RequestFacts;
    readonly idempotency: IdempotencyClaim | null;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
    /** As for a `KeyRoute`. */
    readonly file: ReceivedFile | null;
  }): Promise<Reply<Static<S["response"]>> | AcceptedReply<Part<S["accepted"]>> | FileReply>;
  /** As for a `KeyRoute`. */
  follow?(request: {
    readonly operator: OperatorCaller;
    readonly facts: RequestFacts;
    readonly query: Part<S["query"]>;
    readonly following: Following;
  }): Promise<StreamReply>;
}

export interface PublicRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "public";
  /** A limit in addition to those of the caller's address and of the session in the path. */
  readonly countsAs?: "login";
  readonly schemas: S;
  /**
   * The merchant in whose scope an `Idempotency-Key` counts, read from the path; null when the path names none. Without
   * this function a public operation ignores the header.
   */
  merchantNoOf?(params: Part<S["params"]>): MerchantNo | null | Promise<MerchantNo | null>;
  /**
   * Many unrelated payers use the path. A key counts for one address alone, and only from `OPEN_KEY_LENGTH_MIN`
   * characters on; a shorter one, which two payers may choose alike, is ignored.
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

/**
 * A route of our own pages before log-in: `/auth/:audience/…`. No other origin may call it, so that nobody is logged in
 * as somebody else without noticing.
 */
export interface VisitorRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "visitor";
  /** A limit in addition to that of the caller's address. */
  readonly countsAs?: "login";
  readonly schemas: S;
  handle(request: {
    readonly facts: RequestFacts;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
  }): Promise<Reply<Static<S["response"]>>>;
}

/** A route of our own pages for the account that is logged in by a cookie: `/auth/:audience/…`. */
export interface AccountRoute<S extends RouteSchemas = RouteSchemas> extends RouteBase {
  readonly auth: "account";
  readonly schemas: S;
  handle(request: {
    readonly account: AccountCaller;
    readonly facts: RequestFacts;
    readonly params: Part<S["params"]>;
    readonly query: Part<S["query"]>;
    readonly body: Part<S["body"]>;
  }): Promise<Reply<Static<S["response"]>>>;
}

/** A route without its schema types: what the server registers. */
// biome-ignore lint/suspicious/noExplicitAny: a list of routes with different schemas has no common type for them.
type Any = any;
export type Route =
  | KeyRoute<Any>
  | OperatorRoute<Any>
  | PublicRoute<Any>
  | VisitorRoute<Any>
  | AccountRoute<Any>;

/** Declares a route that needs an API key. Adds only types: the schemas type the handler. */
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

/** Declares a route of our own pages before log-in. */
export function visitorRoute<const S extends RouteSchemas>(route: Omit<VisitorRoute<S>, "auth">): Route {
  return { ...route, auth: "visitor" };
}

/** Declares a route of our own pages for the account that is logged in. */
export function accountRoute<const S extends RouteSchemas>(route: Omit<AccountRoute<S>, "auth">): Route {
  return { ...route, auth: "account" };
}

/** The request's id and network address. */
type Origin = Pick<AuditActor, "requestId" | "ip">;

/** The actor of a merchant's request, for the audit log. */
export function callerActor({ actor }: Pick<Caller, "actor">, { requestId, ip }: Origin): AuditActor {
  return { ...actor, requestId, ip };
}

/** The operator as actor, for the audit log. */
export function operatorActor({ operatorId }: OperatorCaller, { requestId, ip }: Origin): AuditActor {
  return { kind: "operator", id: operatorId, requestId, ip };
}
