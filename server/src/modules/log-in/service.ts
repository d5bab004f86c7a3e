import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { createAfterAnswer } from "./after-answer.ts";
import { createAttempts } from "./attempts.ts";
import type { Audience } from "./audiences.ts";
import { createAccountAudit } from "./audit.ts";
import { sessionCookie } from "./cookies.ts";
import { createCredentials } from "./credentials.ts";
import { createGates } from "./gates.ts";
import { createJournal } from "./journal.ts";
import { createLinks } from "./links.ts";
import type { Notifier } from "./notices.ts";
import { createOpening } from "./opening.ts";
import { createPasskeyJoining } from "./passkey-joining.ts";
import { createPasskeyQuestions } from "./passkey-questions.ts";
import { createPasskeys } from "./passkeys.ts";
import { createProfiles } from "./profile.ts";
import { createRecovery } from "./recovery.ts";
import { createSecondFactorCheck } from "./second-factor-check.ts";
import { createSecondFactors } from "./second-factors.ts";
import { createSessions } from "./sessions.ts";
import { createSetPassword } from "./set-password.ts";
import { createStepUp } from "./step-up.ts";
import { deleteOldSessions } from "./store-sessions.ts";
import type { AccountKey, AccountStore, LogInAccount } from "./types.ts";

export interface LogInDeps<A extends LogInAccount> {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly audience: Audience;
  readonly accounts: AccountStore<A>;
  readonly notifier: Notifier;
  /** Whether the account needs a second factor for what it may do. */
  readonly requiresSecondFactor: (account: AccountKey) => Promise<boolean>;
}

export type LogIn<A extends LogInAccount = LogInAccount> = ReturnType<typeof createLogIn<A>>;

/** Everything about the credentials of one audience's accounts. Audiences share this code and no row. */
export function createLogIn<A extends LogInAccount>(deps: LogInDeps<A>) {
  const { db, log, audience, accounts, keyring, publicUrl } = deps;
  const audit = createAccountAudit(deps);
  const afterAnswer = createAfterAnswer(log);
  const links = createLinks(deps);
  const journal = createJournal({ db, log, audience, audit, afterAnswer, onBlocked: links.sendUnlock });
  const attempts = createAttempts({ ...deps, journal });
  const checkSecondFactor = createSecondFactorCheck(keyring);
  const credentials = createCredentials<A>({ ...deps, attempts, checkSecondFactor });
  const sessions = createSessions<A>({ ...deps, audit, credentials });
  const secondFactors = createSecondFactors({ ...deps, audit });
  const questions = createPasskeyQuestions(deps);
  const passkeys = createPasskeys({ ...deps, audit, sessions, secondFactors, questions });
  const joining = createPasskeyJoining({ ...deps, audit, secondFactors, questions });
  const setPassword = createSetPassword(deps);
  const gates = createGates({ db, accounts, credentials });

  return {
    audience,
    audit,
    gates,
    cookie: sessionCookie(audience.name, publicUrl),
    links,
    ...sessions,
    ...secondFactors,
    ...passkeys,
    ...createStepUp({ ...deps, audit, attempts, credentials, checkSecondFactor, sessions }),
    ...createRecovery({ ...deps, audit, attempts, credentials, links, afterAnswer, setPassword, gates }),
    ...createOpening({ ...deps, audit, links, joining, sessions, setPassword }),
    ...joining,
    ...createProfiles({ accounts, audit }),

    /** Deletes ended log-ins, expired counts and unanswered questions. Returns the number of rows. */
    forgetOld: async (nowMs: number): Promise<number> =>
      (await deleteOldSessions(db, audience, nowMs)) +
      (await attempts.forgetOld(nowMs)) +
      (await passkeys.forgetOldChallenges(nowMs)),

    /** Resolves once the work that follows answers is done. */
    settled: afterAnswer.settled,
  };
}
