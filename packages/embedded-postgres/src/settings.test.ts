import { expect, test } from "vitest";
import { serverSettings } from "./settings.ts";
import { application } from "./test-application.ts";

const MEGABYTE = 2 ** 20;
const settingIn = (args: readonly string[], name: string) => args.find((arg) => arg.startsWith(`${name}=`));

test.each([
  [512, "128MB"],
  [1_024, "128MB"],
  [2_048, "256MB"],
  [3_000, "375MB"],
  [8_192, "1024MB"],
  [262_144, "1024MB"],
])("on a machine with %d MB of memory PostgreSQL shares %s of it", (megabytes, shared) => {
  const { args } = serverSettings({}, megabytes * MEGABYTE, application);
  expect(settingIn(args, "shared_buffers")).toBe(`shared_buffers=${shared}`);
});

test("a setting that is given wins, and another setting is another mark", () => {
  const usual = serverSettings({}, 1_024 * MEGABYTE, application);
  const given = serverSettings({ shared_buffers: "64MB" }, 1_024 * MEGABYTE, application);
  expect(settingIn(given.args, "shared_buffers")).toBe("shared_buffers=64MB");
  expect(given.mark).not.toBe(usual.mark);
  expect(serverSettings({}, 1_024 * MEGABYTE, application).mark).toBe(usual.mark);
});

test("nothing that is durable is switched off", () => {
  const { args } = serverSettings({}, 1_024 * MEGABYTE, application);
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"])
    expect(settingIn(args, name)).toBeUndefined();
});
