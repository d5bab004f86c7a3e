import { createServer, type IncomingMessage, type Server } from "node:http";

/** One request to a stand-in, with its body read. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface StandInAnswer {
  readonly status: number;
  /** Sent as JSON; nothing when absent. */
  readonly json?: unknown;
}

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A provider's HTTP server. With a null answer the connection is left open until the caller times out. */
export async function serve(handle: (request: StandInRequest) => Promise<StandInAnswer | null>) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { method = "GET", url = "/", headers } = request;
      const [path = "/"] = url.split("?", 1);
      const answer = await handle({ method, path, headers, body: Buffer.concat(chunks) }).catch((error) => {
        // A bug of the stand-in must not look like a provider's answer: the test reads it.
        response.writeHead(599).end(String(error));
        return null;
      });
      if (answer === null) return;
      const text = answer.json === undefined ? "" : JSON.stringify(answer.json);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    });
  });
  return listen(server);
}
