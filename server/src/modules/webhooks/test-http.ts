import { createHmac } from "node:crypto";
import { checkAnswers } from "../../../test/harness/answer-check.ts";
import { createRecordingLog, type LogLine } from "../../../test/harness/log.ts";
import { poolBatchWriter } from "../../../test/harness/pool-batch-writer.ts";
import { errors } from "../../http/errors.ts";
import type { AccessPort, Caller } from "../../http/route.ts";
import { createHttpServer } from "../../http/server.ts";
import { webhookRoutes } from "./routes.ts";
import { type Arrival, createWorld, type World } from "./test-setup.ts";

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  readonly data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly error: any;
}

/** The module behind its routes. */
export interface Site {
  readonly world: World;
  readonly logLines: readonly LogLine[];
  /**
   * Makes two new merchants: the keys `owner`, `stranger` and `reader` (of the owner, webhooks only) belong to them
   * from now on.
   */
  renew(): Promise<{ readonly owner: Caller; readonly stranger: Caller }>;
  /** `path` is appended to the owner's part of the address; the owner's key is used when absent. */
  call(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    more?: { readonly key?: string; readonly body?: unknown; readonly idempotencyKey?: string },
  ): Promise<Answer>;
  close(): Promise<void>;
}

export async function createSite(): Promise<Site> {
  const world = await createWorld();
  const { log, lines } = createRecordingLog();
  const callers = new Map<string, Caller>();
  const access: AccessPort = {
    authenticateOperator: async () => {
      throw errors.INVALID_OPERATOR_TOKEN();
    },
    authenticateAccount: async () => {
      throw errors.LOG_IN_REQUIRED();
    },
    authenticate: async (header) => {
      const caller = callers.get(header?.replace(/^Bearer /, "") ?? "");
      if (caller === undefined) throw errors.INVALID_API_KEY();
      return caller;
    },
    actFor: async () => {
      throw errors.INVALID_MERCHANT_SCOPE();
    },
  };
  const server = await createHttpServer({
    routes: webhookRoutes(world.webhooks),
    access,
    batchReader: poolBatchWriter(world.db),
    keyring: world.keyring,
    clock: world.clock,
    ids: world.ids,
    log,
    config: { publicUrl: "http://localhost:3000", trustedProxies: [], version: "0.1.0" },
    readiness: { database: () => world.db.trouble() },
    plugins: [],
  });
  checkAnswers(server.app);
  return {
    world,
    logLines: lines,
    renew: async () => {
      const owner = await world.newMerchant();
      const stranger = await world.newMerchant();
      callers.set("owner", owner);
      callers.set("stranger", stranger);
      callers.set("reader", { ...owner, permissions: ["merchant.webhooks.read"] });
      world.receiver.arrivals.length = 0;
      return { owner, stranger };
    },
    call: async (method, path, { key = "owner", body, idempotencyKey } = {}) => {
      const response = await server.app.inject({
        method,
        url: `/api/v1/merchant/merchants/${callers.get("owner")?.merchantId}${path}`,
        headers: {
          authorization: `Bearer ${key}`,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const envelope = response.json<{ data: unknown; error: { code: string } | null }>();
      return {
        status: response.statusCode,
        code: envelope.error?.code,
        headers: response.headers,
        data: envelope.data,
        error: envelope.error,
      };
    },
    close: async () => {
      await server.stop();
      await world.close();
    },
  };
}

/** Whether one of the signatures of a received request was made with the secret. */
export function isSignedBy(secret: string, { headers, body }: Arrival): boolean {
  const mac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
    .digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${mac}`);
}
