import type { Static } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { cursorMeta, type PageQuery, pageMeta, parsePage, unknownCursor } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { iso } from "../payments/index.ts";
import type { StatementLineView } from "./schemas.ts";
import { readLines, readStatements, type StoredLine } from "./store.ts";

export type StatementLines = ReturnType<typeof createStatementLines>;

/** The lines of a statement, to be read again. They are numbered from 1 without a gap, so a page is a range of numbers. */
export function createStatementLines({ db }: { readonly db: Queryable }) {
  return {
    /** Refuses with RESOURCE_NOT_FOUND, also for another tenant's statement, and with VALIDATION_ERROR. */
    list: async ({ tenantId }: OperatorCaller, text: string, query: PageQuery) => {
      const id = parsePublicId("providerStatement", text);
      const [statement] = id === null ? [] : await readStatements(db, tenantId, [id]);
      if (id === null || statement === undefined) throw errors.RESOURCE_NOT_FOUND();
      const page = parsePage(query);
      const { pageSize } = page;
      if (page.by === "page") {
        const above = Math.min((page.page - 1) * pageSize, statement.lineCount);
        const data = (await readLines(db, tenantId, id, { above }, pageSize)).map(lineView);
        return { data, meta: pageMeta(page, statement.lineCount, idsOf(data)) };
      }
      const cursor = /^[1-9][0-9]{0,8}$/.test(page.cursor) ? Number(page.cursor) : null;
      if (cursor === null || cursor > statement.lineCount) throw unknownCursor(page);
      const isAfter = page.direction === "after";
      const beyond = isAfter ? { above: cursor } : { below: cursor };
      const found = await readLines(db, tenantId, id, beyond, pageSize + 1);
      const kept = found.slice(0, pageSize).map(lineView);
      const data = isAfter ? kept : kept.toReversed();
      return { data, meta: cursorMeta(page, found.length > pageSize, idsOf(data)) };
    },
  };
}

const idsOf = (lines: readonly { readonly id: string }[]): readonly string[] => lines.map(({ id }) => id);

function lineView(line: StoredLine): Static<typeof StatementLineView> {
  return {
    object: "provider_statement_line",
    id: line.lineNo.toString(),
    type: line.type,
    reference: line.reference,
    transactionId: line.transactionId,
    status: line.status,
    amount: line.amount.toString(),
    currency: line.currency,
    fee: line.fee?.toString() ?? null,
    occurredAt: iso(line.occurredAtMs),
  };
}
