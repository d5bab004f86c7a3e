import { writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Outbox } from "../mail/index.ts";
import {
  claimDigest,
  DIGEST_HOUR,
  type DueDigest,
  findDueDigests,
  readWish,
  writeWish,
} from "./digest-store.ts";
import type { Work } from "./service.ts";

const INTERVAL_MS = 60_000;

export interface DigestDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly log: Logger;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly outbox: Outbox;
}

/** The loop that tells operators each morning what waits for them. Nothing is sent where nothing waits. */
export function createDigests(
  { db, clock, log, publicUrl, outbox }: DigestDeps,
  { waiting }: Pick<Work, "waiting">,
): Loop {
  const tell = async (due: DueDigest, nowMs: number): Promise<number> => {
    const { tenantId, email, locale, timeZone } = due;
    const found = await waiting(due, nowMs);
    return db.transaction(async (tx) => {
      if (!(await claimDigest(tx, due))) return 0;
      if (found === null) return 1;
      const content = { kind: "OPERATOR_DIGEST", url: `${publicUrl}/console/work`, ...found } as const;
      await outbox.queueMail(tx, { tenantId, to: { email, locale, timeZone }, content });
      return 1;
    });
  };
  return createLoop({
    name: "operator_digests",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      if (!outbox.canSend) return 0;
      let told = 0;
      for (const due of await findDueDigests(db, nowMs)) told += await tell(due, nowMs);
      return told;
    },
  });
}

/** Whether an operator gets the digest: their own choice, and nobody else's. */
export function createDigestSettings({ db, ids }: Pick<DigestDeps, "db" | "ids">) {
  const ownId = ({ audience, id }: AccountCaller): Id<"operator"> => {
    if (audience !== "operator") throw errors.RESOURCE_NOT_FOUND();
    return id as Id<"operator">;
  };
  const view = (isOn: boolean) => ({ object: "digest_settings" as const, on: isOn, hour: DIGEST_HOUR });

  return {
    /** Refuses merchants' persons with RESOURCE_NOT_FOUND, as `change` does. */
    get: async (account: AccountCaller) => view(await readWish(db, ownId(account))),

    change: (
      account: AccountCaller,
      isOn: boolean,
      facts: Pick<RequestFacts, "requestId" | "ip" | "nowMs">,
    ) =>
      db.transaction(async (tx) => {
        const id = ownId(account);
        const { requestId, ip, nowMs } = facts;
        await writeWish(tx, id, isOn, nowMs);
        await writeAudit(tx, ids, nowMs, {
          tenantId: account.tenantId,
          actor: { kind: "operator", id, requestId, ip },
          action: "operator.digest_changed",
          subject: publicId("operator", id),
          after: isOn ? "on" : "off",
        });
        return view(isOn);
      }),
  };
}
export type DigestSettings = ReturnType<typeof createDigestSettings>;
