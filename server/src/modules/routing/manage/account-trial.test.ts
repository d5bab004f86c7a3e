import { expect, it } from "vitest";
import { callbackProblem } from "./account-trial.ts";

it.each([
  ["http://localhost:3000/provider-callbacks/acct_1", /this machine's own name/],
  ["https://pay.localhost/provider-callbacks/acct_1", /this machine's own name/],
  ["http://127.0.0.1:3000/provider-callbacks/acct_1", /an IP address/],
  ["https://203.0.113.7/provider-callbacks/acct_1", /an IP address/],
  ["https://[2001:db8::1]/provider-callbacks/acct_1", /an IP address/],
  ["http://pay.example.com/provider-callbacks/acct_1", /not https/],
])("%s would be refused", (url, why) => {
  expect(callbackProblem(url)).toMatch(why);
  expect(callbackProblem(url)).toContain("PUBLIC_URL");
});

it.each(["https://pay.example.com/provider-callbacks/acct_1", null])("%s would not", (url) => {
  expect(callbackProblem(url)).toBeNull();
});
