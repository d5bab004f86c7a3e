/** The fields of a JSON object; none when `text` is anything else, such as an HTML page or half a document. */
export function readJsonObject(text: Buffer | string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text.toString()));
  } catch {
    return {};
  }
}

/** The fields of a value that may be an object; none when it is not, or when it is a list. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
