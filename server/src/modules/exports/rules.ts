import type { Separator } from "../../documents/index.ts";
import { errors } from "../../http/errors.ts";
import { hasPermission } from "../../http/permissions.ts";
import { readerLocale } from "../../http/reader-locale.ts";
import type { KeyRoute, OperatorRoute, RequestFacts } from "../../http/route.ts";
import type { Locale } from "../../kit/money.ts";
import { isTimeZone } from "../../kit/time-zone.ts";
import type { CreateExportBody } from "./schemas.ts";
import type { FileForm, ListExport } from "./types.ts";

/** A spreadsheet takes 1 048 576 rows. */
export const ROWS_MAX = 1_000_000;
/** So many rows are written before the request is answered. */
export const ROWS_AT_ONCE = 5_000;
/** Of one merchant in one mode, or of the operators of one tenant. */
export const OPEN_MAX = 5;

/** Who has French or Portuguese has a comma in decimals, and a semicolon between cells. */
const usualSeparator: Readonly<Record<Locale, Separator>> = { fr: ";", en: ",", pt: ";" };

/** The form of the file: what was not chosen follows the reader's language. Refuses an unknown time zone. Pure. */
export function formOf(body: CreateExportBody, facts: Pick<RequestFacts, "acceptLanguage">): FileForm {
  const { format = "CSV", heads = "WORDS", locale = readerLocale(facts), timeZone = "UTC" } = body;
  if (!isTimeZone(timeZone)) {
    const message = "timeZone must be a name of the IANA time zone database, as Africa/Abidjan.";
    throw errors.VALIDATION_ERROR({ fields: [{ path: "timeZone", rule: "timeZone", message }] });
  }
  // Programs read the API's names, and expect commas.
  const separator = body.separator ?? (heads === "NAMES" ? "," : usualSeparator[locale]);
  return { format, heads, locale, separator, timeZone };
}

/** Whether somebody with these permissions may read a list. Pure. */
export function mayRead(
  permissions: readonly string[],
  { permission }: Pick<KeyRoute | OperatorRoute, "permission">,
): boolean {
  return [permission].flat().some((one) => one !== null && hasPermission(permissions, one));
}

/** `payments-sandbox-2026-11-22.csv`. Pure. */
export function fileNameOf(
  name: string,
  isSandbox: boolean,
  { createdAtMs, format }: Pick<ListExport, "createdAtMs" | "format">,
): string {
  const day = new Date(createdAtMs).toISOString().slice(0, 10);
  return `${name}${isSandbox ? "-sandbox" : ""}-${day}.${format.toLowerCase()}`;
}
