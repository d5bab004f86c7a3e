import { createServer } from "node:http";
import type { Clock } from "../../kit/clock.ts";
import { listen } from "../../stand-ins/http.ts";
import type { IncomingCallback } from "../callback.ts";

/** A receiver of a provider's callbacks, with the same input as the service. */
export interface Inbox {
  /** The address for an account's callbacks; with the operation's own id if the address contains it. */
  addressOf(accountId: string, ownId?: string): string;
  /** The callbacks received since the last call. */
  take(): readonly IncomingCallback[];
  /** The status that it answers from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

export async function openInbox(clock: Clock): Promise<Inbox> {
  const received: IncomingCallback[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = "", query] = request.url?.split("?", 2) ?? [];
      received.push({
        method: request.method === "PUT" ? "PUT" : "POST",
        authority: request.headers.host ?? "",
        path,
        query: query === undefined ? "" : `?${query}`,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        rawBody: Buffer.concat(chunks),
        nowMs: clock.nowMs(),
        receivedOpaque: path.split("/")[3] ?? null,
      });
      response.writeHead(status).end();
    });
  });
  const { url, close } = await listen(server, 0);
  return {
    addressOf: (accountId, ownId) =>
      `${url}/provider-callbacks/${accountId}${ownId === undefined ? "" : `/${ownId}`}`,
    take: () => received.splice(0),
    answerWith: (next) => {
      status = next;
    },
    close,
  };
}
