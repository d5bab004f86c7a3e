import { expect, it } from "vitest";
import type { HttpOut } from "../kit/http-out.ts";
import { guardProviderCalls } from "./provider-guard.ts";

const ok = { status: 200, headers: {}, body: Buffer.alloc(0), cut: false };
const ownOrigin = "http://127.0.0.1:3000";

async function isSent(url: string, allowsLocal: boolean): Promise<boolean> {
  const sent: string[] = [];
  const http: HttpOut = async (request) => {
    sent.push(request.url);
    return ok;
  };
  const guarded = guardProviderCalls(http, { ownOrigin, allowsLocal });
  const request = { method: "GET", url, headers: {}, timeoutMs: 1_000, responseBytesMax: 1 } as const;
  const reason = await guarded(request).then(
    () => null,
    (error) => error.reason,
  );
  expect(reason).toBe(sent.length === 1 ? null : "blocked");
  return sent.length === 1;
}

it.each([
  ["https://api.wave.com/v1", true, true],
  ["http://127.0.0.1:3000/simulator/v1/payments", true, true],
  ["http://127.0.0.1:4101/collection", false, true],
  ["http://localhost:4101/collection", false, true],
  ["http://127.0.0.1:30001/", false, true],
  ["http://127.0.0.1:3000.example.com/", false, false],
  ["http://api.wave.com/v1", false, false],
  ["http://10.0.0.5/v1", false, false],
  ["ftp://api.wave.com/v1", false, false],
])("%s: sent %s, and %s where providers of this machine are allowed", async (url, without, allowed) => {
  expect([await isSent(url, false), await isSent(url, true)]).toEqual([without, allowed]);
});
