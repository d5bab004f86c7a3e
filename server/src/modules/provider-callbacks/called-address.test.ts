import { describe, expect, it } from "vitest";
import { type Id, publicId } from "../../kit/ids.ts";
import { calledAddressHeader, readCalledAddress } from "./called-address.ts";

const accountId = "0190aaaa-0000-7000-8000-000000000001";
const id = publicId("providerAccount", accountId as Id<"providerAccount">).slice("acct_".length);
const other = publicId(
  "providerAccount",
  "0190aaaa-0000-7000-8000-000000000002" as Id<"providerAccount">,
).slice("acct_".length);
const path = (account: string) => `/provider-callbacks/${account}`;

describe("the address that a provider called in another cell", () => {
  it.each([
    ["of the default cell", path(`acct_${id}`), undefined],
    ["of a cell with a code", path(`acct_ci_${id}`), undefined],
    ["with the account's bare UUID", path(accountId), undefined],
    ["with an operation", `${path(`acct_ci_${id}`)}/Zk3`, "Zk3"],
  ])("%s is read as it was written", (_what, called, opaque) => {
    const address = { authority: "pay.example:8443", path: called };
    expect(readCalledAddress(calledAddressHeader(address), { accountId, opaque })).toEqual(address);
  });

  it.each([
    ["is not there", undefined, undefined],
    ["is another account's", `pay.example${path(`acct_ci_${other}`)}`, undefined],
    ["has an operation where here is none", `pay.example${path(`acct_${id}`)}/Zk3`, undefined],
    ["has another operation", `pay.example${path(`acct_${id}`)}/Zk3`, "Zk4"],
    ["has no host", path(`acct_${id}`), undefined],
    ["has a query", `pay.example${path(`acct_${id}`)}?a=1`, undefined],
    ["is of another route", `pay.example/api/v1/acct_${id}`, undefined],
    ["has a code that no cell can have", `pay.example${path(`acct_CIV_${id}`)}`, undefined],
  ])("is not believed when it %s", (_what, header, opaque) => {
    expect(readCalledAddress(header, { accountId, opaque })).toBeNull();
  });
});
