import type { MediaType } from "./types.ts";

/** How files of each kind begin and end. The bytes are checked, because a name or a header can be false. */
const PDF_HEAD = Buffer.from("%PDF-1.", "latin1");
const PDF_HEAD_2 = Buffer.from("%PDF-2.", "latin1");
const PDF_END = Buffer.from("%%EOF", "latin1");
/** Readers search for the end of a PDF in its last kilobyte, since scanners append to it. */
const PDF_END_WITHIN_BYTES = 1_024;
const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const PNG_HEADER_CHUNK = Buffer.from("IHDR", "latin1");
const PNG_END = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);
/** Cameras pad a picture with a few bytes after its end. */
const JPEG_END_WITHIN_BYTES = 1_024;

/** Bytes needed to recognize the beginning of a file. */
export const HEAD_BYTES = 16;

/**
 * The type of a file by its first and last bytes; null when it is not one of the accepted kinds, or is truncated. Pure.
 */
export function mediaTypeOf(bytes: Buffer): MediaType | null {
  const type = headTypeOf(bytes);
  return type !== null && isWhole(bytes, type) ? type : null;
}

/** The type of a file by its first `HEAD_BYTES`; null when it is not one of the accepted kinds. Pure. */
export function headTypeOf(bytes: Buffer): MediaType | null {
  const begins = (head: Buffer): boolean => bytes.subarray(0, head.length).equals(head);
  if (begins(PDF_HEAD) || begins(PDF_HEAD_2)) return "application/pdf";
  if (begins(PNG_HEAD) && bytes.subarray(12, 16).equals(PNG_HEADER_CHUNK)) return "image/png";
  return begins(JPEG_HEAD) ? "image/jpeg" : null;
}

function isWhole(bytes: Buffer, type: MediaType): boolean {
  const endsWithin = (count: number, end: Buffer): boolean => bytes.subarray(-count).includes(end);
  switch (type) {
    case "application/pdf":
      return endsWithin(PDF_END_WITHIN_BYTES, PDF_END);
    case "image/png":
      return endsWithin(PNG_END.length, PNG_END);
    case "image/jpeg":
      return endsWithin(JPEG_END_WITHIN_BYTES, JPEG_END);
  }
}

const suffixes: Readonly<Record<MediaType, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};

export const suffixOf = (mediaType: MediaType): string => suffixes[mediaType];
