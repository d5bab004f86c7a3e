import type { Cauris, List } from "@cauris/sdk";
import type { Command } from "../command.ts";
import { connect } from "../connection.ts";
import type { Column } from "../output.ts";

/** An object of the API, as any list gives it. */
type Thing = Readonly<Record<string, unknown>>;

interface Kind {
  readonly plural: string;
  /** With its article. */
  readonly singular: string;
  readonly id: string;
  readonly list: (client: Cauris, query: Thing) => List<unknown>;
  readonly get: (client: Cauris, id: string) => Promise<unknown>;
  /** Fields that a table shows, in order. */
  readonly fields: readonly string[];
  /** Whether the list can be filtered by `status` and `reference`. */
  readonly filters: readonly ("status" | "reference")[];
}

const LIMIT_DEFAULT = 20;

const kinds: readonly Kind[] = [
  {
    plural: "sessions",
    singular: "a checkout session",
    id: "cs_06f4…",
    list: (client, query) => client.checkoutSessions.list(query),
    get: (client, id) => client.checkoutSessions.get(id),
    fields: ["createdAt", "id", "status", "amountDisplay", "reference"],
    filters: ["status", "reference"],
  },
  {
    plural: "charges",
    singular: "a charge",
    id: "ch_06f4…",
    list: (client, query) => client.charges.list(query),
    get: (client, id) => client.charges.get(id),
    fields: ["createdAt", "id", "status", "amountDisplay", "paymentMethod", "failureCode", "reference"],
    filters: ["status", "reference"],
  },
  {
    plural: "refunds",
    singular: "a refund",
    id: "re_06f4…",
    list: (client, query) => client.refunds.list(query),
    get: (client, id) => client.refunds.get(id),
    fields: ["createdAt", "id", "status", "amount", "currency", "chargeId", "failureCode"],
    filters: ["status"],
  },
  {
    plural: "payouts",
    singular: "a payout",
    id: "po_06f4…",
    list: (client, query) => client.payouts.list(query),
    get: (client, id) => client.payouts.get(id),
    fields: ["createdAt", "id", "status", "amount", "currency", "failureCode", "reference"],
    filters: ["status", "reference"],
  },
  {
    plural: "links",
    singular: "a payment link",
    id: "plink_06f4…",
    list: (client, query) => client.paymentLinks.list(query),
    get: (client, id) => client.paymentLinks.get(id),
    fields: ["createdAt", "id", "linkStatus", "amount", "currency", "slug"],
    filters: ["status", "reference"],
  },
];

const filterDocs = {
  status: { value: "names", doc: "Only these statuses, separated by commas" },
  reference: { value: "text", doc: "Only with exactly this reference of yours" },
} as const;

/** `list` and `show` of everything that has nothing special about it. */
export const objectCommands: readonly Command[] = kinds.flatMap((kind) => [listOf(kind), showOf(kind)]);

function listOf({ plural, list, fields, filters }: Kind): Command {
  return {
    name: `${plural} list`,
    summary: `List ${plural}, the newest first`,
    options: {
      ...Object.fromEntries(filters.map((name) => [name, filterDocs[name]])),
      limit: { value: "number", doc: `How many, ${LIMIT_DEFAULT} when absent` },
    },
    example: `cauris ${plural} list --limit 5`,
    run: async (context) => {
      const { output, options } = context;
      const limit = options.whole("limit", { min: 1, max: 100 }) ?? LIMIT_DEFAULT;
      const given = filters.flatMap((name) => {
        const value = options.text(name);
        return value === undefined ? [] : [[name, value] as const];
      });
      const { client } = await connect(context);
      const { items } = await list(client, { limit, ...Object.fromEntries(given) }).page();
      output.table(items as readonly Thing[], fields.map(columnOf), `There are no such ${plural}.`);
    },
  };
}

/** Shorter than the field's name, in the heads of tables. */
const titles: Readonly<Record<string, string>> = {
  createdAt: "TIME",
  amountDisplay: "AMOUNT",
  paymentMethod: "METHOD",
  failureCode: "FAILURE",
  linkStatus: "STATUS",
  chargeId: "CHARGE",
};

function columnOf(field: string): Column<Thing> {
  return { title: titles[field] ?? field.toUpperCase(), of: (thing) => textOf(thing[field]) };
}

const textOf = (value: unknown): string | number | null =>
  typeof value === "string" || typeof value === "number" ? value : null;

function showOf({ plural, singular, id, get }: Kind): Command {
  return {
    name: `${plural} show`,
    summary: `Show ${singular}`,
    args: [{ name: "id", doc: `the id of ${singular}` }],
    example: `cauris ${plural} show ${id}`,
    run: async (context) => {
      const { client } = await connect(context);
      const found = (await get(client, context.args[0] ?? "")) as Thing;
      const fields = Object.entries(found).map(([name, value]) => [name, shown(value)] as const);
      context.output.record(found, fields);
    },
  };
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
