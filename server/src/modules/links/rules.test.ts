import { describe, expect, test } from "vitest";
import { Refusal } from "../../kit/errors.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import {
  decideCancel,
  decideChange,
  effectiveStatus,
  type LinkChanges,
  readUses,
  refusalOf,
  sessionStyleStatus,
} from "./rules.ts";
import { isReservedSlug, isSlug, newSlug } from "./slugs.ts";
import { type LinkStatus, linkStatuses } from "./states.ts";
import type { PaymentLink } from "./types.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const DAY_MS = 86_400_000;

function link(more: Partial<PaymentLink> = {}): PaymentLink {
  return {
    merchantNo: 1 as MerchantNo,
    id: "0190aaaa-0000-7000-8000-000000000001" as Id<"paymentLink">,
    slug: "kiosque",
    status: "ACTIVE",
    amount: 5000n,
    amountMin: null,
    amountMax: null,
    amountSuggestions: null,
    quantityMin: null,
    quantityMax: null,
    currency: "XOF",
    title: "Kiosque",
    description: null,
    reference: "PL-1",
    maxUses: null,
    reusable: true,
    usesCount: 0,
    usesReserved: 0,
    allowedMethods: null,
    detail: {
      successUrl: null,
      cancelUrl: null,
      customFields: [],
      metadata: {},
      inactiveMessage: "Revenez demain.",
    },
    expiresAtMs: null,
    eventSequence: 4,
    version: 4,
    createdAtMs: NOW_MS - DAY_MS,
    updatedAtMs: NOW_MS - DAY_MS,
    ...more,
  };
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.declaration.name;
    throw error;
  }
  return "none";
}

describe("the status at an instant", () => {
  test.each<[string, Partial<PaymentLink>, LinkStatus]>([
    ["lasts while no end is set", {}, "ACTIVE"],
    ["lasts until the millisecond before the end", { expiresAtMs: NOW_MS + 1 }, "ACTIVE"],
    ["ends at the very instant", { expiresAtMs: NOW_MS }, "EXPIRED"],
    ["ends for a paused link too", { status: "PAUSED", expiresAtMs: NOW_MS }, "EXPIRED"],
    ["stays with one use left", { maxUses: 3, usesCount: 2 }, "ACTIVE"],
    ["does not end by attempts under way", { maxUses: 3, usesReserved: 3 }, "ACTIVE"],
    ["ends with the last use", { maxUses: 3, usesCount: 3 }, "EXHAUSTED"],
    ["ends when late money overran the ceiling", { maxUses: 3, usesCount: 4 }, "EXHAUSTED"],
    [
      "ends for a paused link whose last use was counted",
      { status: "PAUSED", maxUses: 1, usesCount: 1 },
      "EXHAUSTED",
    ],
    [
      "calls the uses first when both are over",
      { maxUses: 1, usesCount: 1, expiresAtMs: NOW_MS },
      "EXHAUSTED",
    ],
    ["keeps EXHAUSTED past the end of the time", { status: "EXHAUSTED", expiresAtMs: NOW_MS }, "EXHAUSTED"],
    [
      "keeps EXPIRED though a late use is counted",
      { status: "EXPIRED", maxUses: 1, usesCount: 1 },
      "EXPIRED",
    ],
    ["keeps CANCELLED", { status: "CANCELLED", expiresAtMs: NOW_MS }, "CANCELLED"],
  ])("%s", (_name, more, expected) => {
    expect(effectiveStatus(link(more), NOW_MS)).toBe(expected);
  });

  test.each<[LinkStatus, string, string]>([
    ["ACTIVE", "none", "OPEN"],
    ["PAUSED", "PAYMENT_LINK_NOT_ACTIVE", "OPEN"],
    ["EXHAUSTED", "PAYMENT_LINK_MAX_USES_REACHED", "SUCCEEDED"],
    ["EXPIRED", "PAYMENT_LINK_EXPIRED", "EXPIRED"],
    ["CANCELLED", "PAYMENT_LINK_NOT_ACTIVE", "CANCELLED"],
  ])("%s tells payers %s, and %s as a session would", (status, code, sessionStyle) => {
    const refusal = refusalOf(link({ status }), NOW_MS);
    expect(refusal?.declaration.name ?? "none").toBe(code);
    if (refusal !== null) {
      expect(refusal.details).toEqual({ linkStatus: status, inactiveMessage: "Revenez demain." });
    }
    expect(sessionStyleStatus(status)).toBe(sessionStyle);
  });
});

