import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import type { FileRule } from "../../http/file-rule.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { ChangeRequestView, changeRequestExample, takesTwoDescription } from "../change-requests/index.ts";
import { bookRefusals, type EntryBooking } from "./book-entry.ts";
import type { BankEntries } from "./entries.ts";
import { bankFileErrors } from "./errors.ts";
import {
  assignExample,
  assignedExample,
  bookExample,
  bookedExample,
  dismissExample,
  entriesExample,
  entryExample,
  fileExample,
  uploadExample,
} from "./examples.ts";
import type { BankFiles } from "./files.ts";
import { FILE_BYTES_MAX } from "./formats/xml.ts";
import { assignRefusals, type BankQueue } from "./queue.ts";
import {
  AssignBody,
  BankEntryView,
  BankFileView,
  BookBody,
  DismissBody,
  EntriesBody,
  EntryListQuery,
  EntryParams,
  FileListQuery,
  FileParams,
  UploadBody,
  UploadQuery,
  uploadTypes,
} from "./schemas.ts";

/** How a statement is uploaded. What is in it is checked when it is read, with a sentence for each fault. */
const statementFile: FileRule = {
  mediaTypes: uploadTypes,
  bytesMax: FILE_BYTES_MAX,
  field: "content",
  typeField: "contentType",
  headBytes: 1,
  checkHead: () => {},
};
/** In base64 a file is a third longer; the rest of the body is short. */
const UPLOAD_BODY_BYTES_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 4_096;

