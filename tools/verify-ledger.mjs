#!/usr/bin/env node
/**
 * Checks the books without the service and without a dependency: files of GET /payments/wallets/:id/ledger, as JSON
 * lines or CSV, and of GET /tenant/reconciliation/account-books/:providerAccountId/ledger.
 *
 * node tools/verify-ledger.mjs ledger-XOF-2026-01-01-2026-07-01.jsonl ledger-XOF-2026-07-01-2027-01-01.jsonl
 * node tools/verify-ledger.mjs --seal 41:<hash> ledger-XOF-2026-07-01-2027-01-01.jsonl
 * node tools/verify-ledger.mjs book-XOF-from-1.jsonl book-XOF-from-42.jsonl
 *
 * Each transfer must follow the previous one: its position without a gap; in a wallet also its balance and its time. All
 * accounts together must sum to zero. Each seal must be the SHA-256 of its transfers after the previous seal
 * (docs/concepts/ledger.md). Files of one book are checked one after the other. The last seal is printed: keep it, and
 * pass it as `--seal` next time. Exit code 1 names the first line that does not match, 2 means that nothing could be
 * checked.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * What each kind of book hashes of a transfer, and the fields that name its owner and the account that the amount leaves
 * and reaches. A wallet's balances are what came in less what went out; those of an account at a provider are debits less
 * credits, and may be below zero.
 */
const formats = {
  "cauris-ledger-1": {
    owner: "walletId",
    leaves: "from",
    reaches: "to",
    isWallet: true,
    sealedFields: (transfer) => [
      transfer.position,
      transfer.id,
      transfer.transactionId,
      transfer.from,
      transfer.to,
      transfer.amount,
      transfer.currency,
      transfer.type,
      transfer.sourceType,
      uuidOf(transfer.sourceId),
      transfer.balanceAfter,
      Date.parse(transfer.createdAt),
    ],
    ownerLines: ({ walletId }) => [uuidOf(walletId)],
  },
  "cauris-rails-1": {
    owner: "providerAccountId",
    leaves: "credit",
    reaches: "debit",
    isWallet: false,
    sealedFields: (transfer) => [
      transfer.position,
      transfer.id,
      transfer.transactionId,
      transfer.debit,
      transfer.credit,
      transfer.amount,
      transfer.type,
      transfer.sourceType,
      transfer.sourceId,
      transfer.lineKey ?? "",
      Date.parse(transfer.createdAt),
    ],
    ownerLines: ({ providerAccountId, currency }) => [uuidOf(providerAccountId), currency],
  },
};
const NO_HASH = "0".repeat(64);
const OWN_ACCOUNTS = new Set(["available", "pending", "held", "reserved"]);
const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

class Flaw extends Error {}

/** `ch_…` as the stored UUID; a UUID stays as it is. */
function uuidOf(id) {
  if (!id.includes("_")) return id;
  let bits = 0n;
  for (const character of id.slice(id.indexOf("_") + 1))
    bits = bits * 32n + BigInt(BASE32.indexOf(character));
  const hex = (bits >> 2n).toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Records of a file: objects whose fields are all text; `line` is their position. */
function parse(text) {
  const records = text.startsWith("\ufeff")
    ? parseCsv(text.slice(1))
    : text.split("\n").filter(Boolean).map(JSON.parse);
  return records.map((record, index) => ({
    ...Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
    line: index + (text.startsWith("\ufeff") ? 2 : 1),
  }));
}

function parseCsv(text) {
  const rows = [[""]];
  for (const [part] of text.matchAll(/"(?:[^"]|"")*"|\r?\n|,|[^",\r\n]+/g)) {
    const row = rows.at(-1);
    if (part === ",") row.push("");
    else if (/^\r?\n$/.test(part)) rows.push([""]);
    else row[row.length - 1] += part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
  }
  const [header, ...body] = rows.filter((row) => row.length > 1);
  return body.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, row[index]]).filter(([, value]) => value !== "")),
  );
}

function parseBalances(text) {
  const parts = (text ?? "").split("|").filter(Boolean);
  return new Map(
    parts.map((part) => [
      part.slice(0, part.lastIndexOf("=")),
      BigInt(part.slice(part.lastIndexOf("=") + 1)),
    ]),
  );
}

function balancesText(balances) {
  const sorted = [...balances].sort(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([account, sum]) => `${account}=${sum}`).join("|");
}

function sealHash(format, opening, number, previousHash, lines, balances) {
  const owner = formats[format].ownerLines(opening);
  const text = [format, ...owner, number, previousHash, ...lines, balances].map((line) => `${line}\n`);
  return createHash("sha256").update(text.join("")).digest("hex");
}

const ownBalance = (balances) =>
  [...balances].reduce((sum, [account, held]) => (OWN_ACCOUNTS.has(account) ? sum + held : sum), 0n);

