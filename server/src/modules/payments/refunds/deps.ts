import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { IdSource } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { Logger } from "../../../kit/logger.ts";
import type { Providers } from "../../../providers/registry.ts";
import type { Merchants } from "../../merchants/index.ts";
import type { Routing } from "../../routing/index.ts";
import type { OnResolution } from "../outcome/resolution-times.ts";
import type { ProviderCaller } from "../provider/caller.ts";

export interface RefundsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly merchants: Pick<Merchants, "profile">;
  readonly routing: Pick<Routing, "providerAccount">;
  readonly providers: Providers;
  /** A new id of an operation in a provider's own form; null where it accepts our reference. */
  readonly newOwnId: (provider: string) => string | null;
  /** Called after a commit that wrote deliveries. */
  readonly wakeWebhooks: () => void;
}

export interface RefundWorkerDeps extends RefundsDeps {
  readonly log: Logger;
  /** Called when an unknown outcome has become known. */
  readonly onResolution?: OnResolution;
  readonly provider: ProviderCaller;
}
