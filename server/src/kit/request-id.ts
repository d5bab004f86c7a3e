import { type CellCode, codePart, isCellCode } from "./cell.ts";
import { type Id, parsePublicId, prefixes, publicId } from "./ids.ts";

const PREFIX = `${prefixes.request}_`;

/** A request's id as its answer and the log show it: `req_`, the code of the cell that answered, 26 characters. */
export function formatRequestId(cell: CellCode | null, id: Id<"request">): string {
  const plain = publicId("request", id);
  return cell === null ? plain : `${PREFIX}${codePart(cell)}${plain.slice(PREFIX.length)}`;
}

/** The id in a text of that form, of whichever cell; null when it is none. */
export function parseRequestId(text: string): Id<"request"> | null {
  const [, first = "", second] = text.split("_");
  if (second === undefined) return parsePublicId("request", text);
  return isCellCode(first) && text === `${PREFIX}${first}_${second}`
    ? parsePublicId("request", `${PREFIX}${second}`)
    : null;
}
