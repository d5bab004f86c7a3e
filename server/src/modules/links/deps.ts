import type { Database, Queryable } from "../../db/database.ts";
import type { CellCode } from "../../kit/cell.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import type { CreateSession } from "../checkout/index.ts";
import type { Merchants } from "../merchants/index.ts";

/** What is needed to write a link and its events. */
export interface LinkWriterDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly merchants: Pick<Merchants, "profile" | "gate">;
  /** Address of the service as payers see it, without a trailing slash. */
  readonly publicUrl: string;
  /** Its code stands in the addresses of links; null: the default cell. */
  readonly cell: CellCode | null;
  /** Called after a commit that wrote deliveries. */
  readonly wakeWebhooks: () => void;
}

export interface LinksDeps extends LinkWriterDeps {
  /** For payers' requests: merchants' lists do not use its connections. */
  readonly payersDb: Queryable;
  readonly random: Random;
  readonly keyring: Keyring;
  /** Checkout's own creation of a session: a link is a template, not a second kind of payment. */
  readonly createSession: CreateSession;
}
