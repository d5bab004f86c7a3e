/** A Postman collection (v2.1) of every merchant operation; Bruno and Insomnia import the same file. */

const methods = ["get", "post", "put", "patch", "delete"];

/** Follows a reference within the document. */
const deref = (openApi, part) =>
  part?.$ref === undefined
    ? part
    : deref(
        openApi,
        part.$ref
          .split("/")
          .slice(1)
          .reduce((found, name) => found[name], openApi),
      );

function bodyOf(openApi, operation) {
  const [type, media] = Object.entries(deref(openApi, operation.requestBody)?.content ?? {})[0] ?? [];
  if (media === undefined) return undefined;
  const example = media.example ?? deref(openApi, Object.values(media.examples ?? {})[0])?.value ?? {};
  return type.includes("json")
    ? { mode: "raw", raw: JSON.stringify(example, null, 2), options: { raw: { language: "json" } } }
    : { mode: "file", file: {} };
}

function requestOf(openApi, path, method, operation, shared) {
  const parameters = [...shared, ...(operation.parameters ?? [])].map((part) => deref(openApi, part));
  const of = (place) => parameters.filter((parameter) => parameter.in === place);
  const segments = path
    .slice(1)
    .split("/")
    .map((part) => part.replace(/^\{(\w+)\}$/, ":$1"));
  const body = bodyOf(openApi, operation);
  const headers = of("header").map(({ name, required = false, description = "" }) => ({
    key: name,
    // Postman makes a fresh one for each request.
    value: name === "Idempotency-Key" ? "{{$guid}}" : "",
    description,
    ...(required || name === "Idempotency-Key" ? {} : { disabled: true }),
  }));
  const isPublic = (operation.security ?? openApi.security ?? []).every(
    (one) => Object.keys(one).length === 0,
  );
  return {
    name: operation.summary,
    request: {
      ...(isPublic ? { auth: { type: "noauth" } } : {}),
      method: method.toUpperCase(),
      description: operation.description ?? "",
      header:
        body?.mode === "raw" ? [{ key: "Content-Type", value: "application/json" }, ...headers] : headers,
      url: {
        raw: `{{baseUrl}}/${segments.join("/")}`,
        host: ["{{baseUrl}}"],
        path: segments,
        query: of("query").map(({ name, description = "" }) => ({
          key: name,
          value: "",
          description,
          disabled: true,
        })),
        variable: of("path").map(({ name, description = "" }) => ({
          key: name,
          value: name === "merchantId" ? "{{merchantId}}" : "",
          description,
        })),
      },
      ...(body === undefined ? {} : { body }),
    },
    response: [],
  };
}

/** A folder for each tag, in the document's reading order. Pure. */
export function collectionOf(openApi) {
  const all = Object.entries(openApi.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({
        tag: item[method].tags[0],
        request: requestOf(openApi, path, method, item[method], item.parameters ?? []),
      })),
  );
  return {
    info: {
      name: openApi.info.title,
      description:
        "Set the variables baseUrl (it ends in /api/v1), apiKey and merchantId; sandbox.json of a sandbox contains all three.",
      version: openApi.info.version,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "http://localhost:3000/api/v1" },
      { key: "apiKey", value: "" },
      { key: "merchantId", value: "" },
    ],
    item: openApi.tags.map(({ name, description }) => ({
      name,
      description,
      item: all.filter(({ tag }) => tag === name).map(({ request }) => request),
    })),
  };
}
