import { expect, it } from "vitest";
import { parseUrl } from "./url.ts";

it.each([
  ["https://shop.example/path?query=1", "https://shop.example/path?query=1"],
  ["https://boutique.côte.example/été", "https://boutique.xn--cte-kna.example/%C3%A9t%C3%A9"],
  ["postgres://owner@localhost/cauris", "postgres://owner@localhost/cauris"],
])("%s is an address", (text, href) => {
  expect(parseUrl(text)?.href).toBe(href);
});

it.each(["", "shop.example", "/path", "https://", "https://a b.example", "https://[::1"])(
  "%j is no address",
  (text) => {
    expect(parseUrl(text)).toBeNull();
  },
);

/** More calls than a process makes before its functions are compiled for speed. */
const CALLS = 20_000;

it("an address with accents stays one, however many addresses a process has read", () => {
  for (let call = 0; call < CALLS; call += 1) {
    parseUrl(`https://merchant-${call % 10}.example/`);
    if (parseUrl("https://münchen.example/") === null) expect.fail(`it was refused at call ${call}`);
  }
});
