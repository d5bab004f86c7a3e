import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageAssets } from "../assets.ts";
import { repositoryPath } from "../files.ts";
import { LOGOS_PATH } from "../pictures.ts";
import { pageHeaders } from "../respond.ts";

/**
 * Everything that the payer's page may run, load and send, with its owner and its purpose: PCI DSS 6.4.3 requires this
 * inventory. A test makes it from the code, it is kept in `docs/reference`, and compared with the live page.
 */
export interface PageInventory {
  readonly scripts: readonly {
    readonly path: string;
    /** Of its bytes, as the `integrity` attribute says it. */
    readonly integrity: string;
    readonly bytes: number;
    readonly owner: string;
    readonly reason: string;
  }[];
  readonly styles: readonly {
    /** Hash of its text, or null where it differs between merchants: then `pattern` describes all allowed text. */
    readonly sha256: string | null;
    readonly pattern: string | null;
    readonly owner: string;
    readonly reason: string;
  }[];
  readonly pictures: readonly { readonly pattern: string; readonly owner: string; readonly reason: string }[];
  readonly forms: readonly { readonly pattern: string; readonly owner: string; readonly reason: string }[];
  /** Each must be present with exactly this value; `{styles}` represents the hashes of the styles of the page. */
  readonly headers: Readonly<Record<string, string>>;
}

const OWNER = "Cauris maintainers";
const colour = "#[0-9a-f]{6}";
const colours = ["fill", "on", "ink"].map((name) => `--${name}:${colour}`).join(";");

export function inventoryOf({ css, script }: PageAssets): PageInventory {
  const headers = pageHeaders([]);
  const policy = headers["content-security-policy"] ?? "";
  return {
    scripts: [
      {
        path: script.path,
        integrity: script.integrity,
        bytes: script.body.length,
        owner: OWNER,
        reason:
          "Says what is missing before a form leaves, groups numbers, asks for the state. Reads no card data.",
      },
    ],
    styles: [
      ...(
        [
          ["form", "The look of pages with a form."],
          ["retry", "The look of pages with a form after something happened."],
          ["state", "The look of pages that only tell."],
          ["alone", "The look of pages that only tell, of no order."],
          ["receipt", "The look of a receipt."],
          ["wait", "The look of a wait that a browser without the script reloads."],
        ] as const
      ).map(([look, reason]) => ({ sha256: sha256(css[look]), pattern: null, owner: OWNER, reason })),
      {
        sha256: null,
        pattern: `^:root\\{${colours}\\}@media screen and \\(prefers-color-scheme:dark\\)\\{:root\\{${colours}\\}\\}$`,
        owner: OWNER,
        reason: "The merchant's colour, made readable: six colours and nothing else.",
      },
    ],
    pictures: [
      {
        pattern: `^${LOGOS_PATH}/[0-9]+-[0-9a-f]{16}\\.png$`,
        owner: OWNER,
        reason: "The merchant's logo, drawn anew and served by the service.",
      },
    ],
    forms: [
      { pattern: "^/checkout/[A-Za-z0-9_-]+(\\?.*)?$", owner: OWNER, reason: "Sends the payer's choice." },
      {
        pattern: "^/checkout/[A-Za-z0-9_-]+/leave(\\?.*)?$",
        owner: OWNER,
        reason: "The payer chooses another way than the attempt under way.",
      },
      {
        pattern: "^/checkout/[A-Za-z0-9_-]+/receipt-mail(\\?.*)?$",
        owner: OWNER,
        reason: "Sends the receipt to an address that the payer types.",
      },
      { pattern: "^/pay/[a-z0-9_-]+(\\?.*)?$", owner: OWNER, reason: "Opens a session of a payment link." },
    ],
    headers: {
      ...headers,
      "content-security-policy": policy.replace(/style-src [^;]*/, "style-src {styles}"),
    },
  };
}

export function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The inventory's path in the repository; the built service reads it there too. */
export function inventoryFile(): string {
  return join(repositoryPath("docs/reference"), "payment-page-inventory.json");
}

/** The agreed inventory: read from the file, not computed from what runs now. */
export function readInventory(file = inventoryFile()): PageInventory {
  return JSON.parse(readFileSync(file, "utf8")) as PageInventory;
}
