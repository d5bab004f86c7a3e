import { type ApiDocument, groupsOf, type Method, methodsOf } from "./document.ts";
import { phpType } from "./php-types.ts";
import { capital, type Schema, sentence } from "./schema.ts";

const HEADER =
  "<?php\n\n// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.\n\ndeclare(strict_types=1);\n";

type Schemas = Readonly<Record<string, Schema>>;

/** The generated files of `sdk/php/src`, by name. Pure. */
export function phpFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const { schemas } = document.components;
  const groups = groupsOf(methodsOf(document));
  return {
    "Types.php": typesFile(schemas),
    "Methods.php": [
      `${HEADER}\nnamespace Cauris;\n\n/** All operations, by what they are about. */\nabstract class Methods\n{`,
      ...groups.map(([group]) => `    public readonly Methods\\${capital(group)} $${group};`),
      "\n    public function __construct(Transport $transport)\n    {",
      ...groups.map(([group]) => `        $this->${group} = new Methods\\${capital(group)}($transport);`),
      "    }\n}\n",
    ].join("\n"),
    ...Object.fromEntries(
      groups.map(([group, methods]) => [`Methods/${capital(group)}.php`, groupFile(group, methods, schemas)]),
    ),
  };
}

/** Types of the API's objects, for PHPStan and Psalm: in PHP itself they are arrays. */
function typesFile(schemas: Schemas): string {
  const aliases = Object.entries(schemas).map(([name, schema]) => {
    const doc = sentence(schema);
    return `${doc === "" ? "" : ` * ${safe(doc)}\n *\n`} * @phpstan-type ${name} ${phpType(schema, schemas)}\n *`;
  });
  return `${HEADER}\nnamespace Cauris;\n\n/**\n * The objects of the API, as arrays with its own names of fields. PHPStan and editors know them by these types.\n *\n${aliases.join("\n")}/\nfinal class Types\n{\n}\n`;
}

function groupFile(group: string, methods: readonly Method[], schemas: Schemas): string {
  const texts = methods.map((method) => methodText(method, schemas));
  const known = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^ {5}\* @(?:param|return|phpstan-\w+) [\s\S]*?(?=^ {5}\* @|^ {5}\*\/)/gm)].flatMap(
        ([tag]) => tag.match(/\b[A-Z]\w+\b/g) ?? [],
      ),
    ),
  );
  const imports = Object.keys(schemas).filter((name) => known.has(name));
  return [
    `${HEADER}\nnamespace Cauris\\Methods;\n`,
    `use Cauris\\Call;\n${texts.some((text) => text.includes("new Pages(")) ? "use Cauris\\Pages;\n" : ""}use Cauris\\Transport;\nuse Cauris\\Types;\n`,
    ...(imports.length === 0
      ? []
      : [`/**\n${imports.map((name) => ` * @phpstan-import-type ${name} from Types`).join("\n")}\n */`]),
    `final class ${capital(group)}\n{`,
    "    /** @internal */\n    public function __construct(private readonly Transport $transport)\n    {\n    }\n",
    `${texts.join("\n\n")}\n}\n`,
  ].join("\n");
}

function methodText(method: Method, schemas: Schemas): string {
  const { name, doc, ids, body, query, isIdempotent, takesScenario, answer } = method;
  const typeOf = (schema: Schema) => phpType(schema, schemas).replaceAll("\n * ", "\n     * ");
  const isQueryNeeded = query.some(({ required }) => required);
  const item = answer.schema === null ? "string" : typeOf(answer.schema);
  const result =
    answer.kind === "list" ? `Pages<${item}>` : answer.kind === "either" ? `${item}|string` : item;
  const native = { list: "Pages", file: "string", either: "array|string", object: "array" }[answer.kind];
  const args = [
    ...ids.map((id) => `string $${id}`),
    ...(body === null ? [] : [body.isRequired ? "array $body" : "array $body = []"]),
    ...(query.length === 0 ? [] : [isQueryNeeded ? "array $query" : "array $query = []"]),
    ...(isIdempotent ? ["?string $idempotencyKey = null"] : []),
    ...(takesScenario ? ["?string $scenario = null"] : []),
    "?float $timeoutSeconds = null",
  ];
  const call = [
    `'${method.verb}'`,
    `'${method.path}'`,
    ...(ids.length === 0 ? [] : [`ids: [${ids.map((id) => `$${id}`).join(", ")}]`]),
    ...(body === null ? [] : ["body: $body"]),
    ...(query.length === 0 ? [] : ["query: $query"]),
    ...(isIdempotent ? ["isIdempotent: true", "idempotencyKey: $idempotencyKey"] : []),
    ...(takesScenario ? ["scenario: $scenario"] : []),
    ...(answer.kind === "file" || answer.kind === "either" ? ["mayBeFile: true"] : []),
    "timeoutSeconds: $timeoutSeconds",
  ];
  const queryShape = `array{${query
    .map((one) => `${one.name}${one.required === true ? "" : "?"}: ${phpType(one.schema, schemas)}`)
    .join(", ")}}`;
  const made = `new Call(${call.join(", ")})`;
  return [
    "    /**",
    `     * ${safe(doc.replace(/\s+/g, " "))}`,
    "     *",
    ...(body === null ? [] : [`     * @param ${typeOf(body.schema)} $body`]),
    ...(query.length === 0 ? [] : [`     * @param ${queryShape} $query`]),
    `     * @return ${result}`,
    "     */",
    `    public function ${name}(${args.join(", ")}): ${native}`,
    "    {",
    ...(answer.kind === "list"
      ? [`        return new Pages($this->transport, ${made});`]
      : [`        /** @var ${result} */\n        return $this->transport->send(${made})->data;`]),
    "    }",
  ].join("\n");
}

function safe(text: string): string {
  return text.replaceAll("*/", "* /").replaceAll("@", "(at)");
}
