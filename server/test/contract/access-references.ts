import { describe, expect, it } from "vitest";
import type { Id } from "../../src/kit/ids.ts";
import { formatSessionId } from "../../src/kit/session-id.ts";
import { world } from "./access-shared.ts";
import { faceOf } from "./access-world.ts";
import type { Call, Json, Operation } from "./document.ts";
import { type Estate, secretsOf } from "./estate.ts";

/**
 * Ids in a body or a query, for every operation in the running service's document: an id of another merchant gets the
 * same answer as an unknown one. Fields are found in the document, so that new ones are covered.
 */
const { app, contract, own, neighbour, stranger } = world;
const { arrangedCall, rightCall, leaksIn } = world;

const isId = /^(?:[a-z]+_)[0-9a-z]{26,58}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const NOBODYS_SESSION = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f" as Id<"checkoutSession">;
const kindOf = (id: string): string => (id.includes("_") ? id.slice(0, id.indexOf("_")) : "uuid");
/** An unknown id of the same kind and time: as a cursor it means the same position. */
function unknownLike(id: string): string {
  if (kindOf(id) === "cs") {
    return formatSessionId(app.keyring, { merchantNo: stranger.merchantNo, id: NOBODYS_SESSION });
  }
  const other = id.at(-2) === "0" ? "1" : "0";
  return `${id.slice(0, -2)}${other}${id.slice(-1)}`;
}
const idsOf = (estate: Estate): readonly string[] =>
  [...new Set([...secretsOf(estate), estate.merchantId, ...Object.values(estate.paid ?? {})])].filter(
    (text) => isId.test(text),
  );

/** The kind of ids that a field's name implies; null: unknown, so every kind is tried. */
const named: Readonly<Record<string, string>> = {
  walletId: "wal",
  fromWalletId: "wal",
  toWalletId: "wal",
  beneficiaryId: "ben",
  sessionId: "cs",
  paymentIntentId: "pi",
  paymentLinkId: "plink",
  chargeId: "ch",
  refundId: "re",
  payoutId: "po",
  endpointId: "we",
  eventId: "evt",
  merchantId: "uuid",
  merchantIds: "uuid",
};
const candidates = (name: string, estate: Estate): readonly string[] => {
  const kind = named[name];
  const fitting = idsOf(estate).filter((id) => kind === undefined || kindOf(id) === kind);
  return [...new Map(fitting.map((id) => [kindOf(id), id])).values()];
};

type Path = readonly string[];

/** Places in a body whose name implies an id. */
function references(schema: Json, at: Path = []): readonly Path[] {
  const branches: readonly Json[] = schema.anyOf ?? schema.oneOf ?? [schema];
  return branches.flatMap((branch: Json) => {
    if (branch.type === "array") return references(branch.items ?? {}, [...at, "0"]);
    const here = at.findLast((step) => step !== "0") ?? "";
    const isOpen = branch.type === "string" && branch.enum === undefined && branch.const === undefined;
    if (isOpen && branch.format === undefined) return /(?:[a-z]Ids?|^ids?)$/.test(here) ? [at] : [];
    return Object.entries<Json>(branch.properties ?? {}).flatMap(([name, field]) =>
      references(field, [...at, name]),
    );
  });
}

function put(value: Json, [step, ...rest]: Path, id: string): Json {
  if (step === undefined) return id;
  if (step === "0") return [put(Array.isArray(value) ? value[0] : undefined, rest, id)];
  return { ...value, [step]: put(value?.[step], rest, id) };
}

/** Names of the merchant's or a provider's own records, which the service never looks up. */
const ownNames = new Set(["transactionId", "registrationId", "taxId", "externalId", "nationalId"]);

/** Accepted at once and decided row by row afterwards: checked below. */
const answersLater = new Set(["createPayoutBatch"]);

let asked = 0;
/** The differences between the answers to another merchant's id and to an unknown one. */
async function differences(
  operation: Operation,
  where: string,
  callWith: (id: string) => Call,
  foreign: readonly string[],
  reader: Estate,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const id of foreign) {
    const nobodys = unknownLike(id);
    const [answer, unknown] = [
      await contract.call(operation, callWith(id)),
      await contract.call(operation, callWith(nobodys)),
    ];
    asked += 1;
    const face = faceOf(answer).replaceAll(id, "<id>");
    if (face !== faceOf(unknown).replaceAll(nobodys, "<id>"))
      problems.push(
        `${operation.id} ${where} ${kindOf(id)}: ${face} is not ${faceOf(unknown)}`.slice(0, 400),
      );
    const leaks = leaksIn(answer, operation.auth === "operator" ? { tenantWide: reader.tenantId } : reader);
    problems.push(
      ...leaks.filter((leak) => leak !== id).map((leak) => `${operation.id} ${where} shows ${leak}`),
    );
  }
  return problems;
}

