import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { bookStatement } from "../rails/index.ts";
import { type Compared, compareStatement, type EarlierLine, keyOf, newLines, summarize } from "./compare.ts";
import { expectedWindow, mustBeTold, type Period } from "./coverage.ts";
import { findBooked, findOurs } from "./our-book.ts";
import * as store from "./store.ts";
import { isOperationLine, type NumberedLine, type Statement } from "./types.ts";

/** The account of a statement, and its period. */
export interface BookWanted extends Period {
  readonly mode: Mode;
  readonly accountId: Id<"providerAccount">;
}

export interface GivenStatement extends Pick<Statement, "id" | "tenantId" | "source" | "uploadedBy"> {
  readonly book: BookWanted;
  /** All within the period. */
  readonly lines: readonly NumberedLine[];
  readonly digest: Buffer;
  /** Operations that the provider gave no answer about, by `keyOf`: they are not missing. */
  readonly silent?: ReadonlySet<string>;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

export type Acceptance =
  | { readonly kind: "accepted"; readonly statement: Statement }
  | { readonly kind: "taken_before"; readonly id: Id<"providerStatement"> };

/**
 * Stores a statement with its differences from our records, and books in the account's rail book what its new lines
 * moved: one transaction, so that no outcome is recorded in between. A statement that was taken before changes nothing.
 * Refuses with RESOURCE_NOT_FOUND an account that is not the tenant's.
 */
export async function acceptStatement(
  tx: Transaction,
  ids: IdSource,
  given: GivenStatement,
): Promise<Acceptance> {
  const { id, tenantId, book, lines, actor, nowMs } = given;
  const { mode, accountId } = book;
  if (!(await store.lockAccount(tx, tenantId, mode, accountId))) throw errors.RESOURCE_NOT_FOUND();
  const { matched, ignored, differences, earlier } = await compare(tx, given);
  const statement: Statement = {
    tenantId,
    id,
    mode,
    providerAccountId: accountId,
    uploadedBy: given.uploadedBy,
    periodFromMs: book.fromMs,
    periodToMs: book.toMs,
    source: given.source,
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
  const { takenBefore } = await store.insertStatement(tx, statement, given.digest);
  if (takenBefore !== null) return { kind: "taken_before", id: takenBefore };
  await store.insertLines(tx, statement, lines);
  await store.insertDifferences(tx, ids, statement, differences);
  const scope = { tenantId, mode, providerAccountId: accountId };
  await bookStatement(tx, ids, scope, id, newLines(lines, earlier), nowMs);
  await writeAudit(tx, ids, nowMs, {
    tenantId,
    merchantNo: null,
    actor,
    action: "provider_statement.taken",
    subject: publicId("providerStatement", id),
    before: null,
    after: JSON.stringify({ lines: lines.length, differences: differences.length }),
  });
  return { kind: "accepted", statement };
}

/** Lines about the account itself have nothing of ours to differ from: the new ones count as matched. */
async function compare(
  tx: Transaction,
  { tenantId, book, lines, silent }: GivenStatement,
): Promise<Compared & { readonly earlier: readonly EarlierLine[] }> {
  const scope = { tenantId, mode: book.mode, accountId: book.accountId };
  const operations = lines.filter(isOperationLine);
  const periods = await store.findPeriods(tx, tenantId, book.accountId);
  const ours = await findOurs(tx, scope, operations);
  const window = expectedWindow(book);
  const told = new Set(operations.map(keyOf));
  // Also those that a line identified by the provider's number alone.
  for (const line of operations) {
    const item = ours.get(keyOf(line));
    if (item !== undefined) told.add(keyOf(item));
  }
  const booked = await findBooked(tx, scope, window.fromMs, window.toMs);
  const untold = booked.filter(
    (item) => !told.has(keyOf(item)) && silent?.has(keyOf(item)) !== true && mustBeTold(item, book, periods),
  );
  // An earlier statement has already reported these.
  const noticed = await store.findMissedBefore(tx, tenantId, book.accountId, untold);
  const expected = untold.filter((item) => !noticed.has(item.id));
  const references = [
    ...lines.map(({ reference }) => reference),
    ...expected.flatMap(({ reference, paymentReference = reference }) => [reference, paymentReference]),
  ];
  const earlier = await store.findEarlierLines(tx, book.accountId, [...new Set(references)]);
  const compared = await compareStatement({ lines: operations, ours, earlier, expected });
  const aboutAccount = lines.filter((line) => !isOperationLine(line));
  const fresh = newLines(aboutAccount, earlier).length;
  return {
    ...compared,
    matched: compared.matched + fresh,
    ignored: compared.ignored + aboutAccount.length - fresh,
    earlier,
  };
}
