import type { ErrorDeclaration } from "../../kit/errors.ts";
import { errorEnvelope } from "../envelope.ts";
import { errors } from "../errors.ts";
import type { Json } from "./json.ts";

export const EXAMPLE_REQUEST_ID = "req_01jd7b3k5m8n9p2q4r6s8t0v2w";

/** Refusals before an operation is known: any request can be answered with them. */
const ofTheTransport = [errors.METHOD_NOT_ALLOWED, errors.HEADERS_TOO_LARGE, errors.REQUEST_TIMEOUT];

/** The shape of every refusal, with the codes of `declarations`. */
export function errorSchema(declarations: readonly ErrorDeclaration[]): Json {
  const all = [...declarations, ...ofTheTransport.map(({ declaration }) => declaration)];
  return {
    title: "Error",
    type: "object",
    description: "The answer to a request that was refused or failed.",
    examples: [errorEnvelope(errors.RESOURCE_NOT_FOUND.declaration, {}, EXAMPLE_REQUEST_ID)],
    required: ["success", "data", "error", "meta"],
    properties: {
      success: { type: "boolean", const: false },
      data: { type: "null" },
      error: {
        title: "ErrorBody",
        type: "object",
        required: ["code", "message", "details"],
        properties: {
          code: {
            title: "ErrorCode",
            type: "string",
            enum: [...new Set(all.map(({ wire }) => wire))].toSorted(),
            description:
              "Names the reason. Codes are stable: decide by the code, never by the message. New codes can be added.",
          },
          message: { type: "string", description: "One sentence for people. Its words can change." },
          details: {
            title: "ErrorDetails",
            type: "object",
            description: "More about the reason. Some codes add fields of their own.",
            required: ["requestId"],
            properties: {
              requestId: { type: "string", description: "The request's id, as in the header `Request-Id`." },
              fields: {
                type: "array",
                description: "With `VALIDATION_ERROR`: each field that does not fit.",
                items: {
                  title: "FieldError",
                  type: "object",
                  required: ["path", "rule", "message"],
                  properties: {
                    path: { type: "string", description: "The field, `customer.email` for a nested one." },
                    rule: { type: "string", description: "The rule that the value breaks." },
                    message: { type: "string", description: "What the field must be, in one sentence." },
                  },
                },
              },
            },
            additionalProperties: true,
          },
        },
      },
      meta: { type: "null" },
    },
  };
}
