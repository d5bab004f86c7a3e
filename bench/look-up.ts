import { createConnection } from "./http-client.ts";

const READERS = 16;

/** The beginning of a payer's request. */
export const asPayer = (method: string, path: string): string =>
  `${method} /api/v1/checkout/pay/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;

/** Asks the service for everything that it acknowledged: what it does not know, or not as paid, is lost. */
export async function lookUp(port: number, created: ReadonlySet<string>, paid: ReadonlySet<string>) {
  const waiting = [...created];
  const lost: string[] = [];
  const read = async (): Promise<void> => {
    const connection = createConnection(port);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { status, text } = await connection.send(asPayer("GET", `${id}/status`), "");
      const isThere = status === 200 && (!paid.has(id) || text.includes('"SUCCEEDED"'));
      if (!isThere) lost.push(`${status} ${text.slice(0, 120)}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return { acknowledged: created.size + paid.size, lost };
}
