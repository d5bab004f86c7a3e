import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import { isTimeZone } from "../../kit/time-zone.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import type { Gate } from "./gates.ts";
import type { AccountStore, Profile } from "./types.ts";

/** Holders' own name, language and time zone. */
export function createProfiles({
  accounts,
  audit,
}: {
  readonly accounts: AccountStore;
  readonly audit: AuditAccount;
}) {
  return {
    /** Absent fields stay. Refuses with VALIDATION_ERROR a time zone that does not exist, and as the gate does. */
    changeProfile: (gate: Gate, change: Partial<Profile>, facts: RequestFacts): Promise<void> => {
      if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) {
        const message = "timeZone must be a name of the IANA time zone database, as Africa/Abidjan.";
        throw errors.VALIDATION_ERROR({ fields: [{ path: "timeZone", rule: "timeZone", message }] });
      }
      return gate(async (tx, account) => {
        const { name, locale, timeZone } = { ...account, ...change };
        await accounts.writeProfile(tx, account.id, { name, locale, timeZone }, facts.nowMs);
        await audit(tx, account, holderActor(account, facts), "profile_changed");
      });
    },
  };
}
