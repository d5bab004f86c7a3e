import { describe, expect, it } from "vitest";
import { createTestKeyring } from "../../../../test/harness/keyring.ts";
import type { MerchantNo } from "../../../kit/ids.ts";
import { type HandleRow, handleToWrite, openHandle } from "./handle.ts";

const keyring = createTestKeyring();
const row: HandleRow = { merchantNo: 1 as MerchantNo, id: "a", providerHandle: null };
const told = { id: "pay_1", token: "t" };

function sealed(): Buffer {
  const handle = handleToWrite(keyring, "charges", row, told);
  if (handle === null) throw new Error("the first handle is written");
  return handle;
}

describe("a provider's handle", () => {
  it("is read back unchanged, and is not readable in its row", () => {
    const providerHandle = sealed();
    expect(openHandle(keyring, "charges", { ...row, providerHandle })).toEqual(told);
    expect(providerHandle.includes("pay_1")).toBe(false);
    expect(openHandle(keyring, "charges", row)).toBeNull();
  });

  it.each([
    ["another charge", "charges", { ...row, id: "b" }],
    ["another merchant's charge", "charges", { ...row, merchantNo: 2 as MerchantNo }],
    ["a refund", "refunds", row],
    ["a payout", "payouts", row],
  ] as const)("does not open for %s", (_what, table, other) => {
    const providerHandle = sealed();
    expect(() => openHandle(keyring, table, { ...other, providerHandle })).toThrow();
  });

  it("is written when it is new or different, and not again when it is the same", () => {
    const kept = { ...row, providerHandle: sealed() };
    expect(handleToWrite(keyring, "charges", kept, undefined)).toBeNull();
    expect(handleToWrite(keyring, "charges", kept, { token: "t", id: "pay_1" })).toBeNull();
    for (const other of [{ id: "pay_1" }, { ...told, more: "x" }, { ...told, token: "u" }, {}]) {
      const providerHandle = handleToWrite(keyring, "charges", kept, other);
      expect(openHandle(keyring, "charges", { ...row, providerHandle })).toEqual(other);
    }
  });
});
