import type { BrowserContext, Page } from "playwright-core";

/** The cost of one screen. Bytes on the wire, including headers. */
export interface Part {
  readonly name: string;
  readonly requests: number;
  readonly bytes: number;
  readonly htmlBytes: number;
  readonly scriptBytes: number;
  /** Answers that were complete when the first text was visible. */
  readonly requestsBeforePaint: number;
  /** From the click or the address to the first text, in milliseconds. */
  readonly firstPaintMs: number;
}

export interface SlowPhone {
  readonly roundTripMs: number;
  readonly bytesPerSecond: number;
  readonly cpuSlowdown: number;
}

export interface PageWatch {
  /** What has been loaded since the last call, for the present document. */
  take(name: string): Promise<Part>;
}

interface Loaded {
  type: string;
  bytes: number;
  endedAtSeconds: number;
}

/** Makes the page as slow as the phone and counts what it loads. */
export async function watchPage(context: BrowserContext, page: Page, phone: SlowPhone): Promise<PageWatch> {
  const browser = await context.newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Performance.enable");
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: phone.roundTripMs,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  });
  await browser.send("Emulation.setCPUThrottlingRate", { rate: phone.cpuSlowdown });

  const open = new Map<string, Loaded>();
  let loaded: Loaded[] = [];
  browser.on("Network.requestWillBeSent", ({ requestId, request, type, redirectResponse }) => {
    // The empty picture of the favicon is part of the page and is not downloaded.
    if (request.url.startsWith("data:")) return;
    const before = open.get(requestId);
    if (before !== undefined && redirectResponse !== undefined)
      loaded.push({ ...before, bytes: redirectResponse.encodedDataLength });
    open.set(requestId, { type: type ?? "Other", bytes: 0, endedAtSeconds: Number.POSITIVE_INFINITY });
  });
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const request = open.get(requestId);
    open.delete(requestId);
    if (request !== undefined)
      loaded.push({ ...request, bytes: encodedDataLength, endedAtSeconds: timestamp });
  });

  return {
    take: async (name) => {
      const { metrics } = await browser.send("Performance.getMetrics");
      const metric = (wanted: string) => metrics.find((one) => one.name === wanted)?.value ?? 0;
      const [startedAt, paintedAt] = [metric("NavigationStart"), metric("FirstMeaningfulPaint")];
      const paint = await firstPaintMs(browser);
      const parts = loaded;
      loaded = [];
      const bytesOf = (type: string) =>
        parts.filter((part) => part.type === type).reduce((sum, part) => sum + part.bytes, 0);
      const painted = paint === null ? paintedAt : startedAt + paint / 1000;
      return {
        name,
        requests: parts.length,
        bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
        htmlBytes: bytesOf("Document"),
        scriptBytes: bytesOf("Script"),
        requestsBeforePaint: parts.filter(
          ({ endedAtSeconds }) => endedAtSeconds > startedAt && endedAtSeconds <= painted,
        ).length,
        firstPaintMs: Math.round(paint ?? (paintedAt - startedAt) * 1000),
      };
    },
  };
}

interface Evaluator {
  send(
    method: "Runtime.evaluate",
    parameters: { expression: string; returnByValue: boolean },
  ): Promise<{ result: { value?: unknown } }>;
}

/** Asked of the browser and not of the page's script engine, so that it works with JavaScript disabled. */
async function firstPaintMs(browser: Evaluator): Promise<number | null> {
  const { result } = await browser.send("Runtime.evaluate", {
    expression: "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
    returnByValue: true,
  });
  return typeof result.value === "number" ? result.value : null;
}
