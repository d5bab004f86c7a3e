import { QueryClient, QueryClientProvider } from "@tanstack/preact-query";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import { refundReasons } from "../../../server/src/modules/payments/refunds/types.ts";
import { payments } from "../../dashboard/i18n/fr/payments.ts";
import type { Timeline as TimelineData, TimelineEntry } from "../api/views.ts";
import { type Reader, ReaderProvider } from "../app/reader.tsx";
import { ScopeProvider } from "../app/scope.tsx";
import { en } from "../i18n/en.ts";
import { fr } from "../i18n/fr.ts";
import { pt } from "../i18n/pt.ts";
import { Timeline } from "./timeline.tsx";

const languages = { fr, en, pt };

const entry = (about: Partial<TimelineEntry>): TimelineEntry => ({
  at: "2026-11-20T22:00:00.000Z",
  until: null,
  times: 1,
  afterMs: null,
  durationMs: null,
  kind: "CREATED",
  objectId: null,
  actor: null,
  result: null,
  text: "",
  ledger: null,
  event: null,
  delivery: null,
  ...about,
});

function shown(
  entries: readonly TimelineEntry[],
  locale: "fr" | "en" | "pt" = "en",
  moreResults: Readonly<Record<string, string>> = {},
): string {
  const timeline = { id: "pi_1", entries, missing: [] } as unknown as TimelineData;
  const reader = { locale, timeZone: "Africa/Lagos", words: languages[locale] } as unknown as Reader;
  const nameOf = (id: string) => (id === "key_1" ? "Shop" : undefined);
  const part = h(ReaderProvider, { value: reader }, h(Timeline, { timeline, nameOf, moreResults }));
  const scoped = h(
    ScopeProvider,
    { value: { audience: "merchant", merchantId: "m", mode: "SANDBOX" } as never },
    part,
  );
  const html = renderToString(h(QueryClientProvider, { client: new QueryClient() }, scoped));
  return html
    .replace(/<\/li>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/[\u00a0\u202f]/g, " ")
    .trim();
}

describe("a payment's history", () => {
  it("names the key that made the payment; one without a name stays an id", () =>
    expect(shown([entry({ actor: "key_1" }), entry({ actor: "key_2" })])).toBe(
      "23:00:00Created  by Shop\n23:00:00Created  by key_2",
    ));

  it("says in words why money is held, with the words that the page of the payment brings", () => {
    const held = entry({ kind: "HELD", result: "AMOUNT_MISMATCH" });
    expect(shown([held], "fr", payments.told.holds)).toBe(
      "23:00:00Argent retenu un autre montant que demandé",
    );
  });

  it("says the date where another day of the reader begins, and nowhere else", () => {
    const times = ["22:30:00", "22:45:00", "23:10:00", "23:20:00"];
    const entries = times.map((time) => entry({ at: `2026-11-20T${time}.000Z` }));
    expect(shown(entries, "fr").split("\n")).toEqual([
      "23:30:00Créé ",
      "23:45:00Créé ",
      "21 novembre 2026 00:10:00Créé ",
      "00:20:00Créé",
    ]);
  });

  it.each(["fr", "en", "pt"] as const)("says the reason of a refund in words in %s", (locale) => {
    for (const result of refundReasons) {
      const text = shown([entry({ kind: "REFUND_CREATED", result })], locale);
      expect(text).not.toContain(result);
      expect(text).toContain(languages[locale].timeline.results[result]);
    }
  });
});
