import type { Id } from "../server/src/kit/ids.ts";
import { publicId } from "../server/src/kit/ids.ts";
import { atMost, type Bench, type Ratio } from "./bench.ts";
import { type Cell, measureRun } from "./cell.ts";
import { profiled } from "./flame.ts";
import type { MerchantKey } from "./plan.ts";
import { runReads } from "./processes.ts";
import type { Stand } from "./stand.ts";

/** One merchant's list of charges, read as by its dashboard and its accountants. */
export interface ListCells {
  readonly charges: number;
  readonly first: Cell;
  readonly cursor: Cell;
  readonly deep: Cell;
  readonly filtered: readonly FilterCells[];
}

/** The list narrowed by one of the screens' filters: its first page, and one 99 % down by cursor. */
interface FilterCells {
  readonly filter: string;
  readonly first: Cell;
  readonly cursor: Cell;
}

/** What many payments fit, few and none, as the loader makes them. */
const filters: readonly (readonly [name: string, query: string])[] = [
  ["a common method", "paymentMethod=CARD"],
  ["a rare method", "paymentMethod=BANK_TRANSFER"],
  ["a common operator", "operator=ORANGE"],
  ["a rare operator", "operator=FREE"],
  ["an operator that nobody used", "operator=AIRTEL"],
  ["an amount that nobody paid", "amountMin=90000000"],
  ["a rare method and a status", "paymentMethod=BANK_TRANSFER&status=SUCCEEDED"],
  ["a reference", "reference=A-777"],
];

const PAGE_SIZE = 25;
const DEPTH = 0.99;
/** The noise of a shared machine only adds time, so the fastest round counts. */
const ROUNDS = 3;

export async function measureLists(
  bench: Bench,
  stand: Stand,
  merchant: MerchantKey,
  charges: number,
): Promise<ListCells> {
  const { service } = stand;
  const depth = Math.floor(charges * DEPTH);
  const [edge] = await stand.db.query<{ id: Id<"charge"> }>({
    text: `
      select id from charges where merchant_no = (
        select merchant_no from merchant_numbers where merchant_id = $1 and mode = 'SANDBOX')
      order by id desc offset $2 limit 1`,
    values: [merchant.merchantId, depth],
  });
  if (edge === undefined) throw new Error("there are charges");
  const after = `&starting_after=${publicId("charge", edge.id)}`;
  const ask = (call: string, query: string, round: number) => {
    const name = `${call}, ${charges} charges`;
    const run = () =>
      measureRun(name, 1, stand, () =>
        runReads({
          port: service.port,
          call: "list",
          targets: [{ path: `/payments/charges?pageSize=${PAGE_SIZE}${query}`, apiKey: merchant.apiKey }],
          connections: 1,
          warmUp: bench.warmUp / 4,
          seconds: bench.seconds / 4,
          seed: bench.seed,
        }),
      );
    return bench.profile && round === 0 ? profiled(stand, name, run) : run();
  };
  const rounds: Omit<ListCells, "charges" | "filtered">[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bench.say(`lists of ${charges} charges, round ${round + 1} of ${ROUNDS} …`);
    rounds.push({
      first: await ask("first page and total", "", round),
      cursor: await ask("99 % down by cursor", after, round),
      deep: await ask("99 % down by page and total", `&page=${Math.floor(depth / PAGE_SIZE)}`, round),
    });
  }
  const fastest = (of: "first" | "cursor" | "deep"): Cell => {
    const [best] = rounds.map((each) => each[of]).sort((left, right) => p50(left) - p50(right));
    if (best === undefined) throw new Error("there was a round");
    return best;
  };
  const filtered: FilterCells[] = [];
  for (const [filter, query] of filters) {
    bench.say(`lists of ${charges} charges by ${filter} …`);
    filtered.push({
      filter,
      first: await ask(`first page by ${filter}`, `&${query}`, ROUNDS),
      cursor: await ask(`99 % down by ${filter}`, `&${query}${after}`, ROUNDS),
    });
  }
  return { charges, first: fastest("first"), cursor: fastest("cursor"), deep: fastest("deep"), filtered };
}

/** Median of sequential requests: more stable than the CPU clocks, which tick in hundredths of a second. */
const p50 = (cell: Cell): number => cell.calls.list?.p50 ?? 0;

export function listRatios(sizes: readonly ListCells[]): readonly Ratio[] {
  const [least] = sizes;
  const most = sizes.at(-1);
  if (least === undefined || most === undefined || least === most) return [];
  const sides = `${most.charges} charges ÷ at ${least.charges}, p50`;
  return [
    atMost(`list page and total at ${sides}`, p50(most.first) / p50(least.first), 1.5),
    atMost(`list page 99 % down and total at ${sides}`, p50(most.deep) / p50(least.deep), 1.5),
    atMost(`cursor 99 % down ÷ first page at ${most.charges}, p50`, p50(most.cursor) / p50(most.first), 1.5),
    ...most.filtered.flatMap(({ filter, first, cursor }) => {
      const small = least.filtered.find((each) => each.filter === filter);
      if (small === undefined) return [];
      return [
        atMost(`first page by ${filter} at ${sides}`, p50(first) / p50(small.first), 1.5),
        // A short list has no depth: a page of it is the first.
        atMost(
          `by ${filter} 99 % down at ${most.charges} ÷ first page at ${least.charges}, p50`,
          p50(cursor) / p50(small.first),
          1.5,
        ),
      ];
    }),
  ];
}
