import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { fillDossier, ownerKey, png, smallPdf, uploadBody } from "../harness/onboarding.ts";
import { joinOperator } from "../harness/operators.ts";

/**
 * A merchant from its first day to a legal change: what it must prove, who decides, and what continues meanwhile. No
 * one decides alone, and a merchant under review takes no new money and loses none.
 */
let app: TestApp;
let first: string;
let second: string;
let merchantId: string;
let key: string;
let liveKey: string;
let dossierId: string;

const base = "/merchant-owner/onboarding";
const as = (apiKey: string) => (method: string, path: string, body?: unknown) =>
  app.request(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
const merchant = (method: string, path: string, body?: unknown) => as(key)(method, path, body);
const one = (method: string, path: string, body?: unknown) => as(first)(method, path, body);
const two = (method: string, path: string, body?: unknown) => as(second)(method, path, body);
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const order = { amount: "5000", currency: "XOF", title: "Commande" };
const phone = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" };
const review = (step: string) => `/tenant/kyb/${dossierId}${step}`;

async function ok(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(JSON.stringify(body.error));
  return body.data;
}

async function eventsOf(type: string): Promise<readonly Answer["body"][]> {
  const events = await ok(merchant("GET", `/merchant/merchants/${merchantId}/events?type=${type}`));
  return events.map(({ data }: Answer["body"]) => data);
}

beforeAll(async () => {
  app = await startTestApp();
  first = (await app.operator()).token;
  second = (await app.operator("second")).token;
}, 60_000);
afterAll(() => app?.stop());

describe("a merchant whom an operator takes in", () => {
  it("begins as PENDING, with a dossier in DRAFT and the wallets named, in both modes", async () => {
    const made = await ok(
      one("POST", "/tenant/merchants", {
        displayName: "Chez Awa",
        legalName: "Chez Awa SARL",
        countryCode: "CI",
        wallets: (["SANDBOX", "LIVE"] as const).map((mode) => ({ mode, currency: "XOF" })),
      }),
    );
    merchantId = made.id;
    expect(made).toMatchObject({
      object: "merchant",
      mode: "SANDBOX",
      status: "PENDING",
      kybStatus: "DRAFT",
      version: 1,
      dossiers: [
        { mode: "SANDBOX", status: "DRAFT" },
        { mode: "LIVE", status: "DRAFT" },
      ],
    });
    dossierId = made.dossiers[0].id;
    // The owner's key moves no money itself: it makes the keys that do.
    const handed = async (mode: "SANDBOX" | "LIVE") =>
      ok(
        as(await ownerKey(app, { operator: first, merchantId, mode }))(
          "POST",
          `/merchant/merchants/${merchantId}/api-keys`,
          {
            name: "Shop",
            permissions: [
              "checkout",
              "links",
              "payments",
              "charges",
              "refunds",
              "wallets",
              "payouts",
              "profile",
              "events",
            ].map((area) => `merchant.${area}.manage`),
          },
        ),
      );
    const [sandbox, live] = [await handed("SANDBOX"), await handed("LIVE")];
    expect(live).toMatchObject({ merchantId, mode: "LIVE", lastUsedAt: null });
    key = sandbox.key;
    liveKey = live.key;
    expect(liveKey).toMatch(/^svc_mk_live_/);
    expect(code(await merchant("GET", "/payments/wallets"))).toBe("200");
  });

  it("cannot transact, and is told why, until it is active and approved", async () => {
    const refused = await merchant("POST", "/checkout/sessions", order);
    expect([code(refused), refused.body.error.details.reason]).toEqual([
      "400 MERCHANT_KYB_NOT_APPROVED",
      "MERCHANT_NOT_ACTIVE",
    ]);
    await ok(one("POST", `/tenant/merchants/${merchantId}/activate`, { reason: "Contrat signé" }));
    const again = await merchant("POST", "/checkout/sessions", order);
    expect(again.body.error.details.reason).toBe("KYB_NOT_APPROVED");
    for (const [path, body] of [
      ["operational", { displayName: "Awa" }],
      ["material-change", { taxId: "1", reason: "x" }],
    ] as const) {
      const answer = await merchant("PATCH", `${base}/profile/${path}`, body);
      expect([code(answer), answer.body.error.details.kybStatus]).toEqual([
        "400 MERCHANT_KYB_NOT_APPROVED",
        "DRAFT",
      ]);
    }
  });

  it("sees what is missing: first in writing, then on paper", async () => {
    const empty = await merchant("POST", `${base}/submit`);
    expect(code(empty)).toBe("400 VALIDATION_ERROR");
    expect(empty.body.error.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      ...["legalName", "legalForm", "registrationNumber", "taxId", "registeredAddress", "directors"],
      "settlementAccount",
    ]);
    const filled = await fillDossier(app, key, { papers: false });
    expect(filled.requirements.filter((need: Answer["body"]) => need.status === "MISSING")).toMatchObject(
      [
        ...["REGISTRATION_CERTIFICATE", "ARTICLES_OF_ASSOCIATION", "TAX_CERTIFICATE", "DIRECTOR_ID"],
        ...["OWNERSHIP_DECLARATION", "PROOF_OF_ADDRESS", "BANK_STATEMENT"],
      ].map((name) => ({ kind: "DOCUMENT", name })),
    );
    const bare = await merchant("POST", `${base}/submit`);
    expect([code(bare), bare.body.error.details.documents]).toEqual([
      "400 KYB_SUPPLEMENTAL_DOCS_REQUIRED",
      [
        ...["REGISTRATION_CERTIFICATE", "ARTICLES_OF_ASSOCIATION", "TAX_CERTIFICATE", "DIRECTOR_ID"],
        ...["OWNERSHIP_DECLARATION", "PROOF_OF_ADDRESS", "BANK_STATEMENT"],
      ],
    ]);
  });

  it("is SUBMITTED when all is there, and then writes no more", async () => {
    await fillDossier(app, key);
    const submitted = await ok(merchant("POST", `${base}/submit`));
    expect(submitted).toMatchObject({
      status: "SUBMITTED",
      submittedAt: new Date(app.clock.nowMs()).toISOString(),
    });
    expect(await eventsOf("merchant.kyb.submitted")).toMatchObject([
      { mode: "SANDBOX", kybStatus: "SUBMITTED" },
    ]);
    const [document] = await ok(merchant("GET", `${base}/documents`));
    for (const [answer, expected] of [
      [merchant("PATCH", base, { taxId: "2" }), "400 KYB_USE_PROFILE_ENDPOINT"],
      [merchant("POST", `${base}/submit`), "409 MERCHANT_STATUS_CONFLICT"],
      [merchant("POST", `${base}/documents`, uploadBody("OTHER")), "409 KYB_DOCUMENT_LOCKED"],
      [merchant("DELETE", `${base}/documents/${document.id}`), "409 KYB_DOCUMENT_LOCKED"],
    ] as const) {
      expect(code(await answer)).toBe(expected);
    }
  });
});

