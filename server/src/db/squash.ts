import type { Transaction } from "./database.ts";
import { migrationsTable } from "./roles.ts";

/**
 * The 23 files that 0001 to 0011 replace, with their SHA-256. They were squashed once, before version 1.0.0; the schema
 * is the same, so a database that has all of them is complete and only its list of files changes.
 */
export const earlierFiles: Readonly<Record<string, string>> = {
  "0001_merchants.sql": "2df94102cc2677e1289fc5f30ff13adac24a0e39dd955b8b39f7309d0a51e361",
  "0002_routing.sql": "29a072809706a8c4eff520514f9d6614de23280110195b4d8dcd13cd624c228d",
  "0003_ledger.sql": "849689ac498294a34e7af08a359868c008f165fb78a0bea2107105bc1750d0eb",
  "0004_payments.sql": "fc67a36fefb375d1c59b743e6bc4b4cd2eefaaba0fea817192be348f71456ea4",
  "0005_webhooks.sql": "b36f599ad5b6e1d6b7f9adfa68f039befb28402556c290fbfc4b9b7888b1c2a5",
  "0007_simulator.sql": "78e68b3aa1f2a2ba7d4b19757db2f92916c5b911b1b4d762b0c76b1ab0e0eabb",
  "0008_refunds.sql": "2dae23da3fa0e70013f2a8e16ddfc3e159e4969a252ecbd9cba30f24ec02462a",
  "0009_payouts.sql": "4601b00bb423f8afac1613548d41250ebc6f7fa58cd1ea86a22dffce5954165c",
  "0010_keys_webhooks.sql": "cd3690601469ba05b24ca0e392789cb8311699a94492d5f7675b1870f06c8788",
  "0012_payout_batches.sql": "13cdf8528a67da89b10974653d9b54a0183ad44d994968378c230bb30bc62c00",
  "0013_operators.sql": "3a98cdbfd6dbafdf6683c69ad4d2092e2e1f53cb36d98ae5c347087cf4fd42ea",
  "0014_direct_payments.sql": "318643a15e9cf1725406426b5aeba41b964b0fb110a657c3297a78c4d3953021",
  "0015_ledger_positions.sql": "359c91e6704067ea30a5f937c02b99da9f1b06404b056f130619f8a1782ec9da",
  "0016_onboarding.sql": "914f6807f617d1f49c0e09778d2dc11c8ff88ff848d04e54fb933c14f7ea98fc",
  "0017_routing.sql": "63c131ec488a349bca59da1177a7267c8924723bb593b8de9b608ca3fe780944",
  "0018_operator_money.sql": "7183c1d3fd39dd062eb57082de855cd1571b63006f9e9b91b1dc974220f9ecbd",
  "0019_limits.sql": "b1cd2e783884421b1c6f8d8d39775ae10b9fd59d095739f30a6ce597f73b907d",
  "0020_sandbox_tools.sql": "87a29351b67e4b309fae5882b09995f64aec64f49e163285cb5bf8b33c647972",
  "0021_audit_chain.sql": "760506e79251d2ec22e523f66d3b56127531a975e09e5710641438b5eafd0ef4",
  "0022_merchant_logos.sql": "5462735d30eec174d563a568db6564eef5c94c5caebc3a9535a77cd933e01023",
  "0023_account_names.sql": "0cd406cc36926336a87962d9ceef43442377040685902a8a5fa594b346cb57ac",
  "0024_delivery_keys.sql": "a66b3233cbd611efd28a027065b98203ff83f98b9dbd7adc778cd00ae3feca09",
  "0025_delivery_queue.sql": "cfa83fb16d46c5e80af6056e90f61d351867c399673f2cda05991e92aa18d0bb",
};

/** The files that replace them. */
export const squashedFiles: readonly string[] = [
  "0001_people.sql",
  "0002_merchant_accounts.sql",
  "0003_routes.sql",
  "0004_books.sql",
  "0005_checkout.sql",
  "0006_money_out.sql",
  "0007_events_and_webhooks.sql",
  "0008_dossiers.sql",
  "0009_reconciliation.sql",
  "0010_rate_limits.sql",
  "0011_provider_simulator.sql",
];

