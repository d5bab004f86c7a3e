import { parseArgs } from "node:util";
import { loadConfig } from "../config.ts";
import type { Queryable } from "../db/database.ts";
import type { RowsInMove } from "../db/merchant-rows.ts";
import { createDatabase } from "../db/pool.ts";
import { type Id, isUuid, type MerchantId, publicId, type TenantId } from "../kit/ids.ts";
import { createLogger } from "../log/logger.ts";
import { countSharedKeys, isDetached, keptHere } from "../merchant-move/obstacles.ts";
import { databaseAddress } from "./database-address.ts";
import { moved } from "./merchant-moved.ts";
import { clear, giveUp, move, noteOn } from "./merchant-moving.ts";
import { type Place, rehearse } from "./merchant-rehearsal.ts";
import {
  type CountedTable,
  countRows,
  countUnderWay,
  findAccounts,
  findMerchant,
  type UnderWay,
  type UsedAccount,
} from "./merchant-store.ts";
import { UsageError } from "./usage.ts";

/** Counting a large merchant reads its part of every table's key. */
const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * `move` moves the merchant to another cell, or goes on with a move; `move --give-up` takes one back. `move --dry-run` prints what would go
 * along, and what would hold it up; `move --rehearse` copies the merchant there, holds the copy against the original, and takes it back,
 * with `--freeze` up to the last write: neither changes anything. `moved` prints the proxy's map of those who have left, with `--merchant` and
 * `--to` after it has noted where one of them has moved on to. `clear` removes the personal data of one that left long ago. Exit code 1:
 * something holds it up, or it was refused. Refuses with UsageError a merchant that does not exist.
 */
