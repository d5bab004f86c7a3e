import type { Answer } from "../api/request.ts";
import type { OwnAccount } from "../api/views.ts";

/** An answer that the service sent with the page, so that its first rows need no second round trip. */
export interface FirstAnswer extends Answer<unknown> {
  readonly merchantId: string | null;
  readonly mode: "SANDBOX" | "LIVE" | null;
  readonly path: string;
}

/** A merchant for which the reader may act, with the modes in which there is a role and what it allows now. */
export interface OwnMerchant {
  readonly id: string;
  readonly displayName: string;
  /** The cell that it lives in now, whose code is null for the default one; null: this one. */
  readonly movedTo: { readonly cell: string | null } | null;
  readonly modes: readonly {
    readonly mode: "SANDBOX" | "LIVE";
    readonly permissions: readonly string[];
    /** Whether new business is possible there. */
    readonly open: boolean;
  }[];
}

/** What the service knows when it sends the page: a block of JSON in it, which runs nothing. */
export interface Boot {
  readonly account: OwnAccount;
  /** What an operator may do. Empty for persons of merchants, who have theirs in each merchant and mode. */
  readonly permissions: readonly string[];
  /** Empty for operators. */
  readonly merchants: readonly OwnMerchant[];
  readonly answers: readonly FirstAnswer[];
  /** The code of the cell that the console shows; null in the default cell, and for persons of merchants. */
  readonly cell: string | null;
}

export const BOOT_ID = "boot";

export function readBoot(): Boot {
  const text = document.getElementById(BOOT_ID)?.textContent;
  if (text === null || text === undefined) throw new Error("The page came without its data.");
  return JSON.parse(text) as Boot;
}
