import { expect, test } from "vitest";
import { passkeyDomain } from "./passkey-domain.ts";

test.each([
  ["https://pay.example.org", "pay.example.org"],
  ["https://pay.example.org:8443", "pay.example.org"],
  ["http://localhost:8080", "localhost"],
  ["http://shop.localhost:8080", "shop.localhost"],
])("passkeys of %s are bound to %s", (publicUrl, domain) => {
  expect(passkeyDomain(publicUrl)).toEqual({ domain, origin: publicUrl });
});

test.each([
  ["http://127.0.0.1:8080", "NAME", /IP address 127\.0\.0\.1.*http:\/\/localhost/],
  ["https://192.0.2.7", "NAME", /IP address 192\.0\.2\.7/],
  ["http://[::1]:8080", "NAME", /IP address \[::1\]/],
  ["http://pay.example.org", "HTTPS", /plain HTTP at pay\.example\.org/],
] as const)("there are none at %s, which lacks its %s", (publicUrl, lack, reason) => {
  expect(passkeyDomain(publicUrl)).toEqual({ lack, unavailable: expect.stringMatching(reason) });
});
