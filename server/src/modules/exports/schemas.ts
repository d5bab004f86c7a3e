import { type Static, Type } from "typebox";
import { separators } from "../../documents/index.ts";
import { pageQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { exportFailures, exportStatuses, fileFormats, headForms } from "./types.ts";

const LIST_LENGTH_MAX = 2_000;
const locales = ["fr", "en", "pt"] as const;

export const CreateExportBody = Type.Object({
  list: Type.String({
    minLength: 2,
    maxLength: LIST_LENGTH_MAX,
    pattern: "^/\\S+$",
    description:
      "The list as it is read: path and query behind `/api/v1`, without page and cursor. All that its filters show is exported, in its order.",
    "x-rule": "must be the path and the query of a list, as /payments/charges?status=FAILED",
    examples: ["/payments/charges?status=SUCCEEDED&createdFrom=2026-11-01T00:00:00Z"],
  }),
  format: Type.Optional(
    OneOf(fileFormats, {
      description:
        "CSV (the default), or XLSX: a workbook, in which text stays text, amounts are numbers with the decimals of their currency, and moments are dates.",
    }),
  ),
  heads: Type.Optional(
    OneOf(headForms, {
      description:
        "WORDS (the default): heads in the reader's language, amounts with decimals, times in `timeZone`. NAMES: names and values of the API.",
    }),
  ),
  locale: Type.Optional(
    OneOf(locales, { description: "Language of the heads; the reader's (`Accept-Language`) when absent." }),
  ),
  separator: Type.Optional(
    OneOf(separators, {
      description:
        "Between the cells of a CSV file. With `;` decimals have a comma, as French and Portuguese spreadsheets expect; that is the default in these languages.",
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "IANA name of the time zone of the times; UTC when absent.",
      examples: ["Africa/Abidjan"],
    }),
  ),
});
export type CreateExportBody = Static<typeof CreateExportBody>;

export const ExportListQuery = Type.Object({ ...pageQuery });
export type ExportListQuery = Static<typeof ExportListQuery>;

const Id = Type.String({ minLength: 1, maxLength: 40 });
export const MerchantExportsParams = Type.Object({ merchantId: UuidText });
export const MerchantExportParams = Type.Object({ merchantId: UuidText, id: Id });
export const TenantExportParams = Type.Object({ id: Id });

export const ExportView = Type.Object({
  object: Type.Literal("export"),
  id: Type.String(),
  mode: Nullable(OneOf(modes, { description: "Null: an operator's export." })),
  merchantId: Nullable(Type.String({ description: "Null: an operator's export." })),
  status: OneOf(exportStatuses, {
    description:
      "PENDING: being made, see `rowsWritten`. READY: the file can be downloaded until `expiresAt`. EXPIRED: the file has been removed.",
  }),
  list: Type.String({ description: "Path and query of the list." }),
  operation: Type.String({ description: "`operationId` of the list." }),
  fileName: Type.String(),
  format: OneOf(fileFormats),
  heads: OneOf(headForms),
  locale: OneOf(locales),
  separator: OneOf(separators),
  timeZone: Type.String(),
  rowsWritten: Type.Integer({ description: "Rows in the file so far." }),
  rowsTotal: Nullable(
    Type.Integer({
      description: "Rows of the list when the export began; null: the list does not count them.",
    }),
  ),
  bytes: Type.Integer({
    description: "Size of the file so far, in bytes; of a workbook, before it is packed.",
  }),
  failureCode: Nullable(
    OneOf(exportFailures, {
      description:
        "RIGHTS_ENDED: who asked for it may no longer read the list. LIST_REFUSED: the list no longer takes these filters. TOO_MANY_ROWS: more than a million. NOT_READABLE: it could not be read several times in a row.",
    }),
  ),
  createdBy: Type.String({ description: "Id of the key, person or operator." }),
  finishedAt: Nullable(Instant),
  expiresAt: {
    ...Instant,
    description:
      "The file is removed then: seven days after it was asked for, unless the platform has set another time.",
  },
  version: Type.Integer(),
  createdAt: Instant,
});
export type ExportView = Static<typeof ExportView>;
