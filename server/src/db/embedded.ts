import {
  type Application,
  type ClusterRecord,
  type EmbeddedPostgres as OwnPostgres,
  ownerNameOf,
  readRecord as readRecordOf,
  startEmbeddedPostgres as start,
} from "../../../packages/embedded-postgres/src/index.ts";
import { explainDisk } from "../kit/disk-trouble.ts";
import type { Logger } from "../kit/logger.ts";
import { appUrlOf } from "./roles.ts";

export { FolderBusyError } from "../../../packages/embedded-postgres/src/index.ts";

/** The PostgreSQL that the service brings: the package, with the service's names and roles. */
const application: Application = {
  name: "cauris",
  folderSetting: "DATA_DIR",
  serverSetting: "DATABASE_URL",
};

/** The superuser of the embedded cluster: it owns the databases and runs the migrations. */
export const ownerName = ownerNameOf(application);

/** Where the cluster of a data folder is, and how to reach it; null when none was made. */
export const readRecord = (dataDir: string): Promise<ClusterRecord | null> =>
  readRecordOf(dataDir, application);

export interface EmbeddedPostgres extends OwnPostgres {
  /** For the service: the role that has rights on rows only. It exists once the database is migrated. */
  appUrl(database: string): string;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: Logger;
  /** Server settings that override the package's, for measurements and tests: `{ shared_buffers: "2GB" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts PostgreSQL in `dataDir`. Rejects with FolderBusyError or with a DiskTroubleError that says what to do. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await start({ ...options, application }).catch((error: unknown) => {
    throw explainDisk(error, "The data folder", options.dataDir);
  });
  return { ...postgres, appUrl: (database) => appUrlOf(postgres.ownerUrl(database)) };
}
