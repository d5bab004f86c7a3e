import { expect, it } from "vitest";
import { peerRefusal } from "./peer.ts";

it.each([
  ["8.8.8.8", "upgrade", null],
  ["10.0.0.5", "implicit", null],
  ["fd00::5", "upgrade", null],
  ["127.0.0.1", "none", null],
  ["::1", "none", null],
  ["::ffff:127.0.0.1", "none", null],
  ["10.0.0.5", "none", "the mail server is on another machine, without TLS"],
  ["8.8.8.8", "none", "the mail server is on another machine, without TLS"],
  ["169.254.169.254", "upgrade", "the mail server's address is not one of a mail server"],
  ["::ffff:169.254.169.254", "implicit", "the mail server's address is not one of a mail server"],
  ["fe80::1", "upgrade", "the mail server's address is not one of a mail server"],
  ["0.0.0.0", "none", "the mail server's address is not one of a mail server"],
  ["224.0.0.1", "upgrade", "the mail server's address is not one of a mail server"],
  ["mail.example.com", "upgrade", "the connection has no address"],
  [undefined, "upgrade", "the connection has no address"],
] as const)("a connection to %s with TLS %s: %s", (address, tls, refusal) => {
  expect(peerRefusal(address, tls)).toBe(refusal);
});
