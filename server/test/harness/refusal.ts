import { Refusal } from "../../src/kit/errors.ts";

/** What a refusal says, in short: its name, and the fields with the rules that they break. Null: nothing was refused. */
export interface Refused {
  readonly name: string;
  /** `path rule` of each field. */
  readonly fields: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** Runs `work` for its refusal. Any other error is thrown on. */
export function refusalOf(work: () => unknown): Refused | null {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { declaration, details } = error;
    const fields = (details.fields ?? []) as readonly { readonly path: string; readonly rule: string }[];
    return { name: declaration.name, fields: fields.map(({ path, rule }) => `${path} ${rule}`), details };
  }
  return null;
}

/** The fields that VALIDATION_ERROR names, as `path rule`. Null: nothing was refused. */
export function invalidFields(work: () => unknown): readonly string[] | null {
  const refused = refusalOf(work);
  if (refused === null) return null;
  if (refused.name !== "VALIDATION_ERROR") throw new Error(`refused with ${refused.name}`);
  return refused.fields;
}

/** The same of work that ends later. */
export async function invalidFieldsOf(work: Promise<unknown>): Promise<readonly string[] | null> {
  const refused = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return invalidFields(() => {
    if (refused !== null) throw refused;
  });
}
