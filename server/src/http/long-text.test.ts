import { describe, expect, it } from "vitest";
import { Refusal } from "../kit/errors.ts";
import { cutLongText } from "./long-text.ts";

const long = "QUJD".repeat(40_000);
const cut = (body: string) => {
  const { value, text } = cutLongText(Buffer.from(body), "content");
  return { value: value as Record<string, unknown>, text: text?.toString() ?? null };
};
const refusal = (body: string): string => {
  try {
    cut(body);
  } catch (error) {
    if (error instanceof Refusal) return error.declaration.name;
    throw error;
  }
  return "taken";
};

describe("the long text of a body", () => {
  it.each([
    ["short", "QUJD"],
    ["long", long],
  ])("that is %s is cut out, wherever it stands, and the rest is read", (_name, content) => {
    const rest = { type: "OTHER", fileName: 'a "quoted" name \\ é' };
    for (const body of [
      { content, ...rest },
      { ...rest, content },
    ]) {
      for (const spaces of [0, 2]) {
        const found = cut(JSON.stringify(body, null, spaces));
        expect(found.value).toMatchObject(rest);
        expect(found.text).toBe(content);
      }
    }
  });

  it("is left as it lies there: who decodes it knows the escapes", () => {
    const escaped = "\\/".repeat(50_000);
    expect(cut(`{"content":"${escaped}"}`).text).toBe(escaped);
    expect(cut('{"content":"a\\u002bb"}').text).toBe("a+b");
    expect(cut('{"content":"a\\\\u002bb"}').text).toBe("a\\\\u002bb");
  });

  it.each([
    ["is a number", '{"content":5}'],
    ["is empty", '{"content":""}'],
    ["is not there", '{"type":"OTHER"}'],
    ["has no object around it", '"QUJD"'],
    ["stands in a list", '[{"content":"QUJD"}]'],
  ])("that %s is not cut", (_name, body) => {
    expect(cut(body)).toEqual({ value: JSON.parse(body) as unknown, text: null });
  });

  it.each<readonly [string, string, string]>([
    ["stands in another field", `{"fileName":"${long}","content":"QUJD"}`, "PAYLOAD_TOO_LARGE"],
    ["is a field's name", `{"${long}":"x","content":"QUJD"}`, "PAYLOAD_TOO_LARGE"],
    ["stands deeper", `{"inner":{"content":"${long}"}}`, "PAYLOAD_TOO_LARGE"],
    [
      "stands in another field, with a decoy where it belongs",
      ...([`{"fileName":"${long}","content":"(the long\\u0020text)"}`, "PAYLOAD_TOO_LARGE"] as const),
    ],
    [
      "stands deeper, with a decoy where it belongs",
      ...([`{"a":["${long}"],"content":"(the long text)"}`, "PAYLOAD_TOO_LARGE"] as const),
    ],
    ["is there twice", `{"content":"${long}","fileName":"${long}"}`, "PAYLOAD_TOO_LARGE"],
    ["is written twice", `{"content":"${long}","content":"QUJD"}`, "VALIDATION_ERROR"],
    ["has no end", `{"content":"${long}`, "VALIDATION_ERROR"],
    ["is followed by something else", `{"content":"${long}"}}`, "VALIDATION_ERROR"],
    ["comes after too many others", `{"a":[${'"",'.repeat(70_000)}"${long}"]}`, "PAYLOAD_TOO_LARGE"],
    ["comes after too much space", `{${" ".repeat(70_000)}"content":"${long}"}`, "PAYLOAD_TOO_LARGE"],
    ["is full of quotes", `{"content":"${'\\"'.repeat(70_000)}"}`, "PAYLOAD_TOO_LARGE"],
    ["is no text", `{"content":[${"1,".repeat(70_000)}1]}`, "PAYLOAD_TOO_LARGE"],
  ])("that %s is refused", (_name, body, expected) => {
    expect(refusal(body)).toBe(expected);
  });
});
