/** Encryption at rest and keyed hashes. The keys behind it are wrapped by one master key and never leave it. */
export interface Keyring {
  /**
   * AES-256-GCM. `context` (table, column, row) is authenticated with the text: a ciphertext moved to another row is
   * refused by `open`.
   */
  seal(plaintext: string | Buffer, context: string): Buffer;
  /** Throws when the ciphertext or its context was altered. */
  open(sealed: Buffer, context: string): Buffer;
  /** HMAC-SHA-256 under the key of `purpose`: the same text gives the same 32 bytes on every instance. */
  mac(purpose: "session-id" | "phone" | "form", text: string | Uint8Array): Buffer;
}
