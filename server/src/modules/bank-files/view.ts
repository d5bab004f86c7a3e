import type { Static } from "typebox";
import { maskIban } from "../../kit/bank-account.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import { detailsContext } from "./intake.ts";
import type { BankEntryView, BankFileView } from "./schemas.ts";
import type { Suggestion } from "./suggestions.ts";
import type { BankEntry, BankFile, EntryDetails } from "./types.ts";

export function bankFileView(file: BankFile): Static<typeof BankFileView> {
  const { source, fileName, format, entryCount, newCount, matchedCount, queuedCount } = file;
  const { payoutFileId, receivedBy } = file;
  return {
    object: "bank_file",
    id: publicId("bankFile", file.id),
    mode: file.mode,
    providerAccountId: publicId("providerAccount", file.providerAccountId),
    source,
    fileName,
    format,
    sha256: file.digest.toString("hex"),
    entryCount,
    newCount,
    matchedCount,
    queuedCount,
    payoutFileId: payoutFileId === null ? null : publicId("payoutFile", payoutFileId),
    receivedBy: receivedBy === null ? null : publicId("operator", receivedBy),
    createdAt: iso(file.createdAtMs),
  };
}

/** Throws when the details were altered. */
export function openDetails(
  keyring: Pick<Keyring, "open">,
  entry: Pick<BankEntry, "tenantId" | "id" | "details">,
): EntryDetails {
  return JSON.parse(keyring.open(entry.details, detailsContext(entry)).toString("utf8"));
}

export type BankEntryAnswer = Static<typeof BankEntryView>;

/** `suggestions`: null where they were not looked for. */
export function bankEntryView(
  keyring: Keyring,
  entry: BankEntry,
  suggestions: readonly Suggestion[] | null = null,
): BankEntryAnswer {
  const details = openDetails(keyring, entry);
  const { counterpartyAccount: account } = details;
  const { decidedBy } = entry;
  return {
    object: "bank_entry",
    id: publicId("bankEntry", entry.id),
    mode: entry.mode,
    providerAccountId: publicId("providerAccount", entry.providerAccountId),
    fileId: publicId("bankFile", entry.fileId),
    direction: entry.direction,
    isReversal: entry.isReversal,
    amount: entry.amount.toString(),
    currency: entry.currency,
    bookedOn: entry.bookedOn,
    bankReference: entry.bankReference,
    endToEndReference: entry.endToEndId,
    structuredReferences: [...details.structuredReferences],
    text: details.text,
    counterpartyName: details.counterpartyName,
    counterpartyAccount: account === null ? null : maskIban(account),
    returnReason: details.returnReason,
    status: entry.status,
    cause: entry.cause,
    matchedBy: entry.matchedBy,
    reference: entry.ownId,
    suggestions:
      suggestions?.map(({ ownId, chargeId, status, amount, currency, reasons }) => ({
        reference: ownId,
        chargeId: publicId("charge", chargeId),
        status,
        amount: amount.toString(),
        currency,
        reasons: [...reasons],
      })) ?? null,
    note: entry.note,
    decidedBy: decidedBy === null ? null : publicId("operator", decidedBy),
    decidedAt: isoOrNull(entry.decidedAtMs),
    version: entry.version,
    createdAt: iso(entry.createdAtMs),
    updatedAt: iso(entry.updatedAtMs),
  };
}
