/** One question about the service, with a separate database: `npm run bench -- <name>`. */
export interface Group {
  readonly name: string;
  /** The question, in one line. */
  readonly about: string;
  run(bench: Bench): Promise<Findings>;
}

export interface Bench {
  /** Longer steps, and more of them. */
  readonly full: boolean;
  /** Records where the service's processor time goes. */
  readonly profile: boolean;
  /** Measured seconds of each step, and the unmeasured seconds before them. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Minutes of the steady load in a full `start`. */
  readonly soakMinutes: number;
  /** PostgreSQL settings that differ from the product's. */
  readonly postgresSettings: Readonly<Record<string, string>>;
  /** The owner's address of a database on a Citus coordinator; null: none was given. */
  readonly citus: string | null;
  readonly seed: number;
  /** Whether a step is selected: `--only=<part of its label>` skips the others. */
  wants(label: string): boolean;
  /** Prints a line of progress. */
  say(text: string): void;
}

/** A group's findings. Ratios compare figures of one run only: another machine or hour gives other figures. */
export interface Findings {
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
  readonly ratios: readonly Ratio[];
  /** Failures: failed requests, inconsistent books. */
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
  /** The baseline's bars have another shade. */
  readonly yardstick: boolean;
}

export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** The minimum it must reach, or the maximum. */
  readonly must: string;
  readonly holds: boolean;
}

export const atLeast = (name: string, value: number, least: number): Ratio => ({
  name,
  value,
  must: `≥ ${least}`,
  holds: value >= least,
});

/** A missing measurement proves nothing. */
export const atMost = (name: string, value: number, most: number): Ratio => ({
  name,
  value,
  must: `≤ ${most}`,
  holds: value > 0 && value <= most,
});
