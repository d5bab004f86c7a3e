import { csvFile } from "../../documents/index.ts";
import type { Caller } from "../../http/route.ts";
import { type ActivityQuery, EXPORT_ENTRIES_MAX } from "./schemas.ts";
import type { Audit } from "./service.ts";
import { type Activity, activityView } from "./view.ts";

/**
 * What a merchant may know of the platform's acts on it: what it feels, or is told in another way. Looking at its dossier or
 * its payments is not here: a suspicion must not warn the suspect.
 */
const platformActs: readonly string[] = [
  "merchant.created",
  "merchant.status_changed",
  "merchant.kyb_changed",
  "merchant.request_limit_set",
  "payout.approval_threshold_set",
  "wallet.created",
  "api_key.created",
  "api_key.revoked",
  "member.owner_invited",
];

const columns = [
  "createdAt",
  "actor",
  "actorName",
  "action",
  "subject",
  "before",
  "after",
  "ip",
  "requestId",
] as const satisfies readonly (keyof Activity)[];

/** A merchant's own part of the audit log: acts of its people and keys, and what the platform did to it. */
export function createActivity(audit: Audit) {
  const partOf = ({ merchantId, mode }: Caller) => ({ merchantId, mode, platformActs });
  return {
    /** Newest first by default. Refuses with VALIDATION_ERROR a cursor that is no entry of this merchant and mode. */
    list: async (caller: Caller, query: ActivityQuery) => {
      const part = partOf(caller);
      const { entries, meta } = await audit.list(caller.tenantId, query, part);
      const nameOf = await audit.namesOf(caller.tenantId, entries);
      return { data: entries.map((entry) => activityView(entry, nameOf, part)), meta };
    },
    /** The newest `EXPORT_ENTRIES_MAX` that the filters leave, for spreadsheets. */
    csv: async (caller: Caller, query: ActivityQuery): Promise<Buffer> => {
      const part = partOf(caller);
      const entries = await audit.newest(caller.tenantId, query, part, EXPORT_ENTRIES_MAX);
      const nameOf = await audit.namesOf(caller.tenantId, entries);
      const rows = entries.map((entry) => {
        const activity = activityView(entry, nameOf, part);
        return columns.map((column) => activity[column]);
      });
      return csvFile(columns, rows, query.separator);
    },
  };
}