describe("uses of a new link", () => {
  test.each<
    [boolean | undefined, number | null | undefined, ReturnType<typeof readUses> | "VALIDATION_ERROR"]
  >([
    [undefined, undefined, { reusable: true, maxUses: null }],
    [undefined, 7, { reusable: true, maxUses: 7 }],
    [undefined, 1, { reusable: true, maxUses: 1 }],
    [undefined, null, { reusable: true, maxUses: null }],
    [true, null, { reusable: true, maxUses: null }],
    [true, 1, { reusable: true, maxUses: 1 }],
    [false, undefined, { reusable: false, maxUses: 1 }],
    [false, 1, { reusable: false, maxUses: 1 }],
    [false, 2, "VALIDATION_ERROR"],
    [false, null, "VALIDATION_ERROR"],
  ])("reusable %s with maxUses %s", (reusable, maxUses, expected) => {
    if (typeof expected === "string") expect(codeOf(() => readUses(reusable, maxUses))).toBe(expected);
    else expect(readUses(reusable, maxUses)).toEqual(expected);
  });
});

describe("a change", () => {
  const updated = "payment_link.updated";
  const exhausted = "payment_link.exhausted";

  test.each<[string, Partial<PaymentLink>, LinkChanges, LinkStatus, readonly string[]]>([
    ["of nothing writes nothing", {}, {}, "ACTIVE", []],
    ["to what is there already writes nothing", {}, { title: "Kiosque", status: "ACTIVE" }, "ACTIVE", []],
    ["of the title", {}, { title: "Marché" }, "ACTIVE", [updated]],
    ["to PAUSED", {}, { status: "PAUSED" }, "PAUSED", [updated]],
    ["back to ACTIVE", { status: "PAUSED" }, { status: "ACTIVE" }, "ACTIVE", [updated]],
    ["to the end of the time", {}, { expiresAtMs: NOW_MS + 1 }, "ACTIVE", [updated]],
    [
      "to as many uses as are counted ends the link",
      { usesCount: 2 },
      { maxUses: 2 },
      "EXHAUSTED",
      [updated, exhausted],
    ],
    [
      "to as many, while paused",
      { status: "PAUSED", usesCount: 2 },
      { maxUses: 2 },
      "EXHAUSTED",
      [updated, exhausted],
    ],
    [
      "to more uses reopens",
      { status: "EXHAUSTED", maxUses: 2, usesCount: 2 },
      { maxUses: 3 },
      "ACTIVE",
      [updated],
    ],
    [
      "to no ceiling reopens",
      { status: "EXHAUSTED", maxUses: 2, usesCount: 2 },
      { maxUses: null },
      "ACTIVE",
      [updated],
    ],
    [
      "to more uses and paused",
      { status: "EXHAUSTED", maxUses: 2, usesCount: 2 },
      { maxUses: 3, status: "PAUSED" },
      "PAUSED",
      [updated],
    ],
    [
      "of the title of a link whose last use nobody wrote down",
      { maxUses: 2, usesCount: 2 },
      { title: "Marché" },
      "EXHAUSTED",
      [updated, exhausted],
    ],
    [
      "of the title while exhausted",
      { status: "EXHAUSTED", maxUses: 1, usesCount: 1 },
      { title: "x" },
      "EXHAUSTED",
      [updated],
    ],
  ])("%s", (_name, before, changes, status, events) => {
    const start = link(before);
    const change = decideChange(start, changes, NOW_MS);
    expect([change.link.status, change.events]).toEqual([status, events]);
    expect(change.link.eventSequence).toBe(start.eventSequence + events.length);
    expect(change.link.version).toBe(start.version + (events.length > 0 ? 1 : 0));
    expect(change.link.updatedAtMs).toBe(events.length > 0 ? NOW_MS : start.updatedAtMs);
  });

  test.each<[string, Partial<PaymentLink>, LinkChanges, string]>([
    ["a cancelled link", { status: "CANCELLED" }, { title: "x" }, "PAYMENT_LINK_NOT_ACTIVE"],
    ["an expired link", { status: "EXPIRED" }, { title: "x" }, "PAYMENT_LINK_EXPIRED"],
    [
      "a link that the clock has just ended",
      { expiresAtMs: NOW_MS },
      { expiresAtMs: NOW_MS + DAY_MS },
      "PAYMENT_LINK_EXPIRED",
    ],
    [
      "the status of a used-up link",
      { maxUses: 1, usesCount: 1 },
      { status: "PAUSED" },
      "PAYMENT_LINK_MAX_USES_REACHED",
    ],
    [
      "resuming a used-up link",
      { maxUses: 1, usesCount: 1, status: "EXHAUSTED" },
      { status: "ACTIVE" },
      "PAYMENT_LINK_MAX_USES_REACHED",
    ],
    ["fewer uses than counted", { usesCount: 5 }, { maxUses: 4 }, "VALIDATION_ERROR"],
    [
      "fewer uses than counted and under way",
      { usesCount: 3, usesReserved: 2 },
      { maxUses: 4 },
      "VALIDATION_ERROR",
    ],
    ["more uses of a single-use link", { reusable: false, maxUses: 1 }, { maxUses: 2 }, "VALIDATION_ERROR"],
    [
      "reopening a link whose time is over as well",
      { status: "EXHAUSTED", maxUses: 1, usesCount: 1, expiresAtMs: NOW_MS },
      { maxUses: 2 },
      "PAYMENT_LINK_EXPIRED",
    ],
  ])("is refused: %s", (_name, before, changes, code) => {
    expect(codeOf(() => decideChange(link(before), changes, NOW_MS))).toBe(code);
  });
});

