/** How an operation accepts a file: as the body itself, or as base64 in a field of a JSON body. */
export interface FileRule {
  /** Media types for a body that is the file itself; the other fields are then in the query. */
  readonly mediaTypes: readonly string[];
  /** Size of the file, before base64. */
  readonly bytesMax: number;
  /** The JSON field that holds the file. */
  readonly field: string;
  /** The JSON field that says its media type. */
  readonly typeField: string;
  /**
   * Throws when a file of this type cannot begin like this. Called once `headBytes` have arrived, so that a wrong file
   * is refused before the rest is read.
   */
  checkHead(head: Buffer, mediaType: string): void;
  readonly headBytes: number;
}

/** A received file. In the body, `FileRule.field` holds `sha256:` and its hash instead. */
export interface ReceivedFile {
  readonly bytes: Buffer;
  readonly sha256: Buffer;
}
