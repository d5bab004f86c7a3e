import { encode } from "uqr";
import { writePng } from "../../server/src/kit/png.ts";

/** Modules of quiet zone around a code, as the QR standard requires. */
const QUIET = 4;
/** Pixels of a module in the picture that the payer saves. */
const PIXELS = 8;

/** A code as one SVG path in a square of `size` modules, quiet zone included. Small: one run per row of dark modules. */
export function qrPath(payload: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(payload, { ecc: "M", border: QUIET });
  let path = "";
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (row[x] !== true) continue;
      let end = x;
      while (row[end] === true) end++;
      path += `M${x} ${y}h${end - x}v1h-${end - x}z`;
      x = end;
    }
  });
  return { size, path };
}

/** The code as a separate SVG file: sharp at any size, for print. */
export function qrSvg(payload: string): string {
  const { size, path } = qrPath(payload);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  );
}

/**
 * The code as a PNG. A payer whose payment app is on the same phone saves it and opens it from the gallery, which reads
 * PNG and not SVG.
 */
export function qrPng(payload: string): Buffer {
  const { size, data } = encode(payload, { ecc: "M", border: QUIET });
  const side = size * PIXELS;
  const lineBytes = Math.ceil(side / 8);
  const lines = Buffer.alloc((lineBytes + 1) * side, 0xff);
  for (let y = 0; y < side; y++) {
    const start = y * (lineBytes + 1);
    lines[start] = 0;
    const row = data[Math.floor(y / PIXELS)] ?? [];
    for (let x = 0; x < side; x++)
      if (row[Math.floor(x / PIXELS)] === true) {
        const at = start + 1 + (x >> 3);
        lines[at] = (lines[at] ?? 0) & ~(0x80 >> (x & 7));
      }
  }
  return writePng({ width: side, height: side, bitDepth: 1, colour: "GREY", lines });
}
