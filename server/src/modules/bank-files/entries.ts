import { errors } from "../../http/errors.ts";
import { parseStatuses } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { equalTo, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import type { IntakeDeps } from "./intake.ts";
import type { BankQueue } from "./queue.ts";
import type { EntryListQuery } from "./schemas.ts";
import * as store from "./store.ts";
import { bankEntryView } from "./view.ts";

export type BankEntries = ReturnType<typeof createBankEntries>;

/** Movements on accounts, for operators to read. */
export function createBankEntries(
  { db, keyring }: Pick<IntakeDeps, "db" | "keyring">,
  { suggest }: Pick<BankQueue, "suggest">,
) {
  return {
    get: async ({ tenantId }: OperatorCaller, text: string) => {
      const id = parsePublicId("bankEntry", text);
      const [entry] = id === null ? [] : await store.readEntries(db, tenantId, [id]);
      if (entry === undefined) throw errors.RESOURCE_NOT_FOUND();
      return bankEntryView(keyring, entry, await suggest(entry));
    },

    list: async ({ tenantId }: OperatorCaller, query: EntryListQuery) => {
      const { providerAccountId, fileId } = query;
      const account =
        providerAccountId === undefined ? undefined : parsePublicId("providerAccount", providerAccountId);
      const file = fileId === undefined ? undefined : parsePublicId("bankFile", fileId);
      const { ids: found, meta } = await readTenantPage(db, {
        table: "bank_entries",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          // What is no id of this kind names nothing.
          ...(account === null || file === null ? [() => "false"] : []),
          ...equalTo("provider_account_id", "uuid", account),
          ...equalTo("file_id", "uuid", file),
          ...oneOf("status", parseStatuses(query.status)),
          ...oneOf("cause", parseStatuses(query.cause)),
        ],
        names: {
          parse: (text) => parsePublicId("bankEntry", text),
          format: (id) => publicId("bankEntry", id as Id<"bankEntry">),
        },
        page: parsePage(query),
      });
      const rows = await store.readEntries(db, tenantId, found);
      const byId = new Map(rows.map((row) => [row.id as string, row]));
      return {
        data: found.flatMap((id) => byId.get(id) ?? []).map((entry) => bankEntryView(keyring, entry)),
        meta,
      };
    },
  };
}
