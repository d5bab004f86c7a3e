import { describe, expect, it } from "vitest";
import { Refusal } from "../../kit/errors.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { checkUrl } from "./urls.ts";

function messageOf(text: string, mode: Mode): string | null {
  try {
    checkUrl(text, "successUrl", mode);
  } catch (error) {
    if (!(error instanceof Refusal) || error.declaration.name !== "VALIDATION_ERROR") throw error;
    const [field] = error.details.fields as readonly { path: string; rule: string; message: string }[];
    expect(field).toMatchObject({ path: "successUrl", rule: "url" });
    return field?.message ?? "";
  }
  return null;
}

/** An address, and the modes that accept it. */
const addresses: readonly (readonly [string, ...Mode[]])[] = [
  ["https://shop.example", "SANDBOX", "LIVE"],
  ["https://shop.example/thanks?session={CHECKOUT_SESSION_ID}#top", "SANDBOX", "LIVE"],
  ["HTTPS://Shop.Example:8443/a", "SANDBOX", "LIVE"],
  ["https://boutique.côte.example/été", "SANDBOX", "LIVE"],
  ["http://localhost:3000/thanks", "SANDBOX"],
  ["http://127.0.0.1/thanks", "SANDBOX"],
  ["http://[::1]:3000/", "SANDBOX"],
  ["http://shop.example/thanks"],
  ["http://localhost.evil.example/"],
  ["http://127.0.0.1.evil.example/"],
  ["//shop.example/thanks"],
  ["/thanks"],
  ["shop.example"],
  ["https:shop.example"],
  ["https:/shop.example"],
  ["https:///shop.example"],
  ["https://"],
  ["https://user@shop.example/"],
  ["https://user:password@shop.example/"],
  ["https://shop.example\\@evil.example/"],
  ["https://shop.example/a b"],
  [" https://shop.example"],
  ["https://shop.example\r\nSet-Cookie: a=b"],
  ["https://shop.example/\u0000"],
  ["https://shop.example/\u007f"],
  ["java\tscript:alert(1)"],
  ["javascript:alert(1)"],
  ["javascript://shop.example/%0aalert(1)"],
  ["data:text/html,hello"],
  ["ftp://shop.example/"],
  ["file:///etc/passwd"],
  ["intent://shop.example#Intent;scheme=https;end"],
];

describe("an address that the payer's browser is sent to", () => {
  it.each(addresses)("%j", (text, ...modes) => {
    const sandbox = "successUrl must be an https address, or http to localhost.";
    expect(messageOf(text, "SANDBOX")).toBe(modes.includes("SANDBOX") ? null : sandbox);
    expect(messageOf(text, "LIVE")).toBe(
      modes.includes("LIVE") ? null : "successUrl must be an https address.",
    );
  });
});
