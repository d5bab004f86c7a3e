import { describe, expect, it } from "vitest";
import { allTenantPermissions, type TenantPermission } from "../../src/http/permissions.ts";
import { world } from "./access-shared.ts";
import { faceOf, outcome } from "./access-world.ts";
import type { Call, Operation } from "./document.ts";
import type { Estate } from "./estate.ts";
import { rules } from "./rules.ts";

/**
 * The operators' side, for every operation in the running service's document: tokens, permissions, and tenants that are
 * invisible to each other. An API key is refused here, and a token is refused where a key is needed.
 */
const { app, contract, own, stranger } = world;
const { keyed, operated, hasObject, rightCall, cellsOf, expectCells } = world;

const permitted = () => operated().filter(({ permissions }) => permissions.length > 0);

/** Sets the operator's permissions directly in the database: to hash a password for each set would take minutes. */
const permit = (permissions: readonly string[]) =>
  app.owner.query({
    text: "update operators set permissions = $2 where email = $1",
    values: [own.second.email, permissions],
  });
const asSecond = (operation: Operation): Call => rightCall(operation, own, own.second.token);

describe("a token that does not open", () => {
  const endToken = async (end: "logout" | "time"): Promise<string> => {
    const { email, password } = own.second;
    const { data } = (
      await app.request("POST", "/tenant/sessions", { body: { email, password }, apiKey: null })
    ).body;
    if (end === "logout") await app.request("DELETE", "/tenant/sessions/current", { apiKey: data.token });
    else
      await app.owner.query({
        text: "update log_in_sessions set expires_at = $2 where hash = sha256(convert_to($1, 'UTF8'))",
        values: [data.token, new Date(app.clock.nowMs())],
      });
    return data.token;
  };
  it.each([
    ["no header", async () => undefined],
    ["another scheme", async () => `Basic ${own.operator.token}`],
    ["a bare token", async () => own.operator.token],
    ["garbage", async () => "Bearer garbage"],
    ["a made-up token", async () => `Bearer svc_op_${"A".repeat(38)}`],
    ["a token in upper case", async () => `Bearer ${own.operator.token.toUpperCase()}`],
    ["two tokens", async () => `Bearer ${own.operator.token}, Bearer ${own.operator.token}`],
    ["a token that was logged out", async () => `Bearer ${await endToken("logout")}`],
    ["a token whose time is over", async () => `Bearer ${await endToken("time")}`],
    ["an API key with every permission", async () => `Bearer ${own.apiKey}`],
  ])("%s: 401 everywhere, in the same words", async (_name, header) => {
    const authorization = await header();
    const cells = await cellsOf(
      operated(),
      (operation) => {
        const call = rightCall(operation, own, null);
        return {
          ...call,
          headers: { ...call.headers, ...(authorization === undefined ? {} : { authorization }) },
        };
      },
      "401 INVALID_OPERATOR_TOKEN",
    );
    expectCells(cells, null);
    expect(new Set(cells.map(([, answer]) => faceOf(answer))).size).toBe(1);
  });
  it("that of an account that is disabled: 401, and none of what it asked happened", async () => {
    const status = (text: string) =>
      app.owner.query({
        text: "update operators set status = $2 where email = $1",
        values: [own.second.email, text],
      });
    await status("DISABLED");
    expectCells(await cellsOf(operated(), asSecond, "401 INVALID_OPERATOR_TOKEN"), null);
    await status("ACTIVE");
  });
  it("on a merchant's operations: 401 as well", async () => {
    const cells = await cellsOf(
      keyed(),
      (each) => rightCall(each, own, own.operator.token),
      "401 Invalid API key",
    );
    expectCells(cells, null);
  });
});

describe("a permission that is missing", () => {
  const without = (anyOf: readonly string[]): readonly TenantPermission[] =>
    allTenantPermissions.filter(
      (held) => !anyOf.includes(held) && !anyOf.includes(held.replace(/manage$/, "read")),
    );
  it("every other permission does not help: 403 that names the one required", async () => {
    const cells = await cellsOf(
      permitted(),
      async (operation) => {
        const permissions = without(operation.permissions);
        expect(permissions.length).toBe(allTenantPermissions.length - operation.permissions.length);
        await permit(permissions);
        return asSecond(operation);
      },
      "403 INSUFFICIENT_PERMISSIONS",
    );
    expectCells(cells, null);
    for (const [{ permissions }, answer] of cells)
      expect([answer.body.error.details.required].flat()).toEqual(permissions);
  });
  it("reading does not let anybody manage, and changing asks for more than reading", async () => {
    await permit(allTenantPermissions.map((held) => held.replace(/manage$/, "read")));
    const managing = permitted().filter(({ permissions }) =>
      permissions.every((one) => one.endsWith(".manage")),
    );
    expectCells(await cellsOf(managing, asSecond, "403 INSUFFICIENT_PERMISSIONS"), null);
    const changing = permitted().filter(
      ({ method, id }) => method !== "GET" && rules[id]?.readsOnly !== true,
    );
    expect(
      changing
        .filter(({ permissions }) => permissions.some((one) => one.endsWith(".read")))
        .map(({ id }) => id),
    ).toEqual([]);
  });
  it("403 comes before 400 and 404, 400 before 404", async () => {
    const bent = (operation: Operation): Call => {
      const { body: _right, headers: _keyed, ...call } = asSecond(operation);
      const params = { merchantId: stranger.merchantId, ...rules[operation.id]?.unknown };
      return operation.method === "GET"
        ? { ...call, params, query: { nonsense: "1" } }
        : { ...call, params, query: { nonsense: "1" }, body: { nonsense: 1 } };
    };
    await permit([]);
    expectCells(await cellsOf(permitted(), bent, "403 INSUFFICIENT_PERMISSIONS"), null);
    await permit(allTenantPermissions);
    const strict = permitted().filter(({ method, isList }) => method !== "GET" || isList);
    expectCells(await cellsOf(strict, bent, "400 VALIDATION_ERROR"), null);
  });
});

describe("another tenant's object", () => {
  const readers: readonly (readonly [string, Estate, Estate])[] = [
    ["an operator of home, on what is abroad", own, stranger],
    ["an operator of abroad, on what is at home", stranger, own],
  ];
  it.each(readers)("%s: 404, with the body of an id that nobody has", async (_name, reader, target) => {
    const named = operated().filter(hasObject);
    for (const operation of named) {
      const rule = rules[operation.id];
      const call = rightCall(operation, reader);
      const foreign = { ...rule?.object?.(target) };
      const mine = { ...rule?.object?.(reader) };
      const unknown = await contract.call(operation, { ...call, params: { ...rule?.unknown } });
      expect(outcome(unknown), operation.id).toBe("404 RESOURCE_NOT_FOUND");
      const names = Object.keys(foreign);
      const mixed = names.length < 2 ? [] : names.map((name) => ({ ...mine, [name]: foreign[name] ?? "" }));
      for (const params of [foreign, ...mixed]) {
        const answer = await contract.call(operation, { ...call, params });
        expect(faceOf(answer), operation.id).toBe(faceOf(unknown));
      }
    }
  });
});

describe("lists of operators", () => {
  it.each([
    ["home", own],
    ["abroad", stranger],
  ])("show %s alone", async (_name, reader) => {
    const lists = operated().filter(({ id, method }) => method === "GET" && rules[id]?.object === undefined);
    const cells = await cellsOf(lists, (each) => rightCall(each, reader), "200");
    expectCells(cells, { tenantWide: reader.tenantId });
  });
});
