import { expect, it } from "vitest";
import { createTestKeyring } from "../../test/harness/keyring.ts";
import type { Id, MerchantNo } from "./ids.ts";
import { formatReceiptId, parseReceiptId } from "./receipt-id.ts";
import { formatSessionId, parseSessionId } from "./session-id.ts";

const keyring = createTestKeyring();
const key = {
  merchantNo: 7 as MerchantNo,
  id: "0190aaaa-0000-7000-8000-000000000001" as Id<"checkoutSession">,
};

it("leads to the session, and is not its id", () => {
  const code = formatReceiptId(keyring, key);
  expect(code).toMatch(/^rc_[0-9a-z]{58}$/);
  expect(parseReceiptId(keyring, code)).toEqual(key);
  expect(parseSessionId(keyring, code.replace("rc_", "cs_"))).toBeNull();
  const sessionId = formatSessionId(keyring, key);
  expect(parseReceiptId(keyring, sessionId.replace("cs_", "rc_"))).toBeNull();
});

it.each([
  ["a changed secret", (code: string) => `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`],
  ["another session", (code: string) => code.replace(/^rc_./, "rc_z")],
  ["a shorter one", (code: string) => code.slice(0, -1)],
  ["a longer one", (code: string) => `${code}0`],
  ["capitals", (code: string) => code.toUpperCase()],
  ["nothing", () => ""],
])("%s is refused", (_what, change) =>
  expect(parseReceiptId(keyring, change(formatReceiptId(keyring, key)))).toBeNull(),
);
