import { type ComponentChildren, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import { tenantAreas } from "../../../server/src/http/permissions.ts";
import type { Locale } from "../../../server/src/kit/money.ts";
import { type Reader, ReaderProvider } from "../../ui/app/reader.tsx";
import { en as uiEn } from "../../ui/i18n/en.ts";
import { fr as uiFr } from "../../ui/i18n/fr.ts";
import { ChangedList } from "./changed-list.tsx";
import { ChangedValue } from "./changed-value.tsx";
import { OperatorRights } from "./operator-rights.tsx";
import { changes as en } from "./words/en.ts";
import { changes as fr } from "./words/fr.ts";

const languages = { fr: [fr, uiFr], en: [en, uiEn] } as const;

function inLanguage(locale: "fr" | "en", node: ComponentChildren): string {
  const reader = { locale, timeZone: "UTC", words: languages[locale][1] } as unknown as Reader;
  return renderToString(h(ReaderProvider, { value: reader }, node)).replace(/[\u00a0\u202f]/g, " ");
}

describe("what a proposal or an act changes", () => {
  const shown = (name: string, value: unknown, currency: string | null = null, locale: Locale = "en") => {
    const known = locale === "fr" ? "fr" : "en";
    return inLanguage(known, h(ChangedValue, { name, value, currency, words: languages[known][0] }));
  };

  it.each([
    [
      "a role with its word of the API",
      "role",
      "ON_CALL",
      null,
      'On call <code class="quiet">ON_CALL</code>',
    ],
    [
      "rights as a sentence",
      "permissions",
      ["tenant.kyb.manage", "tenant.audit.read"],
      null,
      "Manages: dossiers. Reads: audit log.",
    ],
    ["a choice as yes or no", "secondFactor", false, null, "No"],
    ["an amount in its currency", "fixed", "1250", "USD", "US$12.50"],
    ["an amount as it is where no currency is said", "fixed", "1250", null, "1250"],
    ["a share in percent", "basisPoints", 150, null, "1.5%"],
    ["networks by their names", "operators", ["ORANGE", "MTN"], null, "Orange Money, MTN MoMo"],
    ["nothing", "role", null, null, "Nothing"],
    [
      "a state of a payment",
      "status",
      "IN_RECONCILIATION",
      null,
      'Outcome unknown <code class="quiet">IN_RECONCILIATION</code>',
    ],
    [
      "a reason for holding money",
      "reason",
      "AMOUNT_MISMATCH",
      null,
      `${en.held.AMOUNT_MISMATCH} <code class="quiet">AMOUNT_MISMATCH</code>`,
    ],
    [
      "a paper",
      "type",
      "BANK_STATEMENT",
      null,
      `${en.papers.BANK_STATEMENT} <code class="quiet">BANK_STATEMENT</code>`,
    ],
    ["a code without words as a code", "status", "SOME_NEW_STATE", null, "<code>SOME_NEW_STATE</code>"],
    [
      "the limits of each currency, amounts formatted with it",
      "limits",
      [
        { currency: "XOF", perPayment: null, perDay: "5000000", countsPayouts: false },
        { currency: "USD", perPayment: "1250", perDay: null, countsPayouts: true },
      ],
      null,
      '<ul><li><span class="quiet">Per day (UTC)</span> F CFA 5,000,000 · <span class="quiet">The day counts payouts too</span> No</li>' +
        '<li><span class="quiet">Per payment</span> US$12.50 · <span class="quiet">The day counts payouts too</span> Yes</li></ul>',
    ],
    [
      "a limit without amounts with its currency",
      "limits",
      [{ currency: "XOF", perPayment: null, perDay: null, countsPayouts: false }],
      null,
      '<span class="quiet">Currency</span> XOF · <span class="quiet">The day counts payouts too</span> No',
    ],
    [
      "a tolerated difference",
      "balanceTolerances",
      [{ currency: "XOF", amount: "500" }],
      null,
      '<span class="quiet">Amount</span> F CFA 500',
    ],
    ["a threshold in its currency", "above", "50000", "XOF", "F CFA 50,000"],
    [
      "credentials by name, last characters and fingerprint",
      "credentials",
      [
        { name: "apiKey", secret: true, set: true, value: null, last4: "1a2b", fingerprint: "feed" },
        { name: "siteId", secret: false, set: true, value: "77", last4: null, fingerprint: null },
        { name: "pem", secret: true, set: false, value: null, last4: null, fingerprint: null },
      ],
      null,
      '<ul><li><code>apiKey</code> <code>•••• 1a2b</code> · <span class="quiet">Fingerprint</span> <code>feed</code></li>' +
        "<li><code>siteId</code> 77</li><li><code>pem</code> Nothing</li></ul>",
    ],
    ["no country as any", "countries", [], null, "Any"],
    ["no limits as none", "limits", [], null, "Nothing"],
    [
      "what has no words field by field",
      "facts",
      { calls: 20, seconds: 60, other: { a: "x" } },
      null,
      '<span class="quiet">Calls</span> 20 · <span class="quiet">Within</span> 60 secs · <span class="quiet"><code>other</code></span> <span class="quiet"><code>a</code></span> x',
    ],
    ["a text as it is", "name", "Awa <Diop>", null, "Awa &lt;Diop>"],
  ] as const)("shows %s", (_what, name, value, currency, expected) =>
    expect(shown(name, value, currency).replaceAll("&quot;", '"')).toBe(expected),
  );

  it("speaks French", () => expect(shown("role", "SUPPORT", null, "fr")).toContain("Assistance"));
});

it("puts what the audit log says in one text into words", () => {
  const entry = { before: "ACTIVE", after: "SUSPENDED: Complaint 7", beforeData: null, afterData: null };
  const text = inLanguage("en", h(ChangedList, { entry, words: en }));
  expect(text).toContain("<q>Complaint 7</q>");
  expect(text).toContain('<code class="quiet">SUSPENDED</code>');
});

it("names every area in which an operator can act", () => {
  const permissions = tenantAreas.map((area) => `tenant.${area}.read`);
  const text = inLanguage("fr", h(OperatorRights, { permissions, words: fr }));
  for (const area of tenantAreas) expect(text).toContain(fr.areas[area]);
});
