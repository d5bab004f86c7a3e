import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { placeOfLeft } from "../../db/left-merchants.ts";
import { recordOrigin } from "../../db/origins.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import { sha256 } from "../../kit/secret.ts";
import { type Person, type Persons, personErrors } from "../persons/index.ts";
import { memberErrors } from "./errors.ts";
import { isInvitationToken } from "./link.ts";
import type { AcceptBody, BeginPasskeyBody, PasskeyAcceptBody } from "./schemas.ts";
import { findMember, insertMember, lockTeam, requireHere } from "./store.ts";
import { findByLink, markAccepted, readLinkNames } from "./store-invitations.ts";
import type { Invitation } from "./types.ts";
import { type MemberView, memberView, termsWords } from "./view.ts";

/** The zone of most merchants that this service is for: everybody can change their own. */
const TIME_ZONE_DEFAULT = "Africa/Abidjan";

export interface AcceptanceDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly persons: Persons;
}

/** The page of an invitation: who is invited where. */
export interface InvitationPage {
  readonly object: "invitation_page";
  readonly email: string;
  readonly merchantName: string;
  /** The person logs in and accepts; without an account it chooses a name and a password. */
  readonly hasAccount: boolean;
  readonly expiresAt: string;
}

interface PasskeyAcceptance extends PasskeyAcceptBody {
  readonly locale?: Locale;
}

interface PasswordBody extends AcceptBody {
  /** The language of a new account; that of the merchant when absent. */
  readonly locale?: Locale;
}

export type Acceptance = ReturnType<typeof createAcceptance>;

