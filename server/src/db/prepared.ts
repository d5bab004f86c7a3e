import type pg from "pg";
import type { SqlQuery } from "./database.ts";

/** The columns of a statement's rows; constant for as long as the connection knows the statement. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row of nulls: a copy of it has the right shape at once. */
  readonly empty: Readonly<Record<string, unknown>>;
}

export interface PreparedAnswer<Row> {
  readonly rows: readonly Row[];
  /** `SELECT`, `INSERT` … */
  readonly command: string;
}

/** A statement that is prepared under its name, whose parameters are in PostgreSQL's binary form already. */
export interface PreparedStatement extends SqlQuery {
  readonly name: string;
  readonly values: readonly Buffer[];
}

export function isPrepared(query: SqlQuery): query is PreparedStatement {
  return query.name !== undefined && query.values?.every(Buffer.isBuffer) === true;
}

/**
 * Runs prepared statements of one connection, and asks for the description of a statement's columns only the first
 * time. That is safe: PostgreSQL refuses to run a statement whose columns have changed, and where a pooler has prepared
 * it again, a row of another width is refused here and the description is asked for again. The driver asks every time;
 * for a batch of a dozen rows the description is a fifth of what the statement costs this process.
 */
export function createPreparedRunner(
  client: pg.ClientBase,
  types: pg.CustomTypesConfig,
): <Row>(statement: PreparedStatement) => Promise<PreparedAnswer<Row>> {
  const known = new Map<string, Columns>();
  return <Row>(statement: PreparedStatement) =>
    new Promise<PreparedAnswer<Row>>((resolve, reject) => {
      client.query(
        new PreparedRun(statement, known, types, (error, answer) =>
          error === null ? resolve(answer as PreparedAnswer<Row>) : reject(error),
        ),
      );
    });
}

/** The methods that the driver's client calls on a query, besides `submit`. */
interface Messages {
  handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void;
}

/** The driver's record, by name, of what this connection has prepared. */
type Connection = pg.Connection & { readonly parsedStatements: Readonly<Record<string, string | undefined>> };

class PreparedRun implements pg.Submittable, Messages {
  /** The driver records prepared statements under these. */
  readonly name: string;
  readonly text: string;
  readonly callback: (error: Error | null, answer: PreparedAnswer<unknown>) => void;
  readonly #values: readonly Buffer[];
  readonly #known: Map<string, Columns>;
  readonly #types: pg.CustomTypesConfig;
  readonly #rows: Record<string, unknown>[] = [];
  #columns: Columns | undefined;
  #command = "";
  #failure: Error | null = null;

  constructor(
    { name, text, values }: PreparedStatement,
    known: Map<string, Columns>,
    types: pg.CustomTypesConfig,
    callback: (error: Error | null, answer: PreparedAnswer<unknown>) => void,
  ) {
    this.name = name;
    this.text = text;
    this.callback = callback;
    this.#values = values;
    this.#known = known;
    this.#types = types;
    this.#columns = known.get(name);
  }

  /** Returns an error instead of throwing it, as the driver expects. */
  submit(given: pg.Connection): Error | null {
    const connection = given as Connection;
    const { name, text } = this;
    const parsed = connection.parsedStatements[name];
    if (parsed !== undefined && parsed !== text) {
      return new Error(`the statement ${name} was prepared with another text`);
    }
    connection.stream.cork();
    try {
      if (parsed === undefined) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: [...this.#values] }, true);
      if (this.#columns === undefined) connection.describe({ type: "P" }, true);
      connection.execute(null, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const names = fields.map(({ name }) => name);
    this.#columns = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, "text")),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
    this.#known.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== null || this.#columns === undefined) return;
    const { names, parsers, empty } = this.#columns;
    if (fields.length !== names.length) {
      this.#known.delete(this.name);
      this.#failure = new Error(`the columns of ${this.name} are others than it was described with`);
      return;
    }
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let at = 0; at < names.length; at += 1) {
        const text = fields[at];
        if (text != null) row[names[at] ?? ""] = parsers[at]?.(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error("a column cannot be read", { cause: error });
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text.slice(0, text.indexOf(" "));
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, { rows: this.#rows, command: this.#command });
  }

  handleError(error: Error): void {
    this.callback(error, { rows: [], command: "" });
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail("a prepared statement copies nothing");
  }
}