/**
 * The last of the earlier files in its first version, which existed for an hour and a half: it lacked its last
 * statement, which is run when such a database is adopted.
 */
const queueFile = "0025_delivery_queue.sql";
const queueFileBefore = "d409bd1986c6374b9e9a7d9d544a92c338af37eb8c1762645df9305e3d286a2e";
const queueStatement = `
  insert into sweeps (name, swept_until)
  select 'webhook_deliveries.leases', max(created_at) - interval '1 hour' from webhook_deliveries
  having max(created_at) is not null
  on conflict (name) do nothing`;

/** The release that brings older databases to the state that this one accepts. */
const LAST_EARLIER_RELEASE = "commit ff338ef of 22 November 2026";

export interface AppliedFile {
  readonly name: string;
  readonly checksum: string;
  readonly appliedAtMs: number;
}

/**
 * Replaces the earlier files by the squashed set in the list of a database that has all of them, without running any.
 * Does nothing on a database that has none. Throws the line for its operator when it has only some, or others by these
 * names.
 */
export async function adoptEarlierFiles(
  tx: Transaction,
  rows: readonly AppliedFile[],
  files: readonly { readonly name: string; readonly checksum: string }[],
  nowMs: number,
): Promise<boolean> {
  const earlier = rows.filter(({ name }) => Object.hasOwn(earlierFiles, name));
  if (earlier.length === 0) return false;
  const other = earlier.find(({ name, checksum }) => !isReleased(name, checksum));
  if (other !== undefined) throw new Error(textOfOther(other));
  const total = Object.keys(earlierFiles).length;
  if (earlier.length < total) throw new Error(textOfOlder(earlier.length, total));

  if (earlier.some(({ checksum }) => checksum === queueFileBefore)) await tx.query({ text: queueStatement });
  await tx.query({
    text: `delete from ${migrationsTable} where name = any($1::text[])`,
    values: [earlier.map(({ name }) => name)],
  });
  for (const name of squashedFiles) {
    const file = files.find((candidate) => candidate.name === name);
    if (file === undefined) throw new Error(`migration ${name} is missing from this installation`);
    await tx.query({
      text: `insert into ${migrationsTable} (name, checksum, applied_at) values ($1, $2, $3)`,
      values: [file.name, file.checksum, new Date(nowMs)],
    });
  }
  return true;
}

function isReleased(name: string, checksum: string): boolean {
  return earlierFiles[name] === checksum || (name === queueFile && checksum === queueFileBefore);
}

function textOfOlder(count: number, total: number): string {
  return (
    `This database is of an older Cauris: it has ${count} of the ${total} steps from which this release goes on. Start it ` +
    `once with the release before (${LAST_EARLIER_RELEASE}), which takes the missing steps, and then with this one. ` +
    "Nothing has been changed."
  );
}

function textOfOther({ name, appliedAtMs }: AppliedFile): string {
  return (
    `This database was made by a Cauris that was never released: its step ${name}, taken on ${dayOf(appliedAtMs)}, is ` +
    "another one than the released step of that name, so no later release can know what the tables look like. The version " +
    "that made it still opens it: go back to that one. For a sandbox it is easier to begin anew with an empty DATA_DIR or " +
    "database. Nothing has been changed."
  );
}

/** The message about a file that differs from what was applied, for the person who operates the database. */
export function textOfEdited(applied: AppliedFile, here: string): string {
  const short = (checksum: string) => checksum.slice(0, 12);
  return (
    `This database was prepared by another edition of Cauris than this one: its step ${applied.name}, taken on ` +
    `${dayOf(applied.appliedAtMs)}, is not the file of that name here. Nothing has been changed and nothing is lost: the ` +
    "release that you started before opens it as ever, so go back to that one. If files of Cauris were changed on this " +
    `machine, restore ${applied.name} as it was released ` +
    `(SHA-256 in the database ${short(applied.checksum)}…, here ${short(here)}…).`
  );
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
