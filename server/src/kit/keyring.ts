import type { Arrivals } from "./arrivals.ts";
import type { CellCode } from "./cell.ts";

/** Encryption at rest and keyed hashes. One master key wraps the keys, which never leave this interface. */
export interface Keyring {
  /** The cell whose keys these are: its code stands in the ids that are made and checked with them. Null: the default cell. */
  readonly cell: CellCode | null;
  /** Merchants that came from other cells; absent: none. */
  readonly arrivals?: Arrivals;
  /**
   * AES-256-GCM under a key per value, which is stored next to it, wrapped. `context` (table, column, merchant or
   * tenant, row) is authenticated with the text: `open` refuses a ciphertext that was moved to another row.
   */
  seal(plaintext: string | Buffer, context: string): Buffer;
  /** The same for files: yields to other requests, which megabytes would hold up. */
  sealFile(content: Buffer, context: string): Promise<Buffer>;
  /**
   * Throws when the ciphertext or its context was altered. `formerContext`: the context of values in the first form,
   * where the context has changed since.
   */
  open(sealed: Buffer, context: string, formerContext?: string): Buffer;
  /** Opens what `sealFile` made, over its own bytes, and yields in the same way. Throws as `open` does. */
  openFile(sealed: Buffer, context: string): Promise<Buffer>;
  /** HMAC-SHA-256 under the key of `purpose`: the same text gives the same 32 bytes on every instance. */
  mac(purpose: "session-id" | "phone" | "form", text: string | Uint8Array): Buffer;
  /** The key of `session-id`, for the cell that a merchant moves to: it checks the merchant's ids of before. */
  idKey(): Buffer;
}
