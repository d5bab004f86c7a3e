import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { readListRows } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { FileReply, IdempotencyClaim, PageMeta, RequestFacts } from "../../http/route.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, type MerchantNo, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { KeptDays } from "../../kit/retention.ts";
import type { AskedList, ListFinder } from "./asked-list.ts";
import { compress, contentOf, mediaTypes } from "./content.ts";
import { exportErrors } from "./errors.ts";
import { type ListReaderIdentity, readPart } from "./read-part.ts";
import { formOf, mayRead, OPEN_MAX, ROWS_AT_ONCE, ROWS_MAX } from "./rules.ts";
import type { CreateExportBody, ExportListQuery, ExportView } from "./schemas.ts";
import * as store from "./store.ts";
import type { FileForm, FilePart, ListExport } from "./types.ts";
import { type ExportOwner, exportView } from "./view.ts";

const DAY_MS = 86_400_000;
/** A request is answered after this long, however few rows it has written. */
const AT_ONCE_MS = 3_000;

export interface ExportsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly finder: ListFinder;
  readonly keptDays: Pick<KeptDays, "exports">;
  /** Called after the commit of an export that is not finished. */
  readonly wake: () => void;
}

/** Who asks, in whose name. */
export interface Asker {
  /** The merchant in one mode, or the negated number of an operator's tenant. */
  readonly scopeNo: MerchantNo;
  readonly tenantId: TenantId;
  readonly owner: ExportOwner;
  readonly maker: AccountActor;
  readonly logIn: string | null;
  readonly permissions: readonly string[];
  readonly identity: ListReaderIdentity;
  readonly actor: AuditActor;
}

interface Begun {
  readonly parts: readonly FilePart[];
  readonly rowsTotal: number | null;
  readonly rows: number;
  readonly cursor: string | null;
}

