#!/usr/bin/env node
/**
 * Checks files of GET /tenant/audit/export without the service and without a dependency:
 *
 * node tools/verify-audit.mjs audit-from-1.jsonl audit-from-10001.jsonl node tools/verify-audit.mjs --after <hash>
 * audit-from-10001.jsonl
 *
 * Every entry must follow the previous one and match its hash. The last hash is printed: keep it where the database's
 * administrators cannot reach it, and pass it as `--after` next time. Exit code 1 names the first line that does not
 * match. Each hash is SHA-256 of "<previous hash, hex>
 * <field>,<field>,…"; a field is "-" for null, otherwise "<length in bytes>:<text>".
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const START = "0".repeat(64);
const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** `aud_…` as the stored UUID. */
function uuidOf(publicId) {
  let bits = 0n;
  for (const character of publicId.slice(publicId.indexOf("_") + 1)) {
    bits = bits * 32n + BigInt(BASE32.indexOf(character));
  }
  const hex = (bits >> 2n).toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function hashOf(previousHash, entry) {
  const { tenantId, sequence, id, createdAt, actor, action, subject, before, after, ip, requestId } = entry;
  const fields = [
    tenantId,
    String(sequence),
    uuidOf(id),
    createdAt,
    actor,
    action,
    subject,
    before,
    after,
    ip,
  ];
  fields.push(requestId, entry.merchantId, entry.mode);
  const text = fields
    .map((field) => (field === null ? "-" : `${Buffer.byteLength(field)}:${field}`))
    .join(",");
  return createHash("sha256").update(`${previousHash}\n${text}`).digest("hex");
}

/**
 * What is wrong with an entry that follows `last` ({ sequence, hash, tenantId }, or null at the start); null: nothing.
 */
function flawOf(entry, last, expectedHash) {
  const previousHash = last?.hash ?? expectedHash ?? (entry.sequence === 1 ? START : entry.previousHash);
  if (last !== null && entry.tenantId !== last.tenantId) return "belongs to another tenant";
  if (last !== null && entry.sequence !== last.sequence + 1) return `does not follow entry ${last.sequence}`;
  if (entry.previousHash !== previousHash) return "does not name the hash of the entry before it";
  if (entry.hash !== hashOf(previousHash, entry)) return "is not what was hashed";
  return null;
}

const words = process.argv.slice(2);
const at = words.indexOf("--after");
const after = at < 0 ? null : words.splice(at, 2)[1];
if (words.length === 0 || after === undefined) {
  console.error("usage: node verify-audit.mjs [--after <hash>] <file.jsonl> …");
  process.exit(2);
}
let first = null;
let last = null;
for (const file of words) {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (text === "") continue;
    let flaw = "cannot be read";
    let entry = null;
    try {
      entry = JSON.parse(text);
      flaw = flawOf(entry, last, after);
    } catch {}
    if (flaw !== null) {
      console.error(`${file}:${line}: entry ${entry?.sequence ?? "?"} ${flaw}`);
      process.exit(1);
    }
    first ??= entry.sequence;
    last = entry;
  }
}
if (last === null) {
  console.error("no entries");
  process.exit(1);
}
if (first !== 1 && after === null)
  console.error(`note: starts at entry ${first}; --after checks what it follows`);
console.log(`ok ${last.sequence - first + 1} entries, ${first}..${last.sequence}, head ${last.hash}`);