describe("a review", () => {
  it("takes the dossier from the queue, and shows the reviewer all of it", async () => {
    const queue = await ok(one("GET", "/tenant/kyb?status=SUBMITTED,IN_REVIEW&mode=SANDBOX"));
    expect(queue.map(({ id }: { id: string }) => id)).toEqual([dossierId]);
    expect(code(await one("POST", review("/propose"), { decision: "APPROVE", reason: "Vite" }))).toBe(
      "409 MERCHANT_STATUS_CONFLICT",
    );
    const seen = await ok(one("POST", review("/start-review")));
    expect(seen).toMatchObject({
      status: "IN_REVIEW",
      merchant: { legalName: "Chez Awa SARL", status: "ACTIVE" },
      profile: { settlementAccount: { iban: "CI93CI0080123400001234567820" } },
    });
    expect(seen.documents).toHaveLength(7);
    const mine = await ok(merchant("GET", base));
    expect(mine.profile.settlementAccount.iban).toBe("CI93 **** 7820");
    expect(mine.profile.directors[0].fullName).toBe("Aminata Koné");
  });

  it("writes down who downloaded a document, and gives it as a file only", async () => {
    const { documents } = await ok(one("GET", review("")));
    const { id } = documents[0];
    const path = review(`/documents/${id}/content`);
    const response = await fetch(`${app.baseUrl}${path}`, { headers: { authorization: `Bearer ${second}` } });
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.pdf"$/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).equals(smallPdf)).toBe(true);
    const log = await app.owner.query<{ actor: string }>({
      text: "select actor from audit_log where action = 'kyb_document.downloaded' and subject = $1",
      values: [id],
    });
    expect(log).toEqual([{ actor: (await app.operator("second")).operatorId }]);
  });

  it("writes down until when a paper is valid, and finds the dossiers whose papers end", async () => {
    const { documents } = await ok(one("GET", review("")));
    const { id } = documents[0];
    const found = async (day: string) =>
      (await ok(one("GET", `/tenant/kyb?expiresBy=${day}`))).map((row: Answer["body"]) => [
        row.id,
        row.firstExpiry,
      ]);
    const expire = (expiresOn: string | null) => one("PATCH", review(`/documents/${id}`), { expiresOn });
    expect(await found("2099-01-01")).toEqual([]);
    expect(await ok(expire("2027-05-17"))).toMatchObject({ id, expiresOn: "2027-05-17", mode: "SANDBOX" });
    expect(await found("2027-05-17")).toEqual([[dossierId, "2027-05-17"]]);
    expect(await found("2027-05-16")).toEqual([]);
    expect((await ok(merchant("GET", `${base}/documents/${id}`))).expiresOn).toBe("2027-05-17");
    expect(code(await expire("17/05/2027"))).toBe("400 VALIDATION_ERROR");
    expect((await ok(expire(null))).expiresOn).toBeNull();
    const log = await app.owner.query({
      text: `select before, after from audit_log where action = 'kyb_document.expiry_changed' and subject = $1
              order by sequence`,
      values: [id],
    });
    expect(log).toEqual([
      { before: null, after: "2027-05-17" },
      { before: "2027-05-17", after: null },
    ]);
    const ended = { ...uploadBody("OTHER"), expiresOn: "2026-01-01" };
    const refused = await merchant("POST", `${base}/documents`, ended);
    expect([code(refused), refused.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      "expiresOn",
    ]);
  });

  it("asks for more, and gets the dossier back only with a new document", async () => {
    app.clock.advance(60_000);
    await ok(
      one("POST", review("/request-info"), {
        items: [{ documentType: "PROOF_OF_ADDRESS", message: "La facture date de plus de trois mois" }],
      }),
    );
    const asked = await ok(merchant("GET", base));
    expect(asked).toMatchObject({
      status: "INFO_REQUESTED",
      requestedItems: [
        {
          documentType: "PROOF_OF_ADDRESS",
          message: "La facture date de plus de trois mois",
          status: "OPEN",
        },
      ],
    });
    const early = await merchant("POST", `${base}/submit`);
    expect([code(early), early.body.error.details.documents]).toEqual([
      "400 KYB_SUPPLEMENTAL_DOCS_REQUIRED",
      ["PROOF_OF_ADDRESS"],
    ]);
    app.clock.advance(60_000);
    await ok(merchant("POST", `${base}/documents`, uploadBody("PROOF_OF_ADDRESS")));
    const answered = await ok(merchant("PATCH", base, { note: "La facture est de ce mois" }));
    expect(answered.requestedItems).toMatchObject([{ status: "PROVIDED" }]);
    expect((await ok(merchant("POST", `${base}/submit`))).status).toBe("SUBMITTED");
    expect(await ok(one("POST", review("/start-review")))).toMatchObject({
      note: "La facture est de ce mois",
    });
  });

  it("is found by somebody who owns the merchant, whose name no page of the list shows", async () => {
    const found = (name: string) => one("GET", `/tenant/kyb?mode=SANDBOX&person=${encodeURIComponent(name)}`);
    const ids = async (name: string) => (await ok(found(name))).map(({ id }: { id: string }) => id);
    expect(await ids("nguessan yao")).toEqual([]);
    expect(await ids("guessan YAO")).toContain(dossierId);
    expect(await ids("Mamadou")).toEqual([]);
    expect(code(await found("ya"))).toBe("400 VALIDATION_ERROR");
  });

  it("never ends by one person alone, in the service and in the database", async () => {
    const proposed = await ok(one("POST", review("/propose"), { decision: "APPROVE", reason: "Complet" }));
    const { id, proposedBy } = proposed.proposedDecision;
    const waits = async () =>
      (await ok(one("GET", "/tenant/kyb?pageSize=100"))).map((row: { id: string; hasProposal: boolean }) => [
        row.id === dossierId,
        row.hasProposal,
      ]);
    expect((await waits()).filter(([, hasProposal]: [boolean, boolean]) => hasProposal)).toEqual([
      [true, true],
    ]);
    expect(code(await one("POST", review("/propose"), { decision: "REJECT", reason: "Non" }))).toBe(
      "409 KYB_DECISION_CONFLICT",
    );
    expect(code(await one("POST", review("/confirm"), {}))).toBe("403 FOUR_EYES_REQUIRED");
    const { token: apiKey } = await joinOperator(app, {
      email: "made@example.com",
      permissions: ["tenant.kyb.manage"],
      by: (await app.operator()).token,
    });
    const byMade = await app.request("POST", review("/confirm"), { apiKey, body: {} });
    expect([code(byMade), byMade.body.error.details.reason]).toEqual([
      "403 FOUR_EYES_REQUIRED",
      "COMMON_ORIGIN",
    ]);
    expect((await ok(merchant("GET", base))).status).toBe("IN_REVIEW");
    const other = `kdec_${"0".repeat(26)}`;
    expect(code(await two("POST", review("/confirm"), { decisionId: other }))).toBe(
      "409 KYB_DECISION_CONFLICT",
    );
    await expect(
      app.owner.query({
        text: "update kyb_decisions set status = 'CONFIRMED', ended_by = proposed_by, ended_at = proposed_at",
      }),
    ).rejects.toThrow("kyb_decisions");
    const confirmed = await ok(two("POST", review("/confirm"), { decisionId: id }));
    expect(confirmed).toMatchObject({
      status: "APPROVED",
      proposedDecision: null,
      decisionReason: "Complet",
      decisions: [{ id, proposedBy, status: "CONFIRMED" }],
    });
    expect(confirmed.decisions[0].endedBy).not.toBe(proposedBy);
    expect((await waits()).filter(([, hasProposal]: [boolean, boolean]) => hasProposal)).toEqual([]);
    expect(await eventsOf("merchant.kyb.approved")).toHaveLength(1);
    expect(code(await two("POST", review("/confirm"), {}))).toBe("409 KYB_DECISION_CONFLICT");
  });

  it("of one mode says nothing of the other", async () => {
    const live = await ok(as(liveKey)("GET", base));
    expect(live).toMatchObject({ mode: "LIVE", status: "DRAFT", profile: { legalName: null } });
    expect(await ok(as(liveKey)("GET", `${base}/documents`))).toEqual([]);
  });
});