/** A cursor is tried with an id of the list's own kind; free texts with one id of each of two kinds. */
async function probesOf(operation: Operation, name: string): Promise<readonly string[]> {
  const all = candidates(name, stranger);
  if (/Ids?$/.test(name) || all.length < 3) return all;
  const kinds = ["ch", "sub"];
  if (name === "starting_after" || name === "ending_before") {
    const { data } = (await contract.call(operation, rightCall(operation, own))).body;
    const [first] = Array.isArray(data) ? data : [];
    kinds.push(kindOf(first?.id ?? "ch_"));
  }
  return all.filter((id) => kinds.includes(kindOf(id)));
}

describe("an id of somebody else", () => {
  it("in a body is answered as one that nobody has, and refused", { timeout: 120_000 }, async () => {
    const problems: string[] = [];
    let fields = 0;
    for (const operation of contract.operations.filter(({ bodySchema }) => bodySchema !== null)) {
      if (answersLater.has(operation.id)) continue;
      const places = references(operation.bodySchema).filter((at) => !ownNames.has(at.at(-1) ?? ""));
      for (const at of places) {
        const name = at.findLast((step) => step !== "0") ?? "";
        // For an operator its whole tenant is its own.
        const others = operation.auth === "operator" ? [stranger] : [stranger, neighbour];
        const foreign = [...new Set(others.flatMap((other) => candidates(name, other)))];
        fields += 1;
        const right = await arrangedCall(operation, own);
        let calls = 0;
        const callWith = (id: string): Call => {
          calls += 1;
          return {
            ...right,
            body: put(right.body, at, id),
            ...(operation.idempotency === "none"
              ? {}
              : { headers: { "idempotency-key": `${operation.id} ${at.join(".")} ${calls}` } }),
          };
        };
        problems.push(...(await differences(operation, at.join("."), callWith, foreign, own)));
        for (const id of foreign.slice(0, 1)) {
          const { status } = await contract.call(operation, callWith(id));
          const isListed = status < 300 && name === "merchantIds";
          if (status < 400 && !isListed) problems.push(`${operation.id} ${at.join(".")}: taken`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(fields).toBeGreaterThanOrEqual(4);
  });

  it("in a row of a batch is refused as one that nobody has", async () => {
    const foreign = [stranger.beneficiaryId, neighbour.beneficiaryId];
    const rows = [...foreign, ...foreign.map(unknownLike)].map((beneficiaryId) => ({
      beneficiaryId,
      amount: "1",
    }));
    const { body } = await contract.call("createPayoutBatch", {
      apiKey: own.apiKey,
      body: { walletId: own.walletId, rows },
      headers: { "idempotency-key": "foreign rows" },
    });
    await app.drain();
    const params = { id: body.data.id };
    const { data } = (await contract.call("getPayoutBatch", { apiKey: own.apiKey, params })).body;
    const [first, ...others] = data.rows.map((row: Json) =>
      JSON.stringify([row.status, row.payoutId, row.error]),
    );
    expect(data.rows[0].status).toBe("REFUSED");
    expect(new Set(others)).toEqual(new Set([first]));
  });

  it("in a query finds what one that nobody has finds", { timeout: 120_000 }, async () => {
    const problems: string[] = [];
    let params = 0;
    for (const operation of contract.operations.filter(({ auth }) => auth !== "public")) {
      for (const { name, schema } of operation.query) {
        const isOpen = schema.type === "string" && schema.enum === undefined && schema.format === undefined;
        if (!isOpen || schema.pattern?.startsWith("^(?:") === true) continue;
        params += 1;
        const callWith = (id: string): Call => ({ ...rightCall(operation, own), query: { [name]: id } });
        const foreign = await probesOf(operation, name);
        problems.push(...(await differences(operation, name, callWith, foreign, own)));
      }
    }
    expect(problems).toEqual([]);
    expect(params).toBeGreaterThanOrEqual(20);
    expect(asked).toBeGreaterThan(100);
    await expect(app.request("GET", "/payments/wallets", { apiKey: own.apiKey })).resolves.toMatchObject({
      status: 200,
    });
  });
});
