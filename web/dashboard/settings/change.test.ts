import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import type { Locale } from "../../../server/src/kit/money.ts";
import { memberRoles } from "../../../server/src/modules/members/roles.ts";
import { operationalFields } from "../../../server/src/modules/merchants/service.ts";
import { kybStatuses, merchantStatuses } from "../../../server/src/modules/merchants/states.ts";
import { DraftBody } from "../../../server/src/modules/onboarding/schemas.ts";
import { documentTypes } from "../../../server/src/modules/onboarding/types.ts";
import { beneficiaryStatuses } from "../../../server/src/modules/payouts/states.ts";
import { endpointStatuses } from "../../../server/src/modules/webhooks/states.ts";
import type { Activity } from "../../ui/api/views.ts";
import { type Reader, ReaderProvider } from "../../ui/app/reader.tsx";
import { en } from "../i18n/en/index.ts";
import { fr } from "../i18n/fr/index.ts";
import { TextsProvider } from "../i18n/index.ts";
import { pt } from "../i18n/pt/index.ts";
import { Change } from "./change.tsx";

const languages = { fr, en, pt };

function shown(act: Partial<Activity>, locale: Locale = "en"): string {
  const whole = { action: "x.y", before: null, after: null, beforeData: null, afterData: null, ...act };
  const reader = { locale, timeZone: "UTC" } as Reader;
  const texts = h(TextsProvider, { value: languages[locale] }, h(Change, { act: whole }));
  return renderToString(h(ReaderProvider, { value: reader }, texts)).replace(/[\u00a0\u202f]/g, " ");
}

describe("a change in the activity", () => {
  it("shows states in words, with the word of the API beside each", () => {
    expect(shown({ before: "ACTIVE", after: "SUSPENDED" })).toBe(
      "active <code>ACTIVE</code> → suspended <code>SUSPENDED</code>",
    );
    expect(shown({ after: "ACTIVE" }, "fr")).toBe("actif <code>ACTIVE</code>");
  });

  it("shows permissions as a sentence, and the role before them", () => {
    expect(shown({ after: "merchant.events.read merchant.links.manage" })).toBe(
      "Manages: payment links. Reads: events.",
    );
    expect(shown({ after: "LIVE VIEWER merchant.links.read SANDBOX OWNER" })).toBe(
      "live <code>LIVE</code> viewer <code>VIEWER</code> Reads: payment links. sandbox <code>SANDBOX</code> owner <code>OWNER</code>",
    );
  });

  it("names the address of an endpoint once", () =>
    expect(shown({ after: "https://shop.example ACTIVE ordered payment.failed" })).toBe(
      "https://shop.example active <code>ACTIVE</code> in order <code>ordered</code> payment.failed",
    ));

  it("shows of a changed key only what changed", () => {
    const before = { name: "Shop", permissions: ["merchant.events.read"], ipAllowlist: [], expiresAt: null };
    const after = { ...before, name: "Till <1>", permissions: ["merchant.events.manage"] };
    expect(shown({ before: "{…}", after: "{…}", beforeData: before, afterData: after })).toBe(
      '<small class="quiet">Name</small> Shop → Till &lt;1> <small class="quiet">Permissions</small> Reads: events. → Manages: events.',
    );
  });

  it("shows a threshold as an amount, and as it is where the log has no currency", () => {
    const action = "payout.approval_threshold_set";
    expect(shown({ action, before: "50000", after: "75000 XOF" }, "fr")).toBe("50000 → 75 000 F CFA");
  });

  it("shows how far the sandbox's clock was moved in the reader's words", () => {
    const act = { action: "sandbox.clock_advanced", after: "259200 seconds, 262800 in all" };
    expect(shown(act)).toBe("moved by 3 days, 3 days in all");
    expect(shown(act, "fr")).toBe("avancé de 3 j, 3 j en tout");
  });

  it("is empty without a change", () => expect(shown({})).toBe(""));

  it.each(["fr", "en", "pt"] as const)("has a word for every state and role in %s", (locale) => {
    const { terms } = languages[locale].activity;
    const words = [...merchantStatuses, ...kybStatuses, ...beneficiaryStatuses, ...endpointStatuses];
    for (const word of [...words, ...memberRoles, "LIVE", "SANDBOX", "ordered"])
      expect(terms, word).toHaveProperty(word);
  });

  it("names the fields of the profile and of the dossier that were written", () => {
    expect(shown({ action: "merchant.profile_changed", after: "displayName supportPhone" })).toBe(
      "Name shown, Phone for help",
    );
    expect(shown({ action: "kyb_dossier.updated", after: "taxId note" }, "fr")).toBe(
      "Numéro fiscal, Note à l’examinateur",
    );
  });

  it.each(["fr", "en", "pt"] as const)("has a name for each such field in %s", (locale) => {
    const { activity, dossier } = languages[locale];
    const names = { ...dossier.fields, ...activity.fields };
    for (const field of [...operationalFields, ...Object.keys(DraftBody.properties)])
      expect(names, field).toHaveProperty(field);
  });

  it.each(documentTypes)("names the paper %s in words", (type) =>
    expect(shown({ after: type }, "fr")).toBe(
      `${fr.dossier.papers[type]} <code>${type}</code>`.replace(/[\u00a0\u202f]/g, " "),
    ),
  );
});
