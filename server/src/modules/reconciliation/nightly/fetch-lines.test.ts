import { describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import type { StatementLine, StatementOutcome } from "../../../providers/provider.ts";
import { fetchLines } from "./fetch-lines.ts";

const FROM_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const TO_MS = FROM_MS + 24 * HOUR_MS;
const lineAt = (occurredAtMs: number): StatementLine => ({
  type: "PAYMENT",
  reference: `r${occurredAtMs}`,
  transactionId: null,
  status: "SUCCEEDED",
  amount: money(5_000n, "XOF"),
  occurredAtMs,
});

/** A provider that tells at most `limit` lines at once. */
function providerOf(book: readonly StatementLine[], limit: number) {
  const asked: (readonly [number, number])[] = [];
  const statement = async (fromMs: number, toMs: number): Promise<StatementOutcome> => {
    asked.push([fromMs, toMs]);
    const lines = book.filter(({ occurredAtMs }) => occurredAtMs >= fromMs && occurredAtMs < toMs);
    return lines.length > limit ? { kind: "too_long" } : { kind: "lines", lines };
  };
  return { statement, asked };
}

describe("a provider's book of a day", () => {
  const book = Array.from({ length: 100 }, (_none, index) => lineAt(FROM_MS + index * 800_000));

  it("is fetched in one call when short and in halves when long, without losing or doubling a line", async () => {
    const short = providerOf(book, 100);
    expect(await fetchLines(short, FROM_MS, TO_MS)).toEqual({ kind: "lines", lines: book });
    expect(short.asked).toHaveLength(1);
    const long = providerOf(book, 7);
    expect(await fetchLines(long, FROM_MS, TO_MS)).toEqual({ kind: "lines", lines: book });
    expect(long.asked.length).toBeGreaterThan(14);
  });

  it("is unavailable when even a quarter of an hour has too many lines, or a part cannot be fetched", async () => {
    const crowded = Array.from({ length: 50 }, (_none, index) => lineAt(FROM_MS + index));
    expect(await fetchLines(providerOf(crowded, 7), FROM_MS, TO_MS)).toEqual({
      kind: "unavailable",
      reason: "too many lines",
    });
    const { statement } = providerOf(book, 60);
    const noMorning = async (fromMs: number, toMs: number): Promise<StatementOutcome> =>
      fromMs === FROM_MS && toMs < TO_MS
        ? { kind: "unavailable", reason: "http_500" }
        : statement(fromMs, toMs);
    expect(await fetchLines({ statement: noMorning }, FROM_MS, TO_MS)).toEqual({
      kind: "unavailable",
      reason: "http_500",
    });
  });

  it("is not trusted when a line lies outside the period", async () => {
    const statement = async (): Promise<StatementOutcome> => ({ kind: "lines", lines: [lineAt(TO_MS)] });
    expect((await fetchLines({ statement }, FROM_MS, TO_MS)).kind).toBe("unavailable");
  });
});
