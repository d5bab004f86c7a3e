/** How an operation takes a file: as the body itself, or in base64 in a field of a JSON body. */
export interface FileRule {
  /** Media types that a body of the file's own bytes may have; its other fields then stand in the query. */
  readonly mediaTypes: readonly string[];
  /** Of the file, before base64. */
  readonly bytesMax: number;
  /** The JSON field that holds the file. */
  readonly field: string;
  /** The JSON field that says its media type. */
  readonly typeField: string;
  /** Throws when a file cannot begin so: asked once `headBytes` are there, so that a wrong file is refused before the rest. */
  checkHead(head: Buffer, mediaType: string): void;
  readonly headBytes: number;
}

/** A file as it arrived. In the body, `FileRule.field` holds `sha256:` and its hash in its place. */
export interface ReceivedFile {
  readonly bytes: Buffer;
  readonly sha256: Buffer;
}
