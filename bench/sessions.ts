import { createConnection } from "./http-client.ts";
import type { MerchantKey } from "./plan.ts";

const CONNECTIONS = 32;
const body = JSON.stringify({
  amount: "5000",
  currency: "XOF",
  title: "Pagne wax",
  reference: "A-1042",
  successUrl: "https://shop.example/thanks",
});

/** Public ids of fresh sessions, made through the API. */
export async function makeSessions(
  port: number,
  merchants: readonly MerchantKey[],
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    const connection = createConnection(port);
    while (left > 0) {
      left -= 1;
      const { apiKey } = merchants[left % merchants.length] ?? { apiKey: "" };
      const { status, text } = await connection.send(
        `POST /api/v1/checkout/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
          `Authorization: Bearer ${apiKey}\r\n`,
        body,
      );
      const id = /"id":"(cs_[^"]+)"/.exec(text)?.[1];
      if (id === undefined) throw new Error(`a session was answered ${status} ${text.slice(0, 200)}`);
      ids.push(id);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return ids;
}