describe("cancelling", () => {
  test.each(linkStatuses.map((status) => [status]))("%s", (status) => {
    const start = link({ status });
    if (status === "EXPIRED") {
      expect(codeOf(() => decideCancel(start, NOW_MS))).toBe("PAYMENT_LINK_EXPIRED");
      return;
    }
    const change = decideCancel(start, NOW_MS);
    expect(change.link.status).toBe("CANCELLED");
    expect(change.events).toEqual(status === "CANCELLED" ? [] : ["payment_link.cancelled"]);
  });
});

describe("slugs", () => {
  test.each([
    ["abc", true],
    ["a-b", true],
    ["cotisation-2026", true],
    ["a".repeat(64), true],
    ["a".repeat(65), false],
    ["ab", false],
    ["a", false],
    ["", false],
    ["-abc", false],
    ["abc-", false],
    ["Abc", false],
    ["a b c", false],
    ["a/b/c", false],
    ["été", false],
    ["abc\n", false],
  ])("%j: %s", (text, expected) => {
    expect(isSlug(text)).toBe(expected);
  });

  test("words that look like the service's own pages are reserved", () => {
    for (const word of ["api", "pay", "login", "admin", "cauris", "docs"])
      expect(isReservedSlug(word)).toBe(true);
    expect(isReservedSlug("kiosque")).toBe(false);
  });

  test("made-up slugs are valid and differ", () => {
    const seed = 7;
    console.info(`seed ${seed}`);
    const random = createSeededRandom(seed);
    const slugs = Array.from({ length: 1_000 }, () => newSlug(random));
    expect(new Set(slugs).size).toBe(1_000);
    for (const slug of slugs) expect(isSlug(slug)).toBe(true);
    expect(slugs[0]).toHaveLength(10);
  });
});
