import { type ApiDocument, groupsOf, type Method, methodsOf } from "./document.ts";
import { capital, type Schema } from "./schema.ts";
import { docLines, typeOf } from "./typescript-types.ts";

const HEADER =
  "// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.\n\n";

/** The generated files of `sdk/js/src/generated`, by name. Pure. Throws when an operation has no method's name. */
export function javascriptFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const methods = methodsOf(document);
  const groups = groupsOf(methods);
  const used = new Set(methods.flatMap((method) => signatureOf(method).match(/\b[A-Z]\w+\b/g) ?? []));
  const names = Object.keys(document.components.schemas).filter((name) => used.has(name));
  return {
    "schemas.ts": `${[HEADER.trimEnd(), ...Object.entries(document.components.schemas).map(declaration)].join("\n\n")}\n`,
    "event-types.ts": `${HEADER}/** The names of all events, in the order of the reference. */\nexport const eventTypes = [\n${eventNames(
      document,
    )
      .map((name) => `  ${JSON.stringify(name)},\n`)
      .join("")}] as const;\n`,
    "methods.ts": [
      HEADER.trimEnd(),
      `\n\nimport type { CallOptions, List } from "../call.ts";\nimport type {\n${names.map((name) => `  ${name},\n`).join("")}} from "./schemas.ts";\n`,
      ...groups.map(
        ([group, own]) =>
          `\nexport interface ${capital(group)} {\n${own.map((method) => signatureOf(method)).join("\n")}\n}\n`,
      ),
      `\nexport interface Methods {\n${groups.map(([group]) => `  readonly ${group}: ${capital(group)};`).join("\n")}\n}\n`,
    ].join(""),
    "operations.ts": `${HEADER}import type { OperationTerms } from "../call.ts";\n\nexport const operations: Readonly<Record<string, OperationTerms>> = {\n${methods
      .map((method) => `  "${method.group}.${method.name}": ${JSON.stringify(termsOf(method))},`)
      .join("\n")}\n};\n`,
  };
}

/** Throws when the document does not list the events. */
function eventNames({ components }: ApiDocument): readonly unknown[] {
  const names = components.schemas.EventType?.enum;
  if (names === undefined) throw new Error("the document has no list of events, EventType");
  return names;
}

function declaration([name, schema]: readonly [string, Schema]): string {
  return [...docLines(schema, ""), `export type ${name} = ${typeOf(schema)};`].join("\n");
}

/** With its comment, as lines of the group's interface. */
function signatureOf({ name, doc, ids, body, query, answer }: Method): string {
  const args = [
    ...ids.map((id) => `${id}: string`),
    ...(body === null ? [] : [`body${body.isRequired ? "" : "?"}: ${typeOf(body.schema, "    ")}`]),
    ...(query.length === 0
      ? []
      : [`query${query.some(({ required }) => required) ? "" : "?"}: ${queryType(query)}`]),
    "options?: CallOptions",
  ];
  return [
    ...docLines({ description: doc }, "  "),
    `  ${name}(${args.join(", ")}): ${answerType(answer)};`,
  ].join("\n");
}

/** An `OperationTerms`. */
function termsOf({ verb, path, body, query, isIdempotent, answer }: Method): object {
  return {
    verb,
    path,
    ...(body === null ? {} : { body: true }),
    ...(query.length === 0 ? {} : { query: true }),
    ...(isIdempotent ? { idempotent: true } : {}),
    answer: answer.kind,
  };
}

function queryType(query: Method["query"]): string {
  const fields = query.flatMap(({ name, required, schema, description }) => [
    ...docLines({ ...(description === undefined ? {} : { description }) }, "    "),
    `    readonly ${name}${required === true ? "" : "?"}: ${typeOf(schema, "    ")};`,
  ]);
  return `{\n${fields.join("\n")}\n  }`;
}

function answerType({ kind, schema }: Method["answer"]): string {
  if (schema === null) return "Promise<Uint8Array>";
  const type = typeOf(schema, "  ");
  if (kind === "list") return `List<${type}>`;
  return kind === "either" ? `Promise<${type} | Uint8Array>` : `Promise<${type}>`;
}
