import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { accountRoute, type Route } from "../../http/route.ts";
import { OneOf } from "../../http/schemas.ts";
import type { DigestSettings } from "./digest.ts";

const DigestParams = Type.Object({ audience: OneOf(["operator"], { examples: ["operator"] }) });
const DigestSchema = Type.Object({
  object: Type.Literal("digest_settings"),
  on: Type.Boolean({ description: "Whether the mail is sent; false until its reader asks for it." }),
  hour: Type.Integer({ description: "The hour in the operator's own time zone from which it is sent." }),
});
const path = "/auth/:audience/digest";
const common = { tag: "Operators: work", successStatus: 200, idempotency: "none", path } as const;
const data = { object: "digest_settings", on: true, hour: 7 } as const;

/** An operator's own choice of the daily mail about the queue. */
export function digestRoutes(settings: DigestSettings): readonly Route[] {
  return [
    accountRoute({
      ...common,
      method: "GET",
      operationId: "getDigest",
      summary: "Get one's own digest setting",
      description:
        "A mail each morning with how much waits in the queue for the operator who is logged in, how much of it is late, and since when the oldest waits. None is sent when nothing waits.",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: DigestParams, response: DigestSchema },
      examples: { data },
      handle: async ({ account }) => ({ data: await settings.get(account) }),
    }),
    accountRoute({
      ...common,
      method: "PATCH",
      operationId: "updateDigest",
      summary: "Update one's own digest setting",
      description: "For the operator who is logged in alone. It begins with the next morning.",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: DigestParams, body: Type.Object({ on: Type.Boolean() }), response: DigestSchema },
      examples: { body: { on: true }, data },
      handle: async ({ account, body, facts }) => ({ data: await settings.change(account, body.on, facts) }),
    }),
  ];
}
