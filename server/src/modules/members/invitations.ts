import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller } from "../../http/route.ts";
import type { AccountActor } from "../../kit/actor.ts";
import {
  type Id,
  type IdSource,
  type MerchantId,
  parsePublicId,
  publicId,
  type TenantId,
} from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import { type Asking, createTeamAudit, type KeyGivesWithin, lockGiver } from "./asking.ts";
import { memberErrors } from "./errors.ts";
import { makeInvitationToken } from "./link.ts";
import { readGivenTerms } from "./read-terms.ts";
import { refuseExcess, refuseLesser } from "./rules.ts";
import type { InviteBody } from "./schemas.ts";
import { countPeople, findMemberByEmail, findOwners, lockTeam, requireHere } from "./store.ts";
import * as store from "./store-invitations.ts";
import type { Invitation, MemberTerms } from "./types.ts";
import {
  type InvitationView,
  type IssuedView,
  invitationStatus,
  invitationView,
  termsWords,
} from "./view.ts";

/** Lifetime of a link to join: 7 days. */
const INVITATION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Members and open invitations of a merchant together. */
const PEOPLE_MAX = 500;

/** Sends the link to the person invited, in the transaction of the invitation. */
export interface InvitationMail {
  /** False: there is no mail server, so the link is in the answer to whoever invites. */
  readonly canSend: boolean;
  send(tx: Transaction, invitation: Invitation, url: string): Promise<void>;
}

export interface InvitationsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly keyGivesWithin: KeyGivesWithin;
  /** Address of the page that opens an invitation; the token is appended. */
  readonly joinUrl: string;
  readonly mail: InvitationMail;
}

/** An invitation to be issued. */
export interface NewInvitation {
  readonly id: Id<"memberInvitation">;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly email: string;
  readonly terms: MemberTerms;
}

/** Issues an invitation in the transaction of the caller, who has checked that it may be and writes the audit entry. */
export type IssueInvitation = ReturnType<typeof createInvitations>["issue"];

