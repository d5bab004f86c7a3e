import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { exportableLists } from "../../src/modules/exports/lists.ts";
import { codeWords } from "../../src/modules/exports/words/codes.ts";
import { type Answer, startTestApp, type TestApp, type TestOperator } from "../harness/app.ts";
import { joinOperator } from "../harness/operators.ts";
import { addOne, callAs, openLogIn } from "../harness/people.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Lists as files: what the filters show, for whom, and what happens when rights end or a process stops. */
// biome-ignore lint/suspicious/noExplicitAny: a schema is read as JSON.
type Json = any;
let test: TestApp;
let operator: TestOperator;
let ours: string;
/** More than is written at once. */
const FILLED = 12_340;
const LONG_LIST = "/payments/links?currency=XOF&q=PL-LONG";
const HOSTILE = `=HYPERLINK("https://evil.example";"x")`;

beforeAll(async () => {
  test = await startTestApp();
  operator = await test.operator();
  ours = `/merchant/merchants/${test.merchantId}/exports`;
  const link = await test.request("POST", "/payments/links", {
    headers: { "idempotency-key": "hostile link" },
    body: {
      amount: "1500",
      currency: "XOF",
      title: HOSTILE,
      description: 'a;b,"c"\n@d',
      reference: "HOSTILE",
    },
  });
  expect(link.status).toBe(201);
  // Many links, without an event and a delivery each.
  const [hostile] = await test.owner.query<{ detail: string; createdAt: Date }>({
    text: `select detail, created_at as "createdAt" from payment_links where reference = 'HOSTILE'`,
  });
  await test.owner.query({
    text: `insert into payment_links (merchant_no, id, slug, status, amount, currency, title, reference, reusable, detail,
             created_at, updated_at)
           select $1, ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'long-' || n, 'ACTIVE', n, 'XOF',
             'Long ' || n, 'PL-LONG', true, $2, $3, $3 from generate_series(1, $4::int) n`,
    values: [test.merchantNo, hostile?.detail, new Date(hostile?.createdAt ?? 0), FILLED],
  });
}, 60_000);
afterAll(() => test?.stop());
beforeEach(async () => {
  await test.owner.query({
    text: "update exports set status = 'CANCELLED', finished_at = created_at where status = 'PENDING'",
  });
});

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const create = (body: object, apiKey: string = test.apiKey, path = ours): Promise<Answer> =>
  test.request("POST", path, { body, apiKey });
async function made(body: object, apiKey: string = test.apiKey, path = ours) {
  const answer = await create(body, apiKey, path);
  expect([answer.status, answer.body.error]).toEqual([201, null]);
  return answer.body.data;
}
async function fileOf(id: string, apiKey: string = test.apiKey, path = ours) {
  const response = await fetch(`${test.baseUrl}${path}/${id}/file`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString("utf8") };
}
const linesOf = (text: string): readonly string[] =>
  text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
