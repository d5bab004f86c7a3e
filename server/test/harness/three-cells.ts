import type { CellCode } from "../../src/kit/cell.ts";
import type { MerchantId } from "../../src/kit/ids.ts";
import { moveMerchant } from "../../src/merchant-move/move.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { createRecordingLog } from "./log.ts";
import { arrangeMerchant, startFront } from "./moving-merchant.ts";

/** A provider that all cells reach: the simulator under another name, so that none takes it for its own. */
const connectors = [{ ...createSimulatorConnector(), name: "elsewhere" }];
/** The default cell and two others, in the order of `Cells`. */
export const codes = [null, "sn", "ci"] as const;

export interface Cells {
  readonly cells: readonly [TestApp, TestApp, TestApp];
  readonly logs: readonly ReturnType<typeof createRecordingLog>[];
  /** The merchant's key, made in the first cell. */
  readonly key: string;
  close(): Promise<void>;
}

/** Three cells behind one address, and a merchant with a bit of everything in the first one. */
export async function openCells(seed: number, openFront: typeof startFront = startFront): Promise<Cells> {
  let cells: readonly TestApp[] = [];
  const front = await openFront((cell) => (cells[codes.indexOf(cell as never)] as TestApp).origin);
  const logs = codes.map(() => createRecordingLog());
  const start = async (at: number): Promise<TestApp> => {
    const code = codes[at] ?? null;
    const cell = await startTestApp({
      ...{ seed: seed + at, log: logs[at]?.log, publicUrl: front.origin, connectors },
      ...(code === null ? {} : { cell: code as CellCode }),
    } as Parameters<typeof startTestApp>[0]);
    return {
      ...cell,
      advance: async (byMs, stepMs) => {
        await cell.advance(byMs, stepMs);
        // A callback may have been passed on to another cell, which answers before it asks the provider.
        for (const { app } of cells) await app.callbacksSettled();
      },
    };
  };
  const started = [await start(0), await start(1), await start(2)] as const;
  cells = started;
  for (const cell of started)
    await cell.owner.query({ text: "update provider_accounts set provider = 'elsewhere'" });
  await arrangeMerchant(started[0]);
  return {
    cells: started,
    logs,
    key: started[0].apiKey,
    close: async () => {
      front.close();
      await Promise.all(started.map((cell) => cell.stop()));
    },
  };
}

/** A cell as the commands of moves see it. */
export const sideOf = ({ owner, keyring }: TestApp) => ({ db: owner, keyring });

/** What a loop of the cell would take up, of any merchant. */
export const waitingIn = ({ owner }: TestApp) =>
  owner.query({
    text: `select 'checks' as what from charge_checks where next_check_at < 'infinity'
           union all select 'settlements' from settlements where due_at < 'infinity'
           union all select 'deliveries' from webhook_deliveries where status = 'PENDING'`,
  });

export const moving = async ({ cells: [home] }: Cells, from: TestApp, to: TestApp) => {
  const [row] = await to.owner.query<{ id: string }>({
    text: "select tenant_id as id from merchants where id = any($1) order by id = $2 desc limit 1",
    values: [[home.merchantId, to.merchantId], home.merchantId],
  });
  return {
    from: sideOf(from),
    to: sideOf(to),
    merchantId: home.merchantId as MerchantId,
    tenantId: row?.id as never,
    ids: from.app.ids,
    clock: from.clock,
    movedBy: "a test",
    nowMs: () => performance.now(),
  };
};

/** Every process looks who has left and come; the cells of a test have clocks of their own. */
export async function look({ cells }: Cells): Promise<void> {
  for (const cell of cells) await cell.app.loops.movedMerchants?.runOnce();
}

export async function move(all: Cells, from: TestApp, to: TestApp): Promise<void> {
  const nowMs = Math.max(...all.cells.map(({ clock }) => clock.nowMs()));
  for (const { clock } of all.cells) clock.advance(nowMs - clock.nowMs());
  await moveMerchant(await moving(all, from, to));
  await to.owner.query({
    text: "update merchant_moves set verified_at = $1 where direction = 'IN' and id = (select id from merchant_moves order by planned_at desc limit 1)",
    values: [new Date(nowMs + 1)],
  });
  await look(all);
  for (const { clock } of all.cells) clock.advance(1_000);
}

/** Everything by which a request names the merchant. */
export const namesOf = (all: Cells, sessions: readonly string[], slugs: readonly string[]) => [
  ["/payments/charges", all.key] as const,
  ...sessions.map((id) => [`/checkout/pay/${id}/status`, null] as const),
  ...slugs.map((slug) => [`/checkout/links/${slug}`, null] as const),
];
