import { movedLines } from "../cells/haproxy.ts";
import { loadConfig } from "../config.ts";
import type { Queryable } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import type { CellCode } from "../kit/cell.ts";
import { createLogger } from "../log/logger.ts";
import { referenceEndOf } from "../modules/payments/index.ts";
import { databaseAddress } from "./database-address.ts";
import { findMoved } from "./merchant-store.ts";

/** Prints the lines of the proxy's map for the merchants that have left this cell. */
export async function moved(): Promise<number> {
  const config = loadConfig(process.env);
  const db = createDatabase({
    url: await databaseAddress(config),
    max: 1,
    applicationName: "cauris merchant",
    log: createLogger({ level: "silent", format: "json" }),
  });
  try {
    const lines = await linesOfMoved(db, config.cell ?? null);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return 0;
  } finally {
    await db.close();
  }
}

/** The lines of the proxy's map for the merchants that have left `cell`, whose database `db` is. */
export async function linesOfMoved(db: Queryable, cell: CellCode | null): Promise<readonly string[]> {
  const found = await findMoved(db);
  return movedLines(
    found.map(({ numbers, ...rest }) => ({ ...rest, from: cell, idEnds: numbers.map(referenceEndOf) })),
  );
}
