import { expect, test } from "vitest";
import { curlLine, welcomeText } from "./welcome.ts";

const sandbox = {
  baseUrl: "http://localhost:3000/api/v1",
  merchantId: "m",
  apiKey: "svc_mk_sandbox_key",
  approverApiKey: "svc_mk_sandbox_approver",
  checkoutUrl: "http://localhost:3000/pay/cs_1",
  payerWallets: [],
  dashboard: { url: "http://localhost:3000/dashboard", email: "owner@cauris.example", password: "first" },
  consoleUrl: "http://localhost:3000/console",
  operator: { email: "operator@cauris.example", password: "second" },
  secondOperator: null,
  demonstration: null,
};

test("the welcome names everything a newcomer needs, each line fit for a narrow terminal", () => {
  const text = welcomeText(sandbox, "data/sandbox.json", true);
  expect(text).toBe(`
  Cauris is ready.

    API             http://localhost:3000/api/v1
    Guides          http://localhost:3000/documentation/
    Reference       http://localhost:3000/api/v1/docs
    Checkout page   http://localhost:3000/pay/cs_1
    Dashboard       http://localhost:3000/dashboard
      log in as     owner@cauris.example  first
    Console         http://localhost:3000/console
      log in as     operator@cauris.example  second
    Sandbox key     svc_mk_sandbox_key
    All of it in    data/sandbox.json

  Open the checkout page and pay with 05 00 00 07 89 (MTN): in the sandbox it accepts.
  Or create a payment yourself:

    ${curlLine(sandbox)}

`);
});

test("a later start shows no key and no password, and says where they are", () => {
  const text = welcomeText(sandbox, "data/sandbox.json", false);
  expect(text).not.toContain(sandbox.apiKey);
  expect(text).not.toContain("log in as");
  expect(text).toContain("    Console            http://localhost:3000/console\n");
  expect(text).toContain("    Key and the rest   data/sandbox.json\n");
});

test("the curl line can be pasted as it is", () => {
  expect(curlLine(sandbox)).toBe(
    `curl -s http://localhost:3000/api/v1/checkout/sessions -H "Authorization: Bearer svc_mk_sandbox_key" ` +
      `-H "Content-Type: application/json" -d '{"amount":"5000","currency":"XOF","title":"Pagne wax"}'`,
  );
});

test("an owner who has changed the password is told no address with an old one", () => {
  const text = welcomeText({ ...sandbox, dashboard: null, operator: null }, "x", true);
  expect(text).not.toContain("Dashboard");
  expect(text).toContain("    Console         http://localhost:3000/console\n    Sandbox key");
});

test("a merchant who may not transact has no checkout page to show", () => {
  expect(welcomeText({ ...sandbox, checkoutUrl: null }, "x", true)).not.toContain("    Checkout page");
});
