import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import Fastify, { type FastifyInstance } from "fastify";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { createFaultyHttp, type FaultyHttp } from "../../../test/harness/faulty-http.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import type { Database } from "../../db/database.ts";
import { DatabaseUnavailableError } from "../../db/errors.ts";
import { createHttpOut } from "../../http-out/index.ts";
import { createManualClock, type ManualClock } from "../../kit/clock.ts";
import type { HttpOut } from "../../kit/http-out.ts";
import { createIdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { money } from "../../kit/money.ts";
import { createSeededRandom } from "../../kit/random.ts";
import type { IncomingCallback } from "../callback.ts";
import type { AccountCalls } from "../calls.ts";
import type { Payer, ProviderAccount, ProviderReference, StartRequest } from "../provider.ts";
import { createLogRecorder } from "../recorder.ts";
import { createProviders } from "../registry.ts";
import { openInbox } from "../testing/inbox.ts";
import { nobody, paymentQuestion } from "../testing/questions.ts";
import { createSimulatorConnector } from "./connector.ts";
import { type PayerWallet, seedSimulator } from "./seed.ts";
import { createSimulator, SIMULATOR_PATH, type Simulator } from "./server.ts";

/** A simulator on a loopback port, its connector, and a receiver of its callbacks: for tests. */
export interface TestWorld {
  readonly simulator: Simulator;
  readonly app: FastifyInstance;
  of(account: ProviderAccount): AccountCalls;
  /** Through `account`. */
  readonly calls: AccountCalls;
  /** What the calls have logged so far, as text. */
  logged(): string;
  readonly account: ProviderAccount;
  readonly otherAccount: ProviderAccount;
  readonly network: FaultyHttp;
  readonly clock: ManualClock;
  readonly db: Database;
  readonly owner: Database;
  readonly keyring: Keyring;
  readonly payerWallets: readonly PayerWallet[];
  readonly publicUrl: string;
  readonly callbackUrl: string;
  /** The egress without faults. */
  readonly http: HttpOut;
  takeCallbacks(): readonly IncomingCallback[];
  /** The status that the callback address answers from now on. */
  answerCallbacksWith(status: number): void;
  advance(byMs: number): Promise<void>;
  start(request: Partial<StartRequest> & Pick<StartRequest, "reference">): ReturnType<AccountCalls["start"]>;
  query(reference: ProviderReference): ReturnType<AccountCalls["query"]>;
  newReference(): ProviderReference;
  close(): Promise<void>;
}

export const START_MS = Date.UTC(2026, 10, 21, 8, 0, 0);
/** Short: some scenarios never answer, and the test waits for this. */
const TIMEOUT_MS = "1000";
const SLICE_MS = 1_000;
const SLICED_MS_MAX = 20_000;
const SEED = 20_261_121;

/** A payer in Côte d'Ivoire whose number ends in `suffix`. */
export function mtn(suffix: string): Payer {
  return { ...nobody, phone: `+2250504030${suffix}`, operator: "MTN", countryCode: "CI" };
}

export async function openTestWorld(): Promise<TestWorld> {
  const { db, owner, drop } = await createTestDatabase();
  const clock = createManualClock(START_MS);
  const random = createSeededRandom(SEED);
  const ids = createIdSource(clock, random);
  const keyring = createTestKeyring();
  const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
  const inbox = await openInbox(clock);
  let publicUrl = "";
  const simulator = createSimulator({
    db,
    clock,
    random,
    ids,
    keyring,
    log: quietLog,
    httpOut: egress.trusted,
    publicUrl: () => publicUrl,
    passes: (error) => error instanceof DatabaseUnavailableError,
  });
  const app = Fastify();
  await app.register(simulator.plugin);
  await app.listen({ host: "127.0.0.1", port: 0 });
  publicUrl = `${addressOf(app.server.address())}${SIMULATOR_PATH}`;

  const accountOf = (id: string, name: string): ProviderAccount => ({
    id,
    provider: "simulator",
    mode: "SANDBOX",
    settings: {
      baseUrl: publicUrl,
      apiKey: `simkey_${name}_0123456789`,
      callbackSecret: `simsecret_${name}_9876543210`,
      timeoutMs: TIMEOUT_MS,
    },
  });
  const account = accountOf("0193f000-0000-7000-9000-000000000001", "first");
  const otherAccount = accountOf("0193f000-0000-7000-9000-000000000002", "second");
  const seed = ({ id, settings: { apiKey = "", callbackSecret = "" } }: ProviderAccount) =>
    seedSimulator(db, { id, apiKey, callbackSecret }, { clock, random, ids, keyring });
  const { payerWallets } = await seed(account);
  await seed(otherAccount);

  const network = createFaultyHttp({ inner: egress.trusted, random });
  const { log, lines } = createRecordingLog();
  const providers = createProviders([createSimulatorConnector()], {
    httpOut: network.http,
    clock,
    log,
    recorder: createLogRecorder(log),
  });
  const calls = providers.of(account);
  return {
    simulator,
    app,
    of: providers.of,
    calls,
    logged: () => inspect(lines, { depth: 10, maxArrayLength: null }),
    account,
    otherAccount,
    network,
    clock,
    db,
    owner,
    keyring,
    payerWallets,
    publicUrl,
    callbackUrl: inbox.addressOf(account.id),
    http: egress.trusted,
    takeCallbacks: inbox.take,
    answerCallbacksWith: inbox.answerWith,
    advance: async (byMs) => {
      // In steps of a second for short times, so that what follows from one step happens at its own time.
      const sliceMs = byMs <= SLICED_MS_MAX ? SLICE_MS : byMs;
      for (let leftMs = byMs; leftMs > 0; leftMs -= sliceMs) {
        clock.advance(Math.min(sliceMs, leftMs));
        await simulator.drain();
      }
    },
    start: (request) =>
      calls.start({
        method: "MOBILE_MONEY",
        amount: money(5_000n, "XOF"),
        payer: mtn("789"),
        title: "Panier",
        merchantName: "Maison Akwaba",
        locale: "fr",
        returnUrl: "https://merchant.example/back?session=cs_secret",
        callbackUrl: inbox.addressOf(account.id),
        expiresAtMs: clock.nowMs() + 30 * 60_000,
        ownId: request.reference,
        ...request,
      }),
    query: (reference) => calls.query(paymentQuestion(reference)),
    newReference: () => ids.uuid() as ProviderReference,
    close: async () => {
      await app.close();
      await inbox.close();
      await egress.close();
      await drop();
    },
  };
}

function addressOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}
