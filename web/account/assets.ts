import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { repositoryPath, shorterCss, shorterScript, variablesPath } from "../checkout/files.ts";

export const ASSETS_PATH = "/account/assets";

/** A file that pages load, under a name that changes with its bytes. */
export interface Asset {
  readonly path: string;
  readonly integrity: string;
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer;
}

export interface PageAssets {
  readonly style: Asset;
  readonly script: Asset;
}

/** Reads the files once, at start. */
export function loadAssets(): PageAssets {
  const folder = repositoryPath("web/account/client");
  const read = (path: string): string => readFileSync(path, "utf8");
  const style = shorterCss(`${read(variablesPath())}\n${read(`${folder}/account.css`)}`);
  const script = shorterScript(read(`${folder}/account.client.js`));
  return {
    style: assetOf(style, "css", "text/css; charset=utf-8"),
    script: assetOf(script, "js", "text/javascript; charset=utf-8"),
  };
}

function assetOf(text: string, extension: string, type: string): Asset {
  const body = Buffer.from(text);
  const name = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return {
    path: `${ASSETS_PATH}/account.${name}.${extension}`,
    integrity: `sha384-${createHash("sha384").update(body).digest("base64")}`,
    type,
    body,
    gzip: gzipSync(body, { level: 9 }),
  };
}
