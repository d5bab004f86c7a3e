import type { HttpOut } from "../../../server/src/kit/http-out.ts";
import type { LivePage } from "./check.ts";
import { tagsOf } from "./tags.ts";

const TIMEOUT_MS = 15_000;
const BYTES_MAX = 1024 * 1024;
const SCRIPTS_MAX = 20;

/**
 * Loads a page as a browser would, with every script it names on its own site; scripts of other sites are not
 * requested.
 */
export async function loadPage(httpOut: HttpOut, address: string): Promise<LivePage> {
  const get = (url: string) =>
    httpOut({ method: "GET", url, headers: {}, timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX });
  const { origin, protocol } = new URL(address);
  const { body, headers } = await get(address);
  const html = body.toString("utf8");
  const sources = tagsOf(html).flatMap(({ name, attributes }) =>
    name === "script" ? (attributes.get("src") ?? []) : [],
  );
  const scripts = new Map<string, Buffer | null>();
  for (const source of [...new Set(sources)].slice(0, SCRIPTS_MAX)) {
    const url = new URL(source, address);
    if (url.origin !== origin) continue;
    const answer = await get(url.href);
    scripts.set(source, answer.status === 200 ? answer.body : null);
  }
  return { html, headers, scripts, https: protocol === "https:" };
}