/** Exports of the callers of one kind: of merchants, or of operators. */
export function createExports({ db, clock, ids, keyring, finder, keptDays, wake }: ExportsDeps) {
  const audit = (tx: Transaction, asker: Asker, action: string, made: ListExport) =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId: asker.tenantId,
      merchantNo: asker.owner === null ? null : asker.scopeNo,
      actor: asker.actor,
      action,
      subject: publicId("listExport", made.id),
      after: made.list,
    });

  const begin = async (
    asked: AskedList,
    asker: Asker,
    facts: RequestFacts,
    form: FileForm,
  ): Promise<Begun> => {
    const startedMs = clock.nowMs();
    const top = await readPart(asked, asker.identity, facts, form, { cursor: null, rowsWritten: 0 });
    if (top.rowsTotal !== null && top.rowsTotal > ROWS_MAX) {
      throw exportErrors.EXPORT_TOO_LARGE({ rows: top.rowsTotal, rowsMax: ROWS_MAX });
    }
    const parts: FilePart[] = [top];
    let { rows, cursor } = top;
    while (cursor !== null && rows < ROWS_AT_ONCE && clock.nowMs() - startedMs < AT_ONCE_MS) {
      const part = await readPart(asked, asker.identity, facts, form, { cursor, rowsWritten: rows });
      parts.push(part);
      rows += part.rows;
      cursor = part.cursor;
    }
    return { parts, rows, cursor, rowsTotal: top.rowsTotal };
  };

  const find = async (from: Queryable, asker: Asker, id: string): Promise<ListExport> => {
    const stored = parsePublicId("listExport", id);
    const key = stored === null ? null : { merchantNo: asker.scopeNo, id: stored };
    const made = key === null ? null : await store.findExport(from, key);
    if (made === null) throw errors.RESOURCE_NOT_FOUND();
    const route = finder.operations.find(({ operationId }) => operationId === made.operation);
    if (route === undefined) throw errors.RESOURCE_NOT_FOUND();
    if (!mayRead(asker.permissions, route))
      throw errors.INSUFFICIENT_PERMISSIONS({ required: route.permission });
    return made;
  };

  return {
    /**
     * Writes up to `ROWS_AT_ONCE` rows at once, and the others in the background. Refuses with VALIDATION_ERROR,
     * INSUFFICIENT_PERMISSIONS and INVALID_MERCHANT_SCOPE as the list does, EXPORT_TOO_LARGE and TOO_MANY_EXPORTS.
     */
    create: async (
      asker: Asker,
      body: CreateExportBody,
      claim: IdempotencyClaim | null,
      facts: RequestFacts,
    ): Promise<ExportView> => {
      const asked = finder.find(body.list);
      if (!mayRead(asker.permissions, asked.route)) {
        throw errors.INSUFFICIENT_PERMISSIONS({ required: asked.route.permission });
      }
      const { merchantId } = asked.params;
      if (asker.owner !== null && merchantId !== undefined && merchantId !== asker.owner.merchantId) {
        throw errors.INVALID_MERCHANT_SCOPE();
      }
      const form = formOf(body, facts);
      const begun = await begin(asked, asker, facts, form);
      const contents = await Promise.all(begun.parts.map(({ content }) => compress(content)));
      const nowMs = clock.nowMs();
      const made: ListExport = {
        ...form,
        merchantNo: asker.scopeNo,
        id: ids.next("listExport"),
        tenantId: asker.tenantId,
        maker: asker.maker,
        logIn: asker.logIn,
        operation: asked.route.operationId,
        list: body.list,
        status: begun.cursor === null ? "READY" : "PENDING",
        failureCode: null,
        rowsWritten: begun.rows,
        rowsTotal: begun.rowsTotal,
        parts: contents.length,
        bytes: begun.parts.reduce((sum, { content }) => sum + content.length, 0),
        cursor: begun.cursor,
        leaseNo: 0,
        failures: 0,
        createdAtMs: nowMs,
        finishedAtMs: begun.cursor === null ? nowMs : null,
        expiresAtMs: nowMs + keptDays.exports * DAY_MS,
        version: 1,
      };
      const options = { claim, merchantNo: asker.scopeNo, owner: made.id, nowMs, status: 201 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        if (made.status === "PENDING" && (await store.lockPending(tx, asker.scopeNo)) >= OPEN_MAX) {
          throw exportErrors.TOO_MANY_EXPORTS({ openMax: OPEN_MAX });
        }
        await store.insertExport(tx, made);
        for (const content of contents) await store.insertPart(tx, made, content);
        await audit(tx, asker, "export.created", made);
        return exportView(made, asker.owner);
      });
      if (made.status === "PENDING") wake();
      return view;
    },

    /** The exports of lists that the caller may read. */
    list: async (
      asker: Asker,
      query: ExportListQuery,
    ): Promise<{ readonly data: ExportView[]; readonly meta: PageMeta }> => {
      const readable = finder.operations
        .filter((route) => mayRead(asker.permissions, route))
        .map(({ operationId }) => operationId);
      const { rows, meta } = await readListRows<store.ExportRow>(
        db,
        {
          source: store.exportSource,
          merchantNo: asker.scopeNo,
          filter: {
            statuses: null,
            createdFromMs: null,
            createdToMs: null,
            conditions: [(bind) => `t.operation = any(${bind(readable)}::text[])`],
          },
          names: {
            parse: (text) => parsePublicId("listExport", text),
            format: (id) => publicId("listExport", id as ListExport["id"]),
          },
          page: parsePage(query),
        },
        store.exportColumns,
      );
      return { data: rows.map((row) => exportView(store.readExport(row), asker.owner)), meta };
    },

    get: async (asker: Asker, id: string): Promise<ExportView> =>
      exportView(await find(db, asker, id), asker.owner),

    /** The file, piece by piece. Refuses with EXPORT_NOT_READY while there is none, or no longer. */
    download: async (asker: Asker, id: string): Promise<FileReply> => {
      const made = await find(db, asker, id);
      if (made.status !== "READY" || made.expiresAtMs <= clock.nowMs()) {
        throw exportErrors.EXPORT_NOT_READY({ status: made.status === "READY" ? "EXPIRED" : made.status });
      }
      await db.transaction((tx) => audit(tx, asker, "export.downloaded", made));
      const { fileName } = exportView(made, asker.owner);
      return { file: { mediaType: mediaTypes[made.format], fileName, body: contentOf(db, made) } };
    },

    /** Ends it and removes its file. Refuses with EXPORT_NOT_YOURS, EXPORT_NOT_CANCELLABLE. */
    cancel: async (asker: Asker, id: string): Promise<ExportView> => {
      const found = await find(db, asker, id);
      if (found.maker.kind !== asker.maker.kind || found.maker.id !== asker.maker.id) {
        throw exportErrors.EXPORT_NOT_YOURS();
      }
      return db.transaction(async (tx) => {
        const ended = await store.endExport(tx, found, { status: "CANCELLED" }, clock.nowMs());
        const made = await find(tx, asker, id);
        if (!ended) throw exportErrors.EXPORT_NOT_CANCELLABLE({ status: made.status });
        await audit(tx, asker, "export.cancelled", made);
        return exportView(made, asker.owner);
      });
    },
  };
}

export type Exports = ReturnType<typeof createExports>;
