import type { Database } from "../../db/database.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";

/** Days after which an unconfirmed request expires. */
export const OPEN_FOR_DAYS = 7;
/** Per tenant. */
export const OPEN_REQUESTS_MAX = 200;
/** Rows per round of the loop that ends expired requests. */
export const EXPIRE_ROWS_MAX = 200;

export interface ChangeRequestsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}
