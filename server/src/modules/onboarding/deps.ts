import type { Database } from "../../db/database.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Merchants } from "../merchants/index.ts";

export interface OnboardingDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly merchants: Merchants;
  /** There are new deliveries: the worker need not wait for its next round. */
  readonly wakeWebhooks: () => void;
}
