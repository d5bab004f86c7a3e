import { errors } from "../../src/http/errors.ts";
import type { AccessPort, Caller, Route } from "../../src/http/route.ts";
import { createHttpServer } from "../../src/http/server.ts";
import type { Clock } from "../../src/kit/clock.ts";
import type { IdSource } from "../../src/kit/ids.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import { checkAnswers } from "./answer-check.ts";
import type { TestDatabase } from "./database.ts";
import { quietLog } from "./log.ts";
import { poolBatchWriter } from "./pool-batch-writer.ts";
import type { TestMerchant } from "./rows.ts";

export interface ApiAnswer {
  readonly status: number;
  /** The envelope, read without types as by a caller. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON from outside.
  readonly body: any;
}

export interface DownloadedFile {
  readonly status: number;
  readonly mediaType: string;
  readonly fileName: string;
  readonly body: Buffer;
}

export interface ReadApi {
  get(path: string, key?: string): Promise<ApiAnswer>;
  /** The same for an answer that is a file. */
  download(path: string, key?: string): Promise<DownloadedFile>;
  stop(): Promise<void>;
}

export interface ReadApiDeps {
  readonly database: TestDatabase;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}

/**
 * The routes of one module behind the real HTTP layer. A key is named after its holder: `callers` are found by name,
 * and may act for each other's merchants when they list them.
 */
export async function createReadApi(
  routes: readonly Route[],
  callers: Readonly<Record<string, Caller & { readonly actsFor?: readonly TestMerchant[] }>>,
  { database, clock, ids, keyring }: ReadApiDeps,
): Promise<ReadApi> {
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
      return caller;
    },
    actFor: async (caller, merchantId) => {
      const entry = Object.values(callers).find((each) => each.actor.id === caller.actor.id);
      const merchant = entry?.actsFor?.find((each) => each.merchantId === merchantId);
      if (merchant === undefined) throw errors.INVALID_MERCHANT_SCOPE();
      return { ...caller, merchantId, merchantNo: merchant.merchantNo };
    },
  };
  const server = await createHttpServer({
    routes,
    access,
    batchReader: poolBatchWriter(database.db),
    keyring,
    clock,
    ids,
    log: quietLog,
    config: { publicUrl: "http://localhost:3000", trustedProxies: [], version: "test" },
    readiness: { database: () => database.db.trouble() },
  });
  checkAnswers(server.app);
  const send = (path: string, key: string) => {
    const headers = key === "" ? {} : { authorization: `Bearer ${key}` };
    return server.app.inject({ method: "GET", url: `/api/v1${path}`, headers });
  };
  return {
    get: async (path, key = "owner") => {
      const response = await send(path, key);
      return { status: response.statusCode, body: response.json() };
    },
    download: async (path, key = "owner") => {
      const { statusCode, headers, rawPayload } = await send(path, key);
      const fileName = /filename="([^"]*)"/.exec(String(headers["content-disposition"]))?.[1] ?? "";
      return { status: statusCode, mediaType: String(headers["content-type"]), fileName, body: rawPayload };
    },
    stop: () => server.stop(),
  };
}

/** The caller with a merchant's key. */
export function callerOf(merchant: TestMerchant, ids: IdSource, permissions: readonly string[]): Caller {
  const { merchantId, tenantId, merchantNo, mode } = merchant;
  return {
    actor: { kind: "key", id: ids.next("apiKey") },
    merchantId,
    tenantId,
    merchantNo,
    mode,
    permissions,
  };
}
