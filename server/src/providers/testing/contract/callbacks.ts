import { expect, it } from "vitest";
import type { IncomingCallback } from "../../callback.ts";
import { type ContractBench, describeIf, itIf, naming, required, SETTLED_MS } from "./bench.ts";

/** Messages of the provider: which operation they name, and which are refused. */
export function describeCallbacks(bench: ContractBench): void {
  const { can, request, calls, start, query, paid } = bench;

  describeIf(can.callbacks !== "NONE")("callbacks", () => {
    const verify = (callback: IncomingCallback) =>
      calls().verifyCallback({ ...callback, nowMs: bench.subject.nowMs() });
    it("name the payment to ask about", async () => {
      const one = await paid();
      const callbacks = bench.subject.takeCallbacks();
      expect(callbacks.length).toBeGreaterThan(0);
      for (const callback of callbacks) {
        expect(await verify(callback)).toMatchObject(naming("payment", one));
      }
    });

    it("may come twice and out of order: the query gives the same answer after each", async () => {
      const one = required(request("CALLBACK_TWICE"));
      await start(one);
      await bench.subject.advance(SETTLED_MS);
      const callbacks = bench.subject.takeCallbacks();
      expect(callbacks.length).toBeGreaterThan(1);
      for (const callback of callbacks) {
        expect(await verify(callback)).toMatchObject(naming("payment", one));
        expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
      }
      expect(await bench.subject.moved("PAYMENT", one.ownId)).toEqual([one.amount]);
    });

    itIf(can.calls)("may overtake the answer to the start", async () => {
      const one = required(request("CALLBACK_FIRST"));
      const starting = start(one).then((outcome) => ({ outcome, before: bench.subject.takeCallbacks() }));
      const { outcome, before } = await starting;
      expect(["pending", "succeeded"]).toContain(outcome.kind);
      expect(await Promise.all(before.map(verify))).toMatchObject([naming("payment", one)]);
      expect(await query(one)).toMatchObject({ kind: "succeeded", amount: one.amount });
    });

    itIf(can.callbacks === "SIGNED")(
      "are refused when forged, unsigned, altered, old, from the future or of another account",
      async () => {
        await paid();
        const callback = required(bench.subject.takeCallbacks()[0] ?? null);
        expect((await verify(callback)).kind).toBe("accepted");
        const { account, otherAccount } = bench.subject;
        const atMs = (byMs: number) =>
          calls().verifyCallback({ ...callback, nowMs: bench.subject.nowMs() + byMs });
        const path = callback.path.replace(account.id, otherAccount.id);
        const forgeries = required(bench.subject.forgeries?.(callback) ?? null);
        expect(forgeries.length).toBeGreaterThan(2);
        const refused = await Promise.all([
          verify({ ...callback, headers: {} }),
          ...forgeries.map(verify),
          verify({ ...callback, rawBody: Buffer.concat([callback.rawBody, Buffer.from(" ")]) }),
          verify({ ...callback, rawBody: Buffer.alloc(0) }),
          atMs(3_600_000),
          atMs(-3_600_000),
          // Redirected to another account's address.
          bench.subject.of(otherAccount).verifyCallback({ ...callback, path, nowMs: bench.subject.nowMs() }),
        ]);
        expect(refused.map(({ kind }) => kind)).toEqual(refused.map(() => "refused"));
      },
    );

    itIf(can.callbacks === "OPAQUE")(
      "are believed in nothing but the id in their address: without it they are refused",
      async () => {
        const one = await paid();
        const callback = required(bench.subject.takeCallbacks()[0] ?? null);
        expect((await verify({ ...callback, receivedOpaque: null })).kind).toBe("refused");
        const lie = Buffer.from('{"status":"FAILED","externalId":"another"}');
        for (const rawBody of [lie, Buffer.alloc(0), Buffer.from("<html>")])
          expect(await verify({ ...callback, rawBody })).toMatchObject(naming("payment", one));
      },
    );
  });
}
