import type { AuditActor } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import {
  createLogIn,
  hashPassword,
  type IssuedLink,
  merchantAudience,
  type Notifier,
  passwordFits,
  refuseWeakPassword,
} from "../log-in/index.ts";
import { personErrors } from "./errors.ts";
import * as store from "./store.ts";
import type { NewPerson, Person } from "./types.ts";

const RECOVERY_LIFE_MS = 72 * 60 * 60 * 1000;

export interface PersonsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly notifier: Notifier;
  /** Whether a person needs a second factor for what they may do; false for all when absent. */
  readonly requiresSecondFactor?: (person: Id<"person">) => Promise<boolean>;
}

/** Who sends somebody the link back into the account. */
export type RecoveryIssuer = (
  | { readonly kind: "person"; readonly id: Id<"person"> }
  | { readonly kind: "operator"; readonly id: Id<"operator"> }
) & { readonly name: string };

export interface OpenedPerson extends Omit<NewPerson, "password"> {
  /** A new one when absent. */
  readonly id?: Id<"person">;
  /** Null: the person logs in with a passkey, which the caller keeps in the same transaction. */
  readonly passwordHash: string | null;
}

export type Persons = ReturnType<typeof createPersons>;

/** The accounts of merchants' people. */
export function createPersons(deps: PersonsDeps) {
  const { random, ids, requiresSecondFactor = async () => false } = deps;
  const logIn = createLogIn({
    ...deps,
    audience: merchantAudience,
    accounts: store.personAccounts,
    requiresSecondFactor: ({ id }) => requiresSecondFactor(id as Id<"person">),
  });

  return {
    logIn,

    /** The person with this e-mail address, in any case; null when there is none. */
    findByEmail: (db: Queryable, email: string): Promise<Person | null> =>
      store.personAccounts.findByEmail(db, email),

    find: (db: Queryable, id: Id<"person">): Promise<Person | null> => store.personAccounts.findById(db, id),

    /**
     * Hashes a password for `open`, before its transaction: hashing takes time. Refuses a weak one with
     * VALIDATION_ERROR, which names `field`.
     */
    preparePassword: async (
      field: string,
      password: string,
      holder: Pick<Person, "email" | "name">,
    ): Promise<string> => {
      await refuseWeakPassword(field, password, holder);
      return hashPassword(password, random);
    },

    /**
     * Opens an account, ACTIVE at once: whoever calls this has made sure that the holder reads the e-mail address.
     * Refuses with PERSON_EMAIL_TAKEN.
     */
    open: async (
      tx: Transaction,
      { id = ids.next("person"), ...person }: OpenedPerson,
      actor: AuditActor | null,
      nowMs: number,
    ): Promise<Id<"person">> => {
      if (!(await store.insertPerson(tx, id, person, nowMs))) throw personErrors.PERSON_EMAIL_TAKEN();
      const account = { audience: "merchant", id, tenantId: person.tenantId } as const;
      const holder = { kind: "person", id, requestId: null, ip: null } as const;
      await logIn.audit(tx, account, actor ?? holder, "opened");
      return id;
    },

    /**
     * Sends a link to a person who has lost the second factor: it sets a password and removes every second factor, once,
     * within 72 hours. Whoever issues it has made sure who the person is, never sees it, and counts as one person with it
     * for 30 days once it is used. Null for a person who is not ACTIVE. Refuses with MAIL_NOT_CONFIGURED.
     */
    sendRecovery: async (
      tx: Transaction,
      id: Id<"person">,
      { name, ...issuer }: RecoveryIssuer,
      nowMs: number,
    ): Promise<IssuedLink | null> => {
      deps.notifier.requireMail();
      const person = await store.personAccounts.lock(tx, id);
      if (person?.status !== "ACTIVE") return null;
      const link = await logIn.links.issue(tx, person, "INVITATION", issuer, RECOVERY_LIFE_MS, nowMs);
      const { url, expiresAtMs: usefulUntilMs } = link;
      await deps.notifier.notify(tx, person, { kind: "ACCOUNT_RECOVERY", by: name, url, usefulUntilMs });
      return link;
    },

    /** Only for an account that was never changed: a password that a person chose stays. Returns whether it was replaced. */
    replaceFirstPassword: async (
      tx: Transaction,
      email: string,
      passwordHash: string,
      actor: AuditActor,
    ): Promise<boolean> => {
      const known = await store.personAccounts.findByEmail(tx, email);
      if (known === null || known.version !== 1) return false;
      await store.replaceFirstPassword(tx, known.id, passwordHash);
      await logIn.audit(tx, known, actor, "password_changed");
      return true;
    },

    /** Whether this is the password of the account with this address. */
    hasPassword: async (tx: Transaction, email: string, password: string): Promise<boolean> => {
      const known = await store.personAccounts.findByEmail(tx, email);
      return known?.passwordHash != null && passwordFits(known.passwordHash, password);
    },
  };
}
