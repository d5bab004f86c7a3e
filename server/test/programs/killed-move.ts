import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type MerchantId, type TenantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { type MoveMoment, moveMerchant } from "../../src/merchant-move/move.ts";
import { type KilledSide, openSide } from "../harness/killed-side.ts";

/** A move that stops at a moment and waits to be killed. It prints the moment. */
export interface KilledMove {
  readonly from: KilledSide;
  readonly to: KilledSide;
  readonly merchantId: string;
  readonly tenantId: string;
  readonly stopAt: MoveMoment;
}

const asked = JSON.parse(process.argv[2] ?? "") as KilledMove;
const side = (of: KilledSide) => openSide(of, "killed move");
await moveMerchant({
  from: side(asked.from),
  to: side(asked.to),
  merchantId: asked.merchantId as MerchantId,
  tenantId: asked.tenantId as TenantId,
  ids: createIdSource(systemClock, createSystemRandom()),
  clock: systemClock,
  movedBy: "killed move",
  nowMs: () => performance.now(),
  reached: async (moment) => {
    if (moment !== asked.stopAt) return;
    process.stdout.write(`${JSON.stringify(moment)}\n`);
    await new Promise((done) => setTimeout(done, 600_000));
  },
});
