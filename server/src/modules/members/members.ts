import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller } from "../../http/route.ts";
import { type Id, type IdSource, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { type Asking, createTeamAudit, type KeyGivesWithin, lockGiver } from "./asking.ts";
import { memberErrors } from "./errors.ts";
import { readGivenTerms } from "./read-terms.ts";
import { refuseExcess, refuseLesser } from "./rules.ts";
import type { TermsBody } from "./schemas.ts";
import * as store from "./store.ts";
import type { Member } from "./types.ts";
import { type MemberView, memberView, termsWords } from "./view.ts";

export interface TeamDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly keyGivesWithin: KeyGivesWithin;
}

/** A merchant's people. */
export function createMembers({ db, ids, keyring, keyGivesWithin }: TeamDeps) {
  const audit = createTeamAudit(ids);

  const personOf = (text: string): Id<"person"> => {
    const id = parsePublicId("person", text);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    return id;
  };
  const reread = async (tx: Transaction, member: Member): Promise<MemberView> => {
    const found = await store.findMember(tx, member.merchantId, member.personId);
    if (found === null) throw new Error("a row that we hold has gone");
    return memberView(found);
  };
  const scope = ({ caller, facts, claim }: Asking, personId: Id<"person">) => ({
    claim,
    merchantNo: caller.merchantNo,
    owner: personId,
    nowMs: facts.nowMs,
    status: 200 as const,
  });
  const isSelf = ({ caller }: Asking, personId: string): boolean =>
    caller.actor.kind === "person" && caller.actor.id === personId;

  return {
    list: async (caller: Caller): Promise<MemberView[]> =>
      (await store.listMembers(db, caller.merchantId)).map(memberView),

    /** Refuses with RESOURCE_NOT_FOUND. */
    get: async (caller: Caller, text: string): Promise<MemberView> => {
      const member = await store.findMember(db, caller.merchantId, personOf(text));
      if (member === null) throw errors.RESOURCE_NOT_FOUND();
      return memberView(member);
    },

    /**
     * Changes what a person may do; what is absent stays. Takes effect with the person's next request. Refuses with
     * RESOURCE_NOT_FOUND, MEMBER_OWN_ROLE, OWNER_ONLY, MEMBER_EXCEEDS_CALLER, MEMBER_EXCEEDS_INVITER.
     */
    change: async (asking: Asking, text: string, body: TermsBody): Promise<MemberView> => {
      const personId = personOf(text);
      if (isSelf(asking, personId)) throw memberErrors.MEMBER_OWN_ROLE();
      return once(db, keyring, scope(asking, personId), async (tx) => {
        const { giver, target } = await lockGiver(tx, asking, keyGivesWithin, personId);
        if (target === null) throw errors.RESOURCE_NOT_FOUND();
        const terms = readGivenTerms(body, target.terms);
        refuseLesser(giver, target.terms);
        refuseExcess(giver, terms);
        await store.updateTerms(tx, target, terms, asking.facts.nowMs);
        const subject = publicId("person", personId);
        const words = { before: termsWords(target.terms), after: termsWords(terms) };
        await audit(tx, asking, { action: "member.changed", subject, ...words });
        return reread(tx, target);
      });
    },

    /**
     * Removes a person, whose log-in stays open for other merchants and opens nothing here from the next request on. Keys
     * that the person made stay. Refuses with RESOURCE_NOT_FOUND, LAST_OWNER, OWNER_ONLY, MEMBER_EXCEEDS_CALLER.
     */
    remove: async (asking: Asking, text: string): Promise<MemberView> => {
      const personId = personOf(text);
      return once(db, keyring, scope(asking, personId), async (tx) => {
        const { giver, target } = await lockGiver(tx, asking, keyGivesWithin, personId);
        const owners = await store.findOwners(tx, asking.caller.merchantId);
        if (owners.length === 1 && owners[0] === personId && isSelf(asking, personId))
          throw memberErrors.LAST_OWNER();
        if (target === null) throw errors.RESOURCE_NOT_FOUND();
        if (!isSelf(asking, personId)) refuseLesser(giver, target.terms);
        const view = memberView(target);
        await store.markRemoved(tx, target, asking.facts.nowMs);
        const subject = publicId("person", personId);
        await audit(tx, asking, { action: "member.removed", subject, before: termsWords(target.terms) });
        return view;
      });
    },
  };
}
