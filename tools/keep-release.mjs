#!/usr/bin/env node
/**
 * Keeps the data of a release, so that later ones can be tested on it. With a fresh sandbox of that release running,
 * started with `DEMO=off`:
 *
 * node tools/keep-release.mjs DATA_DIR MIGRATIONS_FOLDER server/test/releases/NAME.json.gz
 *
 * It plays a day: payments of each kind, refunds, payouts, a batch, a link, an endpoint that never answers, two
 * operators' corrections. Then it writes the tables' rows, their migration files, the master key and sandbox.json into
 * one compressed file. NAME is the last migration's. The keys in it open nothing but these rows.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import pg from "pg";

const [dataDir, migrationsFolder, target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write("node tools/keep-release.mjs DATA_DIR MIGRATIONS_FOLDER FILE\n");
  process.exit(2);
}
const sandbox = JSON.parse(readFileSync(join(dataDir, "sandbox.json"), "utf8"));
let unique = 0;

async function call(method, path, body, token = sandbox.apiKey) {
  unique += 1;
  const response = await fetch(`${sandbox.baseUrl}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" && token === sandbox.apiKey ? { "idempotency-key": `kept-${unique}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}
/** Refusals are part of the day. */
const tolerate = (promise) => promise.catch((error) => process.stderr.write(`  ${error.message}\n`));

/** The books are sealed five minutes after the first transfer. */
const PATIENCE_MS = 7 * 60_000;

async function until(what, look, isDone) {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; ) {
    const found = await look();
    if (isDone(found)) return found;
    await sleep(200);
  }
  throw new Error(`${what} did not come about`);
}

const phone = (digits) => ({
  paymentMethod: "MOBILE_MONEY",
  paymentDetails: { phone: `+225${digits}`, operator: "MTN", countryCode: "CI" },
});
const session = (reference, more = {}) =>
  call("POST", "/checkout/sessions", {
    amount: "5000",
    currency: "XOF",
    title: "Pagne wax",
    reference,
    customer: { name: "Awa Koné", email: "awa@example.org" },
    ...more,
  });
const complete = ({ id }, details) => call("POST", `/checkout/pay/${id}/complete`, details, null);
const charge = (digits, amount) =>
  call("POST", "/payments/charges", {
    amount,
    currency: "XOF",
    reference: `direct-${digits}`,
    ...phone(digits),
  });
const ended = (path, wanted) =>
  until(
    `${path} in ${wanted}`,
    () => call("GET", path),
    ({ status }) => status === wanted,
  );

