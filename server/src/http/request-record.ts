import type { FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { MerchantActor } from "../kit/actor.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { concealSessionIds } from "../kit/session-id.ts";
import type { ErrorEnvelope } from "./envelope.ts";
import type { KeyRoute } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The error of the answer; null: none was sent. */
    refusal: ErrorEnvelope["error"] | null;
  }
}

/** Why a request was refused, in words of ours alone. */
export interface RecordedRefusal {
  readonly code: string;
  /** Fields of the request that broke a rule. A name that the operation does not know is written `*`. */
  readonly fields: readonly { readonly path: string; readonly rule: string }[];
  /** Permissions of which one was needed. */
  readonly required: readonly string[];
}

/** What may be kept of an answered request of a merchant: no body, no query, no header. */
export interface RequestRecord {
  readonly requestId: string;
  readonly merchantNo: MerchantNo;
  readonly actor: MerchantActor;
  readonly operationId: string;
  readonly method: string;
  /** Below `/api/v1`. Only ids are filled in: another value stays as the parameter's name, `/links/:slug`. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly ip: string;
  /** The answer is the kept one of an `Idempotency-Key`. */
  readonly isReplay: boolean;
  readonly refusal: RecordedRefusal | null;
}

/** Takes what is known of each answered request. It never waits and never throws. */
export interface RequestRecorder {
  record(request: RequestRecord): void;
}

/** Makes the records of one route. */
export function createRequestRecords(
  route: KeyRoute,
): (request: FastifyRequest, reply: FastifyReply) => RequestRecord | null {
  const known = new Set([...refusedHeaders, ...namesOf(route.schemas)]);
  return (request, reply) => {
    const { caller } = request;
    if (caller === null) return null;
    return {
      requestId: request.id,
      merchantNo: caller.merchantNo,
      actor: caller.actor,
      operationId: route.operationId,
      method: request.method,
      path: recordedPath(route.path, request.params as Readonly<Record<string, string>>),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      // Whoever hung up before the answer has no address any more, whatever Fastify's types say.
      ip: (request.ip as string | undefined) ?? "",
      isReplay: reply.hasHeader("Idempotency-Replayed"),
      refusal: request.refusal === null ? null : recordedRefusal(request.refusal, known),
    };
  };
}

/** Headers that a refusal can name. */
const refusedHeaders = ["Idempotency-Key", "Sandbox-Scenario", "Cauris-Merchant", "Cauris-Mode", "Host"];
/** Parts of a request that a refusal can name as a whole. */
const parts = new Set(["body", "query", "url", "params"]);

const publicId = /^[a-z]{2,6}_[0-9a-z]{26,32}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The path with its ids. What has not the form of an id may be a phone, a mail or a secret: it is left out. Pure. */
export function recordedPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([^/]+)/g, (name, parameter: string) => {
    const value = concealSessionIds(params[parameter] ?? "");
    return publicId.test(value) || uuid.test(value) ? value : name;
  });
}

/** A refusal without anything that the caller wrote. `known`: names that the operation declares. Pure. */
export function recordedRefusal(
  { code, details }: ErrorEnvelope["error"],
  known: ReadonlySet<string>,
): RecordedRefusal {
  const { fields, required } = details as { readonly fields?: unknown; readonly required?: unknown };
  return {
    code,
    fields: (Array.isArray(fields) ? fields : []).map(({ path, rule }: Record<string, unknown>) => ({
      path: recordedField(String(path), known),
      rule: String(rule),
    })),
    required: [required].flat().filter((one): one is string => typeof one === "string"),
  };
}

/** `items[2].phone`, each step of which must be a declared name or a position. */
function recordedField(path: string, known: ReadonlySet<string>): string {
  if (parts.has(path) || known.has(path)) return path;
  const steps = path.split(".").map((step) => {
    const [, name = "", positions = ""] = /^([^[\]]*)((?:\[\d{1,4}\])*)$/.exec(step) ?? [];
    return known.has(name) ? `${name}${positions}` : "*";
  });
  return steps.join(".");
}

/** The names of all properties that the schemas of a request declare, at any depth. */
function namesOf({ params, query, body }: KeyRoute["schemas"]): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { properties } = node as { readonly properties?: Readonly<Record<string, TSchema>> };
    for (const name of Object.keys(properties ?? {})) found.add(name);
    for (const child of Object.values(node)) collect(child);
  };
  for (const schema of [params, query, body]) collect(schema);
  return found;
}
