import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createSystemRandom } from "../../kit/random.ts";
import { eventMeanings, eventPayload, eventTypes } from "./events.ts";
import { newSigningSecret, signatureHeaders, signingKey } from "./signing.ts";

const run = promisify(execFile);
const rootDir = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string) => readFile(join(rootDir, path), "utf8");

describe("docs/reference/events.md", () => {
  it("names every event with its meaning, and no other", async () => {
    const page = await read("docs/reference/events.md");
    const rows = [...page.matchAll(/^\| `([a-z_.]+\.[a-z_.]+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [
      name,
      meaning,
    ]);
    expect(rows).toEqual(Object.entries(eventMeanings));
  });

  it("shows the fields of the body that is sent", async () => {
    const page = await read("docs/reference/events.md");
    const shown = JSON.parse(/```json\n([\s\S]+?)```/.exec(page)?.[1] ?? "") as Record<string, unknown>;
    const sent = JSON.parse(
      eventPayload({
        id: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" as never,
        type: "payment.succeeded",
        timestampMs: 0,
        mode: "SANDBOX",
        merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" as never,
        sequence: 1,
        data: {},
      }),
    ) as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(Object.keys(sent));
  });
});

describe("events", () => {
  it("are named noun.verb and can be told from the wildcard", () => {
    for (const type of eventTypes) expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
  });
});

describe("docs/start/verify-webhooks.md", () => {
  it.each([0, 1])("accepts our signature and refuses an altered body: Node.js example %i", async (index) => {
    const page = await read("docs/start/verify-webhooks.md");
    const code = [...page.matchAll(/```js\n([\s\S]+?)```/g)][index]?.[1];
    if (code === undefined) throw new Error("the page has no such example");
    const [old, secret] = [newSigningSecret(createSystemRandom()), newSigningSecret(createSystemRandom())];
    const body = '{"title":"Café"}';
    const signed = signatureHeaders([old, secret].map(signingKey), {
      id: "evt_1",
      sentAtMs: Date.now(),
      body,
    });
    const late = signatureHeaders([old, secret].map(signingKey), {
      id: "evt_1",
      sentAtMs: Date.now() - 600_000,
      body,
    });
    const program = `${code}
      const [secret, signed, late, body] = JSON.parse(process.argv[2]);
      const refuses = (work) => { try { work(); return false; } catch { return true; } };
      console.log(JSON.stringify([
        verify(secret, signed, body),
        refuses(() => verify(secret, signed, body.replace("Caf", "caf"))),
        refuses(() => verify(secret, { ...signed, "webhook-id": "evt_2" }, body)),
        refuses(() => verify(secret, late, body)),
      ]));`;
    // Inside the package folder, so that the first example finds its library.
    const dir = await mkdtemp(join(index === 0 ? join(rootDir, "node_modules") : tmpdir(), ".example-"));
    try {
      await writeFile(join(dir, "example.mjs"), program);
      const args = [join(dir, "example.mjs"), JSON.stringify([secret.reveal(), signed, late, body])];
      const { stdout } = await run(process.execPath, args);
      expect(JSON.parse(stdout)).toEqual([{ title: "Café" }, true, true, true]);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
