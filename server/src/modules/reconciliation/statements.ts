import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { equalTo, readTenantPage } from "../../http/tenant-list.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Providers } from "../../providers/registry.ts";
import type { AskNow } from "../review/index.ts";
import type { Routing } from "../routing/index.ts";
import { acceptStatement, type BookWanted } from "./accept-statement.ts";
import { reconciliationErrors } from "./errors.ts";
import type { StatementBody, StatementListQuery } from "./schemas.ts";
import { digestOf, numberLines, readGivenLines, readPeriod, refuseOutside } from "./statement-rules.ts";
import * as store from "./store.ts";
import type { NumberedLine } from "./types.ts";
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
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 201 } as const;
      const digest = await digestOf(lines);
      const source = sources[body.format];
      return once(db, keyring, options, async (tx) => {
        const given = {
          id,
          tenantId,
          book,
          lines,
          digest,
          source,
          uploadedBy: operatorId,
          actor,
          nowMs,
        } as const;
        const accepted = await acceptStatement(tx, ids, given);
        if (accepted.kind === "taken_before") {
          const statementId = publicId("providerStatement", accepted.id);
          throw reconciliationErrors.STATEMENT_ALREADY_TAKEN({ statementId });
        }
        return statementView(accepted.statement);
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
