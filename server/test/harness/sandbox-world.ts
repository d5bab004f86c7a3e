import { createServer } from "node:http";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import type { MerchantNo } from "../../src/kit/ids.ts";
import type { TestApp } from "./app.ts";

/** A key with every permission. */
export async function keyOf(test: TestApp, merchantNo: MerchantNo): Promise<string> {
  const made = await test.db.transaction((tx) =>
    test.app.access.createApiKey(tx, { merchantNo, name: "other", permissions: allPermissions }, systemActor),
  );
  return made.key.reveal();
}

/** The merchant's numbers by mode. */
export async function numbersOf(
  test: TestApp,
  merchantId: string,
): Promise<Readonly<Record<string, MerchantNo>>> {
  const rows = await test.owner.query<{ mode: string; merchantNo: MerchantNo }>({
    text: `select mode, merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1`,
    values: [merchantId],
  });
  return Object.fromEntries(rows.map(({ mode, merchantNo }) => [mode, merchantNo]));
}

/** Another merchant of the same tenant that can transact in the sandbox. */
export async function newNeighbour(test: TestApp): Promise<MerchantNo> {
  const { tenantId } = await test.app.merchants.profile(test.merchantNo);
  const wallets = [{ mode: "SANDBOX", label: "Main", currency: "XOF" }] as const;
  const fields = { legalName: "Voisin", displayName: "Voisin", logoUrl: null, primaryColor: null } as const;
  const made = await test.db.transaction((tx) =>
    test.app.merchants.createMerchant(
      tx,
      {
        tenantId,
        status: "ACTIVE",
        kybStatus: "APPROVED",
        locale: "fr",
        countryCode: "CI",
        wallets,
        ...fields,
      },
      systemActor,
    ),
  );
  return made.numbers.SANDBOX;
}

/** A merchant's server for webhooks. */
export interface HooksReceiver {
  readonly url: string;
  /** What it was sent. */
  readonly received: { readonly type: string; readonly data: Record<string, unknown> }[];
  /** The status it answers with. */
  answerWith: number;
  close(): void;
}

export async function startHooksReceiver(): Promise<HooksReceiver> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      receiver.received.push(JSON.parse(body));
      response.writeHead(receiver.answerWith).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const receiver: HooksReceiver = {
    url: `http://localhost:${port}/hooks`,
    received: [],
    answerWith: 204,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