/** Reads the file from its opening to its end; throws the first Flaw. Returns what the next file must begin with. */
function check(records, seals) {
  const [opening] = records;
  const must = (holds, record, sentence) => {
    if (!holds) throw new Flaw(`line ${record?.line ?? records.length}: ${sentence}`);
  };
  const book = formats[opening?.format];
  must(
    opening?.record === "opening" && book !== undefined,
    opening,
    `is not the opening of a ${Object.keys(formats).join(" or ")} file`,
  );
  const { format, currency } = opening;
  let position = Number(opening.position);
  let last = { number: Number(opening.number), hash: opening.hash };
  const balances = parseBalances(opening.balances);
  let balance = ownBalance(balances);
  let timeMs = Number.NEGATIVE_INFINITY;
  let lines = [];
  let firstPosition = position + 1;
  must(position > 0 || opening.hash === NO_HASH, opening, "the first file begins without a seal");
  const first = { position, ...last };

  for (const [index, record] of records.entries()) {
    if (index === 0) continue;
    must(records[index - 1].record !== "end", record, "stands behind the end");
    if (record.record === "transfer") {
      const amount = BigInt(record.amount);
      must(
        Number(record.position) === position + 1,
        record,
        `transfer ${position + 1} is missing or out of place`,
      );
      const leaves = record[book.leaves];
      const reaches = record[book.reaches];
      must(amount > 0n && leaves !== reaches, record, "moves nothing");
      if (book.isWallet) {
        must(record.currency === currency, record, `is not in ${currency}`);
        must(Date.parse(record.createdAt) >= timeMs, record, "is older than the transfer before it");
      }
      position += 1;
      timeMs = Date.parse(record.createdAt);
      for (const [account, change] of [
        [leaves, -amount],
        [reaches, amount],
      ]) {
        balances.set(account, (balances.get(account) ?? 0n) + change);
        if (OWN_ACCOUNTS.has(account)) balance += change;
      }
      if (book.isWallet) {
        // Transfers booked together may take from an account before they give to it.
        const isBooked = records[index + 1]?.transactionId !== record.transactionId;
        const overdrawn = [...OWN_ACCOUNTS].find((account) => (balances.get(account) ?? 0n) < 0n);
        must(!isBooked || overdrawn === undefined, record, `leaves ${overdrawn} below zero`);
        must(BigInt(record.balanceAfter) === balance, record, `the balance after it is ${balance}`);
      }
      lines.push(book.sealedFields(record).join("|"));
    } else if (record.record === "seal") {
      const number = last.number + 1;
      must(Number(record.number) === number, record, `seal ${number} is missing or out of place`);
      must(record.previousHash === last.hash, record, "does not name the hash of the seal before it");
      must(
        Number(record.firstPosition) === firstPosition && Number(record.lastPosition) === position,
        record,
        "does not cover the transfers before it",
      );
      must(record.balances === balancesText(balances), record, `the balances are ${balancesText(balances)}`);
      const hash = sealHash(format, opening, number, last.hash, lines, record.balances);
      must(record.hash === hash, record, `seal ${number} is not the hash of its transfers`);
      last = { number, hash };
      seals.set(number, hash);
      lines = [];
      firstPosition = position + 1;
    } else {
      must(record.record === "end", record, "is no record of a ledger");
      must(Number(record.position) === position, record, `ends at ${record.position}, not at ${position}`);
      must(record.balances === balancesText(balances), record, `the balances are ${balancesText(balances)}`);
      must(
        Number(record.number) === last.number && record.hash === last.hash,
        record,
        "names another last seal",
      );
    }
  }
  must(records.at(-1).record === "end", records.at(-1), "the file is cut short");
  // Each booking of an account at a provider is sealed when it is written.
  must(book.isWallet || lines.length === 0, records.at(-1), "transfers at the end are not sealed");
  const sum = [...balances.values()].reduce((left, right) => left + right, 0n);
  must(sum === 0n, records.at(-1), `all accounts together hold ${sum}, not zero`);
  return {
    owner: `${opening[book.owner]} ${currency}`,
    first,
    last,
    position,
    balances,
    unsealed: lines.length,
  };
}

/** Checks files, each `{ name, text }`, one after the other: the exit code, and the messages. */
export function verifyFiles(files, pins = new Map()) {
  const seals = new Map();
  const said = [];
  let file = files[0]?.name;
  try {
    const parsed = files.map(({ name, text }) => {
      file = name;
      return { name, records: parse(text) };
    });
    parsed.sort((left, right) => Number(left.records[0]?.position) - Number(right.records[0]?.position));
    let before = null;
    for (const { name, records } of parsed) {
      file = name;
      const found = check(records, seals);
      if (before === null) seals.set(found.first.number, found.first.hash);
      else if (found.owner !== before.owner) {
        throw new Flaw("line 1: is of another book than the file before it");
      } else if (seals.get(found.first.number) !== found.first.hash) {
        throw new Flaw(
          `line 1: does not begin at a seal of the file before it, whose last one is ${before.last.number}`,
        );
      }
      before = found;
      said.push(`${name}: transfers ${found.first.position + 1} to ${found.position}, sound`);
    }
    for (const [number, hash] of pins) {
      if (seals.get(number) === hash) continue;
      throw new Flaw(`seal ${number} is ${seals.get(number) ?? "not in these files"}, not ${hash}`);
    }
    said.push(`${before.owner}, minor units: ${balancesText(before.balances) || "nothing"}`);
    if (before.unsealed > 0) said.push(`${before.unsealed} transfers at the end are not sealed yet`);
    said.push(`last seal ${before.last.number}:${before.last.hash}`);
    return { code: 0, said };
  } catch (error) {
    return { code: error instanceof Flaw ? 1 : 2, said: [`${file}: ${error.message}`] };
  }
}

function main(args) {
  const names = [...args];
  const pins = new Map();
  for (let at = names.indexOf("--seal"); at >= 0; at = names.indexOf("--seal")) {
    const [, pin = ""] = names.splice(at, 2);
    const [number, hash] = pin.split(":");
    pins.set(Number(number), hash);
  }
  if (names.length === 0) {
    console.error("usage: node verify-ledger.mjs [--seal <number>:<hash>] <file>…");
    return 2;
  }
  const { code, said } = verifyFiles(
    names.map((name) => ({ name, text: readFileSync(name, "utf8") })),
    pins,
  );
  for (const line of said) (code === 0 ? console.log : console.error)(line);
  return code;
}

const isProgram =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) process.exitCode = main(process.argv.slice(2));
