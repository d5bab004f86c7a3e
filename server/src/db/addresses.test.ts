import { describe, expect, test } from "vitest";
import {
  hostsOf,
  hostText,
  isDatabaseAddress,
  parseDatabaseUrl,
  schemaOf,
  wantedServerOf,
} from "../kit/database-address.ts";
import { placeOf } from "./connect-failure.ts";
import { appUrlOf, asAppRoleUrl, userOf } from "./roles.ts";
import { unwantedBecause } from "./server-state.ts";
import { sessionConfig } from "./session.ts";

const hosts = (address: string): readonly string[] => hostsOf(address).map(hostText);

describe("the servers of an address", () => {
  test.each([
    ["postgres://u:p@db.example.org/cauris", ["db.example.org:5432"]],
    ["postgres://u:p@db.example.org:6432/cauris", ["db.example.org:6432"]],
    ["postgres://u:p@[::1]:6432/cauris", ["[::1]:6432"]],
    ["postgres:///cauris?host=/run/postgresql&user=u", ["/run/postgresql"]],
    ["postgres://u:p@one,two:6432/cauris", ["one:5432", "two:6432"]],
    ["postgres://u:p@one:5433,two:5434,three/cauris?sslmode=require", ["one:5433", "two:5434", "three:5432"]],
    ["postgres://u:p@10.0.0.1:5433,[::1]:5434/cauris", ["10.0.0.1:5433", "[::1]:5434"]],
    ["postgresql:///cauris?host=one,two&port=5433&user=u", ["one:5433", "two:5433"]],
    ["postgres:///cauris?host=one,two&port=5433,5434&user=u", ["one:5433", "two:5434"]],
  ])("%s", (address, expected) => {
    expect(hosts(address)).toEqual(expected);
    expect(isDatabaseAddress(address)).toBe(true);
  });

  test("keep the log-in and the parameters, also where a password holds signs of its own", () => {
    const url = parseDatabaseUrl("postgres://owner:p%2C%40ss%3A@one:1,two:2/cauris?sslmode=verify-full");
    expect([...url.searchParams]).toEqual([
      ["sslmode", "verify-full"],
      ["host", "one,two"],
      ["port", "1,2"],
      ["user", "owner"],
      ["password", "p,@ss:"],
    ]);
  });

  test.each([
    "postgres://u:hunter2@one,,two/cauris",
    "postgres:///cauris?host=one,two,three&port=1,2",
    "postgres://u:hunter2@one,two/cauris?target_session_attrs=master",
    "postgres//u:hunter2@one",
  ])("%s is refused, without its password", (address) => {
    expect(isDatabaseAddress(address)).toBe(false);
    const read = () => [hostsOf(address), wantedServerOf(address)];
    expect(read).toThrow();
    expect(read).not.toThrow(/hunter2/);
  });
});

test("the service's address and the words for people are made of several as of one", () => {
  const address = "postgres://owner:secret@one:1,two:2/cauris?target_session_attrs=read-write";
  expect(userOf(address)).toBe("owner");
  expect(hosts(appUrlOf(address))).toEqual(["one:1", "two:2"]);
  expect(userOf(appUrlOf(address))).toBe("cauris_app");
  expect(appUrlOf(address)).not.toContain("secret");
  expect(hosts(asAppRoleUrl(address))).toEqual(["one:1", "two:2"]);
  expect(placeOf(address)).toBe("one:1 or two:2, database cauris");
});

test("the driver is given one server, and no parameter that it would send to PostgreSQL", () => {
  const { connectionString = "" } = sessionConfig({
    url: "postgres://u:p@one:1,two:2/cauris?target_session_attrs=read-write",
    applicationName: "t",
  });
  const { searchParams } = new URL(connectionString);
  expect([searchParams.get("host"), searchParams.get("port")]).toEqual(["one", "1"]);
  expect(searchParams.has("target_session_attrs")).toBe(false);
});

describe("which of them is meant", () => {
  const primary = { inRecovery: false, readOnly: false };
  const frozen = { inRecovery: false, readOnly: true };
  const standby = { inRecovery: true, readOnly: true };

  test("the one that takes writes, unless the address says otherwise", () => {
    expect(wantedServerOf("postgres://u:p@one,two/cauris")).toBe("read-write");
    expect(wantedServerOf("postgres://u:p@one,two/cauris?target_session_attrs=standby")).toBe("standby");
  });

  test.each([
    ["any", [primary, frozen, standby]],
    ["prefer-standby", [primary, frozen, standby]],
    ["read-write", [primary]],
    ["primary", [primary, frozen]],
    ["read-only", [frozen, standby]],
    ["standby", [standby]],
  ] as const)("%s", (wanted, fitting) => {
    const found = [primary, frozen, standby].filter((state) => unwantedBecause(wanted, state) === null);
    expect(found).toEqual(fitting);
  });
});

describe("the schema of an address", () => {
  test("is public unless it is named; the driver gets it as search path, and the role has its name", () => {
    expect(schemaOf("postgres://u:p@db/cauris")).toBe("public");
    const address = "postgres://owner:secret@db/cauris?schema=cell_ci";
    expect(schemaOf(address)).toBe("cell_ci");
    const { connectionString = "", options } = sessionConfig({ url: address, applicationName: "t" });
    expect(new URL(connectionString).searchParams.has("schema")).toBe(false);
    expect(options).toContain("-c search_path=cell_ci");
    expect(userOf(appUrlOf(address))).toBe("cauris_app_cell_ci");
    expect(schemaOf(appUrlOf(address))).toBe("cell_ci");
    expect(new URL(asAppRoleUrl(address)).searchParams.get("options")).toBe("-c role=cauris_app_cell_ci");
  });

  test.each(["", "Ci", "1ci", "pg_ci", "a-b", "a b", 'a"b', "a".repeat(31)])("%j is refused", (name) => {
    const address = `postgres://u:hunter2@db/cauris?schema=${encodeURIComponent(name)}`;
    expect(isDatabaseAddress(address)).toBe(false);
    expect(() => schemaOf(address)).toThrow("1 to 30 lower-case letters");
  });
});