export function createBankFileRoutes(
  files: BankFiles,
  entries: BankEntries,
  queue: BankQueue,
  booking: EntryBooking,
): readonly Route[] {
  const act = {
    tag: "Bank files",
    method: "POST",
    permission: "tenant.reconciliation.manage",
    idempotency: "optional",
  } as const;
  const read = {
    ...act,
    method: "GET",
    permission: "tenant.reconciliation.read",
    idempotency: "none",
  } as const;
  const taking = [
    errors.RESOURCE_NOT_FOUND,
    bankFileErrors.BANK_FILE_REFUSED,
    bankFileErrors.BANK_FILE_ALREADY_TAKEN,
  ];
  return [
    operatorRoute({
      ...act,
      path: "/tenant/bank-files",
      operationId: "takeBankFile",
      summary: "Upload a bank file",
      description:
        "A statement (camt.053), a notice of bookings (camt.054), versions 02 and 08, or CSV with the columns bookingDate, amount, currency, reference, counterparty, account, bankReference; at most 20 MB and 20 000 entries: as the body itself, with the other fields in the query, or in base64 within a JSON body. A file is taken once, an entry once, whatever files tell it. A booked credit that names a payment of the account pays it: another amount than asked for goes to review. What names none waits as a QUEUED entry. A file with any fault is refused as a whole, with a sentence in details.reason.",
      successStatus: 201,
      bodyBytesMax: UPLOAD_BODY_BYTES_MAX,
      file: statementFile,
      errors: taking,
      examples: { body: uploadExample, data: fileExample },
      schemas: { query: UploadQuery, body: UploadBody, response: BankFileView },
      handle: async ({ body, file, ...request }) => ({
        data: await files.upload(operatorRequestOf(request), body, file),
      }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/bank-files",
      operationId: "listBankFiles",
      summary: "List bank files",
      description: "Bank files, newest first, however they came.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [fileExample] },
      schemas: { query: FileListQuery, response: Type.Array(BankFileView) },
      handle: ({ operator, query }) => files.list(operator, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/bank-files/:id",
      operationId: "getBankFile",
      summary: "Get a bank file",
      description: "The number of its entries, and their results.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: fileExample },
      schemas: { params: FileParams, response: BankFileView },
      handle: async ({ operator, params }) => ({ data: await files.get(operator, params.id) }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/bank-entries",
      operationId: "takeBankEntries",
      summary: "Add bank entries",
      description:
        "For a program that reads the bank's own interface: at most 500 booked entries, taken as those of a file are. The answer is the file that they count as.",
      successStatus: 201,
      errors: taking,
      examples: {
        body: entriesExample,
        data: { ...fileExample, source: "API", format: "ENTRIES", fileName: null },
      },
      schemas: { body: EntriesBody, response: BankFileView },
      handle: async ({ body, ...request }) => ({
        data: await files.takeGiven(operatorRequestOf(request), body),
      }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/bank-entries",
      operationId: "listBankEntries",
      summary: "List bank entries",
      description: "Booked entries of all files, newest first. `status=QUEUED` is the work queue.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [entryExample] },
      schemas: { query: EntryListQuery, response: Type.Array(BankEntryView) },
      handle: ({ operator, query }) => entries.list(operator, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/bank-entries/:id",
      operationId: "getBankEntry",
      summary: "Get a bank entry",
      description:
        "What the bank reported, and its result; of a QUEUED credit also the payments that its payer probably meant, of a debit that takes money back those whose money it probably is, best first, each with its reasons.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: entryExample },
      schemas: { params: EntryParams, response: BankEntryView },
      handle: async ({ operator, params }) => ({ data: await entries.get(operator, params.id) }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/bank-entries/:id/assign",
      operationId: "assignBankEntry",
      summary: "Assign a bank entry",
      description: `For a QUEUED credit whose payment a person has found: the payment then has it as its outcome; another amount than asked for goes to review, and money for a payment that has ended is late money. For a QUEUED credit that is a payout or refund of ours, come back with its whole amount: it is booked back. For a QUEUED debit by which the bank takes a payment back (cause REVERSAL): the payment is refunded by this amount out of the merchant's wallet, and nothing is sent. ${takesTwoDescription()}`,
      permission: "tenant.payments.manage",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, ...assignRefusals],
      examples: { body: assignExample, data: assignedExample, accepted: changeRequestExample },
      schemas: {
        params: EntryParams,
        body: AssignBody,
        response: BankEntryView,
        accepted: ChangeRequestView,
      },
      handle: ({ operator, facts, idempotency, params, body }) =>
        queue.assign({ operator, facts }, idempotency, { id: params.id, ...body }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/bank-entries/:id/book",
      operationId: "bookBankEntry",
      summary: "Book a bank entry without an operation",
      description: `For a QUEUED entry of the causes NOT_EXPECTED, ALREADY_SETTLED, REVERSAL and RETURNED, when no payment, payout or refund is to change: its amount leaves the balance in the book of the account, or comes into it, against \`account\`. With \`fromMerchant\` the merchant of the named payout or refund is proposed to be debited as well. ${takesTwoDescription()}`,
      permission: "tenant.payments.manage",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, ...bookRefusals],
      examples: { body: bookExample, data: bookedExample, accepted: changeRequestExample },
      schemas: {
        params: EntryParams,
        body: BookBody,
        response: BankEntryView,
        accepted: ChangeRequestView,
      },
      handle: ({ operator, facts, idempotency, params, body }) =>
        booking.book({ operator, facts }, idempotency, { id: params.id, ...body }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/bank-entries/:id/dismiss",
      operationId: "dismissBankEntry",
      summary: "Dismiss a bank entry",
      description:
        "Ends a QUEUED entry that is about no payment, with the reason. It books nothing, and money that was sent back stays as it is.",
      permission: "tenant.payments.manage",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, bankFileErrors.BANK_ENTRY_DECIDED],
      examples: {
        body: dismissExample,
        data: {
          ...assignedExample,
          status: "NOT_OURS",
          matchedBy: null,
          reference: null,
          note: dismissExample.note,
        },
      },
      schemas: { params: EntryParams, body: DismissBody, response: BankEntryView },
      handle: async ({ params, body, ...request }) => ({
        data: await queue.dismiss(operatorRequestOf(request), params.id, body.note),
      }),
    }),
  ];
}
