import { type ApiDocument, groupsOf, type Method, methodsOf } from "./document.ts";
import { createPythonTypes, docstring, type PythonTypes } from "./python-types.ts";
import { capital, type Schema, snake } from "./schema.ts";

const HEADER =
  "# Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.\n";

/** The generated files of `sdk/python/src/cauris`, by name. Pure. */
export function pythonFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const methods = methodsOf(document);
  const types = createPythonTypes(document.components.schemas);
  for (const [name, schema] of Object.entries(document.components.schemas)) types.declare(name, schema);
  for (const method of methods)
    if (method.query.length > 0) types.declare(queryName(method), querySchema(method));
  return {
    "types.py": [
      `${HEADER}"""The objects of the API, with its own names of fields. They are plain dicts when the program runs."""\n`,
      "from __future__ import annotations\n",
      "from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict\n",
      "if TYPE_CHECKING:\n    from typing_extensions import NotRequired, TypeAlias\n\n",
      `${types.declarations().join("\n\n\n")}\n`,
    ].join("\n"),
    "_methods.py": methodsFile(methods, types, false),
    "_async_methods.py": methodsFile(methods, types, true),
  };
}

function methodsFile(methods: readonly Method[], types: PythonTypes, isAsync: boolean): string {
  const groups = groupsOf(methods);
  const prefix = isAsync ? "Async" : "";
  return [
    HEADER,
    "from __future__ import annotations\n",
    "from typing import List, Optional, Union, cast\n",
    `from . import types\nfrom ._call import Call\nfrom ._pages import ${prefix}Pages\nfrom ._transport import ${prefix}Send\n`,
    ...groups.map(([group, own]) =>
      [
        `\nclass ${prefix}${capital(group)}:`,
        `    def __init__(self, send: ${prefix}Send) -> None:`,
        "        self._send = send\n",
        own.map((method) => methodText(method, types, isAsync)).join("\n\n"),
        "",
      ].join("\n"),
    ),
    `\nclass ${prefix}Methods:`,
    `    """All operations, by what they are about."""\n`,
    `    def __init__(self, send: ${prefix}Send) -> None:`,
    ...groups.map(([group]) => `        self.${snake(group)} = ${prefix}${capital(group)}(send)`),
    "",
  ].join("\n");
}

function methodText(method: Method, types: PythonTypes, isAsync: boolean): string {
  const { name, doc, ids, body, query, isIdempotent, takesScenario, answer } = method;
  const named = (schema: Schema) => inTypes(types.typeOf(schema, typeName(method)));
  const isQueryNeeded = query.some(({ required }) => required);
  const args = [
    "self",
    ...ids.map((id) => `${snake(id)}: str`),
    ...(body === null ? [] : [argument("body", named(body.schema), body.isRequired)]),
    ...(query.length === 0 ? [] : [argument("query", `types.${queryName(method)}`, isQueryNeeded)]),
    "*",
    ...(isIdempotent ? [argument("idempotency_key", "str", false)] : []),
    ...(takesScenario ? [argument("scenario", "str", false)] : []),
    argument("timeout_seconds", "float", false),
  ];
  const call = [
    `"${method.verb}"`,
    `"${method.path}"`,
    ...(ids.length === 0 ? [] : [`ids=(${ids.map((id) => `${snake(id)},`).join(" ")})`]),
    ...(body === null ? [] : [body.isRequired ? "body=body" : "body=body or {}"]),
    ...(query.length === 0 ? [] : ["query=query"]),
    ...(isIdempotent ? ["is_idempotent=True", "idempotency_key=idempotency_key"] : []),
    ...(takesScenario ? ["scenario=scenario"] : []),
    ...(answer.kind === "file" || answer.kind === "either" ? ["may_be_file=True"] : []),
    "timeout_seconds=timeout_seconds",
  ];
  const type = answer.schema === null ? "bytes" : named(answer.schema);
  const isList = answer.kind === "list";
  const result = isList
    ? `${isAsync ? "Async" : ""}Pages[${type}]`
    : answer.kind === "either"
      ? `Union[${type}, bytes]`
      : type;
  const made = `Call(${call.join(", ")})`;
  return [
    `    ${isAsync && !isList ? "async " : ""}def ${snake(name)}(`,
    ...args.map((arg) => `        ${arg},`),
    `    ) -> ${result}:`,
    ...docstring(doc.replace(/\s+/g, " "), "        "),
    `        call = ${made}`,
    isList
      ? `        return ${result}(self._send, call)`
      : `        return cast("${result}", (${isAsync ? "await " : ""}self._send(call)).data)`,
  ].join("\n");
}

function argument(name: string, type: string, isRequired: boolean): string {
  return isRequired ? `${name}: ${type}` : `${name}: Optional[${type}] = None`;
}

function inTypes(type: string): string {
  return type.replaceAll(/\b(?!List\b|Dict\b|Any\b|None\b|Literal\b)([A-Z]\w+)/g, "types.$1");
}

/** `charges.list` as `ChargesListQuery`. */
function queryName({ group, name }: Method): string {
  return `${capital(group)}${capital(name)}Query`;
}

function typeName({ group, name }: Method): string {
  return `${capital(group)}${capital(name)}`;
}

function querySchema({ query }: Method): Schema {
  return {
    type: "object",
    required: query.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
  };
}
