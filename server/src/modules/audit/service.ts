import type { Queryable } from "../../db/database.ts";
import { type NameOf, readNames } from "../../db/names.ts";
import { textFile } from "../../documents/index.ts";
import { parseCreated } from "../../http/list-page.ts";
import {
  cursorMeta,
  type PageByCursor,
  type PageByNumber,
  pageMeta,
  parsePage,
  unknownCursor,
} from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { type AuditExportQuery, type AuditListQuery, EXPORT_ENTRIES_MAX } from "./schemas.ts";
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  findSequence,
  isOpen,
  NOTHING_FILTERED,
  type OwnPart,
  readEntries,
} from "./store.ts";
import { cutPage, stretchBeside, stretchOfPage } from "./stretches.ts";
import { auditEntryView } from "./view.ts";

export interface AuditPage {
  readonly entries: readonly AuditRow[];
  readonly meta: PageMeta;
}

const idOf = ({ id }: AuditRow): string => publicId("auditEntry", id);

/** Reads a tenant's audit log. `db/audit.ts` writes it, in the transactions of the acts. */
export function createAudit({ db }: { readonly db: Queryable }) {
  const byNumber = async (
    tenantId: TenantId,
    filter: AuditFilter,
    page: PageByNumber,
  ): Promise<AuditPage> => {
    const total = await countEntries(db, tenantId, filter);
    const stretch = stretchOfPage(page, total, !isOpen(filter));
    const entries = stretch === null ? [] : await readEntries(db, tenantId, filter, stretch);
    return { entries, meta: pageMeta(page, total, entries.map(idOf)) };
  };

  const byCursor = async (
    tenantId: TenantId,
    filter: AuditFilter,
    page: PageByCursor,
  ): Promise<AuditPage> => {
    const id = parsePublicId("auditEntry", page.cursor);
    const sequence = id === null ? null : await findSequence(db, tenantId, filter, id);
    if (sequence === null) throw unknownCursor(page);
    const found = await readEntries(db, tenantId, filter, stretchBeside(page, sequence));
    const { entries, hasMore } = cutPage(page, found);
    return { entries, meta: cursorMeta(page, hasMore, entries.map(idOf)) };
  };

  return {
    /** Newest first by default. Refuses with VALIDATION_ERROR a cursor that is not an entry of this tenant. */
    list: (tenantId: TenantId, query: AuditListQuery, ownPart: OwnPart | null = null): Promise<AuditPage> => {
      const page = parsePage(query);
      const filter = filterOf(query, ownPart);
      return page.by === "page" ? byNumber(tenantId, filter, page) : byCursor(tenantId, filter, page);
    },
    /** The newest entries that the filters leave, at most `limit`, for a file. */
    newest: (
      tenantId: TenantId,
      query: AuditListQuery,
      ownPart: OwnPart,
      limit: number,
    ): Promise<readonly AuditRow[]> =>
      readEntries(db, tenantId, filterOf(query, ownPart), { newestFirst: true, limit }),
    /** Names of merchants and actors for a page, in one statement. */
    namesOf: (tenantId: TenantId, entries: readonly AuditRow[]): Promise<NameOf> =>
      readNames(
        db,
        tenantId,
        entries.map(({ merchantId }) => merchantId),
        entries.map(({ actor }) => actor),
      ),
    /**
     * A range of the chain, one entry per line. The file has no closing line: the next export continues where it ends.
     */
    exportLines: async (tenantId: TenantId, query: AuditExportQuery): Promise<Buffer> => {
      const entries = await readEntries(db, tenantId, NOTHING_FILTERED, {
        newestFirst: false,
        above: BigInt(query.fromSequence ?? 1) - 1n,
        limit: query.limit ?? EXPORT_ENTRIES_MAX,
      });
      return textFile(linesOf(entries));
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;

function filterOf(query: AuditListQuery, ownPart: OwnPart | null): AuditFilter {
  const { actor = null, action = null, subject = null, merchantId = null, mode = null } = query;
  const { requestId = null, q: named = null } = query;
  return { ownPart, actor, action, subject, merchantId, mode, requestId, named, ...parseCreated(query) };
}

function* linesOf(entries: readonly Parameters<typeof auditEntryView>[0][]): Iterable<string> {
  for (const entry of entries) yield `${JSON.stringify(auditEntryView(entry))}\n`;
}
