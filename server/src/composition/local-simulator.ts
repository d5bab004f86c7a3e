import type { FastifyPluginAsync } from "fastify";
import type { Database, Transaction } from "../db/database.ts";
import type { PullLocal } from "../due-times.ts";
import { unavailableOf } from "../http/error-response.ts";
import { isLoopback } from "../http/limits/index.ts";
import type { Loop } from "../jobs/loop.ts";
import type { Provider, ProviderAccount } from "../providers/provider.ts";
import {
  createSimulator,
  createSimulatorConnector,
  type GuidedScenario,
  introduceAccount,
  pullSimulated,
  SIMULATOR,
  SIMULATOR_PATH,
  scenarioGuide,
  shiftSimulator,
} from "../providers/simulator/index.ts";
import type { Platform } from "./platform.ts";
import type { AppSettings } from "./ports.ts";

/** A provider that runs inside this process: it is set up, called back and moved on differently from one on the network. */
export interface LocalProvider {
  readonly name: string;
  readonly connector: Provider;
  /** Settings that each of its accounts has in addition to the operator's: its address in this process. */
  readonly ownSettings: Readonly<Record<string, string>>;
  /** The origin that it sends callbacks to: this process, even when the public address is another. */
  readonly callbackOrigin: string;
  /** Its pages and its API. */
  readonly plugin: FastifyPluginAsync;
  /** Whether a request comes from its connector: it belongs to a payment that was counted already. */
  isOwnCall(request: { readonly ip: string; readonly url: string }): boolean;
  readonly jobs: readonly Loop[];
  /** Scenarios that a request can ask for. */
  readonly scenarios: readonly GuidedScenario[];
  /** Path of the page that explains its test numbers. */
  readonly guidePath: string;
  /** Registers a new account with it. False: another account has the same key. */
  introduce(tx: Transaction, account: ProviderAccount): Promise<boolean>;
  /**
   * Moves the waiting operations of payments whose reference ends in this way nearer by `seconds`. Returns their
   * number.
   */
  shift(tx: Transaction, referenceEnd: string, seconds: number): Promise<number>;
  /** Brings nearer what a clock that was ahead has postponed. Returns how many rows. */
  pullDue(db: Database, pull: PullLocal): Promise<number>;
}

/** The provider of the sandbox. */
export function createLocalSimulator(platform: Platform, settings: AppSettings): LocalProvider {
  const { db, clock, random, ids, keyring, log, egress, publicUrl } = platform;
  const simulator = createSimulator({
    db,
    clock,
    random,
    ids,
    keyring,
    log,
    httpOut: egress.trusted,
    publicUrl: () => `${publicUrl}${SIMULATOR_PATH}`,
    showsPins: settings.isPrivate ?? true,
    passes: (error) => unavailableOf(error) !== null,
  });
  return {
    name: SIMULATOR,
    connector: createSimulatorConnector(),
    ownSettings: { baseUrl: `${settings.ownUrl}${SIMULATOR_PATH}` },
    callbackOrigin: settings.ownUrl,
    plugin: simulator.plugin,
    isOwnCall: ({ ip, url }) => isLoopback(ip) && url.startsWith(`${SIMULATOR_PATH}/v1/`),
    jobs: simulator.loops,
    scenarios: scenarioGuide,
    guidePath: SIMULATOR_PATH,
    introduce: async (tx, { id, settings: own }) => {
      const { apiKey, callbackSecret } = own;
      if (apiKey === undefined || callbackSecret === undefined) return true;
      return introduceAccount(tx, { id, apiKey, callbackSecret }, { clock, random, ids, keyring });
    },
    shift: shiftSimulator,
    pullDue: pullSimulated,
  };
}
