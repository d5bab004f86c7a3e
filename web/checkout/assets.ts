import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryPath, shorterCss } from "./files.ts";
import { loadScript, type ServedScript } from "./scripts.ts";

/**
 * Pages with a choice need the style of a form, pages that tell what happened the style of that, and those after a failure both;
 * a short wait has almost none. None carries what it does not need.
 */
export type Look = "form" | "retry" | "state" | "alone" | "receipt" | "wait";

/**
 * The files of the pages: the style sheets, inlined; the one script, served under a name that changes with its bytes; a
 * picture.
 */
export interface PageAssets {
  readonly css: Readonly<Record<Look, string>>;
  readonly script: PageScript;
  /** The picture that chat applications show with a payment link: the same for every link. */
  readonly linkPreview: Picture;
}

/** A PNG file with its size in pixels. */
export interface Picture {
  readonly body: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface PageScript extends ServedScript {
  /** `/checkout/assets/pay.<hash>.js`. */
  readonly path: string;
  /** For the `integrity` attribute. */
  readonly integrity: string;
}

/** In this order: later sheets adapt earlier ones. */
const sheets: Readonly<Record<Look, readonly string[]>> = {
  form: ["variables.css", "base.css", "form.css", "adapt.css"],
  retry: ["variables.css", "base.css", "form.css", "screens.css", "adapt.css"],
  state: ["variables.css", "base.css", "screens.css", "adapt.css"],
  alone: ["variables.css", "base.css", "screens.css", "adapt.css", "alone.css"],
  receipt: ["variables.css", "base.css", "screens.css", "receipt.css", "adapt.css"],
  wait: ["wait.css"],
};
export const ASSETS_PATH = "/checkout/assets";

/** Reads the files once, at start. */
export function loadAssets(): PageAssets {
  const folder = repositoryPath("web/checkout/client");
  const sheet = (look: Look) =>
    shorterCss(sheets[look].map((name) => readFileSync(join(folder, name), "utf8")).join("\n"));
  const css = {
    form: sheet("form"),
    retry: sheet("retry"),
    state: sheet("state"),
    alone: sheet("alone"),
    receipt: sheet("receipt"),
    wait: sheet("wait"),
  };
  const script = loadScript("web/checkout/client/pay.min.js");
  const name = createHash("sha256").update(script.body).digest("hex").slice(0, 16);
  return {
    css,
    script: {
      ...script,
      path: `${ASSETS_PATH}/pay.${name}.js`,
      integrity: `sha384-${createHash("sha384").update(script.body).digest("base64")}`,
    },
    linkPreview: readPng(join(folder, "link-preview.png")),
  };
}

/** In a PNG the size has a fixed place in the first block. */
function readPng(path: string): Picture {
  const body = readFileSync(path);
  return { body, width: body.readUInt32BE(16), height: body.readUInt32BE(20) };
}
