/** Longest edge of a photo that is sent: every word of a page can be read, and the file is small on a slow line. */
const EDGE_PIXELS_MAX = 2_600;
/** A smaller picture is sent as it is. */
const KEPT_BYTES_MAX = 1_500_000;
const JPEG_QUALITY = 0.85;

/** The size of a picture within the longest edge, in whole pixels; never larger than it was. Pure. */
export function sizeWithin(width: number, height: number, edge = EDGE_PIXELS_MAX): readonly [number, number] {
  const scale = Math.min(1, edge / Math.max(width, height));
  return [Math.round(width * scale), Math.round(height * scale)];
}

/**
 * A large photo, or one in a format of phones that the service does not take, as a smaller JPEG without the place where it
 * was taken. What the browser cannot read as a picture stays as it is.
 */
export async function smallerPhoto(file: File): Promise<Blob> {
  const isTaken = file.type === "image/jpeg" || file.type === "image/png";
  if (!file.type.startsWith("image/") || (isTaken && file.size <= KEPT_BYTES_MAX)) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const [width, height] = sizeWithin(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen === null) return file;
  // Paper is white: what is transparent in a PNG must not become black.
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY));
  return small ?? file;
}
