import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** What programs and browsers ask of a service: not what it asks of its own simulator. */
export interface CallsOfOthers {
  /** How many have come; null while one of them is not answered. */
  count(): number | null;
}

/** Counts the requests of a server; see `CallsOfOthers`. Call it before the server listens. */
export function countCallsOfOthers(server: Server): CallsOfOthers {
  let begun = 0;
  let underWay = 0;
  server.on("request", ({ url = "", headers }: IncomingMessage, response: ServerResponse) => {
    if (url.startsWith("/simulator/") && headers.authorization !== undefined) return;
    begun += 1;
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
    });
  });
  return { count: () => (underWay > 0 ? null : begun) };
}
