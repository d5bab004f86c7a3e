import { expect, test } from "vitest";
import { type ProviderSetting, settingsProblems } from "./settings.ts";

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
