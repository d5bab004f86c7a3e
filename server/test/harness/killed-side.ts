import { createDatabase } from "../../src/db/pool.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import type { CellSide } from "../../src/merchant-move/types.ts";
import { createTestKeyring } from "./keyring.ts";
import { quietLog } from "./log.ts";

/** How a program that will be killed reaches a cell of the test that starts it. */
export interface KilledSide {
  readonly url: string;
  readonly seed: string;
  readonly cell: string | null;
}

/** The cell as the commands of moves see it. `applicationName`: by which the test sees that its connections have ended. */
export const openSide = ({ url, seed, cell }: KilledSide, applicationName: string): CellSide => ({
  db: createDatabase({ url, max: 3, applicationName, log: quietLog }),
  keyring: createTestKeyring(seed, cell as CellCode | null),
});