async function playDay() {
  const own = `/merchant/merchants/${sandbox.merchantId}`;
  await call("POST", `${own}/webhook-endpoints`, { url: "http://127.0.0.1:9/hooks", events: ["*"] });
  await call("POST", `${own}/webhook-endpoints`, {
    url: "http://127.0.0.1:9/ordered",
    events: ["payment.succeeded", "refund.succeeded"],
    ordered: true,
  });
  const wallets = await call("GET", "/payments/wallets");
  const walletId = wallets.find(({ currency }) => currency === "XOF").id;

  const paid = [];
  for (let index = 0; index < 6; index += 1) {
    const made = await session(`paid-${index}`);
    await complete(made, phone(`05000${String(index).padStart(2, "0")}789`));
    paid.push(made);
  }
  const failed = await session("failed");
  await tolerate(complete(failed, phone("0500010049")));
  const unknown = await session("unknown");
  await complete(unknown, phone("0500011329"));
  const waiting = await session("waiting");
  await complete(waiting, {
    paymentMethod: "CARD",
    paymentDetails: { returnUrl: "https://shop.example/back" },
  });
  await session("open");
  await call("POST", `/checkout/sessions/${(await session("cancelled")).id}/cancel`);
  const half = await session("half");
  await complete(half, phone("0500012219"));
  for (const { id } of paid) await ended(`/checkout/sessions/${id}`, "SUCCEEDED");

  const direct = await charge("0500020789", "40000");
  await ended(`/payments/charges/${direct.id}`, "SUCCEEDED");
  const intent = await call("POST", "/payments/payment-intents", { amount: "900", currency: "XOF" });
  await call("POST", `/payments/payment-intents/${intent.id}/cancel`);
  for (const [amount, reason] of [
    ["1500", "REQUESTED_BY_PAYER"],
    ["1049", "OTHER"],
  ])
    await call("POST", `/payments/charges/${direct.id}/refunds`, { amount, reason });

  const link = { amount: "2500", currency: "XOF", title: "Cotisation", slug: "cotisation-gardee" };
  await call("POST", "/payments/links", { ...link, maxUses: 10 });
  const linked = await call("POST", `/checkout/links/${link.slug}/sessions`, {}, null);
  await complete(linked, phone("0500030789"));

  const beneficiary = await call("POST", "/payments/beneficiaries", {
    name: "Awa Koné",
    type: "MOBILE_MONEY",
    currency: "XOF",
    details: { phone: "+2250500040789", operator: "MTN" },
  });
  const losing = await call("POST", "/payments/beneficiaries", {
    name: "Moussa Diarra",
    type: "MOBILE_MONEY",
    currency: "XOF",
    details: { phone: "+2250500041029", operator: "MTN" },
  });
  const payout = (beneficiaryId, amount) =>
    call("POST", "/payments/payouts", { walletId, beneficiaryId, amount });
  const paidOut = await payout(beneficiary.id, "1200");
  const lost = await payout(losing.id, "700");
  await call("POST", "/payments/payouts/batches", {
    walletId,
    rows: [
      { beneficiaryId: beneficiary.id, amount: "100" },
      { beneficiaryId: beneficiary.id, amount: "99999999" },
    ],
  });
  await ended(`/payments/payouts/${paidOut.id}`, "PAID");
  await ended(`/payments/payouts/${lost.id}`, "FAILED");

  const tokens = [];
  for (const { email, password } of [sandbox.operator, sandbox.secondOperator])
    tokens.push((await call("POST", "/tenant/sessions", { email, password }, null)).token);
  const correction = await call(
    "POST",
    "/tenant/ledger/corrections",
    {
      merchantId: sandbox.merchantId,
      mode: "SANDBOX",
      walletId,
      direction: "CREDIT",
      amount: "1500",
      reason: "A fee was charged twice: ticket 4713",
      evidence: "Mail of 22 November",
    },
    tokens[0],
  );
  await call("POST", `/tenant/ledger/corrections/${correction.id}/confirm`, {}, tokens[1]);
  await call(
    "POST",
    `/tenant/payouts/${paidOut.id}/reverse`,
    { reason: "It came back", evidence: "Statement of 22 November, line 14" },
    tokens[0],
  );
  await call("PATCH", `/tenant/wallets/${walletId}/payout-approval`, { above: "2000" }, tokens[0]);
  await payout(beneficiary.id, "2500");
  await call(
    "POST",
    "/tenant/merchants",
    { legalName: "Boutique Sahel", displayName: "Sahel", countryCode: "BF" },
    tokens[0],
  );
  const keys = await call("POST", `${own}/api-keys`, {
    name: "Shop server",
    permissions: ["merchant.checkout.manage"],
  });
  await call("POST", `${own}/api-keys/${keys.id}/roll`, { overlapHours: 1 });
  // The unanswered attempt is queried, a delivery is retried, and the books are sealed.
  await until(
    "a seal",
    async () => (await rows("select 1 from ledger_seals")).length,
    (count) => count > 0,
  );
}

const record = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
const client = new pg.Client({
  connectionString: `postgres://cauris_owner:${record.password}@127.0.0.1:${record.port}/cauris`,
});
const rows = async (text, values = []) => (await client.query(text, values)).rows;

/** Rows in PostgreSQL's text form, so that no number passes through JavaScript. */
async function readTables() {
  await client.query("begin transaction isolation level repeatable read read only");
  const names = await rows(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'simulator') and c.relkind = 'r' and c.relpersistence = 'p' order by 1`);
  const tables = {};
  for (const { name } of names) {
    const [{ text }] = await rows(`select json_agg(t)::text as text from ${name} t`);
    if (text !== null) tables[name] = text;
  }
  const sequences = await rows(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null`);
  await client.query("commit");
  return { tables, sequences };
}

await client.connect();
await playDay();
const kept = {
  migrations: readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(migrationsFolder, name), "utf8") })),
  ...(await readTables()),
  masterKey: readFileSync(join(dataDir, "master.key"), "utf8").trim(),
  sandbox: { ...sandbox, baseUrl: "http://localhost/api/v1", checkoutUrl: null },
};
await client.end();
const packed = gzipSync(JSON.stringify(kept), { level: 9 });
writeFileSync(target, packed);
process.stderr.write(`  ${target}: ${Object.keys(kept.tables).length} tables, ${packed.length} bytes\n`);
