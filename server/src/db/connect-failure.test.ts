import { expect, it } from "vitest";
import { connectFailure, placeOf } from "./connect-failure.ts";
import { refusesWrites } from "./server-state.ts";

const url = "postgres://owner:hunter2@db.example.org/cauris";
const failing = (message: string, code: string) =>
  connectFailure(Object.assign(new Error(message), { code }), url);

it.each([
  ["self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["Hostname/IP does not match certificate's altnames", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["unable to get local issuer certificate", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
  ["certificate has expired", "CERT_HAS_EXPIRED"],
])("a certificate is refused for good: %s", (message, code) => {
  expect(failing(message, code)).toEqual({
    explanation: `its certificate is refused: ${message}`,
    isPermanent: true,
  });
});

it("a refused certificate is explained in the same words under every version of Node", () => {
  const advice = "; if the root CA is installed locally, try running Node.js with --use-system-ca";
  const { explanation } = failing(`self-signed certificate${advice}`, "DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(explanation).toBe("its certificate is refused: self-signed certificate");
});

it.each(["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"])(
  "the network may pass: %s",
  (code) => {
    expect(failing("no way", code)).toEqual({ explanation: "no way", isPermanent: false });
  },
);

it("a host with several addresses says it once for each, and the same only once", () => {
  const each = (address: string) => new Error(`connect ECONNREFUSED ${address}`);
  const error = new AggregateError([each("::1:5432"), each("127.0.0.1:5432"), each("127.0.0.1:5432")]);
  expect(connectFailure(Object.assign(error, { code: "ECONNREFUSED" }), url).explanation).toBe(
    "connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432",
  );
});

it("no line shows the password, as it is written or as it is meant", () => {
  const secret = "postgres://owner:p%40ss@db/x";
  const error = new Error("cannot read postgres://owner:p%40ss@db/x\nor p@ss");
  expect(connectFailure(error, secret).explanation).toBe("cannot read postgres://owner:…@db/x or …");
});

it.each([
  [url, "db.example.org:5432, database cauris"],
  ["postgres://u:p@[::1]:6432/x", "[::1]:6432, database x"],
  ["postgres:///cauris?host=/run/postgresql&user=u", "/run/postgresql, database cauris"],
])("where an address leads is told without who goes there: %s", (address, place) => {
  expect(placeOf(address)).toBe(place);
});

it("a standby and a read-only database refuse writes, and each says so", () => {
  expect(refusesWrites({ inRecovery: true, readOnly: true })).toContain("standby");
  expect(refusesWrites({ inRecovery: false, readOnly: true })).toContain("default_transaction_read_only");
  expect(refusesWrites({ inRecovery: false, readOnly: false })).toBeNull();
});