/** How people come to work for a merchant: by a link that works once, for an address that is fixed. */
export function createInvitations(deps: InvitationsDeps) {
  const { db, ids, random, keyring, keyGivesWithin, joinUrl, mail } = deps;
  const audit = createTeamAudit(ids);

  const idOf = (text: string): Id<"memberInvitation"> => {
    const id = parsePublicId("memberInvitation", text);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    return id;
  };
  const newLink = () => {
    const token = makeInvitationToken(random).reveal();
    return { hash: sha256(token), url: `${joinUrl}/${token}` };
  };
  /** By mail where that can be, else in the answer. */
  const deliver = async (tx: Transaction, invitation: Invitation, url: string, nowMs: number) => {
    if (mail.canSend) await mail.send(tx, invitation, url);
    return { ...invitationView(invitation, nowMs), url: mail.canSend ? null : url };
  };

  /** The merchant's invitation that is still open or has expired. Refuses with RESOURCE_NOT_FOUND, INVITATION_ENDED. */
  const lockUnused = async (
    tx: Transaction,
    merchantId: MerchantId,
    id: Id<"memberInvitation">,
    nowMs: number,
  ) => {
    const invitation = await store.lockInvitation(tx, merchantId, id);
    if (invitation === null) throw errors.RESOURCE_NOT_FOUND();
    const status = invitationStatus(invitation, nowMs);
    if (status === "ACCEPTED" || status === "REVOKED") throw memberErrors.INVITATION_ENDED({ status });
    return invitation;
  };

  /**
   * Makes the invitation in place of an open one for the address, `replaced`. Refuses with MEMBER_EXISTS and
   * MEMBER_LIMIT_REACHED.
   */
  const issue = async (
    tx: Transaction,
    input: NewInvitation,
    invitedBy: AccountActor,
    nowMs: number,
    mayReplace: (open: Invitation) => void,
  ): Promise<IssuedView> => {
    const email = input.email.toLowerCase();
    const { merchantId } = input;
    await lockTeam(tx, merchantId);
    await requireHere(tx, merchantId);
    if ((await findMemberByEmail(tx, merchantId, email)) !== null) throw memberErrors.MEMBER_EXISTS();
    const open = await store.lockOpen(tx, merchantId, email);
    if (open !== null) {
      mayReplace(open);
      await store.markRevoked(tx, open.id, nowMs);
    }
    if ((await countPeople(tx, merchantId, nowMs)) >= PEOPLE_MAX)
      throw memberErrors.MEMBER_LIMIT_REACHED({ max: PEOPLE_MAX });
    const { hash, url } = newLink();
    const invitation: Invitation = {
      ...input,
      email,
      invitedBy,
      createdAtMs: nowMs,
      issuedAtMs: nowMs,
      expiresAtMs: nowMs + INVITATION_LIFE_MS,
      acceptedAtMs: null,
      acceptedBy: null,
      revokedAtMs: null,
    };
    await store.insertInvitation(tx, invitation, hash);
    return deliver(tx, invitation, url, nowMs);
  };

  return {
    /** For other modules: in their transaction, with their own checks and audit entry. */
    issue,

    /**
     * Invites somebody. Refuses with OWNER_ONLY, MEMBER_EXCEEDS_INVITER, MEMBER_EXISTS, MEMBER_LIMIT_REACHED, and with
     * MEMBER_EXCEEDS_CALLER when it would replace an invitation that gives more than the caller may give.
     */
    invite: async (asking: Asking, { email, ...body }: InviteBody): Promise<IssuedView> => {
      const { caller, facts, claim } = asking;
      const { nowMs } = facts;
      const terms = readGivenTerms(body);
      const id = ids.next("memberInvitation");
      const options = { claim, merchantNo: caller.merchantNo, owner: id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        const { giver } = await lockGiver(tx, asking, keyGivesWithin, null);
        const { merchantId, tenantId } = caller;
        const hasOwner = (await findOwners(tx, merchantId)).length > 0;
        refuseExcess(giver, terms, hasOwner);
        const input = { id, merchantId, tenantId, email, terms };
        const view = await issue(tx, input, caller.actor, nowMs, (open) => refuseLesser(giver, open.terms));
        await audit(tx, asking, { action: "member.invited", subject: view.id, after: termsWords(terms) });
        return view;
      });
    },

    /** Those that nobody has used or taken back, the newest first; expired ones too. */
    list: async (caller: Caller, nowMs: number): Promise<InvitationView[]> =>
      (await store.listInvitations(db, caller.merchantId)).map((one) => invitationView(one, nowMs)),

    /**
     * A new link in place of the one before, for seven days more. Refuses with RESOURCE_NOT_FOUND, INVITATION_ENDED and
     * as `invite` does.
     */
    renew: async (asking: Asking, text: string): Promise<IssuedView> => {
      const { caller, facts } = asking;
      const { nowMs } = facts;
      const id = idOf(text);
      return db.transaction(async (tx) => {
        const { giver } = await lockGiver(tx, asking, keyGivesWithin, null);
        const before = await lockUnused(tx, caller.merchantId, id, nowMs);
        const hasOwner = (await findOwners(tx, caller.merchantId)).length > 0;
        refuseExcess(giver, before.terms, hasOwner);
        const { hash, url } = newLink();
        const expiresAtMs = nowMs + INVITATION_LIFE_MS;
        await store.replaceLink(tx, id, { hash, invitedBy: caller.actor, expiresAtMs }, nowMs);
        await audit(tx, asking, {
          action: "member.invitation_renewed",
          subject: publicId("memberInvitation", id),
        });
        const renewed = { ...before, invitedBy: caller.actor, issuedAtMs: nowMs, expiresAtMs };
        return deliver(tx, renewed, url, nowMs);
      });
    },

    /** The link opens nothing any more. Refuses with RESOURCE_NOT_FOUND, INVITATION_ENDED, MEMBER_EXCEEDS_CALLER. */
    revoke: async (asking: Asking, text: string): Promise<InvitationView> => {
      const { caller, facts } = asking;
      const { nowMs } = facts;
      const id = idOf(text);
      return db.transaction(async (tx) => {
        const { giver } = await lockGiver(tx, asking, keyGivesWithin, null);
        const before = await lockUnused(tx, caller.merchantId, id, nowMs);
        refuseLesser(giver, before.terms);
        await store.markRevoked(tx, id, nowMs);
        await audit(tx, asking, {
          action: "member.invitation_revoked",
          subject: publicId("memberInvitation", id),
        });
        return invitationView({ ...before, revokedAtMs: nowMs }, nowMs);
      });
    },
  };
}
