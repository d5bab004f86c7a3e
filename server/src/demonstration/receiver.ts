import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A merchant's server on this machine that accepts every event while it is open. */
export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/cauris`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
