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
import { auditErrors } from "./errors.ts";
import { type AuditExportQuery, type AuditListQuery, EXPORT_ENTRIES_MAX } from "./schemas.ts";
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  findAnchor,
  findSequence,
  isOpen,
  NOTHING_FILTERED,
  type OwnPart,
  readEntries,
} from "./store.ts";
import { cutPage, stretchBeside, stretchOfPage } from "./stretches.ts";
import { linesOf } from "./view.ts";

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
    const gone = ((await findAnchor(db, tenantId)) ?? 1) - 1;
    const total = await countEntries(db, tenantId, filter, gone);
    const stretch = stretchOfPage(page, total, !isOpen(filter), gone);
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
     * A range of the chain, one entry per line, with the number of its first. The file has no closing line: the next export
     * continues where it ends. Without `fromSequence` it begins where the detached files end. Refuses with AUDIT_DETACHED a
     * range that begins in them.
     */
    exportLines: async (
      tenantId: TenantId,
      { fromSequence, limit = EXPORT_ENTRIES_MAX }: AuditExportQuery,
    ): Promise<{ readonly from: number; readonly body: Buffer }> => {
      const anchor = await findAnchor(db, tenantId);
      if (anchor !== null && fromSequence !== undefined && fromSequence < anchor)
        throw auditErrors.AUDIT_DETACHED({ availableFrom: anchor });
      const from = fromSequence ?? (anchor ?? 0) + 1;
      const above = BigInt(from) - 1n;
      const entries = await readEntries(db, tenantId, NOTHING_FILTERED, { newestFirst: false, above, limit });
      return { from, body: await textFile(linesOf(entries)) };
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;

function filterOf(query: AuditListQuery, ownPart: OwnPart | null): AuditFilter {
  const { actor = null, action = null, subject = null, merchantId = null, mode = null } = query;
  const { requestId = null, q: named = null } = query;
  return { ownPart, actor, action, subject, merchantId, mode, requestId, named, ...parseCreated(query) };
}