describe("an approved merchant", () => {
  it("keeps what the approval rests on", async () => {
    const documents = await ok(merchant("GET", `${base}/documents`));
    expect(documents).toHaveLength(8);
    expect(documents.every((one: Answer["body"]) => one.acceptedAt !== null)).toBe(true);
    expect(code(await merchant("DELETE", `${base}/documents/${documents[0].id}`))).toBe(
      "409 KYB_DOCUMENT_LOCKED",
    );
    expect(code(await merchant("PATCH", base, { taxId: "2" }))).toBe("400 KYB_USE_PROFILE_ENDPOINT");
    expect(code(await merchant("POST", `${base}/submit`))).toBe("400 KYB_USE_PROFILE_ENDPOINT");
  });

  it("changes what payers see at once, and its dossier not at all", async () => {
    const session = await ok(merchant("POST", "/checkout/sessions", order));
    const shown = () => ok(app.request("GET", `/checkout/pay/${session.id}`, { apiKey: null }));
    expect((await shown()).merchantName).toBe("Chez Awa");
    const before = await ok(merchant("GET", base));
    const changed = await ok(
      merchant("PATCH", `${base}/profile/operational`, {
        displayName: "Awa & Filles",
        supportPhone: "+225 27 21 21 21 21",
        supportWhatsapp: "+225 07 07 07 07 07",
        locale: "en",
        branding: { primaryColor: "#112233" },
      }),
    );
    expect(changed).toMatchObject({
      displayName: "Awa & Filles",
      supportPhone: "+2252721212121",
      supportWhatsapp: "+2250707070707",
      kybStatus: "APPROVED",
      branding: { primaryColor: "#112233" },
    });
    expect(await shown()).toMatchObject({
      merchantName: "Awa & Filles",
      branding: { primaryColor: "#112233" },
    });
    expect(await ok(merchant("GET", base))).toEqual(before);
    // Live payers have not seen the new name.
    expect((await ok(as(liveKey)("GET", `${base}/profile`))).displayName).toBe("Chez Awa");
    // Payers would type a PIN for a merchant with this name.
    const posing = await merchant("PATCH", `${base}/profile/operational`, { displayName: "Orange  Money" });
    expect([code(posing), posing.body.error.details.fields[0]]).toMatchObject([
      "400 VALIDATION_ERROR",
      { path: "displayName", rule: "operator" },
    ]);
    expect((await shown()).merchantName).toBe("Awa & Filles");
    for (const wrong of [
      { website: "http://a.example" },
      { logoUrl: "https://u:p@a.example" },
      { supportPhone: "12" },
      { supportWhatsapp: "12" },
    ]) {
      expect(code(await merchant("PATCH", `${base}/profile/operational`, wrong))).toBe(
        "400 VALIDATION_ERROR",
      );
    }
  });
});

