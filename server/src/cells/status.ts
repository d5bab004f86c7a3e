import type { CellCode } from "../kit/cell.ts";
import { nameOfCell } from "../kit/cell.ts";
import type { CellList, ListedCell } from "./list.ts";

export interface ServerStatus {
  readonly code: CellCode | null;
  readonly server: string;
  /** Null: it serves, and it is of the cell that the list says. */
  readonly problem: string | null;
}

const ANSWER_TIMEOUT_MS = 3_000;
const ASKED_AT_ONCE = 20;

/**
 * Asks every server of the list, past the proxy, whether it serves and of which cell it is: an address in the wrong place of the
 * list would send payers to a cell that knows nothing of them. In the order of the list.
 */
export async function askCells(list: CellList): Promise<readonly ServerStatus[]> {
  const servers = list.cells.flatMap((cell) => cell.servers.map((server) => ({ cell, server })));
  const found: ServerStatus[] = [];
  for (let from = 0; from < servers.length; from += ASKED_AT_ONCE) {
    const some = servers.slice(from, from + ASKED_AT_ONCE);
    found.push(
      ...(await Promise.all(
        some.map(async ({ cell, server }) => ({
          code: cell.code,
          server,
          problem: await problemOf(cell, server),
        })),
      )),
    );
  }
  return found;
}

async function problemOf({ code }: ListedCell, server: string): Promise<string | null> {
  try {
    const ready = await get(`http://${server}/readyz`);
    if (ready.status !== 200) return `it is not ready: /readyz answers ${ready.status}`;
    // An id of another cell: the refusal names the cell that answers.
    const stranger = code === "zzz" ? "zz" : "zzz";
    const { status, body } = await get(`http://${server}/api/v1/checkout/links/${stranger}_cell`);
    const own = status === 421 ? answeredBy(body) : undefined;
    if (own === undefined)
      return `it does not say of which cell it is: another program, or an older release (${status})`;
    return own === code ? null : `it is of ${nameOfCell(own)}, and the list says ${nameOfCell(code)}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `it does not answer: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

async function get(url: string): Promise<{ readonly status: number; readonly body: string }> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), redirect: "manual" });
  return { status: answer.status, body: await answer.text() };
}

/** The cell that an answer WRONG_CELL comes from; undefined: it is no such answer. */
function answeredBy(body: string): string | null | undefined {
  const answer: unknown = JSON.parse(body);
  const { error } = answer as { error?: { code?: unknown; details?: { answeredBy?: unknown } } };
  const own = error?.code === "WRONG_CELL" ? error.details?.answeredBy : undefined;
  return own === null || typeof own === "string" ? own : undefined;
}
