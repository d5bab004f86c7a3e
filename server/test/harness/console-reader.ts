import type { BrowserContext, Page } from "playwright-core";
import { sha256 } from "../../src/kit/secret.ts";
import type { TestApp } from "./app.ts";
import type { ContextOptions, TestBrowser } from "./browser.ts";

/** Shorter than a test's own time, so that a failure names the step. */ const LIFE_MS = 10 * 3_600_000;
let logIns = 0;

/** The cookie of an operator who has just proved to be present, past the password: checking one takes long. */
export async function openConsole(test: TestApp, email: string): Promise<string> {
  logIns += 1;
  const token = `svc_wop_${String(logIns).padStart(43, "c")}`;
  const nowMs = test.clock.nowMs();
  await test.owner.query({
    text: `insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, created_at, last_seen_at,
             stepped_up_at, expires_at)
           select $1, $2, 'operator', id, 'COOKIE', '127.0.0.1', $3, $3, $3, $4 from operators where email = $5`,
    values: [
      test.app.ids.next("operatorSession"),
      sha256(token),
      new Date(nowMs),
      new Date(nowMs + LIFE_MS),
      email,
    ],
  });
  return `cauris-console=${token}`;
}

/** A reader's browser with a cookie. Every fault that the browser reports is in `faults`. */
export async function openReader(
  test: TestApp,
  browser: TestBrowser,
  cookie: string,
  options: ContextOptions = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page; readonly faults: readonly string[] }> {
  const context = await browser.newContext(options);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: test.origin }]);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // A refused request answers 4xx, which the browser reports as an error.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}
