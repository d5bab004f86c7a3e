import type { Database } from "../../db/database.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";

/** What nobody has confirmed by then is asked for anew. */
export const OPEN_FOR_DAYS = 7;
/** Of one tenant. */
export const OPEN_REQUESTS_MAX = 200;
/** A round of the loop that ends old ones. */
export const EXPIRE_ROWS_MAX = 200;

export interface ChangeRequestsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}
