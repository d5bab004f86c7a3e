import { writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { equalTo, readTenantPage } from "../../http/tenant-list.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Providers } from "../../providers/registry.ts";
import type { AskNow } from "../review/index.ts";
import type { Routing } from "../routing/index.ts";
import { compareStatement, keyOf, summarize } from "./compare.ts";
import { expectedWindow, mustBeTold, type Period } from "./coverage.ts";
import { reconciliationErrors } from "./errors.ts";
import { findBooked, findOurs } from "./our-book.ts";
import type { StatementBody, StatementListQuery } from "./schemas.ts";
import { digestOf, numberLines, readGivenLines, readPeriod, refuseOutside } from "./statement-rules.ts";
import * as store from "./store.ts";
import type { NumberedLine, Statement } from "./types.ts";
import { statementView } from "./view.ts";

export interface ReconciliationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly routing: Pick<Routing, "providerAccount">;
  readonly providers: Providers;
  readonly askNow: AskNow;
}

/** The account of the statement, and its period. */
export interface BookWanted extends Period {
  readonly mode: Mode;
  readonly accountId: Id<"providerAccount">;
}

export type Statements = ReturnType<typeof createStatements>;

/** Providers' statements: accepted once, and compared with our books at the same time. */
export function createStatements(deps: ReconciliationDeps) {
  const { db, clock, ids, keyring } = deps;

  /** The provider's own report of what it moved. Refuses with STATEMENT_NOT_AVAILABLE. */
  const ask = async ({ accountId, fromMs, toMs }: BookWanted): Promise<readonly NumberedLine[]> => {
    const account = await deps.routing.providerAccount(accountId);
    const calls = deps.providers.of(account);
    const { name, capabilities } = calls.provider;
    if (!capabilities.statement) throw reconciliationErrors.STATEMENT_NOT_AVAILABLE({ provider: name });
    const told = await calls.statement(fromMs, toMs);
    if (told.kind === "unavailable") {
      throw reconciliationErrors.STATEMENT_NOT_AVAILABLE({ provider: name, reason: told.reason });
    }
    if (told.kind === "too_long") {
      throw reconciliationErrors.STATEMENT_NOT_AVAILABLE({
        provider: name,
        reason: "the period is too long",
      });
    }
    return numberLines(told.lines);
  };

  /**
   * Refuses with VALIDATION_ERROR an invalid period, and with RESOURCE_NOT_FOUND an account that is not the tenant's.
   */
  const bookOf = async (
    tenantId: TenantId,
    asked: Pick<StatementBody, "providerAccountId" | "mode" | "from" | "to">,
  ): Promise<BookWanted> => {
    const { fromMs, toMs } = readPeriod(asked);
    const accountId = parsePublicId("providerAccount", asked.providerAccountId);
    const { mode } = asked;
    if (accountId === null || !(await store.hasAccount(db, tenantId, mode, accountId))) {
      throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
    }
    return { fromMs, toMs, mode, accountId };
  };

  /** Compares inside the transaction that stores the statement, so that no outcome is recorded in between. */
  const compare = async (
    tx: Transaction,
    tenantId: TenantId,
    book: BookWanted,
    lines: readonly NumberedLine[],
  ) => {
    const scope = { tenantId, mode: book.mode, accountId: book.accountId };
    const periods = await store.findPeriods(tx, tenantId, book.accountId);
    const ours = await findOurs(tx, scope, lines);
    const window = expectedWindow(book);
    const told = new Set(lines.map(keyOf));
    // Also those that a line identified by the provider's number alone.
    for (const line of lines) {
      const item = ours.get(keyOf(line));
      if (item !== undefined) told.add(keyOf(item));
    }
    const booked = await findBooked(tx, scope, window.fromMs, window.toMs);
    const untold = booked.filter((item) => !told.has(keyOf(item)) && mustBeTold(item, book, periods));
    // An earlier statement has already reported these.
    const noticed = await store.findMissedBefore(tx, tenantId, book.accountId, untold);
    const expected = untold.filter(({ id }) => !noticed.has(id));
    const references = [...lines, ...expected].map(({ reference }) => reference);
    const earlier = await store.findEarlierLines(tx, book.accountId, [...new Set(references)]);
    return compareStatement({ lines, ours, earlier, expected });
  };

  return {
    /**
     * Accepts a statement and reports every difference. Refuses with VALIDATION_ERROR, RESOURCE_NOT_FOUND,
     * STATEMENT_ALREADY_TAKEN, STATEMENT_NOT_AVAILABLE.
     */
    take: async ({ operator, actor, claim }: OperatorRequest, body: StatementBody) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const book = await bookOf(tenantId, body);
      const lines = (await readGivenLines(body)) ?? (await ask(book));
      refuseOutside(lines, book);
      const nowMs = clock.nowMs();
      const id = ids.next("providerStatement");
      const digest = await digestOf(lines);
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        if (!(await store.lockAccount(tx, tenantId, book.mode, book.accountId)))
          throw errors.RESOURCE_NOT_FOUND();
        const { matched, ignored, differences } = await compare(tx, tenantId, book, lines);
        const statement: Statement = {
          tenantId,
          id,
          mode: book.mode,
          providerAccountId: book.accountId,
          uploadedBy: operatorId,
          periodFromMs: book.fromMs,
          periodToMs: book.toMs,
          source: sources[body.format],
          lineCount: lines.length,
          matchedCount: matched,
          ignoredCount: ignored,
          differenceCount: differences.length,
          openCount: differences.length,
          summary: summarize(differences).map((one) => ({ ...one, amount: one.amount.toString() })),
          version: 1,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        };
        const { takenBefore } = await store.insertStatement(tx, statement, digest);
        if (takenBefore !== null) {
          const statementId = publicId("providerStatement", takenBefore);
          throw reconciliationErrors.STATEMENT_ALREADY_TAKEN({ statementId });
        }
        await store.insertLines(tx, statement, lines);
        await store.insertDifferences(tx, ids, statement, differences);
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          actor,
          action: "provider_statement.taken",
          subject: publicId("providerStatement", id),
          after: { lines: lines.length, differences: differences.length },
        });
        return statementView(statement);
      });
    },

    /** The provider's own book, as lines. Refuses as `take` does. */
    fetch: async (
      { tenantId }: OperatorCaller,
      asked: Pick<StatementBody, "providerAccountId" | "mode" | "from" | "to">,
    ): Promise<readonly NumberedLine[]> => ask(await bookOf(tenantId, asked)),

    get: async ({ tenantId }: OperatorCaller, text: string) => {
      const id = parsePublicId("providerStatement", text);
      const [statement] = id === null ? [] : await store.readStatements(db, tenantId, [id]);
      if (statement === undefined) throw errors.RESOURCE_NOT_FOUND();
      return statementView(statement);
    },

    list: async ({ tenantId }: OperatorCaller, query: StatementListQuery) => {
      const account =
        query.providerAccountId === undefined
          ? undefined
          : parsePublicId("providerAccount", query.providerAccountId);
      const { ids: found, meta } = await readTenantPage(db, {
        table: "provider_statements",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...(account === null ? [() => "false"] : equalTo("provider_account_id", "uuid", account)),
        ],
        names: {
          parse: (text) => parsePublicId("providerStatement", text),
          format: (id) => publicId("providerStatement", id as Id<"providerStatement">),
        },
        page: parsePage(query),
      });
      const rows = await store.readStatements(db, tenantId, found);
      const byId = new Map(rows.map((row) => [row.id as string, row]));
      return { data: found.flatMap((id) => byId.get(id) ?? []).map(statementView), meta };
    },
  };
}

const sources = { csv: "CSV", lines: "LINES", provider: "PROVIDER" } as const;