export async function merchant(args: readonly string[]): Promise<number> {
  if (args.join(" ") === "moved") return moved();
  const command = readArguments(args);
  if (command.kind === "moved-on") {
    const code = await noteOn(command.merchantId, command.path);
    return code === 0 ? moved() : code;
  }
  if (command.kind === "clear") return clear(command.merchantId, command.path, command.isDry);
  if (command.kind === "move") return move(command.merchantId, command.path, command.tenantId);
  if (command.kind === "give-up") return giveUp(command.merchantId, command.path);
  if (command.kind === "rehearse") return rehearse(command.merchantId, command.there);
  const { merchantId } = command;
  const db = createDatabase({
    url: await databaseAddress(loadConfig(process.env)),
    max: 1,
    applicationName: "cauris merchant",
    log: createLogger({ level: "silent", format: "json" }),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const survey = await surveyMove(db, merchantId);
    if (survey === null) throw new UsageError(`There is no merchant ${merchantId}.`);
    process.stdout.write(surveyText(merchantId, survey));
    return survey.modes.some(holdsUp) ? 1 : 0;
  } finally {
    await db.close();
  }
}

export interface SurveyedMode {
  readonly mode: string;
  readonly tables: readonly CountedTable[];
  readonly underWay: readonly UnderWay[];
  readonly accounts: readonly UsedAccount[];
  /** Keys that act for this merchant and for another one. */
  readonly sharedKeys: number;
  readonly isDetached: boolean;
}

export interface Survey {
  readonly displayName: string;
  readonly modes: readonly SurveyedMode[];
}

/** Null: there is no such merchant. */
export async function surveyMove(db: Queryable, merchantId: MerchantId): Promise<Survey | null> {
  const found = await findMerchant(db, merchantId);
  if (found === null) return null;
  const modes: SurveyedMode[] = [];
  for (const { merchantNo, mode } of found.numbers) {
    modes.push({
      mode,
      tables: await countRows(db, merchantNo),
      underWay: await countUnderWay(db, merchantNo),
      accounts: await findAccounts(db, merchantNo),
      sharedKeys: await countSharedKeys(db, merchantNo),
      isDetached: await isDetached(db, merchantNo),
    });
  }
  return { displayName: found.displayName, modes };
}

const holdsUp = (mode: SurveyedMode): boolean => obstaclesOf(mode).length > 0;

/** What holds a move of this mode up, one sentence each. */
const obstaclesOf = ({ underWay, accounts, sharedKeys, isDetached }: SurveyedMode): readonly string[] => [
  ...accounts
    .filter(({ provider }) => keptHere.includes(provider))
    .map(({ provider }) => `what banks tell of its payments by ${provider} is kept in this cell`),
  ...underWay.map(({ table, status, rows }) => `${rows} ${table} ${status}`),
  ...(sharedKeys > 0 ? [`API keys that act for this merchant and for another one: ${sharedKeys}`] : []),
  ...(isDetached ? ["a part of its ledger is in files: cauris-server detach moved it there"] : []),
];

const headings: Readonly<Record<Exclude<RowsInMove, "shared">, string>> = {
  moves: "moves to the other cell",
  again: "is made again there",
  stays: "stays in this cell",
  people: "is invited again",
};

/** The survey as text: for each mode, what becomes of its rows, which accounts it has used, what holds it up. */
export function surveyText(merchantId: string, { displayName, modes }: Survey): string {
  const parts = modes.map((mode) => {
    const groups = Object.entries(headings).flatMap(([becomes, heading]) => {
      const tables = mode.tables.filter((each) => each.becomes === becomes);
      return tables.length === 0 ? [] : [`  ${heading}`, ...tables.map(lineOf)];
    });
    const held = obstaclesOf(mode).map((each) => `    ${each}`);
    return [
      mode.mode,
      ...groups,
      ...(mode.accounts.length === 0
        ? []
        : [
            "  has used these accounts at providers",
            ...mode.accounts.map(
              ({ id, provider, rows }) =>
                `    ${publicId("providerAccount", id as Id<"providerAccount">)}  ${provider}  ${rows} payments, refunds and payouts`,
            ),
          ]),
      ...(held.length === 0 ? ["  nothing holds a move up"] : ["  HOLDS A MOVE UP", ...held]),
    ].join("\n");
  });
  return `Merchant ${merchantId}, ${JSON.stringify(displayName)}. Nothing is changed.\n\n${parts.join("\n\n")}\n`;
}

const lineOf = ({ table, rows, remade }: CountedTable): string =>
  `    ${table.padEnd(26)}${String(rows).padStart(12)}${remade === 0 ? "" : `  ${remade} values sealed again`}`;

type MerchantCommand =
  | { readonly kind: "survey"; readonly merchantId: MerchantId }
  | { readonly kind: "rehearse"; readonly merchantId: MerchantId; readonly there: Place }
  | {
      readonly kind: "move";
      readonly merchantId: MerchantId;
      readonly path: string;
      readonly tenantId: TenantId;
    }
  | { readonly kind: "give-up" | "moved-on"; readonly merchantId: MerchantId; readonly path: string }
  | {
      readonly kind: "clear";
      readonly merchantId: MerchantId;
      readonly path: string;
      readonly isDry: boolean;
    };

function readArguments(args: readonly string[]): MerchantCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        merchant: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        rehearse: { type: "boolean", default: false },
        freeze: { type: "boolean", default: false },
        "give-up": { type: "boolean", default: false },
        to: { type: "string" },
        tenant: { type: "string" },
      },
    });
    const { merchant: id, "dry-run": isDry, rehearse: isRehearsal, freeze: isFrozen, to, tenant } = values;
    const isGivenUp = values["give-up"];
    const word = positionals.join(" ");
    if (!["move", "moved", "clear"].includes(word))
      throw new Error("After merchant comes move, moved or clear.");
    if (id === undefined || !isUuid(id))
      throw new Error("--merchant must be the id of a merchant, a UUID in lower case.");
    const merchantId = id as MerchantId;
    if ([isDry, isRehearsal, isGivenUp].filter(Boolean).length > 1)
      throw new Error("--dry-run, --rehearse and --give-up exclude each other.");
    if (word !== "move") {
      const isOfMove = isRehearsal || isFrozen || isGivenUp || tenant !== undefined;
      const isComplete = to !== undefined && to !== "" && !isOfMove;
      if (word === "clear" && isComplete) return { kind: "clear", merchantId, path: to, isDry };
      if (word === "moved" && isComplete && !isDry) return { kind: "moved-on", merchantId, path: to };
      throw new Error(
        word === "clear"
          ? "After clear come --merchant, --to and perhaps --dry-run."
          : "After moved comes nothing, or --merchant and --to alone.",
      );
    }
    if (isFrozen && !isRehearsal) throw new Error("--freeze goes with --rehearse: a move always freezes.");
    if (isDry) {
      if (to !== undefined || tenant !== undefined)
        throw new Error("--dry-run looks at one cell alone: leave out --to and --tenant.");
      return { kind: "survey", merchantId };
    }
    if (to === undefined || to === "")
      throw new Error("--to must name the file with the other cell's settings.");
    if (isGivenUp) {
      if (tenant !== undefined) throw new Error("--give-up needs no --tenant.");
      return { kind: "give-up", merchantId, path: to };
    }
    if (tenant === undefined || !isUuid(tenant))
      throw new Error("--tenant must be the id of a tenant of the other cell, a UUID in lower case.");
    const tenantId = tenant as TenantId;
    return isRehearsal
      ? { kind: "rehearse", merchantId, there: { path: to, tenantId, isFrozen } }
      : { kind: "move", merchantId, path: to, tenantId };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
