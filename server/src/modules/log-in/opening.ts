import type { Database, Transaction } from "../../db/database.ts";
import { recordOrigin } from "../../db/origins.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Random } from "../../kit/random.ts";
import { type AuditAccount, actorOf, holderActor } from "./audit.ts";
import type { Links } from "./links.ts";
import type { CreatedPasskey, PasskeyJoining } from "./passkey-joining.ts";
import { hashPassword } from "./password.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import type { Sessions } from "./sessions.ts";
import type { SetPassword } from "./set-password.ts";
import { useLink } from "./store-links.ts";
import { deletePasskeys } from "./store-passkeys.ts";
import { deleteRecoveryCodes, deleteTotp } from "./store-second-factor.ts";
import type { AccountStore, LogInAccount } from "./types.ts";

export interface OpeningDeps {
  readonly db: Database;
  readonly random: Random;
  readonly accounts: AccountStore;
  readonly audit: AuditAccount;
  readonly links: Links;
  readonly joining: PasskeyJoining;
  readonly sessions: Sessions;
  readonly setPassword: SetPassword;
}

type FoundLink = NonNullable<Awaited<ReturnType<Links["find"]>>>;

/**
 * Opens the account of an invitation with what only its holder has: an account that was never used, or one whose second
 * factor is lost. Both ways end every log-in and remove every second factor.
 */
export function createOpening(deps: OpeningDeps) {
  const { db, random, accounts, audit, links, joining, sessions, setPassword } = deps;

  /** Uses the link up. Returns the account as it was, or null when the link was used or taken back meanwhile. */
  const open = async (
    tx: Transaction,
    { account: known, hash, issuer }: FoundLink,
    passwordHash: string | null,
    facts: Pick<RequestFacts, "requestId" | "ip" | "nowMs">,
  ): Promise<LogInAccount | null> => {
    const account = await accounts.lock(tx, known.id);
    if (account === null || account.status === "DISABLED") return null;
    if (!(await useLink(tx, hash, facts.nowMs))) return null;
    await setPassword(tx, account, passwordHash, null, facts.nowMs);
    await deleteTotp(tx, account);
    await deletePasskeys(tx, account);
    await deleteRecoveryCodes(tx, account);
    // The person who issued the link may have read it.
    if (issuer !== null) {
      const audience = issuer.kind === "operator" ? "operator" : "merchant";
      const maker = actorOf({ audience, id: issuer.id });
      await recordOrigin(tx, actorOf(account), maker, "created", facts.nowMs);
    }
    const texts = { before: account.status };
    await audit(tx, account, holderActor(account, facts), "invitation_accepted", texts);
    return account;
  };

  return {
    /** With a password. Null whatever is wrong with the link; refuses a weak password with VALIDATION_ERROR. */
    acceptInvitation: async (
      { token, password }: { readonly token: string; readonly password: string },
      facts: Pick<RequestFacts, "requestId" | "ip" | "nowMs">,
    ): Promise<LogInAccount | null> => {
      const found = await links.find("INVITATION", token);
      if (found === null) return null;
      await refuseWeakPassword("password", password, found.account);
      const passwordHash = await hashPassword(password, random);
      return db.transaction((tx) => open(tx, found, passwordHash, facts));
    },

    /** The question for a passkey instead. Null whatever is wrong with the link; refuses with PASSKEYS_UNAVAILABLE. */
    beginInvitationPasskey: async (token: string, facts: Pick<RequestFacts, "nowMs">) => {
      const found = await links.find("INVITATION", token);
      return found === null ? null : joining.askJoiner(found.account, found.hash, facts);
    },

    /**
     * With a passkey, which is also a log-in: it proves the device, and by finger, face or PIN its holder. A password that
     * the account had opens nothing any more. Null whatever is wrong with the link; refuses with PASSKEY_INVALID,
     * PASSKEY_EXISTS and PASSKEYS_UNAVAILABLE.
     */
    acceptInvitationByPasskey: async (
      { token, response }: { readonly token: string; readonly response: CreatedPasskey },
      facts: RequestFacts,
    ) => {
      const found = await links.find("INVITATION", token);
      if (found === null) return null;
      const proven = await joining.proveJoiner(found.hash, response, facts);
      return db.transaction(async (tx) => {
        const before = await open(tx, found, null, facts);
        if (before === null) return null;
        const recoveryCodes = await joining.keepJoiner(tx, before, proven, facts);
        const account = await accounts.lock(tx, before.id);
        if (account === null) throw new Error("a row that we hold has gone");
        const by = { isKnownAddress: true, means: "PASSKEY" };
        return { recoveryCodes, loggedIn: await sessions.open(tx, account, "COOKIE", by, facts) };
      });
    },
  };
}
