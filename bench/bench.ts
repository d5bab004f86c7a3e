/** One question asked of the service, with a database of its own: `npm run bench -- <name>`. */
export interface Group {
  readonly name: string;
  /** What it finds out, in a line. */
  readonly about: string;
  run(bench: Bench): Promise<Findings>;
}

export interface Bench {
  /** Longer at each step, and more steps. */
  readonly full: boolean;
  /** Records where the service's processor time goes. */
  readonly profile: boolean;
  /** Seconds of each step that count, and before them those that do not. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Minutes of the steady load in a full `start`. */
  readonly soakMinutes: number;
  /** Settings of PostgreSQL that are not the product's. */
  readonly postgresSettings: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Whether a step is asked for: `--only=<part of its label>` leaves the others out. */
  wants(label: string): boolean;
  /** A line of progress. */
  say(text: string): void;
}

/** What a group found. Ratios compare figures of one run only: another machine or hour gives other figures. */
export interface Findings {
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
  readonly ratios: readonly Ratio[];
  /** What went wrong: failed requests, books that are not whole. */
  readonly problems: readonly string[];
  /** Every figure, for the JSON file. */
  readonly data: unknown;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The yardstick's bars have another shade. */
  readonly yardstick: boolean;
}

export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** What it must reach at least, or stay under. */
  readonly must: string;
  readonly holds: boolean;
}

export const atLeast = (name: string, value: number, least: number): Ratio => ({
  name,
  value,
  must: `≥ ${least}`,
  holds: value >= least,
});

/** Nothing measured is nothing proved. */
export const atMost = (name: string, value: number, most: number): Ratio => ({
  name,
  value,
  must: `≤ ${most}`,
  holds: value > 0 && value <= most,
});
