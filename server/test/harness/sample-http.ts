import type { FastifyPluginAsync } from "fastify";
import { Type } from "typebox";
import type { Database } from "../../src/db/database.ts";
import { errors } from "../../src/http/errors.ts";
import type { FrontPages } from "../../src/http/front-pages.ts";
import { once } from "../../src/http/idempotency.ts";
import type { Overload } from "../../src/http/overload/index.ts";
import { pageMeta, pageQuery, parsePage } from "../../src/http/pagination.ts";
import { type AccessPort, type Caller, keyRoute, publicRoute, type Route } from "../../src/http/route.ts";
import { AmountText, CurrencyText } from "../../src/http/schemas.ts";
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import type { WireLimits } from "../../src/http/transport.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type MerchantId, type MerchantNo } from "../../src/kit/ids.ts";
import type { Logger } from "../../src/kit/logger.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createTestKeyring } from "./keyring.ts";
import { quietLog } from "./log.ts";
import { poolBatchWriter } from "./pool-batch-writer.ts";

export const merchantA = "0190aaaa-0000-7000-8000-000000000001";
export const merchantB = "0190aaaa-0000-7000-8000-000000000002";
export const ids = createIdSource(systemClock, createSystemRandom());

/** Keys of the sample: the text after `Bearer `. */
const callers: Readonly<Record<string, Partial<Caller>>> = {
  "key-a": {
    merchantId: merchantA as MerchantId,
    merchantNo: 1 as MerchantNo,
    permissions: ["merchant.links.manage"],
  },
  "key-a-live": {
    merchantId: merchantA as MerchantId,
    merchantNo: 2 as MerchantNo,
    mode: "LIVE",
    permissions: ["merchant.links.manage"],
  },
  "key-b": {
    merchantId: merchantB as MerchantId,
    merchantNo: 3 as MerchantNo,
    permissions: ["merchant.links.manage"],
  },
  "key-read": {
    merchantId: merchantA as MerchantId,
    merchantNo: 1 as MerchantNo,
    permissions: ["merchant.links.read"],
  },
};

const access: AccessPort = {
  authenticateOperator: async () => {
    throw errors.INVALID_OPERATOR_TOKEN();
  },
  authenticateAccount: async () => {
    throw errors.LOG_IN_REQUIRED();
  },
  authenticate: async (header) => {
    const caller = callers[header?.replace(/^Bearer /, "") ?? ""];
    if (caller === undefined) throw errors.INVALID_API_KEY();
    return {
      actor: { kind: "key", id: ids.next("apiKey") },
      tenantId: merchantA as never,
      mode: "SANDBOX",
      ...caller,
    } as Caller;
  },
  actFor: async () => {
    throw errors.INVALID_MERCHANT_SCOPE();
  },
};

const Sample = Type.Object({ object: Type.String(), id: Type.String(), name: Type.String() });

export interface SampleOptions {
  readonly log?: Logger;
  readonly monotonicMs?: () => number;
  readonly publicUrl?: string;
  readonly plugins?: readonly FastifyPluginAsync[];
  readonly front?: FrontPages;
  readonly overload?: Overload;
  readonly databaseTrouble?: () => Promise<string | null>;
  readonly wire?: Partial<WireLimits>;
  readonly largeBodyBytes?: number;
  readonly trustedProxies?: readonly string[];
  /** Runs within the transaction of a creation, before its effect. */
  readonly beforeEffect?: () => Promise<void>;
}

/** A small server whose creation adds one row to `tenants`: tests the HTTP layer without any module. */
export function createSampleServer(db: Database, options: SampleOptions = {}): Promise<HttpServer> {
  return createHttpServer({
    routes: sampleRoutes(db, options),
    access,
    batchReader: poolBatchWriter(db),
    keyring: createTestKeyring(),
    clock: systemClock,
    ...(options.monotonicMs === undefined ? {} : { monotonicMs: options.monotonicMs }),
    ids,
    log: options.log ?? quietLog,
    config: {
      publicUrl: options.publicUrl ?? "http://localhost:3000",
      trustedProxies: options.trustedProxies ?? [],
      version: "0.1.0",
    },
    ...(options.largeBodyBytes === undefined ? {} : { largeBodyBytes: options.largeBodyBytes }),
    ...(options.wire === undefined ? {} : { wire: options.wire }),
    readiness: { database: options.databaseTrouble ?? (() => db.trouble()) },
    plugins: options.plugins ?? [],
    ...(options.front === undefined ? {} : { front: options.front }),
    ...(options.overload === undefined ? {} : { overload: options.overload }),
  });
}

