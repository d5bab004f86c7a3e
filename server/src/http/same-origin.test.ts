import { expect, test } from "vitest";
import { isOwnRequest } from "./same-origin.ts";

const origins = new Set(["https://pay.example.org"]);
const own = { "cauris-request": "1" };

test.each([
  ["a page of ours", "POST", { ...own, "sec-fetch-site": "same-origin" }, true],
  ["an older browser on a page of ours", "POST", { ...own, origin: "https://pay.example.org" }, true],
  ["reading needs no proof", "GET", {}, true],
  ["asking for the methods needs none", "OPTIONS", {}, true],
  ["reading on a link from elsewhere", "GET", { "sec-fetch-site": "cross-site" }, true],
  ["a form of ours, without the header", "POST", { "sec-fetch-site": "same-origin" }, false],
  [
    "another value of the header",
    "POST",
    { "cauris-request": "yes", "sec-fetch-site": "same-origin" },
    false,
  ],
  ["the header twice", "POST", { "cauris-request": ["1", "1"], "sec-fetch-site": "same-origin" }, false],
  ["another site", "POST", { ...own, "sec-fetch-site": "cross-site" }, false],
  ["another host of our site", "POST", { ...own, "sec-fetch-site": "same-site" }, false],
  ["an address typed by hand", "POST", { ...own, "sec-fetch-site": "none" }, false],
  [
    "a fitting Origin does not heal another site",
    "DELETE",
    { ...own, "sec-fetch-site": "cross-site", origin: "https://pay.example.org" },
    false,
  ],
  ["another origin", "PATCH", { ...own, origin: "https://pay.example.org.evil.example" }, false],
  ["our host by plain HTTP", "PUT", { ...own, origin: "http://pay.example.org" }, false],
  ["a page without an origin", "POST", { ...own, origin: "null" }, false],
  ["neither header of the browser", "POST", own, false],
] as const)("%s", (_name, method, headers, expected) => {
  expect(isOwnRequest(method, headers, origins)).toBe(expected);
});
