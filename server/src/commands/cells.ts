import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { haproxyConfig } from "../cells/haproxy.ts";
import { CellListError, parseCellList } from "../cells/list.ts";
import { askCells, type ServerStatus } from "../cells/status.ts";
import { nameOfCell } from "../kit/cell.ts";
import { cellReports } from "./cell-reports.ts";
import { UsageError } from "./usage.ts";

/**
 * `config` prints the proxy's configuration from the list of cells, with `--moved` and the map of merchants that have moved, `status` asks every server of it, `reports` adds the reports of
 * all cells. They read the list, and `reports` a file of tokens; none needs a setting of an installation. Exit code 1: the list is
 * wrong, or a server is, or a cell gave no report.
 */
export async function cells(args: readonly string[]): Promise<number> {
  if (args[0] === "reports") return cellReports(args.slice(1));
  const { what, path, moved } = readArguments(args);
  try {
    const list = parseCellList(await readFile(path, "utf8"));
    if (what === "config") {
      process.stdout.write(haproxyConfig(list, moved));
      return 0;
    }
    const found = await askCells(list);
    process.stdout.write(statusTable(found));
    return found.every(({ problem }) => problem === null) ? 0 : 1;
  } catch (error) {
    const isRead = error instanceof Error && "code" in error && "path" in error;
    if (!(error instanceof CellListError) && !isRead) throw error;
    process.stderr.write(`${path}: ${error.message}\n`);
    return 1;
  }
}

/** Nothing that ends a word or an argument in the proxy's configuration. */
const filePattern = /^\/[A-Za-z0-9._/-]+$/;

/** A line for each server. */
export function statusTable(found: readonly ServerStatus[]): string {
  const lines = found.map(
    ({ code, server, problem }) =>
      `${problem === null ? "ok   " : "WRONG"}  ${nameOfCell(code).padEnd(16)}  ${server}${problem === null ? "" : `: ${problem}`}`,
  );
  const wrong = found.filter(({ problem }) => problem !== null).length;
  return `${lines.join("\n")}\n\n${wrong === 0 ? "Every cell serves." : `${wrong} of ${found.length} servers need a look.`}\n`;
}

function readArguments(args: readonly string[]): {
  readonly what: "config" | "status";
  readonly path: string;
  /** The proxy's file with the merchants that have moved. */
  readonly moved?: string;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { list: { type: "string" }, moved: { type: "string" } },
    });
    const [what, ...more] = positionals;
    if ((what !== "config" && what !== "status") || more.length > 0)
      throw new Error("After cells comes config, status or reports.");
    if (values.list === undefined || values.list === "")
      throw new Error("--list must name the file with the list.");
    const { moved } = values;
    if (moved === undefined) return { what, path: values.list };
    if (what !== "config") throw new Error("--moved goes with config.");
    if (!filePattern.test(moved))
      throw new Error("--moved must be the absolute path of the map at the proxy, without spaces.");
    return { what, path: values.list, moved };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
