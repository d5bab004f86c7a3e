/**
 * Merchant-presented QR text (EMVCo 1.1): a list of objects, each a two-digit id, a two-digit length and a value, closed
 * by a CRC. Lengths count characters, the CRC runs over the UTF-8 bytes.
 */
export interface EmvObject {
  readonly id: string;
  readonly value: string;
}

const CRC_OBJECT = "6304";

/** CRC-16/CCITT-FALSE, four upper-case hexadecimal digits. */
export function emvCrc(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "utf8")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** One object. Refuses a value that is empty or longer than its length field can express. */
export function emvObject(id: string, value: string): string {
  const length = [...value].length;
  if (!/^\d{2}$/.test(id)) throw new Error(`EMV id ${id} is not two digits`);
  if (length < 1 || length > 99) throw new Error(`EMV object ${id} has ${length} characters`);
  return `${id}${String(length).padStart(2, "0")}${value}`;
}

/** The objects in the given order, followed by the CRC. `00` comes first; `63` is added here. */
export function encodeEmv(objects: readonly EmvObject[]): string {
  if (objects[0]?.id !== "00") throw new Error("an EMV payload begins with object 00");
  const body = `${objects.map(({ id, value }) => emvObject(id, value)).join("")}${CRC_OBJECT}`;
  return `${body}${emvCrc(body)}`;
}

/** A template's content: objects within an object. */
export function emvTemplate(objects: readonly EmvObject[]): string {
  return objects.map(({ id, value }) => emvObject(id, value)).join("");
}

/** The objects of `text` without a check of their meaning, or null when the lengths do not add up. */
export function decodeObjects(text: string): readonly EmvObject[] | null {
  const characters = [...text];
  const objects: EmvObject[] = [];
  for (let index = 0; index < characters.length; ) {
    const head = characters.slice(index, index + 4).join("");
    if (!/^\d{4}$/.test(head)) return null;
    const length = Number(head.slice(2));
    if (length === 0 || index + 4 + length > characters.length) return null;
    objects.push({ id: head.slice(0, 2), value: characters.slice(index + 4, index + 4 + length).join("") });
    index += 4 + length;
  }
  return objects;
}

/** The objects of a whole payload, or null when its shape or its CRC is wrong. */
export function decodeEmv(payload: string): readonly EmvObject[] | null {
  const body = payload.slice(0, -4);
  if (!body.endsWith(CRC_OBJECT) || emvCrc(body) !== payload.slice(-4)) return null;
  const objects = decodeObjects(payload);
  return objects?.[0]?.id === "00" && objects.at(-1)?.id === "63" ? objects : null;
}
