import { Ajv, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";

const ajv = new Ajv({ strictTypes: false });

/**
 * A reader of values of one shape: it returns the value when it fits `schema`, null otherwise, and changes nothing. The schema is compiled
 * for the first value. Throws for a schema with `format`, because it checks no formats. It does not say what is wrong: requests of the API are
 * checked by `http/validation`, which does.
 */
export function shapeReader<const T extends TSchema>(schema: T): (value: unknown) => Static<T> | null {
  let compiled: ValidateFunction | null = null;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? (value as Static<T>) : null;
  };
}
