const MEGABYTE = 1_024 * 1_024;
/** What the service takes, per file. */
const FILE_BYTES_MAX = 20 * MEGABYTE;
const NAME_LENGTH_MAX = 200;

/** Where a bank's file is sent: its name without what the service takes in no name. Pure. */
export function bankFilePath(accountId: string, name: string): string {
  const line = name
    .replaceAll(/[\p{Cc}]/gu, " ")
    .trim()
    .slice(0, NAME_LENGTH_MAX);
  const query = new URLSearchParams({ providerAccountId: accountId, fileName: line });
  return `/tenant/bank-files?${query}`;
}

/**
 * The type to send a file as: systems name a CSV file as they like, and many know no type for XML. What is in it decides at
 * the service. Pure.
 */
export const bankFileType = (name: string): string =>
  /\.(?:csv|txt)$/i.test(name) ? "text/csv" : "application/xml";

/** Why a file need not be sent at all; null: it can be. Pure. */
export function unsendable({ size }: Pick<Blob, "size">): "EMPTY" | "TOO_LARGE" | null {
  if (size === 0) return "EMPTY";
  return size > FILE_BYTES_MAX ? "TOO_LARGE" : null;
}
