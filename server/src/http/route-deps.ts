import type { BatchWriter } from "../db/batch-writer.ts";
import type { Clock } from "../kit/clock.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { FencedMerchants } from "./fenced-merchants.ts";
import type { TakeTurn } from "./large-bodies.ts";
import type { Admission } from "./limits/index.ts";
import type { MovedRefusal } from "./moved-merchants.ts";
import type { Overload } from "./overload/index.ts";
import type { RequestRecorder } from "./request-record.ts";
import type { AccessPort, PeoplePort } from "./route.ts";
import type { WaitingRequests } from "./transport.ts";

export interface RouteDeps {
  readonly access: AccessPort;
  /** Absent: nobody calls the merchants' and operators' operations by a cookie. */
  readonly people?: PeoplePort;
  readonly batchReader: BatchWriter;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly waiting: WaitingRequests;
  readonly admission: Admission;
  readonly overload?: Overload;
  /** Told of every answered request of a merchant; absent: nobody is. */
  readonly recorder?: RequestRecorder;
  readonly takeTurn: TakeTurn;
  readonly fenced: FencedMerchants;
  readonly moved: MovedRefusal;
  /** Origins of our own pages: requests with a log-in's cookie come from these. */
  readonly publicOrigins: ReadonlySet<string>;
  /** Valid values of the header `Sandbox-Scenario`. */
  readonly scenarios: ReadonlySet<string>;
}