describe("a legal change", () => {
  const address = { line1: "Boulevard de Marseille", city: "Abidjan", countryCode: "CI" };
  const change = (more: object = {}) =>
    merchant("PATCH", `${base}/profile/material-change`, {
      registeredAddress: address,
      reason: "Déménagement",
      ...more,
    });
  let proof: string;

  it("needs its proof: a new one, of the right kind, of one's own", async () => {
    const bare = await change();
    expect([code(bare), bare.body.error.details.documents]).toEqual([
      "400 KYB_SUPPLEMENTAL_DOCS_REQUIRED",
      ["PROOF_OF_ADDRESS"],
    ]);
    const old = await ok(merchant("GET", `${base}/documents`));
    const stranger = await ok(
      app.request("POST", `${base}/documents`, { body: uploadBody("PROOF_OF_ADDRESS") }),
    );
    for (const documents of [[old[0].id], [stranger.id], ["doc_nonsense"]]) {
      expect(code(await change({ documents }))).toBe("400 VALIDATION_ERROR");
    }
    const wrong = await ok(merchant("POST", `${base}/documents`, uploadBody("TAX_CERTIFICATE")));
    expect(code(await change({ documents: [wrong.id] }))).toBe("400 KYB_SUPPLEMENTAL_DOCS_REQUIRED");
    expect((await ok(merchant("DELETE", `${base}/documents/${wrong.id}`))).id).toBe(wrong.id);
    const same = { legalName: "Chez Awa SARL", registeredAddress: undefined };
    expect(code(await change({ ...same, legalName: "Maison Akwaba SARL" }))).toBe("400 VALIDATION_ERROR");
    expect((await ok(merchant("GET", base))).status).toBe("APPROVED");
    proof = (await ok(merchant("POST", `${base}/documents`, uploadBody("PROOF_OF_ADDRESS")))).id;
  });

  it("stops new business, while money in flight, refunds, reads and webhooks go on", async () => {
    const paid = await pay();
    const [open, link] = [
      await ok(merchant("POST", "/checkout/sessions", order)),
      await ok(
        app.request("POST", "/payments/links", {
          apiKey: key,
          body: order,
          headers: { "idempotency-key": "l" },
        }),
      ),
    ];
    const inFlight = await ok(merchant("POST", "/checkout/sessions", order));
    const completion = { paymentMethod: "MOBILE_MONEY", paymentDetails: phone };
    await ok(merchant("POST", `/checkout/pay/${inFlight.id}/complete`, completion));

    const submitted = await ok(change({ documents: [proof] }));
    expect(submitted).toMatchObject({
      status: "SUBMITTED",
      profile: { registeredAddress: { line1: "Rue des Jardins, Cocody" } },
      proposedProfile: { registeredAddress: { line1: "Boulevard de Marseille" } },
      change: { reason: "Déménagement", fields: ["registeredAddress"], documentIds: [proof] },
    });
    const gate = "400 MERCHANT_KYB_NOT_APPROVED";
    const keyed = (path: string, body: unknown) =>
      app.request("POST", path, { apiKey: key, body, headers: { "idempotency-key": path } });
    for (const refused of [
      merchant("POST", "/checkout/sessions", order),
      merchant("POST", `/checkout/pay/${open.id}/complete`, completion),
      keyed("/payments/links", order),
      merchant("POST", `/checkout/links/${link.slug}/sessions`),
      keyed("/payments/payouts", {
        walletId: paid.walletId,
        beneficiaryId: `ben_${"0".repeat(26)}`,
        amount: "1",
      }),
      change({ documents: [proof] }),
    ]) {
      expect(code(await refused)).toBe(gate);
    }
    expect(code(await merchant("PATCH", base, { taxId: "2" }))).toBe("400 KYB_USE_PROFILE_ENDPOINT");
    expect(code(await merchant("PATCH", `${base}/profile/operational`, { displayName: "Awa" }))).toBe("200");

    await app.advance(4_000);
    expect((await ok(merchant("GET", `/checkout/pay/${inFlight.id}/status`))).status).toBe("SUCCEEDED");
    const refund = await ok(keyed(`/payments/charges/${paid.chargeId}/refunds`, { amount: "100" }));
    await app.advance(10_000);
    expect((await ok(merchant("GET", `/payments/refunds/${refund.id}`))).status).toBe("SUCCEEDED");
    expect(await eventsOf("refund.succeeded")).toHaveLength(1);
  });

  it("is taken back by its merchant as long as nobody has read it, and the approval stands as it was", async () => {
    const waiting = await ok(merchant("GET", base));
    expect(waiting.change.withdrawable).toBe(true);
    app.clock.advance(60_000);
    const withdrawn = await ok(merchant("POST", `${base}/profile/material-change/withdraw`));
    const { approvedAt, decidedAt } = waiting;
    expect(withdrawn).toMatchObject({ status: "APPROVED", change: null, proposedProfile: null });
    expect([withdrawn.approvedAt, withdrawn.decidedAt]).toEqual([approvedAt, decidedAt]);
    expect(code(await merchant("POST", "/checkout/sessions", order))).toBe("201");
    expect(code(await merchant("POST", `${base}/profile/material-change/withdraw`))).toBe(
      "409 MERCHANT_STATUS_CONFLICT",
    );
    // Its proof was used by no approval, and proves the change that is proposed again.
    expect((await ok(change({ documents: [proof] }))).status).toBe("SUBMITTED");
  });

  it("is dropped by two operators: the dossier stands as it was approved before", async () => {
    await ok(two("POST", review("/start-review")));
    expect((await ok(merchant("GET", base))).change.withdrawable).toBe(false);
    expect(code(await merchant("POST", `${base}/profile/material-change/withdraw`))).toBe(
      "409 MERCHANT_STATUS_CONFLICT",
    );
    const dismissal = { decision: "DISMISS_CHANGE", reason: "Annulé par le marchand" };
    await ok(two("POST", review("/propose"), dismissal));
    await ok(one("POST", review("/withdraw"), {}));
    await ok(one("POST", review("/propose"), dismissal));
    await ok(two("POST", review("/confirm"), {}));
    expect(await ok(merchant("GET", base))).toMatchObject({
      status: "APPROVED",
      proposedProfile: null,
      change: null,
      profile: { registeredAddress: { line1: "Rue des Jardins, Cocody" } },
    });
    expect(code(await merchant("POST", "/checkout/sessions", order))).toBe("201");
  });

  it("is in force once two operators have approved it", async () => {
    await ok(change({ documents: [proof] }));
    await ok(one("POST", review("/start-review")));
    await ok(one("POST", review("/propose"), { decision: "APPROVE", reason: "Vu" }));
    await ok(two("POST", review("/confirm"), {}));
    expect(await ok(merchant("GET", base))).toMatchObject({
      status: "APPROVED",
      proposedProfile: null,
      profile: { registeredAddress: { line1: "Boulevard de Marseille" } },
    });
    // A document proves only one change.
    const again = await change({ registeredAddress: { ...address, line1: "Ailleurs" }, documents: [proof] });
    expect(code(again)).toBe("400 VALIDATION_ERROR");
  });

  it("that is rejected stops the merchant until a dossier is handed in and approved again", async () => {
    const document = await ok(
      merchant("POST", `${base}/documents`, uploadBody("DIRECTOR_ID", png, "image/png")),
    );
    const directors = [{ fullName: "Inconnu", dateOfBirth: "1990-01-01", nationality: "CI" }];
    await ok(
      merchant("PATCH", `${base}/profile/material-change`, {
        directors,
        documents: [document.id],
        reason: "Nouveau gérant",
      }),
    );
    await ok(one("POST", review("/start-review")));
    await ok(one("POST", review("/propose"), { decision: "REJECT", reason: "Pièce fausse" }));
    await ok(two("POST", review("/confirm"), {}));
    expect(await ok(merchant("GET", base))).toMatchObject({
      status: "REJECTED",
      decisionReason: "Pièce fausse",
    });
    expect(await eventsOf("merchant.kyb.rejected")).toHaveLength(1);
    expect(code(await merchant("POST", "/checkout/sessions", order))).toBe("400 MERCHANT_KYB_NOT_APPROVED");
    expect(code(await merchant("POST", `${base}/submit`))).toBe("409 MERCHANT_STATUS_CONFLICT");
    const reopened = await ok(merchant("PATCH", base, { directors: [] }));
    expect(reopened).toMatchObject({ status: "DRAFT", proposedProfile: { directors: [] } });
    await ok(merchant("PATCH", base, { directors: [{ ...directors[0], fullName: "Aminata Koné" }] }));
    expect((await ok(merchant("POST", `${base}/submit`))).status).toBe("SUBMITTED");
  });
});

