import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { parsePage } from "../../http/pagination.ts";
import type { IdempotencyClaim, OperatorCaller } from "../../http/route.ts";
import { equalTo, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { findSettlement } from "./arrivals.ts";
import { bookCorrection } from "./book-correction.ts";
import { type RailCorrection, readCorrections } from "./corrections-store.ts";
import { railErrors } from "./errors.ts";
import type { CorrectBookBody, CorrectionListQuery, RailCorrectionAnswer } from "./schemas.ts";
import type { RailsDeps } from "./service.ts";
import { readOpenSettlements } from "./settlements-store.ts";
import { lockInTransit, type RailScope } from "./store.ts";
import { railCorrectionView } from "./view.ts";

/** The differences of reconciliation, as far as a correction ends one. */
export interface CorrectedDifferences {
  /**
   * The difference of this account under a lock. Refuses with RESOURCE_NOT_FOUND, and with DIFFERENCE_RESOLVED one that
   * has ended.
   */
  lockOpen(
    tx: Transaction,
    scope: { readonly tenantId: TenantId; readonly providerAccountId: string },
    text: string,
  ): Promise<Id<"reconciliationDifference">>;
  /** Ends a locked difference by this correction. */
  end(
    tx: Transaction,
    tenantId: TenantId,
    id: Id<"reconciliationDifference">,
    note: string,
    actor: AuditActor,
    nowMs: number,
  ): Promise<void>;
}

export interface RailCorrectionsDeps extends RailsDeps {
  readonly changes: ChangeDefiner;
  readonly differences: CorrectedDifferences;
}

export type RailCorrections = ReturnType<typeof createRailCorrections>;

/** Corrections of the books of accounts at providers: in live mode one operator proposes, and another confirms. */
export function createRailCorrections({ db, ids, changes, differences }: RailCorrectionsDeps) {
  /** Refuses with RESOURCE_NOT_FOUND, and with BOOK_CORRECTION_NOT_POSSIBLE a rest that is not there. */
  const settlementKeyOf = async (
    tx: Transaction,
    scope: RailScope,
    { settlement: name, credit, amount, currency }: CorrectBookBody,
  ): Promise<string | null> => {
    if (name === undefined) return null;
    const open = await readOpenSettlements(tx, scope);
    const settlement = findSettlement(
      open.filter((one) => one.currency === currency),
      name,
    );
    if (settlement === null) throw errors.RESOURCE_NOT_FOUND({ field: "settlement" });
    const refuse = (reason: string) =>
      railErrors.BOOK_CORRECTION_NOT_POSSIBLE({ reason, open: settlement.openAmount.toString() });
    if (credit !== "in_transit") throw refuse("NOT_FROM_TRANSIT");
    if (settlement.openAmount < BigInt(amount)) throw refuse("EXCEEDS_SETTLEMENT");
    return settlement.settlementKey;
  };

  const correct = changes.define<CorrectBookBody, RailCorrectionAnswer>({
    kind: "CORRECT_PROVIDER_BOOK",
    refusals: [railErrors.BOOK_CORRECTION_NOT_POSSIBLE],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const { mode, currency, debit, credit, amount, reason } = input;
      const providerAccountId = parsePublicId("providerAccount", input.providerAccountId);
      if (providerAccountId === null) throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
      const scope = { tenantId, mode, providerAccountId };
      if ((await lockInTransit(tx, scope, currency)) === null)
        throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
      if (debit === credit) throw railErrors.BOOK_CORRECTION_NOT_POSSIBLE({ reason: "SAME_ACCOUNT" });
      const settlementKey = await settlementKeyOf(tx, scope, input);
      const differenceId =
        input.differenceId === undefined ? null : await differences.lockOpen(tx, scope, input.differenceId);
      const subject = publicId("providerAccount", providerAccountId);
      const terms = { mode, currency, debit, credit, amount, reason };
      const after = { ...terms, settlement: settlementKey, differenceId: input.differenceId ?? null };
      return {
        subject,
        before: null,
        after,
        input,
        takesTwo: mode === "LIVE",
        write: async (author) => {
          const correction: RailCorrection = {
            ...scope,
            id: ids.next("railCorrection"),
            currency,
            debitAccount: debit,
            creditAccount: credit,
            amount: BigInt(amount),
            reason,
            settlementKey,
            differenceId,
            bankEntryId: null,
            createdAtMs: nowMs,
          };
          await bookCorrection(tx, ids, correction);
          const id = publicId("railCorrection", correction.id);
          if (differenceId !== null) {
            await differences.end(tx, tenantId, differenceId, `${id}: ${reason}`, author, nowMs);
          }
          const about = { tenantId, merchantNo: null, actor: author, subject };
          const action = "provider_book.corrected";
          await writeAudit(tx, ids, nowMs, { ...about, action, before: null, after: { id, ...after } });
          return { view: railCorrectionView(correction), subject };
        },
      };
    },
  });

  return {
    /**
     * Moves an amount between two accounts of a book, and ends the difference that it answers. Refuses with
     * RESOURCE_NOT_FOUND, BOOK_CORRECTION_NOT_POSSIBLE, DIFFERENCE_RESOLVED.
     */
    correct: (acting: ActingOperator, claim: IdempotencyClaim | null, input: CorrectBookBody) =>
      correct({ acting, claim, status: 201 }, input),

    /** Those that were booked, newest first. */
    list: async ({ tenantId }: OperatorCaller, query: CorrectionListQuery) => {
      const account =
        query.providerAccountId === undefined
          ? undefined
          : parsePublicId("providerAccount", query.providerAccountId);
      const { ids: found, meta } = await readTenantPage(db, {
        table: "rail_corrections",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...(account === null ? [() => "false"] : equalTo("provider_account_id", "uuid", account)),
        ],
        names: {
          parse: (text) => parsePublicId("railCorrection", text),
          format: (id) => publicId("railCorrection", id as Id<"railCorrection">),
        },
        page: parsePage(query),
      });
      const rows = await readCorrections(db, tenantId, found);
      const byId = new Map(rows.map((row) => [row.id as string, row]));
      return { data: found.flatMap((id) => byId.get(id) ?? []).map(railCorrectionView), meta };
    },
  };
}
