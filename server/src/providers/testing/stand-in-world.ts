import { inspect } from "node:util";
import { createFaultyHttp } from "../../../test/harness/faulty-http.ts";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import { createHttpOut } from "../../http-out/index.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createSeededRandom } from "../../kit/random.ts";
import type { Provider, ProviderAccount } from "../provider.ts";
import { createLogRecorder } from "../recorder.ts";
import { createProviders } from "../registry.ts";
import { openInbox } from "./inbox.ts";

/** What all stand-ins have in common. */
export interface StandIn {
  /** Sends the callbacks of everything that has ended. */
  report(): Promise<void>;
  close(): Promise<void>;
}

export const START_MS = Date.UTC(2026, 10, 21, 8, 0, 0);
const SLICE_MS = 1_000;
const SLICED_MS_MAX = 20_000;

/**
 * A clock, a network with faults on demand, an inbox: what the contract suite needs around a stand-in and its
 * connector.
 */
export async function openStandInWorld(provider: Provider) {
  const clock = createManualClock(START_MS);
  const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
  const network = createFaultyHttp({ inner: egress.trusted, random: createSeededRandom(20_261_122) });
  const inbox = await openInbox(clock);
  const { log, lines } = createRecordingLog();
  const providers = createProviders([provider], {
    httpOut: network.http,
    clock,
    log,
    recorder: createLogRecorder(log),
  });

  return {
    clock,
    network,
    inbox,
    of: (account: ProviderAccount) => providers.of(account),
    logged: () => inspect(lines, { depth: 10, maxArrayLength: null }),
    /** Second by second where it is a matter of seconds: what follows from one step comes in its own time. */
    advance: (standIn: StandIn) => async (byMs: number) => {
      const sliceMs = byMs <= SLICED_MS_MAX ? SLICE_MS : byMs;
      for (let leftMs = byMs; leftMs > 0; leftMs -= sliceMs) {
        clock.advance(Math.min(sliceMs, leftMs));
        await standIn.report();
      }
    },
    close: async (standIn: StandIn) => {
      await standIn.close();
      await inbox.close();
      await egress.close();
    },
  };
}
