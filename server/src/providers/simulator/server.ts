import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { HttpOut } from "../../kit/http-out.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import { registerApi } from "./api-routes.ts";
import { createCallbackSender } from "./callbacks.ts";
import { createEngine } from "./engine.ts";
import { createFaults } from "./faults.ts";
import type { Operation } from "./operation.ts";
import { registerPages } from "./page-routes.ts";
import { pageToken } from "./page-token.ts";
import { createPayerActions } from "./payer.ts";
import { createSimulatorService } from "./service.ts";

export interface SimulatorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Sends the callbacks. They go to the service's own address, which the guard must allow. */
  readonly httpOut: HttpOut;
  /** The address under which browsers reach the plugin, without a trailing slash: `http://localhost:3000/simulator`. */
  readonly publicUrl: () => string;
  /** Whether the pages show the payers' PINs to a browser on the service's own machine; true when absent. */
  readonly showsPins?: boolean;
  /**
   * Whether an error is temporary: pages then answer 503. The API for connectors does not, because its 503 means that
   * nothing was accepted.
   */
  readonly passes: (error: unknown) => boolean;
}

export interface Simulator {
  /** Mounts itself under `SIMULATOR_PATH`, with its own body parsers and error answers. */
  readonly plugin: FastifyPluginAsync;
  /** Moves operations and sends callbacks. */
  readonly loops: readonly Loop[];
  /** Processes everything due at the clock's time, until nothing is left: for tests, which move the clock. */
  drain(): Promise<number>;
}

/** The plugin's path: accounts' `baseUrl` and `publicUrl` end in it. */
export const SIMULATOR_PATH = "/simulator";
const LOOP_INTERVAL_MS = 250;
const BODY_BYTES_MAX = 64 * 1024;
/** A successful request does not prove that others succeed, until none has failed for this long. */
const QUIET_MS = 10_000;
/** A simulated operation that keeps making work would otherwise block a test forever. */
const DRAIN_ROUNDS_MAX = 10_000;

/** The outside world: an API for connectors, pages for payers, and its own book in the schema `simulator`. */
export function createSimulator(deps: SimulatorDeps): Simulator {
  const { db, clock, random, ids, keyring, log } = deps;
  const deliverCallbacks = createCallbackSender(deps);
  const callbackLoop = createLoop({
    name: "simulator.callbacks",
    intervalMs: LOOP_INTERVAL_MS,
    run: deliverCallbacks,
    clock,
    log,
  });
  const engine = createEngine({ db, clock, random, ids, onCallbacks: callbackLoop.wake });
  const stepLoop = createLoop({
    name: "simulator.steps",
    intervalMs: LOOP_INTERVAL_MS,
    run: engine.runDue,
    clock,
    log,
  });
  const service = createSimulatorService({ db, clock, random, ids, keyring, engine });
  const payerActions = createPayerActions({ db, clock, ids, engine });
  const pageUrlOf = ({ id }: Operation): string => `${deps.publicUrl()}/pay/${pageToken(keyring, id)}`;

  const mounted: FastifyPluginAsync = async (app: FastifyInstance) => {
    const faults = createFaults();
    const trouble = createTroubleLog({
      log,
      event: "simulator.trouble",
      level: "error",
      nowMs: clock.nowMs,
      quietMs: QUIET_MS,
    });
    app.addHook("onResponse", async () => trouble.worked());
    app.addHook("preClose", async () => faults.close());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: BODY_BYTES_MAX },
      app.getDefaultJsonParser("error", "error"),
    );
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_BYTES_MAX },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(body.toString()),
    );
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const status = error.statusCode ?? 500;
      // Neither the body nor the address: both may contain a payer's input.
      if (status >= 500) trouble.failed(error);
      return reply.code(status).send({
        error: { code: status >= 500 ? "INTERNAL" : "INVALID_REQUEST", message: "The request failed." },
      });
    });
    registerApi(app, { db, clock, service, faults, pageUrlOf, deliverCallbacks });
    // A separate plugin, with its own error handler.
    const pages: FastifyPluginAsync = async (scope) => {
      registerPages(scope, {
        db,
        keyring,
        payerActions,
        publicUrl: deps.publicUrl,
        showsPins: deps.showsPins ?? true,
        passes: deps.passes,
      });
    };
    await app.register(pages);
  };

  return {
    plugin: async (app) => {
      await app.register(mounted, { prefix: SIMULATOR_PATH });
    },
    loops: [stepLoop, callbackLoop],
    drain: async () => {
      let total = 0;
      for (let round = 0; round < DRAIN_ROUNDS_MAX; round += 1) {
        const done = (await stepLoop.runOnce()) + (await callbackLoop.runOnce());
        if (done === 0) return total;
        total += done;
      }
      throw new Error("the simulator never comes to rest");
    },
  };
}
