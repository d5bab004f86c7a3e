import { describe, expect, test } from "vitest";
import { clientCertificate, clientKey, clientPublicKey, otherKey } from "../../test/harness/certificates.ts";
import { commonSettings, type ProviderSetting, settingsProblems } from "./settings.ts";

const setting = (over: Partial<ProviderSetting>): ProviderSetting => ({
  name: "apiKey",
  description: "The key.",
  secret: true,
  required: true,
  kind: "TEXT",
  minLength: 8,
  maxLength: 20,
  ...over,
});
const declared = [
  setting({}),
  setting({ name: "address", secret: false, required: false, kind: "URL", maxLength: 100 }),
];

test.each([
  [{ apiKey: "sesame-open" }, []],
  [{ apiKey: "sesame-open", address: "https://provider.example/v2" }, []],
  [{}, ["settings.apiKey required"]],
  [{ apiKey: "short" }, ["settings.apiKey length"]],
  [{ apiKey: "much-too-long-for-a-key" }, ["settings.apiKey length"]],
  [{ apiKey: " sesame-open" }, ["settings.apiKey format"]],
  [{ apiKey: "sesame-open\n" }, ["settings.apiKey format"]],
  [{ apiKey: "sesame\u0007open" }, ["settings.apiKey format"]],
  [{ apiKey: "sesame-open", address: "http://provider.example" }, ["settings.address format"]],
  [{ apiKey: "sesame-open", address: "provider.example" }, ["settings.address format"]],
  [{ apiKey: "sesame-open", apikey: "sesame-open" }, ["settings.apikey unknown"]],
  [{ secret: "sesame-open" }, ["settings.apiKey required", "settings.secret unknown"]],
] as const)("%j: %j", (settings, expected) => {
  const problems = settingsProblems(declared, settings);
  expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  for (const { message } of problems) expect(message).not.toContain("sesame");
});

test.each([
  ["http://127.0.0.1:4101", true],
  ["http://localhost:4101/v1", true],
  ["https://provider.example", true],
  ["http://provider.example", false],
  ["http://10.0.0.1:4101", false],
])("where providers of this machine are allowed, %s as an address is taken: %s", (address, isTaken) => {
  const settings = { apiKey: "sesame-open", address };
  expect(settingsProblems(declared, settings, true).length === 0).toBe(isTaken);
  if (address.startsWith("http:")) expect(settingsProblems(declared, settings)).toHaveLength(1);
});

describe("settings in PEM form", () => {
  const pem = (name: string, holds: "CERTIFICATE" | "PRIVATE_KEY", certificate?: string) =>
    setting({
      name,
      required: false,
      kind: "PEM",
      holds,
      maxLength: 10_000,
      ...(certificate === undefined ? {} : { certificate }),
    });
  const pair = [pem("certificate", "CERTIFICATE"), pem("key", "PRIVATE_KEY", "certificate")];
  const rulesOf = (settings: Record<string, string>) =>
    settingsProblems(pair, settings).map(({ path, rule }) => `${path} ${rule}`);

  test.each([
    ["both", { certificate: clientCertificate, key: clientKey }, []],
    ["neither", {}, []],
    [
      "a key of another certificate",
      { certificate: clientCertificate, key: otherKey },
      ["settings.key certificate"],
    ],
    ["a certificate without its key", { certificate: clientCertificate }, ["settings.key certificate"]],
    ["a key without its certificate", { key: clientKey }, ["settings.key certificate"]],
    [
      "a public key in place of the private one",
      { certificate: clientCertificate, key: clientPublicKey },
      ["settings.key format"],
    ],
    ["no PEM at all", { certificate: "sesame-open", key: clientKey }, ["settings.certificate format"]],
  ])("%s: %j", (_what, settings, expected) => {
    expect(rulesOf(settings)).toEqual(expected);
  });
});

describe("time-outs of every account", () => {
  test.each([
    ["100", true],
    ["12000", true],
    ["2500", true],
    ["99", false],
    ["12001", false],
    ["99999", false],
    ["0100", false],
    ["1e3", false],
    ["-500", false],
    ["2.5", false],
    ["", false],
  ])("%s: %s", (timeoutMs, taken) => {
    expect(settingsProblems(commonSettings, { timeoutMs }).length === 0).toBe(taken);
    expect(settingsProblems(commonSettings, { connectTimeoutMs: timeoutMs }).length === 0).toBe(taken);
  });
});