export function sampleRoutes(db: Database, { beforeEffect }: SampleOptions = {}): readonly Route[] {
  const creation = (path: string, operationId: string, idempotency: "required" | "optional") =>
    keyRoute({
      method: "POST",
      path,
      operationId,
      tag: "Samples",
      summary: "Create a sample",
      description: "Adds one sample.",
      successStatus: 201,
      errors: [errors.MERCHANT_KYB_NOT_APPROVED],
      idempotency,
      permission: "merchant.links.manage",
      schemas: {
        body: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 50 }),
          amount: Type.Optional(AmountText),
          currency: Type.Optional(CurrencyText),
          phone: Type.Optional(Type.String({ maxLength: 30 })),
        }),
        response: Sample,
      },
      examples: {
        body: { name: "first" },
        data: { object: "sample", id: "0190aaaa-0000-7000-8000-00000000000a", name: "first" },
      },
      handle: async ({ caller, facts, idempotency: claim, body }) => {
        const id = ids.uuid();
        const owner = { merchantNo: caller.merchantNo, owner: id, nowMs: facts.nowMs, status: 201 } as const;
        const data = await once(db, createTestKeyring(), { claim, ...owner }, async (tx) => {
          await beforeEffect?.();
          if (body.name === "refuse") throw errors.MERCHANT_KYB_NOT_APPROVED();
          if (body.name === "break") throw new Error("secret cause svc_mk_live_abc");
          await tx.query({
            text: "insert into tenants (id, name, created_at) values ($1, $2, $3)",
            values: [id, body.name, new Date(facts.nowMs)],
          });
          return { object: "sample", id, name: body.name, undeclared: "must not leak" };
        });
        return { data };
      },
    });
  return [
    creation("/samples", "createSample", "required"),
    creation("/samples/:id/copies", "copySample", "optional"),
    keyRoute({
      method: "GET",
      path: "/samples",
      operationId: "listSamples",
      tag: "Samples",
      summary: "List samples",
      description: "Newest first.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "merchant.links.read",
      list: true,
      schemas: {
        query: Type.Object({ ...pageQuery, q: Type.Optional(Type.String()) }),
        response: Type.Array(Sample),
      },
      handle: async ({ query }) => {
        const page = parsePage(query);
        const meta = page.by === "page" ? { meta: pageMeta(page, 0, []) } : {};
        return { data: [], ...meta };
      },
    }),
    keyRoute({
      method: "GET",
      path: "/merchant/merchants/:merchantId/samples",
      operationId: "listMerchantSamples",
      tag: "Samples",
      summary: "List a merchant's samples",
      description: "Newest first.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "merchant.links.read",
      schemas: { response: Type.Array(Sample) },
      handle: async () => ({ data: [] }),
    }),
    publicRoute({
      method: "GET",
      path: "/checkout/samples/:id",
      operationId: "readSample",
      tag: "Public",
      summary: "Read a sample",
      description: "Waits for `waitMs` when asked.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      schemas: {
        params: Type.Object({ id: Type.String() }),
        query: Type.Object({ waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 25_000 })) }),
        response: Sample,
      },
      handle: async ({ facts, params, query }) => {
        if (params.id === "missing") throw errors.RESOURCE_NOT_FOUND();
        if (query.waitMs !== undefined) await elapsed(query.waitMs, facts.signal);
        return {
          data: { object: "sample", id: params.id, name: facts.signal.aborted ? "aborted" : "waited" },
        };
      },
    }),
    publicRoute({
      method: "POST",
      path: "/checkout/samples/:id",
      operationId: "touchSample",
      tag: "Public",
      summary: "Touch a sample",
      description: "Takes no field.",
      successStatus: 200,
      errors: [],
      idempotency: "optional",
      schemas: { params: Type.Object({ id: Type.String() }), response: Sample },
      handle: async ({ params }) => ({ data: { object: "sample", id: params.id, name: "touched" } }),
    }),
  ];
}

function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
