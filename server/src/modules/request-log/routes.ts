import { Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { invalidFilter, parseCreated } from "../../http/list-page.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { readStretch, type Stretch } from "../../http/stretch-page.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { requestExample } from "./examples.ts";
import { RequestParams, RequestsParams, RequestsQuery, RequestView } from "./schemas.ts";
import { findRequest, findRequestEdge, listRequests, type RequestFilter } from "./store.ts";
import { viewRequest } from "./view.ts";

const tag = "Requests";
const base = "/merchant/merchants/:merchantId/requests";

export function createRequestLogRoutes(db: Queryable): readonly Route[] {
  return [
    keyRoute({
      method: "GET",
      path: base,
      operationId: "listRequests",
      tag,
      summary: "List requests",
      description:
        "Requests of the merchant's API keys and people in this mode, newest first, with the status and the reason of refusals; kept for 14 days, without bodies. A request appears some seconds after its answer. At a high rate not all are kept (`notKept`). Payers' requests, and requests with an invalid key, are not listed. Read by cursor; `meta.total` is null.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "merchant.apikeys.read",
      schemas: { params: RequestsParams, query: RequestsQuery, response: Type.Array(RequestView) },
      handle: ({ caller, query }) => {
        const filter = filterOf(query);
        const read = async (stretch: Stretch<"request">) =>
          (await listRequests(db, caller.merchantNo, filter, stretch)).map((one) =>
            viewRequest(one, caller.mode),
          );
        return readStretch("request", query, read, (stretch, depth) =>
          findRequestEdge(db, caller.merchantNo, filter, stretch, depth),
        );
      },
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: "getRequest",
      tag,
      summary: "Get a request",
      description:
        "One request, by the `Request-Id` of its answer. Returns 404 for a request that is older than 14 days, seconds old, or was not kept.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.apikeys.read",
      schemas: { params: RequestParams, response: RequestView },
      examples: { data: requestExample },
      handle: async ({ caller, params }) => {
        const id = parsePublicId("request", params.id);
        const found = id === null ? null : await findRequest(db, caller.merchantNo, id);
        if (found === null) throw errors.RESOURCE_NOT_FOUND();
        return { data: viewRequest(found, caller.mode) };
      },
    }),
  ];
}

function filterOf(query: RequestsQuery): RequestFilter {
  const { createdFromMs, createdToMs } = parseCreated(query);
  const { method = null, path = null, status = null, errorCode = null, callerId, callerKind } = query;
  return {
    method,
    path,
    status,
    errorCode,
    actorId: callerId === undefined ? null : parseCaller(callerId),
    actorKind: callerKind === undefined ? null : callerKind === "KEY" ? "key" : "person",
    refusedOnly: query.refused === "true",
    fromMs: createdFromMs,
    toMs: createdToMs,
  };
}

function parseCaller(text: string): string {
  const id = parsePublicId("apiKey", text) ?? parsePublicId("person", text);
  if (id === null) throw invalidFilter("callerId", "id", "must be an id in the form key_… or usr_…");
  return id;
}