it("people and accounts can be read in no table", async () => {
  const rows = await app.owner.query<{ text: string }>({
    text: `select (d.*)::text as text from kyb_dossiers d union all select (k.*)::text from kyb_documents k
           union all select (a.*)::text from audit_log a union all select (e.*)::text from events e`,
  });
  expect(rows.length).toBeGreaterThan(10);
  const hex = (text: string) => Buffer.from(text, "utf8").toString("hex");
  for (const secret of ["Aminata", "CI93CI008", "1984-05-17", "rccm.pdf", "%PDF"]) {
    const holding = rows.filter(({ text }) => text.includes(secret) || text.includes(hex(secret)));
    expect(holding, secret).toEqual([]);
  }
});

it("the books are right after all of it", () => expectInvariants(app.owner));

/** A payment of the merchant that succeeded. */
async function pay(): Promise<{ readonly chargeId: string; readonly walletId: string }> {
  const session = await ok(merchant("POST", "/checkout/sessions", order));
  await ok(
    merchant("POST", `/checkout/pay/${session.id}/complete`, {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: phone,
    }),
  );
  await app.advance(4_000);
  const status = await ok(merchant("GET", `/checkout/pay/${session.id}/status`));
  const [wallet] = await ok(merchant("GET", "/payments/wallets"));
  return { chargeId: status.chargeId, walletId: wallet.id };
}
