import type { StandInAnswer, StandInRequest } from "../../../stand-ins/stand-in.ts";
import { errorAnswer } from "./errors.ts";

/**
 * Repeats the answer to a request whose key is known, whatever it was, also a 500; with other parameters the key is
 * refused, and while the first request is under way it is in use.
 */
export function createIdempotency() {
  const known = new Map<string, { readonly asked: string; answer: StandInAnswer | null }>();

  return async (
    holder: string,
    request: StandInRequest,
    execute: () => Promise<StandInAnswer>,
  ): Promise<StandInAnswer> => {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || key === undefined) return execute();
    const asked = `${request.path} ${request.body.toString("utf8")}`;
    const entry = known.get(`${holder} ${key}`);
    if (entry !== undefined) {
      if (entry.asked !== asked) {
        const message =
          "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        return errorAnswer(400, { type: "idempotency_error", message });
      }
      if (entry.answer === null)
        return errorAnswer(409, { type: "invalid_request_error", code: "idempotency_key_in_use" });
      return { ...entry.answer, headers: { ...entry.answer.headers, "idempotent-replayed": "true" } };
    }
    const mine: { readonly asked: string; answer: StandInAnswer | null } = { asked, answer: null };
    known.set(`${holder} ${key}`, mine);
    mine.answer = await execute();
    return mine.answer;
  };
}
