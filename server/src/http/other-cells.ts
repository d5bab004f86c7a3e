import type { IncomingMessage } from "node:http";
import { type CellCode, cellNamedIn } from "../kit/cell.ts";
import { errors } from "./errors.ts";
import type { MovedMerchants } from "./moved-merchants.ts";

/** Where programs call. A page of another cell's payment is not found here, as any page that does not exist. */
const forPrograms = /^\/(?:api|provider-callbacks)\//;

/**
 * Refuses with WRONG_CELL (421) a request that names another cell by an id in its path or by its API key, and says which:
 * the proxy did not see the code, or was passed by. A merchant that came from there is answered. Without an id that names a cell it does nothing.
 */
export function refuseOtherCells(
  own: CellCode | null,
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  hasCome: MovedMerchants["hasCome"],
): void {
  if (!forPrograms.test(url)) return;
  const clues = { path: url, authorization: headers.authorization };
  const named = cellNamedIn(clues);
  if (named !== undefined && named !== own && !hasCome(clues))
    throw errors.WRONG_CELL({ cell: named, answeredBy: own });
}
