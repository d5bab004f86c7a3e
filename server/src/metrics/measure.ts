import { type LabelRule, OTHER } from "./labels.ts";

/** What a metric is, besides its values. */
export interface MetricTerms<Label extends string> {
  /** As Prometheus shows it: `snake_case`, with the unit at its end, and `_total` for counters. */
  readonly name: string;
  readonly help: string;
  /** Which values each label may have. */
  readonly labels: Readonly<Record<Label, LabelRule>>;
  /** Most sets of label values; whatever comes after them is counted under `other`. */
  readonly setsMax?: number;
}

export interface GaugeTerms<Label extends string> extends MetricTerms<Label> {
  /** How the values of several processes become one; their sum when absent. */
  readonly merged?: "sum" | "max";
}

export interface HistogramTerms<Label extends string> extends MetricTerms<Label> {
  /** Upper ends, rising; the one without an end is added. */
  readonly buckets: readonly number[];
}

type Values<Label extends string> = Readonly<Record<Label, string>>;

export interface Counter<Label extends string> {
  add(labels: Values<Label>, count?: number): void;
}

export interface Gauge<Label extends string> {
  set(labels: Values<Label>, value: number): void;
  add(labels: Values<Label>, change: number): void;
  /** Forgets all values, before they are set again. */
  clear(): void;
}

export interface Histogram<Label extends string> {
  observe(labels: Values<Label>, value: number): void;
}

/** One metric with its values, in the form that `prom-client` merges and prints. */
export interface MetricSnapshot {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly aggregator: string;
  readonly values: readonly MetricValue[];
}

export interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** For the parts of a histogram. */
  readonly metricName?: string;
}

export type Snapshot = readonly MetricSnapshot[];

/** A declared metric: what it is, and its present values. */
export interface Declared {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  read(): MetricSnapshot;
}

const SETS_MAX = 500;

type Level<Cell> = Map<string, Level<Cell> | Cell>;

/** The cells of one metric, by its label values. */
function createCells<Label extends string, Cell>(
  { labels, setsMax = SETS_MAX }: MetricTerms<Label>,
  make: (labels: Values<Label>) => Cell,
) {
  const rules = Object.entries(labels) as [Label, LabelRule][];
  const labelNames = rules.map(([name]) => name);
  const cells = new Map<string, Cell>();
  /** The same cells by the value of their first label, then of the second, and so on. */
  const known: Level<Cell> = new Map();
  const add = (key: string, shown: readonly string[]): Cell => {
    if (cells.size >= setsMax && shown.some((value) => value !== OTHER)) {
      const rest = rules.map(() => OTHER);
      const restKey = rest.map((value) => `${value}\n`).join("");
      return cells.get(restKey) ?? add(restKey, rest);
    }
    const labels = Object.fromEntries(rules.map(([name], at) => [name, shown[at]]));
    const made = make(labels as Values<Label>);
    cells.set(key, made);
    return made;
  };
  const byRule = (given: Values<Label>): Cell => {
    const shown = rules.map(([name, rule]) => rule(given[name]));
    const key = shown.map((value) => `${value}\n`).join("");
    const cell = cells.get(key) ?? add(key, shown);
    // Kept only where each value is shown unchanged, so that unknown values cannot make this grow.
    if (rules.every(([name], at) => given[name] === shown[at]) && cells.get(key) === cell) keep(shown, cell);
    return cell;
  };
  const keep = (shown: readonly string[], cell: Cell): void => {
    let level = known;
    for (const value of shown.slice(0, -1)) {
      const next = level.get(value) ?? new Map();
      level.set(value, next);
      level = next as Level<Cell>;
    }
    level.set(shown.at(-1) ?? "", cell);
  };
  /** Some fifty times for a payment: a known cell costs a look-up for each label, and no text is made. */
  const find = (given: Values<Label>): Cell => {
    let found: Level<Cell> | Cell | undefined = known;
    for (const name of labelNames) {
      found = (found as Level<Cell>).get(given[name]);
      if (found === undefined) return byRule(given);
    }
    return found as Cell;
  };
  let only: Cell | undefined;
  const findOnly = (): Cell => {
    only ??= add("", []);
    return only;
  };
  return {
    cells,
    of: rules.length === 0 ? findOnly : find,
    /** A metric without labels is shown with 0 from the start, so that its first increase is seen. */
    begin: (): void => {
      if (rules.length === 0) findOnly();
    },
    clear: (): void => {
      cells.clear();
      known.clear();
      only = undefined;
    },
  };
}

interface NumberCell {
  readonly labels: Readonly<Record<string, string>>;
  value: number;
}

/** Declares a counter, and adds it to `declared`. */
export function counter<Label extends string>(
  declared: Declared[],
  terms: MetricTerms<Label>,
): Counter<Label> {
  const { cells, begin, of } = createCells<Label, NumberCell>(terms, (labels) => ({ labels, value: 0 }));
  begin();
  declared.push(declare(terms, "counter", "sum", () => [...cells.values()]));
  return {
    add: (labels, count = 1) => {
      of(labels).value += count;
    },
  };
}

/** Declares a gauge, and adds it to `declared`. */
export function gauge<Label extends string>(declared: Declared[], terms: GaugeTerms<Label>): Gauge<Label> {
  const { cells, of, clear } = createCells<Label, NumberCell>(terms, (labels) => ({ labels, value: 0 }));
  declared.push(declare(terms, "gauge", terms.merged ?? "sum", () => [...cells.values()]));
  return {
    set: (labels, value) => {
      of(labels).value = value;
    },
    add: (labels, change) => {
      of(labels).value += change;
    },
    clear,
  };
}

interface HistogramCell {
  readonly labels: Readonly<Record<string, string>>;
  /** Per bucket, not cumulated; the last one has no upper end. */
  readonly counts: number[];
  sum: number;
}

/** Declares a histogram, and adds it to `declared`. */
export function histogram<Label extends string>(
  declared: Declared[],
  terms: HistogramTerms<Label>,
): Histogram<Label> {
  const { buckets, name } = terms;
  const { cells, begin, of } = createCells<Label, HistogramCell>(terms, (labels) => ({
    labels,
    counts: new Array<number>(buckets.length + 1).fill(0),
    sum: 0,
  }));
  const valuesOf = ({ labels, counts, sum }: HistogramCell): readonly MetricValue[] => {
    let seen = 0;
    const ends = counts.map((count, at) => {
      seen += count;
      const le = buckets[at] ?? "+Inf";
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: seen };
    });
    return [
      ...ends,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: seen },
    ];
  };
  begin();
  declared.push(declare(terms, "histogram", "sum", () => [...cells.values()].flatMap(valuesOf)));
  return {
    observe: (labels, value) => {
      // A clock that was set back must not make a sum fall.
      const counted = value > 0 ? value : 0;
      const cell = of(labels);
      let at = 0;
      while (at < buckets.length && counted > (buckets[at] ?? 0)) at += 1;
      cell.counts[at] = (cell.counts[at] ?? 0) + 1;
      cell.sum += counted;
    },
  };
}

function declare<Label extends string>(
  { name, help, labels }: MetricTerms<Label>,
  type: Declared["type"],
  aggregator: string,
  values: () => readonly MetricValue[],
): Declared {
  return {
    name,
    help,
    type,
    labels: Object.keys(labels),
    read: () => ({ name, help, type, aggregator, values: values().map((each) => ({ ...each })) }),
  };
}
