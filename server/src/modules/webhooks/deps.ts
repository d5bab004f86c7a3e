import type { Database } from "../../db/database.ts";
import type { Egress } from "../../http-out/index.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";

export interface WebhooksDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly egress: Pick<Egress, "checkAddress">;
  /** Called after the commit of deliveries that are due at once. */
  readonly notifyNewDeliveries: () => void;
}
