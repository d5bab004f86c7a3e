/** Encryption at rest and keyed hashes. The keys behind it are wrapped by one master key and never leave it. */
export interface Keyring {
  /**
   * AES-256-GCM under a key of the value's own, which stands beside it, wrapped. `context` (table, column, merchant or
   * tenant, row) is authenticated with the text: a ciphertext moved to another row is refused by `open`.
   */
  seal(plaintext: string | Buffer, context: string): Buffer;
  /** The same for files: takes turns with other requests, which megabytes would hold up. */
  sealFile(content: Buffer, context: string): Promise<Buffer>;
  /**
   * Throws when the ciphertext or its context was altered. `formerContext`: what values of the first form were sealed
   * under, where the context has grown since.
   */
  open(sealed: Buffer, context: string, formerContext?: string): Buffer;
  /** HMAC-SHA-256 under the key of `purpose`: the same text gives the same 32 bytes on every instance. */
  mac(purpose: "session-id" | "phone" | "form", text: string | Uint8Array): Buffer;
}