const round = (): Promise<number> => {
  const { exports } = test.app.loops;
  if (exports === undefined) throw new Error("there is no loop of exports");
  return exports.runOnce();
};
async function finish(id: string, apiKey: string = test.apiKey) {
  while ((await round()) > 0);
  return (await test.request("GET", `${ours}/${id}`, { apiKey })).body.data;
}
async function keyWith(
  permissions: readonly string[],
): Promise<{ readonly key: string; readonly id: string }> {
  const { status, body } = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys`, {
    headers: { "idempotency-key": `key ${permissions.join()} ${Math.random()}` },
    body: { name: "Exports", permissions },
  });
  expect([status, body.error]).toEqual([201, null]);
  return body.data;
}

describe("a short list", () => {
  it("is there at once, in the form of a French spreadsheet, with formulas defused", async () => {
    const list = "/payments/links?reference=HOSTILE";
    const done = await made({ list, locale: "fr", timeZone: "Africa/Lagos" });
    expect(done).toMatchObject({ status: "READY", rowsWritten: 1, rowsTotal: 1, separator: ";", list });
    const { status, headers, text } = await fileOf(done.id);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="links-sandbox-2026-11-21.csv"`);
    expect(text.startsWith("\ufeffCréé le (Africa/Lagos);Identifiant;Statut;Statut en clair;Titre;")).toBe(
      true,
    );
    const [, row = ""] = linesOf(text);
    // An hour ahead of UTC.
    expect(row).toContain("2026-11-21 11:00:00;plink_");
    expect(row).toContain(";ACTIVE;Actif;");
    expect(row).toContain(`;"'=HYPERLINK(""https://evil.example"";""x"")";`);
    expect(row).toContain(`"a;b,""c""\n'@d"`.replace("\n'@d", "\n@d"));
    expect(done.bytes).toBe(Buffer.byteLength(text));
  });

  it("writes the API's names and values for a program", async () => {
    const done = await made({ list: "/payments/links?reference=HOSTILE", heads: "NAMES", locale: "fr" });
    const lines = linesOf((await fileOf(done.id)).text);
    expect(lines[0]).toBe(
      "createdAt,id,linkStatus,title,description,amount,currency,usesCount,maxUses,reference,url,expiresAt,metadata",
    );
    expect(lines[1]).toMatch(/^2026-11-21T10:00:00\.000Z,plink_/);
    expect(done).toMatchObject({ separator: ",", heads: "NAMES" });
  });

  it("writes amounts as decimals of their currency, with the comma of the reader", async () => {
    const body = { amount: "123456", currency: "EUR", title: "Euros", reference: "EUROS" };
    await test.request("POST", "/payments/links", { headers: { "idempotency-key": "euros" }, body });
    const file = async (locale: string) =>
      linesOf((await fileOf((await made({ list: "/payments/links?reference=EUROS", locale })).id)).text)[1];
    expect(await file("pt")).toContain(";1234,56;EUR;");
    expect(await file("en")).toContain(",1234.56,EUR,");
  });

  it("is empty but for its heads when the filters show nothing", async () => {
    const done = await made({ list: "/payments/charges?status=FAILED&paymentMethod=CARD", locale: "en" });
    expect([done.status, done.rowsWritten]).toEqual(["READY", 0]);
    expect(linesOf((await fileOf(done.id)).text)).toHaveLength(1);
  });

  it("does not hold what opens a payer's session", async () => {
    const { body } = await test.request("POST", "/checkout/sessions", {
      headers: { "idempotency-key": "session for exports" },
      body: { amount: "1200", currency: "XOF", title: "Bag", successUrl: "https://shop.example/ok" },
    });
    const { id: sessionId } = body.data;
    const payer = createPayer(test);
    expect((await payer.complete(sessionId, mtn("789"))).status).toBe(200);
    await test.drain();
    const lists = [
      "/checkout/sessions",
      "/payments/charges",
      `/merchant/merchants/${test.merchantId}/events`,
      `/merchant/merchants/${test.merchantId}/charges`,
    ];
    for (const list of lists) {
      const done = await made({ list, heads: "NAMES" });
      expect([list, done.status, done.rowsWritten > 0]).toEqual([list, "READY", true]);
      expect((await fileOf(done.id)).text).not.toContain(sessionId);
    }
  });
});

describe("a workbook", () => {
  it("has text that stays text, amounts as numbers and times as dates, under the reader's heads", async () => {
    const body = { amount: "123456", currency: "EUR", title: HOSTILE, reference: "00042" };
    await test.request("POST", "/payments/links", { headers: { "idempotency-key": "workbook" }, body });
    const list = "/payments/links?reference=00042";
    const done = await made({ list, format: "XLSX", locale: "fr", timeZone: "Africa/Lagos" });
    expect(done).toMatchObject({ status: "READY", format: "XLSX", rowsWritten: 1 });
    const { status, headers, bytes } = await fileOf(done.id);
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      'attachment; filename="links-sandbox-2026-11-21.xlsx"',
    ]);
    const [heads, row] = await readSheet(bytes);
    const cell = (head: string) => row?.[heads?.indexOf(head) ?? -1];
    const at = cell("Créé le (Africa/Lagos)");
    expect(at).toBeInstanceOf(Date);
    // A reader makes a moment out of a number of days, which is not exact to the millisecond.
    expect(Math.abs(Number(at) - Date.parse("2026-11-21T11:00:00.000Z"))).toBeLessThan(2);
    expect([cell("Titre"), cell("Montant"), cell("Devise"), cell("Référence")]).toEqual([
      HOSTILE,
      1_234.56,
      "EUR",
      "00042",
    ]);
  });

  it("is made in the background, whole and in the order of the list, and downloaded again the same", async () => {
    const begun = await made({ list: LONG_LIST, format: "XLSX", heads: "NAMES" });
    expect(begun.status).toBe("PENDING");
    expect(await finish(begun.id)).toMatchObject({ status: "READY", rowsWritten: FILLED });
    const { bytes } = await fileOf(begun.id);
    const [heads, ...rows] = await readSheet(bytes);
    const amounts = rows.map((row) => Number(row[heads?.indexOf("amount") ?? -1]));
    expect(amounts).toEqual(Array.from({ length: FILLED }, (_none, n) => FILLED - n));
    expect((await fileOf(begun.id)).bytes.equals(bytes)).toBe(true);
  });

  it("of another kind is refused, and nothing is made", async () => {
    expect(code(await create({ list: LONG_LIST, format: "ODS" }))).toBe("400 VALIDATION_ERROR");
  });
});

