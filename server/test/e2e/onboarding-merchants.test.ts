import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, logIn } from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { ownerKey, png, smallPdf, uploadBody } from "../harness/onboarding.ts";

/** Operators' operations on merchants, and on the files of a dossier. */
let app: TestApp;
let operator: string;
const documents = "/merchant-owner/onboarding/documents";
const made = new Map<string, string>();

const as = (method: string, path: string, body?: unknown, headers = {}, apiKey = operator) =>
  app.request(method, path, { apiKey, headers, ...(body === undefined ? {} : { body }) });
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
async function ok(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(JSON.stringify(body.error));
  return body.data;
}
const newMerchant = async (displayName: string, more: object = {}): Promise<Answer["body"]> => {
  const merchant = await ok(as("POST", "/tenant/merchants", { displayName, countryCode: "SN", ...more }));
  made.set(displayName, merchant.id);
  return merchant;
};
const path = (name: string, step = "") => `/tenant/merchants/${made.get(name)}${step}`;

beforeAll(async () => {
  app = await startTestApp();
  operator = (await app.operator()).token;
}, 60_000);
afterAll(() => app?.stop());

describe("a merchant", () => {
  it("is made once by a request that is sent twice, and refused with two wallets of a kind", async () => {
    const body = { displayName: "Une fois", countryCode: "SN" };
    const key = { "idempotency-key": "once" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => as("POST", "/tenant/merchants", body, key)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(
      answers.every((answer) => ["201", "409 IDEMPOTENCY_REQUEST_IN_PROGRESS"].includes(code(answer))),
    ).toBe(true);
    const other = await as("POST", "/tenant/merchants", { ...body, displayName: "Autre" }, key);
    expect(code(other)).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    const wallet = { mode: "LIVE", currency: "XOF" };
    const twice = await as("POST", "/tenant/merchants", { ...body, wallets: [wallet, wallet] });
    expect([code(twice), twice.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      "wallets[1]",
    ]);
    expect(await ok(as("GET", "/tenant/merchants?q=Une%20fois"))).toHaveLength(1);
  });

  it("changes state only by the table, with a reason, in both modes, with an audit entry and an event", async () => {
    await newMerchant("Bouge");
    const step = (event: string, body: object = { reason: "Contrôle" }) =>
      as("POST", path("Bouge", `/${event}`), body);
    const walk: readonly (readonly [string, string])[] = [
      ["suspend", "409 MERCHANT_STATUS_CONFLICT"],
      ["activate", "ACTIVE"],
      ["activate", "409 MERCHANT_STATUS_CONFLICT"],
      ["suspend", "SUSPENDED"],
      ["reinstate", "ACTIVE"],
      ["close", "CLOSED"],
      ["reinstate", "409 MERCHANT_STATUS_CONFLICT"],
    ];
    for (const [event, expected] of walk) {
      const answer = await step(event);
      expect(answer.status < 400 ? answer.body.data.status : code(answer), event).toBe(expected);
    }
    expect(code(await step("suspend", {}))).toBe("400 VALIDATION_ERROR");
    const log = await app.owner.query<{ before: string; after: string; ip: string }>({
      text: `select before, after, ip from audit_log where subject = $1 and action = 'merchant.status_changed'
              order by sequence`,
      values: [made.get("Bouge")],
    });
    expect(log.map(({ before, after }) => `${before} > ${after}`)).toEqual([
      ...["PENDING > ACTIVE: Contrôle", "ACTIVE > SUSPENDED: Contrôle", "SUSPENDED > ACTIVE: Contrôle"],
      "ACTIVE > CLOSED: Contrôle",
    ]);
    const events = await app.owner.query<{ merchantNo: number; count: bigint }>({
      text: `select merchant_no as "merchantNo", count(*) as count from events where subject_id = $1
              and type = 'merchant.status_changed' group by 1`,
      values: [made.get("Bouge")],
    });
    expect(events.map(({ count }) => count)).toEqual([4n, 4n]);
  });

  it("that is suspended reads its status and the operator's words for it; reason and status are not its payers' business", async () => {
    const order = { amount: "500", currency: "XOF", title: "Panier" };
    const session = await ok(app.request("POST", "/checkout/sessions", { body: order }));
    const move = (event: string, body: object) =>
      as("POST", `/tenant/merchants/${app.merchantId}/${event}`, body);
    const messageToMerchant = "Votre pièce d'identité a expiré.";
    const suspended = await ok(move("suspend", { reason: "Soupçon de fraude", messageToMerchant }));
    expect(suspended).toMatchObject({ status: "SUSPENDED", messageToMerchant });

    const refused = await app.request("POST", "/checkout/sessions", { body: order });
    expect(code(refused)).toBe("400 MERCHANT_KYB_NOT_APPROVED");
    expect(refused.body.error.message).toContain("suspended");
    const reason = "MERCHANT_NOT_ACTIVE";
    expect(refused.body.error.details).toMatchObject({ reason, status: "SUSPENDED", messageToMerchant });

    const paying = await app.request("POST", `/checkout/pay/${session.id}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
      },
    });
    expect(code(paying)).toBe("400 MERCHANT_KYB_NOT_APPROVED");
    expect(paying.body.error.message).toBe("The merchant cannot take payments at present.");
    expect(Object.keys(paying.body.error.details).sort()).toEqual(["reason", "requestId"]);
    const [told] = await app.owner.query<{ payload: string }>({
      text: `select payload from events where subject_id = $1 and type = 'merchant.status_changed'
        order by id desc limit 1`,
      values: [app.merchantId],
    });
    expect(JSON.parse(told?.payload ?? "").data).toMatchObject({ status: "SUSPENDED", messageToMerchant });
    for (const answer of [refused.body, paying.body, told]) {
      expect(JSON.stringify(answer)).not.toContain("Soupçon");
    }
    // The message about one status does not apply to the next.
    expect(await ok(move("reinstate", {}))).toMatchObject({ status: "ACTIVE", messageToMerchant: null });
    expect((await app.request("POST", "/checkout/sessions", { body: order })).status).toBe(201);
  });

  it("that is closed gets no wallet and no key, and writes nothing", async () => {
    const keyBody = { mode: "SANDBOX", name: "K", permissions: ["merchant.profile.manage"] };
    await newMerchant("Ferme");
    const { key } = await ok(as("POST", path("Ferme", "/api-keys"), keyBody));
    await ok(as("POST", path("Ferme", "/close"), { reason: "Fin" }));
    for (const [step, body] of [
      ["/wallets", { mode: "LIVE", currency: "XOF" }],
      ["/api-keys", keyBody],
    ] as const) {
      expect(code(await as("POST", path("Ferme", step), body))).toBe("409 MERCHANT_STATUS_CONFLICT");
    }
    const patch = as("PATCH", "/merchant-owner/onboarding", { taxId: "1" }, {}, key);
    expect(code(await patch)).toBe("409 MERCHANT_STATUS_CONFLICT");
    expect(code(await as("GET", "/merchant-owner/onboarding", undefined, {}, key))).toBe("200");
  });

  it("gets one wallet for each currency and mode, and its first key in the mode named, shown once", async () => {
    await newMerchant("Neuf");
    const wallet = await ok(as("POST", path("Neuf", "/wallets"), { mode: "LIVE", currency: "EUR" }));
    expect(wallet).toMatchObject({ object: "wallet", mode: "LIVE", label: "EUR", available: "0.00" });
    expect(code(await as("POST", path("Neuf", "/wallets"), { mode: "LIVE", currency: "EUR" }))).toBe(
      "409 WALLET_EXISTS",
    );
    await ok(as("POST", path("Neuf", "/wallets"), { mode: "SANDBOX", currency: "EUR" }));
    const key = { "idempotency-key": "first key" };
    const merchantId = made.get("Neuf") ?? "";
    const owner = await ownerKey(app, { operator, merchantId, mode: "LIVE" });
    const reader = await ok(
      as(
        "POST",
        `/merchant/merchants/${merchantId}/api-keys`,
        { name: "Livres", permissions: ["merchant.wallets.read"] },
        {},
        owner,
      ),
    );
    const twice = { mode: "LIVE", currency: "XAF" };
    const first = await as("POST", path("Neuf", "/wallets"), twice, key);
    const second = await as("POST", path("Neuf", "/wallets"), twice, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
    const wallets = await ok(as("GET", "/payments/wallets", undefined, {}, reader.key));
    expect(wallets).toMatchObject([{ id: first.body.data.id }, { id: wallet.id, mode: "LIVE" }]);
  });

  it("is found by status, dossier and name, letter by letter, page by page", async () => {
    await newMerchant("100% Wax_A", { legalName: "Tissus du Fleuve" });
    const found = async (query: string) =>
      (await ok(as("GET", `/tenant/merchants?${query}`))).map(
        ({ displayName }: { displayName: string }) => displayName,
      );
    expect(await found("q=100%25")).toEqual(["100% Wax_A"]);
    expect(await found("q=x_a")).toEqual(["100% Wax_A"]);
    expect(await found("q=fleuve")).toEqual(["100% Wax_A"]);
    expect(await found(`q=${made.get("Neuf")}`)).toEqual(["Neuf"]);
    expect(await found("status=CLOSED")).toEqual(["Ferme", "Bouge"]);
    expect(await found("kybStatus=APPROVED&mode=LIVE")).toEqual(["Maison Akwaba"]);
    const all = await found("pageSize=100");
    expect(await found("pageSize=2&page=2")).toEqual(all.slice(2, 4));
    expect(await found(`starting_after=${made.get("Neuf")}`)).toEqual(all.slice(all.indexOf("Neuf") + 1));
  });

  it("of another tenant does not exist", async () => {
    const abroad = await logIn(app, await createTenant(app, "abroad"), 1);
    await newMerchant("Chez nous");
    const ask = (method: string, step: string, body?: object) =>
      as(method, path("Chez nous", step), body, {}, abroad.token);
    const reason = { reason: "x" };
    for (const answer of [
      ask("GET", ""),
      ...["/activate", "/suspend", "/reinstate", "/close"].map((step) => ask("POST", step, reason)),
      ask("POST", "/wallets", { mode: "LIVE", currency: "XOF" }),
      ask("POST", "/api-keys", { mode: "LIVE", name: "K", permissions: ["merchant.profile.manage"] }),
      ask("GET", "/api-keys"),
      ask("POST", `/api-keys/key_7${"z".repeat(24)}0/revoke`, reason),
    ]) {
      expect(code(await answer)).toBe("404 RESOURCE_NOT_FOUND");
    }
    expect(await ok(as("GET", "/tenant/merchants", undefined, {}, abroad.token))).toEqual([]);
    expect(await ok(as("GET", "/tenant/kyb", undefined, {}, abroad.token))).toEqual([]);
    expect((await ok(as("GET", path("Chez nous")))).status).toBe("PENDING");
  });
});

describe("a document", () => {
  const merchant = (method: string, step = "", body?: unknown) =>
    app.request(method, `${documents}${step}`, body === undefined ? {} : { body });
  const MEGABYTE = 1_024 * 1_024;
  const padded = (bytes: number) =>
    Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(bytes - 15, " "), Buffer.from("\n%%EOF")]);

  it.each<readonly [string, () => object, string, string]>([
    ["not base64", () => ({ ...uploadBody("OTHER"), content: "%%%%" }), "400 VALIDATION_ERROR", "content"],
    [
      "base64 without its padding",
      () => ({ ...uploadBody("OTHER"), content: png.toString("base64").replaceAll("=", "") }),
      ...(["400 VALIDATION_ERROR", "content"] as const),
    ],
    [
      "a page that says it is a PDF",
      () => uploadBody("OTHER", Buffer.from("<html>")),
      ...(["400 VALIDATION_ERROR", "content"] as const),
    ],
    [
      "a picture that says it is a PDF",
      () => uploadBody("OTHER", png),
      ...(["400 VALIDATION_ERROR", "contentType"] as const),
    ],
    [
      "a kind we do not take",
      () => uploadBody("OTHER", png, "image/gif"),
      ...(["400 VALIDATION_ERROR", "contentType"] as const),
    ],
    ["a byte too many", () => uploadBody("OTHER", padded(5 * MEGABYTE + 1)), "413 PAYLOAD_TOO_LARGE", ""],
    ["far too large", () => uploadBody("OTHER", padded(6 * MEGABYTE)), "413 PAYLOAD_TOO_LARGE", ""],
  ])("that is %s is refused", async (_name, body, expected, field) => {
    const answer = await merchant("POST", "", body());
    expect([code(answer), answer.body.error.details.fields?.[0].path ?? ""]).toEqual([expected, field]);
  });

  it("of five megabytes is kept sealed, and given back byte by byte as an attachment", async () => {
    const content = padded(5 * MEGABYTE);
    const { id, sha256, sizeBytes } = await ok(merchant("POST", "", uploadBody("OTHER", content)));
    expect([sizeBytes, sha256]).toEqual([5 * MEGABYTE, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const response = await fetch(`${app.baseUrl}${documents}/${id}/content`, {
      headers: { authorization: `Bearer ${app.apiKey}` },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect([response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
      ...["application/pdf", `attachment; filename="other-${id}.pdf"`],
    ]);
    const [row] = await app.owner.query<{ held: boolean }>({
      text: `select bool_or(position('\\x25504446'::bytea in content) > 0) as held from kyb_documents
              where merchant_no = $1`,
      values: [app.merchantNo],
    });
    expect(row?.held).toBe(false);
    await ok(merchant("DELETE", `/${id}`));
    for (const step of [`/${id}`, `/${id}/content`]) {
      expect(code(await merchant("GET", step))).toBe("404 RESOURCE_NOT_FOUND");
    }
  });

  it("that was moved to another row does not open", async () => {
    const [one, two] = [
      await ok(merchant("POST", "", uploadBody("OTHER"))),
      await ok(merchant("POST", "", uploadBody("OTHER", png, "image/png"))),
    ];
    const json = await ok(merchant("GET", `/${one.id}/content?format=json`));
    expect(Buffer.from(json.content, "base64").equals(smallPdf)).toBe(true);
    await app.owner.query({
      text: `update kyb_documents t set content = s.content from kyb_documents s
              where t.merchant_no = $1 and s.merchant_no = $1 and t.media_type = 'application/pdf'
                and s.media_type = 'image/png' and t.accepted_at is null`,
      values: [app.merchantNo],
    });
    expect(code(await merchant("GET", `/${one.id}/content`))).toBe("500 INTERNAL_ERROR");
    for (const { id } of [one, two]) await ok(merchant("DELETE", `/${id}`));
  });

  it("beyond the fiftieth is refused", async () => {
    const { length } = await ok(merchant("GET", "?pageSize=100"));
    for (let count = length; count < 50; count += 1) await ok(merchant("POST", "", uploadBody("OTHER")));
    expect(code(await merchant("POST", "", uploadBody("OTHER")))).toBe("409 KYB_DOCUMENT_LIMIT_REACHED");
    const [first] = await ok(merchant("GET", "?pageSize=1"));
    await ok(merchant("DELETE", `/${first.id}`));
    expect(code(await merchant("POST", "", uploadBody("OTHER")))).toBe("201");
  });
});

it("the first start's merchant shows a whole dossier, approved in both modes", async () => {
  const dossier = await ok(app.request("GET", "/merchant-owner/onboarding"));
  expect(dossier).toMatchObject({
    status: "APPROVED",
    profile: { legalName: "Maison Akwaba SARL", legalForm: "SARL" },
  });
  expect(dossier.requirements.every(({ status }: { status: string }) => status === "PROVIDED")).toBe(true);
  const [sandbox] = await ok(as("GET", `/tenant/kyb?merchantId=${app.merchantId}&mode=LIVE`));
  expect(sandbox).toMatchObject({ status: "APPROVED", mode: "LIVE", isChange: false });
});

it("a sandbox that begins anew keeps its approved profile, and what it leaves behind is no merchant", async () => {
  const merchants = async () =>
    (await ok(as("GET", "/tenant/merchants?pageSize=100"))).map(({ id }: { id: string }) => id);
  const queue = async () => (await ok(as("GET", "/tenant/kyb?pageSize=100"))).length;
  const before = [await merchants(), await queue()];
  await ok(app.request("POST", "/sandbox/reset", { body: { confirm: app.merchantId } }));
  expect([await merchants(), await queue()]).toEqual(before);
  const dossier = await ok(app.request("GET", "/merchant-owner/onboarding"));
  expect(dossier).toMatchObject({ status: "APPROVED", profile: { legalName: "Maison Akwaba SARL" } });
  expect(await ok(app.request("GET", documents))).toEqual([]);
});

it("the books are right after all of it", () => expectInvariants(app.owner));
