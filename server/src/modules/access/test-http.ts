import { checkAnswers } from "../../../test/harness/answer-check.ts";
import { createRecordingLog, type LogLine } from "../../../test/harness/log.ts";
import { poolBatchWriter } from "../../../test/harness/pool-batch-writer.ts";
import { systemActor } from "../../db/audit.ts";
import { errors } from "../../http/errors.ts";
import { allPermissions } from "../../http/permissions.ts";
import { createHttpServer } from "../../http/server.ts";
import type { CreatedMerchant } from "../merchants/index.ts";
import { setupControlPlane, untilListening } from "../merchants/test-setup.ts";
import { type Access, apiKeyRoutes, createAccess, createApiKeys, type NewApiKey } from "./index.ts";

export const CALLER_IP = "203.0.113.7";

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  readonly data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly meta: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly error: any;
}

/** The merchant, another of the same tenant, one of another tenant, and a key of the first with every permission. */
export interface People {
  readonly own: CreatedMerchant;
  readonly sister: CreatedMerchant;
  readonly stranger: CreatedMerchant;
  readonly admin: string;
}

interface More {
  /** The admin's key when absent. */
  readonly key?: string;
  readonly idempotencyKey?: string;
  /** The own merchant when absent. */
  readonly merchantId?: string;
}

/** The module behind its routes, with real keys. */
export interface Site {
  readonly plane: Awaited<ReturnType<typeof setupControlPlane>>;
  readonly access: Access;
  readonly logLines: readonly LogLine[];
  renew(): Promise<People>;
  /** The text of a new key of the own merchant in sandbox mode, made past the routes. */
  keyOf(over: Partial<NewApiKey>): Promise<string>;
  /** `path` is appended to `…/api-keys`. */
  call(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path?: string,
    more?: More & { readonly body?: unknown },
  ): Promise<Answer>;
  /** Requests a key that may manage checkouts, unless the body says otherwise. */
  create(body: object, more?: More): Promise<Answer>;
  /** Whether the key works now. */
  opens(key: string, from?: string): Promise<boolean>;
  /** The clock's time plus this many milliseconds, in the form of answers. */
  at(ms: number): string;
  close(): Promise<void>;
}

/** No person calls here. */
const nobody = async (): Promise<never> => {
  throw errors.INVALID_MERCHANT_SCOPE();
};

export async function createSite(): Promise<Site> {
  const plane = await setupControlPlane();
  const { log, lines } = createRecordingLog();
  const access = createAccess(plane);
  await untilListening(plane.db);
  const server = await createHttpServer({
    routes: apiKeyRoutes(createApiKeys({ ...plane, access, personGivesWithin: nobody })),
    access: {
      ...access,
      authenticateAccount: async () => {
        throw errors.LOG_IN_REQUIRED();
      },
      authenticateOperator: async () => {
        throw errors.INVALID_OPERATOR_TOKEN();
      },
    },
    batchReader: poolBatchWriter(plane.db),
    keyring: plane.keyring,
    clock: plane.clock,
    ids: plane.ids,
    log,
    config: { publicUrl: "http://localhost:3000", trustedProxies: [], version: "0.1.0" },
    readiness: { database: () => plane.db.trouble() },
    plugins: [],
  });
  checkAnswers(server.app);
  let people: People | null = null;
  const now = (): People => {
    if (people === null) throw new Error("nobody is there: call renew first");
    return people;
  };
  const makeKey = async (input: NewApiKey): Promise<string> => {
    const { key } = await plane.db.transaction((tx) => access.createApiKey(tx, input, systemActor));
    return key.reveal();
  };
  const call: Site["call"] = async (method, path = "", more = {}) => {
    const { key = now().admin, idempotencyKey, merchantId = now().own.merchantId, body } = more;
    const response = await server.app.inject({
      method,
      remoteAddress: CALLER_IP,
      url: `/api/v1/merchant/merchants/${merchantId}/api-keys${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const envelope = response.json<{ data: unknown; meta: unknown; error: { code: string } | null }>();
    const { data, meta, error } = envelope;
    return { status: response.statusCode, code: error?.code, headers: response.headers, data, meta, error };
  };
  return {
    plane,
    access,
    logLines: lines,
    renew: async () => {
      const tenantId = await plane.createTenant();
      const own = await plane.createMerchant({ tenantId });
      const merchantNo = own.numbers.SANDBOX;
      people = {
        own,
        sister: await plane.createMerchant({ tenantId }),
        stranger: await plane.createMerchant(),
        admin: await makeKey({ merchantNo, name: "Admin", permissions: allPermissions }),
      };
      return people;
    },
    keyOf: (over) =>
      makeKey({ merchantNo: now().own.numbers.SANDBOX, name: "Admin", permissions: allPermissions, ...over }),
    call,
    create: (body, more) =>
      call("POST", "", {
        body: { name: "Shop", permissions: ["merchant.checkout.manage"], ...body },
        ...more,
      }),
    opens: (key, from = CALLER_IP) =>
      access.authenticate(`Bearer ${key}`, from).then(
        () => true,
        () => false,
      ),
    at: (ms) => new Date(plane.clock.nowMs() + ms).toISOString(),
    close: async () => {
      await server.stop();
      access.stop();
      plane.merchants.stop();
      await plane.database.drop();
    },
  };
}
