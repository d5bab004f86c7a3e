import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { beforeAll, describe, expect, it } from "vitest";

/** The client as a runtime without Node's modules has it: Deno, Bun, the edge. */
let bundle: string;

beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, "index.ts"), formats: ["iife"], name: "cauris" },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !("output" in output)) throw new Error("nothing was built");
  bundle = output.output[0].code;
});

describe("the package", () => {
  it("imports nothing but its own files", () => {
    const sources = [".", "generated"].flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder))
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => readFileSync(join(import.meta.dirname, folder, name), "utf8")),
    );
    const imported = sources.flatMap((text) =>
      [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, name]) => name),
    );
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.filter((name) => !name?.startsWith("."))).toEqual([]);
  });

  it("is at most 25 KB, compressed", () => {
    expect(gzipSync(bundle).length).toBeLessThan(25_000);
    expect(gzipSync(bundle).length).toBeGreaterThan(2_000);
  });

  it("runs with nothing but what every web runtime has", async () => {
    const asked: string[] = [];
    // No process, Buffer, require or global: what is not listed is a ReferenceError.
    const context = createContext({
      AbortSignal,
      Headers,
      Response,
      TextDecoder,
      TextEncoder,
      URLSearchParams,
      atob,
      clearTimeout,
      crypto,
      performance,
      setTimeout,
      fetch: async (url: string) => {
        asked.push(url);
        return new Response('{"success":true,"data":{"id":"cs_1"},"error":null,"meta":null}');
      },
    });
    const program = `${bundle}
      (async () => {
        const client = cauris.createClient({ baseUrl: "https://pay.example.com", apiKey: "sk_test_1" });
        const session = await client.checkoutSessions.create({ amount: cauris.toMinor("5000", "XOF"), currency: "XOF", title: "x" });
        const secret = "whsec_" + "A".repeat(44);
        const headers = { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
        const refused = await cauris.verifyWebhook({ body: "{}", headers, secret, nowMs: 1000 }).catch((error) => error.name);
        return session.id + " " + refused + " " + typeof process + typeof Buffer + typeof require;
      })()`;
    expect(await runInContext(program, context)).toBe(
      "cs_1 WebhookVerificationError undefinedundefinedundefined",
    );
    expect(asked).toEqual(["https://pay.example.com/api/v1/checkout/sessions"]);
  });
});
