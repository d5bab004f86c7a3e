import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A shop on another site than the payment page. */
export interface Shop {
  readonly origin: string;
  /** Its page, in French when no language is named, whose link leads to a payment page. */
  pageFor(to: string, lang?: string): string;
  stop(): Promise<void>;
}

/** Starts a shop that loads the script of the service at `serviceOrigin`. */
export async function startShop(serviceOrigin: string): Promise<Shop> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://shop.example");
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      // As strict as a careful shop's: the script needs no more than this.
      "content-security-policy": `default-src 'none'; script-src 'nonce-shop' ${serviceOrigin}; connect-src ${serviceOrigin}; style-src 'unsafe-inline'`,
    });
    response.end(html(serviceOrigin, searchParams.get("to") ?? "", searchParams.get("lang") ?? "fr"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pageFor: (to, lang = "fr") => `${origin}/?lang=${lang}&to=${encodeURIComponent(to)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const html = (
  serviceOrigin: string,
  to: string,
  lang: string,
) => `<!doctype html><html lang="${lang}"><title>Boutique</title>
<main><h1>Panier</h1><a data-cauris href="${to}">Payer 5 000 F CFA</a><p id="told">-</p></main>
<script nonce="shop">
for (const name of ["cauris:paid", "cauris:closed"])
  addEventListener(name, (event) => { told.textContent = name + " " + JSON.stringify(event.detail); });
</script>
<script async src="${serviceOrigin}/embed.js"></script></html>`;