/** How somebody who was invited joins. */
export function createAcceptance({ db, ids, persons }: AcceptanceDeps) {
  const findLink = async (token: string, nowMs: number): Promise<Invitation | null> =>
    isInvitationToken(token) ? findByLink(db, sha256(token), nowMs) : null;

  /** Refuses with INVITATION_INVALID, and with WRONG_CELL before anybody chooses a password for a merchant that has left. */
  const requireLink = async (token: string, nowMs: number): Promise<Invitation> => {
    const invitation = await findLink(token, nowMs);
    if (invitation === null) throw memberErrors.INVITATION_INVALID();
    await requireHere(db, invitation.merchantId);
    return invitation;
  };

  /**
   * Uses the link up and adds the member. Whoever made the link counts as one person with who joins by it: it may have
   * read the link. Refuses with INVITATION_INVALID when the link was used meanwhile, INVITATION_OF_ANOTHER for an
   * account with another address or of another tenant, and MEMBER_EXISTS.
   */
  const join = async (
    tx: Transaction,
    token: string,
    invitation: Invitation,
    person: { readonly id: Id<"person">; readonly tenantId: string; readonly email: string },
    facts: Pick<RequestFacts, "nowMs" | "requestId" | "ip">,
  ): Promise<MemberView> => {
    const { nowMs, requestId, ip } = facts;
    const { merchantId, tenantId, terms, invitedBy } = invitation;
    if (person.email !== invitation.email || person.tenantId !== tenantId)
      throw memberErrors.INVITATION_OF_ANOTHER();
    await lockTeam(tx, merchantId);
    await requireHere(tx, merchantId);
    if (!(await markAccepted(tx, sha256(token), person.id, nowMs))) throw memberErrors.INVITATION_INVALID();
    const member = { merchantId, tenantId, personId: person.id, terms, invitedBy };
    if (!(await insertMember(tx, member, nowMs))) throw memberErrors.MEMBER_EXISTS();
    const holder = { kind: "person", id: person.id } as const;
    await recordOrigin(tx, holder, invitedBy, "created", nowMs);
    const actor: AuditActor = { ...holder, requestId, ip };
    await writeAudit(tx, ids, nowMs, {
      tenantId,
      actor,
      action: "member.joined",
      subject: publicId("person", person.id),
      before: publicId("memberInvitation", invitation.id),
      after: termsWords(terms),
    });
    const joined = await findMember(tx, merchantId, person.id);
    if (joined === null) throw new Error("the member is not there after it was added");
    return memberView(joined);
  };

  /** A person who did not exist, in the zone of most merchants; `id` is the one that a passkey was made for. */
  const openPerson = async (
    tx: Transaction,
    token: string,
    invitation: Invitation,
    given: {
      readonly id?: Id<"person">;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly locale: Locale | undefined;
    },
    facts: RequestFacts,
  ): Promise<Person> => {
    const { email, tenantId } = invitation;
    const locale = given.locale ?? (await readLinkNames(tx, invitation)).locale;
    const profile = { ...given, email, tenantId, locale, timeZone: TIME_ZONE_DEFAULT };
    const id = await persons.open(tx, profile, null, facts.nowMs);
    await join(tx, token, invitation, { id, tenantId, email }, facts);
    const account = await persons.find(tx, id);
    if (account === null) throw new Error("the person is not there after it was made");
    return account;
  };

  /** Refuses with PERSON_EMAIL_TAKEN when the address has an account: its holder logs in. */
  const refuseKnown = async ({ email }: Invitation): Promise<void> => {
    if ((await persons.findByEmail(db, email)) !== null) throw personErrors.PERSON_EMAIL_TAKEN();
  };

  return {
    /** What the page of the link shows. Refuses with INVITATION_INVALID. */
    read: async (token: string, nowMs: number): Promise<InvitationPage> => {
      const invitation = await requireLink(token, nowMs);
      const { email, expiresAtMs } = invitation;
      const { merchantName, hasAccount } = await readLinkNames(db, invitation);
      const expiresAt = new Date(expiresAtMs).toISOString();
      return { object: "invitation_page", email, merchantName, hasAccount, expiresAt };
    },

    /**
     * The invitation of a link, with the names of who invites and of the merchant, and whether that one has left for another cell; null when
     * the link does not work.
     */
    find: async (token: string, nowMs: number) => {
      const invitation = await findLink(token, nowMs);
      if (invitation === null) return null;
      const hasLeft = (await placeOfLeft(db, invitation.merchantId)) !== null;
      return { ...invitation, ...(await readLinkNames(db, invitation)), hasLeft };
    },

    /**
     * Joins with a password: a new person chooses it, one with an account logs in with it. Answers the log-in that begins.
     * Refuses with INVITATION_INVALID, VALIDATION_ERROR for a weak password or a missing name, and as log-in does.
     */
    acceptWithPassword: async (body: PasswordBody, facts: RequestFacts) => {
      const { token, password, totp, recoveryCode } = body;
      const invitation = await requireLink(token, facts.nowMs);
      const known = await persons.findByEmail(db, invitation.email);
      if (known !== null) {
        if (known.tenantId !== invitation.tenantId) throw memberErrors.INVITATION_OF_ANOTHER();
        const given = {
          password,
          ...(totp === undefined ? {} : { totp }),
          ...(recoveryCode === undefined ? {} : { recoveryCode }),
        };
        const begun = await persons.logIn.logIn(known.email, given, "COOKIE", facts);
        await db.transaction((tx) => join(tx, token, invitation, known, facts));
        return begun;
      }
      const { name, locale } = body;
      if (name === undefined) throw errors.VALIDATION_ERROR({ fields: [nameMissing] });
      const { email } = invitation;
      const passwordHash = await persons.preparePassword("password", password, { email, name });
      return db.transaction(async (tx) => {
        const account = await openPerson(tx, token, invitation, { name, passwordHash, locale }, facts);
        // A first device is no new one.
        return persons.logIn.open(tx, account, "COOKIE", { isKnownAddress: true, means: null }, facts);
      });
    },

    /**
     * What the browser is asked for a passkey in place of a password. Changes nothing. Refuses with INVITATION_INVALID,
     * PERSON_EMAIL_TAKEN and PASSKEYS_UNAVAILABLE.
     */
    beginPasskey: async ({ token, name }: BeginPasskeyBody, facts: RequestFacts) => {
      const invitation = await requireLink(token, facts.nowMs);
      await refuseKnown(invitation);
      const holder = { id: ids.next("person"), email: invitation.email, name };
      return persons.logIn.askJoiner(holder, sha256(token), facts);
    },

    /**
     * Opens an account without a password, joins, and logs in. Refuses with INVITATION_INVALID, PERSON_EMAIL_TAKEN,
     * PASSKEY_INVALID and PASSKEYS_UNAVAILABLE.
     */
    acceptWithPasskey: async (body: PasskeyAcceptance, facts: RequestFacts) => {
      const { token, name, locale, credential } = body;
      const invitation = await requireLink(token, facts.nowMs);
      await refuseKnown(invitation);
      const proven = await persons.logIn.proveJoiner(sha256(token), credential, facts);
      const id = proven.accountId as Id<"person">;
      return db.transaction(async (tx) => {
        const given = { id, name, passwordHash: null, locale };
        const account = await openPerson(tx, token, invitation, given, facts);
        const recoveryCodes = await persons.logIn.keepJoiner(tx, account, proven, facts);
        const by = { isKnownAddress: true, means: "PASSKEY" };
        return { recoveryCodes, loggedIn: await persons.logIn.open(tx, account, "COOKIE", by, facts) };
      });
    },

    /** Joins with an open log-in. Refuses with INVITATION_INVALID, INVITATION_OF_ANOTHER and MEMBER_EXISTS. */
    acceptLoggedIn: async (
      account: AccountCaller,
      token: string,
      facts: RequestFacts,
    ): Promise<MemberView> => {
      const invitation = await requireLink(token, facts.nowMs);
      const person = await persons.find(db, account.id as Id<"person">);
      if (person === null) throw errors.LOG_IN_REQUIRED();
      return db.transaction((tx) => join(tx, token, invitation, person, facts));
    },
  };
}

const nameMissing = {
  path: "name",
  rule: "required",
  message: "name is required: there is no account with this e-mail address yet.",
};
