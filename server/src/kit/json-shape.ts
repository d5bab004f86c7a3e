import { Ajv, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";

const ajv = new Ajv({ strictTypes: false });

/**
 * A reader of values of one shape: it returns the value when it fits `schema`, null otherwise, and changes nothing. The schema is compiled
 * for the first value. Knows no formats: a schema with `format` is refused then. For what a program sends; what a person sends deserves
 * the sentences of `http/validation`.
 */
export function shapeReader<const T extends TSchema>(schema: T): (value: unknown) => Static<T> | null {
  let compiled: ValidateFunction | null = null;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? (value as Static<T>) : null;
  };
}
