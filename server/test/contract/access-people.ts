import { describe, expect, it } from "vitest";
import { hasPermission, type Permission } from "../../src/http/permissions.ts";
import { memberRoles, permissionsOfRole } from "../../src/modules/members/roles.ts";
import { addMember, addOne, addPerson, fullTerms, openLogIn } from "../harness/people.ts";
import { world } from "./access-shared.ts";
import { faceOf } from "./access-world.ts";
import type { Call, Operation } from "./document.ts";
import { rules } from "./rules.ts";

/** Persons with the cookie of a log-in, for every operation of merchants in the running service's document. */
const { app, own, neighbour } = world;
const { keyed, operated, rightCall, cellsOf, expectCells } = world;

const MINUTE_MS = 60_000;
/** The right call, from a page of ours, with these headers instead of its own. */
const from =
  (cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  (operation: Operation): Call => {
    const call = rightCall(operation, own, null);
    const page = {
      cookie,
      "sec-fetch-site": "same-origin",
      "cauris-request": "1",
      "cauris-merchant": own.merchantId,
      "cauris-mode": own.mode,
    };
    return { ...call, headers: { ...call.headers, ...page, ...headers } };
  };
const cookieOf = async (role: (typeof memberRoles)[number]) =>
  openLogIn(app, await addOne(app, role, own.merchantId));
const refusedAlike = async (
  operations: readonly Operation[],
  call: (operation: Operation) => Call,
  expected: string,
) => {
  const cells = await cellsOf(operations, call, expected);
  expectCells(cells, null);
  return cells;
};

describe("a person's cookie", () => {
  it("of a log-in that has ended: 401 LOG_IN_REQUIRED everywhere, in the same words", async () => {
    const cookie = await cookieOf("OWNER");
    await app.owner.query({
      text: "update log_in_sessions set expires_at = created_at where carrier = 'COOKIE'",
    });
    const cells = await refusedAlike(keyed(), from(cookie), "401 LOG_IN_REQUIRED");
    expect(new Set(cells.map(([, answer]) => faceOf(answer))).size).toBe(1);
  });
  it("for a merchant where the person does not work: 403 INVALID_MERCHANT_SCOPE", async () => {
    const cookie = await openLogIn(app, await addOne(app, "OWNER", neighbour.merchantId));
    await refusedAlike(keyed(), from(cookie), "403 INVALID_MERCHANT_SCOPE");
  });
  it("in a mode without a role: 403 NO_ROLE_IN_MODE", async () => {
    const person = await addPerson(app, "Live", own.merchantId);
    await addMember(app, person, { ...fullTerms("VIEWER"), [own.mode]: null }, own.merchantId);
    await refusedAlike(keyed(), from(await openLogIn(app, person)), "403 NO_ROLE_IN_MODE");
  });
  it("without the headers that choose: 400 VALIDATION_ERROR", async () => {
    const cookie = await cookieOf("OWNER");
    await refusedAlike(keyed(), from(cookie, { "cauris-merchant": "" }), "400 VALIDATION_ERROR");
    await refusedAlike(keyed(), from(cookie, { "cauris-mode": "" }), "400 VALIDATION_ERROR");
  });
  it("from a page of somebody else: 403 FOREIGN_REQUEST, whatever changes something", async () => {
    const changing = keyed().filter(({ method }) => method !== "GET");
    const cookie = await cookieOf("OWNER");
    await refusedAlike(changing, from(cookie, { "sec-fetch-site": "cross-site" }), "403 FOREIGN_REQUEST");
    await refusedAlike(changing, from(cookie, { "cauris-request": "" }), "403 FOREIGN_REQUEST");
  });
  it.each(memberRoles)("of %s: 403 wherever the role lacks the permission", async (role) => {
    const held = permissionsOfRole(role, own.mode);
    const lacking = keyed().filter(
      ({ permissions }) => !permissions.some((one) => hasPermission(held, one as Permission)),
    );
    const cookie = await cookieOf(role);
    expect(lacking.length === 0).toBe(role === "OWNER");
    if (lacking.length > 0) await refusedAlike(lacking, from(cookie), "403 INSUFFICIENT_PERMISSIONS");
    const isOpen = ({ id }: Operation): boolean => {
      const takes = rules[id]?.takes;
      return takes === undefined || hasPermission(held, takes);
    };
    const reading = keyed().filter(
      (one) => one.method === "GET" && isOpen(one) && !lacking.some(({ id }) => one.id === id),
    );
    const cells = await cellsOf(reading, from(cookie), "200");
    expectCells(cells, own);
  });
  it("opens nothing of operators, and theirs nothing of merchants", async () => {
    const cookie = await cookieOf("OWNER");
    await refusedAlike(operated(), from(cookie), "401 INVALID_OPERATOR_TOKEN");
    const console = cookie.replace("cauris-merchant", "cauris-console");
    await refusedAlike(keyed(), from(console), "401 Invalid API key");
    await refusedAlike(operated(), from(console), "401 LOG_IN_REQUIRED");
  });
  it("needs a proof of presence after five minutes, exactly where the document says so", async () => {
    const cookie = await cookieOf("OWNER");
    app.clock.advance(5 * MINUTE_MS);
    const asking = keyed().filter(
      ({ errorCodes, id }) => errorCodes.includes("STEP_UP_REQUIRED") && !inLiveModeOnly.has(id),
    );
    expect(asking.length).toBeGreaterThan(8);
    await refusedAlike(asking, from(cookie), "403 STEP_UP_REQUIRED");
  });
});

/** Keys of the sandbox are made without one; a refund asks by its amount, a dossier by the account in it. */
const inLiveModeOnly = new Set([
  "createApiKey",
  "updateApiKey",
  "rollApiKey",
  "createRefund",
  "updateOnboardingDossier",
]);
