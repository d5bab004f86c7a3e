import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { StandInAnswer, StandInRequest } from "./stand-in.ts";

/** An answer, or what happens to the connection instead: it is left open, or reset. */
export type Reply = StandInAnswer | "SILENCE" | "RESET";

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 4 * 1_024 * 1_024;

/** Serves requests on this machine, as `listen` does. */
export async function serveHttp(
  port: number,
  handle: (request: StandInRequest) => Promise<Reply>,
): Promise<HttpServer> {
  const server = createServer(async (request, response) => {
    // The stand-in's time is its clock's, not this machine's: see `open.ts`.
    response.sendDate = false;
    let reply: Reply;
    try {
      reply = await handle(await readRequest(request));
    } catch (error) {
      // A bug of the stand-in must not look like a provider's answer: the developer reads it.
      reply = { status: 599, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    write(response, reply);
  });
  return listen(server, port);
}

/** Listens on this machine only. Port 0 takes a free one. Rejects when the port is in use. */
export async function listen(server: Server, port: number): Promise<HttpServer> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
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

async function readRequest(request: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw new Error("the body is too long");
    chunks.push(chunk);
  }
  const { method = "GET", url = "/" } = request;
  const { pathname, searchParams } = new URL(url, "http://stand-in");
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  };
}

function write(response: ServerResponse, reply: Reply): void {
  if (reply === "SILENCE") return;
  if (reply === "RESET") {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, headers, json, html, text, bytes } = reply;
  if (json !== undefined) send(response, status, "application/json", JSON.stringify(json), headers);
  else if (html !== undefined) send(response, status, "text/html; charset=utf-8", html, headers);
  else if (text !== undefined) send(response, status, "text/plain; charset=utf-8", text, headers);
  else if (bytes !== undefined) send(response, status, "application/octet-stream", bytes, headers);
  else response.writeHead(status, { ...headers }).end();
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
}
