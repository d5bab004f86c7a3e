import { type TSchema, Type } from "typebox";
import { parameterDescription } from "../openapi-descriptions.ts";
import type { Route } from "../route.ts";
import { closed } from "../validation.ts";
import type { Json } from "./json.ts";
import type { NamedSchemas } from "./named-schemas.ts";

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    "Your own unique text for this request. The same key and body give the same answer again, with the header " +
    "`Idempotency-Replayed: true` and without a second effect. Kept for 7 days at least.",
});

const SandboxScenario = Type.String({
  description:
    "Sandbox only: the name of what the provider simulator is to do, whatever the phone number. See `docs/start/sandbox.md`.",
  examples: ["no_funds"],
});

/** What the operation reads from its path, its query and its headers. */
export function parametersOf(route: Route, schemas: NamedSchemas): readonly Json[] {
  const names = [...route.path.matchAll(/:([^/]+)/g)].map(([, name]) => name ?? "");
  const params = propertiesOf(route.schemas.params);
  const query = propertiesOf(route.schemas.query);
  const required = new Set(
    (route.schemas.query as { required?: readonly string[] } | undefined)?.required ?? [],
  );
  const parameter = (
    where: "path" | "query" | "header",
    name: string,
    schema: TSchema,
    isRequired: boolean,
  ) => {
    const declared = closed(schema);
    const { description, ...rest } = schemas.write(declared);
    const shown = declared.description ?? description ?? parameterDescription(where, name, route.path);
    return {
      name,
      in: where,
      ...(isRequired ? { required: true } : {}),
      ...(shown === undefined ? {} : { description: shown }),
      schema: rest,
    };
  };
  return [
    ...names.map((name) => parameter("path", name, params[name] ?? Type.String(), true)),
    ...Object.entries(query).map(([name, schema]) => parameter("query", name, schema, required.has(name))),
    ...(route.idempotency === "none"
      ? []
      : [parameter("header", "Idempotency-Key", IdempotencyKey, route.idempotency === "required")]),
    ...(route.takesScenario === true
      ? [parameter("header", "Sandbox-Scenario", SandboxScenario, false)]
      : []),
  ];
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
}
