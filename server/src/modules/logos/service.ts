import { createHash } from "node:crypto";
import type { Database } from "../../db/database.ts";
import type { Egress } from "../../http-out/index.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import { HttpOutError } from "../../kit/http-out.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { createDrawer, type DrawingOptions, type DrawingProblem } from "./drawing.ts";
import type { LogoPicture } from "./picture.ts";
import * as store from "./store.ts";

export interface LogosDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly egress: Pick<Egress, "guarded">;
  readonly log: Logger;
  readonly drawing?: DrawingOptions | undefined;
}

/** A picture for the pages. */
export interface Logo {
  /** The end of its address; it identifies these bytes permanently. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface Logos {
  /**
   * The merchant's logo, or null as long as there is none: then it is requested, and the page shows initials. Never
   * waits for the merchant's server.
   */
  find(merchantNo: MerchantNo, sourceUrl: string): Promise<Logo | null>;
  /** The PNG of that name, or null. */
  read(name: string): Promise<Buffer | null>;
  /** Fetches the addresses that are due. */
  readonly loop: Loop;
}

const FETCH_TIMEOUT_MS = 8_000;
/** A larger file is not read completely. */
const SOURCE_BYTES_MAX = 512 * 1024;
const DAY_MS = 24 * 3_600_000;
/** A merchant may put another picture at the same address. */
export const LOOK_AGAIN_MS = 7 * DAY_MS;
const AFTER_REFUSAL_MS = DAY_MS;
const AFTER_SILENCE_MS = 3_600_000;
export const LEASE_MS = 60_000;
/** A picture whose drawing failed to return this often may have killed its processes. */
const TRIES_MAX = 2;
const CLAIM_MAX = 10;
const POLL_MS = 5_000;
const ROW_LIFE_MS = 30_000;
const ROWS_MAX = 20_000;
const PICTURE_LIFE_MS = DAY_MS;
/** 4 KB each. */
const PICTURES_MAX = 500;
const namePattern = /^([1-9][0-9]{0,9})-([0-9a-f]{16})\.png$/;

export function createLogos({ db, clock, egress, log, drawing }: LogosDeps): Logos {
  const draw = createDrawer({ log, ...drawing });
  const rows = createLoadingCache({
    load: (key) => store.findLogo(db, Number(key) as MerchantNo),
    clock,
    lifeMs: ROW_LIFE_MS,
    entriesMax: ROWS_MAX,
  });
  const pictures = createLoadingCache({
    load: (name) => {
      const [, merchantNo, digest = ""] = namePattern.exec(name) ?? [];
      return merchantNo === undefined
        ? Promise.resolve(null)
        : store.readPicture(db, Number(merchantNo) as MerchantNo, digest);
    },
    clock,
    lifeMs: PICTURE_LIFE_MS,
    entriesMax: PICTURES_MAX,
  });

  const fetchLogo = async (due: store.DueLogo): Promise<LogoPicture | Problem> => {
    const { merchantNo, mode, sourceUrl, tries } = due;
    if (tries >= TRIES_MAX) {
      log.error("logos.given_up", { merchantNo, tries });
      await store.endTries(db, merchantNo);
      return { problem: store.GIVEN_UP, againMs: LOOK_AGAIN_MS };
    }
    try {
      const answer = await egress.guarded(mode)({
        method: "GET",
        url: sourceUrl,
        headers: { accept: "image/png, image/jpeg" },
        timeoutMs: FETCH_TIMEOUT_MS,
        responseBytesMax: SOURCE_BYTES_MAX,
      });
      if (answer.status !== 200) return { problem: `HTTP_${answer.status}`, againMs: AFTER_SILENCE_MS };
      if (answer.cut) return { problem: "TOO_LARGE", againMs: AFTER_REFUSAL_MS };
      const picture = await draw(answer.body, () => store.beginTry(db, merchantNo));
      await store.endTries(db, merchantNo);
      if (!("problem" in picture)) return picture;
      const { problem } = picture;
      return { problem, againMs: isOfTheFile(problem) ? AFTER_REFUSAL_MS : AFTER_SILENCE_MS };
    } catch (error) {
      if (!(error instanceof HttpOutError)) throw error;
      const againMs = error.reason === "blocked" ? AFTER_REFUSAL_MS : AFTER_SILENCE_MS;
      return { problem: error.reason.toUpperCase(), againMs };
    }
  };

  const look = async (due: store.DueLogo): Promise<void> => {
    const answer = await fetchLogo(due);
    const nowMs = clock.nowMs();
    const looked = { ...due, nowMs };
    if ("problem" in answer) {
      log.info("logos.refused", { merchantNo: due.merchantNo, problem: answer.problem });
      await store.keepProblem(db, { ...looked, nextCheckAtMs: nowMs + answer.againMs }, answer.problem);
    } else {
      const digest = createHash("sha256").update(answer.png).digest("hex").slice(0, 16);
      const nextCheckAtMs = nowMs + LOOK_AGAIN_MS;
      await store.keepPicture(db, { ...looked, nextCheckAtMs }, { digest, picture: answer });
    }
  };

  const loop = createLoop({
    name: "logos",
    intervalMs: POLL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await store.claimDue(db, { nowMs, leaseUntilMs: nowMs + LEASE_MS, limit: CLAIM_MAX });
      await Promise.all(due.map(look));
      if (due.length > 0) rows.clear();
      return due.length;
    },
  });

  return {
    find: async (merchantNo, sourceUrl) => {
      const row = await rows.get(String(merchantNo));
      if (row === null || row.sourceUrl !== sourceUrl) {
        await store.wantLogo(db, { merchantNo, sourceUrl, nowMs: clock.nowMs() });
        rows.clear();
        loop.wake();
        return null;
      }
      const { digest, width, height } = row;
      if (digest === null || width === null || height === null) return null;
      return { name: `${merchantNo}-${digest}.png`, width, height };
    },
    read: async (name) => (namePattern.test(name) ? pictures.get(name) : null),
    loop,
  };
}

/** The other problems may be caused by a busy machine. */
const isOfTheFile = (problem: DrawingProblem): boolean => problem !== "TOO_SLOW" && problem !== "NO_THREAD";

interface Problem {
  readonly problem: string;
  /** How long until the address is tried again. */
  readonly againMs: number;
}
