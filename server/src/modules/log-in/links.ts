import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import type { Audience } from "./audiences.ts";
import type { Notifier } from "./notices.ts";
import * as store from "./store-links.ts";
import { isLinkToken, makeLinkToken } from "./token.ts";
import type { AccountStore, LogInAccount } from "./types.ts";

const MINUTE_MS = 60_000;
const RESET_LIFE_MS = 30 * MINUTE_MS;
/** Also how often at most a holder is told that the account is locked. */
const UNLOCK_LIFE_MS = 60 * MINUTE_MS;
/** Who asks for a second link within this time gets none: the first one is on its way. */
const RESET_AGAIN_MS = MINUTE_MS;

/** The page of each link, below the audience's pages; the token is appended. */
const pages: Readonly<Record<store.LinkPurpose, string>> = {
  INVITATION: "invite",
  RESET: "reset",
  UNLOCK: "unlock",
};

/** A link as it is handed over, once. Anyone who reads it can use it. */
export interface IssuedLink {
  readonly token: string;
  readonly url: string;
  readonly expiresAtMs: number;
}

export interface LinksDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audience: Audience;
  readonly accounts: AccountStore;
  readonly notifier: Notifier;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Links that work once: made, sent, and looked up. */
export function createLinks({ db, clock, random, audience, accounts, notifier, publicUrl }: LinksDeps) {
  /** A new link in place of the open one. The caller has locked the account. */
  const issue = async (
    tx: Transaction,
    account: LogInAccount,
    purpose: store.LinkPurpose,
    issuer: store.LinkIssuer,
    lifeMs: number,
    nowMs: number,
  ): Promise<IssuedLink> => {
    const token = makeLinkToken(random).reveal();
    const expiresAtMs = nowMs + lifeMs;
    const link = { hash: sha256(token), purpose, issuer, issuedAtMs: nowMs, expiresAtMs };
    await store.replaceLink(tx, account, link);
    return { token, url: `${publicUrl}${audience.pagesPath}/${pages[purpose]}/${token}`, expiresAtMs };
  };

  return {
    issue,

    /** Sends a link to a new password, unless one was sent a moment ago. Nothing for an account that is not ACTIVE. */
    sendReset: async (tx: Transaction, id: LogInAccount["id"], nowMs: number): Promise<void> => {
      const account = await accounts.lock(tx, id);
      if (account?.status !== "ACTIVE") return;
      const sentAtMs = await store.openLinkSinceMs(tx, account, "RESET", nowMs);
      if (sentAtMs !== null && nowMs < sentAtMs + RESET_AGAIN_MS) return;
      const { url, expiresAtMs } = await issue(tx, account, "RESET", null, RESET_LIFE_MS, nowMs);
      await notifier.notify(tx, account, { kind: "PASSWORD_RESET", url, usefulUntilMs: expiresAtMs });
    },

    /** Tells the holder that attempts at the account have to wait, with a link that ends it; once an hour. */
    sendUnlock: async (tx: Transaction, { id }: Pick<LogInAccount, "id">): Promise<void> => {
      if (!notifier.canSend) return;
      const nowMs = clock.nowMs();
      const account = await accounts.lock(tx, id);
      if (account?.status !== "ACTIVE") return;
      if ((await store.openLinkSinceMs(tx, account, "UNLOCK", nowMs)) !== null) return;
      const { url, expiresAtMs } = await issue(tx, account, "UNLOCK", null, UNLOCK_LIFE_MS, nowMs);
      await notifier.notify(tx, account, { kind: "ACCOUNT_LOCKED", url, usefulUntilMs: expiresAtMs });
    },

    /** The account of an open link, and who issued it; null whatever is wrong with the link. */
    find: async (
      purpose: store.LinkPurpose,
      token: string,
    ): Promise<{
      readonly account: LogInAccount;
      readonly hash: Buffer;
      readonly issuer: store.LinkIssuer;
    } | null> => {
      if (!isLinkToken(token)) return null;
      const hash = sha256(token);
      const link = await store.findOpenLink(db, audience.name, purpose, hash, clock.nowMs());
      const account = link === null ? null : await accounts.findById(db, link.accountId);
      if (link === null || account === null || account.status === "DISABLED") return null;
      return { account, hash, issuer: link.issuer };
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
