import { describe, expect, it, test } from "vitest";
import { money } from "../../kit/money.ts";
import { writeLetter } from "./letter.ts";
import { sampleContents } from "./test-contents.ts";
import type { MailContent, Reader } from "./types.ts";

const publicUrl = "https://pay.example.com";
const reader: Reader = { email: "awa@example.com", locale: "fr", timeZone: "Africa/Abidjan" };
const contents = sampleContents();

describe.each(["fr", "en", "pt"] as const)("in %s", (locale) => {
  it.each(contents.map((content) => [content.kind, content] as const))("%s is complete", (_kind, content) => {
    const letter = writeLetter({ to: { ...reader, locale }, content }, publicUrl);
    expect(letter.to).toBe("awa@example.com");
    expect(letter.subject).toMatch(/^\S.{5,150}$/);
    for (const part of [letter.subject, letter.text, letter.html])
      expect(part).not.toMatch(/undefined|null|NaN|\[object/);
    // Every value stands in both parts, and the link is the only address.
    const links = [...letter.html.matchAll(/(?:href|src|background)="([^"]*)"/g)].map(([, url]) => url);
    expect(links).toEqual(content.url === null ? [] : [content.url]);
    expect(letter.text.match(/https?:\/\/\S+/g) ?? []).toEqual(content.url === null ? [] : [content.url]);
    expect(letter.html).not.toMatch(/<(?:img|script|link|style|iframe|form|object)\b|url\(/i);
    expect(letter.text).toContain("pay.example.com");
  });

  it("says of a sandbox that it is one", () => {
    const content = contents.find(({ kind }) => kind === "KEY_MADE") as MailContent & { kind: "KEY_MADE" };
    const to = { ...reader, locale };
    const texts = (["SANDBOX", "LIVE"] as const).map(
      (mode) => writeLetter({ to, content: { ...content, mode } }, publicUrl).text,
    );
    expect(texts[0]).toMatch(/^(?:Bac à sable|Sandbox|Ambiente de testes)/);
    expect(texts[0]).toContain(texts[1]);
  });
});

test("times are told in the reader's zone, amounts in the reader's language", () => {
  const atMs = Date.UTC(2026, 10, 22, 23, 30);
  const content: MailContent = { kind: "PASSWORD_CHANGED", url: "https://x.example/account", atMs };
  const textFor = (locale: "fr" | "en" | "pt", timeZone: string) =>
    writeLetter({ to: { ...reader, locale, timeZone }, content }, publicUrl).text;
  expect(textFor("fr", "Africa/Abidjan")).toContain("22 novembre 2026 à 23:30 (heure d’Abidjan)");
  expect(textFor("en", "Africa/Lagos")).toContain("23 November 2026 at 00:30 (Lagos time)");
  const payout: MailContent = {
    kind: "PAYOUT_WAITING",
    merchant: "Ama",
    mode: "LIVE",
    url: null,
    amount: money(1_250_000n, "XOF"),
    beneficiary: "Koffi",
    by: "Awa",
    others: 0,
  };
  expect(writeLetter({ to: reader, content: payout }, publicUrl).subject).toBe(
    "Versement à approuver : 1\u202f250\u202f000\u00a0F\u202fCFA",
  );
});

describe("a payer's receipt", () => {
  const content = contents.find(({ kind }) => kind === "PAYMENT_RECEIPT") as MailContent & {
    kind: "PAYMENT_RECEIPT";
  };
  const letterIn = (locale: "fr" | "en" | "pt", change: Partial<typeof content> = {}) =>
    writeLetter(
      { to: { ...reader, locale, timeZone: "Africa/Douala" }, content: { ...content, ...change } },
      publicUrl,
    );

  it.each([
    ["fr", ["Montant\u00a0: ", "Pour\u00a0: Commande n° 2041", "Numéro de commande\u00a0: CMD-2041"]],
    ["fr", ["(heure de Douala)", "Voir le reçu\u00a0:\n", "Envoyé par Sahel Pay (pay.example.com)."]],
    ["en", ["Amount: ", "For: Commande n° 2041", "Order number: CMD-2041"]],
    ["en", ["(Douala time)", "See the receipt:\n", "Sent by Sahel Pay (pay.example.com)."]],
    ["pt", ["Montante: ", "Para: Commande n° 2041", "Número da encomenda: CMD-2041"]],
    ["pt", ["(hora de Douala)", "Ver o recibo:\n", "Enviado por Sahel Pay (pay.example.com)."]],
  ] as const)("says for what, by whose clock and by whom (%s, %j)", (locale, said) => {
    const { text, html } = letterIn(locale);
    for (const part of said) expect(text).toContain(part);
    for (const value of ["Commande n° 2041", "CMD-2041", "Sahel Pay (pay.example.com)", "Douala"])
      expect(html).toContain(value);
  });

  it("leaves out the order number that a merchant did not give, and cleans what people typed", () => {
    const change = { orderNumber: null, title: "Gagnez\r\nhttp://evil.example", runBy: "<b>Sahel" };
    const { text, html } = letterIn("fr", change);
    expect(text).not.toContain("Numéro de commande");
    expect(text).not.toMatch(/http:\/\/evil|Gagnez\n/);
    expect(html).toContain("&lt;b&gt;Sahel");
  });
});

describe("hostile names", () => {
  const invitationOf = (merchant: string, inviter: string) =>
    writeLetter(
      {
        to: reader,
        content: {
          kind: "MEMBER_INVITATION",
          merchant,
          inviter,
          url: "https://pay.example.com/invite/x?a=1&b=2",
          usefulUntilMs: Date.UTC(2026, 10, 29),
        },
      },
      publicUrl,
    );

  it("are text and not markup", () => {
    const { html, subject } = invitationOf(`"><script>alert(1)</script>`, "<img src=x onerror=y>'&");
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;");
    expect(html).toContain("&#39;&amp;");
    expect(html).toContain('href="https://pay.example.com/invite/x?a=1&amp;b=2"');
    expect(subject).toContain("<script>");
  });

  it("stay in one line and do not turn the text around", () => {
    const { html, text, subject } = invitationOf("Ama\r\nBcc: evil@example.com", "\u202eselaS\u2067");
    expect(subject).toMatch(/^Invitation à rejoindre Ama Bcc: evil@/);
    for (const part of [html, text, subject]) expect(part).not.toMatch(/[\r\u202e\u2067]/);
  });
});
