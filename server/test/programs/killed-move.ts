import { createDatabase } from "../../src/db/pool.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type MerchantId, type TenantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { type MoveMoment, moveMerchant } from "../../src/merchant-move/move.ts";
import { createTestKeyring } from "../harness/keyring.ts";
import { quietLog } from "../harness/log.ts";

/** A move that stops at a moment and waits to be killed. It prints the moment. */
export interface KilledMove {
  readonly from: { readonly url: string; readonly seed: string; readonly cell: string | null };
  readonly to: KilledMove["from"];
  readonly merchantId: string;
  readonly tenantId: string;
  readonly stopAt: MoveMoment;
}

const asked = JSON.parse(process.argv[2] ?? "") as KilledMove;
const side = ({ url, seed, cell }: KilledMove["from"]) => ({
  db: createDatabase({ url, max: 3, applicationName: "killed move", log: quietLog }),
  keyring: createTestKeyring(seed, cell as CellCode | null),
});
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
