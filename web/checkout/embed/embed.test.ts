import { expect, it } from "vitest";
import { createPagesFixture } from "../pages.test-support.ts";

const SCRIPT_BYTES_MAX = 3 * 1024;

it("other sites may load the script, and it is small", async () => {
  const { app } = await createPagesFixture();
  const headers = { "accept-encoding": "gzip" };
  const answer = await app.inject({ url: "/embed.js", headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "gzip",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  expect(answer.rawPayload.length).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  await app.close();
});
