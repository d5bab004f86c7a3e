import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type MerchantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { clearLeft } from "../../src/merchant-move/clear.ts";
import { type KilledSide, openSide } from "../harness/killed-side.ts";

/** Clears a merchant that left `here`, stops after some rounds and waits to be killed. It prints the number of rounds. */
export interface KilledClear {
  readonly here: KilledSide;
  readonly there: KilledSide;
  readonly merchantId: string;
  readonly stopAfterRounds: number;
}

const asked = JSON.parse(process.argv[2] ?? "") as KilledClear;
const side = (of: KilledSide) => openSide(of, "killed clear");
let rounds = 0;
await clearLeft({
  here: side(asked.here),
  there: side(asked.there),
  merchantId: asked.merchantId as MerchantId,
  ids: createIdSource(systemClock, createSystemRandom()),
  clock: systemClock,
  movedBy: "killed clear",
  afterRound: async () => {
    rounds += 1;
    if (rounds !== asked.stopAfterRounds) return;
    process.stdout.write(`${JSON.stringify(rounds)}\n`);
    await new Promise((done) => setTimeout(done, 600_000));
  },
});
