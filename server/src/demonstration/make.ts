import type { App } from "../composition/app.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import { assert } from "../kit/errors.ts";
import type { MerchantNo, TenantId } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Logger } from "../kit/logger.ts";
import { createSeededRandom, type Random } from "../kit/random.ts";
import { addFirstOwner } from "../modules/members/index.ts";
import { forgetSums } from "../modules/reports/index.ts";
import { endKeys, haveMerchant, type MadeMerchant, replaceKey } from "./merchant.ts";
import { inPart, type Pace } from "./pace.ts";
import { createCall, type OpenBeside, openPast, type Past } from "./past.ts";
import { planOf, type Scene } from "./plan.ts";
import { createPlayer, type Player } from "./play.ts";
import {
  claimPart,
  type Demonstration,
  findDemonstration,
  findLiveNumber,
  isUnderWay,
  writeFinished,
} from "./store.ts";
import { playToday } from "./today.ts";

/** Every demonstration plays the same story. */
const STORY = 20_261_123;
const MINUTE_MS = 60_000;

export interface DemonstrationDeps {
  readonly app: App;
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly random: Random;
  readonly log: Logger;
  readonly openBeside: OpenBeside;
  readonly ownUrl: string;
  readonly tenantId: TenantId;
  /** How an operator logs in; null when that is not known here. */
  readonly operator: { readonly email: string; readonly password: string } | null;
  /** Whose dashboard shows the merchant when it is made. */
  readonly ownerEmail: string;
  readonly pace: Pace;
}

/** A demonstration that is not finished. */
export interface Making {
  /** Goes on in the background; resolves when it is made, or stopped. True: it is made. */
  run(): Promise<boolean>;
  /** Ends with the part under way; the next start goes on after it. */
  stop(): Promise<void>;
}

/**
 * What is left to be made of the tenant's demonstration; null when there is none or it is finished. To be called before
 * the loops start: what an earlier process left under way is brought to its end in its own time.
 */
export async function openDemonstration(deps: DemonstrationDeps): Promise<Making | null> {
  const found = await findDemonstration(deps.db, deps.tenantId);
  if (found === null || found.isFinished) return null;
  const parts = partsOf(planOf(found, createSeededRandom(STORY)), deps.pace.scenesPerPart);
  const stopping = new AbortController();
  let world: World | null = null;
  if (found.partsBegun > 0 && found.partsBegun <= parts.length) {
    world = await openWorld(deps, found);
    world.past.moveTo((parts[found.partsBegun - 1]?.at(-1)?.atMs ?? 0) + MINUTE_MS);
    await world.player.settle();
  }
  let running: Promise<boolean> | null = null;
  return {
    run: () => {
      running = make(deps, found, parts, world, stopping.signal);
      return running;
    },
    stop: async () => {
      stopping.abort();
      await (running ?? world?.past.close());
    },
  };
}

interface World {
  readonly past: Past;
  readonly player: Player;
  readonly merchant: MadeMerchant;
  readonly walletId: string;
}

async function openWorld(deps: DemonstrationDeps, found: Demonstration): Promise<World> {
  const { db, openBeside } = deps;
  const past = await openPast(openBeside, deps, found.beginsAtMs);
  const merchant = await haveMerchant(past, found, deps);
  const call = createCall(past.app, await replaceKey(past.app, db, merchant.merchantNo));
  past.app.access.forget();
  const { status, data: wallets } = await call("GET", "/payments/wallets");
  assert(status === 200, `the merchant's wallets can be read, and the answer was ${status}`);
  const walletId = wallets[0]?.id;
  assert(typeof walletId === "string", "the merchant has its wallet");
  // Another randomness than that of the plan, which every start draws anew.
  const player = createPlayer({
    past,
    call,
    walletId,
    random: createSeededRandom(STORY + 1),
    isUnderWay: () => isUnderWay(db, merchant.merchantNo),
  });
  return { past, player, merchant, walletId };
}

async function make(
  deps: DemonstrationDeps,
  found: Demonstration,
  parts: readonly (readonly Scene[])[],
  opened: World | null,
  stopping: AbortSignal,
): Promise<boolean> {
  const { app, db, log, tenantId, pace } = deps;
  const startedMs = performance.now();
  log.info("demonstration.begun", { payments: found.payments, part: found.partsBegun, parts: parts.length });
  const world = opened ?? (await openWorld(deps, found));
  const { past, player, merchant } = world;
  try {
    for (const [part, scenes] of parts.entries()) {
      if (part < found.partsBegun) continue;
      if (stopping.aborted) return false;
      await inPart(app.dueLoops, stopping, pace.pauseFactor, async () => {
        if (!(await claimPart(db, tenantId, part))) return;
        for (const scene of scenes) await player.play(scene);
        await player.settle();
        // Rows of the past came after those that are counted: the sums begin anew.
        await db.transaction((tx) => forgetSums(tx, merchant.merchantNo));
      });
    }
  } finally {
    await past.close();
  }
  if (stopping.aborted) return false;
  if (await claimPart(db, tenantId, parts.length)) await playLastDay(deps, world, stopping);
  await finish(deps, merchant.merchantNo, world);
  log.info("demonstration.made", { seconds: Math.round((performance.now() - startedMs) / 1_000) });
  return true;
}

async function playLastDay(
  deps: DemonstrationDeps,
  { merchant, walletId }: World,
  stopping: AbortSignal,
): Promise<void> {
  const { app, db } = deps;
  const liveNo = await findLiveNumber(db, merchant.merchantId);
  const key = await replaceKey(app, db, merchant.merchantNo);
  const liveKey = await replaceKey(app, db, liveNo);
  app.access.forget();
  await playToday({ ...deps, ...merchant, walletId, key, liveKey, stopping });
  await endKeys(app, db, liveNo);
}

/** The key ends, and the first owner finds the merchant in the dashboard. */
async function finish(
  { app, db, clock, tenantId, ownerEmail }: DemonstrationDeps,
  merchantNo: MerchantNo,
  { merchant }: World,
): Promise<void> {
  await endKeys(app, db, merchantNo);
  await db.transaction(async (tx) => {
    const owner = await app.persons.findByEmail(tx, ownerEmail);
    const { merchantId } = merchant;
    if (owner !== null) await addFirstOwner(tx, { merchantId, tenantId, personId: owner.id }, clock.nowMs());
    await writeFinished(tx, tenantId, clock.nowMs());
  });
  app.access.forget();
}

function partsOf(scenes: readonly Scene[], scenesPerPart: number): readonly (readonly Scene[])[] {
  return Array.from({ length: Math.ceil(scenes.length / scenesPerPart) }, (_none, part) =>
    scenes.slice(part * scenesPerPart, (part + 1) * scenesPerPart),
  );
}
