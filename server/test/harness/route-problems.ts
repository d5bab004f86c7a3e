import type { TSchema } from "typebox";
import type { Route } from "../../src/http/route.ts";
import { closed, compileBody, fieldErrors } from "../../src/http/validation.ts";

/**
 * What is wrong with the declarations of `routes`, in sentences; empty when all is well. A test runs it over the whole
 * service, so that no route has a missing description or an example that its own schema refuses.
 */
export function routeProblems(routes: readonly Route[]): readonly string[] {
  const operationIds = routes.map(({ operationId }) => operationId);
  const shapes = routes.map(({ method, path }) => `${method} ${path.replace(/:[^/]+/g, ":")}`);
  return [
    ...repeated(operationIds).map((id) => `operation ${id} is declared twice`),
    ...repeated(shapes).map((shape) => `${shape} is declared twice`),
    ...routes.flatMap((route) => problemsOf(route).map((problem) => `${route.operationId}: ${problem}`)),
  ];
}

function problemsOf(route: Route): readonly string[] {
  const { schemas, examples } = route;
  const problems: string[] = [];
  const claim = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  claim(/^[a-z][a-zA-Z0-9]*$/.test(route.operationId), "the operation id is not camelCase");
  claim(
    route.summary.trim() !== "" && !route.summary.endsWith("."),
    "the summary is empty or ends in a full stop",
  );
  claim(route.description.trim() !== "", "the description is empty");
  claim(
    /^(?:\/(?::?[a-zA-Z][a-zA-Z0-9-]*))+$/.test(route.path),
    "the path is not in the form /checkout/sessions/:id",
  );
  claim(route.method === "GET" ? route.idempotency === "none" : true, "a GET takes no Idempotency-Key");
  claim(route.method !== "GET" || schemas.body === undefined, "a GET has no body");
  claim(route.successStatus === 200 || route.method === "POST", "only a POST answers 201");
  claim(
    route.list !== true || (schemas.response as { type?: string }).type === "array",
    "a list answers an array",
  );
  claim(new Set(route.errors).size === route.errors.length, "an error is named twice");
  const told = secretFields(schemas.response).filter((name) => !route.answersSecret?.includes(name));
  claim(
    route.idempotency === "none" || told.length === 0,
    `a repeat would show ${told.join(", ")} to another caller: declare it in answersSecret`,
  );
  if (schemas.body !== undefined) claim(examples?.body !== undefined, "there is no example of the body");
  if (examples?.body !== undefined && schemas.body !== undefined) {
    problems.push(
      ...misfits(closed(schemas.body), examples.body).map((text) => `example of the body: ${text}`),
    );
  }
  if (examples?.data !== undefined) {
    problems.push(
      ...misfits(closed(schemas.response), examples.data).map((text) => `example of the data: ${text}`),
    );
  }
  return problems;
}

/** Fields that show a secret, judged by their names. */
const SECRET_NAME = /^(key|secret|token|.*(Password|Token|Secret))$/;

function secretFields(schema: TSchema): readonly string[] {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, TSchema>> };
  return Object.entries(properties).flatMap(([name, field]) => [
    ...(SECRET_NAME.test(name) ? [name] : []),
    ...secretFields(field).map((inner) => `${name}.${inner}`),
  ]);
}

function misfits(schema: object, value: unknown): readonly string[] {
  const validate = compileBody(schema);
  return validate(value) ? [] : fieldErrors(validate.errors ?? [], "it").map(({ message }) => message);
}

function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