describe("a long list", () => {
  it("is written in the background, whole, once each row, and in the order of the list", async () => {
    const begun = await made({ list: LONG_LIST, heads: "NAMES" });
    expect(begun).toMatchObject({
      status: "PENDING",
      rowsWritten: 5_000,
      rowsTotal: FILLED,
      finishedAt: null,
    });
    expect(code(await test.request("GET", `${ours}/${begun.id}/file`))).toBe("409 EXPORT_NOT_READY");
    expect(await round()).toBe(1);
    const half = (await test.request("GET", `${ours}/${begun.id}`)).body.data;
    expect(half).toMatchObject({ status: "PENDING", rowsWritten: 10_000 });
    const done = await finish(begun.id);
    expect(done).toMatchObject({ status: "READY", rowsWritten: FILLED });
    const { text } = await fileOf(begun.id);
    const amounts = linesOf(text)
      .slice(1)
      .map((line) => Number(line.split(",")[5]));
    // The newest first: their ids were numbered upwards.
    expect(amounts).toEqual(Array.from({ length: FILLED }, (_none, index) => FILLED - index));
    expect(done.bytes).toBe(Buffer.byteLength(text));
  });

  it("goes on where a process stopped, once its lease has ended, and a second process keeps out until then", async () => {
    const begun = await made({ list: LONG_LIST });
    // What a process leaves behind that took it up and was killed.
    await test.owner.query({
      text: "update exports set lease_no = lease_no + 1, leased_until = $1 where status = 'PENDING'",
      values: [new Date(test.clock.nowMs() + 120_000)],
    });
    expect(await round()).toBe(0);
    test.clock.advance(120_000);
    expect(await finish(begun.id)).toMatchObject({ status: "READY", rowsWritten: FILLED });
    expect(linesOf((await fileOf(begun.id)).text)).toHaveLength(FILLED + 1);
  });

  it("is cancelled by its maker alone, and then neither written nor readable", async () => {
    const begun = await made({ list: LONG_LIST });
    const { key } = await keyWith(["merchant.links.read"]);
    const path = `${ours}/${begun.id}/cancel`;
    expect(code(await test.request("POST", path, { apiKey: key }))).toBe("403 EXPORT_NOT_YOURS");
    const cancelled = await test.request("POST", path);
    expect(cancelled.body.data).toMatchObject({ status: "CANCELLED" });
    expect(await round()).toBe(0);
    expect(code(await test.request("GET", `${ours}/${begun.id}/file`))).toBe("409 EXPORT_NOT_READY");
    expect(code(await test.request("POST", path))).toBe("409 EXPORT_NOT_CANCELLABLE");
    const left = await test.owner.query({
      text: "select from export_parts where export_id = $1",
      values: [parsePublicId("listExport", begun.id)],
    });
    expect(left).toEqual([]);
  });

  it("ends with the key that asked for it", async () => {
    const { key, id } = await keyWith(["merchant.links.read"]);
    const begun = await made({ list: LONG_LIST }, key);
    const ended = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys/${id}/revoke`);
    expect(ended.status).toBe(200);
    expect(await finish(begun.id)).toMatchObject({ status: "FAILED", failureCode: "RIGHTS_ENDED" });
    expect(code(await test.request("GET", `${ours}/${begun.id}/file`))).toBe("409 EXPORT_NOT_READY");
  });

  it("ends with the role of the person who asked for it, and outlives the person's log-in", async () => {
    const viewer = await addOne(test, "VIEWER");
    const me = callAs(test, await openLogIn(test, viewer));
    const list = { list: LONG_LIST };
    const [kept, lost] = [(await me("POST", ours, list)).body.data, (await me("POST", ours, list)).body.data];
    expect([kept.status, kept.createdBy]).toEqual(["PENDING", viewer.id]);
    await test.owner.query({
      text: "delete from log_in_sessions where account_id = $1",
      values: [viewer.personId],
    });
    for (const _export of [kept, lost]) {
      test.clock.advance(1);
      await round();
    }
    await test.owner.query({
      text: "update members set removed_at = $2 where person_id = $1",
      values: [viewer.personId, new Date(test.clock.nowMs())],
    });
    await finish(kept.id);
    const states = [kept, lost].map(async ({ id }) => (await test.request("GET", `${ours}/${id}`)).body.data);
    expect(
      (await Promise.all(states)).map(({ failureCode, rowsWritten }) => [failureCode, rowsWritten]),
    ).toEqual([
      ["RIGHTS_ENDED", 10_000],
      ["RIGHTS_ENDED", 10_000],
    ]);
  });

  it("is one of five at a time", async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => create({ list: LONG_LIST })));
    expect(answers.map(code).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "201"),
      ...Array.from({ length: 2 }, () => "409 TOO_MANY_EXPORTS"),
    ]);
  }, 20_000);
});

describe("a file", () => {
  it("is for all who may read the list, at this merchant and in this mode", async () => {
    const done = await made({ list: "/payments/refunds" });
    const reader = await keyWith(["merchant.refunds.read"]);
    const other = await keyWith(["merchant.links.read"]);
    expect((await fileOf(done.id, reader.key)).status).toBe(200);
    expect((await fileOf(done.id, other.key)).status).toBe(403);
    const listed = async (apiKey: string) =>
      (await test.request("GET", ours, { apiKey })).body.data.map(({ id }: { id: string }) => id);
    expect([await listed(reader.key), await listed(other.key)]).toEqual([
      expect.arrayContaining([done.id]),
      expect.not.arrayContaining([done.id]),
    ]);
    const owner = await addOne(test, "OWNER");
    const live = callAs(test, await openLogIn(test, owner), { mode: "LIVE" });
    expect(code(await live("GET", `${ours}/${done.id}`))).toBe("404 RESOURCE_NOT_FOUND");
    expect((await fileOf(done.id, operator.token, "/tenant/exports")).status).toBe(404);
  });

  it("is in the audit log: who asked for it, and each download", async () => {
    const done = await made({ list: "/payments/refunds" });
    await fileOf(done.id);
    const { body } = await test.request("GET", `/tenant/audit?subject=${done.id}`, {
      apiKey: operator.token,
    });
    expect(body.data.map(({ action, after }: { action: string; after: string }) => [action, after])).toEqual([
      ["export.downloaded", "/payments/refunds"],
      ["export.created", "/payments/refunds"],
    ]);
  });

  it("is made once for one Idempotency-Key", async () => {
    const send = () =>
      test.request("POST", ours, {
        body: { list: "/payments/refunds" },
        headers: { "idempotency-key": "one export" },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body.data.id).toBe(first.body.data.id);
  });
});

it("every column is a field of what its list answers", () => {
  const fieldsOf = (schema: Json, path = ""): readonly string[] => {
    const [only = schema, ...more] = (schema.anyOf ?? []).filter((one: Json) => one.type !== "null");
    if (more.length > 0) return more.concat(only).flatMap((one: Json) => fieldsOf(one, path));
    if (only.properties === undefined) return [path];
    const inner = Object.entries(only.properties).flatMap(([name, field]) =>
      fieldsOf(field as Json, path === "" ? name : `${path}.${name}`),
    );
    return path === "" ? inner : [path, ...inner];
  };
  const lists = test.app.routes.filter(({ operationId }) => operationId in exportableLists);
  expect(lists.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(exportableLists).toSorted(),
  );
  for (const { operationId, schemas } of lists) {
    const fields = fieldsOf((schemas.response as Json).items);
    // The object of an event has the fields of its type.
    const known = (path: string) =>
      fields.includes(path) || (path.startsWith("data.") && fields.includes("data"));
    expect([
      operationId,
      ...(exportableLists[operationId]?.columns.filter((path) => !known(path)) ?? []),
    ]).toEqual([operationId]);
  }
});

it("every code that a list says in words has some in the three languages, and no word is left over", () => {
  const codesOf = (schema: Json): readonly string[] =>
    schema.enum ?? schema.anyOf?.flatMap(codesOf) ?? (schema.const === undefined ? [] : [schema.const]);
  for (const { operationId, schemas } of test.app.routes)
    for (const [path, group] of Object.entries(exportableLists[operationId]?.words ?? {})) {
      const codes = codesOf((schemas.response as Json).items.properties[path])
        .filter((code) => code !== null)
        .toSorted();
      for (const locale of ["fr", "en", "pt"] as const) {
        const known = Object.keys(codeWords[locale][group]).toSorted();
        expect([operationId, path, locale, known]).toEqual([operationId, path, locale, codes]);
      }
    }
});

describe("a request is refused", () => {
  it.each<readonly [string, object, string, string]>([
    ["that names no list", { list: "/payments/wallets" }, "list", "list"],
    ["that names one entry", { list: "/payments/charges/ch_1" }, "list", "list"],
    ["that names an address elsewhere", { list: "//evil.example/payments/charges" }, "list", "list"],
    ["that names an operators' list", { list: "/tenant/audit" }, "list", "list"],
    [
      "with a filter that the list does not have",
      { list: "/payments/charges?colour=red" },
      "list.colour",
      "unknown",
    ],
    [
      "with a value that the filter does not take",
      { list: "/payments/charges?status=RED" },
      "list.status",
      "pattern",
    ],
    ["with a page", { list: "/payments/charges?page=2" }, "list.page", "page"],
    ["with a cursor", { list: "/payments/charges?starting_after=ch_1" }, "list.starting_after", "page"],
    [
      "with a time zone that is none",
      { list: "/payments/charges", timeZone: "Moon/Crater" },
      "timeZone",
      "timeZone",
    ],
    ["in another language", { list: "/payments/charges", locale: "de" }, "locale", "enum"],
  ])("%s", async (_name, body, path, rule) => {
    const answer = await create(body);
    expect([code(answer), answer.body.error.details.fields.map((one: object) => one)]).toEqual([
      "400 VALIDATION_ERROR",
      [expect.objectContaining({ path, rule })],
    ]);
  });

  it("by a key that may not read the list, whatever else it may read", async () => {
    const { key } = await keyWith(["merchant.links.manage"]);
    const answer = await create({ list: "/payments/charges" }, key);
    expect([code(answer), answer.body.error.details.required]).toEqual([
      "403 INSUFFICIENT_PERMISSIONS",
      "merchant.charges.read",
    ]);
  });

  it("for the list of another merchant, and of an object of another", async () => {
    const answer = await test.request("POST", "/tenant/merchants", {
      apiKey: operator.token,
      body: { displayName: "Autre", countryCode: "CI" },
    });
    const other = answer.body.data.id;
    expect(code(await create({ list: `/merchant/merchants/${other}/events` }))).toBe(
      "403 INVALID_MERCHANT_SCOPE",
    );
    expect(
      code(await create({ list: "/payments/charges" }, test.apiKey, `/merchant/merchants/${other}/exports`)),
    ).toBe("403 INVALID_MERCHANT_SCOPE");
    const unknown = "/payments/wallets/wal_00000000000000000000000000/entries";
    expect(code(await create({ list: unknown }))).toBe("404 RESOURCE_NOT_FOUND");
  });
});

describe("an operator", () => {
  it("exports the tenant's lists, and only those that the permissions open", async () => {
    const path = "/tenant/exports";
    const done = await made(
      { list: "/tenant/audit?action=export.created", locale: "pt" },
      operator.token,
      path,
    );
    expect(done).toMatchObject({
      status: "READY",
      mode: null,
      merchantId: null,
      fileName: expect.stringMatching(/^audit-log-/),
    });
    const { text } = await fileOf(done.id, operator.token, path);
    expect(linesOf(text)[0]).toContain("Criado em (UTC);N.º de ordem;");
    expect(linesOf(text)[1]).toContain(";export.created;");
    const clerk = await joinOperator(test, {
      email: "clerk@example.com",
      permissions: ["tenant.payments.read"],
      by: operator.token,
    });
    expect(code(await create({ list: "/tenant/audit" }, clerk.token, path))).toBe(
      "403 INSUFFICIENT_PERMISSIONS",
    );
    expect((await fileOf(done.id, clerk.token, path)).status).toBe(403);
    const charges = `/tenant/merchants/${test.merchantId}/charges?mode=SANDBOX`;
    expect(code(await create({ list: charges }, clerk.token, path))).toBe("201");
    expect(code(await create({ list: "/payments/charges" }, clerk.token, path))).toBe("400 VALIDATION_ERROR");
  });
});

// The last one: it lets every log-in end.
describe("an old file", () => {
  it("is removed after seven days, and the export forgotten after 90", async () => {
    const done = await made({ list: "/payments/refunds" });
    const clean = () => test.app.loops.oldExports?.runOnce();
    test.clock.advance(7 * 86_400_000 - 1);
    await clean();
    expect((await fileOf(done.id)).status).toBe(200);
    test.clock.advance(1);
    expect(code(await test.request("GET", `${ours}/${done.id}/file`))).toBe("409 EXPORT_NOT_READY");
    await clean();
    expect((await test.request("GET", `${ours}/${done.id}`)).body.data).toMatchObject({ status: "EXPIRED" });
    test.clock.advance(84 * 86_400_000);
    await clean();
    expect(code(await test.request("GET", `${ours}/${done.id}`))).toBe("404 RESOURCE_NOT_FOUND");
  });
});
